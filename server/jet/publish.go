package jet

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"attic/match"
)

var (
	errAway   = errors.New("the connection to the NATS servers is down")
	errLost   = errors.New("the connection to the NATS servers was lost")
	errSilent = errors.New("the NATS servers do not answer")
	errNobody = errors.New("the NATS servers cannot write at the moment")
	errBehind = errors.New("the NATS server that answers does not have the last moves yet")
	errFull   = errors.New("the NATS servers have no room left")
)

// Error codes of JetStream that nats.go has no names for.
const (
	codeAccountFull   = 10002
	codeFewPeers      = 10005
	codeNoLeader      = 10008
	codeServerFull    = 10023
	codeStorageFull   = 10047
	codeAlone         = 10074
	codeStoreFailed   = 10077 // sent only because of limits of the stream: after an error of the disk there is no answer
	codeOtherStream   = 10060
	codeSealed        = 10109
	codeBatchCut      = 10176 // a message of an atomic batch is missing
	codeBatchLarge    = 10199
	codeBatchInflight = 10210
)

// errRaced is the error for a message that was refused because another message for its subject has not been written yet, or is in the same batch.
var errRaced = errors.New("another write is under way")

// movedError is match.ErrMoved with the number of the last message.
type movedError struct{ last uint64 }

func (*movedError) Error() string { return match.ErrMoved.Error() }

func (*movedError) Is(target error) bool { return target == match.ErrMoved }

// raceTime is the pause before a message is sent again after errRaced.
const raceTime = 20 * time.Millisecond

// expect sets the header with which a message is written only if the last message of its subject has the number after.
func expect(m *nats.Msg, after uint64) {
	if m.Header == nil {
		m.Header = nats.Header{}
	}
	m.Header.Set(jetstream.ExpectedLastSubjSeqHeader, strconv.FormatUint(after, 10))
}

// send sends a message to a stream and waits for the answer.
func (p *Storage) send(m *nats.Msg) (uint64, error) {
	if !p.nc.IsConnected() {
		return 0, errAway
	}
	if int64(m.Size()) > p.nc.MaxPayload() {
		return 0, fmt.Errorf("a message of %d bytes is too large for the NATS server", m.Size())
	}
	p.mu.Lock()
	link := p.link
	p.mu.Unlock()
	ctx, stop := context.WithTimeout(link, requestTime)
	defer stop()
	start := time.Now()
	answer, err := p.nc.RequestMsgWithContext(ctx, m)
	p.answered(start, err)
	switch {
	case errors.Is(err, nats.ErrNoResponders):
		return 0, errNobody
	case errors.Is(err, nats.ErrReconnectBufExceeded): // this error occurs before anything is sent
		return 0, errAway
	case errors.Is(context.Cause(ctx), errLost), errors.Is(err, nats.ErrConnectionClosed), errors.Is(err, nats.ErrDisconnected):
		return 0, fmt.Errorf("%w: %w", match.ErrUnknown, errLost)
	case errors.Is(err, context.DeadlineExceeded):
		return 0, fmt.Errorf("%w: %w", match.ErrUnknown, errSilent)
	case err != nil:
		return 0, fmt.Errorf("%w: %w", match.ErrUnknown, err)
	}
	return written(answer.Data)
}

// answered records the outcome of a request that was sent at start. If no request is answered for some time, the connected server may be cut off from the
// others, so another server is tried.
func (p *Storage) answered(start time.Time, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	silent := errors.Is(err, context.DeadlineExceeded) || errors.Is(err, nats.ErrNoResponders)
	switch {
	case errors.Is(err, context.Canceled):
		return
	case !silent:
		p.silent = time.Time{}
	case p.silent.IsZero():
		p.silent = start
	}
	if silent && time.Since(p.silent) >= requestTime {
		p.silent = time.Time{}
		p.c.Log.Warn("the NATS server does not answer, so atticd tries another one", "event", "nats", "server", p.nc.ConnectedServerName())
		_ = p.nc.ForceReconnect() // it fails only if the storage is being closed
	}
}

