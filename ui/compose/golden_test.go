package compose

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"attic/draw/palette"
)

var theme, _ = palette.Find(palette.Themes()[0])

// Games with variations inside variations, comments, marks, arrows and rings.
const (
	analysed = ":start;f1;a2;a6;b2;b7;analyse;go 1;b2;comment A quiet reply that keeps everything together.;mark !?;a6;go back;b6;go back;e1;b1;" +
		"go first;a6;a2;go 3;comment Main.;go 2;b7;mark ??;arrow a7 c5;arrow b7 d7 red;arrow g7 f5 blue;arrow g1 e2 yellow;ring a1;ring a2 red;ring f1 blue;ring d4 yellow"
	analysedAtoms = ":i10;h10;h11;g11;g9;analyse;go 2;i8;g10;go back;g9;h8;comment It turns.;go 2;h9;mark ?"
)

// Typical pages as pictures. Each file has been checked by eye.
func TestGolden(t *testing.T) {
	for _, c := range []struct {
		name, id, programs, script string
		at                         size
	}{
		{"menu", "", "", "down down", usual},
		{"atom4", "atom4", "2", ":i10\nthinks 4 h10 h11 g11", usual},
		{"atom4-preview", "atom4", "", "sample\npoint h6", usual},
		{"atom4-won", "atom4", "", ":i10;h10;h11;g11;g9;i8;g10;i11;h8\nf6 tab", size{400, 700}},
		{"ataxx-friend-slim", "ataxx with Bo clocked", "", "fingers", size{390, 844}},
		{"ataxx-friend-side", "ataxx with Bo clocked", "", "fingers", size{844, 390}},
		{"atommaster-drawer-slim", "atommaster#17", "", "fingers\n,", size{320, 568}},
		{"ataxx", "ataxx", "", "sample\nclick " + FaceSpot + "0\nclick b2\npoint c3", usual},
		{"atom4-turned", "atom4", "", "sample\nZ Z\npoint h6", usual},
		{"ataxx-turned", "ataxx", "", "sample\nclick b2\npoint c3\nZ", usual},
		{"atommaster-turned", "atommaster#17", "", "sample\nZ Z Z", size{800, 600}},
		{"ataxx-hint", "ataxx", "", ":start;a7-b6;g7-f6;b6-c5;f6-e5;c5-d5;a1-b2\nh h", usual},
		{"atom4-hint", "atom4", "", ":i8;j8;j9;k8;i7\nh h h", usual},
		{"ataxx-boards", "ataxx", "", "b p right", size{800, 600}},
		{"atommaster", "atommaster#17", "", "sample\npoint port6\n: f i", usual},
		{"atommaster-over", "atommaster#17", "", judged + " x\npoint port12", size{800, 600}},
		{"atommaster-shades", "atommaster size=5 atoms=3#17", "2", ":hide a1,c4,e5;fire 2;fire 9;fire 14;set c4\np\npoint b2", size{800, 600}},
		{"atommaster-coach", "atommaster size=5 atoms=3#17", "2", ":hide a1,c4,e5;fire 2;fire 9;set c4;set a5;set e1;coach on\ne", size{800, 600}},
		{"atommaster-review", "atommaster size=5 atoms=3#17", "2", ":hide a1,c4,e5;fire 2;fire 9;set c4;set a5;set e1;evaluate\nv", size{800, 600}},
		{"engine", "ataxx", "", ":start;f1;a2;analyse;engine threat", usual},
		{"engine-slim", "ataxx", "", ":start;f1;a2;analyse\nfingers\nE\nclick key:ahead 2 3", size{390, 844}},
		{"form", "ataxx", "", "sample\nW right", usual},
		{"form-slim", "atom4", "2", "i - 7 x", size{400, 700}},
		{"review", "ataxx, played", "", "v N", usual},
		{"review-slim", "atom4, played", "", "v n", size{400, 700}},
		{"retry", "ataxx, played", "", "v 2 r\n:g5-e7", usual},
		{"retry-slim", "atom4, played", "", "v r", size{400, 700}},
		{"coach", "ataxx, played", "", "u u\n:coach on;a4-a2", usual},
		{"coach-slim", "ataxx, played", "", "u u\n:coach on;a4-a2\nfingers", size{400, 700}},
		{"lesson", "ataxx", "", ":lesson 3;next;c3-c4", usual},
		{"lessons-list", "ataxx", "", ":lesson 4;next;b2-a4;next;next;leave\nf4", usual},
		{"lessons-list-slim", "ataxx", "", "f4", size{400, 700}},
		{"lesson-refuted", "ataxx", "", ":lesson 4;next;b2-a4;next;next;a3-a4;next;next;b2-a4", usual},
		{"lesson-refuted-slim", "atom4", "", ":lesson 7;next;next;h12", size{400, 700}},
		{"lesson-overlooked", "atommaster#17", "", ":lesson 10;next;next;free d3", size{800, 600}},
		{"lesson-slim", "atommaster#17", "", ":lesson 1;next\nfingers", size{400, 700}},
		{"puzzle", "atom4", "", ":puzzle win2-1\nh", usual},
		{"puzzle-answer", "atommaster#17", "", ":puzzle atom-19\nh h", size{800, 600}},
		{"run", "ataxx", "", ":puzzle run;none", usual},
		{"run-slim", "ataxx", "", ":puzzle run\nfingers", size{400, 700}},
		{"run-over", "ataxx", "", ":puzzle run\n0 n 0 n 0 n", usual},
		{"insights", "library, judged", "", "2\nto Insights\nenter", usual},
		{"stats-menu", library, "", "3 down", usual},
		{"stats", library, "", "2\nto Statistics\nenter", usual},
		{"stats-slim", library, "", "3\nto Statistics\nenter", size{400, 700}},
		{"analysis", "ataxx", "", analysed, size{1280, 800}},
		{"analysis-atom4", "atom4", "", analysedAtoms + "\nr", size{1280, 800}},
		{"analysis-slim", "ataxx", "", analysed + "\nfingers", size{390, 844}},
		{"analysis-moves-slim", "ataxx", "", analysed + "\nr\nfingers", size{390, 844}},
		{"analysis-edit-slim", "ataxx", "", analysed + "\nA\nfingers", size{390, 844}},
		{"help", "atommaster#17", "", "?\nwheel 1", size{800, 600}},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := open(t, c.id, c.programs, c.script, c.at)
			file := filepath.Join("testdata", c.name+".svg")
			got := d.p.page.scene.SVG(c.at.w, theme.RGB)
			if *update {
				must(t, os.MkdirAll("testdata", 0o755))
				must(t, os.WriteFile(file, []byte(got), 0o644))
				return
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatalf("%v; go test -update writes the file", err)
			}
			lines, before := strings.Split(got, "\n"), strings.Split(string(want), "\n")
			for i := range max(len(lines), len(before)) {
				line, old := "", ""
				if i < len(lines) {
					line = lines[i]
				}
				if i < len(before) {
					old = before[i]
				}
				if line != old {
					t.Fatalf("%s, line %d: want\n%s\ngot\n%s", file, i+1, old, line)
				}
			}
		})
	}
}
