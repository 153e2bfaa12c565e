package recordings

import (
	"encoding/binary"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"time"

	"parlando/app/internal/wholefile"
	"parlando/media/microphone"
)

// headerBytes is the size of a WAV header, sampleBytes the size of one sample.
const (
	headerBytes = 44
	sampleBytes = 2
)

// file is a sound file on disk; tests replace it by one that fails.
type file interface {
	io.WriteSeeker
	io.WriterAt
	io.ReaderAt
	Sync() error
	Close() error
}

// createFile creates a file that only the user may read.
func createFile(path string) (file, error) {
	return os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
}

// header returns the header of a WAV with size bytes of samples. A size beyond the limit of WAV
// becomes the largest value, which means "to the end of the file".
func header(size int64) []byte {
	le := binary.LittleEndian
	data := uint32(min(size, math.MaxUint32-headerBytes))
	b := append(make([]byte, 0, headerBytes), "RIFF"...)
	b = le.AppendUint32(b, data+headerBytes-8)
	b = append(b, "WAVEfmt "...)
	b = le.AppendUint32(b, 16)
	b = le.AppendUint16(b, 1) // integer samples
	b = le.AppendUint16(b, 1) // number of channels
	b = le.AppendUint32(b, microphone.Rate)
	b = le.AppendUint32(b, microphone.Rate*sampleBytes)
	b = le.AppendUint16(b, sampleBytes)
	b = le.AppendUint16(b, 8*sampleBytes)
	b = append(b, "data"...)
	return le.AppendUint32(b, data)
}

// sound is a growing WAV that is valid at any time: its header never declares more than the file
// contains.
type sound struct {
	file     file
	size     int64 // bytes of samples
	declared int64 // bytes of samples according to the header
	bytes    []byte
}

// newSound creates the file. Its directory entry survives a power failure once the file is synced.
func newSound(path string, create func(string) (file, error)) (*sound, error) {
	f, err := create(path)
	if err != nil {
		return nil, err
	}
	if _, err := f.Write(header(0)); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	wholefile.SyncFolder(filepath.Dir(path))
	wholefile.SyncFolder(filepath.Dir(filepath.Dir(path)))
	return &sound{file: f}, nil
}

// write appends samples and returns how many of them are in the file, even on error. It also writes
// a header that an earlier call could not write.
func (s *sound) write(samples []int16) (written int, err error) {
	for len(samples) > 0 && err == nil {
		chunk := samples[:min(len(samples), microphone.Rate)]
		var n int
		n, err = s.writeChunk(chunk)
		samples, written = samples[n:], written+n
	}
	if err == nil {
		err = s.declare()
	}
	return written, err
}

// declare updates the header to the number of samples. Overwriting it works even on a full disk.
func (s *sound) declare() error {
	if s.declared == s.size {
		return nil
	}
	_, err := s.file.WriteAt(header(s.size), 0)
	if err == nil {
		s.declared = s.size
	}
	return err
}

func (s *sound) writeChunk(samples []int16) (int, error) {
	s.bytes = s.bytes[:0]
	for _, v := range samples {
		s.bytes = binary.LittleEndian.AppendUint16(s.bytes, uint16(v))
	}
	n, err := s.file.Write(s.bytes)
	if n%sampleBytes != 0 {
		// A full disk may have stored half a sample: let the next write overwrite it.
		n--
		_, failed := s.file.Seek(-1, io.SeekCurrent)
		err = errors.Join(err, failed)
	}
	s.size += int64(n)
	return n / sampleBytes, errors.Join(err, s.declare())
}

// copyTo writes the sound into a new file. It reads the open file, which may have been moved.
func (s *sound) copyTo(path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	to, err := createFile(path)
	if err != nil {
		return err
	}
	_, err = io.Copy(to, io.NewSectionReader(s.file, 0, headerBytes+s.size))
	return errors.Join(err, to.Sync(), to.Close())
}

// lengthOf returns the length of size bytes of samples.
func lengthOf(size int64) time.Duration {
	return time.Duration(size/sampleBytes) * time.Second / microphone.Rate
}

// repair sets the sizes in a WAV header to the actual size of the file, after the program was
// killed. It returns the size of the samples in bytes, even on error.
func repair(path string) (int64, error) {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		// A file that cannot be changed may still be readable.
		info, there := os.Stat(path)
		if there != nil || info.Size() < headerBytes+sampleBytes {
			return 0, err
		}
		return (info.Size() - headerBytes) &^ (sampleBytes - 1), err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || info.Size() < headerBytes+sampleBytes {
		return 0, err
	}
	size := (info.Size() - headerBytes) &^ (sampleBytes - 1)
	was := make([]byte, headerBytes)
	if _, err := f.ReadAt(was, 0); err != nil {
		return 0, err
	}
	if want := header(size); string(was) != string(want) {
		if _, err := f.WriteAt(want, 0); err != nil {
			return size, err
		}
		return size, f.Sync()
	}
	return size, nil
}
