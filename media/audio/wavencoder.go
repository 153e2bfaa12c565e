package audio

import (
	"encoding/binary"
	"io"
	"math"
)

// wavEncoder writes [WAV] with samples of 16 bits.
type wavEncoder struct {
	w     io.Writer
	start int64 // offset of the header in w, or -1 if w can't seek
	shape shape
	size  int64 // bytes of samples
	buf   []byte
}

func newWAVEncoder(w io.Writer, rate, channels int) (*wavEncoder, error) {
	e := &wavEncoder{w: w, start: -1, shape: shape{rate, channels}}
	if s, ok := w.(io.WriteSeeker); ok {
		if at, err := s.Seek(0, io.SeekCurrent); err == nil { // a pipe has Seek, but fails
			e.start = at
		}
	}
	_, err := w.Write(e.header(math.MaxUint32, math.MaxUint32))
	return e, err
}

func (e *wavEncoder) header(file, data uint32) []byte {
	le := binary.LittleEndian
	frame := 2 * e.shape.channels
	b := append([]byte(nil), "RIFF"...)
	b = le.AppendUint32(b, file)
	b = append(b, "WAVEfmt "...)
	b = le.AppendUint32(b, 16)
	b = le.AppendUint16(b, wavInteger)
	b = le.AppendUint16(b, uint16(e.shape.channels))
	b = le.AppendUint32(b, uint32(e.shape.rate))
	b = le.AppendUint32(b, uint32(e.shape.rate*frame))
	b = le.AppendUint16(b, uint16(frame))
	b = le.AppendUint16(b, 16)
	b = append(b, "data"...)
	return le.AppendUint32(b, data)
}

func (e *wavEncoder) Write(samples []float32) error {
	e.buf = appendTo16(e.buf[:0], samples)
	n, err := e.w.Write(e.buf)
	e.size += int64(n)
	return err
}

// Close corrects the sizes in the header if w can seek. In a sound too long for 32-bit sizes the
// placeholders stay.
func (e *wavEncoder) Close() error {
	const header = 44
	if e.start < 0 || e.size+header-8 >= math.MaxUint32 {
		return nil
	}
	s := e.w.(io.WriteSeeker)
	if _, err := s.Seek(e.start, io.SeekStart); err != nil {
		return err
	}
	if _, err := s.Write(e.header(uint32(e.size+header-8), uint32(e.size))); err != nil {
		return err
	}
	_, err := s.Seek(0, io.SeekEnd)
	return err
}
