package split

import (
	"bytes"
	"errors"
	"io"
	"time"

	"parlando/media/audio"
)

// Part is a part of a recording that forms a complete file. It is valid as long as the recording
// can be read and does not change. Its methods can be called concurrently if the recording's ReadAt
// can.
type Part struct {
	// Start and End are the bounds of the part in the recording. Time 0 of the part is Start, which
	// is never negative. The first tenths of a second may be silent while a decoder starts up; the
	// previous part contains that sound.
	Start, End time.Duration
	// From and To are the bounds, in the recording, of the sound that belongs to no other part;
	// with Limits.Shortest, without the pauses at the ends of the part.
	From, To time.Duration
	// Overlaps means that the part begins with sound that also ends the previous part.
	Overlaps bool
	// Format is the format of the recording; [audio.MP4] for parts of an AAC.
	Format audio.Format

	file   io.ReaderAt
	pieces []partSegment
	length int64
}

// Length returns the size of the part in bytes.
func (p Part) Length() int64 { return p.length }

// Open returns a reader of the part, which buffers some kilobytes. It fails with
// io.ErrUnexpectedEOF if the recording has become shorter.
func (p Part) Open() io.ReadCloser {
	return io.NopCloser(&segmentReader{file: p.file, pieces: p.pieces})
}

// WriteTo writes the bytes of the part to w.
func (p Part) WriteTo(w io.Writer) (int64, error) { return io.Copy(w, p.Open()) }

// partSegment is a range of bytes in a part: literal bytes, or a range of the file.
type partSegment struct {
	bytes []byte
	at    int64
	size  int64
	// page, unless nil, marks an Ogg page, whose position and sequence number change.
	page *page
	// cluster, unless nil, marks a WebM cluster of size bytes.
	cluster *cluster
}

func (p partSegment) length() int64 {
	if p.bytes != nil {
		return int64(len(p.bytes))
	}
	return p.size
}

// partSegments are the contents of a part in order.
type partSegments []partSegment

// add appends a range of the file, merged with the last segment if it is contiguous.
func (p *partSegments) add(at, size int64) {
	if n := len(*p); n > 0 {
		last := &(*p)[n-1]
		if last.bytes == nil && last.page == nil && last.cluster == nil && last.at+last.size == at {
			last.size += size
			return
		}
	}
	*p = append(*p, partSegment{at: at, size: size})
}

func (p partSegments) length() (n int64) {
	for _, one := range p {
		n += one.length()
	}
	return n
}

// segmentReader concatenates segments.
type segmentReader struct {
	file   io.ReaderAt
	pieces []partSegment
	now    io.Reader
}

func (r *segmentReader) Read(b []byte) (int, error) {
	for {
		if r.now == nil {
			if len(r.pieces) == 0 {
				return 0, io.EOF
			}
			if err := r.open(r.pieces[0]); err != nil {
				return 0, err
			}
			r.pieces = r.pieces[1:]
		}
		n, err := r.now.Read(b)
		if errors.Is(err, io.EOF) {
			r.now, err = nil, nil
			if n == 0 {
				continue
			}
		}
		return n, err
	}
}

func (r *segmentReader) open(p partSegment) error {
	switch {
	case p.bytes != nil:
		r.now = bytes.NewReader(p.bytes)
	case p.cluster != nil:
		b, err := p.cluster.read(r.file, p.size)
		if err != nil {
			return err
		}
		r.now = bytes.NewReader(b)
	case p.page != nil:
		b := make([]byte, p.size)
		if err := readFull(r.file, b, p.at); err != nil {
			return err
		}
		if err := p.page.change(b); err != nil {
			return err
		}
		r.now = bytes.NewReader(b)
	default:
		r.now = &whole{io.NewSectionReader(r.file, p.at, p.size), p.size}
	}
	return nil
}

// whole is a reader that fails unless it returns a certain number of bytes.
type whole struct {
	r    io.Reader
	left int64
}

func (w *whole) Read(b []byte) (int, error) {
	n, err := w.r.Read(b)
	w.left -= int64(n)
	if errors.Is(err, io.EOF) && w.left > 0 {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}

// readFull fills b from offset at of a file.
func readFull(file io.ReaderAt, b []byte, at int64) error {
	n, err := file.ReadAt(b, at)
	switch {
	case n == len(b):
		return nil
	case err == nil || errors.Is(err, io.EOF):
		return io.ErrUnexpectedEOF
	}
	return err
}
