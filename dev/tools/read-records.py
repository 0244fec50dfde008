"""Read game records of Ataxx with python-ataxx: PYTHONPATH=python-ataxx python3 dev/tools/read-records.py games.pgn

Prints the players, the result and the plies of each game. The exit status is 1 if the number of moves that python-ataxx played differs from
the tag PlyCount, or its final board from the tag FinalFEN.
"""

import sys

import ataxx
import ataxx.pgn

wrong = False
for path in sys.argv[1:]:
    for game in ataxx.pgn.GameIterator(path):
        tags = game.headers
        board = ataxx.Board(tags.get("FEN", ataxx.FEN_STARTPOS))
        plies = 0
        for node in game.main_line():
            board.makemove(node.move)
            plies += 1
        good = plies == int(tags["PlyCount"]) and board.get_fen() == tags["FinalFEN"]
        wrong = wrong or not good
        print(path, tags["Black"], "-", tags["White"], tags["Result"], plies, "plies", "" if good else "WRONG")
sys.exit(wrong)
