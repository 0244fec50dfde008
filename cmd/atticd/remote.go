package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"time"

	"attic/match"
	"attic/server"
	"attic/server/keep"
)

// remote is what a hall that is open keeps in its folder, as its operator's address tells it. It can only be read.
type remote struct{ url string }

// remotely returns what the hall with this operator's address keeps, which must be in the folder of p.
func remotely(admin string, p *place) (keep.Stock, error) {
	r := remote{"http://" + admin + "/stock/"}
	place := ""
	err := r.lines("place", func(line json.RawMessage) error { return json.Unmarshal(line, &place) })
	if err != nil {
		return nil, fmt.Errorf("%s: an atticd is using this folder, but does not answer at %s: name its --admin address, or stop it first", p, admin)
	}
	here, err := os.Stat(p.data)
	there, wrong := os.Stat(place)
	if err != nil || wrong != nil || !os.SameFile(here, there) {
		return nil, fmt.Errorf("%s: an atticd is using this folder, but the one at %s uses %s: name its --admin address, or stop it first", p, admin, place)
	}
	return r, nil
}

// lines calls each with every line of an answer.
func (r remote) lines(path string, each func(json.RawMessage) error) error {
	reply, err := http.Get(r.url + path)
	if err != nil {
		return errors.New("the hall does not answer")
	}
	defer reply.Body.Close()
	if reply.StatusCode != http.StatusOK {
		return fmt.Errorf("the hall answers %s", reply.Status)
	}
	for from := json.NewDecoder(reply.Body); ; {
		var line json.RawMessage
		switch err := from.Decode(&line); {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return errors.New("the hall could not read everything")
		}
		if err := each(line); err != nil {
			return err
		}
	}
}

func (r remote) Tables() keep.List { return remoteList{r, "tables"} }
func (r remote) People() keep.List { return remoteList{r, "people"} }

func (r remote) Games(table string) keep.Games { return remoteGames{r, table} }

func (r remote) Reports() (text []byte, err error) {
	err = r.lines("reports", func(line json.RawMessage) error { return json.Unmarshal(line, &text) })
	return text, err
}

func (r remote) Played(each func(table string) error) error {
	return r.lines("played", func(line json.RawMessage) error {
		table := ""
		if err := json.Unmarshal(line, &table); err != nil {
			return err
		}
		return each(table)
	})
}

func (r remote) Ran() (ran time.Time, err error) {
	err = r.lines("ran", func(line json.RawMessage) error { return json.Unmarshal(line, &ran) })
	return ran, err
}

var errRemote = errors.New("a hall that is open can only be read")

func (remote) Report(string) error     { return errRemote }
func (remote) Copied(time.Time) error  { return errRemote }
func (remote) Mark(string) error       { return errRemote }
func (remote) Marked() (string, error) { return "", nil }
func (remote) Close() error            { return nil }

type remoteList struct {
	at   remote
	path string
}

func (l remoteList) Follow(changed func(key string, version uint64, value []byte)) error {
	return l.at.lines(l.path, func(line json.RawMessage) error {
		var p server.Pair
		err := json.Unmarshal(line, &p)
		if err == nil {
			changed(p.Key, p.Version, p.Value)
		}
		return err
	})
}

func (l remoteList) Get(key string) (value []byte, version uint64, err error) {
	var p server.Pair
	err = l.at.lines(l.path+"/"+url.PathEscape(key), func(line json.RawMessage) error { return json.Unmarshal(line, &p) })
	return p.Value, p.Version, err
}

func (remoteList) Put(string, uint64, []byte) (uint64, error) { return 0, errRemote }
func (remoteList) Remove(string, uint64) error                { return errRemote }
func (remoteList) Scrub() error                               { return errRemote }

type remoteGames struct {
	at    remote
	table string
}

func (g remoteGames) Texts(each func(keep.Text) error) error {
	return g.at.lines("games/"+url.PathEscape(g.table), func(line json.RawMessage) error {
		var t keep.Text
		if err := json.Unmarshal(line, &t); err != nil {
			return err
		}
		return each(t)
	})
}

func (remoteGames) Begin(string) (match.Ledger, error)         { return nil, errRemote }
func (remoteGames) Resume() (match.Ledger, match.Match, error) { return nil, match.Match{}, errRemote }
func (remoteGames) Put(keep.Text) error                        { return errRemote }
func (remoteGames) Remove() error                              { return errRemote }
