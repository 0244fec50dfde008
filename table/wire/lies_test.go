package wire

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"attic/game"
	"attic/games"
	"attic/table"
)

// spoiled is the guest's end of a connection on which the host's messages are changed.
type spoiled struct {
	Conn
	spoil func(raw []byte) []byte
}

func (s spoiled) Read(ctx context.Context) ([]byte, error) {
	raw, err := s.Conn.Read(ctx)
	return s.spoil(raw), err
}

// falsify changes a digit of the hash of an event.
func falsify(raw []byte) []byte {
	if i := len(hashStart); bytes.HasPrefix(raw, []byte(hashStart)) {
		raw = bytes.Clone(raw)
		raw[i] = "10"[min(max(int(raw[i])-'0', 0), 1)]
	}
	return raw
}

// After one false hash, a guest asks for the whole table. If false hashes continue, the guest leaves, tells the person why once, and does not come
// back.
func TestFalseHashes(t *testing.T) {
	for _, times := range []int{1, 1000} {
		synctest.Test(t, func(t *testing.T) {
			p := &party{t: t, g: find(t, "atom4")}
			p.table = newTable(t, p.g)
			p.here = p.table.Here()
			host, err := NewHost(HostConfig{Table: p.table, ID: "held27"})
			must(t, err)
			p.serve(host)
			left, made, seat := 0, 0, &stool{}
			p.guest, err = NewGuest(GuestConfig{
				ID: "held27", Seat: seat, Table: newTable(t, p.g), Patience: time.Minute,
				Dial: func(context.Context) (Conn, error) {
					near, far := Pipe("localhost")
					made++
					go host.Serve(context.Background(), far)
					return spoiled{near, func(raw []byte) []byte {
						if left > 0 && bytes.HasPrefix(raw, []byte(hashStart)) {
							left--
							return falsify(raw)
						}
						return raw
					}}, nil
				},
			})
			must(t, err)
			<-p.guest.Arrived()
			synctest.Wait()
			p.copy = p.guest.Table()
			p.there = p.copy.Here()
			left = times
			moves := []string{"i10", "h10", "h11", "i11", "g11"}
			for i, move := range moves {
				who := p.here
				if i%2 == 1 {
					who = p.there
				}
				if _ = who.Do(table.Play(move)).Err(); p.guest.Err() != nil {
					break // the game is over for the guest
				}
				<-time.After(10 * time.Second)
			}
			distrust := (*DistrustError)(nil)
			switch err := p.guest.Err(); {
			case times == 1:
				p.same()
				if err != nil || made != 2 || p.there.Now().Ply != len(moves) {
					t.Errorf("after one false hash: %v, %d connections, %d moves", err, made, p.there.Now().Ply)
				}
				p.end()
				return
			case !errors.As(err, &distrust) || made != mostUseless:
				t.Fatalf("after false hashes: %v, %d connections", err, made)
			}
			<-p.guest.Done()
			<-time.After(time.Minute)
			var told []string
			for _, e := range p.there.Take() {
				if e.What == table.Parted {
					told = append(told, e.Err.Error())
				}
			}
			const want = "the host's messages have wrong hashes: the host or somebody in between has changed the record, so attic has left the game"
			if len(told) != 1 || told[0] != want || made != mostUseless {
				t.Errorf("the guest is told %q, after %d connections", told, made)
			}
			if seat.Key() == "" {
				t.Error("the key is gone, although no host has said that the game is over")
			}
			if p.here.Now().Situation.Other != table.Near {
				t.Error("the host waits for a guest who has left for good")
			}
			synctest.Wait()
		})
	}
}

// newClient returns a connected client that accepts any game.
func newClient(t *testing.T) *Client {
	c := &Client{ClientConfig: ClientConfig{ID: "held27", Find: games.Find, Open: func(g game.Game) (*table.Table, error) { return newTable(t, g), nil }}}
	c.Link = link{c}
	c.Connected(time.Now())
	return c
}

