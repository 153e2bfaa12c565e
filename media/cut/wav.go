package cut

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"

	"parley/media/container"
)

// wavUnit is how many pieces a second of sound has.
const wavUnit = 50

// wav is a recording of samples behind a header.
type wav struct {
	order      binary.ByteOrder
	magic      string // RIFF or RIFX
	format     []byte // what tells of the samples
	rate       int
	frame      int64 // bytes of one sample of each channel
	from       int64 // where the samples begin
	at, frames int64 // in samples of each channel
}

func newWAV(file io.ReaderAt, size int64) (*wav, error) {
	header, err := container.NewWAV(container.NewReader(io.NewSectionReader(file, 0, size), 0, 4<<10))
	if err != nil {
		return nil, err
	}
	w := &wav{order: header.Order, magic: "RIFF", format: header.Format, from: header.At}
	if w.order == binary.BigEndian {
		w.magic = "RIFX"
	}
	bytes := size - w.from
	if header.Size > 0 { // what follows the samples can't be told from them where it is a placeholder
		bytes = min(bytes, header.Size)
	}
	switch header.Coding {
	case 1, 3, 6, 7, 0xfffe: // samples of one width each
	default:
		return nil, fmt.Errorf("%w: it is a WAV of coding %d", ErrFormat, header.Coding)
	}
	w.frame = int64(header.Align)
	if least := int64(header.Channels * ((header.Bits + 7) / 8)); w.frame < least || w.frame > 2*least+8 {
		w.frame = least
	}
	if header.Rate < 4_000 || header.Rate > 384_000 || header.Channels < 1 || w.frame < 1 || header.Bits < 1 {
		return nil, fmt.Errorf("a rate of %d samples a second in %d channels is none that sound has", header.Rate, header.Channels)
	}
	w.rate, w.frames = header.Rate, bytes/w.frame
	return w, nil
}

func (w *wav) next() (unit, error) {
	if w.at >= w.frames {
		return unit{}, io.EOF
	}
	n := min(int64(w.rate/wavUnit), w.frames-w.at)
	u := unit{at: w.from + w.at*w.frame, size: int32(n * w.frame), start: container.Duration(w.at, w.rate)}
	w.at += n
	u.length = container.Duration(w.at, w.rate) - u.start
	return u, nil
}

func (w *wav) cost() int64                  { return int64(12 + 8 + len(w.format) + 1 + 8 + 1) }
func (w *wav) unitCost(u unit) int64        { return int64(u.size) }
func (w *wav) lead(units []unit, i int) int { return i }

func (w *wav) part(units []unit) (pieces, error) {
	last := units[len(units)-1]
	size := last.at + int64(last.size) - units[0].at
	pad := int64(len(w.format) & 1)
	all := 4 + 8 + int64(len(w.format)) + pad + 8 + size + size&1
	if all > math.MaxUint32 {
		return nil, ErrLimit
	}
	u32 := func(b []byte, v int64) []byte {
		var buf [4]byte
		w.order.PutUint32(buf[:], uint32(v))
		return append(b, buf[:]...)
	}
	head := u32([]byte(w.magic), all)
	head = u32(append(head, "WAVEfmt "...), int64(len(w.format)))
	head = append(append(head, w.format...), make([]byte, pad)...)
	head = u32(append(head, "data"...), size)
	made := pieces{{bytes: head}}
	made.add(units[0].at, size)
	if size&1 == 1 {
		made = append(made, piece{bytes: []byte{0}})
	}
	return made, nil
}
