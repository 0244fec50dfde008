//go:build !nobrowser && !noaxe

package web_test

import (
	"encoding/json"
	"os"
	"sync"
)

// axe reads axe-core, which finds obstacles to the use of a page.
var axe = sync.OnceValues(func() ([]byte, error) { return os.ReadFile("../../dev/tools/axe/node_modules/axe-core/axe.min.js") })

// accessible checks that axe-core finds no faults on a page. Contrast is left out, which saves half the time: axe-core cannot judge it, since the
// background of text is a picture. All colours come from package palette, whose tests check contrast.
func (p *tab) accessible(page string) {
	p.t.Helper()
	source, err := axe()
	if err != nil {
		p.t.Fatalf("this test needs axe-core, npm ci --prefix dev/tools/axe: %v", err)
	}
	var ready bool
	if p.value(`window.axe !== undefined`, &ready); !ready {
		p.value(string(source)+`; true`, &ready)
	}
	var found []json.RawMessage
	p.value(`axe.run({resultTypes: ['violations'], rules: {'color-contrast': {enabled: false}}}).then(({violations, passes}) => passes.length > 20 ? violations.map(({id, nodes}) => [id, nodes.map(({html}) => html)]) : [passes])`, &found)
	for _, f := range found {
		p.t.Errorf("%s: axe-core says %.1000s", page, f)
	}
}
