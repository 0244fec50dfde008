package jet

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"attic/match"
	"attic/match/store"
)

// BenchmarkAppend writes moves of as many tables as there are writers: to files, to a server in this process one by one and in batches, to one node
// and to three.
func BenchmarkAppend(b *testing.B) {
	journals := func(b *testing.B, _ int) match.Ledger {
		j, err := store.Open(b.TempDir(), find).Begin("toy", time.Now())
		must(b, err)
		return j
	}
	in := func(open func(testing.TB) *Place) func(*testing.B, int) func(*testing.B, int) match.Ledger {
		return func(b *testing.B, most int) func(*testing.B, int) match.Ledger {
			p := open(b)
			p.games.most = most
			return func(b *testing.B, _ int) match.Ledger {
				l, err := p.Games(newID()).Begin("toy")
				must(b, err)
				return l
			}
		}
	}
	node := func(start func() (*nodes, error)) func(testing.TB) *Place {
		return func(b testing.TB) *Place { return dial(b, start) }
	}
	for _, kind := range []struct {
		name string
		most int
		open func(*testing.B, int) func(*testing.B, int) match.Ledger
	}{
		{"files", 0, func(*testing.B, int) func(*testing.B, int) match.Ledger { return journals }},
		{"embedded, singles", 1, in(embedded)},
		{"embedded, batches", mostMessages, in(embedded)},
		{"one node, singles", 1, in(node(oneNode))},
		{"one node, batches", mostMessages, in(node(oneNode))},
		{"three nodes, singles", 1, in(node(threeNodes))},
		{"three nodes, batches", mostMessages, in(node(threeNodes))},
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
