package gametest

import (
	"math"
	"slices"
	"strconv"
	"testing"

	"attic/draw/grid"
	"attic/draw/scene"
	"attic/game"
	"attic/game/example/toy"
)

// pictured changes Scene, asideOf changes Aside, and preview changes the previews of moves.

func pictured(change func(s *scene.Scene)) func(toy.State, toy.View, int) game.View {
	return func(_ toy.State, v toy.View, _ int) game.View {
		return altered{View: v, scene: func() scene.Scene {
			s := v.Scene()
			change(&s)
			return s
		}}
	}
}

func adding(sh scene.Shape) func(toy.State, toy.View, int) game.View {
	return pictured(func(s *scene.Scene) { s.Add(sh) })
}

// coming adds a shape after a question was asked.
func coming(sh scene.Shape) func(toy.State, toy.View, int) game.View {
	return func(_ toy.State, v toy.View, _ int) game.View {
		return altered{View: v, scene: func() scene.Scene {
			s := v.Scene()
			if v.Asked > 0 {
				s.Add(sh)
			}
			return s
		}}
	}
}

func asideOf(change func(s *scene.Scene, h float64)) func(toy.State, toy.View, int) game.View {
	return func(_ toy.State, v toy.View, _ int) game.View {
		return altered{View: v, aside: func(w, h float64) scene.Scene {
			s := v.Aside(w, h)
			change(&s, h)
			return s
		}}
	}
}

func preview(change func(p *game.Preview)) func(toy.State, toy.View, int) game.View {
	return func(_ toy.State, v toy.View, _ int) game.View {
		return seeing{v, func(text string) game.Preview {
			p := v.Preview(text)
			change(&p)
			return p
		}}
	}
}

// layered gives the grid an empty layer, and the scene a layer with shapes.
func layered(shapes ...scene.Shape) func(toy.State, toy.View, int) game.View {
	return func(_ toy.State, v toy.View, _ int) game.View {
		return altered{
			View: v,
			grid: func(w, h int) grid.Grid {
				g := v.Grid(w, h)
				g.Layers = []grid.Layer{{Name: "all", Label: "All", Grid: grid.Empty(g.W, g.H)}}
				return g
			},
			scene: func() scene.Scene {
				s := v.Scene()
				if shapes != nil {
					s.Layers = []scene.Layer{{Name: "all", Shapes: shapes}}
				}
				return s
			},
		}
	}
}

