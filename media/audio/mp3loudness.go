package audio

import (
	"math"

	"parlando/media/container"
)

// mp3Largest is the largest coefficient that each Huffman table of layer III can encode; 0 for
// unused numbers.
var mp3Largest = [32]float64{
	0, 1, 2, 2, 0, 3, 3, 5, 5, 5, 7, 7, 7, 15, 0, 15,
	16, 18, 22, 30, 78, 270, 1038, 8206, 30, 46, 78, 142, 270, 526, 2062, 8206,
}

// Loudness estimates the loudness of an MP3 frame in steps of 1.5 dB without decoding it. The
// result is only comparable within one sound: scale factors, which are not read, may change a frame
// considerably. The mean of several frames is more reliable than their maximum.
func Loudness(f *container.Frame) float32 {
	const silent = 90 // less than any sound that can be heard
	side := f.SideInfo()
	if side == nil {
		return silent
	}
	at, length, compress, parts := mp3Parts(f.FrameHeader)
	sum := 0.
	for range parts {
		loudness := 0.
		if bitsAt(side, at, 12) > 0 {
			largest, table, tables := 1., at+12+9+8+compress+1, 3
			if bitsAt(side, table-1, 1) == 1 { // of another window
				table, tables = table+3, 2
			}
			for i := range tables {
				largest = max(largest, mp3Largest[bitsAt(side, table+5*i, 5)])
			}
			gain := bitsAt(side, at+12+9, 8)
			// four steps double it, and coefficients have an exponent of 4/3
			loudness = float64(gain) + 4*4./3*math.Log2(largest)
		}
		sum += max(silent, loudness)
		at += length
	}
	return float32(sum / float64(parts))
}
