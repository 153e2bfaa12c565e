package picture

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"image"

	"golang.org/x/image/webp"
)

// stillWebP returns the first picture of an animated WebP as a WebP file, and any other WebP
// unchanged. moves reports whether data was animated (WebP container specification, "Animation").
func stillWebP(data []byte) (still []byte, moves bool) {
	if len(data) < 30 || string(data[12:16]) != "VP8X" || data[20]&0x02 == 0 {
		return data, false
	}
	const frameHeader = 16 // position, size, duration and flags of a frame, before its chunks
	frame := chunkOfWebP(data, "ANMF")
	if len(frame) < frameHeader {
		return data, true
	}
	body := []byte("WEBP")
	if bytes.HasPrefix(frame[frameHeader:], []byte("ALPH")) {
		const hasAlpha = 0x10
		body = append(body, "VP8X\x0a\x00\x00\x00"...)
		body = append(body, hasAlpha, 0, 0, 0)
		body = append(body, frame[6:12]...) // width and height, each less 1, in three bytes
	}
	body = append(body, frame[frameHeader:]...)
	return append(binary.LittleEndian.AppendUint32([]byte("RIFF"), uint32(len(body))), body...), true
}

// configWebP reads the size of a WebP, and whether it is animated. The size of an animated WebP is
// that of its canvas, which the first picture may cover only in part.
func configWebP(data []byte) (config image.Config, moves bool, err error) {
	still, moves := stillWebP(data)
	config, err = webp.DecodeConfig(bytes.NewReader(still))
	if err == nil && moves {
		canvas := canvasOfWebP(data)
		if !image.Rect(0, 0, config.Width, config.Height).Add(placeOfFrame(data)).In(canvas) {
			return config, moves, errors.New("the first picture is larger than the canvas")
		}
		config.Width, config.Height = canvas.Dx(), canvas.Dy()
	}
	return config, moves, err
}

// canvasOfWebP returns the canvas of a WebP that stillWebP has reported as animated.
func canvasOfWebP(data []byte) image.Rectangle {
	return image.Rect(0, 0, uint24(data[24:])+1, uint24(data[27:])+1)
}

// placeOfFrame returns the position of the first picture of an animated WebP on its canvas.
func placeOfFrame(data []byte) image.Point {
	frame := chunkOfWebP(data, "ANMF")
	if len(frame) < 6 {
		return image.Point{}
	}
	return image.Pt(2*uint24(frame), 2*uint24(frame[3:]))
}

func uint24(b []byte) int { return int(b[0]) | int(b[1])<<8 | int(b[2])<<16 }

// chunkOfWebP returns the content of the first chunk with a name; nil if there is none.
func chunkOfWebP(data []byte, name string) []byte {
	const header = 12 // RIFF, the size, WEBP
	chunks := data[min(len(data), header):]
	for len(chunks) >= 8 {
		size := int64(binary.LittleEndian.Uint32(chunks[4:]))
		if size > int64(len(chunks)-8) {
			return nil
		}
		if string(chunks[:4]) == name {
			return chunks[8 : 8+size]
		}
		chunks = chunks[min(int64(len(chunks)), 8+size+size%2):]
	}
	return nil
}

// decodeStillWebP decodes a WebP, or the first picture of an animated one.
func decodeStillWebP(ctx context.Context, data []byte) (image.Image, error) {
	still, moves := stillWebP(data)
	decoded, err := decodeWebP(&reader{ctx: ctx, data: bytes.NewReader(still)})
	if err != nil || !moves {
		return decoded, err
	}
	return onCanvas(decoded, placeOfFrame(data), canvasOfWebP(data)), nil
}

// decodeWebP decodes a still WebP. Lossy files store limited-range BT.601 YCbCr (RFC 6386, 9.2),
// which image.YCbCr does not support: it would show black as dark gray.
func decodeWebP(r *reader) (image.Image, error) {
	decoded, err := webp.Decode(r)
	switch m := decoded.(type) {
	case *image.YCbCr:
		widenRange(m)
	case *image.NYCbCrA:
		widenRange(&m.YCbCr)
	}
	return decoded, err
}

// widenRange expands the limited range (16 to 235, chroma to 240) to the full range of a byte.
func widenRange(m *image.YCbCr) {
	var luma, chroma [256]uint8
	for v := range 256 {
		luma[v] = round(float32(v-16) * 255 / 219)
		chroma[v] = round(float32(v-128)*255/224 + 128)
	}
	for i, v := range m.Y {
		m.Y[i] = luma[v]
	}
	for _, plane := range [][]uint8{m.Cb, m.Cr} {
		for i, v := range plane {
			plane[i] = chroma[v]
		}
	}
}
