package gametest

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"attic/draw/grid"
	"attic/draw/scene"
	"attic/game"
	"attic/game/example/toy"
)

// altered is a view with some of its methods replaced.
type altered struct {
	toy.View
	grid   func(w, h int) grid.Grid
	panel  func(w, h int) grid.Grid
	tracks func() []game.Track
	look   func(track string, spots ...string) game.Preview
	scene  func() scene.Scene
	aside  func(w, h float64) scene.Scene
	status func() game.Status
}

func (v altered) Grid(w, h int) grid.Grid {
	if v.grid != nil {
		return v.grid(w, h)
	}
	return v.View.Grid(w, h)
}

func (v altered) Panel(w, h int) grid.Grid {
	if v.panel != nil {
		return v.panel(w, h)
	}
	return v.View.Panel(w, h)
}

func (v altered) Tracks() []game.Track {
	if v.tracks != nil {
		return v.tracks()
	}
	return v.View.Tracks()
}

func (v altered) Look(track string, spots ...string) game.Preview {
	if v.look != nil {
		return v.look(track, spots...)
	}
	return v.View.Look(track, spots...)
}

func (v altered) Scene() scene.Scene {
	if v.scene != nil {
		return v.scene()
	}
	return v.View.Scene()
}

func (v altered) Aside(w, h float64) scene.Scene {
	if v.aside != nil {
		return v.aside(w, h)
	}
	return v.View.Aside(w, h)
}

func (v altered) Status() game.Status {
	if v.status != nil {
		return v.status()
	}
	return v.View.Status()
}

// board changes Grid, panel changes Panel, track changes the track, and look changes the look at a number.

func board(change func(g grid.Grid, w int) grid.Grid) func(toy.State, toy.View, int) game.View {
	return func(_ toy.State, v toy.View, _ int) game.View {
		return altered{View: v, grid: func(w, h int) grid.Grid { return change(v.Grid(w, h), w) }}
	}
}

func panel(draw func(w, h int) grid.Grid) func(toy.State, toy.View, int) game.View {
	return func(_ toy.State, v toy.View, _ int) game.View { return altered{View: v, panel: draw} }
}

func track(change func(t *game.Track)) func(toy.State, toy.View, int) game.View {
	return func(_ toy.State, v toy.View, _ int) game.View {
		return altered{View: v, tracks: func() []game.Track {
			list := v.Tracks()
			change(&list[0])
			return list
		}}
	}
}

func look(change func(p *game.Preview)) func(toy.State, toy.View, int) game.View {
	return func(_ toy.State, v toy.View, _ int) game.View {
		return altered{View: v, look: func(track string, spots ...string) game.Preview {
			p := v.Look(track, spots...)
			change(&p)
			return p
		}}
	}
}

// picking changes the track: a move that begins with word then picks as many numbers as pick says.
func picking(word string, pick int) func(t *game.Track) {
	return func(t *game.Track) { t.Pick, t.Word, t.Mark = pick, word, '@' }
}

// stamping gives the track a stamp.
func stamping(sh scene.Shape) func(*game.Track) {
	return func(t *game.Track) {
		picking("guess", 1)(t)
		t.Stamp = []scene.Shape{sh}
	}
}

