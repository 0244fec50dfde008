package server

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"time"

	"attic/game"
	"attic/internal/phrase"
	"attic/internal/rescue"
	"attic/server/push"
	"attic/table/wire"
)

// Prefix begins the paths of the requests that Handler answers.
const Prefix = "/hall/"

const (
	mostAsked = 4096 // bytes of the body of a request
	mostOwn   = 64   // links in one request for a person's tables
)

// Refusal is the error for a request that the hall refuses. Programs look at Code; people read Why.
type Refusal struct {
	Code string `json:"code"`
	Why  string `json:"err"`
}

// Error returns Why.
func (r *Refusal) Error() string { return r.Why }

// statuses maps the code of a Refusal to an HTTP status.
var statuses = map[string]int{
	"bad": http.StatusBadRequest, "game": http.StatusBadRequest, "id": http.StatusNotFound, "taken": http.StatusConflict, "begun": http.StatusConflict,
	"rate": http.StatusTooManyRequests, "busy": http.StatusServiceUnavailable, "origin": http.StatusForbidden, "closed": http.StatusForbidden, "token": http.StatusUnauthorized,
}

func refuse(code, why string, args ...any) *Refusal {
	return &Refusal{code, fmt.Sprintf(why, args...)}
}

// Handler answers the lobby's requests, as docs/hall.md describes. The RemoteAddr of each request must be the client's address, even behind a proxy.
func (h *Hall) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+Prefix+"about", func(w http.ResponseWriter, _ *http.Request) {
		respond(w, h.offers.about(h.self, h.deadlines.ends(), !h.noTournaments && !h.people.decided().Cups), nil)
	})
	mux.HandleFunc("GET "+Prefix+"tables", func(w http.ResponseWriter, _ *http.Request) { answer(w, h.lobby.listing()) })
	mux.HandleFunc("GET "+Prefix+"changes", func(w http.ResponseWriter, r *http.Request) { h.lobby.stream(w, r, (*picture).lists) })
	mux.HandleFunc("GET "+Prefix+"live", func(w http.ResponseWriter, r *http.Request) { h.lobby.stream(w, r, (*picture).since) })
	mux.HandleFunc("GET "+Prefix+"games/{file}", h.games)
	mux.HandleFunc("GET "+Prefix+"ladder/{game}", func(w http.ResponseWriter, r *http.Request) {
		if !h.guards.reads.Join(r.RemoteAddr, time.Now()) {
			fail(w, refuse("rate", "your address has requested too many ladders: try again in a minute"))
			return
		}
		g, ok := h.offers.find(r.PathValue("game"))
		if !ok {
			fail(w, refuse("id", "there is no game %q here", phrase.Clip(r.PathValue("game"))))
			return
		}
		respond(w, map[string][]ranked{"players": h.ladders.of(g.Info().Name, h.people)}, nil)
	})
	serveTournaments(h, mux)
	serveManage(h, mux)
	mux.HandleFunc("GET "+Prefix+"people/{name}", func(w http.ResponseWriter, r *http.Request) {
		p, err := profileOf(h, r.PathValue("name"), r.RemoteAddr)
		respond(w, p, err)
	})
	asked(mux, "tables", Wish{Side: game.Nobody, Level: -1}, func(r *http.Request, of Wish) (Seat, error) {
		of.Phrase = phraseFor(h, r, of.Phrase)
		return h.Make(of, r.RemoteAddr)
	})
	person := func(path string, do func(of personal, from string) (any, error)) {
		asked(mux, path, personal{}, func(r *http.Request, of personal) (any, error) {
			of.Table, of.SSH, of.Phrase = cmp.Or(r.PathValue("table"), of.Table), keyOf(r), phraseFor(h, r, of.Phrase)
			return do(of, r.RemoteAddr)
		})
	}
	person("tables/{table}/take", func(of personal, from string) (any, error) { return h.Take(of.Table, of.Phrase, of.Secret, from) })
	person("people/join", func(of personal, from string) (any, error) {
		join := h.Join
		if of.Bot {
			join = h.JoinBot
		}
		phrase, err := join(of.Name, of.Secret, from)
		return personal{Name: of.Name, Bot: of.Bot, Phrase: phrase}, err
	})
	person("people/find", func(of personal, from string) (any, error) { return h.Find(of.Phrase, from) })
	person("people/seat", func(of personal, from string) (any, error) { return h.Again(of.Phrase, of.Table, of.Secret, from) })
	person("people/rename", func(of personal, from string) (any, error) { return done{}, h.Rename(of.Phrase, of.Name, from) })
	person("people/rate", func(of personal, from string) (any, error) { return done{}, h.Rate(of.Phrase, of.Rates, from) })
	person("people/push", func(of personal, from string) (any, error) { return reach(h, of, from) })
	person("people/delete", func(of personal, from string) (any, error) { return done{}, h.Delete(of.Phrase, from) })
	person("people/challenges", func(of personal, from string) (any, error) { return challenges(h, of.Phrase, from) })
	person("people/decline", func(of personal, from string) (any, error) { return done{}, decline(h, of.Phrase, of.Table, from) })
	person("people/block", func(of personal, from string) (any, error) { return done{}, block(h, of.Phrase, of.Name, from) })
	person("people/unblock", func(of personal, from string) (any, error) { return done{}, unblock(h, of.Phrase, of.Name, from) })
	person("people/link", func(of personal, from string) (any, error) { return linkDevice(h, of.Phrase, from) })
	person("people/device", func(of personal, from string) (any, error) { return useDevice(h, of.Link, from) })
	person("people/bind", func(of personal, from string) (any, error) { return done{}, bind(h, of.Phrase, of.SSH, from) })
	person("people/unbind", func(of personal, from string) (any, error) {
		return done{}, unbind(h, of.Phrase, cmp.Or(of.Key, of.SSH), from)
	})
	person("qr", func(of personal, from string) (any, error) { return pictured(h, of.Text, from) })
	person("report", func(of personal, from string) (any, error) { return done{}, h.Report(of.Table, of.Text, from) })
	person("own", func(of personal, from string) (any, error) { return h.own(of.IDs, from) })
	person("withdraw", func(of personal, from string) (any, error) { return done{}, h.Withdraw(of.ID, from) })
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set(wire.HallHeader, h.self)
		o := &outcome{ResponseWriter: w}
		if err := rescue.Run(func() { mux.ServeHTTP(o, r) }); err != nil {
			fail(o, err)
		}
		h.operator.answered(r.Pattern, o.err)
	})
}

