package audio

import (
	"errors"
	"io"

	"parlando/media/container"
)

// places seeks in files of one format. Positions and lengths are in samples per channel.
type places interface {
	// length returns the length without decoding and whether it is exact; -1 if it is unknown.
	length() (frames int64, exact bool, err error)
	// from starts decoding at frame or an earlier position, and returns the position it started at.
	// If other sounds follow in the file, that may be far earlier.
	from(frame int64) (s *stream, at int64, err error)
}

// section gives random access to a file.
type section struct {
	file  *seekerAt
	size  int64 // in bytes
	begin int64 // offset of the sound, after any tag or garbage
}

// at returns a reader that starts at file offset place. It invalidates the previous reader.
func (s *section) at(place int64) (*container.Reader, error) { return s.reader(place, 32<<10) }

// reader is like at, with a buffer of size bytes.
func (s *section) reader(place int64, size int) (*container.Reader, error) {
	if _, err := s.file.Seek(place, io.SeekStart); err != nil {
		return nil, err
	}
	return container.NewReader(s.file, place, size), nil
}

// notAtEnd returns err unless it marks the end of the data.
func notAtEnd(err error) error {
	if errors.Is(container.AsEOF(err), io.EOF) {
		return nil
	}
	return err
}
