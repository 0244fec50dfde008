//go:build !nobrowser && !noaxe

package web_test

import (
	"encoding/json"
	"os"
	"sync"
)

// axe reads axe-core, which finds what keeps people from using a page.
var axe = sync.OnceValues(func() ([]byte, error) { return os.ReadFile("../tools/axe/node_modules/axe-core/axe.min.js") })

// accessible checks that axe-core finds nothing wrong with what a page shows.
func (p *tab) accessible(page string) {
	p.t.Helper()
	source, err := axe()
	if err != nil {
		p.t.Fatalf("this test needs axe-core, npm ci --prefix tools/axe: %v", err)
	}
	var found []json.RawMessage
	p.value(string(source)+`; axe.run({resultTypes: ['violations']}).then(({violations, passes}) => passes.length > 20 ? violations.map(({id, nodes}) => [id, nodes.map(({html}) => html)]) : [passes])`, &found)
	for _, f := range found {
		p.t.Errorf("%s: axe-core says %.1000s", page, f)
	}
}
