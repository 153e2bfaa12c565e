package split

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"time"

	"parlando/media/audio"
	"parlando/media/container"
)

const (
	// mp4Most is the largest size of the index, in bytes.
	mp4Most = 64 << 10
	// mp4Frame is the size of a frame's index entry in bytes.
	mp4Frame = 4
)

// mp4 is the sound of an MP4 file (ISO 14496-12); its parts are m4a files. Consecutive AAC frames
// overlap.
type mp4 struct {
	sound *audio.MP4Sound
	size  int64 // size of the file
	done  int
}

func newMP4(file io.ReaderAt, size int64) (*mp4, error) {
	s, err := audio.ReadMP4(io.NewSectionReader(file, 0, size))
	if errors.As(err, new(*audio.UnsupportedError)) {
		return nil, fmt.Errorf("%w: %w", ErrFormat, err)
	}
	if err != nil {
		return nil, err
	}
	if len(s.Description) > mp4Most/2 {
		return nil, fmt.Errorf("the description of the sound has %d bytes", len(s.Description))
	}
	m := &mp4{sound: s, size: size}
	for _, f := range s.Frames {
		if f.Offset < 0 || f.Offset > size-int64(f.Size) {
			return nil, fmt.Errorf("the frame at %d is beyond the end of the truncated file", f.Offset)
		}
	}
	return m, nil
}

func (m *mp4) next() (unit, error) {
	if m.done == len(m.sound.Frames) {
		return unit{}, io.EOF
	}
	f := m.sound.Frames[m.done]
	start := m.ticks(m.done) - m.sound.Padding
	m.done++
	return unit{at: f.Offset, size: int32(f.Size), start: start, length: m.ticks(m.done) - m.sound.Padding - start, extra: int64(m.done - 1)}, nil
}

// ticks returns the duration of a number of frames.
func (m *mp4) ticks(frames int) time.Duration {
	return container.Duration(int64(frames)*int64(m.sound.Samples), m.sound.Rate)
}

func (m *mp4) cost() int64           { return 1<<10 + int64(len(m.sound.Description)) }
func (m *mp4) unitCost(u unit) int64 { return int64(u.size) + mp4Frame }

// lead adds two frames: one for the overlap, one for codec extensions above the core.
func (m *mp4) lead(_ []unit, i int) int { return max(0, i-2) }

func (m *mp4) part(units []unit) (partSegments, error) {
	var all partSegments
	for _, u := range units {
		all.add(u.at, int64(u.size))
	}
	size := all.length()
	if size > math.MaxUint32-mp4Most {
		return nil, ErrLimit
	}
	before := uint32(0)
	if start := units[0].start; start < 0 {
		before = uint32(int64(-start) * int64(m.sound.Rate) / int64(time.Second))
	}
	ftyp := container.MakeBox("ftyp", []byte("M4A \x00\x00\x00\x00M4A isomiso2"))
	head := m.moov(units, before, 0)
	at := len(ftyp) + len(head) + 8
	head = append(ftyp, m.moov(units, before, uint32(at))...)
	head = binary.BigEndian.AppendUint32(head, uint32(size)+8)
	head = append(head, "mdat"...)
	return append(partSegments{{bytes: head}}, all...), nil
}

// moov returns the box that indexes the sound. at is the offset of the sound in the file; before is
// the number of samples of padding before the sound.
func (m *mp4) moov(units []unit, before, at uint32) []byte {
	rate, count := uint32(m.sound.Rate), uint32(len(units))
	length := count * uint32(m.sound.Samples)
	identity := words(1<<16, 0, 0, 0, 1<<16, 0, 0, 0, 1<<30)
	sizes := make([]uint32, 0, len(units)+3)
	sizes = append(sizes, 0, 0, count)
	for _, u := range units {
		sizes = append(sizes, uint32(u.size))
	}
	edit := []byte(nil)
	if before > 0 {
		edit = container.MakeBox("edts", container.MakeBox("elst", words(0, 1, length-min(before, length), before, 1<<16)))
	}
	return container.MakeBox("moov",
		container.MakeBox("mvhd", words(0, 0, 0, rate, length, 1<<16, 1<<24, 0, 0), identity, words(0, 0, 0, 0, 0, 0, 2)),
		container.MakeBox("trak",
			container.MakeBox("tkhd", words(7, 0, 0, 1, 0, length, 0, 0, 0, 1<<24), identity, words(0, 0)),
			edit,
			container.MakeBox("mdia",
				container.MakeBox("mdhd", words(0, 0, 0, rate, length, 0x55c4<<16)),
				container.MakeBox("hdlr", words(0, 0), []byte("soun"), words(0, 0, 0), []byte{0}),
				container.MakeBox("minf",
					container.MakeBox("smhd", words(0, 0)),
					container.MakeBox("dinf", container.MakeBox("dref", words(0, 1), container.MakeBox("url ", words(1)))),
					container.MakeBox("stbl",
						container.MakeBox("stsd", m.sound.Description),
						container.MakeBox("stts", words(0, 1, count, uint32(m.sound.Samples))),
						container.MakeBox("stsc", words(0, 1, 1, count, 1)),
						container.MakeBox("stsz", words(sizes...)),
						container.MakeBox("stco", words(0, 1, at)),
					)))))
}

// words returns 32-bit numbers as bytes.
func words(all ...uint32) []byte {
	b := make([]byte, 0, 4*len(all))
	for _, v := range all {
		b = binary.BigEndian.AppendUint32(b, v)
	}
	return b
}
