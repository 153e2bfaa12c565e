package core

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"time"

	"filippo.io/age"

	"parlando/app/backups"
	"parlando/app/chat"
	"parlando/app/history"
	"parlando/app/recovery"
)

// Look is a library that is opened to be looked at: a backup, an earlier library or what can be
// read of a damaged one, unpacked into a folder of its own. Options.Look opens it read-only.
type Look struct {
	// Folder is the folder of the unpacked library.
	Folder string
	// Made is the time of the backup, or of the last change of the library.
	Made time.Time
	// Backup is true for a backup, Damaged for the readable part of a damaged library.
	Backup, Damaged bool
	// Missing is the number of pictures and other files that could not be unpacked.
	Missing int
}

// lookFolder returns the folder of the library that is looked at.
func (p Paths) lookFolder() string { return filepath.Join(p.Cache, "looked at") }

// LookAtBackup unpacks a backup. identity is needed if it is encrypted; see backups.Backup.Unlock.
// progress is called with the number of files unpacked so far.
func (c *Core) LookAtBackup(ctx context.Context, b backups.Backup, identity age.Identity, progress func(files int)) (Look, error) {
	return c.unpack(ctx, Look{Made: b.Made, Backup: true}, func(dir string) (missing int, err error) {
		return b.Unpack(ctx, dir, identity, progress)
	})
}

// LookAtLibrary copies the library in a folder, which stays unchanged. If it is damaged, it copies
// what can be read of it.
func (c *Core) LookAtLibrary(ctx context.Context, f FoundLibrary) (Look, error) {
	return c.unpack(ctx, Look{Made: f.Changed, Damaged: f.Damaged}, func(dir string) (missing int, err error) {
		report, err := recovery.Recover(ctx, recovery.Options{From: f.Folder, To: dir, Log: c.Log, Now: c.common.Now})
		return report.MissingFiles, err
	})
}

// unpack fills the folder to look at and prepares the library in it. After an error there is no
// folder.
func (c *Core) unpack(ctx context.Context, l Look, fill func(dir string) (missing int, err error)) (_ Look, err error) {
	l.Folder = c.Paths.lookFolder()
	if err := os.RemoveAll(l.Folder); err != nil {
		return Look{}, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.RemoveAll(l.Folder))
		}
	}()
	if l.Missing, err = fill(l.Folder); err != nil {
		return Look{}, err
	}
	// Opening it once upgrades its schema and ends the replies that were being written.
	return l, c.prepareLibrary(ctx, l.Folder, func(*history.Store) error { return nil })
}

// endLook removes the folder of a library that was looked at, also one that a crash left.
func (c *Core) endLook() {
	if err := os.RemoveAll(c.Paths.lookFolder()); err != nil {
		c.Log.Warn("The unpacked backup could not be removed", "error", err)
	}
}

// PutBackResult is the result of PutBack.
type PutBackResult struct {
	history.RestoreResult
	// Transcripts, Recordings and SoundFiles count what was added.
	Transcripts, Recordings, SoundFiles int
}

// PutBack adds chats of a library that was looked at to the open library: those with ids or, for
// nil, all of them together with the transcripts, recordings and sound files. It makes a backup
// first, and in the end removes the unpacked library. After an error, what is in the result has
// been added, and PutBack can be tried again.
func (c *Core) PutBack(ctx context.Context, l Look, ids []chat.ID) (done PutBackResult, err error) {
	if _, err := c.Backups.Make(ctx, backups.Restore); err != nil {
		return done, err
	}
	if done.RestoreResult, err = c.History.RestoreFrom(ctx, l.Folder, ids); err != nil {
		return done, err
	}
	if ids == nil {
		if err := c.putBackSounds(ctx, l.Folder, &done); err != nil {
			return done, err
		}
	}
	c.endLook()
	return done, nil
}

func (c *Core) putBackSounds(ctx context.Context, dir string, done *PutBackResult) (err error) {
	if done.Recordings, err = c.Recordings.RestoreFrom(ctx, dir); err != nil {
		return err
	}
	if done.SoundFiles, err = c.SpeechExports.RestoreFrom(ctx, dir); err != nil {
		return err
	}
	added, err := c.Transcripts.RestoreFrom(ctx, dir)
	done.Transcripts = len(added)
	return err
}
