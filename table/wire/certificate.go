//go:build !js

package wire

import (
	"crypto/tls"
	"fmt"
	"os"
	"sync"
	"time"
)

// Certificate is a certificate and its key in two files, which may change while it is used.
type Certificate struct {
	certificate, key string
	failed           func(line string) // called when changed files cannot be used; may be nil

	mu      sync.Mutex
	pair    *tls.Certificate
	looked  time.Time    // when the files were last looked at
	changed [2]time.Time // when they had changed
}

// lookTime is how long changed files may go unnoticed.
const lookTime = time.Minute

// Tell sets whom the certificate tells that changed files cannot be used.
func (c *Certificate) Tell(failed func(line string)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.failed = failed
}

// NewCertificate reads a certificate and its key. If files that change later cannot be used, failed is told unless it is nil, and the earlier ones stay.
func NewCertificate(certificate, key string, failed func(line string)) (*Certificate, error) {
	c := &Certificate{certificate: certificate, key: key, failed: failed}
	return c, c.Read()
}

// Config returns the TLS settings for Listen, with at least TLS 1.2. The files are read again within a minute after they have changed.
func (c *Certificate) Config() *tls.Config {
	return &tls.Config{MinVersion: tls.VersionTLS12, GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) {
		c.mu.Lock()
		defer c.mu.Unlock()
		if now := time.Now(); now.Sub(c.looked) >= lookTime {
			c.looked = now
			if c.times() != c.changed {
				c.again()
			}
		}
		return c.pair, nil
	}}
}

// Read reads the files now. After an error, what was read before is still used.
func (c *Certificate) Read() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.read()
}

// Again is Read for a signal: an error is told.
func (c *Certificate) Again() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.again()
}

// again is Again for a caller who holds mu.
func (c *Certificate) again() {
	if err := c.read(); err != nil && c.failed != nil {
		c.failed(err.Error() + "; the earlier certificate is still used")
	}
}

// read is Read for a caller who holds mu.
func (c *Certificate) read() error {
	c.changed = c.times()
	pair, err := tls.LoadX509KeyPair(c.certificate, c.key)
	if err != nil {
		return fmt.Errorf("the certificate or its key cannot be used: %w", err)
	}
	c.pair = &pair
	return nil
}

// times returns when the files have changed.
func (c *Certificate) times() (list [2]time.Time) {
	for i, name := range []string{c.certificate, c.key} {
		if info, err := os.Stat(name); err == nil {
			list[i] = info.ModTime()
		}
	}
	return list
}
