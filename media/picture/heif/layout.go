package heif

import (
	"encoding/binary"
	"image"
	"io"
)

// The largest number of pixels of a picture, for which the decoder process takes some 500 MB.
const (
	MaxPixelsHEIC = 40_000_000
	MaxPixelsAVIF = 16_000_000
)

// The color spaces and chroma samplings of libheif's heif.h that are supported.
const (
	spaceYCbCr = 0
	spaceRGB   = 1
	spaceMono  = 2
	// SpacePremultiplied is specific to this package: RGBA, premultiplied, without padding between
	// rows.
	SpacePremultiplied = 3
	// SpaceStraight is like SpacePremultiplied, but not premultiplied.
	SpaceStraight = 4

	chroma420 = 1
	chroma422 = 2
	chroma444 = 3
)

// Layout describes the pixel data of a picture, in the terms of libheif.
type Layout struct {
	Width, Height int
	// Space and Chroma are constants of libheif, or SpacePremultiplied or SpaceStraight.
	Space, Chroma int
	Premultiplied bool
	// Incomplete means that the file is damaged and part of the picture may be missing.
	Incomplete bool
}

// AllowsSize reports whether a decoded picture may have this size: it may be cropped and rotated,
// but not larger than declared.
func (h Header) AllowsSize(width, height int) bool {
	return width >= 1 && height >= 1 && width <= max(h.Width, h.Height) && height <= max(h.Width, h.Height) &&
		width*height <= h.Width*h.Height
}

// Write writes a picture in the format that readPicture reads.
func (l Layout) Write(out io.Writer, pixels []byte) error {
	of := [5]uint32{uint32(l.Width), uint32(l.Height), uint32(l.Space), uint32(l.Chroma), 0}
	if l.Premultiplied {
		of[4] |= flagPremultiplied
	}
	if l.Incomplete {
		of[4] |= flagIncomplete
	}
	if err := binary.Write(out, binary.LittleEndian, of); err != nil {
		return err
	}
	_, err := out.Write(pixels)
	return err
}

// The flags written by Layout.Write.
const (
	flagPremultiplied = 1 << iota
	flagIncomplete
)

// Bytes returns the size of the pixels in bytes; 0 if the layout is not supported.
func (l Layout) Bytes() int { return l.planes().bytes }

// planes has the offsets of the color planes in the pixels.
type planes struct {
	stride, cStride, cHeight, bytes int
	ratio                           image.YCbCrSubsampleRatio
}

func (l Layout) planes() (p planes) {
	w, h := l.Width, l.Height
	// libheif rounds the width of a plane up to an even number, at least 64, and aligns rows to
	// 16 bytes.
	aligned := func(n, each int) int { return (max(64, (n+1)&^1)*each + 15) &^ 15 }
	p.stride = aligned(w, 1)
	switch l.Space {
	case spaceMono:
		p.bytes = p.stride * h
	case spaceRGB:
		p.stride = aligned(w, 4)
		p.bytes = p.stride * h
	case SpacePremultiplied, SpaceStraight:
		p.stride = 4 * w
		p.bytes = p.stride * h
	case spaceYCbCr:
		switch l.Chroma {
		case chroma420:
			p.ratio, p.cStride, p.cHeight = image.YCbCrSubsampleRatio420, aligned((w+1)/2, 1), (h+1)/2
		case chroma422:
			p.ratio, p.cStride, p.cHeight = image.YCbCrSubsampleRatio422, aligned((w+1)/2, 1), h
		case chroma444:
			p.ratio, p.cStride, p.cHeight = image.YCbCrSubsampleRatio444, p.stride, h
		default:
			return planes{}
		}
		p.bytes = p.stride*h + 2*p.cStride*p.cHeight
	}
	return p
}

// Image returns a picture that shares the pixels.
func (l Layout) Image(pixels []byte) image.Image {
	p, rect := l.planes(), image.Rect(0, 0, l.Width, l.Height)
	switch {
	case l.Space == spaceMono:
		return &image.Gray{Pix: pixels, Stride: p.stride, Rect: rect}
	case l.Space == SpacePremultiplied, l.Space == spaceRGB && l.Premultiplied:
		return &image.RGBA{Pix: pixels, Stride: p.stride, Rect: rect}
	case l.Space == spaceRGB, l.Space == SpaceStraight:
		return &image.NRGBA{Pix: pixels, Stride: p.stride, Rect: rect}
	}
	y, c := p.stride*l.Height, p.cStride*p.cHeight
	return &image.YCbCr{
		Y: pixels[:y:y], Cb: pixels[y : y+c : y+c], Cr: pixels[y+c:], YStride: p.stride, CStride: p.cStride,
		SubsampleRatio: p.ratio, Rect: rect,
	}
}
