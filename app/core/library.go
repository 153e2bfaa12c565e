package core

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"parlando/app/catalog"
	"parlando/app/history"
	"parlando/app/internal/sqlite"
	"parlando/app/recordings"
	"parlando/app/recovery"
	"parlando/app/settings"
)

// LibraryError reports that the library cannot be opened. Its files are unchanged.
type LibraryError struct {
	// Diagnosis is the result of a check that does not read the file; recovery.Examine reads it.
	Diagnosis recovery.Diagnosis
	// Err is the error of opening the library, nil if Open did not try.
	Err error
}

// Error returns the kind, the path and the cause, for the log.
func (e *LibraryError) Error() string {
	text := fmt.Sprintf("the library %s cannot be opened: %s", e.Diagnosis.Path, e.Diagnosis.Kind)
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	return text
}

// Unwrap returns the cause.
func (e *LibraryError) Unwrap() error { return e.Err }

// openLibrary opens or creates the library in Paths.Data. The error is a *LibraryError if an
// existing library is missing, empty or cannot be opened.
func (c *Core) openLibrary(ctx context.Context) error {
	path := filepath.Join(c.Paths.Data, history.FileName)
	// If there was a library, do not let SQLite create its file or delete the log of an empty one.
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() || info.Size() == 0 {
		f, err := recovery.Examine(ctx, c.Paths.Data)
		if err != nil {
			return err
		}
		if f.Kind == recovery.NotAFile || f.Kind == recovery.Unreadable || c.hadLibrary() {
			return &LibraryError{Diagnosis: f}
		}
	}
	if c.Paths.Data != c.Paths.Home {
		if _, err := c.lock(c.Paths.Data); err != nil {
			return err
		}
	}
	var err error
	c.History, err = history.Open(ctx, c.Paths.Data, history.Options{CommonOptions: c.common, ReadOnly: c.Look != nil})
	switch {
	case err == nil:
		c.atClose("library", c.History.Close)
		return nil
	case errors.Is(err, history.ErrDamaged), errors.Is(err, history.ErrDisk), errors.Is(err, fs.ErrPermission):
		return &LibraryError{c.diagnoseFile(err, false), err}
	}
	return err
}

// diagnoseFile returns the diagnosis for an existing library file from the error of opening it.
func (c *Core) diagnoseFile(err error, opens bool) recovery.Diagnosis {
	f := recovery.Diagnosis{Path: filepath.Join(c.Paths.Data, history.FileName), Kind: recovery.Damaged, Opens: opens}
	if errors.Is(err, history.ErrDisk) || errors.Is(err, fs.ErrPermission) {
		f.Kind = recovery.Unreadable
	}
	if info, err := os.Stat(f.Path); err == nil {
		f.Size, f.Changed = info.Size(), info.ModTime()
	}
	return f
}

// hadLibrary reports whether a missing or empty library existed before: its other files exist, or
// the settings mention it.
func (c *Core) hadLibrary() bool {
	if s := c.Settings.Get(); s.Library != "" || s.Conversation != "" {
		return true
	}
	path := filepath.Join(c.Paths.Data, history.FileName)
	if info, err := os.Stat(path + sqlite.LogSuffix); err == nil && info.Size() > 0 {
		return true
	}
	if copies, err := sqlite.CopiesBefore(path); err == nil && len(copies) > 0 {
		return true
	}
	if info, err := os.Stat(filepath.Join(c.Paths.Data, catalog.FileName)); err == nil && info.Mode().IsRegular() {
		return true
	}
	return holdsFiles(filepath.Join(c.Paths.Data, history.BlobsFolder)) || holdsFiles(filepath.Join(c.Paths.Data, recordings.FolderName))
}

// holdsFiles reports whether a folder contains any file, also in subfolders.
func holdsFiles(dir string) bool {
	found := false
	_ = filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			found = true
			return fs.SkipAll
		}
		return nil
	})
	return found
}

