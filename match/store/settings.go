package store

import (
	"cmp"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"attic/game"
	"attic/game/learn"
	"attic/match"
)

const (
	settingsFile = "settings.json"
	pageFile     = "page.json"
	learntFile   = "learnt.json"

	trendTurned = 2   // the trend after both wins and losses
	longestStep = 8   // the limit for GameSettings.Step
	mostInvited = 200 // the largest number of links in Settings.Invited
	mostAsked   = 20  // the largest number of requests in Settings.Asked
)

// Profile holds this user's choices and progress, and the judgements of this user's play, in small files.
type Profile struct {
	files
	*Debts
	find func(string) (game.Game, bool)
}

// Settings are this user's choices, remembered between runs. A field that was never set is zero.
type Settings struct {
	Theme      string                  `json:"theme,omitempty"`  // the name of a theme; front-ends ignore unknown names
	Board      string                  `json:"board,omitempty"`  // the name of a board of the theme, for games without a choice of their own; older versions had one board for all games
	Pieces     string                  `json:"pieces,omitempty"` // the name of a set of pieces; "": the default
	Shades     map[string]string       `json:"shades,omitempty"` // the shades of the colours of pieces, by the name of the colour; a colour that is missing is normal
	Bare       bool                    `json:"bare,omitempty"`   // no coordinates on the boards
	Muted      map[string]bool         `json:"muted,omitempty"`  // the events that have no sound, by the names in package desk
	NoMotion   bool                    `json:"no_motion,omitempty"`
	NoPictures bool                    `json:"no_pictures,omitempty"` // draw boards on the terminal in characters only
	ASCII      bool                    `json:"ascii,omitempty"`       // draw boards without Unicode
	Silent     bool                    `json:"silent,omitempty"`
	Zoom       int                     `json:"zoom,omitempty"`    // the scale of windows, in percent of the usual scale; 0 means 100
	Bell       bool                    `json:"bell,omitempty"`    // ring the terminal bell when it is the user's turn
	Warn       string                  `json:"warn,omitempty"`    // warnings of threats: "on", "off", or "" for only at the lowest levels
	Coach      bool                    `json:"coach,omitempty"`   // let the coach ask after a bad move
	Unasked    bool                    `json:"unasked,omitempty"` // no daily practice: no task is repeated, and no page mentions days
	Speed      string                  `json:"speed,omitempty"`   // speed of the computer's moves: "slow", "fast", seconds per move, or "" for the default
	Last       string                  `json:"last,omitempty"`    // the game played last
	More       bool                    `json:"more,omitempty"`    // the menu shows all its rows
	Name       string                  `json:"name,omitempty"`    // this user's name, for players on other machines
	Joined     []string                `json:"joined,omitempty"`  // addresses of games joined on other machines, the latest first
	Hall       string                  `json:"hall,omitempty"`    // the address of the hall at which this user plays online
	Invited    [][2]string             `json:"invited,omitempty"` // for tables at halls, the latest first: the address of this user's seat and the link for the other seat
	Asked      [][2]string             `json:"asked,omitempty"`   // requests to halls that have not been answered, the latest first, each with its secret
	Phrases    map[string]string       `json:"phrases,omitempty"` // this user's recovery phrases at halls, by the identity of the hall
	Unaided    []string                `json:"unaided,omitempty"` // the fingerprints of analyses of games that go on between people, see match.Fingerprint
	Games      map[string]GameSettings `json:"games,omitempty"`   // by the game's name; Game reads it
}