var sceneFaults = []fault{
	{
		name: "a scene without a size", promise: "scenes can be drawn",
		view: pictured(func(s *scene.Scene) { s.View = scene.Rectangle{} }),
	},
	{
		name: "a focus outside the scene", promise: "scenes can be drawn",
		view: pictured(func(s *scene.Scene) { s.Focus = scene.Rectangle{X: 9, Y: 0, W: 2, H: 1} }),
	},
	{
		name: "a focus with a number that is not finite", promise: "scenes can be drawn",
		view: pictured(func(s *scene.Scene) { s.Focus.X = math.NaN() }),
	},
	{name: "a shape with a number that is not finite", promise: "scenes can be drawn", view: adding(scene.Disc(math.NaN(), 0, 0.1, scene.Red))},
	{name: "a shape without end", promise: "scenes can be drawn", view: adding(scene.Stroke(0, 0, math.Inf(1), 0, 0.1, scene.Red))},
	{name: "a disc that hangs over", promise: "scenes can be drawn", view: adding(scene.Disc(-0.2, 0, 0.4, scene.Red))},
	{name: "a line that leads away", promise: "scenes can be drawn", view: adding(scene.Stroke(3, 1, 3, -1, 0.1, scene.Red))},
	{name: "letters too long", promise: "scenes can be drawn", view: adding(scene.Word(0, 0, 1, "hello", scene.Centre, scene.Red))},
	{name: "letters too low", promise: "scenes can be drawn", view: adding(scene.Word(1, 1.4, 1, "x", scene.Centre, scene.Red))},
	{
		name: "a path that bends out", promise: "scenes can be drawn",
		view: adding(scene.Shape{Kind: scene.Path, X: 0, Y: 0, W: 1, H: 1, D: "M0 0Q1 -4 2 0", Fill: scene.Red}),
	},
	{
		name: "a path that cannot be read", promise: "scenes can be drawn",
		view: adding(scene.Shape{Kind: scene.Path, W: 1, H: 1, D: "M0 0L1 1h1", Fill: scene.Red}),
	},
	{
		name: "an empty path", promise: "scenes can be drawn",
		view: adding(scene.Shape{Kind: scene.Path, W: 1, H: 1, Fill: scene.Red}),
	},
	{name: "letters without a text", promise: "scenes can be drawn", view: adding(scene.Word(1, 1, 0.1, " ", scene.Centre, scene.Red))},
	{name: "letters that cannot be printed", promise: "scenes can be drawn", view: adding(scene.Word(1, 1, 0.1, "a\n", scene.Centre, scene.Red))},
	{name: "an unknown kind", promise: "scenes can be drawn", view: adding(scene.Shape{Kind: 99, W: 0.1, H: 0.1})},
	{name: "an unknown colour", promise: "scenes can be drawn", view: adding(scene.Disc(0, 0, 0.1, scene.Colour(scene.Colours)))},
	{name: "a negative size", promise: "scenes can be drawn", view: adding(scene.Disc(0, 0, -0.1, scene.Red))},
	{name: "a fade above 1", promise: "scenes can be drawn", view: adding(scene.Shape{W: 0.1, H: 0.1, Fade: 1.5})},
	{name: "too large a step", promise: "scenes can be drawn", view: adding(scene.Shape{W: 0.1, H: 0.1, Step: 256})},
	{name: "a step before the first move", promise: "scenes can be drawn", view: adding(scene.Shape{W: 0.1, H: 0.1, Step: 1})},
	{
		name: "the same key twice", promise: "scenes can be drawn",
		view: pictured(func(s *scene.Scene) {
			s.Add(scene.Shape{W: 0.1, H: 0.1, Key: "k"}, scene.Shape{X: 1, W: 0.1, H: 0.1, Key: "k"})
		}),
	},
	{name: "a shape without a key that has a From", promise: "scenes can be drawn", view: coming(scene.Shape{From: "asked", Step: 1})},
	{name: "a shape that comes from itself", promise: "scenes can be drawn", view: coming(scene.Shape{Key: "k", From: "k", Step: 1})},
	{name: "a shape without a step that has a From", promise: "scenes can be drawn", view: coming(scene.Shape{Key: "k", From: "asked"})},
	{name: "a layer of the grid only", promise: "scenes can be drawn", view: layered()},
	{name: "a layer that hangs over", promise: "scenes can be drawn", view: layered(scene.Disc(-1, 0, 1, scene.Red))},
	{
		name: "a layer of the scene only", promise: "scenes can be drawn",
		view: pictured(func(s *scene.Scene) { s.Layers = []scene.Layer{{Name: "all"}} }),
	},
	{
		name: "the same spot twice", promise: "scenes can be drawn",
		view: pictured(func(s *scene.Scene) { s.Spots = append(s.Spots, s.Spots[0]) }),
	},
	{
		name: "a spot without a label", promise: "scenes can be drawn",
		view: pictured(func(s *scene.Scene) { s.Spots[3].Label = " " }),
	},
	{
		name: "a spot outside the scene", promise: "scenes can be drawn",
		view: pictured(func(s *scene.Scene) { s.Spots[0].Area.X -= 0.1 }),
	},
	{
		name: "a spot without a size", promise: "scenes can be drawn",
		view: pictured(func(s *scene.Scene) { s.Spots[3].Area.W = 0 }),
	},
	{
		name: "a spot under another spot", promise: "scenes can be drawn",
		view: pictured(func(s *scene.Scene) { s.Spots[1].Area = s.Spots[0].Area }),
	},
	{
		name: "a track's spot that is not there", promise: "spots are on the scene",
		view: pictured(func(s *scene.Scene) { s.Spots = s.Spots[1:] }),
	},
	{
		name: "a spot that is not on the grid", promise: "spots are on the scene",
		view: pictured(func(s *scene.Scene) {
			s.Spots = append(s.Spots, scene.Spot{Name: "21", Area: scene.Rectangle{W: 0.1, H: 0.1}, Label: "21"})
		}),
	},
	{
		name: "a spot that moves", promise: "spots are on the scene",
		view: func(_ toy.State, v toy.View, _ int) game.View {
			return altered{View: v, scene: func() scene.Scene {
				s := v.Scene()
				s.Spots[v.Guesses%20].Area.W -= 0.1
				return s
			}}
		},
	},
	{
		name: "beside the board, too narrow", promise: "pictures beside the board fit",
		view: asideOf(func(s *scene.Scene, h float64) { s.View.W /= 2 }),
	},
	{
		name: "beside the board, too high", promise: "pictures beside the board fit",
		view: asideOf(func(s *scene.Scene, h float64) { s.View.H = h + 1 }),
	},
	{
		name: "beside the board, a shape that hangs over", promise: "pictures beside the board fit",
		view: asideOf(func(s *scene.Scene, h float64) { s.Add(scene.Disc(-1, 0, 1, scene.Red)) }),
	},
	{
		name: "beside the board, a spot of its own", promise: "pictures beside the board fit",
		view: asideOf(func(s *scene.Scene, h float64) {
			s.Spots = []scene.Spot{{Name: "21", Area: scene.Rectangle{W: 1, H: 1}, Label: "21"}}
		}),
	},
	{
		name: "beside the board, a layer", promise: "pictures beside the board fit",
		view: asideOf(func(s *scene.Scene, h float64) { s.Layers = []scene.Layer{{Name: "all"}} }),
	},
	{
		name: "a move that changes the grid only", promise: "scenes show the changes of moves",
		view: func(_ toy.State, v toy.View, _ int) game.View {
			return altered{View: v, scene: func() scene.Scene { return toy.View{Public: toy.Public{Low: 1, High: toy.Most}}.Scene() }}
		},
	},
	{
		name: "a change at the wrong spot", promise: "scenes show the changes of moves",
		view: pictured(func(s *scene.Scene) {
			for i := range s.Shapes {
				s.Shapes[i].X = 0.5 + s.Shapes[i].X/100
			}
		}),
	},
	{
		name: "a shape from an unknown key", promise: "scenes show the changes of moves",
		view: coming(scene.Shape{Key: "k", From: "asked 1", Step: 1}),
	},
	{
		name: "a number shown only by the colour of its box", promise: "scenes tell nothing by colour alone",
		view: func(s toy.State, v toy.View, seat int) game.View {
			return altered{View: v, scene: func() scene.Scene {
				picture := toy.View{Public: v.Public}.Scene()
				if seat == toy.Hider {
					picture.Shapes[0].Fill = scene.Good
				}
				return picture
			}}
		},
	},
	{
		name: "a preview that shows only by its colour", promise: "scenes tell nothing by colour alone",
		view: func(_ toy.State, v toy.View, _ int) game.View {
			return seeing{v, func(text string) game.Preview {
				p := v.Preview(text)
				for i := range p.Shapes {
					p.Shapes[i].Fill = scene.Red + scene.Colour(v.Guesses+len(text))%5
				}
				return p
			}}
		},
	},
	{
		name: "an unknown sound", promise: "sounds are known",
		view: func(_ toy.State, v toy.View, _ int) game.View {
			return altered{View: v, status: func() game.Status { return game.Status{Sounds: []game.Sound{"bang"}} }}
		},
	},
	{
		name: "no goal", promise: "goals and results are told",
		view: func(_ toy.State, v toy.View, _ int) game.View {
			return altered{View: v, status: func() game.Status { return game.Status{} }}
		},
	},
	{
		name: "a result before the end", promise: "goals and results are told",
		view: func(_ toy.State, v toy.View, _ int) game.View {
			return altered{View: v, status: func() game.Status { return game.Status{Goal: "Win.", Result: "You won."} }}
		},
	},
	{
		name: "no sample", promise: "the sample is playable",
		info: func(i game.Info) game.Info { i.Sample = nil; return i },
	},
	{
		name: "a sample that is refused", promise: "the sample is playable",
		info: func(i game.Info) game.Info { i.Sample = []string{"start", "start"}; return i },
	},
	{
		name: "three seats, two sides", promise: "info is complete",
		info: func(i game.Info) game.Info { i.Flanked, i.Seats = true, append(i.Seats, i.Seats[0]); return i },
	},
	{
		name: "a preview on the grid only", promise: "views never panic at a preview",
		view: preview(func(p *game.Preview) { p.Shapes = nil }),
	},
	{
		name: "a preview on the scene only", promise: "views never panic at a preview",
		view: preview(func(p *game.Preview) { p.Marks = nil }),
	},
	{
		name: "a preview that hangs over", promise: "views never panic at a preview",
		view: preview(func(p *game.Preview) {
			for i := range p.Shapes {
				p.Shapes[i].X -= 20
			}
		}),
	},
	{
		name: "a preview with a key of the board", promise: "views never panic at a preview",
		view: func(_ toy.State, v toy.View, _ int) game.View {
			return seeing{v, func(text string) game.Preview {
				p := v.Preview(text)
				for i := range p.Shapes {
					p.Shapes[i].Key = "asked"
				}
				return p
			}}
		},
	},
	{
		name: "a look on the grid only", promise: "looks answer anything",
		view: look(func(p *game.Preview) { p.Shapes = nil }),
	},
	{
		name: "a look lacks a shape", promise: "a look at a listed move shows the same as its preview",
		view: look(func(p *game.Preview) {
			for i := range p.Shapes {
				p.Shapes[i].Y += 0.1
			}
		}),
	},
	{
		name: "the scene is lost in the text of a view", promise: "views round-trip",
		view: adding(scene.Disc(0, 0, 0.1, scene.Red)),
	},
	{
		name: "a shape of a preview is lost in the text of a view", promise: "views round-trip",
		view: preview(func(p *game.Preview) { p.Shapes = append(p.Shapes, scene.Disc(0, 0, 0.1, scene.Red)) }),
	},
	{
		name: "the scene tells the secret", promise: "states that look alike behave alike",
		view: func(s toy.State, v toy.View, _ int) game.View {
			return altered{View: v, scene: func() scene.Scene {
				picture := v.Scene()
				picture.Spots[s.Number-1].Label += ", well"
				return picture
			}}
		},
	},
	{
		name: "a picture beside the board tells the secret", promise: "states that look alike behave alike",
		view: func(s toy.State, v toy.View, _ int) game.View {
			return altered{View: v, aside: func(w, h float64) scene.Scene {
				picture := v.Aside(w, h)
				if h > 700 {
					picture.Add(scene.Word(100, 10, 10, strconv.Itoa(s.Number), scene.Left, scene.Text))
				}
				return picture
			}}
		},
	},
	{
		name: "a shape of a preview tells the secret", promise: "states that look alike behave alike",
		view: func(s toy.State, v toy.View, _ int) game.View {
			return seeing{v, func(text string) game.Preview {
				p := v.Preview(text)
				if text == "guess "+strconv.Itoa(s.Number) {
					p.Shapes[0].Text = "!"
				}
				return p
			}}
		},
	},
	{
		name: "the scene tells the secret by a step", promise: "nothing hidden is shown at the start",
		view: func(s toy.State, v toy.View, _ int) game.View {
			return altered{View: v, scene: func() scene.Scene {
				picture := v.Scene()
				picture.Shapes[0].Step = s.Number
				return picture
			}}
		},
	},
	{
		name: "a secret move shows in the guesser's scene", promise: "secret moves stay secret",
		view: func(s toy.State, v toy.View, _ int) game.View {
			return altered{View: v, scene: func() scene.Scene {
				picture := v.Scene()
				if s.ByHand {
					picture.Shapes[s.Number].Width = 1
				}
				return picture
			}}
		},
	},
}

