package audio

import (
	"encoding/binary"
	"errors"
	"math"

	"parlando/media/container"
)

// webmCodec returns the codec of a track, or nil without an error if it is not supported.
func webmCodec(t container.WebMTrack, format Format) (*codec, error) {
	switch t.Codec {
	case "A_OPUS":
		head, err := parseOpusHead(t.Private)
		if err != nil {
			return nil, err
		}
		return head.codec()
	case "A_VORBIS":
		headers, err := container.UnlaceXiph(t.Private)
		if err != nil || len(headers) != 3 {
			return nil, errors.New("the header of its sound is damaged")
		}
		return newVorbisCodec(headers[0], headers[2])
	}
	if format != Matroska {
		return nil, nil // WebM allows no other codecs
	}
	width := (t.Bits + 7) / 8
	switch t.Codec {
	case "A_AAC":
		return newAACCodec(t.Private)
	case "A_FLAC":
		const head = 4 + 4 // a signature and a block header
		if len(t.Private) < head {
			return nil, errors.New("the header of its sound is damaged")
		}
		return newFLACCodec(t.Private[head:])
	case "A_MPEG/L3":
		return &codec{warm: mp3Warm * 1152}, nil
	case "A_PCM/INT/LIT":
		convert := integerSample(width)
		if width == 1 {
			convert = uint8Sample
		}
		return webmSamples(t, width, binary.LittleEndian, convert)
	case "A_PCM/INT/BIG":
		return webmSamples(t, width, binary.BigEndian, integerSample(width))
	case "A_PCM/FLOAT/IEEE":
		return webmSamples(t, width, binary.LittleEndian, floatSample(width))
	}
	return nil, nil
}

func webmSamples(t container.WebMTrack, width int, order binary.ByteOrder, convert sampleConverter) (*codec, error) {
	if !(t.Rate >= minRate && t.Rate <= maxRate) {
		return nil, errors.New("the sample rate is invalid")
	}
	layout := ""
	if t.Channels >= 0 && t.Channels < len(flacLayouts) {
		layout = flacLayouts[t.Channels]
	}
	c := newPCMCodec(int(math.Round(t.Rate)), t.Channels, width, order, convert, layout)
	if c == nil {
		return nil, errors.New("the sample format is invalid")
	}
	return c, nil
}
