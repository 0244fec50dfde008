package push

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

const (
	mostWaiting = 1000             // jobs in the queue; the oldest are dropped
	mostSending = 8                // requests at the same time
	mostTries   = 6                // requests for one job
	mostBody    = 4 << 10          // bytes that are read of an answer
	mostHead    = 16 << 10         // bytes of the head of an answer
	sendTime    = 10 * time.Second // how long a request may take
	firstPause  = 30 * time.Second // before the second request for a job; each later pause is twice as long
	mostPause   = time.Hour        // the longest pause that an answer can ask for
)

// Job is a message to be sent.
type Job struct {
	Request func() (*http.Request, error) // makes the request, for each try
	Wanted  func() bool                   // whether the message should still be sent; nil: always
	Gone    func()                        // is called if the address no longer exists; nil: nothing
	Failed  func(why error)               // is called when the message is given up, with the reason, which does not contain the address; nil: nothing

	at    time.Time // not before
	tries int
}

// Sender sends jobs, which wait in a queue in memory. It follows no redirect and uses no proxy.
type Sender struct {
	Sent, Lost, Dropped atomic.Uint64 // jobs that were accepted, given up, and dropped because the queue was full

	client *http.Client
	pause  time.Duration
	wake   chan struct{}

	mu    sync.Mutex
	queue []*Job // the oldest first
}

// New returns a sender that connects only to addresses for which allow returns true: after the look-up of a name, just before the connection is made. It trusts
// certificates by roots; nil: those of the system.
func New(allow func(netip.AddrPort) bool, roots *x509.CertPool) *Sender {
	dialer := net.Dialer{Timeout: sendTime / 2, Control: func(_, address string, _ syscall.RawConn) error {
		if at, err := netip.ParseAddrPort(address); err != nil || !allow(at) {
			return errAddress
		}
		return nil
	}}
	return &Sender{
		client: &http.Client{
			Timeout:       sendTime,
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
			Transport: &http.Transport{
				DialContext: dialer.DialContext, TLSClientConfig: &tls.Config{MinVersion: tls.VersionTLS12, RootCAs: roots}, TLSHandshakeTimeout: sendTime / 2, ForceAttemptHTTP2: true,
				MaxIdleConns: mostSending, IdleConnTimeout: sendTime, MaxResponseHeaderBytes: mostHead,
			},
		},
		pause: firstPause, wake: make(chan struct{}, 1),
	}
}

var errAddress = errors.New("the address is not one of the public internet")

// Public reports whether an address belongs to the public internet, with the port of https: messages that strangers have asked for must not reach machines of
// the hall's own network.
func Public(at netip.AddrPort) bool {
	a := at.Addr()
	if at.Port() != 443 || a.Is4In6() || !a.IsGlobalUnicast() || a.IsPrivate() || a.Is6() && !assigned.Contains(a) {
		return false
	}
	return !slices.ContainsFunc(special, func(p netip.Prefix) bool { return p.Contains(a) })
}

// Anywhere allows all addresses.
func Anywhere(netip.AddrPort) bool { return true }

// assigned holds the public addresses of IPv6. special lists blocks in it and in IPv4 that are not public, or that contain other addresses, from the
// registries of special-purpose addresses (RFC 6890).
var assigned, special = netip.MustParsePrefix("2000::/3"), prefixes("0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "198.18.0.0/15", "198.51.100.0/24",
	"203.0.113.0/24", "240.0.0.0/4", "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")

func prefixes(texts ...string) (list []netip.Prefix) {
	for _, text := range texts {
		list = append(list, netip.MustParsePrefix(text))
	}
	return list
}

// Add adds a job to the queue. If the queue is full, the oldest job is dropped.
func (s *Sender) Add(j Job) {
	s.mu.Lock()
	if s.queue = append(s.queue, &j); len(s.queue) > mostWaiting {
		s.queue = slices.Delete(s.queue, 0, 1)
		s.Dropped.Add(1)
	}
	s.mu.Unlock()
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// Waiting returns the number of jobs in the queue.
func (s *Sender) Waiting() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.queue)
}

// Run sends jobs until ending is closed. Jobs that still wait then are lost.
func (s *Sender) Run(ending <-chan struct{}) {
	ctx, stop := context.WithCancel(context.Background())
	var sending sync.WaitGroup
	defer s.client.CloseIdleConnections()
	defer sending.Wait()
	defer stop()
	slots := make(chan struct{}, mostSending)
	for {
		j, pause := s.next(time.Now())
		if j == nil {
			select {
			case <-time.After(pause):
			case <-s.wake:
			case <-ending:
				return
			}
			continue
		}
		select {
		case slots <- struct{}{}:
		case <-ending:
			return
		}
		sending.Go(func() {
			s.send(ctx, j)
			<-slots
		})
	}
}

// next removes the oldest job that can be sent now from the queue. If there is none, it returns how long to wait for one.
func (s *Sender) next(now time.Time) (j *Job, pause time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	pause = mostPause
	for i, j := range s.queue {
		if wait := j.at.Sub(now); wait > 0 {
			pause = min(pause, wait)
			continue
		}
		s.queue = slices.Delete(s.queue, i, i+1)
		return j, 0
	}
	return nil, pause
}

// send sends a job once. If that fails for the moment, the job waits for another try.
func (s *Sender) send(ctx context.Context, j *Job) {
	if j.Wanted != nil && !j.Wanted() {
		return
	}
	code, after, err := s.post(ctx, j)
	j.tries++
	switch {
	case ctx.Err() != nil:
	case err == nil && code/100 == 2:
		s.Sent.Add(1)
	case j.tries < mostTries && (err == nil && (code == http.StatusTooManyRequests || code/100 == 5) || err != nil && !errors.Is(err, errAddress)):
		next := *j
		next.at = time.Now().Add(pauseOf(s.pause, j.tries, after, time.Now()))
		s.Add(next)
	default:
		s.Lost.Add(1)
		if j.Gone != nil && (code == http.StatusNotFound || code == http.StatusGone) {
			j.Gone()
		}
		if err == nil {
			err = fmt.Errorf("the answer was %d %s", code, http.StatusText(code))
		}
		if u, ok := errors.AsType[*url.Error](err); ok { // its text contains the address
			err = u.Err
		}
		if j.Failed != nil {
			j.Failed(err)
		}
	}
}

// post makes one request. It returns the status of the answer, and its header Retry-After.
func (s *Sender) post(ctx context.Context, j *Job) (code int, after string, err error) {
	r, err := j.Request()
	if err != nil {
		return 0, "", err
	}
	answer, err := s.client.Do(r.WithContext(ctx))
	if err != nil {
		return 0, "", err
	}
	defer answer.Body.Close()
	_, _ = io.CopyN(io.Discard, answer.Body, mostBody) // so that the connection can be used again
	return answer.StatusCode, answer.Header.Get("Retry-After"), nil
}

// pauseOf returns how long to wait after the given number of tries: first, and twice as long after each further try, or longer if the header Retry-After, in
// seconds or as a date, asks for it, but at most mostPause.
func pauseOf(first time.Duration, tries int, after string, now time.Time) time.Duration {
	pause := first << (tries - 1)
	if seconds, err := strconv.Atoi(after); err == nil {
		pause = max(pause, time.Duration(min(seconds, int(mostPause.Seconds())))*time.Second)
	} else if at, err := http.ParseTime(after); err == nil {
		pause = max(pause, at.Sub(now))
	}
	return min(pause, mostPause)
}
