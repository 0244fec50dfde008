//go:build unix

package main

import (
	"bufio"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"attic/dev/wait"
)

// piped is a program without a terminal: its input has ended or is a pipe.
type piped struct {
	t   *testing.T
	cmd *exec.Cmd
	out *bufio.Scanner
	in  io.WriteCloser
}

// startPiped starts attic in a home. The program is killed if it outlives the test's patience.
func startPiped(t *testing.T, home string, args ...string) *piped {
	p := &piped{t: t, cmd: exec.Command("attic", args...)}
	p.cmd.Env = append(p.cmd.Environ(), "HOME="+home, "XDG_STATE_HOME="+home, "GORACE=atexit_sleep_ms=0")
	out, err := p.cmd.StdoutPipe()
	if err == nil {
		p.in, err = p.cmd.StdinPipe()
	}
	if err == nil {
		err = p.cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	p.out = bufio.NewScanner(out)
	ctx, stop := wait.Context()
	context.AfterFunc(ctx, func() { _ = p.cmd.Process.Kill() })
	t.Cleanup(func() {
		stop()
		_ = p.cmd.Process.Kill()
		_ = p.cmd.Wait()
	})
	return p
}

// line returns the rest of the next line that begins with a text.
func (p *piped) line(begins string) string {
	p.t.Helper()
	for p.out.Scan() {
		if rest, ok := strings.CutPrefix(p.out.Text(), begins); ok {
			return rest
		}
	}
	p.t.Fatalf("%v ends without a line %q", p.cmd.Args, begins)
	return ""
}

// end sends a signal and waits for the end of the program.
func (p *piped) end(s syscall.Signal) {
	p.t.Helper()
	if err := p.cmd.Process.Signal(s); err != nil {
		p.t.Fatal(err)
	}
	_ = p.cmd.Wait() // it was told to end
}

// certified writes a certificate for this machine with a serial number, and its key, into two files.
func certified(t *testing.T, certificate, key string, number int64) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	of := &x509.Certificate{SerialNumber: big.NewInt(number), NotAfter: time.Now().Add(time.Hour)}
	der, err := x509.CreateCertificate(rand.Reader, of, of, private.Public(), private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	for file, block := range map[string]*pem.Block{certificate: {Type: "CERTIFICATE", Bytes: der}, key: {Type: "PRIVATE KEY", Bytes: secret}} {
		if err := os.WriteFile(file, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// SIGHUP makes "attic host" read its certificate again without ending anything. An unusable one is reported and the earlier one stays in use.
func TestHostingWithANewCertificate(t *testing.T) {
	dir, home := t.TempDir(), t.TempDir()
	certificate, key := filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	certified(t, certificate, key, 1)
	host := startPiped(t, home, "host", "ataxx", "blue-heron-27", "--port", "0", "--tls-cert", certificate, "--tls-key", key)
	address, _, _ := strings.Cut(host.line("Waiting for the other player. To join, they type: attic join "), " ")
	number := func() int64 {
		t.Helper()
		conn, err := tls.Dial("tcp", "127.0.0.1"+address[strings.LastIndexByte(address, ':'):], &tls.Config{InsecureSkipVerify: true})
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		return conn.ConnectionState().PeerCertificates[0].SerialNumber.Int64()
	}
	hangup := func() {
		t.Helper()
		if err := host.cmd.Process.Signal(syscall.SIGHUP); err != nil {
			t.Fatal(err)
		}
	}
	if n := number(); n != 1 {
		t.Fatalf("certificate %d", n)
	}
	certified(t, certificate, key, 2)
	hangup()
	wait.Until(t, "the second certificate", func() (any, bool) { n := number(); return n, n == 2 })
	if err := os.WriteFile(certificate, []byte("nonsense\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	hangup()
	if line := host.line("The certificate or its key cannot be used: "); !strings.HasSuffix(line, "; the earlier certificate is still used.") {
		t.Errorf("the host is told %q", line)
	}
	if n := number(); n != 2 {
		t.Errorf("certificate %d", n)
	}
	host.end(syscall.SIGTERM)
}

// "attic host" without a terminal prints the link and keeps the game, whatever ends the program: --resume continues with the same link, and the
// guest gets the same seat again, also after a signal.
func TestHostingWithoutATerminal(t *testing.T) {
	for _, s := range []syscall.Signal{syscall.SIGTERM, syscall.SIGHUP, syscall.SIGKILL} {
		home, away := t.TempDir(), t.TempDir()
		host := startPiped(t, home, "host", "ataxx", "blue-heron-27", "--port", "0")
		_ = host.in.Close()
		address := host.line("Waiting for the other player. To join, they type: attic join ")
		link := host.line("or open in a browser: ")
		if !strings.HasPrefix(link, "http://") {
			t.Errorf("%v: the link is %q", s, link)
		}
		host.end(s) // before anybody joins

		host = startPiped(t, home, "host", "--resume")
		if now := host.line("Waiting for the other player. To join, they type: attic join "); now != address {
			t.Errorf("%v: resumed at %s, want %s", s, now, address)
		}
		local := "blue-heron-27@127.0.0.1" + address[strings.LastIndexByte(address, ':'):]
		again := exec.Command("attic", "host", "--resume")
		again.Env = host.cmd.Env
		said, _ := again.CombinedOutput() // it fails
		if want := fmt.Sprintf("attic host: game 1 is open in another attic (process %d)\n", host.cmd.Process.Pid); string(said) != want {
			t.Errorf("%v: a second --resume says %q, want %q", s, said, want)
		}
		guest := startPiped(t, away, "join", local)
		host.line("The other player has joined")
		_, _ = io.WriteString(host.in, "start\na7-b7\n")
		guest.line("Red moves a7-b7.")
		guest.end(s)
		guest = startPiped(t, away, "join", local)
		_, _ = io.WriteString(guest.in, "a1-b2\n")
		host.line("Blue moves a1-b2.")
		_ = host.in.Close() // the host is to move, so this is the end
		host.line("attic host --resume continues the game.")
		_ = host.cmd.Wait() // the list of games shows the result
		games := startPiped(t, home, "games")
		if got := games.line("1  Ataxx"); !strings.HasSuffix(got, "unfinished") || !strings.Contains(got, "move 1 blue,") {
			t.Errorf("%v: the game is %q", s, got)
		}
	}
}
