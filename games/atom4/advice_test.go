package atom4_test

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"attic/draw/grid"
	"attic/draw/scene"
	"attic/game"
	"attic/game/search"
	"attic/games/atom4"
	"attic/games/atom4/bot"
	"attic/games/atom4/idea"
	"attic/games/atom4/rules"
	"attic/games/atom4/rules/rulestest"
	"attic/games/atom4/solve"
	"attic/internal/phrase"
)

// claim is advice with a sentence to check.
type claim struct {
	*testing.T
	game.Advice
	p, next plain // before and after the move
	pos     rules.Position
	changed []point
	nodes   int64    // the number of nodes of the search
	part    []string // the parts of the sentence that the template matched
}

func (c *claim) want(holds bool, what string) {
	c.Helper()
	if !holds {
		c.Errorf("%s says %q, but this is not true: %s", c.pos, c.Move.Sentence, what)
	}
}

// templates are the forms of all sentences, each with a check of its truth. The list endings checks the end of a sentence.
var templates = []struct {
	name, says string
	check      func(c *claim)
}{
	{"wins", `would win: (.+)`, func(c *claim) {
		_, _, rows := c.p.play(pointOf(c.Text))
		var told []string
		for _, row := range rows {
			told = append(told, tell(row, c.p.turn))
		}
		if len(told) > 4 {
			told = append(told[:4:4], map[int]string{1: "one more line", 2: "two more lines", 3: "three more lines"}[len(told)-4])
		}
		c.want(slices.Equal(told, strings.Split(strings.ReplaceAll(c.part[1], " and ", ", "), ", ")) && c.Win == 1, fmt.Sprint(rows))
	}},
	{"wins in three", `would win by force in 2 moves(?:: (\w+) on (.+) would complete a line)?`, func(c *claim) {
		_, _, rows := c.p.play(pointOf(c.Text))
		c.want(len(rows) == 0 && c.next.lost(2) && c.Win == 3, "it wins in 3")
		if c.part[1] == "" {
			return
		}
		c.want(c.part[1] == plainColours[later(c.p.turn, 2)], "the colour")
		at, more := choice(c.part[2])
		for _, s := range c.next.moves() {
			after, _, _ := c.next.play(s)
			wins := after.wins(after.turn)
			c.want(more || slices.ContainsFunc(at, func(a point) bool { return wins[a] != nil }), "what to do after "+s.String())
		}
	}},
	{"wins later", `would win by force within (\d+) moves`, func(c *claim) {
		c.want(2*c.number(1)-1 == c.Win, "when")
		c.want(c.proved(c.Win-1, c.Text), "it wins")
	}},
	{"alone", `the only legal move`, func(c *claim) { c.want(len(c.p.moves()) == 1, "it is the only one") }},
	{"dead", `the round is dead: nobody can complete a line any more, and it ends in a draw`, func(c *claim) {
		c.want(c.p.never(), "nobody ever completes a line")
	}},
	{"drawn", `leads to a draw: neither player can force a line`, func(c *claim) {
		c.want(c.p.outcome() == 0 && c.next.outcome() == 0, "neither player wins")
	}},
	{"loses at once", `no move helps; (\w+) on (.+) would then win`, func(c *claim) {
		c.want(c.p.lost(2) && c.Win == -2 && c.part[1] == plainColours[c.next.turn] && allOf(c.part[2], c.next.wins(c.next.turn)), "every move loses")
	}},
	{"loses later", `the longest defence found, but player ([12]) can then win within (\d+) moves`, func(c *claim) {
		c.want(c.part[1] == c.other() && 2*c.number(2) == -c.Win, "the player and the turn after the move")
		c.want(!c.next.forced(1), "it does not lose at once")
		c.want(c.proved(-c.Win, ""), "every move loses")
	}},
	{"stops", `would stop the (\w+)s on (\w+)-(\w+), which (\w+) on (.+?) would complete(?:, and threaten (\w+) on (.+))?`, func(c *claim) {
		c.denies(1)
		if c.part[6] != "" {
			c.completed(c.next, 2, c.part[6], c.part[7], nil)
		}
	}},
	{"forestalls", `would stop the (\w+)s on (\w+)-(\w+), which (\w+) on (.+) would complete in two turns`, func(c *claim) { c.denies(3) }},
	{"threatens", `would turn (.+) (white|black), (?:the )?(\w+) on (\w+)-(\w+); next turn (\w+) on (.+) would complete it`, func(c *claim) {
		c.completed(c.next, 2, c.part[6], c.part[7], c.builds())
	}},
	{"prepares", `would turn (.+) (white|black), (?:the )?(\w+) on (\w+)-(\w+); in two turns (\w+) on (.+) would complete it`, func(c *claim) {
		c.completed(c.next, 4, c.part[6], c.part[7], c.builds())
	}},
	{"opens", `next turn (\w+) on (.+) would complete (\w+ \w+ from (\w+) to (\w+))`, func(c *claim) {
		row := lineBetween(c.T, c.part[4], c.part[5])
		c.completed(c.next, 2, c.part[1], c.part[2], row)
		c.want(c.part[3] == tell(row, c.p.turn), "the row")
	}},
	{"every move", `every move would turn (\w+) (\w+), one mix away from (\w+)`, func(c *claim) {
		for _, s := range c.p.moves() {
			next, changed, _ := c.p.play(s)
			c.want(len(changed) == 1 && changed[0] == pointOf(c.part[1]) && plainColours[next.on(changed[0])] == c.part[2], "every move does it")
		}
	}},
	{"searched", `best move found(?: at a glance|, looking (\d+) moves? ahead)`, func(c *claim) {
		found := bot.NewEngine(8, 1).Search(c.Context(), c.pos, search.Limits{Nodes: c.nodes}, nil)
		c.want(found.Best.String() == c.Text && ((found.Depth+1)/2 == c.number(1) || found.Depth == 1 && c.part[1] == ""), fmt.Sprint(found))
	}},
}

