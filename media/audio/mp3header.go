package audio

import "parley/media/container"

const (
	mp3HeaderLength = 4
	// mp3Bitrates is how many bit rates a header can say; the first is free format.
	mp3Bitrates = 15
)

// parseMP3Header reads the header of a frame of MPEG audio, layer III, at the start of b.
func parseMP3Header(b []byte) (frameHeader, bool) {
	if len(b) < mp3HeaderLength || b[0] != 0xff || b[1]&0xe0 != 0xe0 {
		return frameHeader{}, false
	}
	version, layer := b[1]>>3&3, b[1]>>1&3
	bitrate, rate := int(b[2]>>4), int(b[2]>>2&3)
	emphasis := b[3] & 3
	if version == 1 || layer != 1 || bitrate == 15 || rate == 3 || emphasis == 2 {
		return frameHeader{}, false
	}
	h := frameHeader{version: 1, rate: [3]int{44100, 48000, 32000}[rate], mono: b[3]>>6 == 3, samples: 1152}
	kilobits := [mp3Bitrates]int{0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320}
	if version != 3 { // MPEG 2 and 2.5
		kilobits = [mp3Bitrates]int{0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160}
		h.version, h.rate, h.samples = 2, h.rate/2, 576
		if version == 0 {
			h.version, h.rate = 25, h.rate/2
		}
	}
	if kilobits[bitrate] > 0 {
		h.length = h.samples/8*1000*kilobits[bitrate]/h.rate + int(b[2]>>1&1)
	}
	return h, true
}

// freeFormat reports whether b begins with frames of free format, whose headers do not say how long they are: three of them, equally far
// from each other but for their padding.
func freeFormat(b *container.Reader) bool {
	const most = 4 << 10
	head, _ := b.Peek(mp3HeaderLength)
	first, ok := parseMP3Header(head)
	if !ok || first.length > 0 {
		return false
	}
	ahead, _ := b.Peek(most)
	like := func(at int) bool {
		h, ok := parseMP3Header(ahead[min(at, len(ahead)):])
		return ok && h.length == 0 && h.fits(first)
	}
	for at := mp3HeaderLength; at < len(ahead); at++ {
		if like(at) && (like(2*at-1) || like(2*at) || like(2*at+1)) {
			return true
		}
	}
	return false
}
