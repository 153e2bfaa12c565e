package picture

import (
	"bytes"
	"context"
	"encoding/binary"
	"image"
	"image/jpeg"
)

// maxJPEG is the largest number of pixels that the JPEG decoder accepts.
const maxJPEG = 1 << 28

// reduceJPEG decodes a JPEG accepted by baselineScan, reduced to at most edge pixels wide and high.
// It decodes as much of a damaged JPEG as possible. It modifies data.
func reduceJPEG(ctx context.Context, data []byte, edge int, decode func([]byte, int) (image.Image, error)) (small *image.NRGBA, whole bool, err error) {
	config, err := jpeg.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return nil, false, err
	}
	scan, _, ended := bytes.Cut(baselineScan(data), []byte(endOfJPEG))
	whole = !mendScan(scan) && ended
	denominator := 1 // 2 is omitted, because the decoder is inexact at half size
	for _, d := range []int{4, 8} {
		if max(config.Width, config.Height)/d >= edge {
			denominator = d
		}
	}
	decoded, err := decode(data, denominator)
	if err != nil {
		return nil, false, err
	}
	small, err = within(ctx, decoded, edge)
	return small, whole, err
}

// baselineScan returns data from the start of the only scan of a baseline JPEG, as cameras write
// it; nil for any other JPEG. The markers are those of ITU-T T.81, table B.1.
func baselineScan(data []byte) []byte {
	const baseline, huffman, quantization, restarts, application, comment, scan = 0xc0, 0xc4, 0xdb, 0xdd, 0xe0, 0xfe, 0xda
	colors := byte(0)
	for at := 2; at+10 <= len(data) && data[at] == 0xff; at += 2 + int(binary.BigEndian.Uint16(data[at+2:])) {
		switch marker := data[at+1]; {
		case marker == baseline:
			colors = data[at+9]
		case marker == scan && data[at+4] == colors:
			return data[at+2:]
		case marker != huffman && marker != quantization && marker != restarts && marker != comment && marker&0xf0 != application:
			return nil
		}
	}
	return nil
}
