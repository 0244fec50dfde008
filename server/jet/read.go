package jet

import (
	"encoding/json"
	"errors"
	"strconv"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// batchRead is the most messages that a server sends for one request.
const batchRead = 1000

// stateOf returns the state of a stream, and the number of its subjects that the request selects.
func stateOf(p *Storage, stream string, request map[string]any) (s jetstream.StreamState, total int, err error) {
	var answer struct {
		Total int
		State jetstream.StreamState
		Error *jetstream.APIError
	}
	text, _ := json.Marshal(request)
	if err = p.ask(p.ctx, "STREAM.INFO."+stream, text, &answer); err == nil && answer.Error != nil {
		err = unread(answer.Error)
	}
	return answer.State, answer.Total, err
}

// read returns the messages of a game whose numbers are at least the parameter from. If there are none, it returns the last message; nil if there is
// no game.
func (p *Storage) read(subject string, from uint64) ([]stored, error) {
	end, err := p.last(p.ctx, gamesStream, subject)
	switch {
	case err != nil || end == nil:
		return nil, err
	case len(end.data) == 0: // the game was discarded
		return nil, nil
	case from >= end.seq:
		return []stored{*end}, nil
	}
	// Any server may answer, because the number of the last message is known.
	log, err := p.readAny(subject, from, end.seq)
	if err != nil || len(log) == 0 || log[len(log)-1].seq != end.seq {
		return p.readLeader(subject, from, end.seq)
	}
	return log, nil
}

// readLeader reads messages of a game up to the number last from the leader, one after the other.
func (p *Storage) readLeader(subject string, from, last uint64) (log []stored, err error) {
	for from <= last {
		m, err := p.get(p.ctx, gamesStream, map[string]any{"seq": max(from, 1), "next_by_subj": subject})
		if err != nil {
			return nil, err
		}
		if m == nil {
			break
		}
		log = append(log, *m)
		from = m.seq + 1
	}
	return log, nil
}

// readAny reads messages of a game up to the number last from whichever server answers first.
func (p *Storage) readAny(subject string, from, last uint64) (log []stored, err error) {
	for from <= last {
		request, err := json.Marshal(map[string]any{"seq": max(from, 1), "next_by_subj": subject, "batch": batchRead, "max_bytes": 4 << 20})
		if err != nil {
			return nil, err
		}
		list, _, err := p.direct(request)
		if err != nil {
			return nil, err
		}
		if len(list) == 0 {
			return nil, errors.New("there is no such message") // this server does not have it yet
		}
		for _, m := range list {
			seq, err := strconv.ParseUint(m.Header.Get(nats.JSSequence), 10, 64)
			if err != nil {
				return nil, err
			}
			if seq <= last {
				log = append(log, stored{subject: subject, seq: seq, header: m.Header, data: m.Data})
			}
			from = seq + 1
		}
	}
	return log, nil
}
