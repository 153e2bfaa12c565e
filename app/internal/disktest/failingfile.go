package disktest

import (
	"errors"
	"os"
)

// FailingFile is a file whose calls that reach the disk may fail. Seeking never fails, and Sync
// does not wait for the real disk.
type FailingFile struct {
	*os.File
	calls *Calls
}

// Create creates a file by calling real, and returns it as a FailingFile in the interface F.
func Create[F any](c *Calls, path string, real func(string) (F, error)) (f F, err error) {
	if err = c.Next(); err != nil {
		return f, err
	}
	if f, err = real(path); err != nil {
		return f, err
	}
	return any(FailingFile{any(f).(*os.File), c}).(F), nil
}

// Write implements io.Writer. When a write fails, half of p has been written.
func (f FailingFile) Write(p []byte) (int, error) {
	if err := f.calls.Next(); err != nil {
		n, _ := f.File.Write(p[:len(p)/2])
		return n, err
	}
	return f.File.Write(p)
}

// WriteAt implements io.WriterAt.
func (f FailingFile) WriteAt(p []byte, at int64) (int, error) {
	if err := f.calls.Next(); err != nil {
		return 0, err
	}
	return f.File.WriteAt(p, at)
}

// Sync does nothing, unless the call is to fail.
func (f FailingFile) Sync() error { return f.calls.Next() }

// Close closes the file, even if it fails.
func (f FailingFile) Close() error { return errors.Join(f.calls.Next(), f.File.Close()) }
