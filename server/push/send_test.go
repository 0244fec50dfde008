package push

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"attic/dev/wait"
)

func TestPublicAddresses(t *testing.T) {
	for address, want := range map[string]bool{
		"8.8.8.8": true, "142.250.185.106": true, "2a00:1450:4001:812::200a": true, "2606:4700::1": true,
		"0.0.0.0": false, "0.1.2.3": false, "10.1.2.3": false, "100.64.0.1": false, "100.127.255.255": false, "127.0.0.1": false, "127.1.2.3": false, "169.254.169.254": false,
		"172.16.0.1": false, "172.31.255.255": false, "192.0.0.8": false, "192.168.1.1": false, "198.18.0.1": false, "224.0.0.1": false, "239.255.255.250": false, "255.255.255.255": false, "240.0.0.1": false,
		"::": false, "::1": false, "fe80::1": false, "fe80::1%eth0": false, "fc00::1": false, "fd12:3456::1": false, "fec0::1": false, "ff02::1": false, "2001:db8::1": false,
		"::ffff:8.8.8.8": false, "::ffff:127.0.0.1": false, "::ffff:10.0.0.1": false, "::127.0.0.1": false, "64:ff9b::7f00:1": false, "2002:7f00:1::": false, "2001:0:1::1": false, "2a00::1%eth0": false,
	} {
		if got := Public(netip.AddrPortFrom(netip.MustParseAddr(address), 443)); got != want {
			t.Errorf("%s: public is %t, want %t", address, got, want)
		}
	}
	if Public(netip.MustParseAddrPort("8.8.8.8:22")) {
		t.Error("a port other than that of https is allowed")
	}
}

// service is a server for tests that answers with a status for each request.
type service struct {
	*httptest.Server
	asked atomic.Int32
}

func serves(t *testing.T, answer func(n int, w http.ResponseWriter, r *http.Request)) *service {
	s := &service{}
	s.Server = httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { answer(int(s.asked.Add(1)), w, r) }))
	s.Config.ErrorLog = nil
	t.Cleanup(s.Close)
	return s
}

// sender returns a sender with short pauses that runs until the end of the test.
func (s *service) sender(t *testing.T, allow func(netip.AddrPort) bool) *Sender {
	to := New(allow, s.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs)
	to.pause = time.Millisecond
	ending, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		to.Run(ending)
	}()
	t.Cleanup(func() {
		close(ending)
		<-ended
	})
	return to
}

// job returns a job for an address, and a channel that gets the reason when the job is given up, and errGone before it if the address is gone.
func job(address string) (Job, chan error) {
	failed := make(chan error, 2)
	return Job{Request: JSON(address, "text"), Failed: func(why error) { failed <- why }, Gone: func() { failed <- errGone }}, failed
}

var errGone = errors.New("gone")

func sent(t *testing.T, s *Sender, n int) {
	t.Helper()
	wait.Until(t, fmt.Sprintf("%d messages", n), func() (any, bool) { return s.Sent.Load(), s.Sent.Load() == uint64(n) })
}

// An answer that may be different later leads to another try; others end the job.
func TestAnswers(t *testing.T) {
	for _, c := range []struct {
		codes []int
		sent  int
		why   string
		gone  bool
	}{
		{[]int{201}, 1, "", false},
		{[]int{429, 500, 503, 200}, 1, "", false},
		{[]int{404}, 0, "the answer was 404 Not Found", true},
		{[]int{503, 410}, 0, "the answer was 410 Gone", true},
		{[]int{400}, 0, "the answer was 400 Bad Request", false},
		{[]int{307}, 0, "the answer was 307 Temporary Redirect", false},
		{[]int{500, 500, 500, 500, 500, 502}, 0, "the answer was 502 Bad Gateway", false},
	} {
		s := serves(t, func(n int, w http.ResponseWriter, r *http.Request) {
			if r.URL.Path != "/one" {
				t.Errorf("%v: a redirect was followed to %s", c.codes, r.URL)
			}
			w.Header().Set("Location", "/two")
			w.WriteHeader(c.codes[min(n, len(c.codes))-1])
		})
		to := s.sender(t, Anywhere)
		j, failed := job(s.URL + "/one")
		to.Add(j)
		if c.sent > 0 {
			sent(t, to, c.sent)
		} else {
			if c.gone {
				if err := <-failed; err != errGone {
					t.Errorf("%v: %v comes first", c.codes, err)
				}
			}
			if err := <-failed; err.Error() != c.why {
				t.Errorf("%v: %v, want %s", c.codes, err, c.why)
			}
		}
		if n := int(s.asked.Load()); n != len(c.codes) || to.Lost.Load() != uint64(1-c.sent) || to.Waiting() != 0 {
			t.Errorf("%v: %d requests, %d lost, %d waiting", c.codes, n, to.Lost.Load(), to.Waiting())
		}
	}
}

