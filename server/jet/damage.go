package jet

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/minio/highwayhash"
)

// whole returns an error if a file of messages below the folder of the server is damaged. A server that starts with it would drop the damaged message
// and all that follow in that file, without a word, or even use up the memory of the machine. What follows the last message that was acknowledged is no
// damage: a kill or a power cut leaves parts of a write there.
func (m *marks) whole(dir string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.last) == 0 {
		return nil
	}
	streams, err := filepath.Glob(filepath.Join(dir, "jetstream", "*", "streams", "*"))
	if err != nil {
		return err
	}
	for _, stream := range streams {
		files, err := filepath.Glob(filepath.Join(stream, "msgs", "*.blk"))
		if err != nil {
			return err
		}
		last := uint32(0)
		for _, file := range files {
			last = max(last, numberOf(file))
		}
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			key := sha256.Sum256(fmt.Appendf(nil, "%s-%d", filepath.Base(stream), numberOf(file)))
			if at, seq := wrong(data, key[:]); at < len(data) && (numberOf(file) != last || seq < m.last[filepath.Base(stream)]) {
				return fmt.Errorf("%s is damaged at byte %d, so nothing is opened, because NATS would drop what follows. %s", file, at, m.remedy())
			}
		}
	}
	return nil
}

// numberOf returns the number of a file of messages, such as 12.blk.
func numberOf(file string) (n uint32) {
	_, _ = fmt.Sscanf(filepath.Base(file), "%d.blk", &n)
	return n
}

// The format of a message in a file of NATS, all numbers little-endian: 4 bytes with the length of everything, of which the highest bit says that there are
// headers, 8 with the number, 8 with the time, 2 with the length of the subject; the subject; 4 with the length of the headers if there are any;
// headers and text; 8 with the hash of all but the lengths.
const (
	headBytes  = 22
	hashBytes  = 8
	hasHeaders = 1 << 31
	removed    = 3 << 62 // in a number: the message was removed
)

// wrong returns where the first damaged message begins, or the length of data, and the highest number before it.
func wrong(data, key []byte) (at int, last uint64) {
	for at < len(data) {
		rest := data[at:]
		if len(rest) < headBytes {
			break
		}
		length := binary.LittleEndian.Uint32(rest)
		size, text := int(length&^hasHeaders), headBytes+int(binary.LittleEndian.Uint16(rest[20:]))
		subject := text
		if length&hasHeaders != 0 {
			text += 4
		}
		if size < text+hashBytes || size > len(rest) {
			break
		}
		h, err := highwayhash.New64(key)
		if err != nil {
			break
		}
		end := size - hashBytes
		_, _ = h.Write(rest[4:20]) // a hash does not fail
		_, _ = h.Write(rest[headBytes:subject])
		_, _ = h.Write(rest[text:end])
		if string(h.Sum(nil)) != string(rest[end:size]) {
			break
		}
		last = max(last, binary.LittleEndian.Uint64(rest[4:])&^removed)
		at += size
	}
	return at, last
}

// marks are the numbers of the last messages that were written to the streams, in a file beside those of the server. A server that finds a damaged
// message when it starts drops it and all that follow, without a word, and counts on from there.
type marks struct {
	mu      sync.Mutex
	file    *os.File
	streams []string // in the order of the lines
	last    map[string]uint64
	synced  bool // or a sync is due
	failed  error
}

// markLine is a line of the file, all of the same length: the number and the name of the stream.
const markLine = "%020d %-20s\n"

// markTime is how long a mark may be written and not synced. It survives a kill at once.
const markTime = 2 * time.Second

func openMarks(path string) (*marks, error) {
	m := &marks{last: map[string]uint64{}, synced: true}
	text, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for line := range strings.Lines(strings.TrimRight(string(text), "\x00")) { // a power cut can leave zeros in place of a line that was not synced
		var name string
		var last uint64
		if _, err := fmt.Sscanf(line, "%d %s", &last, &name); err != nil || line != fmt.Sprintf(markLine, last, name) {
			return nil, fmt.Errorf("%s is damaged", path)
		}
		m.streams, m.last[name] = append(m.streams, name), last
	}
	m.file, err = os.OpenFile(path, os.O_CREATE|os.O_WRONLY, 0o600)
	return m, err
}

// check returns an error if a stream whose last message has this number had later ones.
func (m *marks) check(stream string, last uint64) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if had := m.last[stream]; had > last {
		return fmt.Errorf("the files of the hall are damaged: the last %d messages of %s are gone. %s", had-last, stream, m.remedy())
	}
	return nil
}

// remedy says what can be done about damage.
func (m *marks) remedy() string {
	return fmt.Sprintf("Restore a backup into an empty folder. To go on without what is lost, remove %s first", m.file.Name())
}

// note notes that a message was written to a stream.
func (m *marks) note(stream string, last uint64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if last <= m.last[stream] {
		return
	}
	at := slices.Index(m.streams, stream)
	added := at < 0
	if added {
		at, m.streams = len(m.streams), append(m.streams, stream)
	}
	m.last[stream] = last
	line := fmt.Sprintf(markLine, last, stream)
	_, err := m.file.WriteAt([]byte(line), int64(at*len(line)))
	if err == nil && added {
		err = m.file.Sync()
	}
	if err != nil {
		m.failed = err
	}
	if m.synced {
		m.synced = false
		time.AfterFunc(markTime, func() { _ = m.sync() })
	}
}

// sync returns the first error since the marks were opened.
func (m *marks) sync() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.synced = true
	if err := m.file.Sync(); err != nil && m.failed == nil && !errors.Is(err, fs.ErrClosed) {
		m.failed = err
	}
	return m.failed
}

func (m *marks) close() error { return errors.Join(m.sync(), m.file.Close()) }
