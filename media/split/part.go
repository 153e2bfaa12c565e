package split

import (
	"bytes"
	"errors"
	"io"
	"time"

	"parlando/media/audio"
)

// Part is a piece of a recording that is a file of its own. It stays valid as long as the recording
// can be read and does not change. Its methods may be called by several goroutines if the
// recording's ReadAt may.
type Part struct {
	// Start and End are its bounds in the recording. Time 0 of the part is Start, which is never
	// negative. Its first tenths of a second may be silent, since a decoder needs them to start:
	// the part before has that sound.
	Start, End time.Duration
	// Overlaps says that it begins with sound that the part before it ends with.
	Overlaps bool
	// Format is that of the recording; that of the parts of an AAC is [audio.MP4].
	Format audio.Format

	file   io.ReaderAt
	pieces []partSegment
	length int64
}

// Length is the number of bytes that Open reads.
func (p Part) Length() int64 { return p.length }

// Open gives the bytes of the part from their start. It holds some kilobytes of them at a time.
// Reading gives io.ErrUnexpectedEOF when the recording has become shorter.
func (p Part) Open() io.ReadCloser {
	return io.NopCloser(&segmentReader{file: p.file, pieces: p.pieces})
}

// WriteTo writes the bytes of the part to w.
func (p Part) WriteTo(w io.Writer) (int64, error) { return io.Copy(w, p.Open()) }

// partSegment is some bytes of a part: those given, else those at a place in the file.
type partSegment struct {
	bytes []byte
	at    int64
	size  int64
	// page says that they are a page of an Ogg, whose place and number become others; nil if they
	// stay as they are.
	page *page
	// cluster says that they are one of a WebM, of size bytes.
	cluster *cluster
}

func (p partSegment) length() int64 {
	if p.bytes != nil {
		return int64(len(p.bytes))
	}
	return p.size
}

// partSegments are the contents of a part, in order.
type partSegments []partSegment

// add appends bytes that stand in the file, as one piece with those before if they follow them.
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

// segmentReader reads segments one after the other.
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

// whole is a reader of which so many bytes are due.
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

// readFull fills b from a place in a file.
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