// written reads the answer of a stream to a message, and returns the number of the message.
func written(answer []byte) (uint64, error) {
	var ack struct {
		Seq   uint64
		Error *jetstream.APIError
	}
	if err := json.Unmarshal(answer, &ack); err != nil {
		return 0, fmt.Errorf("%w: %w", match.ErrUnknown, err)
	}
	if ack.Error != nil {
		return 0, refused(ack.Error)
	}
	if ack.Seq == 0 {
		return 0, match.ErrUnknown
	}
	return ack.Seq, nil
}

// refused returns the error for an answer saying that a message was not written. If the message may nevertheless have reached a log, the error is
// match.ErrUnknown.
func refused(e *jetstream.APIError) error {
	switch code := e.ErrorCode; {
	case code == jetstream.JSErrCodeStreamWrongLastSequence:
		var last uint64
		_, _ = fmt.Sscanf(e.Description, "wrong last sequence: %d", &last)
		return &movedError{last}
	case code == jetstream.JSErrCodeStreamWrongLastSequenceConstant:
		return errRaced
	case code == codeAccountFull, code == codeServerFull, code == codeStorageFull, code == codeStoreFailed:
		return errFull
	case code == jetstream.JSErrCodeStreamMessageExceedsMaximum, code == codeOtherStream, code == codeSealed,
		code == codeBatchCut, code == codeBatchLarge, code == codeBatchInflight:
		return fmt.Errorf("the NATS server refuses to write: %s", e.Description)
	}
	return fmt.Errorf("%w: %s", match.ErrUnknown, e.Description)
}

type stored struct {
	subject string
	seq     uint64
	header  nats.Header
	data    []byte
	time    time.Time
}

// last asks the leader of a stream for the last message of a subject, and returns nil if there is none. The methods of nats.go may ask a follower
// that does not have everything yet.
func (p *Storage) last(ctx context.Context, stream, subject string) (*stored, error) {
	return p.get(ctx, stream, map[string]any{"last_by_subj": subject})
}

// get asks the leader of a stream for a message.
func (p *Storage) get(ctx context.Context, stream string, which map[string]any) (*stored, error) {
	request, err := json.Marshal(which)
	if err != nil {
		return nil, err
	}
	var answer struct {
		Message *struct {
			Subject    string
			Seq        uint64
			Hdrs, Data []byte
			Time       time.Time
		}
		Error *jetstream.APIError
	}
	switch err := p.ask(ctx, "STREAM.MSG.GET."+stream, request, &answer); {
	case err != nil:
		return nil, err
	case answer.Error != nil && answer.Error.ErrorCode == jetstream.JSErrCodeMessageNotFound:
		return nil, nil
	case answer.Error != nil:
		return nil, unread(answer.Error)
	case answer.Message == nil:
		return nil, unread(errors.New("an answer is damaged"))
	}
	m := answer.Message
	header := nats.Header{}
	if len(m.Hdrs) > 0 {
		if header, err = nats.DecodeHeadersMsg(m.Hdrs); err != nil {
			return nil, unread(err)
		}
	}
	return &stored{m.Subject, m.Seq, header, m.Data, m.Time}, nil
}

// ask sends a request to the API of JetStream, and reads the answer.
func (p *Storage) ask(ctx context.Context, what string, request []byte, answer any) error {
	if !p.nc.IsConnected() {
		return errAway
	}
	ctx, stop := context.WithTimeout(ctx, requestTime)
	defer stop()
	start := time.Now()
	m, err := p.nc.RequestWithContext(ctx, "$JS.API."+what, request)
	p.answered(start, err)
	if err == nil {
		err = json.Unmarshal(m.Data, answer)
	}
	if err != nil {
		return unread(err)
	}
	return nil
}

func unread(err error) error { return fmt.Errorf("the NATS servers cannot be read: %w", err) }

// purge removes all messages of a subject, which may have wildcards. Their text may stay in the files of the servers for a while.
func (p *Storage) purge(ctx context.Context, stream, subject string) error {
	request, err := json.Marshal(map[string]string{"filter": subject})
	if err != nil {
		return err
	}
	var answer struct {
		Success bool
		Error   *jetstream.APIError
	}
	switch err := p.ask(ctx, "STREAM.PURGE."+stream, request, &answer); {
	case err != nil:
		return err
	case answer.Error != nil:
		return fmt.Errorf("the NATS servers cannot remove anything: %w", answer.Error)
	case !answer.Success:
		return errNobody
	}
	return nil
}
