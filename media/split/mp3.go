package split

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"time"

	"parlando/media/container"
)

const (
	// reservoir is the largest distance of a frame to its main data in bytes, a 9-bit number.
	reservoir = 511
	// mp3Late is the delay of any decoder in samples (the filters of layer III). If an encoder
	// declares its own delay, players skip both.
	mp3Late = 529
)

// mp3 is a recording of MP3 frames. The main data of a frame may begin in earlier frames, and a
// frame sounds wrong without the frame before it, so a part starts some frames before the split.
// Frames whose main data is missing are silenced.
type mp3 struct {
	file   io.ReaderAt
	frames *container.FrameReader
	at     time.Duration
	some   bool
}

func newMP3(file io.ReaderAt, size int64) (*mp3, error) {
	in := container.NewReader(io.NewSectionReader(file, 0, size), 0, 32<<10)
	return &mp3{file: file, frames: container.NewMP3(in)}, nil
}

func (m *mp3) next() (unit, error) {
	f, err := m.frames.Next()
	if err != nil {
		return unit{}, err
	}
	if !m.some {
		m.some = true
		if info := m.frames.Info; info != nil && info.PaddingBefore > 0 {
			m.at = -container.Duration(info.PaddingBefore+mp3Late, f.Rate)
		}
	}
	u := unit{
		at: f.Offset, size: int32(len(f.Data)), start: m.at, length: container.Duration(int64(f.Samples), f.Rate),
		reach: uint16(f.BorrowedBytes()), room: uint16(max(0, f.MainDataCapacity())),
	}
	m.at += u.length
	return u, nil
}

func (m *mp3) cost() int64           { return 0 }
func (m *mp3) unitCost(u unit) int64 { return int64(u.size) }

func (m *mp3) lead(units []unit, i int) int {
	// The sound of a frame overlaps with the next one, so the preceding frame must be intact, too.
	for room := 0; i > 0 && room < reservoir; {
		i--
		room += int(units[i].room)
	}
	return max(0, i-1)
}

func (m *mp3) part(units []unit) (partSegments, error) {
	var all partSegments
	room := 0
	for _, u := range units {
		if room < reservoir && int(u.reach) > room {
			hushed, err := m.hushed(u, room)
			if err != nil {
				return nil, err
			}
			all = append(all, partSegment{bytes: hushed})
		} else {
			all.add(u.at, int64(u.size))
		}
		room += int(u.room)
	}
	return all, nil
}

// hushed reads a frame and silences it. Its main data stays usable by later frames.
func (m *mp3) hushed(u unit, available int) ([]byte, error) {
	data := make([]byte, u.size)
	if err := readFull(m.file, data, u.at); err != nil {
		return nil, err
	}
	f, err := container.NewMP3(container.NewReader(bytes.NewReader(data), 0, 4<<10)).Next()
	if errors.Is(err, io.EOF) || err == nil && len(f.Data) != len(data) {
		err = fmt.Errorf("the frame at %d has changed", u.at)
	}
	if err != nil {
		return nil, err
	}
	f.Silence(available)
	return f.Data, nil
}
