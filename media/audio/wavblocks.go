package audio

import "parlando/media/container"

// newWAVBlocks returns the codec of a WAV that is coded in blocks of w.Align bytes; nil for other
// codings and for impossible blocks. w must have at least one channel.
func newWAVBlocks(w *container.WAV) *codec {
	n := w.Channels
	c := &codec{rate: w.Rate, channels: n}
	switch {
	case w.Coding == wavIMA && w.Bits == 4 && w.Align > 4*n && w.Align%(4*n) == 0:
		c.packet = int64(1 + 2*(w.Align/n-4))
		c.open = func() (packetDecoder, error) { return &imaWAV{channels: make([]imaChannel, n)}, nil }
	case w.Coding == wavMSADPCM && w.Bits == 4 && w.Align > 7*n && (w.Align-7*n)*2%n == 0:
		c.packet = int64(2 + (w.Align-7*n)*2/n)
		c.open = func() (packetDecoder, error) {
			return &msADPCM{coefficients: msCoefficientsOf(w), channels: make([]msChannel, n)}, nil
		}
	case w.Coding == wavGSM && n == 1 && w.Align == gsmBytes:
		c.packet, c.warm = 2*gsmFrame, gsmWarm
		c.open = func() (packetDecoder, error) { return &gsmDecoder{}, nil }
	default:
		return nil
	}
	return c
}

// msCoefficientsOf returns the coefficient pairs in the header of a WAV, else the standard ones.
func msCoefficientsOf(w *container.WAV) [][2]int32 {
	const head = 22 // offset after the samples per block and the number of coefficient pairs
	if len(w.Format) < head {
		return msCoefficients
	}
	var all [][2]int32
	for b := w.Format[head:]; len(b) >= 4 && len(all) < int(w.Order.Uint16(w.Format[head-2:])); b = b[4:] {
		all = append(all, [2]int32{int32(int16(w.Order.Uint16(b))), int32(int16(w.Order.Uint16(b[2:])))})
	}
	if len(all) < len(msCoefficients) {
		return msCoefficients
	}
	return all
}
