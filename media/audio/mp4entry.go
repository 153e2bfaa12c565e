package audio

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
	"slices"

	"parlando/media/container"
)

// mp4Entry is an audio sample entry (ISO 14496-12, 12.2.3, and QuickTime's two longer versions).
type mp4Entry struct {
	kind           string
	channels, bits int
	rate           float64
	flags          uint32 // format flags, in the longest version only
	inside         []byte // child boxes
}

// mp4Sound is the sound of a sample entry.
type mp4Sound struct {
	codec   *codec
	refused error  // why it is not decoded, for unsupported kinds of AAC
	config  []byte // AudioSpecificConfig, for AAC only
}

// mp4Track is the sound track of an MP4, or the packets of a CAF, and its codec.
type mp4Track struct {
	*container.MP4
	mp4Sound
	format Format
}

// chooseMP4 returns the first track that can be decoded, preferring enabled tracks, else the first
// track with an unsupported kind of AAC.
func chooseMP4(tracks []*container.MP4) (*mp4Track, []mp4Sound, error) {
	var unknown string // codec of the first track that cannot be decoded
	var refused *mp4Track
	var described []mp4Sound // sample descriptions of refused
	order := map[bool]int{true: 0, false: 1}
	slices.SortStableFunc(tracks, func(a, b *container.MP4) int { return order[a.Enabled] - order[b.Enabled] })
	for _, m := range tracks {
		sound, all, name := describe(m.Description)
		switch t := (&mp4Track{MP4: m, mp4Sound: sound, format: MP4}); {
		case sound.codec != nil:
			return t, all, nil
		case sound.refused != nil && refused == nil:
			refused, described = t, all
		case sound.refused == nil && m.Handler == "soun" && unknown == "":
			unknown = name
		}
	}
	switch {
	case refused != nil:
		return refused, described, nil
	case unknown != "":
		return nil, nil, &UnsupportedError{unknown}
	}
	return nil, nil, errors.New("no sound")
}

// describe parses the sample entries of a track. first is the first entry with a recognized codec;
// unknown is a codec name for an error if no codec is recognized.
func describe(stsd []byte) (first mp4Sound, all []mp4Sound, unknown string) {
	if len(stsd) < 16 {
		return first, nil, "sound of no kind"
	}
	unknown = codecName(string(stsd[12:16]))
	for box := range container.Boxes(stsd[8:]) {
		sound, name := readMP4Sample(box)
		if name != "" {
			unknown = name
		}
		if first.codec == nil && first.refused == nil {
			first = sound
		}
		all = append(all, sound)
	}
	return first, all, unknown
}

// readMP4Sample parses a sample entry. unknown is the name of an unsupported codec.
func readMP4Sample(box container.Box) (sound mp4Sound, unknown string) {
	e, ok := readMP4Entry(box)
	if !ok {
		return sound, ""
	}
	if e.kind != "mp4a" {
		sound.codec = e.codec()
		return sound, ""
	}
	esds := container.FindBox(e.inside, "esds")
	if esds == nil {
		esds = container.FindBox(e.inside, "wave", "esds")
	}
	kind, config := readESDS(esds)
	switch {
	case kind == esdsMP3, kind == esdsMP3Low:
		sound.codec = &codec{warm: mp3Warm * 1152}
	case kind == esdsAAC && config != nil, kind >= esdsAACMain && kind < esdsAACMain+3 && config != nil:
		sound.config = config
		sound.codec, sound.refused = newAACCodec(config)
	case esds != nil:
		unknown = esdsName(kind)
	}
	return sound, unknown
}

func readMP4Entry(box container.Box) (mp4Entry, bool) {
	const short = 28
	b := box.Body
	if len(b) < short {
		return mp4Entry{}, false
	}
	be := binary.BigEndian
	e := mp4Entry{kind: box.Kind, channels: int(be.Uint16(b[16:])), bits: int(be.Uint16(b[18:])), rate: float64(be.Uint32(b[24:])) / (1 << 16)}
	length := short + [3]int{0, 16, 36}[min(2, int(b[9]))]
	if length > len(b) {
		return mp4Entry{}, false
	}
	if length == short+36 {
		e.rate = math.Float64frombits(be.Uint64(b[short+4:]))
		e.channels, e.bits = int(be.Uint32(b[short+12:])), int(be.Uint32(b[short+20:]))
		e.flags = be.Uint32(b[short+24:])
	}
	e.inside = b[length:]
	return e, e.channels <= maxChannels && e.bits <= 64 && e.rate >= 0 && e.rate <= maxRate
}