// asked registers do for POST requests to a path. do gets the body of the request; fields missing from the body have the values that the parameter of has.
func asked[T, R any](mux *http.ServeMux, path string, of T, do func(r *http.Request, of T) (R, error)) {
	mux.HandleFunc("POST "+Prefix+path, func(w http.ResponseWriter, r *http.Request) {
		of, reply := of, *new(R)
		err := foreign(r)
		if err == nil {
			err = read(w, r, &of)
		}
		if err == nil {
			reply, err = do(r, of)
		}
		_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(10 * time.Second)) // an export may take longer than the server allows
		respond(w, reply, err)
	})
}

// done is the answer to a request that was carried out and has no other result.
type done struct{}

// personal is a request about a person, and the answer to a request for a name.
type personal struct {
	Name   string `json:"name,omitempty"`
	Bot    bool   `json:"bot,omitempty"`
	Phrase string `json:"phrase,omitempty"`
	Table  string `json:"table,omitempty"`
	Rates  bool   `json:"rates,omitempty"`
	Secret string `json:"secret,omitempty"`
	Text   string `json:"text,omitempty"`

	Link   string      `json:"link,omitempty"`  // the code of a link for another device
	Key    string      `json:"key,omitempty"`   // the fingerprint of an SSH key
	SSH    string      `json:"-"`               // the fingerprint of the SSH key of the visitor who asks
	Device push.Device `json:"device,omitzero"` // a browser that gets pushes
	On     bool        `json:"on,omitempty"`    // it is added
	Off    bool        `json:"off,omitempty"`   // it is removed

	ID  string   `json:"id,omitempty"`  // the ID of a seat
	IDs []string `json:"ids,omitempty"` // the IDs of seats
}

// foreign refuses a request from the page of another site.
func foreign(r *http.Request) error {
	if origin := r.Header.Get("Origin"); origin != "" {
		if u, err := url.Parse(origin); err != nil || !strings.EqualFold(u.Host, r.Host) {
			return refuse("origin", "this page belongs to another site; if it is the hall's own page, the operator must name its address with atticd --url")
		}
	}
	return nil
}

// read decodes the JSON body of a request into to.
func read(w http.ResponseWriter, r *http.Request, to any) error {
	if kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); kind != "application/json" { // a form of another site cannot send this
		return refuse("bad", "a request must be application/json")
	}
	most := int64(mostAsked)
	if _, long := to.(*instruction); long {
		most = mostInstructed
	}
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, most))
	switch large := (*http.MaxBytesError)(nil); {
	case errors.As(err, &large):
		return refuse("bad", "the body of a request has at most %d bytes", most)
	case err != nil:
		return refuse("bad", "the request did not arrive completely")
	case json.Unmarshal(text, to) != nil:
		return refuse("bad", "the request does not have the form described in docs/hall.md")
	}
	return nil
}

