package match

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"attic/game"
	"attic/internal/lines"
	"attic/internal/phrase"
)

// A record is text with a line for each event; docs/save-format.md describes it.
const (
	journalHead = "attic journal "
	version     = 4 // the first format with the codes of levels that were inserted
	studied     = 3 // the first format with analyses
	shared      = 2 // the first format with hashes, in which records without these two are written, and the lines that machines send each other

	givenLine = "given"  // records that the seeds of later rounds are derived from the first seed
	nameWord  = " name " // separates the level of a player from the name
)

// SaveHead is the beginning of every save file; the number of its format follows.
const SaveHead = "attic save "

// JournalHead is the first line of a journal, a record that is still being written and has no end line, unless JournalHeadOf returns another one.
const JournalHead = journalHead + "2"

// Lines returns the record of m: the players, and all steps that have been taken or can be redone.
func (m Match) Lines() []string {
	list := []string{
		"game " + m.game.Info().Name,
		m.SeedLine(),
		m.SideLine(),
	}
	if m.Given {
		list = append(list, givenLine)
	}
	for seat := range m.Players {
		list = append(list, m.SeatLine(seat))
	}
	played := m
	if m.study != nil {
		played = m.study.base
	}
	for _, s := range path(played.end) {
		list = append(list, s.line())
	}
	for range played.Ahead() {
		list = append(list, "undo")
	}
	if m.study != nil {
		list = append(list, studyLine)
	}
	return list
}

// LastLine returns the line that records the last step.
func (m Match) LastLine() string { return m.now.line() }

// SeedLine returns the line that records the seed.
func (m Match) SeedLine() string { return "seed " + strconv.FormatUint(m.Seed, 10) }

// SideLine returns the line that records Side.
func (m Match) SideLine() string { return fmt.Sprintf("side %d", m.Side+1) }

// SeatLine returns the line that records the player of a seat.
func (m Match) SeatLine(seat int) string {
	who := "person"
	if m.Players[seat].Program {
		who = "program"
	}
	line := fmt.Sprintf("seat %d %s level %d", seat+1, who, game.LevelCode(m.game, m.Players[seat].Level))
	if name := m.Players[seat].Name; name != "" {
		line += nameWord + name
	}
	return line
}

func (s *step) line() string {
	switch {
	case s.kind == began:
		return strings.TrimSpace("round " + s.from.round.setup.String())
	case s.kind == resigned:
		return fmt.Sprintf("resign %d", s.seat+1)
	case s.kind == stopped:
		how, why := s.stop()
		return strings.TrimSpace(fmt.Sprintf("stop %s %d %s", how, s.seat+1, why))
	case s.label != nil:
		return "secret " + conceal(s.text, int(s.index))
	default:
		return "move " + s.text
	}
}

// Save writes m as a save file. The last line counts the others, so that Read notices a truncated file. Save returns an error if m is so long
// that Read would refuse it.
func (m Match) Save(w io.Writer) error {
	list := append(m.Lines(), AnalysisLines(m)...)
	list = append([]string{SaveHead + strconv.Itoa(formatOf(list))}, list...)
	list = append(list, fmt.Sprintf("end %d", len(list)))
	text := Sealed(list...)
	if len(list) > MostLines || len(text) > MostBytes {
		return fmt.Errorf("the match is too long: a saved game has at most %d lines and %d MB", MostLines, MostBytes>>20)
	}
	_, err := io.WriteString(w, text)
	return err
}

// Read reads a record: a save file or a journal. A truncated last line of a journal is omitted. An error names the line and its fault.
func Read(r io.Reader, find func(name string) (game.Game, bool)) (Match, error) {
	record, err := ReadRecord(r, find)
	if err != nil {
		return Match{}, err
	}
	return record.Match, nil
}

// ReadRecord reads a record as Read does. If it fails, it returns the record of the good lines, which end before the wrong line. The error is a
// *LineError, unless r does not hold a record at all.
func ReadRecord(r io.Reader, find func(name string) (game.Game, bool)) (Record, error) {
	in := lines.Exact(r)
	p := reader{find: find}
	for {
		line, err := in.Next()
		known := err == nil || errors.Is(err, lines.ErrBinary) || errors.Is(err, lines.ErrLong)
		switch {
		case errors.Is(err, io.EOF):
			return p.finish(in.Number())
		case in.Cut() && known && p.Journal && p.cut(string(in.Raw())): // the program died while it was writing this line
			return p.finish(in.Number())
		case err != nil && in.Number() <= 1 && !p.headed:
			if known {
				err = errNotRecord
			}
			return p.Record, err
		case err == nil:
			err = p.next(in.Number(), line, in.Cut())
		}
		if errors.Is(err, errNotRecord) {
			return p.Record, err
		}
		if in.Number() > MostLines {
			err = fmt.Errorf("a record has at most %d lines", MostLines)
		}
		if err != nil {
			number := in.Number()
			switch {
			case p.wrong > 0:
				number = p.wrong
			case !known:
				number++ // the wrong line is the next one
			}
			return p.Record, &LineError{number, err}
		}
		p.Lines, p.Bytes, p.Chain = in.Number(), in.Offset(), p.chain
	}
}

