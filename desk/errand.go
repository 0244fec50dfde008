package desk

import (
	"context"
	"sync"

	"attic/internal/rescue"
)

// errand is what is fetched in the background while a form of the menu is on.
type errand struct {
	going context.Context
	stop  context.CancelFunc

	mu    sync.Mutex
	then  []func()      // what is to be called where the desk is used
	ready chan struct{} // closed when there is some
}

// Ask opens a form. do submits it: it returns what follows once the form has closed, which may be nil; after an error the form stays open.
func (d *Desk) Ask(f Form, do func() (then func(), err error)) {
	f.do = func() (string, error) {
		then, err := do()
		d.Form.then = then
		return "", err
	}
	d.Form.open(f)
}

// Filled returns a field for a line of text, with a text in it that typing replaces.
func Filled(label, text string) *Field {
	f := &Field{Label: label}
	f.suggest(text)
	return f
}

// Fetch runs do on a goroutine of its own while the menu shows a form, this one or those that follow it; ctx ends when no form is on any more. What
// do gives to show is called where the desk is used, unless ctx has ended.
func (d *Desk) Fetch(do func(ctx context.Context, show func(func()))) {
	m := d.Menu
	if m.errand == nil {
		m.errand = &errand{ready: make(chan struct{})}
		m.errand.going, m.errand.stop = context.WithCancel(context.Background())
	}
	e := m.errand
	go func() { _ = rescue.Run(func() { do(e.going, e.show) }) }() // the form stays as it is
}

// Join closes the form and joins the game at an address.
func (d *Desk) Join(address string) {
	d.Form = Form{}
	d.Menu.connect(address)
}

func (e *errand) show(then func()) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.then = append(e.then, then); len(e.then) == 1 {
		close(e.ready)
	}
}

// arrival returns a channel that is closed when something has been fetched, or nil if nothing is being fetched.
func (e *errand) arrival() <-chan struct{} {
	if e == nil {
		return nil
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.ready
}

// took returns what is to be called now.
func (e *errand) took() []func() {
	e.mu.Lock()
	defer e.mu.Unlock()
	list := e.then
	if e.then = nil; len(list) > 0 {
		e.ready = make(chan struct{})
	}
	return list
}

// end ends the errand.
func (e *errand) end() {
	if e != nil {
		e.stop()
	}
}

// errands shows what has been fetched, and ends the errand when no form is on any more.
func (m *Menu) errands() {
	if m.errand == nil {
		return
	}
	for _, then := range m.errand.took() {
		if m.desk.Form.On {
			then()
		}
	}
	if !m.desk.Form.On {
		m.errand.end()
		m.errand = nil
	}
}
