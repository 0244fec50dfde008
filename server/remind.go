package server

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"attic/match"
	"attic/server/push"
)

// The hall tells people that it is their turn: it sends a push (Web Push) to their devices if they are not at the table. A push contains the ID of the table,
// which lets others watch, and no names or moves; only the browser can read it. The operator can also name a webhook for the news of the lobby.

const (
	remindTime  = 20 * time.Second // how long a game waits for a player who is not there before they get a push
	mostDevices = 5                // of a person; the oldest is replaced
	pushKey     = "push"           // the key of the hall's push.Key in the list of people
)

// herald tells people and the operator's chat what happens in the hall.
type herald struct {
	games    catalogue
	tables   *directory
	people   *people
	operator *operator
	pushes   *push.Sender // to browsers
	webhook  *push.Sender // to hook; nil: there is none
	hook     string       // Config.Webhook
	address  string       // Config.Address
}

func newHerald(tables *directory, people *people, operator *operator, c Config) *herald {
	h := &herald{games: c.Games, tables: tables, people: people, operator: operator, pushes: push.New(push.Public, nil), hook: c.Webhook, address: c.Address}
	if h.hook != "" {
		h.webhook = push.New(push.Anywhere, nil)
	}
	return h
}

// run sends what is queued, and reminds people of their turns, until the hall is closed.
func (h *herald) run(hall *Hall) {
	sends := func(name, what string, s *push.Sender) {
		hall.serves.Go(func() { s.Run(hall.ending) })
		hall.Figure(name+"_waiting", "gauge", what+" that wait, some of them for another try.", func() float64 { return float64(s.Waiting()) })
		hall.Figure(name+"_sent_total", "counter", what+" that were accepted.", func() float64 { return float64(s.Sent.Load()) })
		hall.Figure(name+"_lost_total", "counter", what+" that were given up.", func() float64 { return float64(s.Lost.Load()) })
		hall.Figure(name+"_dropped_total", "counter", what+" that were dropped because too many were waiting.", func() float64 { return float64(s.Dropped.Load()) })
	}
	sends("attic_pushes", "Pushes", h.pushes)
	if h.webhook != nil {
		sends("attic_webhook", "Messages to the webhook", h.webhook)
	}
	hall.serves.Go(func() { every(hall.ending, lookEvery, h.remind) }) // not in Hall.look, which must not wait for many writes
}

// device is a browser to which a person wants pushes.
type device struct {
	push.Device
	At int64 `json:"at"` // since when, in seconds since 1970; turns that began earlier are not reported
}

// signer is the value with the hall's push.Key, in the list of people, so that all processes and copies of the hall have the same key.
type signer struct {
	Hash string `json:"hash"` // pushKey
	Key  string `json:"key"`
}

// read reads the key in a value.
func (s *signer) read(value []byte) (*push.Key, error) {
	if err := json.Unmarshal(value, s); err != nil {
		return nil, err
	}
	return push.ParseKey(s.Key)
}

// learnSigner stores the hall's push.Key. The caller holds mu.
func (ps *people) learnSigner(value []byte) error {
	key, err := new(signer).read(value)
	if err != nil {
		ps.broken[pushKey] = "the key for pushes in the list of people is damaged"
		return errors.New(ps.broken[pushKey])
	}
	delete(ps.broken, pushKey)
	ps.signs = key
	return nil
}

// signer returns the hall's push.Key. The first call for a hall makes it.
func (ps *people) signer() (*push.Key, error) {
	fresh := push.NewKey()
	err := ps.change(pushKey, func() ([]byte, uint64, error) {
		if ps.signs != nil {
			return nil, 0, errAsItIs
		}
		return encoded(signer{pushKey, fresh.String()}), 0, nil
	}, func(value []byte, _ uint64) error { return ps.learnSigner(value) }, func(uint64) { ps.signs = fresh })
	if err != nil && !errors.Is(err, errAsItIs) {
		return nil, err
	}
	ps.mu.Lock()
	defer ps.mu.Unlock()
	return ps.signs, nil
}

// reachable returns the people who have devices.
func (ps *people) reachable() (list []person) {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	for hash := range ps.reach {
		if p := ps.all[hash]; !p.Banned {
			list = append(list, p)
		}
	}
	return list
}

// reached is the answer to a request about pushes.
type reached struct {
	Key string `json:"key"` // the hall's public key
	On  bool   `json:"on"`  // the device gets pushes
}

// reach carries out a request to change to which devices a person gets pushes.
func reach(h *Hall, of personal, from string) (reached, error) {
	d := of.Device
	there := func(of device) bool { return of.Endpoint == d.Endpoint }
	p, err := h.who(of.Phrase, from)
	if err == nil && (of.On || of.Off) {
		p, err = h.wants(of.Phrase, from, "changes")
	}
	if err != nil {
		return reached{}, err
	}
	switch e := d.Check(); {
	case of.On && p.Bot:
		return reached{}, refuse("bad", "a bot gets no pushes")
	case of.On && e != nil:
		return reached{}, refuse("bad", "%v", e)
	}
	key, err := h.people.signer()
	if err == nil && (of.On || of.Off) {
		p, err = h.people.edit(p.Hash, false, func(p *person) error {
			if p.Push = slices.DeleteFunc(slices.Clone(p.Push), there); of.On {
				p.Push = append(p.Push[max(0, len(p.Push)+1-mostDevices):], device{d, time.Now().Unix()})
			}
			return nil
		})
	}
	if err == nil && (of.On || of.Off) { // the addresses of devices leave no trace
		err = h.people.list.Scrub()
	}
	if err != nil {
		return reached{}, err
	}
	return reached{key.Public(), slices.ContainsFunc(p.Push, there)}, nil
}

