package atommaster_test

import (
	"flag"
	"strings"
	"testing"

	"attic/dev/gametest"
	"attic/game"
	"attic/games/atommaster"
)

var _ = flag.Bool("update", false, "rewrite testdata/*.golden")

// The pictures in testdata were compared with the manual by hand.
func TestGolden(t *testing.T) {
	for _, c := range []struct {
		name    string
		options string
		steps   string
	}{
		{"start", "", "? fire 12;? set e5;? atoms 5;? size 5;? balls;? learn;? evaluate;? hide a1,b2,c3,d4;balls"},
		{"hidden", "", "hide b6,c3,f4,c8;!;? learn;? hide a1,b2,c3;fire 2;!;set c8;!;learn;!;? learn"},
		{"middle", "", "hide b6,c3,f4,c8;fire 6;fire 30;fire 12;fire 2;? fire 13;? fire 28;set b6;set c3;set e4;? set b6;? set a1;? evaluate;? resign;svg middle"},
		{"evaluated", "", "hide b6,c3,f4,c8;fire 6;fire 30;fire 12;fire 2;fire 9;fire 17;fire 21;set b6;set c3;set e4;set a1;!;? set h8;? evaluate;evaluate;? fire 1;svg evaluated;svg evaluated-xray + xray"},
		{"shades", "", "hide b6,c3,f4,c8;fire 6;fire 30;fire 12;? shades on;set c3;sure b6;shades on;!;fire 2;fire 21;!;svg shades;? shades off;shades;!;resign"},
		{"shades-sampled", "size=12 atoms=6", "hide a1,c4,e5,l12,k3,g9;fire 2;shades on;!;fire 17;!"},
		{"balls", "", "balls;hide b6,c3,f4,c8;!;fire 12;fire 9;fire 1;fire 2;fire 8"},
		{"given-up", "atoms=3", "hide d4,e5,f6;fire 4;fire 13;set d4;set a1;resign"},
		{"learning", "", "learn;!;fire 3;fire 12;fire 24;svg learning;? set a1;? hide a1,b2,c3,d4;? atoms 5;!;learn"},
		{"learning-by-hand", "", "learn;hide b6,c3,f4,c8;!;fire 9;fire 2;fire 20;fire 6;fire 26"},
		{"learning-after-a-beam", "", "hide b6,c3,f4,c8;fire 9;fire 17;set b6;learn;!;fire 2;!;learn"},
		{"smallest", "size=5 atoms=3", "hide a1,c4,e5;!;fire 2;fire 1;fire 12;fire 4;fire 18;set a1;? fire 7;set c4;set e4;evaluate"},
		{"largest", "size=12 atoms=6", "hide a1,c4,e5,l12,k3,g9;!;fire 2;fire 1;fire 48;fire 18;fire 24;fire 9;fire 14;fire 7;set l12;? fire 37;? set k3;? set l12;set k3;set g9;set a1;set c4;set f5;evaluate"},
		{"table", "table=yes", "!;? answer 1 24;? answer 1 A;? fire 1;answer 1 24;answer 5 12;? answer 5 none;answer 8 9;answer 3 A;!;answer 4 R;answer 20 R;!;answer 20 none;svg table;? evaluate"},
		{"look-alikes", "atoms=3", "hide a8,a6,h6;fire 1;fire 2;set h8;set h6;set a6;evaluate"},
	} {
		t.Run(c.name, func(t *testing.T) {
			gametest.Golden(t, atommaster.Game{}, c.name, game.Setup{Options: c.options, Seed: 17}, strings.Split(c.steps, ";")...)
		})
	}
}
