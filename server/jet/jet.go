// Package jet keeps a hall in NATS JetStream, on a cluster of servers that several processes share. It is the only package that knows NATS.
package jet

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"attic/game"
)

// schema is the version of the stored format, which is recorded in the metadata of each stream. atticd refuses newer versions.
const (
	schemaKey = "attic-schema"
	schema    = 1
)

const (
	oldest      = "2.15.2" // the oldest version of a NATS server that is accepted; compaction in earlier versions could lose acknowledged messages
	leastLoad   = 1 << 20  // the smallest max_payload that a server may have
	startTime   = 30 * time.Second
	requestTime = 5 * time.Second // how long an answer may take; after that, it is unknown whether a message was written
)

// Config holds the settings for Dial.
type Config struct {
	Find func(name string) (game.Game, bool) // the games that can be resumed
	Log  *slog.Logger                        // gets everything that the operator should know; nil: nothing is logged
	Now  func() time.Time                    // nil: time.Now

	URLs     string // the addresses of the servers, separated by commas
	Creds    string // a file with credentials, or ""
	CA       string // a file with the certificate that signed those of the servers; "": the system's certificates
	Replicas int    // the number of servers that hold each message; 0: 3
}

// Storage is a keep.Storage over JetStream.
type Storage struct {
	c        Config
	replicas int
	nc       *nats.Conn
	js       jetstream.JetStream
	ctx      context.Context
	stop     context.CancelFunc // ends ctx when the storage is closed
	games    *group             // writes to the stream of the games
	barriers *barriers          // writes barriers to that stream
	tables   *list
	people   *list
	cups     *list // the tournaments
	times    *times
	others   *others

	mu        sync.Mutex
	link      context.Context         // ends when the connection is lost
	unlink    context.CancelCauseFunc // ends link
	silent    time.Time               // since when no request was answered; zero: the last request was answered
	known     map[string]*known       // by table
	unsettled map[string]bool         // tables for which a write may still be under way, by this process or by a process that is gone
	followers map[string]*follower    // by subject
}

// Dial opens the storage on the NATS servers of c.URLs.
func Dial(c Config) (*Storage, error) {
	p := newPlace(c)
	options := p.options()
	if c.Creds != "" {
		if _, err := os.Stat(c.Creds); err != nil {
			return nil, fmt.Errorf("the credentials for NATS: %w", err)
		}
		options = append(options, nats.UserCredentials(c.Creds))
	}
	if c.CA != "" {
		pem, err := os.ReadFile(c.CA)
		if err != nil {
			return nil, fmt.Errorf("the certificate for NATS: %w", err)
		}
		pool := x509.NewCertPool()
		if !pool.AppendCertsFromPEM(pem) {
			return nil, fmt.Errorf("%s holds no certificate", c.CA)
		}
		options = append(options, nats.Secure(&tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS12}))
	}
	nc, err := nats.Connect(c.URLs, options...)
	if err != nil {
		return nil, fmt.Errorf("no NATS server can be reached at %s: %w", bare(c.URLs), err)
	}
	if err := p.open(nc); err != nil {
		return nil, err
	}
	p.c.Log.Info("atticd cannot check whether the NATS servers run with sync_interval: always; without it, moves can be lost in a power cut", "event", "nats")
	return p, nil
}

// bare returns addresses without passwords.
func bare(urls string) string {
	list := strings.Split(urls, ",")
	for i, text := range list {
		if u, err := url.Parse(strings.TrimSpace(text)); err == nil {
			list[i] = u.Redacted()
		}
	}
	return strings.Join(list, ", ")
}

func newPlace(c Config) *Storage {
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	p := &Storage{c: c, replicas: cmp.Or(c.Replicas, 3), known: map[string]*known{}, unsettled: map[string]bool{}, followers: map[string]*follower{}}
	p.games, p.times = newGroup(p), newTimes(p)
	p.barriers = newBarriers(p.games, barrierGame, jetstream.MsgRollup, jetstream.MsgRollupSubject)
	p.others = newOthers(p, p.times.self)
	p.ctx, p.stop = context.WithCancel(context.Background())
	p.link, p.unlink = context.WithCancelCause(p.ctx)
	return p
}

// options returns the options of the connection. It reconnects forever; publishing fails while it is down.
func (p *Storage) options() []nats.Option {
	return []nats.Option{
		nats.Name("atticd"),
		nats.MaxReconnects(-1),
		nats.IgnoreAuthErrorAbort(), // authentication can fail while the operator changes passwords
		nats.ReconnectBufSize(-1),
		nats.ReconnectWait(500 * time.Millisecond),
		nats.PingInterval(5 * time.Second),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			p.mu.Lock()
			p.unlink(errLost)
			p.link, p.unlink = context.WithCancelCause(p.ctx)
			p.mu.Unlock()
			if err != nil {
				p.c.Log.Warn("the connection to NATS is lost", "event", "nats", "error", err)
			}
		}),
		nats.ReconnectHandler(func(nc *nats.Conn) {
			p.c.Log.Info("NATS is connected again", "event", "nats", "server", nc.ConnectedServerName())
			if err := p.fits(); err != nil {
				p.c.Log.Error(err.Error())
			}
		}),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
			p.c.Log.Warn("NATS reports an error", "event", "nats", "error", err)
		}),
	}
}