// endings are the forms of the clause after a sentence's semicolon.
var endings = []struct {
	name, says string
	check      func(c *claim)
}{
	{"others lose at once", `; the only move that does not lose at once`, func(c *claim) { c.others(2) }},
	{"others lose later", `; every other move loses within (\d+) moves`, func(c *claim) { c.others(2 * c.number(1)) }},
}

var numbers = []string{"none", "one", "two", "three", "four", "five", "six", "seven", "eight", "9", "10", "11", "12", "13", "14", "15", "16"}

func (c *claim) number(i int) int {
	n, _ := strconv.Atoi(c.part[i])
	return n
}

// other is the number of the player who is not to move.
func (c *claim) other() string { return map[bool]string{true: "2", false: "1"}[additive(c.p.turn)] }

// others checks that every other move loses within the given number of plies, and that the recommended move does not lose next.
func (c *claim) others(plies int) {
	c.want(!c.next.forced(1), "it does not lose at once")
	for _, s := range c.p.moves() {
		next, _, rows := c.p.play(s)
		if s == pointOf(c.Text) {
			continue
		}
		wins := plies <= 4 && next.forced(plies-1) || plies > 4 && c.solved(c.after(s.String()), plies-1, 1)
		c.want(len(rows) == 0 && wins, "there is "+s.String())
	}
}

// proved reports whether the player to move, now or after the move in the parameter after, loses within the given number of plies.
// For up to 4 plies it tries all moves, otherwise it asks the solver.
func (c *claim) proved(plies int, after string) bool {
	p, pos := c.p, c.pos
	if after != "" {
		p, pos = c.next, c.after(after)
	}
	return plies <= 4 && p.lost(plies) || plies > 4 && c.solved(pos, plies, -1)
}

func (c *claim) after(move string) rules.Position {
	s, err := rules.ParseSquare(move)
	if err != nil {
		c.Fatal(err)
	}
	return c.pos.Play(s)
}

