package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"io"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	until "attic/dev/wait"
)

// The operator's address gives numbers to everybody on the machine, and everything else only to those who can read a file that is private to the owner of the hall.
func TestTheOperatorsToken(t *testing.T) {
	r := start(t, t.TempDir(), "--admin", "localhost:0")
	ask := func(method, path, token string) (status int, text string) {
		t.Helper()
		q, err := http.NewRequestWithContext(t.Context(), method, "http://localhost:"+r.admin+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		if token != "" {
			q.Header.Set("Authorization", "Bearer "+token)
		}
		reply, err := http.DefaultClient.Do(q)
		if err != nil {
			t.Fatal(err)
		}
		defer reply.Body.Close()
		body, _ := io.ReadAll(reply.Body)
		return reply.StatusCode, string(body)
	}
	file, token := filepath.Join(r.dir, "admin-token"), r.token()
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the token: %v, %v", info.Mode(), err)
	}
	for _, c := range []struct{ method, path string }{
		{"GET", "/status"}, {"GET", "/tables"}, {"GET", "/reports"}, {"POST", "/tables/x/close"}, {"POST", "/tables/x/open"}, {"POST", "/tables/x/seats/0/ban"}, {"GET", "/nothing"},
	} {
		for _, wrong := range []string{"", "x", token[1:], token + "x"} {
			if status, text := ask(c.method, c.path, wrong); status != http.StatusUnauthorized || !strings.Contains(text, "admin-token") {
				t.Errorf("%s with the token %q: %d %s", c.path, wrong, status, text)
			}
		}
		if status, text := ask(c.method, c.path, token); status == http.StatusUnauthorized {
			t.Errorf("%s with the token: %d %s", c.path, status, text)
		}
	}
	for _, path := range []string{"/livez", "/readyz", "/metrics"} {
		if status, text := ask("GET", path, ""); status != http.StatusOK {
			t.Errorf("%s: %d %s", path, status, text)
		}
	}
	again := func() error {
		_ = r.end(syscall.SIGTERM)
		return r.begin()
	}
	if err := again(); err != nil || r.token() != token {
		t.Errorf("after another start, the token is %q, was %q: %v", r.token(), token, err)
	}
	for _, c := range []struct {
		text, want string
		mode       os.FileMode
	}{{token, "others can read the operator's token: chmod 600 " + file, 0o640}, {"short\n", "the token has fewer than 16 characters", 0o600}} {
		if err := os.WriteFile(file, []byte(c.text), c.mode); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(file, c.mode); err != nil {
			t.Fatal(err)
		}
		if err := again(); err == nil || !strings.Contains(r.said.String(), c.want) || strings.Count(r.said.String(), "\n") != 1 {
			t.Errorf("the token %q: %v, %s", c.text, err, r.said)
		}
	}
}

// certified writes a certificate for localhost with a serial number, and its key, into two files.
func certified(t *testing.T, certificate, key string, number int64) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	of := &x509.Certificate{
		SerialNumber: big.NewInt(number), NotAfter: time.Now().Add(time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		DNSNames: []string{"games.example", "*.games.example"}, IsCA: true, BasicConstraintsValid: true,
	}
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

// A new certificate is used after SIGHUP; an unusable one changes nothing and is reported. Strangers' mistakes are in the log too.
func TestANewCertificate(t *testing.T) {
	dir := t.TempDir()
	certificate, key := filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	certified(t, certificate, key, 1)
	r := start(t, filepath.Join(dir, "hall"), "--tls-cert", certificate, "--tls-key", key)
	number := func() int64 {
		t.Helper()
		conn, err := tls.Dial("tcp", "127.0.0.1:"+r.port, &tls.Config{InsecureSkipVerify: true})
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		return conn.ConnectionState().PeerCertificates[0].SerialNumber.Int64()
	}
	if n := number(); n != 1 {
		t.Fatalf("certificate %d", n)
	}
	certified(t, certificate, key, 2)
	if err := r.cmd.Process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	until.Until(t, "the second certificate", func() (any, bool) { n := number(); return n, n == 2 })
	if err := os.WriteFile(certificate, []byte("nonsense\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := r.cmd.Process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	conn, err := net.Dial("tcp", "127.0.0.1:"+r.port)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(conn, "GET / HTTP/1.1\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	_, _ = io.Copy(io.Discard, conn)
	_ = conn.Close()
	if n := number(); n != 2 {
		t.Errorf("certificate %d", n)
	}
	if err := r.end(syscall.SIGTERM); err != nil {
		t.Error(err)
	}
	for _, want := range []string{"the certificate was read again", "the earlier certificate is still used", "client sent an HTTP request to an HTTPS server"} {
		if !strings.Contains(r.said.String(), want) {
			t.Errorf("the log lacks %q: %s", want, r.said)
		}
	}
	if strings.Contains(r.said.String(), "127.0.0.1:") {
		t.Errorf("the log has the address of a client: %s", r.said)
	}
}

// A hall without certificate files keeps running after SIGHUP.
func TestHangup(t *testing.T) {
	r := start(t, filepath.Join(t.TempDir(), "hall"))
	if err := r.cmd.Process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	if err := r.end(syscall.SIGTERM); err != nil {
		t.Error(err)
	}
}
