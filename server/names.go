package server

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"attic/match"
	"attic/table/wire"
)

// A name belongs to one person of a hall, together with every name that looks like it. If an earlier version has let several people have the same
// name, the name belongs to the first of them in the list of people, and the others are shown with a mark. Several processes agree on new names
// through claims in the list of people: the first to write a claim gets the name.

// alike lists Latin letters in lower case, each followed by the letters that look like it, in lower case or in capitals. They come from Unicode's
// confusables.txt 13.0 (UTS 39), for Latin, Greek, Cyrillic, Armenian, Coptic, Cherokee and Lisu; small capitals were added by their names. Letters
// that Unicode decomposition covers are left out.
const alike = "aɑαаᴀꓮꭺ bƀƃƅɓʙβбвьѣҍᏼꓐꞵꮟ cƈȼсҫᴄⲥꓚꮯ dðđƌɖɗԁᴅꓒꓓꭰꮷ eɇεеҽҿᴇꓰꬲꭼ fƒϝքᵮẝꓝꜰꞙꬵ gƍǥɠɡɢԍցᏻᶃꓖꮐ hħɦʜнћңһӈӊհᏺⱨⲏꓧꚕꮋꮒ " +
	"jɉʝϳјᴊꓙꭻ kƙκкқҟᴋⱪⲕꓗꝁꮶ l1i|ıłƚǀɨɩɪɫɭʟιіӏᵻᵼⲓⳑꓡꓲꙇꭵꮮ mμϻмӎᴍⲙꓟꮇ nƞɲɳɴηνпոռᵰⲛꓠꓵ o0øɵθοσϛоѳөօᴏᴑⲟꓳꝋꬽꬾꭴꮎꮻ pƥρрᴘᵽⲣꓑꮲ " +
	"qʠԛգզꞯ rɍɼɽʀгᴦᵲꓣꭇꭈꭱꮢ sƽʂзѕտᵴꓢꜱꮥꮪ tŧƭʈτтҭᴛᵵⱦⲧꓔꭲ uʉʋսᴜᵾꓴꞟꭎꭒꮜ vѵᴠꓦꮩ wɯωѡѽԝաᴡⲱꓪꙍꝡꞷꮃꮤ xχхҳⲭꓫꭓꭕ " +
	"yƴɏɣʏγυуґғүұᶌỿⲅⲩꓬꭚꭹꮁꮍ zƶȥʐζᴢᵶꓜꮓ"

var looks = func() map[rune]rune {
	to := map[rune]rune{}
	for _, letters := range strings.Fields(alike) {
		of := []rune(letters)
		for _, r := range of[1:] {
			to[r] = of[0]
		}
	}
	return to
}()

// lookOf returns a text that is equal for names that look alike: the letters and digits of name without accents, each replaced by one common
// look-alike. A name without letters and digits stays as it is.
func lookOf(name string) string {
	whole := norm.NFKD.String(strings.TrimSuffix(name, botMark))
	look := strings.Map(func(r rune) rune {
		r = unicode.ToLower(unicode.ToUpper(r))
		if to, ok := looks[r]; ok {
			return to
		}
		if '\u0300' <= r && r <= '\u036f' || !unicode.In(r, unicode.L, unicode.M, unicode.N) || unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r) {
			return -1
		}
		return r
	}, whole)
	look = strings.NewReplacer("rn", "m", "vv", "w").Replace(look)
	if look == "" {
		return whole
	}
	return look
}

// claim says to which person a name belongs.
type claim struct {
	Hash string `json:"hash"` // its key: what Hall.claimKey returns
	Of   string `json:"of"`   // the hash of the person; "": the name no longer belongs to anybody

	version uint64
	seen    time.Time // when this process learnt of the claim
}

// read reads a claim, and reports whether value is a claim.
func (c *claim) read(value []byte) bool { return json.Unmarshal(value, c) == nil && c.Of != "" }

// A claim to a name that nobody has yet reserves it for claimTime. Whoever makes a claim must take the name within nameTime.
const claimTime, nameTime = time.Minute, 30 * time.Second

// sweepBeats is the number of beats between two checks of the claims.
const sweepBeats = 60

var errNamed = refuse("taken", "this name, or one that looks like it, is taken: choose another")

// mark follows the name of a person if the name belongs to somebody else; botMark follows the name of a bot.
const mark, botMark = "*", " (bot)"

// claimKey returns the key of the claim to all names with a look.
func (ps *people) claimKey(look string) string { return match.KeyHash("name " + ps.hall + " " + look) }

// learnClaim stores the list's value for a key if the value is a claim, and reports whether it is. The caller holds mu.
func (ps *people) learnClaim(key string, value []byte, version uint64) bool {
	was, there := ps.claims[key]
	c := claim{version: version, seen: time.Now()}
	if value == nil && !there || value != nil && !c.read(value) {
		return false
	}
	if version > was.version {
		ps.claims[key] = c
		ps.ranked++ // ladders show names
		ps.news.change()
	}
	return true
}

// holder returns the hash of the person to whom names with the given look belong, or "". The caller holds mu.
func (ps *people) holder(look string) string {
	list := ps.called[look]
	if len(list) > 1 {
		if c := ps.claims[ps.claimKey(look)]; slices.Contains(list, c.Of) {
			return c.Of
		}
	}
	if len(list) > 0 {
		return list[0]
	}
	return ""
}

