package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"attic/internal/phrase"
)

// How long to wait for locks.
const (
	patience = 5 * time.Second        // the longest wait while another program numbers or deletes games
	glance   = 250 * time.Millisecond // the longest wait while another program tests whether a game is being played
	retry    = 5 * time.Millisecond   // the pause between attempts

	lockSuffix = ".lock" // added to the name of a game's file to get the name of its lock
)

// errHeld is the error for a game that another program has locked. It is a *heldError.
var errHeld = errors.New("it is being played")

// heldError is errHeld with the process that holds the lock (0 if unknown), and whether that is this process.
type heldError struct {
	process int
	own     bool
}

func (e *heldError) Error() string {
	switch {
	case e.own:
		return errHeld.Error()
	case e.process != 0:
		return fmt.Sprintf("it is open in another attic (process %d)", e.process)
	}
	return "it is open in another attic"
}

// Is reports whether err is errHeld, for errors.Is.
func (e *heldError) Is(err error) bool { return err == errHeld }

// lockGame locks the game at path for this program, or returns errHeld. The lock is a file in the same folder.
func lockGame(path string) (*fileLock, error) { return lockGameFor(path, 0) }

// lockGameFor is like lockGame, but waits up to the time wait for a program that only tests whether the game is being played.
func lockGameFor(path string, wait time.Duration) (*fileLock, error) {
	lock, err := lockWithin(path+lockSuffix, wait, errHeld)
	if errors.Is(err, errHeld) {
		process, own := holder(path + lockSuffix)
		return nil, &heldError{process, own}
	}
	if err == nil {
		sign(lock)
	}
	return lock, err
}

// Held returns an error that names the player of a game, or nil if nobody is playing it.
func (l Library) Held(k Kept) error { return k.held(unlocked(k.Path)) }

// held returns the error of Held if err, the error of locking the game, shows that it is locked; otherwise nil.
func (k Kept) held(err error) error {
	switch by, held := errors.AsType[*heldError](err); {
	case !held:
		return nil
	case by.own:
		return fmt.Errorf("game %d is being played, here or by another program", k.Number)
	default:
		return fmt.Errorf("game %d%s", k.Number, strings.TrimPrefix(by.Error(), "it"))
	}
}

// Busy looks at the unfinished game called name that was started or continued last; if hosted is set, at the last hosted game of any name. If
// another program is playing that game, Busy returns the error of Held, because Kept, Latest and Hosted skip it.
func (l Library) Busy(name string, hosted bool) error {
	if hosted {
		list, _, _ := l.Recent("", mostHosted) // an error means that there is nothing to report
		return l.busyIn(list, true)
	}
	x, _ := l.folder.sums() // an error means that there is nothing to report
	return l.busyOf(x.of(name))
}

// busyOf is Busy for the games of one name; n is the part of the summary about them.
func (l Library) busyOf(n *named) error {
	list := make([]Game, len(n.open))
	for i, e := range n.open {
		list[i] = e.game
	}
	return l.busyIn(list, false)
}

// busyIn is Busy for list, the newest first.
func (l Library) busyIn(list []Game, hosted bool) error {
	for _, g := range list {
		if !g.open && !hosted { // a hosted game need not have begun
			continue
		}
		k := Kept{Number: g.Number, Path: g.Path}
		if hosted {
			if k, _ = l.load(numbered{g.Number, g.Name, g.Path}, nil); k.Hosted.ID == "" || k.abandoned {
				continue
			}
		}
		err := unlocked(g.Path)
		if by, held := errors.AsType[*heldError](err); !held || !by.own {
			return k.held(err)
		}
	}
	return nil
}

// unlocked tries to lock the game at path and releases the lock again; its error is the error of lockGame. It creates no lock file.
func unlocked(path string) error {
	if _, err := os.Lstat(path + lockSuffix); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	lock, err := lockGame(path)
	if err == nil {
		_ = lock.Unlock()
	}
	return err
}

// lockFolder locks the folder of games for a change of names or numbers, until unlock is called. The folder must exist.
func (d folder) lockFolder() (unlock func(), err error) { return d.lockFolderFor(patience) }

// makeLock makes the file of the lock of the folder of games, if that file is missing and can be made.
func (d folder) makeLock() {
	path := filepath.Join(d.games, lockSuffix)
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
		if file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600); err == nil {
			_ = file.Close()
		}
	}
}

// lockFolderFor is like lockFolder, but waits for other programs at most for the time wait.
func (d folder) lockFolderFor(wait time.Duration) (unlock func(), err error) {
	lock, err := lockWithin(filepath.Join(d.games, lockSuffix), wait, errors.New("another program is using the folder of games"))
	if err != nil {
		return nil, err
	}
	return func() { _ = lock.Unlock() }, nil
}

// lockWithin locks the file at path. If another program holds the lock for the time wait, it returns the error late. If the file exists, it must be
// a regular file: opening a FIFO would block until another program opens it too.
func lockWithin(path string, wait time.Duration, late error) (*fileLock, error) {
	switch info, err := os.Lstat(path); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, Plain(err)
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is not a regular file", phrase.Name(path))
	}
	lock := newFileLock(path)
	for until := time.Now().Add(wait); ; <-time.After(retry) {
		switch ok, err := lock.TryLock(); {
		case err != nil:
			return nil, Plain(err)
		case ok:
			return lock, nil
		case !time.Now().Before(until):
			return nil, late
		}
	}
}

// removeLock releases the lock of a removed game and removes the lock's file. For other games the file must stay: if it were removed, two programs
// could each lock a different file under the same name.
func removeLock(lock *fileLock) {
	if held(lock) { // otherwise the file belongs to another program
		_ = os.Remove(lock.Path())
	}
	_ = lock.Unlock()
}

// held reports whether the lock's file is still the file that this program locked.
func held(lock *fileLock) bool { return under(lock.Path(), lock) }

// under reports whether the open file is the file at path.
func under(path string, open interface{ Stat() (fs.FileInfo, error) }) bool {
	there, err := os.Stat(path)
	if err != nil {
		return false
	}
	info, err := open.Stat()
	return err == nil && os.SameFile(there, info)
}
