package backups

import (
	"encoding/json"
	"io"
	"os"
	"time"

	"parlando/app/internal/wholefile"
)

// index remembers where the library's files were stored, so that an unchanged file is neither read
// nor stored again. It is stored in a file of the cache: without it, everything is stored again.
type index struct {
	path  string
	files map[string]indexEntry
}

// indexEntry is a stored file, with the size and time of the library's file.
type indexEntry struct {
	Size   int64      `json:"size"`
	Time   time.Time  `json:"time"`
	Stored StoredFile `json:"stored"`
}

// loadIndex reads the index. A file that cannot be read is like an empty one.
func loadIndex(path string) *index {
	x := &index{path: path, files: map[string]indexEntry{}}
	if data, err := os.ReadFile(path); err != nil || json.Unmarshal(data, &x.files) != nil {
		clear(x.files)
	}
	return x
}

func (x *index) find(path string, info os.FileInfo) (StoredFile, bool) {
	f, ok := x.files[path]
	return f.Stored, ok && f.Size == info.Size() && f.Time.Equal(info.ModTime())
}

func (x *index) add(path string, info os.FileInfo, s StoredFile) {
	x.files[path] = indexEntry{info.Size(), info.ModTime(), s}
}

// save writes the index.
func (x *index) save() error {
	return wholefile.Write(x.path, 0o600, func(w io.Writer) error { return json.NewEncoder(w).Encode(x.files) })
}