// GameSettings are the choices for new games.
type GameSettings struct {
	Opponent string `json:"opponent,omitempty"` // one of the constants below, or "" for the game's default
	Level    *int   `json:"level,omitempty"`    // the computer's level; nil is the default; the file has its code
	Code     int    `json:"code,omitempty"`     // only in the file: the code of a level that was inserted, in place of Level, the code of the level below, for older programs
	Auto     bool   `json:"auto,omitempty"`     // adjust Level to the person's results, see Followed
	Half     bool   `json:"half,omitempty"`     // the results add half a level to Level
	Trend    int    `json:"trend,omitempty"`    // since the level began to adapt: 1 if all games were won, -1 if all were lost, otherwise trendTurned; 0: no game was played
	Step     int    `json:"step,omitempty"`     // the last change of the level by a result, in halves of a level; older programs did not keep it
	Side     int    `json:"side"`               // the person's seat, or game.Nobody for the game's default
	Options  string `json:"options,omitempty"`  // options of the set-up
	Faces    []int  `json:"faces,omitempty"`    // the characters that represent the players, by seat
	Board    string `json:"board,omitempty"`    // the name of the board under the pieces; "": the board of Settings
	Turn     int    `json:"turn,omitempty"`     // quarter turns of the board to the right
}

// The other players, in GameSettings.Opponent.
const (
	OpponentPerson  = "person"
	OpponentProgram = "program"
	OpponentBoth    = "both" // the computer, which plays the person's seat too
)

// Followed returns g after a game that the person won (by = 1) or lost (by = -1) while the level adapts to the person's results. While all results are
// alike, the level changes by 1, 2, 3, 4, 4, … levels; each result that differs from the one before halves the step, down to half a level. The level stays
// between low and high.
func (g GameSettings) Followed(by, low, high int) GameSettings {
	halves := max(g.Step, -g.Step)
	switch {
	case g.Trend == 0 || g.Trend == by:
		g.Trend, halves = by, min(halves+2, longestStep)
	case g.Step*by < 0:
		halves /= 2
		fallthrough
	default:
		g.Trend, halves = trendTurned, max(halves, 1)
	}
	g.Step = by * halves
	at := 2*(*g.Level-low) + g.Step
	if g.Half {
		at++
	}
	at = max(0, min(at, 2*(high-low)))
	level := low + at/2
	g.Level, g.Half = &level, at%2 == 1
	return g
}

// LevelFor returns the level at which the computer plays a new game of g: the level in the settings, or the lowest. It returns -1 if g has no computer player.
func (g GameSettings) LevelFor(chosen game.Game) int {
	bots, ok := chosen.(game.Bots)
	switch {
	case !ok:
		return -1
	case g.Level != nil:
		return *g.Level
	}
	low, _, _ := bots.Levels()
	return low
}

// LeastZoom and MostZoom are the limits of Settings.Zoom, unless it is 0.
const LeastZoom, MostZoom = 50, 300

// MostJoined is the largest number of addresses in Settings.Joined.
const MostJoined = 5

// Join moves address to the front of s.Joined.
func (s *Settings) Join(address string) {
	others := slices.DeleteFunc(slices.Clone(s.Joined), func(a string) bool { return a == address })
	s.Joined = append([]string{address}, others[:min(len(others), MostJoined-1)]...)
}

// Invite remembers the link for the other seat of a table at a hall; address is that of this user's own seat.
func (s *Settings) Invite(address, link string) {
	s.Invited = append([][2]string{{address, link}}, s.Invited...)
}

// Ask returns the secret for a request to a hall: the secret of the same unanswered request, or else fresh, which it remembers.
func (s *Settings) Ask(request, fresh string) (secret string) {
	for _, kept := range s.Asked {
		if kept[0] == request {
			return kept[1]
		}
	}
	s.Asked = append([][2]string{{request, fresh}}, s.Asked[:min(len(s.Asked), mostAsked-1)]...)
	return fresh
}

// Answered forgets a request.
func (s *Settings) Answered(request string) {
	s.Asked = slices.DeleteFunc(slices.Clone(s.Asked), func(kept [2]string) bool { return kept[0] == request })
}

// mostUnaided is the largest number of analyses without help.
const mostUnaided = 200

// Unaid changes the list Unaided of the settings that are saved, whatever other programs have added to it.
func (p Profile) Unaid(change func(list []string) []string) error {
	s := p.Settings()
	return p.Set(&s, func(s *Settings) {
		list := change(slices.Clone(s.Unaided))
		s.Unaided = list[max(0, len(list)-mostUnaided):]
	})
}

