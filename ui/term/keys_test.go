package term

import (
	"cmp"
	"strings"
	"testing"

	"attic/dev/race"
)

// keyCase is a test of keys. After the script, played lists the moves since the start ("-" stands for none), the cursor is on
// the spot at, and the screen shows the text want and not the text lacks. Empty fields are not checked.
type keyCase struct{ what, script, played, at, want, lacks string }

func checkKeys(t *testing.T, id, programs string, cases []keyCase) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.what, func(t *testing.T) {
			d := sitAgainst(t, id, programs, 80, 24)
			d.do(c.script)
			if got := d.played(); c.played != "" && got != strings.TrimPrefix(c.played, "-") {
				t.Errorf("moves played: %q, want %q:\n%s", got, c.played, d.screen())
			}
			if _, got := d.play().Cursor.Pointed(); c.at != "" && got != c.at {
				t.Errorf("the cursor is on %s, want %s:\n%s", got, c.at, d.screen())
			}
			d.want(c.want)
			if c.lacks != "" {
				d.lacks(c.lacks)
			}
		})
	}
}

// played returns the moves since the start of the match, separated by commas; a bar stands for a new round.
func (d driver) played() string {
	var list []string
	for _, e := range d.play().Person.Sight().History()[1:] {
		list = append(list, cmp.Or(e.Text, "|"))
	}
	return strings.Join(list, ", ")
}

const shortestRound = ":i10;h10;h11;g11;g9;i8;g10;i11;h8"

