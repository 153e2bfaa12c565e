package archive

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"errors"
	"io"
	"io/fs"
)

// entry is a file in an archive or folder.
type entry struct {
	// name is the path with slashes, with the archives that contain it.
	name string
	// size is in bytes, as declared.
	size int64
	open func() (io.ReadCloser, error)
}

// beginning returns the first bytes of the content.
func (e *entry) beginning() ([]byte, error) {
	r, err := e.open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	b := make([]byte, 64)
	n, err := io.ReadFull(r, b)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = nil
	}
	return b[:n], err
}

var byteOrderMark = []byte("\ufeff")

// isJSON reports whether a content begins as a JSON array or object.
func isJSON(beginning []byte) bool {
	b := bytes.TrimLeft(bytes.TrimPrefix(beginning, byteOrderMark), " \t\r\n")
	return len(b) > 0 && (b[0] == '[' || b[0] == '{')
}

// isZip reports whether a content begins as a zip with at least one entry, or an empty one.
func isZip(beginning []byte) bool {
	return bytes.HasPrefix(beginning, []byte("PK\x03\x04")) || bytes.HasPrefix(beginning, []byte("PK\x05\x06"))
}

// reason returns the reason of an error in reading: one of this package, or that of the disk.
func reason(err error) error {
	var corrupt flate.CorruptInputError
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return ErrTruncated
	case errors.Is(err, zip.ErrFormat), errors.Is(err, zip.ErrChecksum), errors.Is(err, zip.ErrAlgorithm),
		errors.As(err, &corrupt):
		return errors.Join(ErrDamaged, err)
	case errors.Is(err, fs.ErrNotExist):
		return errors.Join(ErrDamaged, err)
	}
	return err
}
