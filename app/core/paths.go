package core

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/adrg/xdg"
)

// Paths are the folders the program writes to, each 0700.
type Paths struct {
	// Data holds the library: conversations and pictures.
	Data string
	// Config holds settings.json.
	Config string
	// Cache holds what can be made again.
	Cache string
	// Log holds parley.log.
	Log string
}

// DefaultPaths are where the operating system expects them (XDG on Linux).
func DefaultPaths() Paths {
	return Paths{
		Data:   filepath.Join(xdg.DataHome, "parley"),
		Config: filepath.Join(xdg.ConfigHome, "parley"),
		Cache:  filepath.Join(xdg.CacheHome, "parley"),
		Log:    filepath.Join(xdg.StateHome, "parley"),
	}
}

// PathsIn keeps everything below one folder, for --data-dir.
func PathsIn(dir string) Paths {
	return Paths{
		Data:   filepath.Join(dir, "data"),
		Config: filepath.Join(dir, "config"),
		Cache:  filepath.Join(dir, "cache"),
		Log:    filepath.Join(dir, "log"),
	}
}

// Make creates the folders that are missing. A folder that cannot be made is an error only for Config and Log if
// Data cannot be made either: a library on a read-only disk can still be read.
func (p Paths) Make() error {
	for _, dir := range []string{p.Data, p.Config, p.Cache, p.Log} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			if _, statErr := os.Stat(p.Data); statErr == nil {
				continue
			}
			return fmt.Errorf("make folder: %w", err)
		}
	}
	return nil
}
