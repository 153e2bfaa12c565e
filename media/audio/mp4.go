package audio

import (
	"bytes"
	"fmt"
	"io"

	"parlando/media/container"
)

// mp4Kept is the number of bytes buffered of a file that is not seekable: most programs write the
// index at the end, so nothing can be decoded earlier. Services accept 25 MB at most.
const mp4Kept = 32 << 20

// mp4Source decodes the packets of a track.
type mp4Source struct {
	source
	file    io.ReadSeeker
	track   *mp4Track
	packets []container.MP4Packet // remaining packets
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
	return newMP4Track(file, track)
}

// newMP4Track decodes a track from its start.
func newMP4Track(file io.ReadSeeker, track *mp4Track) (*stream, error) {
	s, err := newMP4Stream(file, track, 0)
	if err != nil {
		return nil, err
	}
	if p := (&mp4Places{first: s, file: file, track: track}); track.edited() {
		s, _, err = p.from(0)
		return s, err
	}
	if skip, length := track.trim(s.rate); skip > 0 || length >= 0 {
		s.trim(skip, length)
	}
	return s, nil
}

// newMP4Stream decodes the packets of a track starting with packet from.
func newMP4Stream(file io.ReadSeeker, track *mp4Track, from int) (*stream, error) {
	m := &mp4Source{file: file, track: track, packets: track.Packets[from:]}
	if c := track.codec; c.open != nil {
		src, err := newPacketSource(c, m.take)
		if err != nil {
			return nil, err
		}
		m.source = src
		return newStream(track.format, c.rate, c.channels, m)
	}
	s, err := newMP3Packets(m.take)
	if err != nil {
		return nil, err
	}
	m.source, s.src, s.format = s.src, m, track.format
	return s, nil
}

// readMP4Sound finds the first track of a file that can be decoded.
func readMP4Sound(file io.ReadSeeker) (track *mp4Track, err error) {
	var described []mp4Sound
	_, err = container.ReadMP4(file, func(tracks []*container.MP4) (*container.MP4, container.MP4Unit, error) {
		if track, described, err = chooseMP4(tracks); err != nil {
			return nil, container.MP4Unit{}, err
		}
		if track.codec == nil {
			return track.MP4, container.MP4Unit{}, nil
		}
		return track.MP4, track.codec.unit, nil
	})
	if err == nil && track.changes(described) {
		track.refused = &UnsupportedError{"MP4 that becomes another sound inside"}
	}
	return track, err
}

// changes reports whether the packets switch to a different sound than the first one described, as
// in joined files. Unknown descriptions are ignored.
func (t *mp4Track) changes(described []mp4Sound) bool {
	for _, c := range t.Changes {
		if c.Description == 0 || int64(c.Description) > int64(len(described)) {
			continue
		}
		if to := described[c.Description-1]; t.config != nil && to.config != nil && !bytes.Equal(to.config, t.config) {
			return true
		}
	}
	return false
}

// seekable returns the sound of r as a seekable file whose offset 0 is the sound's start. If r
// cannot seek, the file is buffered in memory.
func seekable(r io.Reader, start int64, b *container.Reader) (io.ReadSeeker, error) {
	if s, ok := r.(io.ReadSeeker); ok && start >= 0 {
		return &seekerAt{s, input{r}, start}, nil
	}
	all, err := io.ReadAll(io.LimitReader(b, mp4Kept+1))
	if err != nil {
		return nil, err
	}
	if len(all) > mp4Kept {
		return nil, fmt.Errorf("more than %d bytes that do not come from a file", mp4Kept)
	}
	return bytes.NewReader(all), nil
}

// seekerAt is a file that begins at an offset in another file.
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
	return at - s.start, asReadError(err)
}

// take reads the next packet.
func (m *mp4Source) take() ([]byte, int64, error) {
	if len(m.packets) == 0 {
		if m.track.CutOff {
			return nil, 0, io.ErrUnexpectedEOF
		}
		return nil, 0, io.EOF
	}
	next := m.packets[0]
	m.packets = m.packets[1:]
	packet, err := next.Read(m.file)
	if err != nil {
		return nil, 0, err
	}
	over := int64(0)
	if c := m.track.codec; len(m.packets) == 0 && c.length != nil && next.Ticks > 0 && m.track.Timescale > 0 {
		// The last packet may be declared shorter than it decodes.
		over = max(0, c.length(packet)-int64(next.Ticks)*int64(c.rate)/int64(m.track.Timescale))
	}
	return packet, over, nil
}

func (m *mp4Source) damaged() int { return damagedIn(m.source) }
