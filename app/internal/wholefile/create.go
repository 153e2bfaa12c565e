package wholefile

import (
	"bufio"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// Create writes a new file into a folder, under name or a similar free name (see RenameToFree), and
// returns its path. The error is that of fill or of the disk; then no file is left.
func Create(folder, name string, fill func(io.Writer) error) (path string, err error) {
	return writeTemp(folder, fill, func(temp string) (string, error) { return RenameToFree(temp, filepath.Join(folder, name)) })
}

// writeTemp writes a temporary file and calls move once it is complete. On error no file is left.
func writeTemp(folder string, fill func(io.Writer) error, move func(temp string) (path string, err error)) (path string, err error) {
	file, err := os.CreateTemp(folder, temporary+"*")
	if err != nil {
		return "", err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(file.Name())
		}
	}()
	b := bufio.NewWriter(file)
	if err = fill(b); err == nil {
		err = errors.Join(b.Flush(), file.Sync())
	}
	if err = errors.Join(err, file.Close()); err != nil {
		return "", err
	}
	return move(file.Name())
}

// temporary begins the name of a file that is being written.
const temporary = ".parlando-"

// IsTemporary reports whether a file has the name of one that was being written when the program
// was killed.
func IsTemporary(name string) bool { return strings.HasPrefix(name, temporary) }