// Link returns the link that Invite has remembered for an address, or "".
func (s Settings) Link(address string) string {
	for _, kept := range s.Invited {
		if strings.EqualFold(kept[0], address) {
			return kept[1]
		}
	}
	return ""
}

// Game returns the choices for the game called name, or the defaults if none were made.
func (s Settings) Game(name string) GameSettings {
	if chosen, ok := s.Games[name]; ok {
		return chosen
	}
	return GameSettings{Side: game.Nobody}
}

// BoardOf returns the name of the board under the pieces of the game called name; "" is the default.
func (s Settings) BoardOf(name string) string { return cmp.Or(s.Game(name).Board, s.Board) }

// Choose remembers the choices for the game called name.
func (s *Settings) Choose(name string, chosen GameSettings) {
	if s.Games == nil {
		s.Games = map[string]GameSettings{}
	}
	s.Games[name] = chosen
}

// UnmarshalJSON reads the choices in text; any that are missing keep the game's defaults.
func (g *GameSettings) UnmarshalJSON(text []byte) error {
	type plain GameSettings // without UnmarshalJSON, so that decoding does not recurse
	read := plain{Side: game.Nobody}
	err := json.Unmarshal(text, &read)
	*g = GameSettings(read)
	return err
}

// Settings returns the settings that were last saved. If there are none, it returns the defaults. A choice that the game does not offer is replaced
// by the default. Games is never nil.
func (p Profile) Settings() Settings {
	o, _ := p.object(settingsFile) // News reports the error
	var read Settings
	_ = decode(o, &read) // readObject has checked it
	if match.CheckName(read.Name) != nil {
		read.Name = ""
	}
	if read.Zoom < LeastZoom || read.Zoom > MostZoom {
		read.Zoom = 0
	}
	read.Joined = read.Joined[:min(len(read.Joined), MostJoined)]
	if read.Games == nil {
		read.Games = map[string]GameSettings{}
	}
	for name, chosen := range maps.Clone(read.Games) {
		if g, ok := p.find(name); ok { // a newer version of attic may have more games
			read.Games[name] = chosen.of(g)
		}
	}
	return read
}

// of returns g without the choices that the game chosen does not offer.
func (g GameSettings) of(chosen game.Game) GameSettings {
	bots, ok := chosen.(game.Bots)
	if g.Opponent != OpponentPerson && (g.Opponent != OpponentProgram && g.Opponent != OpponentBoth || !ok) {
		g.Opponent = ""
	}
	if g.Level != nil {
		level, known := game.LevelOf(chosen, g.Code)
		if !known || g.Code/game.InsertedCodes != *g.Level { // there is no code, or an older program has changed the level since
			level, known = game.LevelOf(chosen, *g.Level)
		}
		if g.Level = nil; ok && known {
			if low, high, _ := bots.Levels(); level >= low && level <= high {
				g.Level = &level
			}
		}
	}
	g.Code = 0
	g.Auto = g.Auto && g.Level != nil
	if !g.Auto || g.Trend < -1 || g.Trend > trendTurned || max(g.Step, -g.Step) > longestStep {
		g.Half, g.Trend, g.Step = false, 0, 0
	}
	if g.Side < 0 || g.Side >= len(chosen.Info().Seats) {
		g.Side = game.Nobody
	}
	if _, err := chosen.New(game.Setup{Options: g.Options}); err != nil {
		g.Options = ""
	}
	return g
}

// coded returns s with the codes of levels, as the file has them.
func (p Profile) coded(s Settings) Settings {
	s.Games = maps.Clone(s.Games)
	for name, chosen := range s.Games {
		if g, ok := p.find(name); ok && chosen.Level != nil {
			code := game.LevelCode(g, *chosen.Level)
			if code >= game.InsertedCodes {
				chosen.Code, code = code, code/game.InsertedCodes
			}
			chosen.Level = &code
			s.Games[name] = chosen
		}
	}
	return s
}