func TestEveryFaultOfScenesIsNoticed(t *testing.T) { notice(t, sceneFaults) }

func TestLayersOfSceneAndGridGoTogether(t *testing.T) {
	sound := broken{fault: fault{view: layered(scene.Disc(0, 0, 0.1, scene.Red))}}
	if err := scenesAreSound(newTrial(sound, nil)); err != nil {
		t.Error(err)
	}
}

func TestBounds(t *testing.T) {
	r := func(x, y, w, h float64) scene.Rectangle { return scene.Rectangle{X: x, Y: y, W: w, H: h} }
	word := scene.TextWidth("abc", 10, true)
	bold := func(a scene.Align) scene.Shape {
		sh := scene.Word(100, 50, 10, "abc", a, scene.Text)
		sh.Bold = true
		return sh
	}
	path := func(d string) scene.Shape {
		return scene.Shape{Kind: scene.Path, X: 10, Y: 20, W: 2, H: 4, D: d}
	}
	for _, c := range []struct {
		name  string
		shape scene.Shape
		want  scene.Rectangle
	}{
		{"a disc", scene.Disc(5, 6, 2, scene.Red), r(3, 4, 4, 4)},
		{"a box", scene.Box(5, 6, 2, 3, 1, scene.Red), r(5, 6, 2, 3)},
		{"a line up and left", scene.Stroke(5, 6, 1, 2, 1, scene.Red), r(1, 2, 4, 4)},
		{"a word around its middle", bold(scene.Centre), r(100-word/2, 46.4, word, 7.2)},
		{"a word from its left", bold(scene.Left), r(100, 46.4, word, 7.2)},
		{"a word to its right", bold(scene.Right), r(100-word, 46.4, word, 7.2)},
		{"a straight path", path("M1 1L2 1L2 3Z"), r(12, 24, 2, 8)},
		{"a curve reaches halfway to its middle point", path("M0 0Q1 2 2 0"), r(10, 20, 4, 4)},
		{"a wave", path("M0 0C0 4 2 4 2 0"), r(10, 20, 4, 12)},
		{"two parts", path("M0 0L1 0M3 3L4 4"), r(10, 20, 8, 16)},
		{"an invalid path", path("x"), r(0, 0, 0, 0)},
	} {
		got := bounds(c.shape)
		for _, d := range []float64{got.X - c.want.X, got.Y - c.want.Y, got.W - c.want.W, got.H - c.want.H} {
			if math.Abs(d) > 1e-9 {
				t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
				break
			}
		}
	}
}

