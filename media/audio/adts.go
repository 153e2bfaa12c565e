package audio

const adtsHeaderLength = 7

// parseADTSHeader reads the header of an ADTS frame at the start of b.
func parseADTSHeader(b []byte) (frameHeader, bool) {
	if len(b) < adtsHeaderLength || b[0] != 0xff || b[1]&0xf6 != 0xf0 {
		return frameHeader{}, false
	}
	rates := [13]int{96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350}
	rate := int(b[2] >> 2 & 15)
	length := int(b[3]&3)<<11 | int(b[4])<<3 | int(b[5])>>5
	if rate >= len(rates) || length < adtsHeaderLength {
		return frameHeader{}, false
	}
	return frameHeader{
		length:   length,
		rate:     rates[rate],
		channels: int(b[2]&1)<<2 | int(b[3]>>6),
		samples:  1024 * (int(b[6]&3) + 1),
	}, true
}