// codec returns nil for unknown codecs and damaged entries.
func (e mp4Entry) codec() *codec {
	var c *codec
	var err error
	switch e.kind {
	case "Opus":
		b := container.FindBox(e.inside, "dOps")
		if len(b) < 11 {
			return nil
		}
		// The box is the header of Ogg Opus in big-endian order, without the signature.
		head := append([]byte("OpusHead\x01"), b[1], b[3], b[2], b[7], b[6], b[5], b[4], b[9], b[8])
		var parsed opusHead
		if parsed, err = parseOpusHead(append(head, b[10:]...)); err == nil {
			c, err = parsed.codec()
		}
	case "fLaC":
		const head = 4 + 4 // version and flags, then a FLAC block header
		b := container.FindBox(e.inside, "dfLa")
		if len(b) < head {
			return nil
		}
		c, err = newFLACCodec(b[head:])
	case "ima4":
		if e.channels > 0 && e.rate >= minRate {
			c = newIMAAppleCodec(int(math.Round(e.rate)), e.channels)
		}
	case ".mp3", "ms\x00\x55":
		return &codec{warm: mp3Warm * 1152}
	default:
		c = e.samples()
	}
	if err != nil {
		return nil
	}
	return c
}

// samples returns the codec if it is one of uncompressed samples, else nil.
func (e mp4Entry) samples() *codec {
	const isFloat, isBig, isLittle = 1, 2, 1
	var order binary.ByteOrder = binary.BigEndian
	width := (e.bits + 7) / 8
	var convert sampleConverter
	switch e.kind {
	case "lpcm":
		if e.flags&isBig == 0 {
			order = binary.LittleEndian
		}
		convert = integerSample(width)
		if e.flags&isFloat != 0 {
			convert = floatSample(width)
		}
	case "ipcm", "fpcm":
		b := container.FindBox(e.inside, "pcmC")
		if len(b) < 6 {
			return nil
		}
		if b[4]&isLittle != 0 {
			order = binary.LittleEndian
		}
		width = int(b[5]) / 8
		convert = integerSample(width)
		if e.kind == "fpcm" {
			convert = floatSample(width)
		}
	default:
		name := e.kind
		if name == "NONE" && e.bits == 8 {
			name = "raw "
		}
		var ok bool
		if width, order, convert, ok = namedSamples(name, e.bits); !ok {
			return nil
		}
		if little := container.FindBox(e.inside, "wave", "enda"); len(little) >= 2 && little[1] == 1 {
			order = binary.LittleEndian
		}
	}
	if e.rate < minRate {
		return nil
	}
	layout := ""
	if b := container.FindBox(e.inside, "chan"); len(b) > 4 {
		layout = layoutOfChan(b[4:], e.channels)
	}
	return newPCMCodec(int(math.Round(e.rate)), e.channels, width, order, convert, layout)
}

// The object types in an esds box.
const (
	esdsAAC     = 0x40
	esdsAACMain = 0x66 // MPEG-2 AAC Main; LC and SSR follow
	esdsMP3Low  = 0x69 // MPEG-2 audio, the lower rates
	esdsMP3     = 0x6b
)

// esdsName returns the common name of a codec that is not decoded.
func esdsName(kind byte) string {
	switch kind {
	case 0xa5, 0xa6:
		return "Dolby AC-3"
	case 0xa9, 0xac:
		return "DTS"
	case 0xdd:
		return "Vorbis in MP4"
	case 0xe1:
		return "QCELP"
	}
	return "MPEG-4 audio of an unknown kind"
}

// readESDS returns the object type and the decoder-specific info of an esds box; config is nil if
// missing.
func readESDS(esds []byte) (kind byte, config []byte) {
	const stream, decoder, specific = 3, 4, 5
	f := container.FieldReader{Rest: esds}
	f.Bytes(4) // version and flags
	for !f.PastEnd && len(f.Rest) > 0 {
		tag, size := f.Number(1), 0
		for range 4 {
			b := f.Number(1)
			size = size<<7 | int(b&0x7f)
			if b&0x80 == 0 {
				break
			}
		}
		switch tag {
		case stream:
			flags := f.Number(3)
			if flags&0x80 != 0 {
				f.Bytes(2)
			}
			if flags&0x40 != 0 {
				f.Bytes(int(f.Number(1)))
			}
			if flags&0x20 != 0 {
				f.Bytes(2)
			}
		case decoder:
			kind = byte(f.Number(1))
			f.Bytes(12)
		case specific:
			if size == 0 || size > len(f.Rest) {
				return kind, nil
			}
			return kind, bytes.Clone(f.Rest[:size])
		default:
			f.Bytes(size)
		}
	}
	return kind, nil
}