func TestKeysOfEveryGame(t *testing.T) {
	race.Plain(t)
	checkKeys(t, "atom4", "", []keyCase{
		{"Enter plays", "enter", "i10", "i10", "Red on i10", ""},
		{"Space plays", "space", "i10", "", "Red on i10", ""},
		{"the middle of the keypad plays", "5", "i10", "", "", ""},
		{"right", "right", "-", "j10", "[", ""},
		{"left", "left", "", "h10", "", ""},
		{"up goes to the nearest vertex", "up", "", "h11", "", ""},
		{"down goes to the nearest vertex", "down", "", "h9", "", ""},
		{"up and up keeps the column", "up up", "", "i12", "", ""},
		{"up and down leads back", "up up up down down down", "", "i10", "", ""},
		{"6 is right", "6", "", "j10", "", ""},
		{"4 is left", "4", "", "h10", "", ""},
		{"8 is up", "8 8", "", "i12", "", ""},
		{"2 is down", "2 2", "", "i8", "", ""},
		{"7 is the neighbour up left", "7", "", "h11", "", ""},
		{"9 is the neighbour up right", "9", "", "i11", "", ""},
		{"1 is the neighbour down left", "1", "", "h9", "", ""},
		{"3 is the neighbour down right", "3", "", "i9", "", ""},
		{"the keypad without its lock", "home 9 end 3 3", "", "i9", "", ""},
		{"the edge of the board", "z " + strings.Repeat("right ", 20), "", "p10", "", ""},
		{"u takes back", "enter u", "-", "", "", "i10 turns h9 yellow. \n"},
		{"nothing to take back", "u", "-", "", "There is nothing to take back.", ""},
		{"Ctrl-R brings back", "enter u ctrl+r", "i10", "", "", ""},
		{"nothing to bring back", "ctrl+r", "-", "", "There is nothing to redo.", ""},
		{"[ looks back", "enter [", "i10", "", "The beginning [", ""},
		{"] looks on", ":i10;h10;h11\n[ [ ]", "i10, h10, h11", "", "Move 1 of 2, player 2 [", ""},
		{"] to the end", "enter [ ]", "i10", "", "Red on i10", "Move "},
		{"[ at the beginning", "[", "-", "", "This is the beginning.", ""},
		{"] at the end", "]", "-", "", "This is the latest position.", ""},
		{"] looks at what can be redone", ":i10;h10\nu u ]", "-", "", "Move 1 of 1, player 1", ""},
		{"the wheel looks back", "enter\nwheel up", "i10", "", "The beginning", ""},
		{"the wheel looks on", ":i10;h10\nwheel up\nwheel up\nwheel down", "", "", "Move 1 of 1, player 1", ""},
		{"the wheel to the end", "enter\nwheel up\nwheel down", "", "", "Red on i10", "Move "},
		{"n before the end of a round", "n", "-", "", "This game has just begun.", ""},
		{"n after the end of a round", shortestRound + "\nn", "i10, h10, h11, g11, g9, i8, g10, i11, h8, |", "i10", "Round 2", ""},
		{"the end of a round is told at once", shortestRound, "", "", "Player 1 won the round: g11, h10, h9, i8.", "Player 1 wins"},
		{"n in the middle of a round asks", ":i10\nn", "i10", "", "Start a new game? It is not kept.", ""},
		{"and Enter begins a new game", ":i10\nn enter", "-", "", "Press u to bring the last game back.", ""},
		{"which u takes back", ":i10\nn enter u", "i10", "", "", ""},
		{"and Esc goes on", ":i10\nn esc", "i10", "", "Player 2 to play yellow.", "Start a new game?"},
		{"PgDn goes to the next legal place", "pgdown", "", "i8", "", ""},
		{"and PgUp to the one before", "pgdown pgup", "", "i10", "", ""},
		{"F5 after the end of a round", shortestRound + "\nf5", "", "", "Round 2", ""},
		{"w saves under a name", "w", "", "", "Save the game", ""},
		{"o opens", "o", "", "", "Open a game", ""},
		{"o and Enter without a kept game", "o enter", "", "", "Choose a game, or type a file name.", ""},
		{"l is unused", "l", "-", "", "l has no function here; press ? for the keys.", ":level"},
		{"s switches sound off", "s", "-", "", "♪ off", ""},
		{"s switches sound on again", "s s", "-", "", "♪ on", ""},
		{"the sign for sound stays only until the next key", "s right", "", "", "", "♪"},
		{"a colon opens the line", ":", "", "", "\n :\n", ""},
		{"a slash opens the line", "/", "", "", "\n :\n", ""},
		{"Esc closes the line", ": i 1 0 esc", "-", "", "", ":i10"},
		{"backspace closes an empty line", ": i backspace backspace right", "-", "j10", "", ""},
		{"Enter on an empty line", ": enter", "-", "", "Red on i10", ""},
		{"a line is played", ": i 1 0 enter", "i10", "", "", ""},
		{"Tab completes a line", ": h i s tab enter", "", "", "Nothing has been played.", ""},
		{"Tab completes a move", ": i 1 tab enter", "i10", "", "", ""},
		{"an earlier line comes back", ":i10\n: up", "i10", "", "\n :i10\n", ""},
		{"and goes again", ":i10;u\n: up up down down", "", "", "\n :\n", ""},
		{"? opens the help", "?", "", "", "Atom-4: help", ""},
		{"F1 opens the help", "f1", "", "", "Atom-4: help", ""},
		{"Esc closes the help", "? esc", "", "", "Red on i10", "help, the"},
		{"? closes the help", "? ?", "", "", "Red on i10", ""},
		{"the help scrolls", "? down down", "", "", "lines 3 to 22", ""},
		{"the help scrolls with the wheel", "?\nwheel down", "", "", "lines 4 to 23", ""},
		{"a key of the game closes the help and acts", "? right", "", "", "", ""},
		{"Tab where there is one kind of input", "tab", "-", "i10", "Red on i10", ""},
		{", opens the drawer", ",", "-", "", "[i seed", ""},
		{", closes the drawer", ", ,", "-", "i10", "Red on i10", "i seed]"},
		{"a key of the drawer", ", down enter", "-", "", "Moves of round 1", ""},
		{"why this move", "y", "-", "i10", "i10 is a good move too. ", ""},
		{"why where nothing can be played", "down y", "-", "", "i8: every move would turn h9 yellow", ""},
		{"why, from the drawer", ", down down right right enter", "-", "i10", "i10 is a good move too. ", ""},
		{". where no program thinks", ".", "-", "", "The computer is not thinking.", ""},
		{"M goes to nothing but the menu", "F", "-", "", "F has no function here; press ? for the keys.", ""},
		{"a key that means nothing", "}", "-", "", "} has no function here; press ? for the keys.", ""},
		{"a key with Ctrl that means nothing", "ctrl+b", "-", "", "ctrl+b has no function here", ""},
		{"caps lock", "enter U", "-", "", "", ""},
		{"Esc and a key at once", "enter alt+u", "-", "", "", ""},
		{"Esc takes what was said away", "z esc", "-", "", "Red on i10", "nothing here"},
		{"a move that cannot be made says why", "up enter", "-", "h11", "No piece touches h11", ""},
		{"so does one that was typed", ":a1", "-", "", "a1 does not touch two adjacent pieces", ""},
		{"a word that there is not", ":xyzzy", "-", "", `Unknown command or move "xyzzy"`, ""},
		{"a click plays", "click i8", "i8", "i8", "Red on i8", ""},
		{"the mouse shows what a click would do", "point i8", "-", "i8", "Red on i8", ""},
		{"a click on a button", "click key:?", "", "", "Atom-4: help", ""},
		{"a click on undo", "enter\nclick key:u", "-", "", "", ""},
		{"a click on a step", "enter\nclick key:[", "", "", "The beginning", ""},
	})
}

