package recordings

import (
	"context"
	"io"
	"time"
)

// File is a sound file that is being written.
type File interface {
	io.WriteSeeker
	io.WriterAt
	io.ReaderAt
	Sync() error
	Close() error
}

// SetCreate puts a disk of the test's own below every recording that begins from now on.
func (r *Recordings) SetCreate(create func(path string, real func(string) (File, error)) (File, error)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.create = func(path string) (file, error) {
		return create(path, func(path string) (File, error) { return createFile(path) })
	}
}

// WaitLoaded waits until the list is read.
func (r *Recordings) WaitLoaded() { <-r.loaded }

// Header is that of a sound of so many bytes, and Repair puts it right in a file.
func Header(size int64) []byte { return header(size) }

// Repair sets the lengths in the header of a file to those of its sound.
func Repair(path string) (int64, error) { return repair(path) }

// Bounds finds where somebody speaks in a file.
func Bounds(path string) (start, end time.Duration, voice bool, err error) {
	return bounds(context.Background(), path)
}