// A game with hidden information must never arrive as record lines, and an open game never as sights. A client refuses such messages, whatever
// messages follow.
func TestAGameToldInTheWrongWay(t *testing.T) {
	hash := strings.Repeat("0a", 32)
	sight := `"sight":{"view":"{\"field\":\"8x8\",\"atoms\":4,\"phase\":\"setting\",\"by_hand\":true}","to":-2,"round":1,"score":[0,0]}`
	for _, first := range []string{
		`{"t":"table","v":1,"game":"atommaster","edition":4,"n":1,"first":true,"what":"loaded","rec":["game atommaster","seed 0","side 2","seat 1 person level 2","seat 2 person level 2","round"]}`,
		`{"t":"table","v":1,"game":"ataxx","edition":1,"n":1,"names":["Zoe","Ann"],"first":true,"what":"loaded",` + sight + `}`,
		`{"t":"table","v":1,"game":"atommaster","edition":4,"n":1,"names":["Zoe","Ann"],"first":true,"what":"loaded"}`,
		`{"t":"table","v":1,"game":"ataxx","edition":1,"n":1,"first":true,"what":"loaded"}`,
	} {
		for _, then := range []string{
			`{"t":"commit","round":1,"commit":"` + hash + `"}`,
			`{"t":"reveal","round":1,"salt":"` + hash + `","rec":["game atommaster","round","resign 1"]}`,
		} {
			c := newClient(t)
			for range 10 {
				for _, raw := range []string{first, then} {
					if c.Ended() != nil {
						break
					}
					if err := c.Receive([]byte(raw), time.Now()); err == nil {
						t.Fatalf("%s is accepted, after %s", raw, first)
					}
					c.Lost()
					c.Connected(time.Now())
				}
			}
			if c.Ended() == nil {
				t.Errorf("after ten tables the client still waits for another: %s", first)
			}
			must(t, c.Table().Close())
		}
	}
}

// A client refuses a seat that does not exist, and ignores an offer of a kind added by a later version.
func TestNotesThatMakeNoSense(t *testing.T) {
	const start = `{"t":"table","v":1,"game":"ataxx","edition":1,"n":1,"seat":1,"first":true,"rec":["game ataxx","seed 0","side 1","seat 1 person level 2","seat 2 person level 2","round"],"what":"loaded"}`
	for note, refused := range map[string]bool{
		`{"t":"note","what":"chat","by":9,"text":"Hello."}`:                      true,
		`{"t":"note","what":"chat","by":-1,"text":"Hello."}`:                     true,
		`{"t":"note","what":"offer","by":15,"offer":{"what":"draw","by":15}}`:    true,
		`{"t":"note","what":"offer","by":-1,"offer":{"what":"rematch"}}`:         true,
		`{"t":"note","what":"declined","by":2,"offer":{"what":"undo"}}`:          true,
		`{"t":"note","what":"offer","by":1,"offer":{"what":"swap","by":1}}`:      false,
		`{"t":"note","what":"offer","by":1}`:                                     false,
		`{"t":"note","what":"later","by":1}`:                                     false,
		`{"t":"note","what":"declined","by":-1,"offer":{"what":"undo"}}`:         false,
		`{"t":"note","what":"offer","by":0,"offer":{"what":"draw"}}`:             false,
		`{"t":"event","n":2,"what":"played","by":9,"lines":["move start"]}`:      true,
		`{"t":"event","n":2,"what":"played","by":-2,"lines":["move start"]}`:     false,
		`{"t":"event","n":2,"what":"ended","by":0,"lines":["stop left 9"]}`:      true,
		`{"t":"event","n":2,"what":"seated","by":0,"lines":["seat 9 person 1"]}`: true,
	} {
		c := newClient(t)
		must(t, c.Receive([]byte(start), time.Now()))
		m, err := flatten([]byte(note))
		must(t, err)
		raw := []byte(note)
		if m.T == "event" {
			raw, _, err = c.hash.Seal(m.event())
			must(t, err)
		}
		w := &witness{t, c.Table(), c.Table().Here()}
		if err := c.Receive(raw, time.Now()); (err != nil) != refused {
			t.Errorf("%s: %v", note, err)
		}
		if strings.Contains(note, "swap") && w.person.Now().Situation.Offer != table.NoOffer {
			t.Errorf("%s is asked", note)
		}
		w.looks()
		must(t, c.Table().Close())
	}
}