// free reports whether a name looks like nobody's name here, and not like a bot's.
func (ps *people) free(name string) bool {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	return ps.holder(lookOf(name)) == "" && !strings.HasSuffix(strings.ToLower(name), botMark)
}

// nameOf returns the name of a person as others see it. The caller holds mu.
func (ps *people) nameOf(p person) string {
	if p.Banned {
		return ""
	}
	marks := ""
	if p.Name != "" && ps.holder(p.look) != p.Hash {
		marks = mark
	}
	if p.Bot {
		marks += botMark
	}
	name := []rune(p.Name)
	return strings.TrimSpace(strings.TrimSpace(string(name[:min(len(name), wire.MostName-len(marks))])) + marks)
}

// calls records that the name of a person has changed. The caller holds mu.
func (ps *people) calls(was person, p *person) {
	if p.look = was.look; p.Name == was.Name {
		return
	}
	if p.look = lookOf(p.Name); p.look == was.look {
		return
	}
	list := slices.DeleteFunc(slices.Clone(ps.called[was.look]), func(hash string) bool { return hash == was.Hash })
	if ps.called[was.look] = list; len(list) == 0 {
		delete(ps.called, was.look)
	}
	if p.look != "" {
		ps.called[p.look] = append(ps.called[p.look], p.Hash)
	}
}

// call gives the person with that hash a name that belongs to nobody else. If fresh is set, it creates the person. The functions also change the entry
// in the same step.
func (ps *people) call(hash, name string, fresh bool, also ...func(*person)) (person, error) {
	look, began := lookOf(name), time.Now()
	if err := ps.claim(look, hash); err != nil {
		return person{}, err
	}
	was := ""
	p, err := ps.edit(hash, fresh, func(p *person) error {
		was = p.look
		if holder := ps.holder(look); holder != "" && holder != hash {
			return errNamed
		}
		if time.Since(began) > nameTime {
			return match.ErrMoved
		}
		if p.Name != name && ps.settings.refuses(name) != nil {
			return errUnlisted
		}
		p.Name = name
		for _, change := range also {
			change(p)
		}
		return nil
	})
	if err != nil {
		was, look = look, was
	}
	if was != look {
		ps.unclaim(ps.claimKey(was), hash)
	}
	return p, err
}

// claim reserves the names with a look for a person, if other processes could give these names to somebody else.
func (ps *people) claim(look, hash string) error {
	if !ps.shared || look == "" {
		return nil
	}
	key := ps.claimKey(look)
	ps.mu.Lock()
	of := ps.claims[key].Of
	ps.mu.Unlock()
	if of != "" && of != hash {
		_, err := ps.renewed(of)
		ps.mu.Lock()
		damaged := ps.broken[of] != ""
		ps.mu.Unlock()
		switch {
		case damaged:
			return errNamed
		case err != nil && !errors.Is(err, errNoPhrase):
			return err
		}
	}
	return ps.change(key, func() ([]byte, uint64, error) {
		is := ps.claims[key]
		if is.Of != "" && is.Of != hash && (ps.all[is.Of].look == look || time.Since(is.seen) < claimTime) {
			return nil, 0, errNamed
		}
		return encoded(claim{Hash: key, Of: hash}), is.version, nil
	}, func(value []byte, version uint64) error {
		if _, there := ps.claims[key]; !there { // so that learnClaim handles nil too
			ps.claims[key] = claim{}
		}
		ps.learnClaim(key, value, version)
		return nil
	}, func(version uint64) { ps.claims[key] = claim{key, hash, version, time.Now()} })
}

// unclaim removes the claim of a person under a key, if there is one. If this fails, people.sweepClaims removes the claim later.
func (ps *people) unclaim(key, hash string) {
	ps.mu.Lock()
	c := ps.claims[key]
	ps.mu.Unlock()
	if c.Of != hash || ps.list.Remove(key, c.version) != nil {
		return
	}
	ps.mu.Lock()
	defer ps.mu.Unlock()
	if ps.claims[key].version == c.version {
		delete(ps.claims, key)
	}
}

// sweepClaims removes claims left behind by a killed process. If several people have a name, it makes a claim for the one to whom the name belongs.
func (ps *people) sweepClaims() {
	left, wanted := map[string]string{}, map[string]string{}
	ps.mu.Lock()
	for key, c := range ps.claims {
		if c.Of != "" && ps.claimKey(ps.all[c.Of].look) != key && time.Since(c.seen) > claimTime {
			left[key] = c.Of
		}
	}
	for look, list := range ps.called {
		if len(list) > 1 && ps.claims[ps.claimKey(look)].Of == "" {
			wanted[look] = list[0]
		}
	}
	ps.mu.Unlock()
	for key, of := range left {
		if p, err := ps.renewed(of); (err == nil || errors.Is(err, errNoPhrase)) && ps.claimKey(p.look) != key {
			ps.unclaim(key, of)
		}
	}
	for look, hash := range wanted {
		_ = ps.claim(look, hash) // another process may have been first
	}
}
