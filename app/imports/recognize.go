package imports

import (
	"context"
	"os"
	"path/filepath"
	"strings"

	"parlando/app/imports/archive"
	"parlando/app/imports/formats"
)

// recognizedIn is the number of files in an archive or folder that IsExport looks at.
const recognizedIn = 10

// IsExport reports whether a file or folder that the user dropped looks like an export of chats,
// judging by the beginnings of a few files.
func (i *Imports) IsExport(ctx context.Context, path string) bool {
	info, err := os.Stat(path)
	if err != nil {
		return false
	}
	switch ending := strings.ToLower(filepath.Ext(path)); {
	case ending == ".zip":
		return true // nothing else in Parlando reads a zip
	case !info.IsDir() && ending != ".json" && ending != ".jsonl":
		return false
	}
	if err := os.MkdirAll(i.o.Temp, 0o700); err != nil {
		return false
	}
	a, err := archive.Open(ctx, i.temp(), path)
	if err != nil {
		return false
	}
	found := false
	for _, f := range a.Files()[:min(recognizedIn, len(a.Files()))] {
		for o, err := range f.Objects(ctx) {
			if err == nil && formats.Detect(o.Data) != formats.Unknown {
				found = true
			}
			break
		}
	}
	if err := a.Close(); err != nil {
		i.o.Log.Warn("A dropped file could not be closed", "error", err)
	}
	return found
}
