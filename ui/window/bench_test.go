package window

import (
	"testing"
	"time"
)

// positions are the positions of the benchmarks: a game and the line typed in it.
var positions = map[string][2]string{
	"atom4, middle":    {"atom4", "sample\npoint h8"},
	"ataxx, middle":    {"ataxx", "sample\npoint e2"},
	"atommaster, over": {"atommaster#17", ":hide b6,c3,f4,c8;fire 6;fire 30;fire 12;fire 2;fire 9;fire 17;fire 21;set b6;set c3;set e4;set a1\ne"},
}

func openNamed(b *testing.B, name string, at size) driver {
	return sit(b, positions[name][0], at).do(positions[name][1])
}

var benchSizes = []size{usual, {1920, 1080, 2}}

// BenchmarkCompose composes the page of a game.
func BenchmarkCompose(b *testing.B) {
	for page := range positions {
		b.Run(page, func(b *testing.B) {
			d := openNamed(b, page, usual)
			for b.Loop() {
				d.w.pages.Compose(usualW, usualH)
			}
		})
	}
}

// BenchmarkMouse moves the mouse from one spot to another and back, and measures from the event to the finished picture.
func BenchmarkMouse(b *testing.B) {
	for _, at := range benchSizes {
		b.Run(at.String(), func(b *testing.B) {
			d := openNamed(b, "atom4, middle", at)
			for b.Loop() {
				d.point("h6")
				d.point("g12")
			}
			b.ReportMetric(float64(b.Elapsed())/float64(2*b.N)/1e6, "ms/event")
		})
	}
}

// BenchmarkKey moves the cursor one step and back.
func BenchmarkKey(b *testing.B) {
	for _, at := range benchSizes {
		b.Run(at.String(), func(b *testing.B) {
			d := openNamed(b, "atom4, middle", at)
			for b.Loop() {
				d.press("right left")
			}
			b.ReportMetric(float64(b.Elapsed())/float64(2*b.N)/1e6, "ms/event")
		})
	}
}

// BenchmarkFrame paints 20 frames of the animation of a move.
func BenchmarkFrame(b *testing.B) {
	for _, c := range []struct{ what, id, before, move string }{
		{"atom4", "atom4", ":i10;h10;h11;g11;g9;i8;g10;i11", "h8"},
		{"ataxx", "ataxx", ":fen xo5/o6/7/3xo2/4o2/7/7 x;start", "d4-f5"},
		{"atommaster", "atommaster#17", "l\n:hide b6,c3,f4,c8", "fire 12"},
	} {
		for _, at := range benchSizes {
			b.Run(c.what+" "+at.String(), func(b *testing.B) {
				const frames = 20
				var slowest, spent time.Duration
				for b.Loop() {
					b.StopTimer()
					d := moving(b, c.id, at).do(c.before + "\nwait 800ms").typeLine(c.move)
					step := 300 * time.Millisecond / (frames + 1)
					for range frames {
						b.StartTimer()
						begun := time.Now()
						d.wait(step)
						took := time.Since(begun)
						slowest, spent = max(slowest, took), spent+took
						b.StopTimer()
					}
					b.StartTimer()
				}
				b.ReportMetric(float64(spent)/float64(frames*b.N)/1e6, "ms/frame")
				b.ReportMetric(float64(slowest)/1e6, "ms/slowest")
			})
		}
	}
}

// BenchmarkResize composes and repaints a whole page.
func BenchmarkResize(b *testing.B) {
	for _, at := range benchSizes {
		b.Run(at.String(), func(b *testing.B) {
			d := openNamed(b, "ataxx, middle", at)
			for b.Loop() {
				d.w.painter.Forget()
				d.w.draw()
			}
		})
	}
}
