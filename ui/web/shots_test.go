//go:build long && unix && !nobrowser

package web_test

import (
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// sizes are the sizes of the pages in pictures.
var sizes = [][2]int{{1200, 800}, {390, 844}, {320, 568}}

// keepShot keeps a picture of a page in the folder that the environment variable SHOTS names.
func keepShot(t *testing.T, name string, data []byte) {
	t.Helper()
	folder := os.Getenv("SHOTS")
	if folder == "" {
		return
	}
	if err := os.WriteFile(filepath.Join(folder, strings.ReplaceAll(name, " ", "-")+".png"), data, 0o644); err != nil {
		t.Error(err)
	}
}

func (p *tab) keeps(name string) {
	p.t.Helper()
	var picture struct{ Data []byte }
	p.do(p.t, p.session, "Page.captureScreenshot", map[string]any{}, &picture)
	keepShot(p.t, name, picture.Data)
}

// freePort returns a port of this machine on which no program listens.
func freePort(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	_, port, _ := net.SplitHostPort(l.Addr().String())
	return port
}
