package desk

import (
	"context"

	"attic/command"
	"attic/internal/prose"
)

// analyse reviews the round of a game with hidden information, in the background.
func (p *Play) analyse() {
	analyst, view, err := command.Analyst(p.Person.Game(), p.Person.Now())
	if err != nil {
		p.complain(err)
		return
	}
	p.stopAnalysis()
	p.Fresh, p.Said = false, "Reviewing."
	p.analysis = work(p.Person.Wake, func(ctx context.Context) (string, error) { return analyst.Analyse(ctx, view) })
	if p.desk.Paused { // otherwise nothing would wake it
		p.analysis.wait()
	}
	p.analysed()
}

// analysed opens the page of the review when it is ready.
func (p *Play) analysed() {
	if p.analysis == nil || !p.analysis.ready() {
		return
	}
	text, err := p.analysis.value, p.analysis.err
	p.stopAnalysis()
	if err != nil {
		p.complain(err)
		return
	}
	p.Said = ""
	p.Pager.read(p.Info.Title+": review", prose.Parse(text), nil)
}

// stopAnalysis stops the review of a game with hidden information.
func (p *Play) stopAnalysis() {
	if p.analysis != nil {
		p.analysis.end()
		p.analysis = nil
	}
}
