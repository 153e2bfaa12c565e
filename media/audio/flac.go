package audio

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"parlando/media/container"

	"github.com/mewkiz/flac"
	"github.com/mewkiz/flac/frame"
	"github.com/mewkiz/flac/meta"
)

// flacFrames decodes FLAC frames of any container.
type flacFrames struct {
	info     *meta.StreamInfo
	channels int // after mixing
	bits     int
	mix      *downmix
	samples  []float32
}

func newFLACFrames(info *meta.StreamInfo) flacFrames {
	var mix *downmix
	if n := int(info.NChannels); n < len(flacLayouts) {
		mix = newDownmix(flacLayouts[n])
	}
	return flacFrames{info: info, channels: mix.channels(int(info.NChannels)), bits: int(info.BitsPerSample), mix: mix}
}

// parse decodes the frame at the position of q.
func (f *flacFrames) parse(q *quietFLAC) ([]float32, error) {
	parsed, err := frame.New(q)
	if err == nil {
		if parsed.BitsPerSample == 0 { // as declared in the header of the file
			parsed.BitsPerSample = uint8(f.bits)
		}
		err = parsed.Parse()
	}
	if err != nil && !q.sound(parsed) {
		return nil, err
	}
	if len(parsed.Subframes) != int(f.info.NChannels) || int(parsed.BitsPerSample) != f.bits {
		return nil, fmt.Errorf("a frame of %d channels and %d bits among those of %d and %d", len(parsed.Subframes), parsed.BitsPerSample, f.info.NChannels, f.bits)
	}
	scale := 1 / float32(int64(1)<<(f.bits-1))
	f.samples = f.samples[:0]
	for i := range parsed.Subframes[0].Samples {
		for _, channel := range parsed.Subframes {
			f.samples = append(f.samples, float32(channel.Samples[i])*scale)
		}
	}
	return f.mix.mix(f.samples), nil
}

// flacSource decodes a FLAC. Damaged frames become silence; the frames after them declare their
// position.
type flacSource struct {
	flacFrames
	quiet *quietFLAC

	// expected position of the next frame, in samples per channel; -1 if unknown
	at       int64
	failed   int   // consecutive damaged frames
	places   int   // number of damaged places
	cut      error // the last damaged frame reached the end of the file: it may be truncated
	owed     int64 // samples of silence per channel to return before buffered
	buffered []float32

	followed bool // another FLAC follows
}

func newFLAC(b *container.Reader) (*stream, error) {
	// The library adds a buffer, which would swallow frames, to all readers but a bufio.Reader.
	f, err := flac.New(b.Reader)
	if err == nil {
		err = checkFLAC(f.Info)
	}
	if err != nil {
		return nil, err
	}
	return newFLACStream(b, f.Info, -1)
}

// checkFLAC rejects intact files that cannot be decoded: the library computes in 32 bits, and the
// difference of two channels needs one bit more.
func checkFLAC(info *meta.StreamInfo) error {
	switch {
	case info.BitsPerSample > 31:
		return &UnsupportedError{fmt.Sprintf("FLAC with samples of %d bits", info.BitsPerSample)}
	case info.SampleRate > maxRate:
		return &UnsupportedError{fmt.Sprintf("FLAC of %d Hz", info.SampleRate)}
	}
	return nil
}

// newFLACStream decodes the frames of b. at is the expected position of the first one.
func newFLACStream(b *container.Reader, info *meta.StreamInfo, at int64) (*stream, error) {
	src := &flacSource{flacFrames: newFLACFrames(info), quiet: &quietFLAC{b: b}, at: at}
	return newStream(FLAC, int(info.SampleRate), src.channels, src)
}

func (f *flacSource) next() ([]float32, error) {
	for f.owed == 0 && len(f.buffered) == 0 {
		if err := f.fill(); err != nil {
			return nil, err
		}
	}
	if f.owed > 0 {
		n := min(f.owed, blockSamples)
		f.owed -= n
		return make([]float32, int(n)*f.channels), nil
	}
	samples := f.buffered
	f.buffered = nil
	return samples, nil
}

// fill decodes the next frame, or skips a damaged one.
func (f *flacSource) fill() error {
	place, err := f.quiet.start(f.info, f.at)
	if err != nil {
		if f.followed = errors.Is(err, errFLACBehind); f.followed {
			err = io.EOF
		}
		switch {
		case errors.Is(err, io.EOF) && f.cut != nil && !f.followed:
			return f.cut
		case errors.Is(err, io.EOF) && f.quiet.passed:
			missing := int64(f.info.NSamples) - max(0, f.at)
			if !f.followed && (f.at < 0 || missing > int64(f.info.SampleRate) || f.failed > 0 && f.info.NSamples == 0) {
				return errors.New("the rest of the file is not sound")
			}
			if missing > 0 && missing <= int64(f.info.SampleRate) { // silence for a lost last frame
				f.owed, f.at = missing, int64(f.info.NSamples)
				return nil
			}
		}
		return err
	}
	samples, err := f.try()
	if err != nil {
		if errors.As(err, new(*readError)) {
			return err
		}
		if f.failed++; f.failed == 1 {
			f.places++
		}
		if f.failed > damageMost {
			return err
		}
		if f.cut = nil; errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			f.cut = container.AsUnexpectedEOF(err)
		}
		f.quiet.back()
		return nil
	}
	if f.quiet.passed {
		if f.failed == 0 {
			f.places++
		}
		if f.owed = max(0, place-max(0, f.at)); f.owed > damageGap*int64(f.info.SampleRate) {
			f.owed = 0 // excerpt of a longer sound: positions do not start at 0
		}
	}
	f.failed, f.cut, f.buffered = 0, nil, samples
	f.at = max(f.at, place) + int64(len(samples)/f.channels)
	return nil
}

func (f *flacSource) try() (samples []float32, err error) {
	defer recovered(&err)
	return f.parse(f.quiet)
}

func (f *flacSource) behind() (*stream, error) {
	if !f.followed {
		return nil, io.EOF
	}
	return openBehind(f.quiet.b)
}

func (f *flacSource) damaged() int { return f.places }

// flacPackets decodes packets that contain one FLAC frame each.
type flacPackets struct{ flacFrames }

// newFLACCodec returns the codec that info, a STREAMINFO block without its header, describes.
func newFLACCodec(info []byte) (*codec, error) {
	const length = 34
	if len(info) < length {
		return nil, errors.New("the header of its sound is damaged")
	}
	f, err := flac.New(io.MultiReader(bytes.NewReader([]byte{'f', 'L', 'a', 'C', 0x80, 0, 0, length}), bytes.NewReader(info[:length])))
	if err == nil {
		err = checkFLAC(f.Info)
	}
	if err != nil {
		return nil, err
	}
	return &codec{
		rate: int(f.Info.SampleRate), channels: newFLACFrames(f.Info).channels,
		length: func(packet []byte) int64 {
			if flacHeaderLength(packet) == 0 {
				return 0
			}
			return flacSamples(packet)
		},
		open: func() (packetDecoder, error) { return &flacPackets{newFLACFrames(f.Info)}, nil },
	}, nil
}

func (f *flacPackets) decode(packet []byte) ([]float32, error) {
	q := &quietFLAC{b: container.NewReader(bytes.NewReader(packet), 0, 8<<10)}
	if _, err := q.start(f.info, -1); err != nil {
		return nil, container.AsUnexpectedEOF(err)
	}
	return f.parse(q)
}
