package core

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/adrg/xdg"
)

// Paths are the folders the program writes to, each 0700.
type Paths struct {
	// Home is the default data folder. It contains the lock and the socket for other starts, even
	// if the library is elsewhere.
	Home string
	// Data holds the library: conversations, pictures, models.json. It is Home unless the settings
	// name another folder.
	Data string
	// Config holds settings.json.
	Config string
	// Cache holds files that can be made again.
	Cache string
	// Log holds parlando.log.
	Log string
}

// DefaultPaths returns the paths of the operating system's conventions (XDG on Linux).
func DefaultPaths() Paths {
	home := filepath.Join(xdg.DataHome, "parlando")
	return Paths{
		Home:   home,
		Data:   home,
		Config: filepath.Join(xdg.ConfigHome, "parlando"),
		Cache:  filepath.Join(xdg.CacheHome, "parlando"),
		Log:    filepath.Join(xdg.StateHome, "parlando"),
	}
}

// PathsIn returns paths below one folder, for --data-dir.
func PathsIn(dir string) Paths {
	home := filepath.Join(dir, "data")
	return Paths{
		Home:   home,
		Data:   home,
		Config: filepath.Join(dir, "config"),
		Cache:  filepath.Join(dir, "cache"),
		Log:    filepath.Join(dir, "log"),
	}
}

// paths returns the paths below dir, or the default ones for "".
func paths(dir string) (Paths, error) {
	if dir == "" {
		return DefaultPaths(), nil
	}
	whole, err := filepath.Abs(dir)
	if err != nil {
		return Paths{}, fmt.Errorf("find the folder %s: %w", dir, err)
	}
	return PathsIn(whole), nil
}

// libraryFolder returns the folder that is stored in settings.Settings.Library as named.
func (p Paths) libraryFolder(named string) string {
	switch named = filepath.FromSlash(named); {
	case named == "":
		return p.Home
	case filepath.IsAbs(named):
		return filepath.Clean(named)
	}
	return filepath.Join(filepath.Dir(p.Home), named)
}

// nameLibraryFolder is the inverse of libraryFolder: "" for Home. A folder below Home's parent is
// stored as a relative path, so that it is found on a USB stick whose drive letter changes.
func (p Paths) nameLibraryFolder(dir string) string {
	beside, err := filepath.Rel(filepath.Dir(p.Home), dir)
	switch {
	case dir == p.Home:
		return ""
	case err != nil || !filepath.IsLocal(beside):
		return dir
	}
	return filepath.ToSlash(beside)
}

// clips returns the folder of the cached speech.
func (p Paths) clips() string { return filepath.Join(p.Cache, "clips") }

// Make creates the missing folders, and removes other users' access to all of them. It does not
// create Data, because a missing library must be noticed. A read-only location is no error: a
// library there can still be read, and each write reports its own error.
func (p Paths) Make() error {
	for _, dir := range []string{p.Home, p.Config, p.Cache, p.Log} {
		if err := os.MkdirAll(dir, 0o700); err != nil && !isReadOnly(err) {
			return fmt.Errorf("make folder: %w", err)
		}
		if info, err := os.Stat(dir); err == nil && info.Mode().Perm()&0o077 != 0 {
			// Chmod fails on systems without such permissions, which is no error.
			_ = os.Chmod(dir, info.Mode().Perm()&0o700)
		}
	}
	return nil
}
