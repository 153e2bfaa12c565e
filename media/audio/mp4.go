package audio

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"parley/media/container"
)

// mp4Kept is how many bytes of a file are kept that can't be read at any place: a service takes 25 MB at most, and
// nothing is known of the sound before its end was seen, where most programs write what tells of it.
const mp4Kept = 32 << 20

// mp4Source decodes the packets of a track.
type mp4Source struct {
	source
	file   io.ReadSeeker
	track  *mp4Track
	pieces []mp4Piece // that follow
}

func newMP4(r io.Reader, start int64, b *container.Reader) (*stream, error) {
	file, err := seekable(r, start, b)
	if err != nil {
		return nil, err
	}
	track, err := readMP4Sound(file)
	if err == nil {
		err = track.refused
	}
	if err != nil {
		return nil, err
	}
	s, err := newMP4Stream(file, track, 0, nil)
	if err != nil {
		return nil, err
	}
	if skip, length := track.trim(s.rate); skip > 0 || length >= 0 {
		s.trim(skip, length)
	}
	return s, nil
}

// newMP4Stream decodes the packets of a track from one of them on. first is how the sound began; nil at the start.
func newMP4Stream(file io.ReadSeeker, track *mp4Track, from int, first *stream) (*stream, error) {
	m := &mp4Source{file: file, track: track, pieces: track.pieces[from:]}
	if c := track.codec; c.open != nil {
		if len(track.changes) > 0 {
			c = m.changing()
		}
		src, err := newPacketSource(c, m.take)
		if err != nil {
			return nil, err
		}
		m.source = src
		return newStream(MP4, c.rate, c.channels, m)
	}
	s, err := newMP3Packets(m.take, first)
	if err != nil {
		return nil, err
	}
	m.source, s.src, s.format = s.src, m, MP4
	return s, nil
}

// newMP3Packets decodes the packets of an MP3 in a container. first is how the sound began; nil at the start.
func newMP3Packets(take func() ([]byte, int64, error), first *stream) (*stream, error) {
	b := container.NewReader(&packetReader{take: take}, 0, 16<<10)
	if first != nil {
		return newMP3At(b, nil, frameMark{}, first)
	}
	s, _, err := openMP3Frames(b, false, container.FrameHeader{}) // the container counts the frame in which an encoder tells of its delay
	return s, err
}

// readMP4Sound finds the first track in a file whose sound can be decoded.
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
		err = errors.New("it has no sound")
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
	if t.gap.samples > 0 && t.skip == 0 && t.timescale >= minRate { // in samples of what is heard
		scale := int64(t.timescale)
		return t.gap.before * int64(rate) / scale, t.gap.samples * int64(rate) / scale
	}
	if t.codec != nil && skip < t.codec.skip { // which no edit leaves out
		length = max(length-(t.codec.skip-skip), min(length, 0))
		skip = t.codec.skip
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
func seekable(r io.Reader, start int64, b *container.Reader) (io.ReadSeeker, error) {
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
	if err != nil {
		err = &readError{err}
	}
	return at - s.start, err
}

// take reads the next packet.
func (m *mp4Source) take() ([]byte, int64, error) {
	if len(m.pieces) == 0 {
		return nil, 0, io.EOF
	}
	piece := m.pieces[0]
	m.pieces = m.pieces[1:]
	if _, err := m.file.Seek(piece.at, io.SeekStart); err != nil {
		return nil, 0, err
	}
	packet := make([]byte, piece.size)
	if _, err := io.ReadFull(m.file, packet); err != nil {
		return nil, 0, inside(err)
	}
	over := int64(0)
	if c := m.track.codec; len(m.pieces) == 0 && len(m.track.changes) == 0 && c.length != nil && piece.ticks > 0 && m.track.timescale > 0 {
		over = max(0, c.length(packet)-int64(piece.ticks)*int64(c.rate)/int64(m.track.timescale)) // the end may be shorter
	}
	return packet, over, nil
}

func (m *mp4Source) damaged() int { return damagedIn(m.source) }
