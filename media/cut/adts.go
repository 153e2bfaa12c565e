package cut

import (
	"errors"
	"fmt"
	"io"

	"parley/media/audio"
)

// adts is a recording of frames of AAC. Its parts are m4a, as services take those and not what it is: each frame goes into a box without
// its header.
type adts struct {
	mp4
	frames *audio.FrameReader
	at     int // frames so far
	first  audio.Frame
}

const (
	adtsHeader   = 7
	adtsChecksum = 2 // behind the header, if it says so
)

func newADTS(file io.ReaderAt, size int64) (*adts, error) {
	open := func() (*audio.FrameReader, error) {
		return audio.NewFrameReader(io.NewSectionReader(file, 0, size), audio.AAC)
	}
	frames, err := open()
	if err != nil {
		return nil, err
	}
	first, err := frames.Next()
	if err != nil {
		return nil, err
	}
	if frames, err = open(); err != nil {
		return nil, err
	}
	if first.Channels < 1 || first.Samples != 1024 {
		return nil, fmt.Errorf("%w: it has layout %d and %d samples in a frame", ErrFormat, first.Channels, first.Samples)
	}
	s := &audio.MP4Sound{Description: adtsDescription(first), Rate: first.Rate, Samples: first.Samples}
	return &adts{mp4: mp4{sound: s, size: size}, frames: frames, first: first}, nil
}

func (a *adts) next() (unit, error) {
	f, err := a.frames.Next()
	if err != nil {
		return unit{}, err
	}
	if f.Rate != a.first.Rate || f.Channels != a.first.Channels || f.Samples != a.first.Samples || f.Data[2]>>6 != a.first.Data[2]>>6 {
		return unit{}, fmt.Errorf("%w: it becomes another kind of sound inside", ErrFormat)
	}
	header := adtsHeader
	if f.Data[1]&1 == 0 {
		header += adtsChecksum
	}
	start := a.ticks(a.at)
	a.at++
	if len(f.Data) < header {
		return unit{}, errors.New("a frame is shorter than its header")
	}
	return unit{at: f.At + int64(header), size: int32(len(f.Data) - header), start: start, length: a.ticks(a.at) - start}, nil
}

// adtsDescription describes the sound of a frame as MP4 does (ISO 14496-12, 8.5.2, and 14496-3, 1.6.2.1).
func adtsDescription(f audio.Frame) []byte {
	kind, rate, channels := f.Data[2]>>6+1, f.Data[2]>>2&15, byte(f.Channels)
	const stream, decoder, specific, aac, sound = 3, 4, 5, 0x40, 0x15
	config := []byte{kind<<3 | rate>>1, rate<<7 | channels<<3}
	esds := []byte{0, 0, 0, 0, stream, 25, 0, 0, 0, decoder, 17, aac, sound, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, specific, byte(len(config))}
	entry := make([]byte, 28)
	entry[7], entry[17], entry[19] = 1, channels, 16
	entry[24], entry[25] = byte(min(f.Rate, 65535)>>8), byte(min(f.Rate, 65535))
	return append([]byte{0, 0, 0, 0, 0, 0, 0, 1}, box("mp4a", entry, box("esds", append(esds, config...)))...)
}
