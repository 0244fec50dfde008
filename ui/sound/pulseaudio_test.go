//go:build pulseaudio

package sound

import (
	"bufio"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"attic/dev/gametest"
	"attic/dev/wait"
)

// The test starts its own server, which plays into a pipe as fast as the test reads.
func TestPulseAudioPlaysEachSound(t *testing.T) {
	folder, err := os.MkdirTemp("", "sound") // shorter than t.TempDir: the length of a socket's path is limited
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	socket, pipe := filepath.Join(folder, "socket"), filepath.Join(folder, "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	server := exec.Command("pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", "--disable-shm=yes", "--log-level=info", "--log-target=stderr",
		"-L", "module-pipe-sink sink_name=pipe format=s16le rate=44100 channels=1 file="+pipe,
		"-L", "module-native-protocol-unix auth-anonymous=1 socket="+socket)
	server.Env = append(os.Environ(), "HOME="+folder, "PULSE_RUNTIME_PATH="+folder, "PULSE_STATE_PATH="+folder, "XDG_RUNTIME_DIR="+folder)
	log, err := server.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	ctx, done := wait.Context()
	defer done()
	defer context.AfterFunc(ctx, func() { _ = server.Process.Kill() })()
	var said strings.Builder
	lines := bufio.NewScanner(log)
	for lines.Scan() && !strings.Contains(lines.Text(), "Daemon startup complete") {
		said.WriteString(lines.Text() + "\n")
	}
	logged := make(chan struct{})
	go func() {
		defer close(logged)
		for lines.Scan() {
		}
	}()
	t.Cleanup(func() {
		server.Process.Kill()
		<-logged
		server.Wait()
		if t.Failed() {
			t.Log(said.String())
		}
	})
	heard, err := os.OpenFile(pipe, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer heard.Close()
	defer context.AfterFunc(ctx, func() { _ = heard.SetReadDeadline(time.Now()) })()

	t.Setenv("PULSE_SERVER", "unix:"+socket)
	p := Open("attic")
	defer p.Close()
	in := bufio.NewReader(heard)
	for _, s := range gametest.Sounds() {
		p.Play(0, s)
		if err := hear(in, samples(s)); err != nil {
			t.Fatalf("%s: %v %v", s, err, context.Cause(ctx))
		}
	}
}

// hear reads samples and compares them with a wave. The server may insert gaps of silence but must not
// change a sample.
func hear(in io.Reader, wave []int16) error {
	for i, want := range wave {
		got := int16(0)
		for want != 0 && got == 0 {
			if err := binary.Read(in, binary.LittleEndian, &got); err != nil {
				return fmt.Errorf("sample %d of %d: %w", i, len(wave), err)
			}
		}
		if got != want {
			return fmt.Errorf("sample %d of %d is %d, want %d", i, len(wave), got, want)
		}
	}
	return nil
}
