package audio

import "encoding/binary"

// ulawSample and alawSample decode samples in the telephone codings of ITU-T G.711.
func ulawSample(_ binary.ByteOrder, b []byte) float32 {
	v := ^b[0]
	level := (int32(v&15)<<3+0x84)<<(v>>4&7) - 0x84
	if v&0x80 != 0 {
		level = -level
	}
	return float32(level) / (1 << 15)
}

func alawSample(_ binary.ByteOrder, b []byte) float32 {
	v := b[0] ^ 0x55
	level, shift := int32(v&15)<<4+8, v>>4&7
	if shift > 0 {
		level = (level + 0x100) << (shift - 1)
	}
	if v&0x80 == 0 {
		level = -level
	}
	return float32(level) / (1 << 15)
}
