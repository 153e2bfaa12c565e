package split

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"

	"parlando/media/container"
)

// wavUnit is the number of units per second.
const wavUnit = 50

// wav is a recording of uncompressed samples with a WAV header.
type wav struct {
	order      binary.ByteOrder
	magic      string // RIFF or RIFX
	format     []byte // content of the format chunk
	rate       int
	frame      int64 // bytes per sample of all channels
	from       int64 // offset of the samples
	at, frames int64 // in samples per channel
	before     int64 // samples per channel in preceding WAVs of the same file

	file   *container.Reader
	size   int64 // size of the file
	header *container.WAV
}

func newWAV(file io.ReaderAt, size int64) (*wav, error) {
	r := container.NewReader(io.NewSectionReader(file, 0, size), 0, 4<<10)
	header, err := container.NewWAV(r)
	if err == nil {
		err = header.Extend(r, size)
	}
	if err != nil {
		return nil, err
	}
	w := &wav{order: header.Order, magic: "RIFF", format: header.Format, file: r, size: size}
	if w.order == binary.BigEndian {
		w.magic = "RIFX"
	}
	switch header.Coding {
	case 1, 3, 6, 7, 0xfffe: // codings with samples of fixed width
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
	w.rate = header.Rate
	w.begin(header)
	return w, nil
}

// begin starts with the samples after a header.
func (w *wav) begin(header *container.WAV) {
	w.before += w.frames
	w.header, w.from, w.at = header, header.DataOffset, 0
	bytes := w.size - w.from
	// If the size is a placeholder, the samples cannot be distinguished from data after them.
	if header.Size > 0 {
		bytes = min(bytes, header.Size)
	}
	w.frames = bytes / w.frame
}

// more continues with the next WAV in the same file.
func (w *wav) more() error {
	if w.header.Size == 0 {
		return io.EOF
	}
	if err := w.header.NextWAV(w.file); err != nil {
		return container.AsEOF(err)
	}
	header, err := container.NewWAV(w.file)
	if err != nil {
		return err
	}
	if header.Order != w.order || !bytes.Equal(header.Format, w.format) {
		return fmt.Errorf("%w: the file contains WAVs of different formats", ErrFormat)
	}
	w.begin(header)
	return nil
}

func (w *wav) next() (unit, error) {
	for w.at >= w.frames {
		if err := w.more(); err != nil {
			return unit{}, err
		}
	}
	n := min(int64(w.rate/wavUnit), w.frames-w.at)
	u := unit{at: w.from + w.at*w.frame, size: int32(n * w.frame), start: container.Duration(w.before+w.at, w.rate)}
	w.at += n
	u.length = container.Duration(w.before+w.at, w.rate) - u.start
	return u, nil
}

func (w *wav) cost() int64                  { return int64(12 + 8 + len(w.format) + 1 + 8 + 1) }
func (w *wav) unitCost(u unit) int64        { return int64(u.size) }
func (w *wav) lead(units []unit, i int) int { return i }

func (w *wav) part(units []unit) (partSegments, error) {
	var samples partSegments
	for _, u := range units {
		samples.add(u.at, int64(u.size))
	}
	size := samples.length()
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
	made := append(partSegments{{bytes: head}}, samples...)
	if size&1 == 1 {
		made = append(made, partSegment{bytes: []byte{0}})
	}
	return made, nil
}
