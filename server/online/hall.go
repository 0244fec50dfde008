// Package online shows the tables of a hall at a terminal or in a window, and lets people take seats and make tables. It sends the requests that docs/hall.md
// describes. In a browser, the lobby of the hall takes its place, so the page does not link this package.
package online

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"attic/internal/phrase"
	"attic/match/store"
	"attic/table/wire"
)

const (
	mostBytes  = 1 << 20          // bytes of an answer from a hall
	answerTime = 10 * time.Second // how long an answer may take
	version    = 1                // the version of docs/hall.md
	mostReason = 200              // bytes of the reason of the operator for closing a name
	mostOwn    = 64               // seats about which a hall is asked in one request

	mostSilence = 45 * time.Second // how long a hall that is followed may be silent before it counts as away; a hall sends something every 15 s
)

// Client is a hall that has answered.
type Client struct {
	at     wire.Address // without an ID
	links  wire.Address // where browsers open the links of the hall, if that is another address
	client *http.Client
	games  map[string]bool
	cups   bool          // people can make tournaments there
	id     atomic.Value  // the identity of the hall, from its last answer; "": the hall has an older version
	kept   store.Profile // where unanswered requests are kept

	guest  bool         // the person is a guest of the hall's own machine: no phrase is kept there
	phrase atomic.Value // the phrase of a guest without a key, while the program runs
}

type table struct {
	ID      string   `json:"id"`
	Game    string   `json:"game"`
	Options string   `json:"options"`
	Clock   string   `json:"clock"`
	Hints   bool     `json:"hints"` // the players may use hints and other help
	Seats   []string `json:"seats"` // person, computer or free
	Names   []string `json:"names"` // by seat; missing if nobody has a name
	Over    string   `json:"over"`

	// The fields below are set only for the person's own tables.
	Seat    int    `json:"seat"`
	Turn    bool   `json:"turn"`
	State   string `json:"state"`
	Since   int64  `json:"since"` // when the turn began, in seconds since 1970; 0: unknown
	Gone    bool   `json:"gone"`
	Why     string `json:"why"`     // the reason, if Gone is set and the hall knows it
	Unknown string `json:"unknown"` // why the hall knows nothing about the table now

	Tournament *round `json:"tournament"`

	// The list of free tables is sorted by Made and Here.
	Made int64 `json:"made"`
	Here bool  `json:"here"`

	address string // the address with which the person's seat was joined
	lost    string // why the seat leads to no table now, or ""
}

// round is the round of a tournament to which a table belongs.
type round struct {
	Name  string `json:"name"` // of the tournament
	Round int    `json:"round"`
}

// tables are the tables of a hall: those with a free seat, those that can be watched, and the person's own that are not over.
type tables struct {
	Free    []table `json:"free"`
	Playing []table `json:"playing"`
	Notice  string  `json:"notice"` // a line of those who run the hall, for everybody; "": none
	name    string  // the person's name, as others see it; "": none
	asked   []table // tables of challenges to the person
	away    []table // the person's tables that are played on another device, or were made by the hall
	own     []table // including an entry without a game for each seat that leads to no table now
}

// news is a message from a hall: its tables, or, in Put and Gone, their changes.
type news struct {
	tables
	Notice *string `json:"notice"` // nil: the same as before, or none in whole tables
	Put    *tables `json:"put"`
	Gone   *struct {
		Free, Playing []string
	} `json:"gone"`
}

// apply applies news to the tables, or replaces them if it is whole, and puts them in order.
func (t *tables) apply(n news, whole bool) {
	if whole {
		*t = n.tables
	}
	if n.Notice != nil {
		t.Notice = *n.Notice
	}
	if n.Put == nil {
		n.Put = &tables{}
	}
	change := func(list, put []table, gone []string) []table {
		list = slices.DeleteFunc(slices.Clone(list), func(o table) bool {
			return slices.Contains(gone, o.ID) || slices.ContainsFunc(put, func(p table) bool { return p.ID == o.ID })
		})
		return append(list, put...)
	}
	var gone struct{ free, playing []string }
	if n.Gone != nil {
		gone.free, gone.playing = n.Gone.Free, n.Gone.Playing
	}
	t.Free, t.Playing = change(t.Free, n.Put.Free, gone.free), change(t.Playing, n.Put.Playing, gone.playing)
	newest := func(a, b table) int { return cmp.Or(cmp.Compare(b.Made, a.Made), cmp.Compare(a.ID, b.ID)) }
	slices.SortFunc(t.Free, func(a, b table) int {
		if a.Here != b.Here {
			return map[bool]int{true: -1, false: 1}[a.Here]
		}
		return newest(a, b)
	})
	slices.SortFunc(t.Playing, newest)
}

