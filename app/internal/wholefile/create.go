package wholefile

import (
	"bufio"
	"errors"
	"io"
	"os"
	"path/filepath"
)

// Create writes a new file into a folder, under the name or a free one like it (see MoveToFree), and returns its path. The error is
// that of write or of the disk; nothing is left then.
func Create(folder, name string, write func(io.Writer) error) (path string, err error) {
	file, err := os.CreateTemp(folder, ".parley-*")
	if err != nil {
		return "", err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(file.Name())
		}
	}()
	b := bufio.NewWriter(file)
	if err = write(b); err == nil {
		err = errors.Join(b.Flush(), file.Sync())
	}
	if err = errors.Join(err, file.Close()); err != nil {
		return "", err
	}
	return MoveToFree(file.Name(), filepath.Join(folder, name))
}