// Set changes this program's settings and saves the change; if that fails, the change is owed (see Debts). Changes by other programs, and members written by
// newer versions, stay. It saves nothing if the store has no folder.
func (p Profile) Set(mine *Settings, change func(*Settings)) error {
	was := generic(p.coded(*mine))
	change(mine)
	now := generic(p.coded(*mine))
	return p.Owe("your settings are", func() error {
		return p.change(settingsFile, func(o object) {
			all, _ := merged(was, now, maps.Clone(o)).(object)
			if list, _ := all["invited"].([]any); len(list) > mostInvited {
				for _, dropped := range list[mostInvited:] {
					if pair, _ := dropped.([]any); len(pair) > 0 {
						p.tell("The link for the other player of your game at %v was dropped: attic keeps at most %d.", pair[0], mostInvited)
					}
				}
				all["invited"] = list[:mostInvited]
			}
			clear(o)
			maps.Copy(o, all)
		})
	})
}

// PageKey returns the key that lets a page host games through the program that serves it. The key stays the same, so that a page can continue after the program
// has been restarted, unless the key cannot be saved.
func (p Profile) PageKey() string {
	key := strings.ToLower(rand.Text())
	if p.dir == "" {
		return key
	}
	earlier := filepath.Join(p.dir, "page.key") // the key of earlier versions
	_ = p.change(pageFile, func(o object) {     // if this fails, the page gets a new key
		switch kept, _ := o["key"].(string); {
		case len(kept) == len(key):
			key = kept
			return
		default:
			if kept, err := os.ReadFile(earlier); err == nil && len(kept) == len(key) {
				key = string(kept)
			}
		}
		o["key"] = key
	})
	return key
}

// Learnt returns this user's learning progress in the game called name. If there is no file, or it cannot be read, it returns the zero Record.
func (p Profile) Learnt(name string) (r learn.Record) {
	o, _ := p.object(learntFile) // News reports the error
	_ = decode(o[name], &r)      // readObject has checked it
	return r
}

// Learn changes this user's learning progress in the game called name, saves it and returns it. The error gives the reason if it could not be saved.
func (p Profile) Learn(name string, change func(learn.Record) learn.Record) (r learn.Record, err error) {
	if p.dir == "" {
		return change(r), nil
	}
	done := false
	err = p.change(learntFile, func(o object) {
		_ = decode(o[name], &r) // readObject has checked it
		was := generic(r)
		r, done = change(r), true
		o[name] = merged(was, generic(r), o[name])
	})
	if !done {
		r = change(p.Learnt(name))
	}
	return r, err
}

// Debts holds the changes that could not be saved, except games, which have journals. Methods of a nil Debts save without remembering failures.
type Debts struct {
	mu       sync.Mutex
	list     []*debt
	homeless error // the reason that nothing can be saved, or nil
}

type debt struct {
	what  string
	saves []func() error // in the order in which they must be called
	why   error          // the reason that they failed
}

// Owe calls save. The text what names the saved data with a verb: "your settings are". After an error, the save is owed: Owed calls it again if pay is set,
// and Owe calls it before the next save of the same kind.
func (d *Debts) Owe(what string, save func() error) error {
	if d == nil {
		return save()
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	i := slices.IndexFunc(d.list, func(x *debt) bool { return x.what == what })
	if i < 0 {
		i, d.list = len(d.list), append(d.list, &debt{what: what})
	}
	x := d.list[i]
	x.saves = append(x.saves, save)
	return x.pay(d.homeless)
}

func (x *debt) pay(homeless error) error {
	for x.why = homeless; x.why == nil && len(x.saves) > 0; {
		if x.why = x.saves[0](); x.why == nil {
			x.saves = x.saves[1:]
		}
	}
	return x.why
}

// Owed returns an error that names the owed data and the reason, or nil. If pay is set, it first tries to save them.
func (d *Debts) Owed(pay bool) (why error) {
	if d == nil {
		return nil
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, x := range d.list {
		if pay {
			_ = x.pay(d.homeless)
		}
		if x.why != nil {
			why = cmp.Or(why, fmt.Errorf("%s not saved: %w", x.what, x.why))
		}
	}
	return why
}
