package store

import (
	"cmp"
	"os"
	"slices"
)

// newest compares games so that the one started or continued last comes first.
func newest(a, b Game) int {
	return cmp.Or(cmp.Compare(b.order, a.order), cmp.Compare(b.Number, a.Number))
}

// Games lists the games called name, or all games if name is "". The game started or continued last comes first. It looks at the file of each
// game.
func (l Library) Games(name string) ([]Game, error) {
	if l.folder.dir == "" {
		return nil, errNoHome
	}
	entries, _, err := l.folder.update(false)
	return listed(entries, name), err
}

// besides is how many games Recent examines beside those that it returns: as many may have been played at the same time.
const besides = 64

// Recent lists the first games that Games lists, at most most of them, and returns how many there are in all, of any name. It looks at the folder
// and at the files of these games only.
func (l Library) Recent(name string, most int) (list []Game, total int, err error) {
	x, err := l.folder.sums()
	if err != nil {
		return nil, 0, err
	}
	entries := l.folder.recent(name, most+besides)
	slices.SortStableFunc(entries, func(a, b entry) int { return newest(a.game, b.game) })
	for _, e := range entries[:min(len(entries), most)] {
		list = append(list, l.folder.fresh(e).listed())
	}
	return list, x.Games, nil
}

// fresh returns the entry of a game as its file is at the moment.
func (d folder) fresh(was entry) entry {
	info, err := os.Stat(was.game.Path)
	if stamp := stampOf(info); err != nil || was.stamp != stamp {
		now := d.inspect(numbered{was.game.Number, was.game.Name, was.game.Path}, stamp).since(was)
		now.game.Number, now.game.Path = was.game.Number, was.game.Path
		return now
	}
	return was
}

// listed returns the games called name among entries as Games does.
func listed(entries []entry, name string) (list []Game) {
	for _, e := range entries {
		if name == "" || e.game.Name == name {
			list = append(list, e.listed())
		}
	}
	slices.SortStableFunc(list, newest)
	return list
}
