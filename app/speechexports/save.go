package speechexports

import (
	"context"
	"io"
	"os"
	"path/filepath"

	"parlando/app/internal/wholefile"
)

// save copies a file to a place that the user chose, and returns the path of the copy. A file that
// is there is replaced only if replace is set; else the copy gets a free name. Nothing is there
// under that name until the copy is whole.
func save(ctx context.Context, from, path string, replace bool) (saved string, err error) {
	in, err := os.Open(from)
	if err != nil {
		return "", err
	}
	defer in.Close()
	if !replace {
		return wholefile.Create(filepath.Dir(path), filepath.Base(path), func(out io.Writer) error {
			_, err := io.Copy(out, wholefile.Reader(ctx, in))
			return err
		})
	}
	// Others may read what was saved as far as they may read other files.
	if err := wholefile.Copy(ctx, in, path, 0o644); err != nil {
		return "", err
	}
	return path, nil
}
