package firsthours

import "fmt"

// firstGame is a game against the computer: with some hints and reasons, a move taken back, and at the end a review and another game.
func firstGame(p person) {
	p.begin()
	p.look(3)
	for turn := 0; turn < 24; turn++ {
		if p.chance(3) {
			p.ask("hint")
			if p.chance(2) {
				p.ask("hint")
				p.ask("hint")
			}
		}
		if p.chance(6) {
			p.look(2)
			p.ask("why")
			p.ask("why")
		}
		if !p.move() {
			break
		}
		switch turn {
		case 3:
			p.ask("undo")
			p.ask("redo")
		case 5:
			p.keys("[ [ ] ]")
			p.ask("history")
			p.keys("esc")
		case 7:
			p.ask("help")
			p.keys("pgdown esc")
			p.line("score")
		}
	}
	p.ask("end")
	p.line("resign")
	p.keys("enter")
	p.ask("review")
	for range 3 {
		p.keys("n")
	}
	p.keys("b r")
	p.keys("esc esc")
	p.ask("next")
	p.keys("enter")
	p.move()
	p.line("name 1 Anna;level;quit")
	p.keys("M")
}

// lessons works through the first lessons or some later ones.
func lessons(p person) {
	p.begin()
	first := 1 + p.hour().Number%2*5
	p.ask("lessons")
	p.keys("down up esc")
	for n := first; n < first+4; n++ {
		p.line(fmt.Sprint("lesson ", n))
		course(p, 24)
	}
	p.ask("leave")
	p.keys("enter")
	p.move()
}

// course works through the questions of a lesson or puzzle, with some errors, in the given number of steps.
func course(p person, steps int) {
	for range steps {
		switch n := p.pick(6); {
		case p.reads() || n > 2:
			p.answer(true)
		case n == 0:
			p.ask("hint")
		case n == 1:
			p.answer(false)
		default:
			p.look(2)
		}
	}
}

// puzzles tries the puzzle of the day, and then puzzles of each level.
func puzzles(p person) {
	p.begin()
	p.line("puzzle daily")
	course(p, 4)
	for range 5 {
		p.ask("next")
		p.answer(false)
		p.ask("hint")
		p.ask("hint")
		p.ask("hint")
		p.answer(true)
	}
	p.line("puzzle")
	course(p, 8)
	p.line("puzzle run")
	p.answer(true)
	p.answer(false)
	p.ask("next")
	p.answer(false)
	p.ask("leave")
	p.keys("enter")
	p.line("lesson list;puzzle list")
}

// today does today's practice, twice.
func today(p person) {
	p.begin()
	for range 2 {
		p.line("today")
		course(p, 20)
		p.ask("next")
		course(p, 12)
		p.ask("leave")
		p.keys("enter esc")
	}
}

// reviewed plays a game with the coach, and looks at its review for a long time.
func reviewed(p person) {
	p.begin()
	p.line("coach on;warn on")
	for turn := 0; turn < 12 && p.move(); turn++ {
		if p.chance(3) {
			p.ask("why")
		}
	}
	p.line("resign")
	p.keys("enter")
	p.ask("review")
	p.keys("n n [ [ ] b ] ] b home end 1 2 3 r")
	p.ask("hint")
	p.move()
	p.ask("next")
	p.ask("next")
	p.keys("esc esc")
	p.line("review;evaluate;describe;history;lesson")
	p.keys("esc")
}

// settings walks through the settings and tries them.
func settings(p person) {
	p.keys("? esc 1 2 3 tab esc tab tab tab enter")
	for range 10 {
		p.keys("right down")
	}
	p.keys("? esc esc")
	p.begin()
	p.line("warn;speed;coach;level;level list;name;sound;seed;opponent;side;auto;help;set;note")
	p.keys("s < > + + - , esc i esc N esc w esc W esc")
}

// setUp walks through the choices before a game, and plays a game between two people.
func setUp(p person) {
	p.keys("1 right down down down down right right down right down right down right down right esc 2 right down right down down right down right down down esc")
	p.begin()
	p.line("clear")
	p.keys("enter b p right right enter b esc")
	p.line("start;opponent human")
	p.look(3)
	for turn := 0; turn < 8 && p.move(); turn++ {
		p.look(1)
	}
	p.line("new;side 2;opponent ai;start")
	p.keys("K C")
	p.move()
	p.line("opponent both")
}

// lost tries commands and keys that have no effect or do not exist.
func lost(p person) {
	p.begin()
	p.line("help;what;hint me;undo;redo;fire;set;a1-a1;i99;play;board;pass;name;level 99;lesson 99;puzzle 99;save;resume;help all;help undo;help rules;rules;moves;describe;dump;score;left;certain")
	p.keys("? pgdown pgdown esc z x X 0 @ tab tab esc ~")
	p.look(6)
	p.move()
	p.keys("q q esc")
	p.line("host;join;join nowhere;say hello;draw;accept;decline;rematch")
	p.keys("o esc w x esc W esc Y N down esc , down down esc")
	p.line("resign;undo;next;moves;hint;why;review")
	p.keys("esc esc M enter")
}

// sums looks at saved games, statistics and insights, like a returning player.
func sums(p person) {
	p.keys("o down down esc 2 right down down down down down down down down enter esc down enter esc down enter esc")
	p.begin()
	p.line("games;stats;insights;today;leave;resume")
	p.keys("esc esc enter")
	p.line("level auto;level")
	for turn := 0; turn < 4 && p.move(); turn++ {
		p.ask("hint")
	}
	p.line("resign;games")
	p.keys("enter esc M c")
}

// guest plays a game with somebody on another machine.
func guest(p person) {
	p.look(2)
	p.line("situation")
	p.keys("N down down esc esc")
	p.move()
	p.line("say hello;say how are you;undo;draw;accept")
	p.look(2)
	p.move()
	p.ask("hint")
	p.line("decline;claim;rematch;name;help")
	p.keys("esc q esc")
	p.line("resign;rematch;review")
	p.keys("esc M enter")
}
