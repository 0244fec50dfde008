package search

// node returns the score of p, which is at the ply in the parameter at, with depth plies to go. The score is exact if it lies between alpha and
// beta, otherwise a bound at or beyond the limit that it misses. If it is above alpha, s.plies[at].line is p's line. The parameter pv says whether
// p may lie on the principal variation.
func (s *searcher[P, M]) node(p P, at, depth, alpha, beta int, pv bool) int {
	here, tune := &s.plies[at], &s.engine.options.Tuning
	here.line = here.line[:0]

	// Step 1. Stop if the search must end.
	if s.mayStop && s.mustStop() {
		s.stopped = true
		return 0
	}
	s.nodes++
	s.deepest = max(s.deepest, at)

	var key uint64 // not needed at the horizon
	if depth > 0 {
		key = p.Key()
		s.table.prefetch(key)
	}

	// Step 2. Results that are known without a search: the game is over, or decided within two plies.
	if score, m, ok := p.Known(); ok {
		switch {
		case score > 0:
			if score < Win {
				here.line = append(here.line, m)
			}
			return score - at
		case score < 0:
			return score + at
		}
		return 0
	}

	// Step 3. No score can be better than a win by the next move or worse than a loss by the reply (mate distance pruning).
	alpha, beta = max(alpha, -Win+at+2), min(beta, Win-at-1)
	if alpha >= beta {
		return alpha
	}

	// Step 4. The horizon.
	if depth <= 0 || at >= MaxPly {
		s.horizon = true
		return p.Score()
	}

	// The score is wasted if the table answers. But computing it takes only as long as loading the entry from memory. When the score was computed
	// after step 5, the search of Ataxx was 10 % slower.
	static := p.Score()

	// Step 5. Use the table's entry of the position.
	was, hit := s.table.get(key, at)
	without := here.without
	if hit && !pv && without == 0 && (was.depth == depth || was.depth > depth && (tune.Late > 0 || was.depth == forGood)) {
		if was.bound == exact || was.bound == lower && was.score >= beta || was.bound == upper && was.score <= alpha {
			s.horizon = s.horizon || was.depth != forGood
			return was.score
		}
	}

	if !pv && without == 0 {
		// Step 6. The score is so good that losing the margin in every ply would not matter (reverse futility).
		if tune.Reverse > 0 && depth <= tune.Deepest && static-tune.Reverse*depth >= beta && beta > -(Win-MaxPly) {
			s.horizon = true
			return static
		}

		// Step 7. The score is so good that even two moves in a row would not help the other side (null move).
		if tune.Null > 0 && depth >= 3 && static >= beta && !here.null && beta > -(Win-MaxPly) {
			if next, ok := p.Null(); ok {
				s.plies[at+1].null, s.plies[at+1].after = true, 0
				score := -s.node(next, at+1, depth-1-tune.Null-depth/4, -beta, -beta+1, false)
				s.plies[at+1].null = false
				if s.stopped {
					return 0
				}
				if score >= beta {
					s.horizon = true
					return min(score, Win-MaxPly-1) // a null move does not prove a win
				}
			}
		}
	}

	// Step 8. If the table has no move, search the position one ply less deeply (internal reduction).
	if tune.Internal > 0 && depth >= tune.Internal && was.move == 0 {
		depth--
	}

	// Step 9. If all other moves fall short of the table's move by a margin, the table's move is searched one ply more deeply (singular extension).
	// If the score is good enough even without the table's move, nothing needs to be searched (multicut).
	more := 0
	if tune.Singular > 0 && without == 0 && depth >= tune.Singular && at < MaxPly/4 && hit && was.move != 0 && was.bound != upper && was.depth >= depth-3 {
		if _, decided := Decided(was.score); !decided {
			horizon := s.horizon
			short := was.score - tune.SingularMargin*depth
			here.without = M(was.move)
			score := s.node(p, at, (depth-1)/2, short-1, short, false)
			here.without = 0
			switch {
			case s.stopped:
				return 0
			case score < short:
				more = 1
			case !pv && score >= beta:
				s.horizon = true
				return score
			}
			s.horizon = horizon
		}
	}

	// Step 10. Order the moves.
	here.moves = p.Moves(here.moves[:0])
	s.rate(p, here, M(was.move), hit)
	s.plies[at+1].null = false

	best, bestMove, from, quiets := -Win-1, M(0), alpha, 0
	horizon := s.horizon // the flag for the nodes searched before this one
	s.horizon = false
	rest := false // whether the moves of Rest have been added
	for i := 0; ; i++ {
		if i == len(here.moves) {
			if rest || best > -(Win-MaxPly) {
				break
			}
			rest = true
			here.moves = p.Rest(here.moves)
			if i == len(here.moves) {
				break
			}
			s.more(p, here)
		}
		number := here.pick()
		m, quiet := here.moves[number], here.looks[number].Quiet
		if without != 0 && m == without {
			here.tried = here.tried[:len(here.tried)-1]
			continue
		}

		// Step 11a. The score is so bad that only the first few moves could make up for it (futility).
		if tune.Futility > 0 && !pv && depth <= tune.Deepest && i >= tune.FutilityMoves && best > -(Win-MaxPly) && static+tune.FutilityBase+tune.Futility*depth <= alpha {
			s.horizon = true
			break
		}

		// Step 11b. Near the horizon, try only the first quiet moves (late-move pruning).
		if quiet {
			quiets++
			if tune.LatePrune > 0 && !pv && depth <= tune.Deepest && quiets > tune.LatePrune+depth*depth && best > -(Win-MaxPly) {
				s.horizon = true
				continue
			}
		}

		// Step 12. Play the move and search it. The first move gets the whole window. The others are searched less deeply, only to see whether they
		// are better; those that are better are searched again.
		next := p.Play(m)
		s.plies[at+1].after = here.looks[number].Place
		var score int
		if i == 0 {
			score = -s.node(next, at+1, depth-1+more, -beta, -alpha, pv)
		} else {
			r := 0
			if depth >= 3 && tune.Late > 0 {
				r = int(s.engine.reduction[depth][min(i, 63)])
				if pv {
					r--
				}
				if !quiet {
					r--
				}
				r = min(max(r, 0), depth-2)
			}
			score = -s.node(next, at+1, depth-1-r, -alpha-1, -alpha, false)
			if score > alpha && r > 0 && !s.stopped {
				score = -s.node(next, at+1, depth-1, -alpha-1, -alpha, false)
			}
			if score > alpha && pv && !s.stopped {
				score = -s.node(next, at+1, depth-1, -beta, -alpha, true)
			}
		}
		if s.stopped {
			return 0
		}
		if score <= best {
			continue
		}
		best = score
		if best <= alpha {
			continue
		}
		alpha, bestMove = best, m
		s.keep(at, m)

		// Step 13. The move refutes the position: the other side will avoid it.
		if best >= beta {
			s.refuted(here, depth)
			break
		}
	}

	if !rest && !s.horizon && best < Win-MaxPly && len(p.Rest(here.moves)) > len(here.moves) {
		s.horizon = true
	}

	if without != 0 {
		s.horizon = true
		return best
	}

	// Step 14. Store the result in the table.
	k := known{move: uint16(bestMove), score: best, depth: depth, bound: exact}
	if !s.horizon {
		k.depth = forGood
	}
	s.horizon = s.horizon || horizon
	switch {
	case best >= beta:
		k.bound = lower
	case best <= from:
		k.bound = upper
	}
	s.table.put(key, at, k)
	return best
}
