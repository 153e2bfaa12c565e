package disktest

import (
	"errors"
	"os"
)

// File is a file of which each call that reaches the disk may fail. Seeking does not, and Sync does
// not wait for the real disk.
type File struct {
	*os.File
	calls *Calls
}

// Create creates a file with real, which returns an *os.File as the interface F.
func Create[F any](c *Calls, path string, real func(string) (F, error)) (f F, err error) {
	if err = c.Next(); err != nil {
		return f, err
	}
	if f, err = real(path); err != nil {
		return f, err
	}
	return any(File{any(f).(*os.File), c}).(F), nil
}

// Write implements io.Writer. When it fails it writes half.
func (f File) Write(p []byte) (int, error) {
	if err := f.calls.Next(); err != nil {
		n, _ := f.File.Write(p[:len(p)/2])
		return n, err
	}
	return f.File.Write(p)
}

// WriteAt implements io.WriterAt.
func (f File) WriteAt(p []byte, at int64) (int, error) {
	if err := f.calls.Next(); err != nil {
		return 0, err
	}
	return f.File.WriteAt(p, at)
}

// Sync reports that everything is on the disk, unless it fails.
func (f File) Sync() error { return f.calls.Next() }

// Close closes the file, even if it fails.
func (f File) Close() error { return errors.Join(f.calls.Next(), f.File.Close()) }
