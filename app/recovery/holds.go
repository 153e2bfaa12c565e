package recovery

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"parlando/app/history"
)

// A library's file is recognized by its application_id or, if its header is damaged, by the
// definition of one of its tables.
const (
	applicationID   = "Parl"
	applicationIDAt = 68
	ownTable        = "CREATE TABLE conversation ("
	schemaBytes     = 64 << 10 // in which the definition is looked for
)

// HoldsLibrary reports whether the file of a library, which may be damaged, is in the folder dir. A
// missing folder or file is no error.
func HoldsLibrary(dir string) (bool, error) {
	path := filepath.Join(dir, history.FileName)
	// Opening a pipe might take forever.
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) || err == nil && !info.Mode().IsRegular() {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	f, err := os.Open(path)
	if err != nil {
		return false, err
	}
	defer f.Close() // opened for reading: closing cannot lose anything
	begin, err := io.ReadAll(io.LimitReader(f, schemaBytes))
	if err != nil {
		return false, err
	}
	return bytes.HasPrefix(begin[min(len(begin), applicationIDAt):], []byte(applicationID)) || bytes.Contains(begin, []byte(ownTable)), nil
}