func TestKeysOfAtaxx(t *testing.T) {
	race.Plain(t)
	checkKeys(t, "ataxx", "", []keyCase{
		{"t starts", "t", "start", "", "Red to move.", "t Start"},
		{"Enter chooses", "enter", "-", "a7", "< r >", ""},
		{"Enter on a target plays", "enter right enter", "a7-b7", "b7", "", "< r >"},
		{"Enter on the chosen piece lets it go", "enter enter", "-", "a7", "[ r ]", "< r"},
		{"Esc lets it go", "enter right esc", "-", "b7", "", "<"},
		{"another of one's pieces changes the choice", "enter\nclick g1", "-", "g1", "< r >", "< r >│  +"},
		{"and the move is that piece's", "enter\nclick g1\nclick g2", "g1-g2", "", "", ""},
		{"a square out of reach", "enter\nclick d4", "-", "", "d4 is 3 squares from a7", ""},
		{"after it the choice stays", "enter\nclick d4\nclick c7", "a7-c7", "", "", ""},
		{"an empty square", "click d4", "-", "", "d4 is empty; first choose a red piece.", ""},
		{"the other's piece", "click g7", "-", "", "g7 holds a blue piece; first choose a red piece.", ""},
		{"the keypad goes diagonally", "3 3", "-", "c5", "", ""},
		{"- passes only as a typed line", ":fen xoo4/ooo4/ooo4/7/7/7/7 x;start\n-", "fen xoo4/ooo4/ooo4/7/7/7/7 x 0 1, start", "", "", "Red passed."},
		{"- typed where there are moves", "t\n:-", "start", "", "Red can move, so it must not pass", ""},
		{"- typed where there are none", ":fen xoo4/ooo4/ooo4/7/7/7/7 x;start;-", "fen xoo4/ooo4/ooo4/7/7/7/7 x 0 1, start, -", "", "Red passed.", ""},
		{"Enter in the set-up where there are none", ":fen xoo4/ooo4/ooo4/7/7/7/7 x\nenter", "fen xoo4/ooo4/ooo4/7/7/7/7 x 0 1, -", "", "Red passed.", ""},
		{"l is unused", "l", "-", "", "l has no function here; press ? for the keys.", ""},
		{"Enter where there are none", ":fen xoo4/ooo4/ooo4/7/7/7/7 x;start\nenter", "fen xoo4/ooo4/ooo4/7/7/7/7 x 0 1, start, -", "", "Red passed.", ""},
		{"Space where there are none", ":fen xoo4/ooo4/ooo4/7/7/7/7 x;start\nspace", "fen xoo4/ooo4/ooo4/7/7/7/7 x 0 1, start, -", "", "Red passed.", ""},
		{"a click where there are none", ":fen xoo4/ooo4/ooo4/7/7/7/7 x;start\nclick d4", "", "", "has to pass", "Red passed."},
		{"b sets blocks", "b\nclick c6", "blocks f", "", "Blocks f", ""},
		{"b and b sets moves", "b b enter right enter", "a7-b7", "", "", ""},
		{"Tab is b", "tab\nclick c6", "blocks f", "", "b Set moves", ""},
		{"a second click clears", "b\nclick c6\nclick e2", "blocks f, blocks 0", "", "Blocks none", ""},
		{"a corner cannot be blocked", "b\nclick a7", "-", "", "a7 is a corner, which cannot be blocked", ""},
		{"a square under a piece cannot be blocked", ":a7-b6\nb\nclick f6", "", "", "cannot be blocked", ""},
		{"p offers block boards", "p", "-", "", "[No blocks]", ""},
		{"Esc leaves them", "p right esc", "-", "", "Blocks none", ""},
		{"Enter takes one", "p right enter", "blocks 0x", "", "Blocks x", ""},
		{"a click takes one", "p\nclick key:line blocks 0x", "", "", "Blocks x", ""},
		{"the wheel goes through them", "p\nwheel down\nwheel down\nwheel up", "", "", "[Centre]", ""},
		{"another key closes them", "p t", "start", "", "Red to move.", ""},
		{"i seeds the program", "i", "-", "", "AI seed", ":seed"},
		{"i and a number", "i 4 2 enter", "-", "", "", "neither"},
		{"f loads a file", "f", "-", "", "File name", ":load"},
		{"f and a file that there is not", "f n o enter", "-", "", "no:", ""},
		{"g hosts, where there is a network", "g", "-", "", "No other machine can be reached", ""},
		{"j joins", "j", "-", "", "ID@HOSTNAME", ":join"},
		{"c clears", "b\nclick c6\nc", "-", "", "Blocks none", ""},
		{"d dumps", "d", "-", "", "===", ""},
		{"t after the start", "t t", "start", "", "Start (t) works only during set-up; press Reset (c) to go back to it.", ""},
		{"b after the start", "t b", "start", "", "Blocks (b) works only during set-up", ""},
		{"p after the start", "t p", "start", "", "Boards (p) works only during set-up", ""},
		{"n before the end", "t n", "start", "", "Start a new game? It is not kept.", ""},
		{"n after the end", ":fen xxxxxxx/xxxxxxx/xxxxxxx/xxx-xxx/ooooxxx/ooooxxx/oooooo1 x;start;g1\nn", "fen xxxxxxx/xxxxxxx/xxxxxxx/xxx-xxx/ooooxxx/ooooxxx/oooooo1 x 0 1, start", "", "Red to move.", ""},
		{"caps lock", "T", "start", "", "", ""},
	})
	checkKeys(t, "ataxx", "2", []keyCase{
		{"k changes colours", "k", "-", "", "Blue 2  you", ""},
		{"a lets the program play both sides", "a", "-", "", "Red 2  level 3", ""},
		{"c ends it", "a c", "-", "", "Red 2  you", ""},
	})
}

