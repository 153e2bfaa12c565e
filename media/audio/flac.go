package audio

import (
	"bufio"
	"fmt"

	"github.com/mewkiz/flac"
	"github.com/mewkiz/flac/frame"
	"github.com/mewkiz/flac/meta"
)

// flacSource decodes the frames of a FLAC.
type flacSource struct {
	quiet    *quietFLAC
	info     *meta.StreamInfo
	channels int
	bits     int
	samples  []float32
}

func newFLAC(b *bufio.Reader) (*stream, error) {
	// The library reads from b itself, as that is buffered: nothing is lost between the header and the frames.
	f, err := flac.New(b)
	if err != nil {
		return nil, err
	}
	info := f.Info
	src := &flacSource{quiet: &quietFLAC{b: b}, info: info, channels: int(info.NChannels), bits: int(info.BitsPerSample)}
	return newStream(FLAC, int(info.SampleRate), src.channels, src)
}

func (f *flacSource) next() ([]float32, error) {
	if err := f.quiet.start(); err != nil {
		return nil, err
	}
	piece, err := frame.Parse(f.quiet)
	if err != nil && !f.quiet.sound(piece) {
		return nil, err
	}
	if len(piece.Subframes) != f.channels || int(piece.BitsPerSample) != f.bits {
		return nil, fmt.Errorf("a frame of %d channels and %d bits stands among those of %d and %d", len(piece.Subframes), piece.BitsPerSample, f.channels, f.bits)
	}
	scale := 1 / float32(int64(1)<<(f.bits-1))
	f.samples = f.samples[:0]
	for i := range piece.Subframes[0].Samples {
		for _, channel := range piece.Subframes {
			f.samples = append(f.samples, float32(channel.Samples[i])*scale)
		}
	}
	return f.samples, nil
}
