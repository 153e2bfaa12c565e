package speechexports

import (
	"context"
	"io"
	"os"
	"path/filepath"

	"parlando/app/internal/wholefile"
)

// save copies a file to a path that the user chose and returns the path of the copy. An existing
// file is overwritten only if replace is set; otherwise the copy gets a free name. The copy appears
// under its name only once it is complete.
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
