package jet

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"attic/dev/jettest"
	"attic/match"
	"attic/match/store"
)

// BenchmarkAppend writes moves with several writers, each at a different table. It writes to files, to one node and to three nodes, one by one and in
// batches.
func BenchmarkAppend(b *testing.B) {
	journals := func(b *testing.B, _ int) match.Ledger {
		j, err := store.Open(b.TempDir(), find).Library.Begin("toy", time.Now())
		must(b, err)
		return j
	}
	on := func(start func() (*jettest.Cluster, error)) func(*testing.B, int) func(*testing.B, int) match.Ledger {
		return func(b *testing.B, most int) func(*testing.B, int) match.Ledger {
			p := dial(b, start)
			p.games.most = most
			return func(b *testing.B, _ int) match.Ledger {
				l, err := p.Games(newID()).Begin("toy")
				must(b, err)
				return l
			}
		}
	}
	for _, kind := range []struct {
		name string
		most int
		open func(*testing.B, int) func(*testing.B, int) match.Ledger
	}{
		{"files", 0, func(*testing.B, int) func(*testing.B, int) match.Ledger { return journals }},
		{"one node, singles", 1, on(oneNode)},
		{"one node, batches", mostMessages, on(oneNode)},
		{"three nodes, singles", 1, on(threeNodes)},
		{"three nodes, batches", mostMessages, on(threeNodes)},
	} {
		for _, writers := range []int{1, 4, 16, 64} {
			b.Run(fmt.Sprintf("%s/%d writers", kind.name, writers), func(b *testing.B) {
				begin := kind.open(b, kind.most)
				ledgers, ends := make([]match.Ledger, writers), make([]uint64, writers)
				for i := range ledgers {
					ledgers[i] = begin(b, i)
					var err error
					ends[i], err = ledgers[i].Append(0, head...)
					must(b, err)
				}
				b.ResetTimer()
				var all sync.WaitGroup
				for i, l := range ledgers {
					all.Go(func() {
						for k := i; k < b.N; k += writers {
							var err error
							if ends[i], err = l.Append(ends[i], "# a line as long as that of a move"); err != nil {
								b.Error(err)
								return
							}
						}
					})
				}
				all.Wait()
				b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "writes/s")
			})
		}
	}
}
