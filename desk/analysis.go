package desk

import (
	"context"
	"errors"

	"attic/command"
	"attic/game"
	"attic/internal/later"
	"attic/internal/prose"
)

// analyse reviews the round of a game with hidden information, in the background. A second call stops the review and shows what is done.
func (p *Play) analyse() {
	if p.analysis != nil {
		p.analysis.End()
		p.analysed()
		return
	}
	analyst, view, err := command.Analyst(p.Person.Game(), p.Person.Now())
	if err != nil {
		p.complain(err)
		return
	}
	p.Fresh, p.Said = false, "Reviewing; v stops that and shows what is done."
	p.analysis = later.Go(p.Person.Wake, func(ctx context.Context) (game.Analysis, error) { return analyst.Analyse(ctx, view) })
	if p.desk.Paused { // nothing else would wake a paused desk
		_, _ = p.analysis.Get()
	}
	p.analysed()
}

// analysed opens the page of the review when it is ready.
func (p *Play) analysed() {
	if !p.analysis.Ready() {
		return
	}
	found, err := p.analysis.Get()
	p.stopAnalysis()
	if errors.Is(err, context.Canceled) {
		p.Said = "The review was stopped before anything was judged; v starts it again."
		return
	}
	if err != nil {
		p.complain(err)
		return
	}
	p.Said = ""
	p.desk.Pages.Read(p.Info.Title+": review", prose.Parse(found.Text))
}

// stopAnalysis stops the review of a game with hidden information.
func (p *Play) stopAnalysis() {
	if p.analysis != nil {
		p.analysis.End()
		p.analysis = nil
	}
}
