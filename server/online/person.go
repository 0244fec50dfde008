package online

import (
	"context"
	"maps"
	"slices"
	"strings"

	"attic/desk"
	"attic/desk/command"
	"attic/internal/phrase"
	"attic/match/store"
)

// secret returns the recovery phrase of the person at this hall, or "".
func (h *Client) secret() string {
	if h.guest {
		text, _ := h.phrase.Load().(string)
		return text
	}
	return h.kept.Settings().Phrases[h.identity()]
}

// keeps keeps the phrase of the person at this hall, or forgets it if it is "".
func (h *Client) keeps(secret string) error {
	if h.guest {
		h.phrase.Store(secret)
		return nil
	}
	settings, id := h.kept.Settings(), h.identity()
	return h.kept.Set(&settings, func(s *store.Settings) {
		s.Phrases = maps.Clone(s.Phrases)
		if s.Phrases == nil {
			s.Phrases = map[string]string{}
		}
		if s.Phrases[id] = secret; secret == "" {
			delete(s.Phrases, id)
		}
	})
}

// about is a request about the person.
type about struct {
	Phrase string `json:"phrase"`
	Table  string `json:"table,omitempty"`
}

// asks adds the name of the person, the challenges to them, and their tables that are not in t.own. A guest without a phrase may be known by their SSH key.
func (h *Client) asks(ctx context.Context, t *tables) {
	secret := h.secret()
	if secret == "" && !h.guest {
		return
	}
	var of struct {
		Name       string  `json:"shown"`
		Challenges []table `json:"challenges"`
		Tables     []table `json:"tables"`
	}
	if h.ask(ctx, "people/find", about{Phrase: secret}, &of) != nil { // the person is unknown here
		return
	}
	t.name, t.asked = phrase.Clip(phrase.Printable(of.Name)), of.Challenges
	t.away = slices.DeleteFunc(of.Tables, func(o table) bool {
		return o.Gone || o.Over != "" || slices.ContainsFunc(t.own, func(own table) bool { return own.ID == o.ID })
	})
}

// does asks the hall for something about the person, and shows its tables or the error.
func (p *page) does(hint string, ask func(ctx context.Context) error) {
	p.show(hint, "")
	p.d.Fetch(func(ctx context.Context, show func(func())) {
		err := ask(ctx)
		show(func() {
			if err != nil {
				p.show("", command.Sentence(err))
				return
			}
			p.visit(p.hall.Address())
		})
	})
}

// challenged returns rows for the challenges to the person.
func (p *page) challenged(list []table) (rows []row) {
	for _, o := range known(p.d.Games, list) {
		r := o.row("a challenge", o.terms())
		r.do = func() {
			answer := &desk.Field{Kind: desk.Choice, Label: "Answer", Options: []string{"accept", "decline"}}
			hint := o.who() + ". You would be " + o.side() + ", " + o.terms() + "."
			p.d.Ask(desk.Form{Title: o.game.Info().Title + ": a challenge", Label: "answer", Fields: []*desk.Field{answer}, Hint: hint}, func() (func(), error) {
				if answer.At == 0 {
					return func() {
						p.sit("Accepting the challenge.", func(ctx context.Context) (seat, error) { return p.hall.take(ctx, o.ID) })
					}, nil
				}
				return func() {
					p.does("Declining the challenge.", func(ctx context.Context) error {
						return p.hall.ask(ctx, "people/decline", about{p.hall.secret(), o.ID}, &struct{}{})
					})
				}, nil
			})
		}
		rows = append(rows, r)
	}
	return rows
}

// you returns the row with the person's name, which leads to a form to enter or forget the recovery phrase.
func (p *page) you(name string) row {
	state := name
	if name == "" {
		state = "no name"
	}
	return row{desk.Row{Title: "You", State: state}, "you", func() {
		if name != "" {
			p.d.Ask(desk.Form{Title: "You are " + name, Label: "forget", Hint: "attic forgets the name here; your recovery phrase brings it back. Press Esc to keep it."}, func() (func(), error) {
				return func() {
					p.does("Forgetting the name.", func(ctx context.Context) error {
						if p.hall.guest && p.hall.secret() == "" {
							return p.hall.ask(ctx, "people/unbind", about{}, &struct{}{})
						}
						return p.hall.keeps("")
					})
				}, nil
			})
			return
		}
		field := desk.Filled("Recovery phrase", "")
		hint := "The lobby in a browser gives you a name and its recovery phrase. Enter the phrase to play under that name here."
		if p.only != nil {
			hint += " If you have an SSH key, it is bound to the name, so you are known at your next visit."
		}
		p.d.Ask(desk.Form{Title: "You", Label: "use", Fields: []*desk.Field{field}, Hint: hint}, func() (func(), error) {
			secret := strings.TrimSpace(field.String())
			return func() {
				p.does("Looking for the name.", func(ctx context.Context) error {
					if err := p.hall.ask(ctx, "people/challenges", about{Phrase: secret}, &struct{}{}); err != nil {
						return err
					}
					if p.hall.guest && p.hall.ask(ctx, "people/bind", about{Phrase: secret}, &struct{}{}) == nil {
						return nil
					}
					return p.hall.keeps(secret)
				})
			}, nil
		})
	}}
}
