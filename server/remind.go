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

// sends runs a sender until the hall is closed, and counts what it sends in the metrics. The parameter what names the messages.
func (h *Hall) sends(name, what string, s *push.Sender) {
	h.serves.Go(func() { s.Run(h.ending) })
	h.Figure(name+"_waiting", "gauge", what+" that wait, some of them for another try.", func() float64 { return float64(s.Waiting()) })
	h.Figure(name+"_sent_total", "counter", what+" that were accepted.", func() float64 { return float64(s.Sent.Load()) })
	h.Figure(name+"_lost_total", "counter", what+" that were given up.", func() float64 { return float64(s.Lost.Load()) })
	h.Figure(name+"_dropped_total", "counter", what+" that were dropped because too many were waiting.", func() float64 { return float64(s.Dropped.Load()) })
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

// Reach changes to which devices the person with a phrase gets pushes: the device d is added if on is set, or removed if off is set.
func (h *Hall) Reach(phrase string, d push.Device, on, off bool, from string) (reached, error) {
	p, err := h.who(phrase, from)
	if err == nil && (on || off) {
		p, err = h.wants(phrase, from, "changes")
	}
	if err != nil {
		return reached{}, err
	}
	if on {
		if err := d.Check(); err != nil {
			return reached{}, refuse("bad", "%v", err)
		}
	}
	key, err := h.people.signer()
	if err == nil && (on || off) {
		p, err = h.people.edit(p.Hash, false, func(p *person) error {
			p.Push = without(p.Push, d.Endpoint)
			if on {
				p.Push = append(p.Push[max(0, len(p.Push)+1-mostDevices):], device{d, time.Now().Unix()})
			}
			return nil
		})
	}
	if err == nil && (on || off) { // a person's devices leave no trace either
		err = h.people.list.Scrub()
	}
	if err != nil {
		return reached{}, err
	}
	return reached{key.Public(), slices.ContainsFunc(p.Push, func(of device) bool { return of.Endpoint == d.Endpoint })}, nil
}

// without returns a copy of list without the device with an address.
func without(list []device, endpoint string) []device {
	return slices.DeleteFunc(slices.Clone(list), func(d device) bool { return d.Endpoint == endpoint })
}

// owes reports whether the person in a seat of the first game should be told that it is their turn: the game has waited for them for remindTime, and they were
// not at the table in this turn. It returns false if another process has the table open. The caller holds the lock of the tables.
func (s *seated) owes(seat int, now time.Time) bool {
	e := s.entry
	others := slices.ContainsFunc(s.awaited, func(awaited int) bool { return awaited != seat })
	return s.turn(seat) && !s.told && s.from == "" && now.Sub(s.absent) >= remindTime && e.free() < 0 && !others && e.Over == "" && e.Closed == "" && e.Damaged == ""
}

// remind sends pushes to people whose turn it is and who are not there. The entry of the table records this first, so that no other process sends the same
// push, nor this one after a restart.
func (h *Hall) remind(now time.Time) {
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
			if s := h.tables.all[t.Table]; s != nil && s.owes(t.Seat, now) {
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
			if !s.owes(w.Seat, now) {
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
func (h *Hall) pushTo(d device, to taken, of turn) {
	key, err := h.people.signer()
	if err != nil {
		return
	}
	holds := func() person { return h.people.at(to.Table, to.Seat) }
	h.pushes.Add(push.Job{
		Request: key.Message(d.Device, encoded(struct {
			Table string `json:"table"`
		}{to.Table}), match.KeyHash(to.Table)[:32], h.contact()),
		Wanted: func() bool {
			h.tables.mu.Lock()
			s := h.tables.all[to.Table]
			still := s != nil && s.turn(to.Seat) && s.ply == of.Ply && !s.met && s.entry.Closed == ""
			h.tables.mu.Unlock()
			return still && slices.Contains(holds().Push, d)
		},
		Gone: func() {
			_, _ = h.people.edit(holds().Hash, false, func(p *person) error { // after an error, the next push fails in the same way
				p.Push = without(p.Push, d.Endpoint)
				return nil
			})
		},
	})
}

// contact returns the address of the hall if browsers reach it over https, otherwise "".
func (h *Hall) contact() string {
	if !strings.HasPrefix(h.address, "https:") {
		return ""
	}
	return h.address
}

// tells posts news to the operator's webhook, if there is one: a sentence without its full stop, in which plain has been applied to the names of people. The
// address of the lobby follows. Chat programs read text or content.
func (h *Hall) tells(news string) {
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
func (s *seated) offered(by string) {
	g, _ := s.hall.offers.find(s.entry.Game)
	news := fmt.Sprintf("%s waits for a player: %s", cmp.Or(plain(by), "Somebody"), g.Info().Title)
	if s.entry.Clock != "" {
		news += ", clock " + s.entry.Clock
	}
	s.hall.tells(news)
}

// concluded tells the webhook that a game between people in the lobby is over. The parameter side is the seat of the table's maker in that game, and result a
// sentence.
func (s *seated) concluded(e entry, side int, result string) {
	g, ok := s.hall.offers.find(e.Game)
	if !ok || !e.Listed || slices.ContainsFunc(e.Seats, func(p place) bool { return p.Computer }) {
		return
	}
	var names []string
	for seat := range e.Seats {
		at := side
		if seat != e.Side {
			at = (side + 1) % len(e.Seats)
		}
		names = append(names, fmt.Sprintf("%s (%s)", cmp.Or(plain(s.hall.people.nameAt(s.id, seat)), "somebody"), g.Info().Seats[at].Name))
	}
	s.hall.tells(fmt.Sprintf("%s is over, %s: %s", g.Info().Title, strings.Join(names, " – "), strings.TrimSuffix(result, ".")))
}