// owes reports whether the person in a seat of the first game should be told that it is their turn: the game has waited for them for remindTime, and they were
// not at the table in this turn. It returns false if another process has the table open. The caller holds the lock of the tables.
func owes(s *seated, seat int, now time.Time) bool {
	e := s.entry
	others := slices.ContainsFunc(s.awaited, func(awaited int) bool { return awaited != seat })
	return s.turn(seat) && !s.told && s.from == "" && now.Sub(s.absent) >= remindTime && e.free() < 0 && !others && e.Over == "" && e.Closed == "" && e.Damaged == ""
}

// remind sends pushes to people whose turn it is and who are not there. The entry of the table records this first, so that no other process sends the same
// push, nor this one after a restart.
func (h *herald) remind(now time.Time) {
	type waiting struct {
		*seated
		taken
		devices []device
	}
	var list []waiting
	people := h.people.reachable()
	if len(people) == 0 {
		return
	}
	h.tables.mu.Lock()
	for _, p := range people {
		for _, t := range p.Seats {
			if s := h.tables.all[t.Table]; s != nil && owes(s, t.Seat, now) {
				list = append(list, waiting{s, t, p.Push})
			}
		}
	}
	h.tables.mu.Unlock()
	for _, w := range list {
		s := w.seated
		var of turn
		var began time.Time
		err := h.tables.edit(s, func(e *entry) error {
			if !owes(s, w.Seat, now) {
				return errAsItIs
			}
			of, began = *s.waitsFor(), s.absent
			if was := e.Turn; was != nil && was.Told && was.Seat == of.Seat && was.Ply == of.Ply && slices.Equal(e.Awaited, s.awaited) { // by a process that has lost the table
				s.told = true
				return errAsItIs
			}
			of.Told = true
			e.Turn, e.Awaited = &of, s.awaited
			return nil
		})
		if err != nil { // the next look tries again
			continue
		}
		h.tables.mu.Lock()
		s.told = true
		h.tables.mu.Unlock()
		for _, d := range w.devices {
			if began.Unix() >= d.At {
				h.pushTo(d, w.taken, of)
			}
		}
	}
}

// pushTo queues a push about a turn. It is dropped if the person moves or comes to the table first, or has removed the device.
func (h *herald) pushTo(d device, to taken, of turn) {
	key, err := h.people.signer()
	if err != nil {
		return
	}
	contact := ""
	if strings.HasPrefix(h.address, "https:") {
		contact = h.address
	}
	holds := func() person { return h.people.at(to.Table, to.Seat) }
	h.pushes.Add(push.Job{
		Request: key.Message(d.Device, encoded(struct {
			Table string `json:"table"`
		}{to.Table}), match.KeyHash(to.Table)[:32], contact),
		Wanted: func() bool {
			h.tables.mu.Lock()
			s := h.tables.all[to.Table]
			still := s != nil && s.turn(to.Seat) && s.ply == of.Ply && !s.met && s.entry.Closed == ""
			h.tables.mu.Unlock()
			return still && slices.Contains(holds().Push, d)
		},
		Gone: func() {
			_, _ = h.people.edit(holds().Hash, false, func(p *person) error { // after an error, the next push fails in the same way
				p.Push = slices.DeleteFunc(slices.Clone(p.Push), func(of device) bool { return of == d })
				return nil
			})
		},
	})
}

// tells posts news to the operator's webhook, if there is one: a sentence without its full stop, in which plain has been applied to the names of people. The
// address of the lobby follows. Chat programs read text or content.
func (h *herald) tells(news string) {
	if h.webhook == nil {
		return
	}
	if news += "."; h.address != "" {
		news += " " + h.address
	}
	h.webhook.Add(push.Job{
		Request: push.JSON(h.hook, map[string]any{"text": news, "content": news, "allowed_mentions": map[string][]string{"parse": {}}}),
		Failed: func(why error) {
			h.operator.log.Warn(fmt.Sprintf("the webhook did not take a message: %v", why), "event", "webhook")
		},
	})
}

// plain returns a name without the characters that chat programs take for links, mentions or styles.
func plain(name string) string {
	return strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		if strings.ContainsRune("@#<>&[]()*_~`|\\/:.", r) {
			return ' '
		}
		return r
	}, name)), " ")
}

// offered tells the webhook that a table waits for a player. The parameter by is the name of its maker, or "".
func (h *herald) offered(s *seated, by string) {
	g, _ := h.games.find(s.entry.Game)
	news := fmt.Sprintf("%s waits for a player: %s", cmp.Or(plain(by), "Somebody"), g.Info().Title)
	if s.entry.Clock != "" {
		news += ", clock " + s.entry.Clock
	}
	h.tells(news)
}

// concluded tells the webhook that a game between people in the lobby is over. The parameter side is the seat of the table's maker in that game, and result a
// sentence.
func (h *herald) concluded(s *seated, e entry, side int, result string) {
	g, ok := h.games.find(e.Game)
	if !ok || !e.Listed || slices.ContainsFunc(e.Seats, func(p place) bool { return p.Computer }) {
		return
	}
	var names []string
	for seat := range e.Seats {
		at := side
		if seat != e.Side {
			at = (side + 1) % len(e.Seats)
		}
		names = append(names, fmt.Sprintf("%s (%s)", cmp.Or(plain(h.people.nameAt(s.id, seat)), "somebody"), g.Info().Seats[at].Name))
	}
	h.tells(fmt.Sprintf("%s is over, %s: %s", g.Info().Title, strings.Join(names, " – "), strings.TrimSuffix(result, ".")))
}