// No connection is made to an address that is not allowed, even if a name leads to it.
func TestForbiddenAddresses(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	asked := make(chan netip.AddrPort, 10)
	s := serves(t, func(int, http.ResponseWriter, *http.Request) { t.Error("a request arrived") })
	to := s.sender(t, func(at netip.AddrPort) bool {
		asked <- at
		return Public(at)
	})
	_, port, _ := net.SplitHostPort(l.Addr().String())
	for _, host := range []string{"127.0.0.1", "localhost", "[::ffff:127.0.0.1]"} {
		j, failed := job("https://" + host + ":" + port + "/secret")
		to.Add(j)
		if err := <-failed; err == nil || !strings.Contains(err.Error(), errAddress.Error()) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", host, err)
		}
		if at := <-asked; !at.Addr().Unmap().IsLoopback() {
			t.Errorf("%s: asked about %v", host, at)
		}
	}
	if to.Lost.Load() != 3 { // there was no second try
		t.Errorf("%d are lost", to.Lost.Load())
	}
}

// Only the beginning of an answer is read, and a long head is refused.
func TestLongAnswers(t *testing.T) {
	done := make(chan struct{})
	s := serves(t, func(n int, w http.ResponseWriter, r *http.Request) {
		if n > 1 {
			w.Header().Set("X-Long", strings.Repeat("x", mostHead))
			return
		}
		defer close(done)
		w.WriteHeader(http.StatusCreated)
		for { // until the sender has closed the connection
			if _, err := w.Write(make([]byte, mostBody)); err != nil {
				return
			}
		}
	})
	to := s.sender(t, Anywhere)
	j, _ := job(s.URL)
	to.Add(j)
	sent(t, to, 1)
	<-done
	j, failed := job(s.URL)
	to.Add(j)
	if err := <-failed; err == nil {
		t.Error("a long head was read")
	}
}

// A full queue drops the oldest message; a message that nobody wants any more is not sent.
func TestQueue(t *testing.T) {
	s := serves(t, func(_ int, w http.ResponseWriter, r *http.Request) { w.WriteHeader(http.StatusCreated) })
	to := New(Anywhere, s.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs)
	first := 0
	for n := range mostWaiting + 5 {
		to.Add(Job{Request: JSON(s.URL, n), Wanted: func() bool {
			first = max(first, mostWaiting+5-n)
			return n == mostWaiting
		}})
	}
	if to.Waiting() != mostWaiting || to.Dropped.Load() != 5 {
		t.Fatalf("%d wait, %d were dropped", to.Waiting(), to.Dropped.Load())
	}
	for j, _ := to.next(time.Now()); j != nil; j, _ = to.next(time.Now()) {
		to.send(t.Context(), j)
	}
	if first != mostWaiting || to.Sent.Load() != 1 || s.asked.Load() != 1 {
		t.Errorf("the oldest was %d from the end, %d were sent", first, to.Sent.Load())
	}
}

func TestPauses(t *testing.T) {
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		tries int
		after string
		want  time.Duration
	}{
		{1, "", 30 * time.Second},
		{3, "", 2 * time.Minute},
		{1, "90", 90 * time.Second},
		{1, "5", 30 * time.Second},
		{1, "-5", 30 * time.Second},
		{1, "9999999999", time.Hour},
		{1, "Mon, 30 Nov 2026 12:10:00 GMT", 10 * time.Minute},
		{1, "Mon, 30 Nov 2099 12:10:00 GMT", time.Hour},
		{1, "Mon, 30 Nov 1999 12:10:00 GMT", 30 * time.Second},
		{1, "soon", 30 * time.Second},
	} {
		if got := pauseOf(firstPause, c.tries, c.after, now); got != c.want {
			t.Errorf("after %d tries and %q: %v, want %v", c.tries, c.after, got, c.want)
		}
	}
}

// A job that waits for another try does not hold up others, and ending a sender ends the request that is being sent.
func TestWaitingHoldsUpNobody(t *testing.T) {
	s := serves(t, func(_ int, w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/busy" {
			w.Header().Set("Retry-After", "3000")
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	})
	to := s.sender(t, Anywhere)
	j, _ := job(s.URL + "/busy")
	to.Add(j)
	wait.Until(t, "the first try", func() (any, bool) { return s.asked.Load(), s.asked.Load() == 1 && to.Waiting() == 1 })
	j, _ = job(s.URL)
	to.Add(j)
	sent(t, to, 1)
	if _, pause := to.next(time.Now()); pause < 2900*time.Second || pause > 3000*time.Second {
		t.Errorf("the next try is in %v", pause)
	}
}
