package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"

	"attic/internal/phrase"
)

// How long a program waits for others that number or delete games, and for one that looks whether a game is being played;
// and how often it tries.
const (
	patience = 5 * time.Second
	glance   = 50 * time.Millisecond
	retry    = 5 * time.Millisecond
)

// lockSuffix is added to the name of a game's file for the name of its lock.
const lockSuffix = ".lock"

// errHeld is the error for a game that another program has locked.
var errHeld = errors.New("it is being played")

// lockGame locks the game at path for this program, or returns errHeld. The lock is a file beside the game.
func lockGame(path string) (*flock.Flock, error) {
	lock, err := newLock(path + lockSuffix)
	if err != nil {
		return nil, err
	}
	switch ok, err := lock.TryLock(); {
	case err != nil:
		return nil, plain(err)
	case !ok:
		return nil, errHeld
	}
	return lock, nil
}

// lockGameSoon is lockGame, but waits a moment for a program that only looks whether the game is being played.
func lockGameSoon(path string) (*flock.Flock, error) {
	lock, err := newLock(path + lockSuffix)
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithTimeout(context.Background(), glance)
	defer stop()
	switch _, err := lock.TryLockContext(ctx, retry); {
	case errors.Is(err, context.DeadlineExceeded):
		return nil, errHeld
	case err != nil:
		return nil, plain(err)
	}
	return lock, nil
}

// lockFolder locks the folder of games for a change of names or numbers, until unlock is called. The folder must exist.
func (s Store) lockFolder() (unlock func(), err error) {
	lock, err := newLock(filepath.Join(s.games, ".lock"))
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithTimeout(context.Background(), patience)
	defer stop()
	switch _, err := lock.TryLockContext(ctx, retry); {
	case errors.Is(err, context.DeadlineExceeded):
		return nil, errors.New("another program is using the folder of games")
	case err != nil:
		return nil, plain(err)
	}
	return func() { _ = lock.Unlock() }, nil
}

// newLock returns the lock that is the file at path. What is there already must be a regular file: opening a FIFO would
// wait for somebody else to do so.
func newLock(path string) (*flock.Flock, error) {
	switch info, err := os.Lstat(path); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, plain(err)
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is not a regular file", phrase.Name(path))
	}
	return flock.New(path), nil
}

// removeLock gives up the lock of a game that is gone. The locks of games that stay keep their files: if they were
// removed, two programs could hold what they take for the same lock.
func removeLock(lock *flock.Flock) {
	_ = os.Remove(lock.Path())
	_ = lock.Unlock()
}