// solved reports whether the solver proves that the player to move wins within the given number of plies, or loses if sign is -1.
func (c *claim) solved(pos rules.Position, plies, sign int) bool {
	attacker := pos.Player()
	if sign < 0 {
		attacker = attacker.Other()
	}
	return solve.New(16).Win(c.Context(), pos, attacker, plies, 0).Win > 0
}

// denies checks that the other player would complete a line with its colour after the given number of turns, but cannot complete
// any row after the move.
func (c *claim) denies(turns int) {
	row := lineBetween(c.T, c.part[2], c.part[3])
	c.completed(c.p, turns, c.part[4], c.part[5], row)
	c.want(c.part[1] == plainColours[7-goal(c.p.turn)], "whose row")
	c.want(len(c.next.wins(later(c.p.turn, turns))) == 0, "it is stopped")
	c.want(!c.next.forced(1), "nothing else wins")
}

// completed checks that p plays the named colour after the given number of turns. It also checks that this colour would complete
// rows on exactly the named vertices, or on more if the sentence says so. Unless row is nil, each completed row must contain it.
func (c *claim) completed(p plain, turns int, colour, named string, row []point) {
	c.want(colour == plainColours[later(c.p.turn, turns)], "the colour")
	wins := p.wins(later(c.p.turn, turns))
	var at []point
	for a, rows := range wins {
		if row == nil || slices.ContainsFunc(rows, func(r []point) bool { return within(row, r) }) {
			at = append(at, a)
		}
	}
	some, more := choice(named)
	c.want(within(some, at) && more == (len(some) < len(at)), fmt.Sprintf("it would be on %v", at))
}

// builds checks the pieces turned to the goal colour and the number of such pieces on the line, and returns the line.
func (c *claim) builds() []point {
	own := goal(c.p.turn)
	line, turned := lineBetween(c.T, c.part[4], c.part[5]), listed(c.part[1])
	n := c.next.count(line, own)
	c.want(within(turned, c.changed) && within(turned, line) && len(line) == 4, "it turns them, and they are on the line")
	c.want(c.next.count(turned, own) == len(turned) && c.part[2] == plainColours[own], "the goal")
	if len(turned) == 1 {
		c.want([]string{"", "first", "second", "third"}[n] == c.part[3], "first, second or third")
	} else {
		c.want(numbers[n] == c.part[3], "how many there are")
	}
	return line
}

func within(some, list []point) bool {
	return !slices.ContainsFunc(some, func(a point) bool { return !slices.Contains(list, a) })
}

func tell(row []point, colour int) string {
	return fmt.Sprintf("%s %ss from %s to %s", numbers[len(row)], plainColours[goal(colour)], row[0], row[len(row)-1])
}

// listed reads "h9, i9 and j9".
func listed(text string) []point {
	var list []point
	for _, name := range strings.Split(strings.ReplaceAll(text, " and ", ", "), ", ") {
		list = append(list, pointOf(name))
	}
	return list
}

// choice reads "h9, i9 or j9", and reports whether "elsewhere" is among them.
func choice(text string) (list []point, more bool) {
	for _, name := range strings.Split(strings.ReplaceAll(text, " or ", ", "), ", ") {
		if name == "elsewhere" {
			more = true
		} else {
			list = append(list, pointOf(name))
		}
	}
	return list, more
}

const adviceNodes = 500