type seat struct {
	Table  string `json:"table"`
	ID     string `json:"id"`
	Friend string `json:"friend"`
}

// wish is a request for a new table.
type wish struct {
	Game    string `json:"game"`
	Options string `json:"options"`
	Clock   string `json:"clock"`
	With    string `json:"with"`
	Side    int    `json:"side"`
	Secret  string `json:"secret,omitempty"`
	Hints   bool   `json:"hints"`
	To      string `json:"to,omitempty"`
	Phrase  string `json:"phrase,omitempty"`
	Table   string `json:"table,omitempty"`
}

// The values of a wish for the person who takes the other seat.
const friend, anybody, byName = "friend", "anybody", "person"

// refusal is a hall's answer to a request that it refuses.
type refusal struct {
	Code string `json:"code"`
	Why  string `json:"err"`
}

// Error returns Why.
func (r *refusal) Error() string { return r.Why }

const form = "write it as in a browser, such as games.example or 192.168.1.20:7117"

// parse reads the address of a hall, and returns the addresses to try, in this order.
func parse(text string) (list []wire.Address, err error) {
	text, _, _ = strings.Cut(strings.TrimSpace(text), "#") // the fragment of a link to a table
	scheme, rest, given := strings.Cut(text, "://")
	if !given {
		scheme, rest = "", text
	}
	u, err := url.Parse("http://" + rest)
	port := 0
	if err == nil && u.Port() != "" {
		port, err = strconv.Atoi(u.Port())
	}
	scheme = strings.ToLower(scheme)
	if err != nil || u.Hostname() == "" || port > 65535 || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.User != nil ||
		strings.ContainsAny(rest, " \t\\") || scheme != "" && scheme != "http" && scheme != "https" {
		return nil, fmt.Errorf("%q is not the address of a hall: %s", phrase.Clip(text), form)
	}
	add := func(usual int, tls bool) {
		if port != 0 {
			usual = port
		}
		list = append(list, wire.Address{Host: u.Hostname(), Port: usual, TLS: tls})
	}
	switch scheme {
	case "https":
		add(443, true)
	case "http":
		add(80, false)
	default:
		add(443, true)
		add(wire.DefaultPort, false)
	}
	return list, nil
}

