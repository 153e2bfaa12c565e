package audio

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	aac "github.com/tphakala/go-aac/pcm"
)

// mp4Kept is how many bytes of a file are kept that can't be read at any place: a service takes 25 MB at most, and
// nothing is known of the sound before its end was seen, where most programs write what tells of it.
const mp4Kept = 32 << 20

// mp4Source decodes the frames of a track.
type mp4Source struct {
	file   io.ReadSeeker
	track  *mp4Track
	pieces []mp4Piece
	pull   *pulled
}

func newMP4(r io.Reader, start int64, b *bufio.Reader) (*stream, error) {
	file, err := seekable(r, start, b)
	if err != nil {
		return nil, err
	}
	track, err := readMP4Sound(file)
	if err != nil {
		return nil, err
	}
	s, err := newMP4Stream(file, track, track.pieces)
	if err != nil {
		return nil, err
	}
	skip, length := track.trim(s.rate)
	s.trim(skip, length)
	return s, nil
}

// newMP4Stream decodes pieces of a track.
func newMP4Stream(file io.ReadSeeker, track *mp4Track, pieces []mp4Piece) (*stream, error) {
	src := &mp4Source{file: file, track: track, pieces: pieces}
	d, err := aac.NewDecoder(&packetReader{next: src.packet}, aac.WithRawStream(track.config))
	if err != nil {
		return nil, err
	}
	src.pull = &pulled{decoder: d}
	info := d.Info()
	return newStream(MP4, info.SampleRate, info.Channels, src)
}

// readMP4Sound finds the first track with AAC in a file.
func readMP4Sound(file io.ReadSeeker) (*mp4Track, error) {
	var track *mp4Track
	err := readMP4Boxes(file, func(kind string, at int64, payload []byte) error {
		var err error
		switch {
		case kind == "moov" && track == nil:
			track, err = readMP4Track(payload)
		case kind == "moof" && track != nil:
			err = track.readFragment(at, payload)
		}
		return err
	})
	if err == nil && (track == nil || len(track.pieces) == 0) {
		err = errors.New("it has no sound in AAC")
	}
	return track, err
}

// trim is how many frames of samples the sound is behind its start, and how many it has; -1 if that isn't known.
func (t *mp4Track) trim(rate int) (skip, length int64) {
	if t.timescale == 0 {
		return 0, -1
	}
	const most = 1 << 40 // ticks: a day and more, and nothing overflows
	skip, length = min(t.skip, most)*int64(rate)/int64(t.timescale), -1
	if d := int64(min(t.duration, most)); d > 0 {
		length = max(0, d*int64(rate)/int64(t.timescale)-skip)
	}
	if l := int64(min(t.length, most)); l > 0 && t.movieScale > 0 {
		// One more, as these ticks are often longer than a sample.
		edited := (l + 1) * int64(rate) / int64(t.movieScale)
		if length < 0 || edited < length {
			length = edited
		}
	}
	return skip, length
}

// seekable makes a file of what r gives from its start on.
func seekable(r io.Reader, start int64, b *bufio.Reader) (io.ReadSeeker, error) {
	if s, ok := r.(io.ReadSeeker); ok && start >= 0 {
		return &seekerAt{s, input{r}, start}, nil
	}
	all, err := io.ReadAll(io.LimitReader(b, mp4Kept+1))
	if err != nil {
		return nil, err
	}
	if len(all) > mp4Kept {
		return nil, fmt.Errorf("it has more than %d bytes and doesn't come from a file", mp4Kept)
	}
	return bytes.NewReader(all), nil
}

// seekerAt is a file that begins further on in another one.
type seekerAt struct {
	io.Seeker
	input
	start int64
}

func (s *seekerAt) Seek(offset int64, whence int) (int64, error) {
	if whence == io.SeekStart {
		offset += s.start
	}
	at, err := s.Seeker.Seek(offset, whence)
	return at - s.start, err
}

// packet reads the next frame.
func (m *mp4Source) packet() ([]byte, error) {
	if len(m.pieces) == 0 {
		return nil, io.EOF
	}
	piece := m.pieces[0]
	m.pieces = m.pieces[1:]
	if _, err := m.file.Seek(piece.at, io.SeekStart); err != nil {
		return nil, err
	}
	frame := make([]byte, piece.size)
	_, err := io.ReadFull(m.file, frame)
	return frame, err
}

func (m *mp4Source) next() ([]float32, error) { return m.pull.next() }

// packetReader gives a decoder one frame after the other, each with its length in two bytes before it.
type packetReader struct {
	next func() ([]byte, error)
	held []byte
}

func (p *packetReader) Read(b []byte) (int, error) {
	if len(p.held) == 0 {
		packet, err := p.next()
		if err != nil {
			return 0, err
		}
		if len(packet) > mp4Frame {
			return 0, fmt.Errorf("a frame of %d bytes is none", len(packet))
		}
		p.held = append(binary.BigEndian.AppendUint16(nil, uint16(len(packet))), packet...)
	}
	n := copy(b, p.held)
	p.held = p.held[n:]
	return n, nil
}

// pulled decodes AAC by a decoder that asks for what it wants.
type pulled struct {
	decoder *aac.Decoder
	bytes   []byte
	samples []float32
}

func (p *pulled) next() ([]float32, error) {
	if p.bytes == nil {
		p.bytes = make([]byte, 2*pieceLength)
	}
	n, err := p.decoder.Read(p.bytes)
	p.samples = appendInt16(p.samples[:0], p.bytes[:n])
	if n == 0 && err == nil {
		err = io.ErrNoProgress
	}
	if n > 0 {
		err = nil
	}
	return p.samples, err
}
