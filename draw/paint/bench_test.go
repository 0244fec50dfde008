package paint_test

import (
	"fmt"
	"math"
	"testing"

	"attic/draw/paint"
	"attic/draw/scene"
)

// window returns a scene like that of a game's window of w by h points: a lattice full of balls with letters,
// a panel, words and buttons.
func window(w, h float64) scene.Scene {
	const places = 16
	var s scene.Scene
	unit := h / (places + 3)
	half := unit * math.Sqrt(3) / 2
	at := func(x, y int) (float64, float64) {
		return unit*1.5 + unit*float64(x) + unit/2*float64(y%2), unit*1.5 + half*float64(y)
	}
	line := func(x, y, tx, ty int) {
		if tx < 0 || tx >= places || ty >= places {
			return
		}
		ax, ay := at(x, y)
		bx, by := at(tx, ty)
		s.Add(scene.Stroke(ax, ay, bx, by, 1, scene.Line))
	}
	for y := range places {
		for x := range places {
			line(x, y, x+1, y)
			line(x, y, x-1+y%2, y+1)
			line(x, y, x+y%2, y+1)
		}
	}
	for y := range places {
		for x := range places {
			px, py := at(x, y)
			colour := scene.Red + scene.Colour((x*5+y*3)%8)
			ball := scene.Disc(px, py, unit*0.41, colour)
			ball.Shade, ball.Key = scene.Ball, fmt.Sprintf("ball %d %d", x, y)
			if colour == scene.Black {
				ball.Stroke, ball.Width = scene.Rim, 1.2
			}
			letter := scene.Word(px, py, unit*0.4, "RYGCBPKW"[(x*5+y*3)%8:][:1], scene.Centre, scene.On(colour))
			letter.Bold = true
			s.Add(ball, letter)
		}
	}
	ring := scene.Ring(unit*1.5+unit*3, unit*1.5, unit*0.48, 2, scene.Last)
	preview := scene.Ring(unit*1.5+unit*5, unit*1.5, unit*0.48, 2, scene.Accent)
	preview.Dash = 4
	s.Add(ring, preview)
	left := unit * (places + 2.5)
	panel := scene.Box(left, 24, w-left-24, h-48, 12, scene.Panel)
	panel.Stroke, panel.Width = scene.Line, 1
	s.Add(panel)
	for i := range 60 {
		s.Add(scene.Word(left+20+float64(i%2)*150, 50+float64(i/2)*h/64, 14, fmt.Sprintf("%d. red i%d turns k10", i, i), scene.Left, scene.Text))
	}
	for i := range 30 {
		x, y := left+20+float64(i%3)*(w-left-60)/3, h/2+20+float64(i/3)*h/24
		button := scene.Box(x, y, (w-left-90)/3, 0.8*h/24, 8, scene.Square)
		button.Stroke, button.Width = scene.Line, 1
		s.Add(button, scene.Word(x+12, y+h/60, 14, "Next round", scene.Left, scene.Text), scene.Word(x+(w-left-90)/3-8, y+h/60, 12, "N", scene.Right, scene.Muted))
	}
	return s
}

func BenchmarkFullRepaint4K(b *testing.B) {
	p, c, s := paint.New(theme(b, "dark"), 2), paint.NewCanvas(3840, 2160), window(1920, 1080)
	p.Paint(c, s)
	b.ReportAllocs()
	for b.Loop() {
		p.Forget()
		p.Paint(c, s)
	}
}

func BenchmarkFirstPaint4K(b *testing.B) {
	c, s := paint.NewCanvas(3840, 2160), window(1920, 1080)
	b.ReportAllocs()
	for b.Loop() {
		paint.New(theme(b, "dark"), 2).Paint(c, s)
	}
}

func BenchmarkFirstPaint1200x800(b *testing.B) {
	c, s := paint.NewCanvas(1200, 800), window(1200, 800)
	b.ReportAllocs()
	for b.Loop() {
		paint.New(theme(b, "dark"), 1).Paint(c, s)
	}
}

// Three balls change colour and size, as during the animation of a move.
func BenchmarkFrame4K(b *testing.B) {
	p, c, s := paint.New(theme(b, "dark"), 2), paint.NewCanvas(3840, 2160), window(1920, 1080)
	p.Paint(c, s)
	var balls []*scene.Shape
	for i := range s.Shapes {
		if s.Shapes[i].Shade == scene.Ball {
			balls = append(balls, &s.Shapes[i])
		}
	}
	frame := 0
	b.ReportAllocs()
	for b.Loop() {
		frame++
		for _, at := range []int{20, 120, 240} {
			balls[at].To, balls[at].Mix = scene.White, float64(frame%100)/100
			balls[at].W = 40 + float64(frame%17)
		}
		p.Paint(c, s)
	}
}

func BenchmarkNothingDiffers4K(b *testing.B) {
	p, c, s := paint.New(theme(b, "dark"), 2), paint.NewCanvas(3840, 2160), window(1920, 1080)
	p.Paint(c, s)
	b.ReportAllocs()
	for b.Loop() {
		p.Paint(c, s)
	}
}
