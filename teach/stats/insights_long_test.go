//go:build long

package stats_test

import (
	"os"
	"path/filepath"
	"testing"

	"attic/teach/stats"
)

// The insights of 300 games name the known weaknesses of each player: stages, mistakes, a trend and an opponent.
func TestManyKnownWeaknessesAreNamed(t *testing.T) {
	number := 0
	// library judges the games that each part writes into one library. If INSIGHTS is set, the libraries stay in that folder.
	library := func(t *testing.T, games []int, parts ...known) stats.Insights {
		t.Helper()
		dir, all := t.TempDir(), 0
		if keep := os.Getenv("INSIGHTS"); keep != "" {
			dir = filepath.Join(keep, filepath.Base(t.Name()), "attic")
		}
		for i, k := range parts {
			k.write(t, dir, all, games[i])
			all += games[i]
		}
		number += all
		in := insights(t, dir, parts[0].game)
		t.Logf("%d games. %s %s", all, in.Summary(), in.Trending())
		return in
	}
	for _, c := range claims {
		t.Run(c.game+" "+c.who, func(t *testing.T) {
			games := 30
			if c.game == "atommaster" {
				games = 15
			}
			c.check(t, library(t, []int{games}, c.known))
		})
	}
	t.Run("ataxx learns", func(t *testing.T) {
		in := library(t, []int{20, 20}, known{"ataxx", "careless", "careless", 3}, known{"ataxx", "answering", "careless", 3})
		if tr := in.Trend; !tr.Clear || tr.Later.Value() <= tr.Earlier.Value() {
			t.Errorf("a player who begins to look at answers: %+v", tr)
		}
	})
	t.Run("atom4 forgets", func(t *testing.T) {
		in := library(t, []int{15, 15}, known{"atom4", "threatening", "threatening", 3}, known{"atom4", "blind", "threatening", 3})
		if tr := in.Trend; !tr.Clear || tr.Later.Value() >= tr.Earlier.Value() {
			t.Errorf("a player who no longer looks at anything: %+v", tr)
		}
	})
	t.Run("ataxx fears", func(t *testing.T) {
		in := library(t, []int{10, 10}, known{"ataxx", "answering", "careless", 2}, known{"ataxx", "careless", "careless", 6})
		if l, _ := stats.Worst(in.Against); l.Name != in.Against[1].Name {
			t.Errorf("a player who is careless against level 6: most is lost against %s", l.Name)
		}
	})
	t.Logf("%d games in all", number)
}
