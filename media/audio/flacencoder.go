package audio

import (
	"io"

	"github.com/mewkiz/flac"
	"github.com/mewkiz/flac/frame"
	"github.com/mewkiz/flac/meta"
)

// flacBlock is the number of samples per channel in a frame: at most 85 ms of speech are buffered.
const flacBlock = 2048

// flacEncoder writes [FLAC] with samples of 16 bits.
type flacEncoder struct {
	w        io.Writer
	out      *errorKeeper // the writer passed to the library
	flac     *flac.Encoder
	shape    shape
	buffered [][]int32 // per channel, less than a frame
}

func newFLACEncoder(w io.Writer, rate, channels int) (*flacEncoder, error) {
	info := &meta.StreamInfo{
		BlockSizeMin:  flacBlock,
		BlockSizeMax:  flacBlock,
		SampleRate:    uint32(rate),
		NChannels:     uint8(channels),
		BitsPerSample: 16,
	}
	e := &flacEncoder{out: &errorKeeper{Writer: w}, shape: shape{rate, channels}, buffered: make([][]int32, channels)}
	e.w = e.out
	if s, ok := w.(io.WriteSeeker); ok {
		if at, err := s.Seek(0, io.SeekCurrent); err == nil { // a pipe has Seek, but fails
			e.w = &seekerFrom{errorKeeper: e.out, seeker: s, start: at}
		}
	}
	var err error
	e.flac, err = flac.NewEncoder(e.w, info)
	return e, e.out.cause(err)
}

func (e *flacEncoder) Write(samples []float32) error {
	for i, v := range samples {
		c := i % e.shape.channels
		e.buffered[c] = append(e.buffered[c], int32(to16(v)))
		if c == e.shape.channels-1 && len(e.buffered[c]) == flacBlock {
			if err := e.writeFrame(); err != nil {
				return err
			}
		}
	}
	return nil
}

func (e *flacEncoder) writeFrame() error {
	n := len(e.buffered[0])
	f := &frame.Frame{Header: frame.Header{
		HasFixedBlockSize: true,
		BlockSize:         uint16(n),
		SampleRate:        uint32(e.shape.rate),
		Channels:          frame.Channels(e.shape.channels - 1),
		BitsPerSample:     16,
	}}
	for c := range e.buffered {
		f.Subframes = append(f.Subframes, &frame.Subframe{
			// a default: the library looks for a better predictor
			SubHeader: frame.SubHeader{Pred: frame.PredVerbatim},
			Samples:   e.buffered[c],
			NSamples:  n,
		})
		e.buffered[c] = nil // the library keeps the slice
	}
	return e.out.cause(e.flac.WriteFrame(f))
}

// Close writes length and checksum into the header if the writer can seek; otherwise they stay
// unknown.
func (e *flacEncoder) Close() error {
	if len(e.buffered[0]) > 0 {
		if err := e.writeFrame(); err != nil {
			return err
		}
	}
	if err := e.flac.Close(); err != nil {
		return e.out.cause(err)
	}
	if s, ok := e.w.(*seekerFrom); ok {
		_, err := s.Seek(0, io.SeekEnd)
		return err
	}
	return nil
}

// errorKeeper records the error of a writer, because the library replaces it with colored text. It
// can't be closed.
type errorKeeper struct {
	io.Writer
	err error
}

func (r *errorKeeper) Write(b []byte) (int, error) {
	n, err := r.Writer.Write(b)
	if err != nil {
		r.err = err
	}
	return n, err
}

// cause returns the recorded error instead of the library's.
func (r *errorKeeper) cause(err error) error {
	if err != nil && r.err != nil {
		return r.err
	}
	return err
}

// seekerFrom is a file whose offset 0 is the start of the sound.
type seekerFrom struct {
	*errorKeeper
	seeker io.Seeker
	start  int64
}

func (s *seekerFrom) Seek(offset int64, whence int) (int64, error) {
	if whence == io.SeekStart {
		offset += s.start
	}
	at, err := s.seeker.Seek(offset, whence)
	return at - s.start, err
}
