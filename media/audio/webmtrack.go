package audio

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
)

// The elements that tell of a track.
const (
	webmTrackType    = 0x83
	webmCodec        = 0x86
	webmCodecPrivate = 0x63a2
	webmAudio        = 0xe1
	webmRate         = 0xb5
	webmChannels     = 0x9f
	webmBits         = 0x6264

	webmSound = 2 // a type of tracks
)

// webmTrackHead is what a Matroska tells of a track.
type webmTrackHead struct {
	number   uint64
	sound    bool
	kind     string // of its codec, in the letters of Matroska
	private  []byte // what that wants to know
	rate     float64
	channels int
	bits     int
}

func readWebMTrack(payload []byte) webmTrackHead {
	t := webmTrackHead{rate: 8000, channels: 1}
	for _, e := range ebmlChildren(payload) {
		switch e.id {
		case webmTrackNumber:
			t.number = e.number()
		case webmTrackType:
			t.sound = e.number() == webmSound
		case webmCodec:
			t.kind = string(bytes.TrimRight(e.payload, "\x00"))
		case webmCodecPrivate:
			t.private = e.payload
		case webmAudio:
			for _, a := range ebmlChildren(e.payload) {
				switch a.id {
				case webmRate:
					t.rate = a.float()
				case webmChannels:
					t.channels = int(min(a.number(), 1<<16))
				case webmBits:
					t.bits = int(min(a.number(), 1<<16))
				}
			}
		}
	}
	return t
}

// codec is nil, without an error, for what is not decoded.
func (t webmTrackHead) codec(format Format) (*codec, error) {
	switch t.kind {
	case "A_OPUS":
		head, err := parseOpusHead(t.private)
		if err != nil {
			return nil, err
		}
		return head.codec()
	case "A_VORBIS":
		headers, err := unlaceXiph(t.private)
		if err != nil || len(headers) != 3 {
			return nil, errors.New("the header of its sound is damaged")
		}
		return newVorbisCodec(headers[0], headers[2])
	}
	if format != Matroska {
		return nil, nil // WebM knows no others
	}
	width := (t.bits + 7) / 8
	switch t.kind {
	case "A_AAC":
		return newAACCodec(t.private)
	case "A_FLAC":
		const head = 4 + 4 // a mark, and what begins a block
		if len(t.private) < head {
			return nil, errors.New("the header of its sound is damaged")
		}
		return newFLACCodec(t.private[head:])
	case "A_MPEG/L3":
		return &codec{warm: mp3Warm * 1152}, nil
	case "A_PCM/INT/LIT":
		convert := integerSample(width)
		if width == 1 {
			convert = uint8Sample
		}
		return t.samples(width, binary.LittleEndian, convert)
	case "A_PCM/INT/BIG":
		return t.samples(width, binary.BigEndian, integerSample(width))
	case "A_PCM/FLOAT/IEEE":
		return t.samples(width, binary.LittleEndian, floatSample(width))
	}
	return nil, nil
}

func (t webmTrackHead) samples(width int, order binary.ByteOrder, convert sampleConverter) (*codec, error) {
	if !(t.rate >= minRate && t.rate <= maxRate) {
		return nil, errors.New("the rate of its samples is none that sound has")
	}
	c := newPCMCodec(int(math.Round(t.rate)), t.channels, width, order, convert)
	if c == nil {
		return nil, errors.New("its samples are of a shape that sound does not have")
	}
	return c, nil
}
