package server

import (
	"errors"
	"slices"

	"attic/internal/phrase"
	"attic/match"
)

const (
	settingsKey = "settings" // the key of the settings in the list of people
	mostRoles   = 50         // links of owners and organisers
	mostListed  = 1000       // names in the list of names
	mostNotice  = 120        // characters of the notice
)

// settings are what the people who run the hall have decided. They are one value in the list of people, so every storage has them already. They never change, but are
// replaced.
type settings struct {
	Hash   string   `json:"hash"` // settingsKey
	Roles  []role   `json:"roles,omitempty"`
	Notice string   `json:"notice,omitempty"` // a line for everybody; "": none
	Quiet  bool     `json:"quiet,omitempty"`  // chat is off at all tables
	Names  []string `json:"names,omitempty"`  // the only names that people can take; nil: any
	Cups   bool     `json:"cups,omitempty"`   // only those who run the hall make tournaments
	Read   string   `json:"read,omitempty"`   // report.When of the last report that was read

	version uint64
}

// role is a link with which somebody runs the hall: an owner or an organiser.
type role struct {
	Hash  string `json:"hash"` // match.KeyHash of its secret
	Owner bool   `json:"owner,omitempty"`
	Name  string `json:"name"` // whose link it is
	Made  int64  `json:"made"`
}

// role returns the role of whoever has a secret.
func (s settings) role(secret string) (role, bool) {
	i := slices.IndexFunc(s.Roles, func(r role) bool { return r.Hash == match.KeyHash(folded(secret)) })
	if i < 0 {
		return role{}, false
	}
	return s.Roles[i], true
}

// refuses returns why people cannot take a name, or nil.
func (s settings) refuses(name string) error {
	if name == "" || s.Names == nil || slices.Contains(s.Names, name) {
		return nil
	}
	return errUnlisted
}

var errUnlisted = refuse("bad", "this hall accepts only the names in its list, as they are written there: ask whoever runs it")

// checkNames refuses a list of names that could not all be taken.
func checkNames(names []string) error {
	seen := map[string]string{}
	if len(names) > mostListed {
		return refuse("bad", "a list has at most %s", phrase.Count(mostListed, "name"))
	}
	for _, name := range names {
		if err := checkName(name); err != nil || name == "" {
			return refuse("bad", "%q cannot be a name", phrase.Clip(name))
		}
		look := lookOf(name)
		if other, ok := seen[look]; ok {
			return refuse("bad", "%q looks like %q: only one of them could be taken", phrase.Clip(name), phrase.Clip(other))
		}
		seen[look] = name
	}
	return nil
}

// decided returns the settings as far as this process knows them.
func (ps *people) decided() settings {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	return ps.settings
}

// settle changes the settings of the hall, and makes the open tables follow them. It calls how with the lock of people held; how replaces slices instead of changing
// them.
func settle(h *Hall, how func(*settings) error) error {
	ps, was := h.people, h.people.decided()
	var s settings
	err := ps.change(settingsKey, func() ([]byte, uint64, error) {
		if ps.closing() {
			return nil, 0, errClosing
		}
		s = ps.settings
		err := how(&s)
		s.Hash = settingsKey
		return encoded(s), s.version, err
	}, ps.learnSettings, func(version uint64) {
		if s.version = version; version > ps.settings.version {
			ps.settings = s
			ps.news.change()
		}
	})
	obey(h, was)
	return err
}

// learnSettings stores the list's value of the settings, unless a newer version is known. The caller holds mu.
func (ps *people) learnSettings(value []byte, version uint64) error {
	if version <= ps.settings.version || value == nil {
		return nil
	}
	s := settings{version: version}
	if err := decode(value, &s); err != nil {
		ps.broken[settingsKey] = "the settings of the hall in the list of people are damaged; until that is mended, there is no chat, and nobody can take a name"
		if ps.settings.version == 0 { // they may have forbidden both
			ps.settings = settings{Quiet: true, Names: []string{}}
		}
		return errors.New(ps.broken[settingsKey])
	}
	delete(ps.broken, settingsKey)
	ps.settings = s
	ps.news.change()
	return nil
}