func TestKeysOfAtommaster(t *testing.T) {
	race.Plain(t)
	checkKeys(t, "atommaster#17", "", []keyCase{
		{"right goes counterclockwise", "right", "-", "port2", "A beam at port 2 would cost", ""},
		{"left goes clockwise", "left", "", "port32", "", ""},
		{"past ports with a result", ":fire 2\nleft left right right", "fire 2", "port3", "", ""},
		{"down goes to the other side", "right down", "", "", "A beam at port", ""},
		{"Enter fires, and the cursor goes on", "enter", "fire 1", "port2", "Port 1:", ""},
		{"a click fires", "click port12", "fire 12", "port13", "", ""},
		{"a port with a result", ":fire 12\nclick port12", "fire 12", "", "Port 12", ""},
		{"b changes to balls", "b", "balls", "", "Beams that come out at another port will be marked with numbered balls.", ""},
		{"b and b changes back", "b b", "balls, balls", "", "Beams that come out at another port will be marked with plain marbles.", ""},
		{"b after a beam", ":fire 2\nb", "fire 2", "", "A beam has been fired", ""},
		{"l begins learning mode", "l", "learn", "", "(@) L", ""},
		{"so does L, with caps lock", "L", "learn", "", "(@) L", ""},
		{"l and l ends it", "l l", "learn, learn", "", "", "(@) L"},
		{"Shift and Up adds one", "shift+up", "atoms 5", "", "Atoms: 5", ""},
		{"Shift and Down takes one away", "shift+down", "atoms 3", "", "Atoms: 3", ""},
		{"six are the most", "shift+up shift+up shift+up", "atoms 5, atoms 6", "", "There can be 3 to 6 atoms", ""},
		{"} is a larger field", "}", "size 9", "", "9 x 9 field: new atoms were hidden.", ""},
		{"{ is a smaller field", "{", "size 7", "", "7 x 7 field: new atoms were hidden.", ""},
		{"Shift and Up after a beam", ":fire 2\nshift+up", "fire 2", "", "A beam has been fired, so this is fixed", ""},
		{"e before all atoms are set", ":fire 2\ne", "fire 2", "", "", ""},
		{"e when all are set", ":fire 2;set a1;set b1;set c1;set d1\ne", "fire 2, set a1, set b1, set c1, set d1, evaluate", "", "of 4 atoms", ""},
		{"x before the evaluation", ":fire 2\nx", "fire 2", "", "The beam paths can be shown after the evaluation.", ""},
		{"x after it", ":fire 2;set a1;set b1;set c1;set d1\ne x", "", "", " ─", ""},
		{"x and x", ":fire 2;set a1;set b1;set c1;set d1\ne x x", "", "", "", " ─"},
		{"x is forgotten in the next deal", ":fire 2;set a1;set b1;set c1;set d1\ne x n\n:fire 3;resign", "", "", "Given up.", " ─"},
		{"s is sound", "s", "-", "", "♪ off", ""},
		{"F5 deals anew", ":fire 2\nf5 enter", "fire 2, |", "", "", ""},
		{"n asks before it deals again", ":fire 2\nn", "fire 2", "", "Start a new game?", ""},
		{"and Enter does it", ":fire 2\nn enter", "fire 2, |", "", "", ""},
		{"which u takes back", ":fire 2\nn enter u", "fire 2", "", "", ""},
		{"l asks after a beam", ":fire 2\nl", "fire 2", "", "End this deal without a score", ""},
		{"and any other key means no", ":fire 2\nl right", "fire 2", "", "", "End this deal"},
		{"Tab goes to the field", ":fire 2\ntab", "", "a8", "This would set an atom on a8.", ""},
		{"Enter sets an atom there", ":fire 2\ntab enter", "fire 2, set a8", "", "1/4", ""},
		{"Enter removes it", ":fire 2\ntab enter enter", "", "a8", "0/4", ""},
		{"u takes a mark back", ":fire 2\ntab enter u", "fire 2", "", "0/4", ""},
		{"u takes no beam back", ":fire 2\nu", "fire 2", "", "cannot be taken back", ""},
		{"] does not look at what was taken back", ":fire 2\ntab enter u ]", "fire 2", "", "This is the latest position.", ""},
		{"Tab and Tab goes back to the ports", ":fire 2\ntab tab", "", "port3", "", ""},
		{"Ctrl alone is Tab", ":fire 2\nctrl\nrelease ctrl", "", "a8", "", ""},
		{"Ctrl twice goes back", ":fire 2\nctrl\nrelease ctrl\nctrl\nrelease ctrl", "", "port3", "", ""},
		{"Ctrl does nothing before it is released", ":fire 2\nctrl", "", "port3", "", ""},
		{"Ctrl with another key is not Tab", ":fire 2\nctrl ctrl+l\nrelease ctrl", "", "port3", "", ""},
		{"a notes that an atom is sure", ":fire 2\ntab a", "fire 2, sure a8", "", "+", ""},
		{"m marks a possible atom", ":fire 2\ntab m", "fire 2, maybe a8", "", "~", ""},
		{"f notes that a square is free", ":fire 2\ntab f", "fire 2, free a8", "", "", ""},
		{"a and a removes the note", ":fire 2\ntab a a", "fire 2, sure a8, sure a8", "", "", ""},
		{"a on the ports asks where", ":fire 2\na", "fire 2", "", "Square", ":sure"},
		{"a click sets an atom", ":fire 2\nclick e5", "fire 2, set e5", "", "1/4", ""},
		{"a click on a square before the first beam", "click e5", "-", "", "", ""},
		{"t starts the search", "t", "start", "", "The search began.", ""},
		{", offers what has no key", ", end", "-", "", "options", ""},
		{"hiding: Tab goes to the field", "tab", "-", "a8", "Hide atoms: 0 of 4.", ""},
		{"hiding: none, and back", "tab tab", "-", "port1", "", "Hide atoms:"},
		{"hiding: one, and a question", "tab enter tab", "-", "a8", "Only 1 of 4 placed. Discard and leave?", ""},
		{"hiding: one, and back", "tab enter tab enter", "-", "port1", "", "Hide atoms:"},
		{"hiding: one, and no", "tab enter tab esc", "-", "a8", "Hide atoms: 1 of 4.", ""},
		{"hiding: Ctrl goes there too", "ctrl\nrelease ctrl", "-", "a8", "Hide atoms: 0 of 4.", ""},
		{"hiding: one, taken away, and back", "tab enter enter tab", "-", "port1", "", ""},
		{"hiding: all, with the hint", "tab enter right enter right enter right enter", "-", "", "The atoms will be hidden on these squares. Press Tab to confirm.", ""},
		{"hiding: all, and back", "tab enter right enter right enter right enter tab", "hide", "", "4 atoms were hidden by hand.", "@"},
		{"hiding: all, and Ctrl", "tab enter right enter right enter right enter\nctrl\nrelease ctrl", "hide", "", "4 atoms were hidden by hand.", ""},
		{"hiding: no fifth", "tab enter right enter right enter right enter right enter", "-", "", "All 4 are placed; press Enter on one to remove it.", ""},
		{"hiding: l shows what was hidden", "tab enter right enter right enter right enter tab l", "hide, learn", "", "│ @ │ @ │ @ │ @ │", ""},
		{"hiding in learning mode begins with what lies there", "l tab", "learn", "", "Place atoms: 4 of 4", ""},
		{"hiding by the mouse", "tab\nclick a1\nclick b1\nclick c1\nclick d1\ntab", "hide", "", "", ""},
		{"hiding without being seen", ":hide", "-", "", "Squares of the atoms, such as a1,b2,c3,d4 (not shown as you type):\n", ""},
		{"hiding without being seen shows no square", ":hide\na 1", "-", "", "(not shown as you type): **\n", ""},
		{"and Esc gives it up", ":hide\na 1 esc", "-", "", "Nothing was typed.", "**"},
		{"and Enter hides", ":hide\na 1 , b 1 , c 1 , d 1 enter", "hide", "", "4 atoms were hidden by hand.", ""},
		{"and no arrow brings it back", ":hide\na 1 , b 1 , c 1 , d 1 enter : up", "hide", "", "\n :hide\n", ""},
		{"and a mistake is reported", ":hide\na 1 enter", "-", "", "4", ""},
		{"up and down go through the list after the end", ":fire 2;resign", "", "", "Given up", ""},
	})
}