// client sends requests to halls, directly and without following redirections.
var client = &http.Client{
	Transport:     &http.Transport{ResponseHeaderTimeout: answerTime, MaxResponseHeaderBytes: mostBytes, IdleConnTimeout: time.Minute},
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

// Dial finds the hall at an address in the form that people write. The error is one line for people. Unanswered requests are stored in kept.
func Dial(ctx context.Context, text string, kept store.Profile) (h *Client, err error) {
	list, err := parse(text)
	if err != nil {
		return nil, err
	}
	for _, at := range list {
		h = &Client{at: at, client: client, kept: kept}
		switch err = h.meet(ctx); {
		case errors.Is(err, errNewer):
			return nil, fmt.Errorf("the hall at %s needs a newer attic", at.Place())
		case err != nil:
			if _, untrusted := errors.AsType[*tls.CertificateVerificationError](err); untrusted {
				return nil, fmt.Errorf("the certificate of %s is not trusted; ask whoever runs the hall", at.Place())
			}
			continue
		}
		return h, nil
	}
	place := list[len(list)-1].Place()
	if len(list) > 1 {
		place = phrase.Clip(phrase.Printable(strings.TrimSpace(text)))
	}
	if errors.Is(err, errNoHall) {
		return nil, fmt.Errorf("something other than a hall answers at %s; check the address", place)
	}
	return nil, fmt.Errorf("no hall answers at %s; check the address, or try again later", place)
}

// identity returns the identity that the hall has last reported, or "".
func (h *Client) identity() string {
	id, _ := h.id.Load().(string)
	return id
}

// meet asks the hall what it offers.
func (h *Client) meet(ctx context.Context) error {
	var about struct {
		Version int `json:"v"`
		Games   []struct {
			Name string `json:"name"`
		} `json:"games"`
		Tournaments bool `json:"tournaments"`
	}
	switch err := h.ask(ctx, "about", nil, &about); {
	case err != nil:
		return err
	case about.Version == 0:
		return errNoHall
	case about.Version != version:
		return errNewer
	}
	h.games, h.cups = map[string]bool{}, about.Tournaments
	for _, g := range about.Games {
		h.games[g.Name] = true
	}
	return nil
}

var (
	errNoHall = errors.New("this is not a hall")
	errNewer  = errors.New("this hall needs a newer attic")
	errAway   = errors.New("the hall does not answer at the moment; try again")
)

// Address returns the address of the hall in the form that is stored.
func (h *Client) Address() string {
	link := h.at.Link()
	return link[:strings.Index(link, "/#")]
}

// link returns the link with an ID, which opens a seat in a browser.
func (h *Client) link(id string) string {
	at := h.at
	if h.links.Host != "" {
		at = h.links
	}
	at.ID = id
	return at.Link()
}

// join returns the address for joining with an ID, in the form that wire.ParseAddress reads.
func (h *Client) join(id string, watch bool) string {
	at := h.at
	at.ID, at.Watch = id, watch
	return at.String()
}

// send sends a request, which has a body unless the parameter body is nil. The caller closes the body of the answer.
func (h *Client) send(ctx context.Context, path string, body any) (*http.Response, error) {
	method, text := http.MethodGet, []byte(nil)
	if body != nil {
		method = http.MethodPost
		text, _ = json.Marshal(body) // texts and numbers
	}
	r, err := http.NewRequestWithContext(ctx, method, h.Address()+"/hall/"+path, bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Content-Type", "application/json")
	answer, err := h.client.Do(r)
	if err == nil && answer.StatusCode != http.StatusBadGateway && answer.StatusCode != http.StatusGatewayTimeout { // a proxy sends these
		h.id.Store(answer.Header.Get(wire.HallHeader))
	}
	return answer, err
}

// ask asks the hall, and reads its answer. The error is a sentence for the person: the hall's own or one for the code of the hall's error, or that the
// hall does not answer or the server is not a hall.
func (h *Client) ask(ctx context.Context, path string, body, to any) error {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	answer, err := h.send(ctx, path, body)
	if err != nil {
		return errors.Join(errAway, err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(io.LimitReader(answer.Body, mostBytes))
	if err != nil {
		return errors.Join(errAway, err)
	}
	var no refusal
	if answer.StatusCode >= http.StatusInternalServerError && json.Unmarshal(text, &no) != nil {
		return errAway
	}
	if answer.StatusCode == http.StatusOK && json.Unmarshal(text, to) == nil {
		return nil
	}
	if json.Unmarshal(text, &no) != nil || no.Why == "" {
		return errNoHall
	}
	if no.Why = phrase.Printable(no.Why); no.Code != "closed" || len(no.Why) > mostReason {
		no.Why = phrase.Clip(no.Why)
	}
	switch {
	case no.Code == "taken" && path == "people/join":
		no.Why = "this name, or one that looks like it, is taken at this hall; choose another"
	case !strings.HasSuffix(path, "/take"):
	case no.Code == "taken":
		no.Why = "somebody else has just taken that seat; choose another table"
	case no.Code == "id":
		no.Why = "that table is gone; choose another one"
	}
	return &no
}

func (h *Client) make(ctx context.Context, w wish) (seat, error) { return h.sit(ctx, "tables", w) }

func (h *Client) take(ctx context.Context, id string) (seat, error) {
	return h.sit(ctx, "tables/"+url.PathEscape(id)+"/take", wish{})
}

// sit asks for a seat. The request has a secret that is stored until the hall answers. So if the answer is lost, repeating the request gets the same seat.
func (h *Client) sit(ctx context.Context, path string, w wish) (s seat, err error) {
	text, _ := json.Marshal(w)
	w.Phrase = h.secret()
	request := h.Address() + " " + h.identity() + " " + path + " " + string(text)
	settings := h.kept.Settings()
	_ = h.kept.Set(&settings, func(s *store.Settings) { w.Secret = s.Ask(request, wire.NewKey()) }) // if this fails, the secret stays the same only while the program runs
	if err = h.ask(ctx, path, w, &s); errors.Is(err, errAway) && ctx.Err() == nil {
		err = h.ask(ctx, path, w, &s)
	}
	if !errors.Is(err, errAway) {
		_ = h.kept.Set(&settings, func(s *store.Settings) { s.Answered(request) })
	}
	switch {
	case errors.Is(err, errAway):
		return s, errAway
	case err != nil:
		return s, err
	case wire.CheckID(s.ID) != nil || s.Friend != "" && wire.CheckID(s.Friend) != nil:
		return s, errNoHall
	}
	return s, nil
}

// list returns the tables of the hall. seated are the addresses of the person's seats, here and at other halls.
func (h *Client) list(ctx context.Context, seated []store.Sitting) (t tables, err error) {
	if err := h.ask(ctx, "tables", nil, &t); err != nil {
		return t, errAway
	}
	return t, h.adds(ctx, &t, seated)
}

// The reasons why a seat leads to no table.
const (
	lostGone    = "this link does not lead to a game now; the game may be over, or the hall may be unable to find it at the moment"
	lostForeign = "this game is at another hall, which used this address before; attic tells this hall nothing about it"
)

// adds adds the person's own tables whose games are not over, and their seats that lead to no table. It does not ask about seats of another hall that
// was at this address earlier.
func (h *Client) adds(ctx context.Context, t *tables, seated []store.Sitting) error {
	var ids []string
	var addresses []string
	var lost []table
	for _, seat := range seated {
		at, err := wire.ParseAddress(seat.Address)
		if here := h.at; err != nil || !strings.EqualFold(at.Host, here.Host) || at.Port != here.Port || at.TLS != here.TLS {
			continue
		}
		if seat.Hall != "" && seat.Hall != h.identity() {
			lost = append(lost, table{ID: at.ID, address: seat.Address, lost: lostForeign})
			continue
		}
		ids, addresses = append(ids, at.ID), append(addresses, seat.Address)
	}
	mine, from := map[string]bool{}, h.identity()
	for i := 0; i < len(ids); i += mostOwn {
		var own struct {
			Tables []table `json:"tables"`
		}
		ask := struct {
			IDs []string `json:"ids"`
		}{ids[i:min(i+mostOwn, len(ids))]}
		if err := h.ask(ctx, "own", ask, &own); err != nil {
			return err
		}
		if h.identity() != from {
			return errAway
		}
		for n, of := range own.Tables[:min(len(own.Tables), len(ask.IDs))] {
			switch of.address = addresses[i+n]; {
			case of.Gone:
				if of.ID, of.lost = ids[i+n], lostGone; of.Why != "" {
					of.lost = "this game is gone: " + phrase.Printable(of.Why)
				}
			case of.Unknown != "":
				of.ID, of.lost = ids[i+n], "the hall cannot show this game now: "+phrase.Clip(phrase.Printable(of.Unknown))
			case of.Over != "":
				continue
			}
			if of.lost != "" {
				lost = append(lost, of)
			} else {
				t.own, mine[of.ID] = append(t.own, of), true
			}
		}
	}
	t.own = append(t.own, lost...)
	h.asks(ctx, t)
	others := func(list []table) (kept []table) {
		for _, of := range list {
			if !mine[of.ID] {
				kept = append(kept, of)
			}
		}
		return kept
	}
	t.Free, t.Playing = others(t.Free), others(t.Playing)
	return nil
}

// follow calls show with the tables of the hall, now and whenever they change, until ctx ends or the hall is away. The function seated returns the
// person's seats.
func (h *Client) follow(ctx context.Context, seated func() []store.Sitting, show func(tables)) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	answer, err := h.send(ctx, "live", nil)
	old := err == nil && answer.StatusCode == http.StatusNotFound
	if old { // an older hall, which sends all tables each time
		_ = answer.Body.Close()
		answer, err = h.send(ctx, "changes", nil)
	}
	if err != nil {
		return
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return
	}
	silent := time.AfterFunc(mostSilence, stop)
	defer silent.Stop()
	var all tables
	begun := false
	lines := bufio.NewScanner(answer.Body)
	lines.Buffer(nil, mostBytes)
	for lines.Scan() {
		silent.Reset(mostSilence)
		text, ok := strings.CutPrefix(lines.Text(), "data: ")
		var n news
		switch silent := strings.HasPrefix(lines.Text(), ":"); { // then the person's own tables and challenges may have changed
		case silent && begun:
		case !ok || json.Unmarshal([]byte(text), &n) != nil:
			continue
		default:
			all.apply(n, old || !begun)
			begun = true
		}
		t := tables{Free: all.Free, Playing: all.Playing, Notice: all.Notice}
		_ = h.adds(ctx, &t, seated()) // after an error, the other tables are shown nevertheless
		show(t)
	}
}
