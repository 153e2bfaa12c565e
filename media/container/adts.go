package container

const adtsHead = 7

// AACSampleRates lists the sample rates of AAC in Hz by index.
var AACSampleRates = [...]int{96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350}

// ParseADTS parses the AAC frame header at the start of b.
func ParseADTS(b []byte) (FrameHeader, bool) {
	if len(b) < adtsHead || b[0] != 0xff || b[1]&0xf6 != 0xf0 {
		return FrameHeader{}, false
	}
	rate := int(b[2] >> 2 & 15)
	length := int(b[3]&3)<<11 | int(b[4])<<3 | int(b[5])>>5
	if rate >= len(AACSampleRates) || length < adtsHead {
		return FrameHeader{}, false
	}
	return FrameHeader{
		Length:   length,
		Rate:     AACSampleRates[rate],
		Channels: int(b[2]&1)<<2 | int(b[3]>>6),
		Samples:  1024 * (int(b[6]&3) + 1),
		Profile:  int(b[2]>>6) + 1,
	}, true
}

// ADTSPayload returns an AAC frame without its header and checksum; nil if it is too short.
func ADTSPayload(frame []byte) []byte {
	head := adtsHead
	if frame[1]&1 == 0 {
		head += 2
	}
	if len(frame) < head {
		return nil
	}
	return frame[head:]
}