var errNotRecord = errors.New(`this is not a saved game: a saved game begins with the line "attic save 1"`)

type reader struct {
	find   func(string) (game.Game, bool)
	Record // the result of the good lines
	headed bool
	sealed bool // lines have hashes
	chain  Chain
	ended  bool
	count  int // the number of lines that are neither blank nor comments
	game   game.Game
	seats  []early
	wrong  int // the number of the wrong line, if it is not the last one read
}

// cut reports whether text, the last line of a journal without a line feed, is the beginning of a line that was not completely written. Before
// format 2, which introduced hashes, every last line without a line feed counts as one.
func (p *reader) cut(text string) bool {
	return !p.sealed || !p.chain.whole(text)
}

// next reads the next line, and checks its hash if the record has hashes.
func (p *reader) next(number int, line string, cut bool) error {
	idle := strings.TrimSpace(line) == "" || strings.TrimSpace(line)[0] == '#'
	switch {
	case !p.headed && idle:
		return nil
	case !p.headed:
		return p.head(line)
	case p.sealed && idle && !p.Journal && !looksSealed(line): // added by hand
		return nil
	case p.sealed:
		text, ok := p.chain.Unseal(line)
		if !ok && !p.Journal {
			return errEdited
		}
		if !ok {
			return errHash
		}
		if cut && p.Journal {
			return errNoFeed
		}
		line = text
	}
	if p.ended && strings.TrimSpace(line) != "" {
		return errors.New("there must be no lines after the end line")
	}
	return p.line(number, line)
}

// early is a line that precedes the first round and is applied once that round has begun.
type early struct {
	number     int
	word, rest string
}

func (p *reader) line(number int, line string) error {
	line = strings.TrimSpace(line)
	if line == "" || line[0] == '#' {
		if p.Journal {
			p.noted(line)
		}
		return nil
	}
	word, rest := phrase.Cut(line)
	if word == "end" {
		return p.end(rest)
	}
	p.count++
	if p.Journal && p.Version > 1 {
		p.Abandoned = line == AbandonedLine
		if p.Abandoned {
			return nil
		}
		p.Claim = ""
		switch {
		case word == playedWord:
			return p.played(rest)
		case word == actWord:
			return p.acted(number, rest)
		}
		if ok, err := p.Past.note(word, rest); ok {
			return err
		}
	}
	if word == "game" {
		return p.setGame(rest)
	}
	if p.game == nil {
		return fmt.Errorf("the game must be named before %q", word)
	}
	if p.Match.now == nil {
		switch word {
		case "seed", "side", "seat", givenLine:
			p.seats = append(p.seats, early{number, word, rest})
			return nil
		case "round":
			return p.first(rest)
		default:
			return fmt.Errorf("a round must begin before %q", phrase.Clip(word))
		}
	}
	return p.act(word, rest)
}

// acted reads a line that records the ID of the act that caused it.
func (p *reader) acted(number int, rest string) error {
	id, line := phrase.Cut(rest)
	word, _ := phrase.Cut(line)
	switch {
	case !isID(id):
		return errors.New("act must be followed by the ID of an act")
	case word == actWord:
		return errors.New("a line must belong to one act only")
	case line != "":
		p.count--
		if err := p.line(number, line); err != nil {
			return err
		}
	}
	p.Past.did(id)
	return nil
}

// head reads the first line. If the line begins correctly, its hash shows whether the line was changed.
func (p *reader) head(line string) error {
	text, sealed := line, looksSealed(line)
	if sealed {
		var ok bool
		if text, ok = p.chain.Unseal(line); !ok {
			if strings.HasPrefix(line, SaveHead) || strings.HasPrefix(line, journalHead) {
				return errHash
			}
			return errNotRecord
		}
	}
	text = strings.TrimSpace(text)
	number, save := strings.CutPrefix(text, SaveHead)
	journal := false
	if !save {
		number, journal = strings.CutPrefix(text, journalHead)
	}
	n, err := strconv.Atoi(number)
	switch {
	case !save && !journal || err != nil || n < 1 || n == 1 && sealed:
		return errNotRecord
	case n > version:
		return newer(n)
	case journal && n > 1 && !sealed:
		return errNoHashes
	}
	p.headed, p.Journal, p.Version, p.sealed = true, journal, n, sealed
	p.count = 1
	return nil
}