var touchFaults = []fault{
	{
		name: "no picture", promise: "info is complete",
		info: func(i game.Info) game.Info { i.Picture = grid.Grid{}; return i },
	},
	{
		name: "a picture too high", promise: "info is complete",
		info: func(i game.Info) game.Info { i.Picture = grid.New(24, 8); return i },
	},
	{
		name: "a large board that does not fit", promise: "boards grow with the room",
		view: board(func(g grid.Grid, w int) grid.Grid {
			if w == 0 {
				return g
			}
			larger := grid.New(w+1, g.H)
			larger.Draw(0, 0, g)
			return larger
		}),
	},
	{
		name: "a board that shrinks", promise: "boards grow with the room",
		view: board(func(g grid.Grid, w int) grid.Grid {
			if w != 100 {
				return g
			}
			smaller := grid.New(g.W, g.H-1)
			smaller.Draw(0, 0, g)
			return smaller
		}),
	},
	{
		name: "a large board without a spot", promise: "boards grow with the room",
		view: board(func(g grid.Grid, w int) grid.Grid {
			if w > 100 {
				g.Put(0, 0, "    1 ", grid.Legal, "")
			}
			return g
		}),
	},
	{
		name: "a layer that keeps its size", promise: "boards grow with the room",
		view: board(func(g grid.Grid, _ int) grid.Grid {
			g.Layers = []grid.Layer{{Name: "all", Label: "All", Grid: grid.Empty(60, 1)}}
			return g
		}),
	},
	{
		name: "a layer of the small board only", promise: "boards grow with the room",
		view: board(func(g grid.Grid, w int) grid.Grid {
			if w <= 1 {
				g.Layers = []grid.Layer{{Name: "all", Label: "All", Grid: grid.Empty(g.W, g.H)}}
			}
			return g
		}),
	},
	{
		name: "a panel too wide", promise: "panels fit",
		view: panel(func(w, h int) grid.Grid { return grid.New(13, min(h, 1)) }),
	},
	{
		name: "a panel too high", promise: "panels fit",
		view: panel(func(w, h int) grid.Grid { return grid.New(w, h+1) }),
	},
	{
		name: "a panel with a control character", promise: "panels fit",
		view: panel(func(w, h int) grid.Grid {
			g := grid.New(w, h)
			g.Draw(0, 0, text("\t", ""))
			return g
		}),
	},
	{
		name: "a panel with a spot of its own", promise: "panels fit",
		view: panel(func(w, h int) grid.Grid {
			g := grid.New(w, h)
			g.Draw(0, 0, text("x", "panel"))
			return g
		}),
	},
	{
		name: "no track", promise: "tracks hold the moves' spots",
		view: func(_ toy.State, v toy.View, _ int) game.View {
			return altered{View: v, tracks: func() []game.Track { return nil }}
		},
	},
	{
		name: "a track with a different name", promise: "tracks hold the moves' spots",
		view: track(func(t *game.Track) { t.Name = "ask" }),
	},
	{
		name: "a track without a label", promise: "tracks hold the moves' spots",
		view: track(func(t *game.Track) { t.Label = "" }),
	},
	{
		name: "a track that lacks a spot", promise: "tracks hold the moves' spots",
		view: track(func(t *game.Track) { t.Spots = t.Spots[1:] }),
	},
	{
		name: "a track with a spot that is not on the grid", promise: "tracks hold the moves' spots",
		view: track(func(t *game.Track) { t.Spots = append(t.Spots, "21") }),
	},
	{
		name: "a track that parks nowhere", promise: "tracks hold the moves' spots",
		view: track(func(t *game.Track) { t.Park = "corner" }),
	},
	{
		name: "a track with a picked spot that it does not hold", promise: "tracks hold the moves' spots",
		view: track(func(t *game.Track) { t.Picked = []string{"21"} }),
	},
	{
		name: "a stamp that is too large", promise: "tracks hold the moves' spots",
		view: track(stamping(scene.Disc(0, 0, 0.6, scene.Red))),
	},
	{
		name: "a stamp with a key", promise: "tracks hold the moves' spots",
		view: track(stamping(scene.Shape{W: 0.1, H: 0.1, Key: "k"})),
	},
	{
		name: "a stamp in a step", promise: "tracks hold the moves' spots",
		view: track(stamping(scene.Shape{W: 0.1, H: 0.1, Step: 1})),
	},
	{
		name: "a stamp where nothing is picked", promise: "tracks hold the moves' spots",
		view: track(func(t *game.Track) { t.Stamp = []scene.Shape{{W: 0.1, H: 0.1}} }),
	},
	{
		name: "picking without a word", promise: "tracks hold the moves' spots",
		view: track(picking("", 1)),
	},
	{
		name: "picked spots that do not make a move", promise: "tracks hold the moves' spots",
		view: track(picking("guess", 2)),
	},
	{
		name: "more spots to pick than there are", promise: "tracks hold the moves' spots",
		view: track(picking("guess", toy.Most+1)),
	},
	{
		name: "two moves with the same touch", promise: "tracks hold the moves' spots",
		moves: func(_ game.State, list []game.Move) []game.Move {
			if len(list) > 1 {
				list[1].Spots = list[0].Spots
			}
			return list
		},
	},
	{
		name: "a look with a different sentence", promise: "a look at a listed move shows the same as its preview",
		view: look(func(p *game.Preview) { p.Sentence = strings.ToUpper(p.Sentence) }),
	},
	{
		name: "a look lacks a mark", promise: "a look at a listed move shows the same as its preview",
		view: look(func(p *game.Preview) { p.Marks = nil }),
	},
	{
		name: "a look lacks a path", promise: "a look at a listed move shows the same as its preview",
		view: func(_ toy.State, v toy.View, _ int) game.View {
			return seeing{v, func(text string) game.Preview {
				p := v.Preview(text)
				p.Paths = []grid.Path{{Spots: []string{"1", "2"}}}
				return p
			}}
		},
	},
	{
		name: "a look without a sentence", promise: "looks answer anything",
		view: look(func(p *game.Preview) { p.Sentence = "" }),
	},
	{
		name: "a look marks a spot that does not exist", promise: "looks answer anything",
		view: look(func(p *game.Preview) { p.Marks = []grid.Mark{{Spot: "21", Rune: 'x'}} }),
	},
	{
		name: "a path over a spot that does not exist", promise: "looks answer anything",
		view: look(func(p *game.Preview) { p.Paths = []grid.Path{{Spots: []string{"21"}}} }),
	},
	{
		name: "a diagonal path", promise: "looks answer anything",
		view: look(func(p *game.Preview) { p.Paths = []grid.Path{{Spots: []string{"1", "12"}}} }),
	},
	{
		name: "a number shown only by its colour", promise: "nothing is told by colour alone",
		view: func(s toy.State, v toy.View, seat int) game.View {
			return altered{View: v, grid: func(w, h int) grid.Grid {
				g := toy.View{Public: v.Public}.Grid(w, h)
				for _, i := range g.Cells(strconv.Itoa(s.Number)) {
					if c := g.At(i%g.W, i/g.W); seat == toy.Hider {
						c.Role = grid.Good
						g.Set(i%g.W, i/g.W, c)
					}
				}
				return g
			}}
		},
	},
	{
		name: "a preview that shows only by its colour", promise: "nothing is told by colour alone",
		view: func(_ toy.State, v toy.View, _ int) game.View {
			return seeing{v, func(text string) game.Preview {
				p := v.Preview(text)
				for i := range p.Marks {
					p.Marks[i].Rune = ' '
				}
				return p
			}}
		},
	},
	{
		name: "the panel tells the secret", promise: "states that look alike behave alike",
		view: func(s toy.State, v toy.View, _ int) game.View {
			return altered{View: v, panel: func(w, h int) grid.Grid { return text(strconv.Itoa(s.Number), "") }}
		},
	},
	{
		name: "the track tells the secret", promise: "states that look alike behave alike",
		view: func(s toy.State, v toy.View, _ int) game.View {
			return altered{View: v, tracks: func() []game.Track {
				list := v.Tracks()
				list[0].Picked = []string{strconv.Itoa(s.Number)}
				return list
			}}
		},
	},
	{
		name: "a look tells the secret", promise: "states that look alike behave alike",
		view: func(s toy.State, v toy.View, _ int) game.View {
			return altered{View: v, look: func(track string, spots ...string) game.Preview {
				p := v.Look(track, spots...)
				if n := strconv.Itoa(s.Number); slices.Contains(spots, n) || len(spots) == 0 {
					p.Sentence = "It is " + n + "."
				}
				return p
			}}
		},
	},
	{
		name: "the panel is lost in the text of a view", promise: "views round-trip",
		view: panel(func(int, int) grid.Grid { return text("here", "") }),
	},
	{
		name: "looks are lost in the text of a view", promise: "views round-trip",
		view: look(func(p *game.Preview) { p.Sentence += " Here." }),
	},
}

func text(line, spot string) grid.Grid {
	g := grid.New(len(line), 1)
	g.Put(0, 0, line, grid.Plain, spot)
	return g
}

func TestEveryFaultOfTouchingIsNoticed(t *testing.T) { notice(t, touchFaults) }

// A track on which numbers are picked keeps its promise if the picked numbers make a move or are refused with a reason.
func TestPickingMayBeRefusedWithAReason(t *testing.T) {
	for _, change := range []func(*game.Track){picking("guess", 1), stamping(scene.Disc(0, 0, 0.5, scene.Red))} {
		picky := broken{fault: fault{view: track(change)}}
		if err := tracksHoldTheMovesSpots(newTrial(picky, nil)); err != nil {
			t.Error(err)
		}
	}
}
