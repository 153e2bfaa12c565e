// Package disktest reads files from a disk that fails, for tests.
package disktest

import (
	"bytes"
	"errors"
)

// ErrDisk is the error of a disk that fails.
var ErrDisk = errors.New("the disk failed")

// FailingFile is a file on a broken disk: all calls after the first Left ones fail.
type FailingFile struct {
	*bytes.Reader
	Left   int
	Failed bool // a call has failed
}

// Open returns a file with the given content.
func Open(data []byte, left int) *FailingFile {
	return &FailingFile{Reader: bytes.NewReader(data), Left: left}
}

func (f *FailingFile) call() error {
	if f.Left--; f.Left < 0 {
		f.Failed = true
		return ErrDisk
	}
	return nil
}

// Read implements io.Reader. It returns at most 8,000 bytes.
func (f *FailingFile) Read(b []byte) (int, error) {
	if err := f.call(); err != nil {
		return 0, err
	}
	return f.Reader.Read(b[:min(len(b), 8000)])
}

// Seek implements io.Seeker.
func (f *FailingFile) Seek(to int64, whence int) (int64, error) {
	if err := f.call(); err != nil {
		return 0, err
	}
	return f.Reader.Seek(to, whence)
}

// ReadAt implements io.ReaderAt.
func (f *FailingFile) ReadAt(b []byte, at int64) (int, error) {
	if err := f.call(); err != nil {
		return 0, err
	}
	return f.Reader.ReadAt(b, at)
}