// open makes nc the connection of p, checks the server, and opens the streams. After an error, p is closed.
func (p *Storage) open(nc *nats.Conn) (err error) {
	p.nc = nc
	defer func() {
		if err != nil {
			_ = p.Close()
		}
	}()
	if err = p.fits(); err != nil {
		return err
	}
	if p.js, err = jetstream.New(nc, jetstream.WithDefaultTimeout(requestTime)); err != nil {
		return err
	}
	ctx, stop := context.WithTimeout(p.ctx, startTime)
	defer stop()
	err = insist(ctx, func(ctx context.Context) error {
		_, err := p.js.AccountInfo(ctx)
		return err
	})
	switch {
	case errors.Is(err, jetstream.ErrJetStreamNotEnabled), errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount):
		return errors.New("JetStream is not enabled on the NATS server, or not for this account")
	case err != nil:
		return fmt.Errorf("JetStream does not answer: %w", err)
	}
	if err = p.openGames(ctx); err == nil {
		err = openLists(ctx, p)
	}
	if err == nil {
		err = p.openTimes(ctx)
	}
	return err
}

// insist calls try until it gets an answer or ctx ends, because a cluster that is electing a leader may not answer.
func insist(ctx context.Context, try func(ctx context.Context) error) error {
	for {
		once, stop := context.WithTimeout(ctx, time.Second)
		err := try(once)
		stop()
		var api *jetstream.APIError
		busy := errors.As(err, &api) && api.ErrorCode == codeNoLeader
		if !busy && !errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, nats.ErrNoResponders) {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(electionTry):
		}
	}
}

// fits returns why the connected server cannot be used, or nil.
func (p *Storage) fits() error {
	if v := p.nc.ConnectedServerVersion(); older(v, oldest) {
		return fmt.Errorf("the NATS server at %s is version %s; use %s or newer", p.nc.ConnectedAddr(), v, oldest)
	}
	if most := p.nc.MaxPayload(); most < leastLoad {
		return fmt.Errorf("max_payload of the NATS server is %d bytes; set it to at least %d", most, leastLoad)
	}
	return nil
}

// older reports whether a version such as 2.15.3 is older than another.
func older(version, than string) bool {
	number := func(v string) (n [3]int) {
		v, _, _ = strings.Cut(v, "-")
		for i, part := range strings.SplitN(v, ".", 3) {
			n[i], _ = strconv.Atoi(part)
		}
		return n
	}
	a, b := number(version), number(than)
	for i := range a {
		if a[i] != b[i] {
			return a[i] < b[i]
		}
	}
	return false
}

// stream makes a stream, unless it exists, and checks it. c holds the settings that differ between the streams.
func (p *Storage) stream(ctx context.Context, c jetstream.StreamConfig) (jetstream.Stream, error) {
	c.Storage, c.Replicas, c.Discard = jetstream.FileStorage, p.replicas, jetstream.DiscardNew
	c.Metadata = map[string]string{schemaKey: strconv.Itoa(schema)}
	var s jetstream.Stream
	err := insist(ctx, func(ctx context.Context) (err error) {
		s, err = p.js.Stream(ctx, c.Name)
		if errors.Is(err, jetstream.ErrStreamNotFound) {
			s, err = p.js.CreateStream(ctx, c)
			if errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) { // another process has just made it
				s, err = p.js.Stream(ctx, c.Name)
			}
		}
		return err
	})
	var api *jetstream.APIError
	switch {
	case errors.As(err, &api) && (api.ErrorCode == codeAlone || api.ErrorCode == codeFewPeers):
		return nil, fmt.Errorf("there are too few NATS servers for --replicas %d", p.replicas)
	case err != nil:
		return nil, fmt.Errorf("the stream %s cannot be opened: %w", c.Name, err)
	}
	is := s.CachedInfo().Config
	switch n, err := strconv.Atoi(is.Metadata[schemaKey]); {
	case err != nil:
		return nil, fmt.Errorf("the stream %s was not made by atticd", c.Name)
	case n > schema:
		return nil, fmt.Errorf("the hall was written by a newer atticd: its schema is %d, this one reads up to %d", n, schema)
	case is.AllowAtomicPublish != c.AllowAtomicPublish, is.AllowDirect != c.AllowDirect, is.AllowRollup != c.AllowRollup,
		is.MaxMsgsPerSubject != c.MaxMsgsPerSubject && c.MaxMsgsPerSubject != 0, is.Storage != c.Storage, is.MaxAge != c.MaxAge:
		return nil, fmt.Errorf("the settings of the stream %s were changed; atticd cannot use it", c.Name)
	case is.Replicas < p.replicas:
		p.c.Log.Warn("a stream has fewer replicas than --replicas asks for", "event", "nats", "stream", c.Name, "replicas", is.Replicas)
	}
	return s, nil
}

// Ready returns why nothing can be written now, or nil.
func (p *Storage) Ready(ctx context.Context) error {
	if !p.nc.IsConnected() {
		return errAway
	}
	if err := p.games.trouble(); err != nil {
		return err
	}
	if _, err := p.get(ctx, gamesStream, map[string]any{"last_by_subj": gamePrefix + ">"}); err != nil { // is there a leader that answers?
		return err
	}
	return p.fits()
}

// Close closes the storage.
func (p *Storage) Close() error {
	p.others.end()
	p.times.end()
	p.shut()
	return nil
}

// shut closes the connection without telling the other processes.
func (p *Storage) shut() {
	p.stop()
	p.nc.Close()
}
