package dataexport

import (
	"archive/zip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"
)

// format is the version of the archive's format. A change that older versions cannot read increases
// it.
const format = 1

// About describes an archive. It is the file parlando.json, the first one of the archive.
type About struct {
	// Format is the version of the format, Schema that of the library's tables.
	Format int   `json:"parlando_export"`
	Schema int64 `json:"schema"`
	// Program is the version of Parlando, Computer the name of the computer.
	Program  string    `json:"program"`
	Computer string    `json:"computer"`
	Made     time.Time `json:"made"`
	// Chats and Transcripts count what is not deleted, Messages those of Chats. Files are all files
	// in the archive.
	Chats       int `json:"chats"`
	Messages    int `json:"messages"`
	Transcripts int `json:"transcripts"`
	Files       int `json:"files"`
	// Sounds reports whether recordings and sound files are in the archive.
	Sounds bool `json:"sounds"`
}

// Errors of ReadAbout and Unpack.
var (
	// ErrNoExport reports that an archive is none that Parlando has exported.
	ErrNoExport = errors.New("dataexport: the archive is not an export of Parlando")
	// ErrNewer reports that a newer Parlando wrote the archive.
	ErrNewer = errors.New("dataexport: the archive is from a newer version")
	// ErrDamaged reports that a file of the archive cannot be read.
	ErrDamaged = errors.New("dataexport: the archive is damaged")
)

// maxAbout is the maximum size of parlando.json in bytes.
const maxAbout = 1 << 20

// ReadAbout returns the description of an archive. The error is ErrNoExport, ErrNewer or
// ErrDamaged.
func ReadAbout(z *zip.Reader) (a About, err error) {
	f, err := z.Open(aboutName)
	if err != nil {
		return a, ErrNoExport
	}
	defer f.Close() // opened for reading: closing cannot lose anything
	data, err := io.ReadAll(io.LimitReader(f, maxAbout))
	if err != nil {
		return a, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	if err := json.Unmarshal(data, &a); err != nil || a.Format == 0 {
		return About{}, ErrNoExport
	}
	if a.Format > format {
		return a, ErrNewer
	}
	return a, nil
}