// judge asks for advice and checks its sentence completely. It returns the names of the templates.
func judge(t *testing.T, pos rules.Position, v game.View, nodes int64) (names []string) {
	t.Helper()
	a, err := atom4.Game{}.Advise(t.Context(), v, nodes)
	if err != nil {
		t.Fatal(err)
	}
	c := &claim{T: t, Advice: a, p: plainOf(t, v), pos: pos, nodes: nodes}
	c.next, c.changed, _ = c.p.play(pointOf(a.Text))
	said, ok := strings.CutPrefix(a.Move.Sentence, a.Text+": ")
	if !ok {
		said, ok = strings.CutPrefix(a.Move.Sentence, a.Text+" ")
		ok = ok && strings.HasPrefix(said, "would ")
	}
	said, whole := strings.CutSuffix(said, ".")
	c.want(ok && whole && len(a.Move.Sentence) <= 150, "it begins with the move, is a sentence, and not too long")
	for _, e := range endings {
		if c.part = regexp.MustCompile(e.says + "$").FindStringSubmatch(said); c.part != nil {
			said = strings.TrimSuffix(said, c.part[0])
			names = append(names, e.name)
			e.check(c)
		}
	}
	if name, holds := c.p.ideaTold(t, pointOf(a.Text), said); name != "" {
		c.want(holds && name == a.Theme && c.tells(said), "the idea, and that few moves have it")
		return append(names, name)
	}
	c.want(a.Theme == "", "an idea that it does not tell")
	for _, say := range templates {
		if c.part = regexp.MustCompile("^" + say.says + "$").FindStringSubmatch(said); c.part != nil {
			say.check(c)
			return append(names, say.name)
		}
	}
	if name, _ := c.among(merits, said, pointOf(a.Text)); name != "" {
		return append(names, name)
	}
	t.Errorf("%s says %q, which no template does", pos, a.Move.Sentence)
	return names
}

func recorded(t testing.TB) (rounds []int, moves [][]string) {
	t.Helper()
	for i, g := range rulestest.Games(t, "rules/testdata/games.jsonl.gz") {
		rounds, moves = append(rounds, g.Round), append(moves, nil)
		for _, s := range g.Squares {
			moves[i] = append(moves[i], s.String())
		}
	}
	return rounds, moves
}

// rare holds positions from the recorded rounds whose sentences are rare.
var rare = []struct{ board, turn string }{
	{"16/16/16/16/9p6/8bK6/6rrKgy5/6KKbrrb4/6cKKWrW4/6cbrWWp4/7b1rW5/16/16/16/16/16", "red"},
	{"16/16/8cb6/7gcc6/7ygc6/6yypp6/7gWW6/7WWrp5/7rWpp5/6yrKK6/7rKKpp4/8cpr5/9b6/16/16/16", "yellow"},
	{"16/16/9b6/5pKKWb6/6KcWWc5/6pKWy1r4/6bbWWWpr3/5WWrpcWrgc2/5KKpgcrWrg2/5bpybpbry3/5cKKKbgcK3/5ccbKWggp3/6g1WK6/16/16/16", "purple"},
	{"WWWWcW1yWWWWWWyW/WWWrWWWWcWWW1WcW/WWyWWcWWWKWWyWW1/WWWWWWWWpcWcWWcW/bWyWW1rWcWKWWWWW/WWcpWWWWWWWgyWWy/yWWWKWWWWpWWbWWK/WWWWWbrpgrWWWWWW/WWWcWKWWWWWpgWWW/gWyWWWWbWWWWWWWW/bWKWWgyWWcWrWcWW/WKWWWWWWWrWyWWWW/WWWWWWWWWWWWWWWy/rWWWWKgWWWWWWWbW/cWWWWWWWW1WWKWW1/WWWWWWWWWWWWWWWW", "red"}, // five rows at once
	{strings.Replace(nearlyFull, "Wyrp1/", "Wyrry/", 1) + "yrKKbWbbcKKcpb2/gKbKcggcWppKWpp1/yrrgcygypbpbp3", "green"},
}

// nearlyFull is the upper part of a board with few empty vertices.
const nearlyFull = "yygcbWgggcgWryrr/KyycWyccggbWyrp1/WrrgWWcbcbpgcrpK/rKggcbbKcprpppbb/pKcygccgrWppbpbp/bbKygWcKyppbpppr/KgcyycWKgyKbcyyW/" +
	"gccrccbpyrpbggcc/ggcKgbcpprrWKgcg/WWKKpprKbrgKKbgy/bcyKbppKbKKyycgg/bWrbcpKcKKKycKgg/KKrrccpbbprcyWbc/"

