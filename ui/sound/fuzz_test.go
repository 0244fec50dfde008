//go:build !js

package sound

import (
	"context"
	"encoding/binary"
	"io"
	"net"
	"testing"
	"time"

	"github.com/jfreymuth/pulse/proto"

	"attic/game"
)

// FuzzWhatAServerSends sends a line bytes of the input instead of the answers of a sound server, or of parts of them. For each request, the first byte is the
// number of bytes to send before the answer, and the second the number of bytes that replace its end. Nothing may end the program or keep it waiting.
func FuzzWhatAServerSends(f *testing.F) {
	word := func(values ...uint32) []byte { return numbered(nil, values...) }
	whole := func(body []byte) []byte {
		head := binary.BigEndian.AppendUint32(nil, uint32(len(body)))
		return append(append(append(head, 255, 255, 255, 255), make([]byte, 12)...), body...)
	}
	before := func(text []byte) []byte { return append([]byte{byte(len(text))}, append(text, 0)...) }
	f.Add([]byte{})
	f.Add([]byte{0, 1, '1', 0, 1, 't', 0, 9, 'x', 0, 0, 0, 0})                   // answers with other types
	f.Add([]byte{0, 0, 0, 0, 0, 3, 'f', 'B', 't'})                               // a stream that is cut off
	f.Add([]byte{0, 5, 'L', 0, 0, 0, 3})                                         // an old server
	f.Add(before(whole(word(proto.OpReply, 0))))                                 // an empty answer
	f.Add(before(whole(append(word(proto.OpReply, 0), '1'))))                    // an answer with a truth value
	f.Add(before(whole(append(word(proto.OpReply, 0), "x\xff\xff\xff\xff"...)))) // a long answer
	f.Add(append([]byte{0, 0, 0, 0}, before(whole(append(word(proto.OpReply, 2, 1, 2, 3), "vx\x00\x00\x00\x00"...)))...))
	f.Add(before(whole(word(proto.OpRequest, 9, 0, 1<<31))))
	f.Add(before(whole(word(proto.OpPlaybackStreamKilled, 9, 0))))
	f.Add(before(whole(word(proto.OpError, 0, 99))))
	f.Add(before([]byte{255, 255, 255, 255, 255, 255, 255, 255}))
	f.Fuzz(func(t *testing.T, sent []byte) {
		near, far := net.Pipe()
		go func() {
			defer far.Close()
			take := func() (b int) {
				if len(sent) > 0 {
					b, sent = int(sent[0]), sent[1:]
				}
				return b
			}
			some := func(n int) (text []byte) {
				n = min(n, len(sent))
				text, sent = sent[:n:n], sent[n:]
				return text
			}
			for {
				_ = far.SetDeadline(time.Now().Add(20 * time.Millisecond)) // if it fails, the next read does
				head := make([]byte, header)
				if _, err := io.ReadFull(far, head); err != nil {
					return
				}
				body := make([]byte, binary.BigEndian.Uint32(head))
				if _, err := io.ReadFull(far, body); err != nil {
					return
				}
				if binary.BigEndian.Uint32(head[4:]) != control || len(body) < command { // samples, even if their channel has the number control
					continue
				}
				reply := append(word(proto.OpReply, binary.BigEndian.Uint32(body[6:])), word(35, 2, 1<<12, 4, 5, 6, 7)...)
				first, end := some(take()), some(take())
				reply = append(reply[:max(0, len(reply)-len(end))], end...)
				if _, err := far.Write(append(first, whole(reply)...)); err != nil {
					return
				}
			}
		}()
		l, err := connect(context.Background(), near, "attic")
		if err != nil {
			return
		}
		var m mixer
		m.play(0, []game.Sound{game.Change})
		_, _ = l.feed(&m) // the server may be gone
		_ = l.rest(true)
		l.close()
	})
}
