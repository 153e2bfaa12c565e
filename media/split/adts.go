package split

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"parlando/media/audio"
	"parlando/media/container"
)

// adts is an AAC recording in ADTS frames. Its parts are m4a files, because services accept m4a but
// not ADTS: each frame is stored without its header.
type adts struct {
	mp4
	frames *container.FrameReader
	at     int // samples per channel so far
	first  container.Frame
}

func newADTS(file io.ReaderAt, size int64) (*adts, error) {
	frames := container.NewADTS(container.NewReader(io.NewSectionReader(file, 0, size), 0, 32<<10))
	first, err := frames.Next()
	if err != nil {
		return nil, err
	}
	if first.Channels < 1 || first.Samples != 1024 {
		return nil, fmt.Errorf("%w: it has layout %d and %d samples in a frame", ErrFormat, first.Channels, first.Samples)
	}
	s := &audio.MP4Sound{Description: adtsDescription(first.FrameHeader), Rate: first.Rate, Samples: first.Samples}
	return &adts{mp4: mp4{sound: s, size: size}, frames: frames, first: first}, nil
}

func (a *adts) next() (unit, error) {
	f, err := a.first, error(nil)
	if a.at > 0 {
		f, err = a.frames.Next()
	}
	if err != nil {
		return unit{}, err
	}
	like := a.first.FrameHeader
	if like.Length = f.Length; f.FrameHeader != like {
		return unit{}, fmt.Errorf("%w: the kind of sound changes within the file", ErrFormat)
	}
	payload := container.ADTSPayload(f.Data)
	if payload == nil {
		return unit{}, errors.New("a frame is shorter than its header")
	}
	start := a.ticks(a.at)
	a.at++
	size := len(payload)
	return unit{at: f.Offset + int64(len(f.Data)-size), size: int32(size), start: start, length: a.ticks(a.at) - start}, nil
}

// adtsDescription returns the MP4 sample description of a frame's sound (ISO 14496-12, 8.5.2, and
// 14496-3, 1.6.2.1).
func adtsDescription(f container.FrameHeader) []byte {
	kind, rate, channels := byte(f.Profile), byte(slices.Index(container.AACSampleRates[:], f.Rate)), byte(f.Channels)
	const stream, decoder, specific, aac, sound = 3, 4, 5, 0x40, 0x15
	config := []byte{kind<<3 | rate>>1, rate<<7 | channels<<3}
	esds := []byte{0, 0, 0, 0, stream, 25, 0, 0, 0, decoder, 17, aac, sound, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, specific, byte(len(config))}
	entry := make([]byte, 28)
	entry[7], entry[17], entry[19] = 1, channels, 16
	entry[24], entry[25] = byte(min(f.Rate, 65535)>>8), byte(min(f.Rate, 65535))
	return append([]byte{0, 0, 0, 0, 0, 0, 0, 1}, container.MakeBox("mp4a", entry, container.MakeBox("esds", append(esds, config...)))...)
}
