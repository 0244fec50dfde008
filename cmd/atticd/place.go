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
	"time"

	"github.com/spf13/pflag"

	"attic/cmd/internal/shell"
	"attic/games"
	"attic/internal/phrase"
	"attic/server/files"
	"attic/server/jet"
	"attic/server/keep"
)

// place says where a hall keeps everything: in a folder, as files or in NATS inside this process, or on a cluster of NATS servers.
type place struct {
	prefix string // of the names of its options: "" or "to-"

	data, keep string
	urls       string
	creds, ca  string
	replicas   int

	ssh   string // the folder with the host key for SSH, and with what visitors keep; "": ssh in the folder data
	admin string // the operator's address of a hall that has the folder open, for those who only read it; "": it must be closed
}

// The ways to keep a hall.
const (
	inFiles   = "files"
	inNATS    = "nats"
	inCluster = "cluster"
)

// natsFolder is the folder with the files of NATS in the folder of a hall.
const natsFolder = "nats"

// flags adds the options of the place.
func (p *place) flags(flags *pflag.FlagSet) {
	to, with := p.prefix, "--"+p.prefix
	flags.StringVar(&p.data, to+"data", "", "the `folder` with all games and records; it is made if it is missing")
	flags.Var(&shell.Value{Kind: "how", Parse: func(text string) error {
		if text != inFiles && text != inNATS {
			return fmt.Errorf("%skeep takes files or nats, not %q", with, text)
		}
		p.keep = text
		return nil
	}}, to+"keep", "how a new folder keeps games: files, which a text editor reads, or nats, a log of NATS JetStream in this process; default files")
	flags.Var(&shell.Value{Kind: "addresses", Parse: p.readURLs}, to+"nats",
		"keep everything on these NATS servers, such as nats://10.0.0.1:4222,nats://10.0.0.2:4222, in place of a folder; several atticd can share them")
	flags.StringVar(&p.creds, to+"creds", "", "the `file` with the credentials for these servers")
	flags.StringVar(&p.ca, to+"nats-ca", "", "the `file` with the certificate that signed those of these servers; for addresses such as tls://10.0.0.1:4222")
	flags.Var(&shell.Value{Kind: "n", Text: "3", Parse: func(text string) error {
		switch text {
		case "1", "3", "5":
			p.replicas = int(text[0] - '0')
			return nil
		}
		return fmt.Errorf("%sreplicas takes 1, 3 or 5, not %q", with, text)
	}}, to+"replicas", "how many of these servers hold each message: 1, 3 or 5")
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

// check returns an error for options that do not go together; who needs the place.
func (p *place) check(flags *pflag.FlagSet, who string) error {
	to := "--" + p.prefix
	switch {
	case p.data == "" && p.urls == "":
		return shell.Usage("%s: %sdata DIR, or %snats ADDRESSES", who, to, to)
	case p.data != "" && p.urls != "":
		return shell.Usage("%sdata and %snats exclude each other", to, to)
	case p.urls != "" && p.keep != "":
		return shell.Usage("%skeep is for a folder: leave it out with %snats", to, to)
	}
	for _, name := range []string{"creds", "nats-ca", "replicas"} {
		if p.urls == "" && flags.Changed(p.prefix+name) {
			return shell.Usage("%s%s goes with %snats ADDRESSES", to, name, to)
		}
	}
	return nil
}

// whole returns the name of the place for people who may be in another folder.
func (p *place) whole() string {
	if p.urls == "" {
		return phrase.Name(p.absolute())
	}
	return p.String()
}

// absolute returns the path of the folder, or the addresses of the servers.
func (p *place) absolute() string {
	if path, err := filepath.Abs(p.data); p.urls == "" && err == nil {
		return path
	}
	return p.String()
}

// String names the place for people.
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

// visitors returns the folder with the host key for SSH, and with what visitors keep, or "" if it is not known.
func (p *place) visitors() string {
	if p.ssh == "" && p.data != "" {
		return filepath.Join(p.data, "ssh")
	}
	return p.ssh
}

// kind returns how the place keeps a hall, or "" for a folder with nothing in it.
func (p *place) kind() (string, error) {
	if p.urls != "" {
		return inCluster, nil
	}
	for _, of := range []struct{ name, kind string }{{natsFolder, inNATS}, {"tables", inFiles}, {"people", inFiles}, {"games", inFiles}, {files.Mark, inFiles}} {
		_, err := os.Stat(filepath.Join(p.data, of.name))
		if err == nil {
			return of.kind, nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return "", err
		}
	}
	return "", nil
}

// how returns how the place keeps a hall, or for a new folder is to.
func (p *place) how() (string, error) {
	kind, err := p.kind()
	if err != nil {
		return "", fmt.Errorf("%s: %w", p, err)
	}
	switch {
	case kind == inFiles && p.keep == inNATS:
		return "", fmt.Errorf("%s keeps a hall in files: leave --%skeep out, or move it to another folder with atticd migrate --data %s --to-data DIR --to-keep nats", p, p.prefix, p)
	case kind == inNATS && p.keep == inFiles:
		return "", fmt.Errorf("%s keeps a hall in NATS: leave --%skeep out, or move it to another folder with atticd migrate --data %s --to-data DIR --to-keep files", p, p.prefix, p)
	case kind != "":
		return kind, nil
	case p.keep != "":
		return p.keep, nil
	}
	return inFiles, nil
}

// open opens the place for a hall.
func (p *place) open(log *slog.Logger) (at keep.Place, err error) {
	how, err := p.how()
	if err != nil {
		return nil, err
	}
	why := ""
	switch {
	case how == inFiles:
		if why, err = files.Marked(p.data); err == nil && why == "" {
			at, err = files.Open(p.data, games.Find)
		}
	default:
		var there *jet.Place
		if there, err = p.jet(how, log); err != nil {
			return nil, err
		}
		at = there
		why, err = there.Marked()
	}
	if err == nil && why != "" {
		err = errors.New(why)
	}
	if err != nil {
		if at != nil {
			_ = at.Close()
		}
		return nil, fmt.Errorf("%s: %w", p, err)
	}
	return at, nil
}

// stock opens the place to read or copy everything. alone says that no hall may use it meanwhile. The error names the place.
func (p *place) stock(alone bool, log *slog.Logger) (keep.Stock, error) {
	how, err := p.how()
	if err != nil {
		return nil, err
	}
	if how == inFiles {
		at, err := files.OpenStock(p.data, games.Find, alone)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p, err)
		}
		return at, nil
	}
	at, err := p.jet(how, log)
	if errors.Is(err, jet.ErrInUse) && !alone && p.admin != "" {
		return remotely(p.admin, p)
	}
	if err != nil {
		return nil, err
	}
	if alone && how == inCluster {
		ran, err := at.Ran()
		if err == nil && time.Since(ran) < aliveTime {
			err = errors.New("an atticd uses it, or did some seconds ago: stop all of them first")
		}
		if err != nil {
			_ = at.Close()
			return nil, fmt.Errorf("%s: %w", p, err)
		}
	}
	return at, nil
}

// aliveTime is how long after its last heartbeat a process may still use a cluster.
const aliveTime = 10 * time.Second

// jet opens the place in NATS. The error names it.
func (p *place) jet(how string, log *slog.Logger) (*jet.Place, error) {
	c := jet.Config{Find: games.Find, Log: log}
	if how == inCluster {
		c.URLs, c.Creds, c.CA, c.Replicas = p.urls, p.creds, p.ca, p.replicas
		return jet.Dial(c)
	}
	c.Dir = filepath.Join(p.data, natsFolder)
	at, err := jet.Embedded(c)
	if err != nil {
		err = fmt.Errorf("%s: %w", p, err)
	}
	return at, err
}
