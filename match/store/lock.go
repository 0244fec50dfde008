package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"attic/internal/phrase"
)

// How long to wait for locks.
const (
	patience = 5 * time.Second        // at most, while another program numbers or deletes games
	glance   = 250 * time.Millisecond // at most, while another program tests whether a game is being played
	retry    = 5 * time.Millisecond   // between attempts
)

// lockSuffix is added to the name of a game's file to get the name of its lock.
const lockSuffix = ".lock"

// errHeld is the error for a game that another program has locked.
var errHeld = errors.New("it is being played")

// lockGame locks the game at path for this program, or returns errHeld. The lock is a file in the same folder.
func lockGame(path string) (*fileLock, error) {
	lock, err := newLock(path + lockSuffix)
	if err != nil {
		return nil, err
	}
	switch ok, err := lock.TryLock(); {
	case err != nil:
		return nil, Plain(err)
	case !ok:
		return nil, errHeld
	}
	return lock, nil
}

// lockGameSoon is like lockGame, but waits up to glance for a program that only tests whether the game is being played.
func lockGameSoon(path string) (*fileLock, error) {
	return lockWithin(path+lockSuffix, glance, errHeld)
}

// unlocked tries the lock of the game at path and gives it up again; the error is that of lockGame. It creates no lock.
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
func (s Store) lockFolder() (unlock func(), err error) { return s.lockFolderFor(patience) }

// makeLock makes the file of the lock of the folder of games, if it is missing and can be made.
func (s Store) makeLock() {
	path := filepath.Join(s.games, lockSuffix)
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
		if file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600); err == nil {
			_ = file.Close()
		}
	}
}

// lockFolderFor is lockFolder with a limit: it waits at most the time wait for other programs.
func (s Store) lockFolderFor(wait time.Duration) (unlock func(), err error) {
	lock, err := lockWithin(filepath.Join(s.games, lockSuffix), wait, errors.New("another program is using the folder of games"))
	if err != nil {
		return nil, err
	}
	return func() { _ = lock.Unlock() }, nil
}

// lockWithin locks the file at path. If another program has it locked for the time wait, it returns the error late.
func lockWithin(path string, wait time.Duration, late error) (*fileLock, error) {
	lock, err := newLock(path)
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithTimeout(context.Background(), wait)
	defer stop()
	switch _, err := lock.TryLockContext(ctx, retry); {
	case errors.Is(err, context.DeadlineExceeded):
		return nil, late
	case err != nil:
		return nil, Plain(err)
	}
	return lock, nil
}

// newLock returns the lock with the file at path. If the file exists, it must be a regular file: opening a FIFO would block until another
// program opens it too.
func newLock(path string) (*fileLock, error) {
	switch info, err := os.Lstat(path); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, Plain(err)
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is not a regular file", phrase.Name(path))
	}
	return newFileLock(path), nil
}

// removeLock gives up the lock of a removed game and removes the lock's file. For other games the file must stay: if it were removed,
// two programs could each lock a different file under the same name.
func removeLock(lock *fileLock) {
	if held(lock) { // else the file belongs to another program
		_ = os.Remove(lock.Path())
	}
	_ = lock.Unlock()
}

// held reports whether the lock's file is still the one that this program has locked.
func held(lock *fileLock) bool { return under(lock.Path(), lock) }

// under reports whether open is the file at path.
func under(path string, open interface{ Stat() (fs.FileInfo, error) }) bool {
	there, err := os.Stat(path)
	if err != nil {
		return false
	}
	info, err := open.Stat()
	return err == nil && os.SameFile(there, info)
}
