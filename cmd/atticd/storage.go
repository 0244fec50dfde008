package main

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	"attic/cmd/internal/shell"
	"attic/games"
	"attic/internal/phrase"
	"attic/match/store"
	"attic/server/files"
	"attic/server/jet"
	"attic/server/keep"
)

// place is the storage of a hall: a folder of files, or NATS servers.
type place struct {
	prefix string // the beginning of its options' names: "" or "to-"

	data      string // the folder, or "" for the servers in urls
	urls      string
	creds, ca string
	replicas  int

	ssh string // the folder with the host key for SSH and the data of SSH visitors; "" for the folder ssh in data
}

// flags adds the options of the place.
func (p *place) flags(flags *pflag.FlagSet) {
	to, with := p.prefix, "--"+p.prefix
	flags.StringVar(&p.data, to+"data", "", "the `folder` with all games and records, as files; created if missing")
	flags.Var(&shell.Value{Kind: "addresses", Parse: p.readURLs}, to+"nats",
		"keep everything on these NATS servers instead of in a folder: `addresses` such as nats://10.0.0.1:4222,nats://10.0.0.2:4222; several atticd can share them")
	flags.StringVar(&p.creds, to+"creds", "", "the `file` with the credentials for the NATS servers")
	flags.StringVar(&p.ca, to+"nats-ca", "", "the `file` with the certificate of the authority that signed the NATS servers' certificates; for addresses such as tls://10.0.0.1:4222")
	flags.Var(&shell.Value{Kind: "n", Text: "3", Parse: func(text string) error {
		switch text {
		case "1", "3", "5":
			p.replicas = int(text[0] - '0')
			return nil
		}
		return fmt.Errorf("%sreplicas takes 1, 3 or 5, not %q", with, text)
	}}, to+"replicas", "the number of NATS servers that store each message: 1, 3 or 5")
}

func (p *place) readURLs(text string) error {
	for part := range strings.SplitSeq(text, ",") {
		u, err := url.Parse(strings.TrimSpace(part))
		if err != nil || u.Hostname() == "" || u.Scheme != "nats" && u.Scheme != "tls" || u.Path != "" || u.RawQuery != "" {
			return fmt.Errorf("--%snats takes addresses such as nats://10.0.0.1:4222 or tls://nats.example:4222, separated by commas, not %q", p.prefix, part)
		}
	}
	p.urls = text
	return nil
}

// check returns an error for missing options or options that exclude each other. who begins the error for a missing place, such as "backup
// needs to know where the hall is".
func (p *place) check(flags *pflag.FlagSet, who string) error {
	to := "--" + p.prefix
	switch {
	case p.data == "" && p.urls == "":
		return shell.Usage("%s: %sdata DIR, or %snats ADDRESSES", who, to, to)
	case p.data != "" && p.urls != "":
		return shell.Usage("use either %sdata or %snats", to, to)
	}
	for _, name := range []string{"creds", "nats-ca", "replicas"} {
		if p.urls == "" && flags.Changed(p.prefix+name) {
			return shell.Usage("%s%s needs %snats ADDRESSES", to, name, to)
		}
	}
	return nil
}

// whole returns the place with an absolute path, for messages.
func (p *place) whole() string {
	if path, err := filepath.Abs(p.data); p.urls == "" && err == nil {
		return phrase.Name(path)
	}
	return p.String()
}

// String returns the place as messages show it, without passwords.
func (p *place) String() string {
	if p.urls == "" {
		return phrase.Name(p.data)
	}
	var list []string
	for part := range strings.SplitSeq(p.urls, ",") {
		if u, err := url.Parse(strings.TrimSpace(part)); err == nil {
			list = append(list, u.Redacted())
		}
	}
	return strings.Join(list, ",")
}

// visitors returns the folder with the host key for SSH and the data of SSH visitors, or "" if it is unknown.
func (p *place) visitors() string {
	if p.ssh == "" && p.data != "" {
		return filepath.Join(p.data, "ssh")
	}
	return p.ssh
}

// formerly is the folder that was left by a hall of an earlier version, which ran NATS inside its process.
const formerly = "nats"

// holds reports whether the place holds a hall. For servers it always returns true. The error names the place.
func (p *place) holds() (bool, error) {
	if p.urls != "" {
		return true, nil
	}
	for _, name := range []string{filepath.Join(formerly, "jetstream"), "tables", "people", "games", files.Mark} {
		_, err := os.Stat(filepath.Join(p.data, name))
		switch {
		case err == nil && filepath.Dir(name) == formerly:
			return false, p.former()
		case err == nil:
			return true, nil
		case !errors.Is(err, fs.ErrNotExist):
			return false, fmt.Errorf("%s: the folder of the hall cannot be read: %w", p, store.Plain(err))
		}
	}
	return false, nil
}

// former returns the error for a folder that was kept by NATS inside the process. The error explains how to read it.
func (p *place) former() error {
	visitors := ""
	if _, err := os.Stat(p.visitors()); err == nil {
		visitors = " --ssh-data " + phrase.Name(p.visitors())
	}
	return fmt.Errorf("%s was kept by NATS inside atticd, which no longer exists: run nats-server -a 127.0.0.1 -js -sd %s (2.15.2 or newer), "+
		"then atticd migrate --nats nats://127.0.0.1:4222 --replicas 1%s --to-data NEW", p, phrase.Name(filepath.Join(p.data, formerly)), visitors)
}

// open opens the place for a hall.
func (p *place) open(log *slog.Logger) (keep.Storage, error) {
	if _, err := p.holds(); err != nil {
		return nil, err
	}
	if p.urls != "" {
		at, err := p.dial(log)
		if err != nil {
			return nil, err
		}
		if err := p.marked(at.Marked()); err != nil {
			return nil, errors.Join(err, at.Close())
		}
		return at, nil
	}
	if err := p.marked(files.Marked(p.data)); err != nil {
		return nil, err
	}
	at, err := files.Open(p.data, games.Find)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", p, err)
	}
	for _, text := range at.News() {
		log.Warn(text, "event", "damaged")
	}
	return at, nil
}

// marked returns an error if err is not nil, or if why, the note that no hall may open at the place, is not empty.
func (p *place) marked(why string, err error) error {
	if err == nil && why != "" {
		err = errors.New(why)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", p, err)
	}
	return nil
}

// stock opens the place to read or copy everything. If alone is set, no hall may use it at the same time. The error names the place.
func (p *place) stock(alone bool, log *slog.Logger) (keep.Stock, error) {
	if _, err := p.holds(); err != nil {
		return nil, err
	}
	if p.urls == "" {
		at, err := files.OpenStock(p.data, games.Find, alone)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p, err)
		}
		return at, nil
	}
	at, err := p.dial(log)
	if err != nil {
		return nil, err
	}
	if alone {
		alive, err := at.Alive()
		if err == nil && alive {
			err = errors.New("an atticd is using it, or was a few seconds ago: stop every atticd first")
		}
		if err != nil {
			return nil, errors.Join(fmt.Errorf("%s: %w", p, err), at.Close())
		}
	}
	return at, nil
}

// dial opens the place on its servers. The error names the servers.
func (p *place) dial(log *slog.Logger) (*jet.Storage, error) {
	return jet.Dial(jet.Config{Find: games.Find, Log: log, URLs: p.urls, Creds: p.creds, CA: p.ca, Replicas: p.replicas})
}
