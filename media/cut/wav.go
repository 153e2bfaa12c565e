package cut

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
)

const (
	// wavUnit is how many pieces a second of sound has.
	wavUnit = 50
	// wavChunks is how many chunks may stand before the samples.
	wavChunks = 1000
	// wavFormat is how many bytes may tell of the samples.
	wavFormat = 1 << 10
)

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
	w := &wav{order: binary.LittleEndian, magic: "RIFF"}
	var head [36]byte
	if err := readFull(file, head[:12], 0); err != nil {
		return nil, err
	}
	if string(head[:4]) == "RIFX" {
		w.order, w.magic = binary.BigEndian, "RIFX"
	}
	at, long := int64(12), int64(0)
	for range wavChunks {
		if err := readFull(file, head[:8], at); err != nil {
			return nil, err
		}
		kind, length := string(head[:4]), int64(w.order.Uint32(head[4:]))
		at += 8
		switch kind {
		case "ds64": // the true sizes, where 32 bits don't hold them
			if length >= 16 {
				if err := readFull(file, head[:16], at); err != nil {
					return nil, err
				}
				long = int64(w.order.Uint64(head[8:]))
			}
		case "fmt ":
			if length < 16 || length > wavFormat {
				return nil, fmt.Errorf("a format chunk of %d bytes is none", length)
			}
			w.format = make([]byte, length)
			if err := readFull(file, w.format, at); err != nil {
				return nil, err
			}
		case "data":
			if length == math.MaxUint32 && long > 0 {
				length = long
			} else if length == 0 || length >= 0x7fff_0000 {
				// A placeholder, unless there is as much. What follows the samples then can't be told from them.
				if length > size-at || length == 0 {
					length = size - at
				}
			}
			w.from = at
			return w, w.open(min(length, size-at))
		}
		at += length + length&1
	}
	return nil, errors.New("it has no samples")
}

func (w *wav) open(bytes int64) error {
	if w.format == nil {
		return errors.New("the samples come before the header that explains them")
	}
	switch coding := w.order.Uint16(w.format); coding {
	case 1, 3, 6, 7, 0xfffe: // samples of one width each
	default:
		return fmt.Errorf("%w: it is a WAV of coding %d", ErrFormat, coding)
	}
	channels, bits := int64(w.order.Uint16(w.format[2:])), int64(w.order.Uint16(w.format[14:]))
	rate := w.order.Uint32(w.format[4:])
	w.frame = int64(w.order.Uint16(w.format[12:]))
	if least := channels * ((bits + 7) / 8); w.frame < least || w.frame > 2*least+8 {
		w.frame = least
	}
	if rate < 4_000 || rate > 384_000 || channels < 1 || w.frame < 1 || bits < 1 {
		return fmt.Errorf("a rate of %d samples a second in %d channels is none that sound has", rate, channels)
	}
	w.rate, w.frames = int(rate), bytes/w.frame
	return nil
}

func (w *wav) next() (unit, error) {
	if w.at >= w.frames {
		return unit{}, io.EOF
	}
	n := min(int64(w.rate/wavUnit), w.frames-w.at)
	u := unit{at: w.from + w.at*w.frame, size: int32(n * w.frame), start: samples(w.at, w.rate)}
	w.at += n
	u.length = samples(w.at, w.rate) - u.start
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