func (p *reader) setGame(name string) error {
	g, ok := p.find(name)
	if p.game != nil {
		return errors.New("the game is named twice")
	}
	if !ok {
		return fmt.Errorf("attic has no game %q", phrase.Clip(name))
	}
	p.game = g
	return nil
}

func (p *reader) first(setup string) error {
	s, err := game.ParseSetup(setup)
	if err != nil {
		return err
	}
	m, err := New(p.game, s)
	if err != nil {
		return err
	}
	p.Match = m
	for _, s := range p.seats {
		if err := p.act(s.word, s.rest); err != nil {
			p.Match = Match{}
			p.wrong = s.number
			return err
		}
	}
	return nil
}

// act applies one line after the first round line.
func (p *reader) act(word, rest string) (err error) {
	m := p.Match
	switch word {
	case "move":
		m, _, err = m.Play(rest)
	case "secret":
		text, ok := reveal(rest, m.Ply()+1)
		if ok {
			m, _, err = m.Play(text)
		}
		if !ok || err != nil {
			err = errors.New("this secret move cannot be read")
		}
	case "resign":
		var seat int
		if seat, err = p.seat(rest); err == nil {
			m, err = m.Resign(seat)
		}
	case "stop":
		m, err = p.stop(m, rest)
	case "round":
		var s game.Setup
		if s, err = game.ParseSetup(rest); err == nil {
			m, err = m.begin(s)
		}
	case "undo":
		m, err = m.Undo()
	case "redo":
		m, err = m.Redo()
	case "seed":
		m.Seed, err = strconv.ParseUint(rest, 10, 64)
		if err != nil {
			err = fmt.Errorf("the seed is %q; it must be a number from 0 to 18446744073709551615", phrase.Clip(rest))
		}
	case givenLine:
		if m.Given = true; rest != "" {
			err = fmt.Errorf("nothing may follow %q", givenLine)
		}
	case "side":
		m.Side, err = p.seat(rest)
	case "seat":
		m, err = p.sit(m, rest)
	case treeWord:
		m, err = p.analyse(m, rest)
	case studyLine:
		m, err = readStudy(p, rest)
	default:
		return fmt.Errorf("unknown keyword %q", phrase.Clip(word))
	}
	if err == nil {
		p.Match = m
	}
	return err
}

func (p *reader) stop(m Match, rest string) (Match, error) {
	how, number := phrase.Cut(rest)
	why := ""
	switch Stop(how) {
	case Drawn, Forfeit, NoResult, OutOfTime:
	case Awarded, Halved:
		number, why = phrase.Cut(number)
	default:
		return m, errors.New(`a stop should look like "stop draw 1", "stop left 2", "stop time 2", "stop none 2", "stop won 1" or "stop even 1"`)
	}
	seat, err := p.seat(number)
	if err != nil {
		return m, err
	}
	return m.stop(Stop(how), seat, why)
}

func (p *reader) seat(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > len(p.Match.Players) {
		return 0, fmt.Errorf("there is no seat %q; there are seats 1 to %d", phrase.Clip(text), len(p.Match.Players))
	}
	return n - 1, nil
}

func (p *reader) sit(m Match, rest string) (Match, error) {
	rest, name, _ := strings.Cut(rest, nameWord)
	f := strings.Fields(rest)
	if len(f) != 4 || f[1] != "person" && f[1] != "program" || f[2] != "level" {
		return m, errors.New(`a seat should look like "seat 1 person level 2", "seat 1 program level 2" or "seat 1 person level 2 name Anna"`)
	}
	seat, err := p.seat(f[0])
	if err != nil {
		return m, err
	}
	code, err := strconv.Atoi(f[3])
	if err != nil {
		return m, fmt.Errorf("the level is %q; it must be a number", phrase.Clip(f[3]))
	}
	level, ok := game.LevelOf(m.game, code)
	if !ok {
		return m, fmt.Errorf("%s has no level with the code %d; a newer attic may have one", m.game.Info().Title, code)
	}
	m.Players = append([]Player(nil), m.Players...)
	m.Players[seat] = Player{Program: f[1] == "program", Level: level, Name: name}
	return m, m.CheckSeats()
}

