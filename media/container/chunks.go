package container

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
)

// Chunks iterates over the chunks of a WAV, AIFF or CAF.
type Chunks struct {
	r     *Reader
	order binary.ByteOrder
	wide  bool  // sizes have 64 bits
	next  int64 // offset of the next chunk
}

// NewChunks reads from the position of r. Unless wide is set, sizes have 32 bits and chunks are
// aligned to even offsets.
func NewChunks(r *Reader, order binary.ByteOrder, wide bool) *Chunks {
	return &Chunks{r: r, order: order, wide: wide, next: r.Offset()}
}

// Next moves to the next chunk, whose size bytes of content follow in the reader. A wide chunk may
// have size -1, which means that it extends to the end.
func (c *Chunks) Next() (kind string, size int64, err error) {
	var head [12]byte
	length := 8
	if c.wide {
		length = 12
	}
	if err = c.r.goTo(c.next); err == nil {
		_, err = io.ReadFull(c.r, head[:length])
	}
	if err != nil {
		return "", 0, fmt.Errorf("the header has no samples after it: %w", err)
	}
	place := c.r.Offset()
	if c.wide {
		size = int64(c.order.Uint64(head[4:]))
	} else {
		size = int64(c.order.Uint32(head[4:]))
		place += size & 1
	}
	if size > math.MaxInt64-place {
		return "", 0, errors.New("a part of its header has no end")
	}
	c.next = place + max(0, size)
	return string(head[:4]), size, nil
}

// WAV is the header of a WAV file. The samples follow at the position of its reader.
type WAV struct {
	Order  binary.ByteOrder
	Format []byte // format chunk, from which the following fields are parsed
	Coding uint16 // format tag of the samples
	// Channels, Rate and Bits describe the samples. Align is the size of one sample of every
	// channel in bytes.
	Channels, Rate, Bits, Align int
	ChannelMask                 uint32 // positions of the channels, one bit each; 0 if not declared
	DataOffset                  int64  // offset of the samples
	// Size is the declared size of the samples in bytes. 0 or a value past the end of the file
	// means everything that follows: some programs write the header before they know the length.
	Size int64
}

// maxWAVFormat is the number of bytes read from a format chunk.
const maxWAVFormat = 1 << 10

// NewWAV reads the header of a WAV up to its samples.
func NewWAV(r *Reader) (*WAV, error) {
	var head [16]byte
	if _, err := io.ReadFull(r, head[:12]); err != nil {
		return nil, err
	}
	w := &WAV{Order: binary.LittleEndian}
	if string(head[:4]) == "RIFX" {
		w.Order = binary.BigEndian
	}
	long := int64(0) // the real size, if it does not fit in 32 bits
	for chunks := NewChunks(r, w.Order, false); ; {
		kind, size, err := chunks.Next()
		if err != nil {
			return nil, err
		}
		switch kind {
		case "ds64":
			if size >= int64(len(head)) {
				_, err = io.ReadFull(r, head[:])
				long = int64(w.Order.Uint64(head[8:]))
			}
		case "fmt ":
			if size < 16 {
				return nil, fmt.Errorf("a format chunk of %d bytes is too short", size)
			}
			w.Format = make([]byte, min(size, maxWAVFormat))
			_, err = io.ReadFull(r, w.Format)
			w.readFormat()
		case "data":
			if w.Format == nil {
				return nil, errors.New("the samples come before the header that explains them")
			}
			w.DataOffset, w.Size = r.Offset(), size
			if size == math.MaxUint32 && long > 0 {
				w.Size = long
			}
			return w, nil
		}
		if err != nil {
			return nil, err
		}
	}
}

// Extend corrects Size from the size of the file: some programs write only its lower 32 bits. r
// must be seekable; afterwards it is positioned at the samples.
func (w *WAV) Extend(r *Reader, file int64) error {
	const step = 1 << 32
	more := (file - w.DataOffset - w.Size) / step * step
	if more <= 0 || w.Size >= step {
		return nil
	}
	err := AsEOF(w.NextWAV(r))
	if errors.Is(err, io.EOF) {
		w.Size += more
		err = nil
	}
	return errors.Join(err, r.goTo(w.DataOffset))
}

// StartsWAV reports whether b begins with a WAV, or an RF64 or BW64, its forms for large files.
func StartsWAV(b []byte) bool {
	return len(b) >= 12 && string(b[8:12]) == "WAVE" && slices.Contains([]string{"RIFF", "RIFX", "RF64", "BW64"}, string(b[:4]))
}

// NextWAV moves past the samples of w and any chunks behind them to the next WAV in the file;
// io.EOF if there is none. Some programs omit the padding byte after an odd number of sample bytes.
func (w *WAV) NextWAV(r *Reader) error {
	for at, odd := w.DataOffset+w.Size, w.Size&1; ; {
		if err := r.goTo(at); err != nil {
			return err
		}
		head, err := r.Peek(12)
		if len(head) < 12 {
			return err
		}
		switch {
		case StartsWAV(head):
			return nil
		case odd == 1:
			at, odd = at+1, 0
			continue
		case bytes.ContainsFunc(head[:4], func(r rune) bool { return r < ' ' || r > '~' }):
			return io.EOF
		}
		size := int64(w.Order.Uint32(head[4:]))
		at += 8 + size + size&1
	}
}

func (w *WAV) readFormat() {
	const extensible = 0xfffe
	w.Coding = w.Order.Uint16(w.Format)
	if w.Coding == extensible && len(w.Format) >= 26 {
		w.ChannelMask = w.Order.Uint32(w.Format[20:])
		w.Coding = w.Order.Uint16(w.Format[24:])
	}
	w.Channels, w.Rate = int(w.Order.Uint16(w.Format[2:])), int(w.Order.Uint32(w.Format[4:]))
	w.Align, w.Bits = int(w.Order.Uint16(w.Format[12:])), int(w.Order.Uint16(w.Format[14:]))
}