// Recover creates a new library from the readable content of the one that cannot be opened, and
// selects it in the settings. After an error, or when ctx is done, there is no new library.
func (c *Core) Recover(ctx context.Context, progress func(recovery.Progress)) (recovery.Report, error) {
	to := c.newFolder()
	r, err := recovery.Recover(ctx, recovery.Options{From: c.Paths.Data, To: to, Log: c.Log, Now: c.common.Now, Progress: progress})
	if err != nil {
		return r, err
	}
	if r.Chats+r.Messages+r.Transcripts+r.Recordings+r.Pictures == 0 {
		return r, errors.Join(recovery.ErrNothingRecovered, os.RemoveAll(to))
	}
	return r, c.leaveFor(to, func(*settings.Settings) {})
}

// StartEmpty creates an empty library with a copy of the list of models, and selects it in the
// settings.
func (c *Core) StartEmpty(ctx context.Context) error {
	to := c.newFolder()
	if err := c.prepareLibrary(ctx, to, func(*history.Store) error { return nil }); err != nil {
		return errors.Join(err, os.RemoveAll(to))
	}
	if models, err := os.ReadFile(filepath.Join(c.Paths.Data, catalog.FileName)); err == nil {
		if err := os.WriteFile(filepath.Join(to, catalog.FileName), models, 0o600); err != nil {
			c.Log.Warn("The list of models could not be copied", "error", err)
		}
	}
	return c.leaveFor(to, func(s *settings.Settings) { s.Conversation = "" })
}

// prepareLibrary opens the library in a folder, creating or upgrading it, calls do and closes it.
func (c *Core) prepareLibrary(ctx context.Context, dir string, do func(*history.Store) error) error {
	s, err := history.Open(ctx, dir, history.Options{CommonOptions: c.common})
	if err != nil {
		return err
	}
	return errors.Join(do(s), s.Close())
}

// UseLibrary selects the library in dir, or in the only subfolder that has one, in the settings.
// The library may be damaged. The error is recovery.ErrNoLibrary if there is none.
func (c *Core) UseLibrary(dir string) error {
	found, err := findLibrary(dir)
	if err != nil {
		return err
	}
	return c.leaveFor(found, func(*settings.Settings) {})
}

// findLibrary returns dir if it contains a library, otherwise the only subfolder that does.
func findLibrary(dir string) (found string, err error) {
	if holds, err := recovery.HoldsLibrary(dir); err != nil || holds {
		return dir, err
	}
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		if !e.IsDir() {
			continue
		}
		// Skip unreadable folders: the user did not choose this one.
		if holds, _ := recovery.HoldsLibrary(filepath.Join(dir, e.Name())); !holds {
			continue
		}
		if found != "" {
			return "", recovery.ErrNoLibrary
		}
		found = filepath.Join(dir, e.Name())
	}
	if found == "" {
		err = errors.Join(recovery.ErrNoLibrary, err)
	}
	return found, err
}

// leaveFor is useFolder, and stores the current folder as EarlierLibrary.
func (c *Core) leaveFor(dir string, more func(*settings.Settings)) error {
	return c.useFolder(dir, func(s *settings.Settings) {
		if dir != c.Paths.Data {
			s.EarlierLibrary = cmp.Or(c.Paths.nameLibraryFolder(c.Paths.Data), filepath.Base(c.Paths.Home))
		}
		more(s)
	})
}

// EarlierLibrary returns the folder of the library that was used before this one, "" for none.
func (c *Core) EarlierLibrary() string {
	named := c.Settings.Get().EarlierLibrary
	if named == "" {
		return ""
	}
	return c.Paths.libraryFolder(named)
}

// useFolder stores the library's folder in the settings, together with the changes that more makes.
func (c *Core) useFolder(dir string, more func(*settings.Settings)) error {
	c.Log.Info("Switched to another library", "folder", dir)
	return c.Settings.Update(func(s *settings.Settings) {
		s.Library = c.Paths.nameLibraryFolder(dir)
		more(s)
	})
}

// newFolder returns the path of a folder next to Home that does not exist yet, with the date in its
// name.
func (c *Core) newFolder() string {
	return freeFolder(c.Paths.Home + "-" + c.common.Now().Format(time.DateOnly))
}