func (p *reader) end(rest string) error {
	if p.Journal {
		return errors.New("a journal has no end line")
	}
	if n, err := strconv.Atoi(rest); err != nil || n != p.count {
		return fmt.Errorf("the end line counts %q lines before it, but there are %d: some are missing or were added", phrase.Clip(rest), p.count)
	}
	p.ended = true
	return nil
}

func (p *reader) finish(line int) (Record, error) {
	var err error
	switch {
	case !p.headed:
		err = errNotRecord
	case !p.Journal && !p.ended:
		err = &LineError{line, errors.New("the file is truncated: its end line is missing")}
	case p.Match.now == nil:
		err = &LineError{line, errors.New("no round has begun")}
	default:
		if p.Match = Main(p.Match); !p.Journal {
			p.Match.end.fromFile()
		}
	}
	return p.Record, err
}

// Secret moves are scrambled in a record so that nobody reads them by accident. This is no protection from somebody who wants to read them.

const secretBlock = 64 // texts are padded to multiples of this number of bytes, so that their length reveals nothing

func conceal(text string, step int) string {
	padded := make([]byte, (len(text)/secretBlock+1)*secretBlock)
	copy(padded, text)
	mix(padded, step)
	return base64.RawStdEncoding.EncodeToString(padded)
}

func reveal(code string, step int) (string, bool) {
	padded, err := base64.RawStdEncoding.DecodeString(code)
	if err != nil || len(padded) == 0 || len(padded)%secretBlock != 0 {
		return "", false
	}
	mix(padded, step)
	return strings.TrimRight(string(padded), "\x00"), true
}

func mix(data []byte, step int) {
	var block [32]byte
	for i := range data {
		if i%len(block) == 0 {
			block = sha256.Sum256(binary.BigEndian.AppendUint64([]byte("attic secret"), uint64(step)<<32|uint64(i)))
		}
		data[i] ^= block[i%len(block)]
	}
}

// The hash at the end of a line: hashMark, then hashLength letters out of hashLetters, which stand for the hexadecimal digits 0 to f.
// Letters alone cannot be mistaken for the seed of a setup or for the name of a hidden square.
const (
	hashMark    = " #"
	hashLength  = 12
	hashLetters = "ghijklmnopqrstuv"
)

// ChainBytes is the length of a Chain that is not zero.
const ChainBytes = hashLength

// SealBytes is the number of bytes by which Seal makes a line longer.
const SealBytes = len(hashMark) + hashLength

// Chain is the hash of the lines of a record so far; the zero value is the hash of no lines. Each line ends with a hash of the previous
// hash and its own text: the first 48 bits of the SHA-256 of both, with a line feed between them.
type Chain string

// Seal returns a line with its hash at the end and adds the line to the chain.
func (c *Chain) Seal(line string) string {
	*c = c.after(line)
	return line + hashMark + string(*c)
}

// Unseal returns a line without the hash at its end and adds the line to the chain. If the hash is missing or wrong, it only returns false.
func (c *Chain) Unseal(sealed string) (line string, ok bool) {
	if !looksSealed(sealed) {
		return "", false
	}
	line = sealed[:len(sealed)-SealBytes]
	after := c.after(line)
	if string(after) != sealed[len(sealed)-hashLength:] {
		return "", false
	}
	*c = after
	return line, true
}

func (c Chain) after(line string) Chain {
	sum := sha256.Sum256([]byte(string(c) + "\n" + line))
	var letters [hashLength]byte
	for i := range letters {
		half := sum[i/2] >> (4 * (1 - i%2)) & 15
		letters[i] = hashLetters[half]
	}
	return Chain(letters[:])
}

// looksSealed reports whether a line ends with text in the form of a hash.
func looksSealed(line string) bool {
	at := len(line) - SealBytes
	if at < 0 || !strings.HasPrefix(line[at:], hashMark) {
		return false
	}
	return strings.Trim(line[at+len(hashMark):], hashLetters) == ""
}

// whole reports whether text, which does not end with a line feed, begins with a complete next line of the chain. If it does, text is
// not simply a truncated line.
func (c Chain) whole(text string) bool {
	for end := SealBytes; end <= len(text); end++ {
		if !looksSealed(text[:end]) {
			continue
		}
		copied := c
		if _, ok := copied.Unseal(text[:end]); ok {
			return true
		}
	}
	return false
}

// Sealed returns the text of a record with the lines of list, each with its hash and a line feed.
func Sealed(list ...string) string {
	var c Chain
	var b strings.Builder
	for _, line := range list {
		b.WriteString(c.Seal(line))
		b.WriteByte('\n')
	}
	return b.String()
}