func viewOf(t *testing.T, board, turn string) game.View {
	t.Helper()
	v, err := atom4.Game{}.ParseView(fmt.Appendf(nil, `{"round":1,"board":%q,"turn":%q}`, board, turn))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// Every sentence in favour of a move is true.
func TestReasonsAreTrue(t *testing.T) {
	seen := map[string]int{}
	rounds, games := recorded(t)
	for i, moves := range games {
		s, pos := play(t, fmt.Sprintf("round=%d", rounds[i]), ""), rules.Start(rounds[i])
		for ply, m := range moves {
			if left := len(moves) - ply; left <= 5 && i%2 == 0 || (ply+7*i)%29 == 0 {
				for _, name := range judge(t, pos, s.View(s.ToMove()), adviceNodes) {
					seen[name]++
				}
			}
			square, err := rules.ParseSquare(m)
			if err != nil {
				t.Fatal(err)
			}
			if s, _, err = s.Play(m); err != nil {
				t.Fatal(err)
			}
			pos = pos.Play(square)
		}
	}
	for _, c := range rare {
		v := viewOf(t, c.board, c.turn)
		pos, err := rules.ParseBoard(c.board, rules.Color(slices.Index(plainColours, c.turn)))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range judge(t, pos, v, adviceNodes) {
			seen[name]++
		}
	}
	v := viewOf(t, nearlyFull+"yrKKbWbbcKKcpb2/gKbKcggcWppKWpp1/yrrgcygypbpbp3", "yellow")
	a, err := atom4.Game{}.Advise(t.Context(), v, 80*adviceNodes) // enough to search to the end of the round
	if p := plainOf(t, v); err == nil && strings.HasSuffix(a.Move.Sentence, ": leads to a draw: neither player can force a line.") && p.outcome() == 0 {
		seen["drawn"]++
	}
	for _, say := range templates {
		if seen[say.name] == 0 {
			t.Errorf("nothing says %q", say.name)
		}
	}
	for _, name := range []string{"plan", "makes", "takes", "turns", idea.ToCome, idea.SafePieces, idea.FarPropagator, idea.Crossing, idea.TwoWays, idea.SpoiledColour} {
		if seen[name] == 0 {
			t.Errorf("nothing says %q", name)
		}
	}
	t.Log(seen)
	for _, e := range endings {
		if seen[e.name] == 0 {
			t.Errorf("nothing ends with %q", e.name)
		}
	}
}

// marked writes marks: "k10 y" is beside the contents of k10, "j11=r" in place of the contents of j11.
func marked(marks []grid.Mark) string {
	var list []string
	for _, m := range marks {
		sign := " "
		if m.Place {
			sign = "="
		}
		list = append(list, m.Spot+sign+string(m.Rune))
	}
	return strings.Join(list, ", ")
}

// strokes describes the lines, rings and numbers of a drawing by their positions.
func strokes(picture scene.Scene, shapes []scene.Shape) string {
	var list []string
	for _, sh := range shapes {
		what := map[scene.Colour]string{scene.Good: "good ", scene.Bad: "bad "}[sh.Stroke]
		switch spot := picture.At(sh.X, sh.Y); {
		case sh.Kind == scene.Segment:
			list = append(list, spot+"-"+picture.At(sh.X+sh.W, sh.Y+sh.H))
		case sh.Kind == scene.Path:
			list = append(list, what+rowWithin(picture, sh))
		case sh.Kind == scene.Circle && sh.Fill == scene.None && sh.Dash == 0:
			list = append(list, what+spot)
		case sh.Kind == scene.Letters && sh.Fill == scene.On(scene.Accent):
			list = append(list, sh.Text)
		}
	}
	return strings.Join(list, ", ")
}

// The sentences and drawings that follow from the rules alone are right.
func TestAdviceIsDrawn(t *testing.T) {
	for _, c := range []struct {
		name                 string
		v                    game.View
		says, marks, strokes string
	}{
		{
			"a win", play(t, "", strings.TrimSuffix(shortest, ";h8")).View(0), "h8 would win: four whites from g11 to i8.",
			"g11 =, h10 =, h9 =, i8 =, g9 W, h9 W, i8 W, h8=g, h8 *",
			"a row from g11 to i8, h8-g9, h8-h9, h8-i8, h8",
		},
		{
			"a row that is stopped", viewOf(t, rare[2].board, rare[2].turn),
			"k11 would stop the whites on i12-j9, which red on k11 would complete; every other move loses within 2 moves.",
			"i12 =, i11 =, j10 =, j9 =, k12 b, k10 p, j11 r, k11=p, k11 *",
			"a row from i12 to j9, k11-k12, k11-k10, k11-j11, k11",
		},
	} {
		a, err := atom4.Game{}.Advise(t.Context(), c.v, adviceNodes)
		if err != nil {
			t.Fatal(err)
		}
		if a.Move.Sentence != c.says || marked(a.Move.Marks) != c.marks || strokes(c.v.Scene(), a.Move.Shapes) != c.strokes {
			t.Errorf("%s: %q marked %s, drawn %s", c.name, a.Move.Sentence, marked(a.Move.Marks), strokes(c.v.Scene(), a.Move.Shapes))
		}
	}
}

// The expected moves are named and drawn with their numbers, and are legal one after another. If they end with a win, a proof
// shows that this number of plies is enough.
func TestWhatFollows(t *testing.T) {
	won := 0
	for _, c := range rare {
		for _, turn := range []string{"red", "yellow", "green", "cyan", "blue", "purple"} {
			v := viewOf(t, c.board, turn)
			a, err := atom4.Game{}.Advise(t.Context(), v, adviceNodes)
			if err != nil {
				t.Fatal(err)
			}
			p := plainOf(t, v)
			var told, marks, drawn, numbers []string
			ended, ending := false, ""
			for i, s := range a.Line {
				if !slices.Contains(p.moves(), pointOf(s)) || ended {
					t.Fatalf("%v: %s is not legal", a.Line, s)
				}
				colour, before := plainColours[p.turn], p
				if i < 7 {
					marks = append(marks, fmt.Sprintf("%s=%d, %s %c", s, i+1, s, "KrgybpcW"[p.turn]))
					drawn, numbers = append(drawn, s), append(numbers, fmt.Sprint(i+1)) // no ring covers a number
				}
				var rows [][]point
				p, _, rows = p.play(pointOf(s))
				if ended = len(rows) > 0; i < 3 {
					told = append(told, colour+" on "+s)
					if made := before.made(pointOf(s)); made != nil {
						var names []string
						for _, m := range made {
							names = append(names, m.String())
						}
						told[i] += " turns " + phrase.List(names) + " " + plainColours[goal(before.turn)]
					}
				}
				if ended && i >= 3 {
					ending = "; " + colour + " wins on " + s + " at the end"
				}
			}
			if marked(a.Follow.Marks) != strings.Join(marks, ", ") || strokes(v.Scene(), a.Follow.Shapes) != strings.Join(append(drawn, numbers...), ", ") {
				t.Errorf("%v is marked %s, drawn %s", a.Line, marked(a.Follow.Marks), strokes(v.Scene(), a.Follow.Shapes))
			}
			want := "Expected: " + strings.Join(told, ", ")
			switch {
			case ended && len(a.Line) <= 7 && ending == "":
				ending = ", which wins"
			case !ended && len(a.Line) <= 3 && len(p.moves()) == 0:
				ending = ", which fills the board"
			case !ended && len(a.Line) <= 7 && len(p.moves()) == 0:
				ending = "; then the board fills up"
			case len(a.Line) > 7, !ended && len(a.Line) > 3:
				ending = ", and so on"
			}
			if want += ending; ended {
				won++
			}
			if a.Follow.Sentence != want+"." {
				t.Errorf("%v: %q, want %q", a.Line, a.Follow.Sentence, want)
			}
			if plies := max(a.Win, -a.Win); ended && (len(a.Line) > plies || len(a.Line)%2 == 1 != (a.Win > 0)) {
				t.Errorf("%v wins, but %d is proved", a.Line, a.Win)
			}
			if want := map[bool]float64{true: 1}[a.Win > 0]; a.Win != 0 && a.Chance != want || a.Win == 0 && (a.Chance <= 0 || a.Chance >= 1) {
				t.Errorf("the chance is %v with %d", a.Chance, a.Win)
			}
		}
	}
	if won < 5 {
		t.Errorf("only %d lines end with a win", won)
	}
}

// There is a warning if and only if there is a threat.
func TestThreats(t *testing.T) {
	says := regexp.MustCompile(`^Player ([12]) threatens (\w+) on (.+): (a line of four|\w+ \w+ on (\w+)-(\w+))\.$`)
	threats, rowsNamed := 0, 0
	rounds, games := recorded(t)
	for i, moves := range games {
		s := play(t, fmt.Sprintf("round=%d", rounds[i]), "")
		for ply, m := range moves {
			if left := len(moves) - ply; left <= 3 || (ply+i)%9 == 0 {
				p := plainOf(t, s.View(s.ToMove()))
				wins := p.wins(later(p.turn, 1))
				said, is := atom4.Game{}.Threat(s.View(s.ToMove()))
				c := &claim{T: t, Advice: game.Advice{Move: said}, p: p, part: says.FindStringSubmatch(said.Sentence)}
				if is != (len(wins) > 0) || is != (c.part != nil) {
					t.Fatalf("%q, but %v win", said.Sentence, wins)
				}
				if is {
					threats++
					rowsNamed += c.threat(wins)
				}
			}
			var err error
			if s, _, err = s.Play(m); err != nil {
				t.Fatal(err)
			}
		}
		if said, is := (atom4.Game{}).Threat(s.View(0)); is {
			t.Errorf("at the end: %q", said.Sentence)
		}
	}
	if threats < 50 || rowsNamed == 0 || rowsNamed == threats {
		t.Errorf("%d threats, %d of them by one row", threats, rowsNamed)
	}
}

// threat checks the sentence and the marks of a warning against the known wins. It returns 1 if the sentence names the row.
func (c *claim) threat(wins map[point][][]point) (named int) {
	c.want(c.part[1] == c.other(), "the player")
	var row []point
	if c.part[5] != "" {
		named, row = 1, lineBetween(c.T, c.part[5], c.part[6])
		whole := strings.NewReplacer(" from ", " on ", " to ", "-").Replace(tell(row, later(c.p.turn, 1)))
		c.want(c.part[4] == whole, "the row")
	}
	c.completed(c.p, 1, c.part[2], c.part[3], row)
	var at []point
	inRows := map[point]bool{}
	for a, rows := range wins {
		at = append(at, a)
		for _, row := range rows {
			for _, b := range row {
				inRows[b] = true
			}
		}
	}
	exclamations := 0
	for _, mark := range c.Move.Marks {
		switch mark.Rune {
		case '!':
			exclamations++
			c.want(slices.Contains(at, pointOf(mark.Spot)), mark.Spot+" wins")
		case '=':
			c.want(inRows[pointOf(mark.Spot)], mark.Spot+" is in a row")
		}
	}
	c.want(exclamations == len(wins), "all are marked")
	return named
}

func TestAdviceAtTheEnd(t *testing.T) {
	if a, err := (atom4.Game{}).Advise(t.Context(), play(t, "", shortest).View(0), adviceNodes); !errors.Is(err, bot.ErrOver) {
		t.Errorf("%+v, %v", a, err)
	}
	type another struct{ game.View }
	if a, err := (atom4.Game{}).Advise(t.Context(), another{}, adviceNodes); err == nil {
		t.Errorf("for another game: %+v", a)
	}
	if p, is := (atom4.Game{}).Threat(another{}); is {
		t.Errorf("in another game: %+v", p)
	}
}
