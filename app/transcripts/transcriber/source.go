package transcriber

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"parlando/app/problem"
	"parlando/client"
	"parlando/media/audio"
)

// source is an open audio file.
type source struct {
	*os.File
	size int64
	// format is the detected format, "" if Parlando cannot decode it. taken reports that a service
	// accepts the file unchanged (GATEWAY.md 2.8).
	format audio.Format
	taken  bool
	// kind is the displayed name of the format.
	kind string
}

// openSource opens an audio file. The error is ErrMissing, ErrNoSound, ErrNothing for a file
// shorter than any word, or a disk error. An ErrNoSound is also a [problem.Problem] with the name
// of the format, if that is recognized but cannot be decoded.
func openSource(path string) (*source, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%w: %w", ErrMissing, err)
	case !info.Mode().IsRegular(), info.Size() == 0: // opening a pipe would block
		return nil, fmt.Errorf("%w: %s", ErrNoSound, path)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrMissing, err)
	}
	head := make([]byte, min(64, info.Size()))
	if _, err := f.ReadAt(head, 0); err != nil {
		return nil, errors.Join(fmt.Errorf("%w: %w", ErrMissing, err), f.Close())
	}
	s := &source{File: f, size: info.Size(), format: audio.DetectFormat(head)}
	sent := client.RecordingFormat(head)
	s.taken, s.kind = sent != "", string(s.format)
	if s.kind == "" {
		s.kind = string(sent)
	}
	if s.kind == "" || s.format != "" {
		// An undecodable file in an accepted format is sent unchanged if it is small enough: the
		// service may support more than Parlando does.
		sendable := s.taken && s.size <= DefaultLimit
		if err := s.readable(); errors.Is(err, ErrNothing) || err != nil && !sendable {
			return nil, errors.Join(err, f.Close())
		}
	}
	if s.kind == "" {
		return nil, errors.Join(fmt.Errorf("%w: %s", ErrNoSound, path), f.Close())
	}
	return s, nil
}

// readable returns an error for a recognized format that cannot be decoded, including one inside a
// container, and ErrNothing for a sound that is too short. Damage is found later, while reading.
func (s *source) readable() error {
	f, err := audio.Open(io.NewSectionReader(s, 0, s.size))
	var unsupported *audio.UnsupportedError
	switch {
	case errors.As(err, &unsupported):
		return noSound(err)
	case err == nil && isEmpty(f):
		return fmt.Errorf("%w: the sound is shorter than a word", ErrNothing)
	}
	return nil
}

// isEmpty reports whether a sound is shorter than a tenth of a second.
func isEmpty(d audio.Decoder) bool {
	tenth := make([]float32, max(d.Rate()/10, 1)*d.Channels())
	for n := 0; n < len(tenth); {
		got, err := d.Read(tenth[n:])
		if err != nil {
			return errors.Is(err, io.EOF)
		}
		n += got
	}
	return false
}

// noSound wraps err in ErrNoSound and adds the name of the format if err has one.
func noSound(err error) error {
	var unsupported *audio.UnsupportedError
	if errors.As(err, &unsupported) {
		err = problem.Problem{Kind: problem.NotSound, Format: unsupported.Name, Detail: err.Error()}
	}
	return fmt.Errorf("%w: %w", ErrNoSound, err)
}

const (
	printBlocks = 16
	printBlock  = 4 << 10
)

// fingerprint returns a hash that changes with the file's content, without reading all of it.
func (s *source) fingerprint() (string, error) {
	h := sha256.New()
	_ = binary.Write(h, binary.LittleEndian, s.size)
	b := make([]byte, printBlock)
	for i := range int64(printBlocks) {
		at := max(0, s.size-printBlock) * i / (printBlocks - 1)
		n, err := s.ReadAt(b, at)
		if err != nil && !errors.Is(err, io.EOF) {
			return "", fmt.Errorf("read the sound file: %w", err)
		}
		h.Write(b[:n])
	}
	return hex.EncodeToString(h.Sum(nil)[:16]), nil
}

// IsSound checks by its first bytes whether a file can be transcribed. The error is ErrMissing,
// ErrNoSound or ErrNothing.
func IsSound(path string) error {
	s, err := openSource(path)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return ErrMissing
		}
		return err
	}
	return s.Close()
}