// unlike and digest find no difference between equal pictures, and find every visible change.
func TestUnlike(t *testing.T) {
	view := toy.View{Public: toy.Public{Low: 1, High: toy.Most}}
	for _, c := range []struct {
		name   string
		change func(list []scene.Scene)
		differ bool
	}{
		{"the same", func([]scene.Scene) {}, false},
		{"another view", func(l []scene.Scene) { l[0].View.W++ }, true},
		{"another focus", func(l []scene.Scene) { l[0].Focus.W++ }, true},
		{"a missing spot", func(l []scene.Scene) { l[0].Spots = l[0].Spots[1:] }, true},
		{"a different label", func(l []scene.Scene) { l[0].Spots[7].Label = "?" }, true},
		{"another colour", func(l []scene.Scene) { l[0].Shapes[7].Fill = scene.Red }, true},
		{"an additional shape", func(l []scene.Scene) { l[0].Add(scene.Shape{}) }, true},
		{"a missing shape", func(l []scene.Scene) { l[0].Shapes = l[0].Shapes[1:] }, true},
		{"a different name of a layer", func(l []scene.Scene) { l[0].Layers[0].Name = "b" }, true},
		{"a different shape in a layer", func(l []scene.Scene) { l[0].Layers[0].Shapes[0].X++ }, true},
		{"no layer", func(l []scene.Scene) { l[0].Layers = nil }, true},
		{"a different picture beside the board", func(l []scene.Scene) { l[4].Shapes[0].X++ }, true},
	} {
		make := func() []scene.Scene {
			list := pictures(view)
			list[0].Layers = []scene.Layer{{Name: "a", Shapes: []scene.Shape{{W: 1}}}}
			return list
		}
		a, b := make(), make()
		c.change(b)
		if (unlike(a, b) != nil) != c.differ || (digest(a) != digest(b)) != c.differ {
			t.Errorf("%s: %v, digests %x and %x", c.name, unlike(a, b), digest(a), digest(b))
		}
	}
	if !slices.EqualFunc(pictures(view), pictures(view), func(a, b scene.Scene) bool { return slices.Equal(a.Shapes, b.Shapes) }) {
		t.Error("the same view gives different pictures")
	}
}
