package conformance

import (
	"bytes"
	"encoding/binary"
	"fmt"
)

// seconds returns the length of a sound, read from the bytes alone so that no decoder of ours
// vouches for an encoder of ours. It fails for another format, or for a sound that is not whole. -1
// means that the format leaves the length open.
func seconds(format string, data []byte) (float64, error) {
	switch format {
	case "wav":
		return wavSeconds(data)
	case "pcm": // 24 kHz, 16 bit, mono, no header
		if len(data)%2 != 0 {
			return 0, fmt.Errorf("%d bytes are no whole samples", len(data))
		}
		return float64(len(data)) / 48000, nil
	case "mp3":
		return mp3Seconds(data)
	case "aac":
		return aacSeconds(data)
	case "flac":
		return flacSeconds(data)
	case "opus":
		return opusSeconds(data)
	}
	return 0, fmt.Errorf("no format %q", format)
}

// wavSound reads a WAV file. A streamed one may leave its length open: then the samples go to the
// end.
func wavSound(data []byte) (rate, channels int, samples []byte, err error) {
	if len(data) < 12 || string(data[:4]) != "RIFF" || string(data[8:12]) != "WAVE" {
		return 0, 0, nil, fmt.Errorf("no WAV: %q", data[:min(16, len(data))])
	}
	for rest := data[12:]; len(rest) >= 8; {
		size := int(binary.LittleEndian.Uint32(rest[4:]))
		body := rest[8:]
		switch string(rest[:4]) {
		case "fmt ":
			if len(body) < 16 || binary.LittleEndian.Uint16(body[14:]) != 16 {
				return 0, 0, nil, fmt.Errorf("not 16 bit")
			}
			channels, rate = int(binary.LittleEndian.Uint16(body[2:])), int(binary.LittleEndian.Uint32(body[4:]))
		case "data":
			if rate == 0 {
				return 0, 0, nil, fmt.Errorf("data before fmt")
			}
			return rate, channels, body[:min(size, len(body))], nil
		}
		if size > len(body) {
			break
		}
		rest = body[size+size%2:]
	}
	return 0, 0, nil, fmt.Errorf("a WAV without data")
}

func wavSeconds(data []byte) (float64, error) {
	rate, channels, samples, err := wavSound(data)
	if err != nil {
		return 0, err
	}
	return float64(len(samples)) / float64(2*channels*rate), nil
}

// mp3Seconds walks from frame to frame: each must begin where the one before it ends.
func mp3Seconds(data []byte) (float64, error) {
	if bytes.HasPrefix(data, []byte("ID3")) && len(data) > 10 {
		size := int(data[6])<<21 | int(data[7])<<14 | int(data[8])<<7 | int(data[9])
		data = data[min(10+size, len(data)):]
	}
	rates := map[byte][]int{3: {44100, 48000, 32000}, 2: {22050, 24000, 16000}, 0: {11025, 12000, 8000}}
	bits1 := []int{0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320}
	bits2 := []int{0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160}
	total, at := 0.0, 0
	for at+4 <= len(data) && string(data[at:at+3]) != "TAG" {
		h := data[at : at+4]
		version, layer, bits, rate, pad := h[1]>>3&3, h[1]>>1&3, int(h[2]>>4), int(h[2]>>2&3), int(h[2]>>1&1)
		if h[0] != 0xff || h[1]>>5 != 7 || version == 1 || layer != 1 || bits == 0 || bits == 15 || rate == 3 {
			return 0, fmt.Errorf("no frame at byte %d of %d: % x", at, len(data), h)
		}
		hz, samples, kbits := rates[version][rate], 576, bits2[bits]
		if version == 3 {
			samples, kbits = 1152, bits1[bits]
		}
		at += samples/8*kbits*1000/hz + pad
		total += float64(samples) / float64(hz)
	}
	if total == 0 || at > len(data) {
		return 0, fmt.Errorf("the frames end at byte %d of %d", at, len(data))
	}
	return total, nil
}

func aacSeconds(data []byte) (float64, error) {
	hz := []int{96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350}
	total, at := 0.0, 0
	for at+7 <= len(data) {
		h := data[at:]
		i, size := int(h[2]>>2&15), int(h[3]&3)<<11|int(h[4])<<3|int(h[5])>>5
		if h[0] != 0xff || h[1]&0xf6 != 0xf0 || i >= len(hz) || size < 8 {
			return 0, fmt.Errorf("no ADTS frame at byte %d of %d: % x", at, len(data), h[:7])
		}
		total += 1024 / float64(hz[i])
		at += size
	}
	if total == 0 || at != len(data) {
		return 0, fmt.Errorf("the frames end at byte %d of %d", at, len(data))
	}
	return total, nil
}

func flacSeconds(data []byte) (float64, error) {
	if len(data) < 42 || string(data[:4]) != "fLaC" || data[4]&0x7f != 0 {
		return 0, fmt.Errorf("no FLAC: %q", data[:min(8, len(data))])
	}
	about := binary.BigEndian.Uint64(data[18:])
	rate, samples := about>>44, about&(1<<36-1)
	if rate == 0 || len(data) < 60 {
		return 0, fmt.Errorf("a FLAC without rate or sound")
	}
	if samples == 0 {
		return -1, nil
	}
	return float64(samples) / float64(rate), nil
}

func opusSeconds(data []byte) (float64, error) {
	pages, err := oggPages(data)
	if err != nil {
		return 0, err
	}
	if len(pages) < 3 || len(pages[0].body) < 19 || string(pages[0].body[:8]) != "OpusHead" || !bytes.HasPrefix(pages[1].body, []byte("OpusTags")) {
		return 0, fmt.Errorf("no Opus in %d pages of Ogg", len(pages))
	}
	skip := int64(binary.LittleEndian.Uint16(pages[0].body[10:]))
	last := pages[len(pages)-1]
	if last.flags&4 == 0 {
		return 0, fmt.Errorf("the last page is not marked as the last")
	}
	return float64(last.position-skip) / 48000, nil
}

// oggPage is one page of an Ogg stream.
type oggPage struct {
	flags    byte
	position int64
	lacing   []byte
	body     []byte
}

func oggPages(data []byte) ([]oggPage, error) {
	var pages []oggPage
	for at := 0; at < len(data); {
		h := data[at:]
		if len(h) < 27 || string(h[:4]) != "OggS" || len(h) < 27+int(h[26]) {
			return nil, fmt.Errorf("no Ogg page at byte %d of %d", at, len(data))
		}
		lacing, size := h[27:27+int(h[26])], 0
		for _, n := range lacing {
			size += int(n)
		}
		start := 27 + len(lacing)
		if len(h) < start+size {
			return nil, fmt.Errorf("half an Ogg page at byte %d of %d", at, len(data))
		}
		pages = append(pages, oggPage{h[5], int64(binary.LittleEndian.Uint64(h[6:])), lacing, h[start : start+size]})
		at += start + size
	}
	return pages, nil
}

// wavOf is a WAV file of 16-bit mono samples.
func wavOf(rate int, samples []byte) []byte {
	var b bytes.Buffer
	le := func(v any) { _ = binary.Write(&b, binary.LittleEndian, v) }
	b.WriteString("RIFF")
	le(uint32(36 + len(samples)))
	b.WriteString("WAVEfmt ")
	le(uint32(16))
	le([]uint16{1, 1})
	le([]uint32{uint32(rate), uint32(2 * rate)})
	le([]uint16{2, 16})
	b.WriteString("data")
	le(uint32(len(samples)))
	b.Write(samples)
	return b.Bytes()
}