// respond answers with reply, or with err if err is not nil.
func respond(w http.ResponseWriter, reply any, err error) {
	var text []byte
	if err == nil {
		text, err = json.Marshal(reply)
	}
	if err != nil {
		fail(w, err)
		return
	}
	answer(w, text)
}

func answer(w http.ResponseWriter, text []byte) {
	describe(w, "application/json", "no-store")
	_, _ = w.Write(text)
}

// describe sets the headers of an answer of the given type. cache says who may keep it.
func describe(w http.ResponseWriter, kind, cache string) {
	head := w.Header()
	head.Set("Content-Type", kind)
	head.Set("Cache-Control", cache)
	head.Set("X-Content-Type-Options", "nosniff")
}

// fail answers with an error. Unless err is a Refusal, its text is not sent, since it may contain a path.
func fail(w http.ResponseWriter, err error) {
	why, ok := errors.AsType[*Refusal](err)
	if !ok {
		why = refuse("busy", "the hall cannot do that now; try again later")
	}
	if o, ok := w.(*outcome); ok {
		o.err = err
	}
	text, _ := json.Marshal(why) // two strings
	describe(w, "application/json", "no-store")
	w.WriteHeader(statuses[why.Code])
	_, _ = w.Write(text)
}

// about describes what the lobby offers. It stays the same until the hall is restarted, or its settings change.
type about struct {
	Version int         `json:"v"`
	Hall    string      `json:"hall"` // the identity of the hall
	Games   []aboutGame `json:"games"`
	Clocks  []string    `json:"clocks"`
	Ends    ends        `json:"ends"`

	Tournaments bool `json:"tournaments,omitempty"` // people can make tournaments
}

type aboutGame struct {
	Name    string        `json:"name"`
	Title   string        `json:"title"`
	Brief   string        `json:"brief"`
	Seats   []string      `json:"seats"`
	Fixed   bool          `json:"fixed"` // the computer can play only one seat, and has no levels
	Level   int           `json:"level"`
	Levels  []aboutItem   `json:"levels"`
	Choices []aboutChoice `json:"choices"`
}

type aboutChoice struct {
	Name  string      `json:"name"`
	Label string      `json:"label"`
	Items []aboutItem `json:"items"`
}

type aboutItem struct {
	Text  string `json:"text"`
	Label string `json:"label"`
}

// mostLevels is the number of levels that the lobby offers. Higher levels have no names and think for long.
const mostLevels = 10

// clocks are the clocks that the lobby offers; a request may name any clock that table.ParseClock reads.
var clocks = []string{"3+2", "5+5", "10+5", "15+10", "30+20", "1d", "3d", "7d"}

func (c catalogue) about(self string, ends ends, tournaments bool) about {
	a := about{Version: 1, Hall: self, Clocks: clocks, Ends: ends, Tournaments: tournaments}
	for _, g := range c {
		info := g.Info()
		of := aboutGame{Name: info.Name, Title: info.Title, Brief: info.Brief, Choices: []aboutChoice{}, Levels: []aboutItem{}}
		for _, s := range info.Seats {
			of.Seats = append(of.Seats, s.Name)
			of.Fixed = of.Fixed || s.Fixed
		}
		if bots, ok := g.(game.Bots); ok {
			lowest, highest, usual := bots.Levels()
			of.Level = usual
			for level := lowest; level <= min(highest, lowest+mostLevels-1); level++ {
				of.Levels = append(of.Levels, aboutItem{fmt.Sprint(level), bots.LevelName(level)})
			}
		}
		if choices, ok := g.(game.Choices); ok {
			for _, c := range choices.Choices() {
				to := aboutChoice{Name: c.Name, Label: c.Label}
				for _, item := range c.Items {
					to.Items = append(to.Items, aboutItem{item.Text, item.Label})
				}
				of.Choices = append(of.Choices, to)
			}
		}
		a.Games = append(a.Games, of)
	}
	return a
}

// options returns the options of a setup if the lobby offers each of them. Other options could reveal what is hidden.
func options(g game.Game, text string) (string, error) {
	setup, err := game.ParseSetup(text)
	if err != nil || setup.Seed != 0 {
		return "", refuse("game", "these options cannot be chosen here")
	}
	offered := map[string]bool{}
	if choices, ok := g.(game.Choices); ok {
		for _, c := range choices.Choices() {
			for _, item := range c.Items {
				offered[c.Name+"="+item.Text] = item.Text != ""
			}
		}
	}
	named := map[string]bool{}
	for option := range strings.FieldsSeq(setup.Options) {
		name, _, _ := strings.Cut(option, "=")
		if !offered[option] || named[name] {
			return "", refuse("game", "these options cannot be chosen here")
		}
		named[name] = true
	}
	return setup.Options, nil
}
