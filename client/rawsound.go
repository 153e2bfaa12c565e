package client

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"io"
	"mime"
	"strconv"
	"strings"

	"parlando/client/wire"
)

// rawSound is the format of headerless 16-bit samples.
type rawSound struct {
	rate, channels int
	// network means that the bytes of a sample may be big-endian.
	network bool
}

// defaultRawSound is the format of AudioPCM.
var defaultRawSound = rawSound{rate: 24000, channels: 1}

// rawSoundOf returns the format that a media type declares, such as "audio/pcm;rate=16000"; false
// if the media type is not one of headerless samples.
func rawSoundOf(label string) (raw rawSound, ok bool) {
	kind, parameters, _ := mime.ParseMediaType(label)
	raw = defaultRawSound
	switch kind {
	case "audio/l16":
		raw.network = true
	case "audio/pcm", "audio/x-pcm", "audio/raw", "audio/x-raw":
	default:
		return raw, false
	}
	if n, err := strconv.Atoi(parameters["rate"]); err == nil && n >= 4000 && n <= 192_000 {
		raw.rate = n
	}
	if n, err := strconv.Atoi(parameters["channels"]); err == nil && n >= 1 && n <= 8 {
		raw.channels = n
	}
	return raw, true
}

// orderSample is the number of bytes that are examined to detect the byte order.
const orderSample = 16 << 10

// wrap returns sound that is AudioPCM unchanged, other sound with a WAV header. RFC 3551 defines
// audio/L16 as big-endian, but Gemini sends little-endian samples: the samples decide.
func (raw rawSound) wrap(sound *bufio.Reader) (*bufio.Reader, AudioFormat) {
	big := false
	if raw.network {
		head, _ := sound.Peek(orderSample)
		big = roughness(head, binary.BigEndian) < roughness(head, binary.LittleEndian)
		raw.network = false
	}
	if raw == defaultRawSound && !big {
		return sound, AudioPCM
	}
	// A WAV header with the placeholder for an unknown length.
	h := []byte("RIFF\xff\xff\xff\xffWAVEfmt \x10\x00\x00\x00\x01\x00")
	h = binary.LittleEndian.AppendUint16(h, uint16(raw.channels))
	h = binary.LittleEndian.AppendUint32(h, uint32(raw.rate))
	h = binary.LittleEndian.AppendUint32(h, uint32(raw.rate*2*raw.channels))
	h = binary.LittleEndian.AppendUint16(h, uint16(2*raw.channels))
	h = append(h, "\x10\x00data\xff\xff\xff\xff"...)
	var samples io.Reader = sound
	if big {
		samples = &swapper{r: sound}
	}
	return bufio.NewReaderSize(io.MultiReader(bytes.NewReader(h), samples), 32<<10), AudioWAV
}

// roughness returns the sum of the differences between neighboring samples, which is far higher in
// the wrong byte order.
func roughness(b []byte, order binary.ByteOrder) (sum int) {
	for before := 0; len(b) >= 2; b = b[2:] {
		v := int(int16(order.Uint16(b)))
		sum += max(v-before, before-v)
		before = v
	}
	return sum
}

// swapper swaps the two bytes of each sample. It drops an incomplete sample at the end.
type swapper struct {
	r    *bufio.Reader
	pair [2]byte
	left []byte
}

func (s *swapper) Read(p []byte) (int, error) {
	n := 0
	for n < len(p) {
		if len(s.left) == 0 {
			if n > 0 && s.r.Buffered() < 2 {
				break // return what has arrived instead of waiting for more
			}
			if _, err := io.ReadFull(s.r, s.pair[:]); err != nil {
				if err == io.ErrUnexpectedEOF { //nolint:errorlint // as io.ReadFull
					err = io.EOF
				}
				return n, err
			}
			s.pair[0], s.pair[1] = s.pair[1], s.pair[0]
			s.left = s.pair[:]
		}
		c := copy(p[n:], s.left)
		n, s.left = n+c, s.left[c:]
	}
	return n, nil
}

// maxDataHead is the number of bytes of a data address before its data.
const maxDataHead = 200

// dataAddress returns the encoded sound and the media type of a body that is a data: URL; false if
// the body is not one.
func dataAddress(body *bufio.Reader, head []byte) (sound *bufio.Reader, label string, ok bool) {
	if !bytes.HasPrefix(bytes.TrimSpace(bytes.TrimPrefix(head, wire.BOM)), []byte("data:audio/")) {
		return nil, "", false
	}
	head, _ = body.Peek(maxDataHead)
	label, _, ok = strings.Cut(string(head), ";base64,")
	if !ok {
		return nil, "", false
	}
	_, _ = body.Discard(len(label) + len(";base64,"))
	_, label, _ = strings.Cut(label, "data:")
	return bufio.NewReaderSize(base64.NewDecoder(base64.StdEncoding, body), 32<<10), label, true
}
