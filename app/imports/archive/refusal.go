package archive

import (
	"errors"
	"fmt"
)

// The reasons why a file, an entry or an object is not read.
var (
	ErrUnsafeName = errors.New("the name leads out of the archive")
	ErrLink       = errors.New("it is a link")
	ErrDuplicate  = errors.New("the archive has two files of this name")
	ErrNested     = errors.New("it is an archive in an archive in an archive")
	ErrTooDeep    = errors.New("its values are nested too deeply")
	ErrTooMany    = errors.New("there are too many files")
	ErrTooLarge   = errors.New("it is too large")
	ErrEncrypted  = errors.New("it is protected by a password")
	ErrDamaged    = errors.New("it is damaged")
	// ErrTruncated is the error of a file that ends too early, such as an incomplete download.
	ErrTruncated = errors.New("its end is missing")
)

// FileError is the reason why a file is not read, or not to its end.
type FileError struct {
	// Name is the path of the file, with the archives that contain it.
	Name string
	Err  error
}

// Error implements error.
func (e *FileError) Error() string { return e.Name + ": " + e.Err.Error() }

// Unwrap implements the interface of package errors.
func (e *FileError) Unwrap() error { return e.Err }

// ObjectError is the reason why one object of a file is not read. The objects after it may be.
type ObjectError struct {
	// File is the path of the file, Index the place of the object in it, from 0.
	File  string
	Index int
	// Title is that of the conversation, "" if unknown.
	Title string
	Err   error
}

// Error implements error.
func (e *ObjectError) Error() string {
	return fmt.Sprintf("%s: object %d (%q): %v", e.File, e.Index, e.Title, e.Err)
}

// Unwrap implements the interface of package errors.
func (e *ObjectError) Unwrap() error { return e.Err }
