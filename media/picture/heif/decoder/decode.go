package heif

import (
	"bytes"
	"context"
	"image"
)

// The spaces and samplings of libheif's heif.h that can come.
const (
	spaceYCbCr = 0
	spaceRGB   = 1
	spaceMono  = 2
	spaceTight = 3 // of our own: as spaceRGB, premultiplied, rows follow each other without a gap

	chroma420 = 1
	chroma422 = 2
	chroma444 = 3
)

// The most pixels of a picture. A decoder that has its own process takes some 500 MB for that many.
const (
	MaxPixelsHEIC = 40_000_000
	MaxPixelsAVIF = 16_000_000
)

// maxMemory is the most memory a decoder may have, in bytes, whatever the file says of itself.
const maxMemory = 640 << 20

// What a decoder needs for each pixel, in bytes, as it was found by trying; of AVIF with 10 bits a colour.
const (
	heicMemory = 13
	avifMemory = 32
)

// fixedMemory is what a decoder needs before it has seen a picture, in bytes.
const fixedMemory = 48 << 20

func (r *run) heic(ctx context.Context, data []byte, h Header) (planes, []byte, error) {
	fail := func(err error) (planes, []byte, error) { return planes{}, nil, err }
	in, err := r.put(ctx, data)
	if err != nil {
		return fail(err)
	}
	told, err := r.allocate(ctx, 5*4) // width, height, space, chroma, premultiplied
	if err != nil {
		return fail(err)
	}
	arguments := func(headerOnly uint64, out uint32) []uint64 {
		at := func(n uint32) uint64 { return uint64(told + 4*n) }
		return []uint64{uint64(in), uint64(len(data)), headerOnly, at(0), at(1), at(2), at(3), at(4), uint64(out)}
	}
	if err := r.call(ctx, arguments(1, 0)...); err != nil {
		return fail(err)
	}
	var of [5]int
	for i := range of {
		if of[i], err = r.number(told + uint32(4*i)); err != nil {
			return fail(err)
		}
	}
	if !h.bears(of[0], of[1]) {
		return fail(errRefused)
	}
	p := planesOf(of[0], of[1], of[2], of[3], of[4] == 1)
	if p.bytes == 0 {
		return fail(errRefused)
	}
	out, err := r.allocate(ctx, p.bytes)
	if err != nil {
		return fail(err)
	}
	if err := r.call(ctx, arguments(0, out)...); err != nil {
		return fail(err)
	}
	pixels, ok := r.module.Memory().Read(out, uint32(p.bytes))
	if !ok {
		return fail(errRefused)
	}
	return p, pixels, nil
}

// bears reports whether a picture may have that size: it may be cut out of the whole, and turned, but never be more.
func (h Header) bears(width, height int) bool {
	return width >= 1 && height >= 1 && width <= max(h.Width, h.Height) && height <= max(h.Width, h.Height) &&
		width*height <= h.Width*h.Height
}

// planes is how libheif lays out a picture.
type planes struct {
	rect            image.Rectangle
	space, chroma   int
	premultiplied   bool
	ratio           image.YCbCrSubsampleRatio
	stride, cStride int
	cHeight, bytes  int
}

func planesOf(w, h, space, chroma int, premultiplied bool) planes {
	// libheif makes a plane at least 64 pixels wide, an even number, and its rows begin at multiples of 16 bytes.
	aligned := func(n, each int) int { return (max(64, (n+1)&^1)*each + 15) &^ 15 }
	p := planes{rect: image.Rect(0, 0, w, h), space: space, chroma: chroma, premultiplied: premultiplied, stride: aligned(w, 1)}
	switch space {
	case spaceMono:
		p.bytes = p.stride * h
	case spaceRGB:
		p.stride = aligned(w, 4)
		p.bytes = p.stride * h
	case spaceTight:
		p.stride = 4 * w
		p.bytes = p.stride * h
	case spaceYCbCr:
		switch chroma {
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

// image shows the bytes as a picture without copying them.
func (p planes) image(pixels []byte) image.Image {
	switch {
	case p.space == spaceMono:
		return &image.Gray{Pix: pixels, Stride: p.stride, Rect: p.rect}
	case p.space == spaceTight, p.space == spaceRGB && p.premultiplied:
		return &image.RGBA{Pix: pixels, Stride: p.stride, Rect: p.rect}
	case p.space == spaceRGB:
		return &image.NRGBA{Pix: pixels, Stride: p.stride, Rect: p.rect}
	}
	y, c := p.stride*p.rect.Dy(), p.cStride*p.cHeight
	return &image.YCbCr{
		Y: pixels[:y:y], Cb: pixels[y : y+c : y+c], Cr: pixels[y+c:], YStride: p.stride, CStride: p.cStride,
		SubsampleRatio: p.ratio, Rect: p.rect,
	}
}

func (r *run) avif(ctx context.Context, data []byte, h Header) (planes, []byte, error) {
	fail := func(err error) (planes, []byte, error) { return planes{}, nil, err }
	in, err := r.put(ctx, data)
	if err != nil {
		return fail(err)
	}
	told, err := r.put(ctx, unshown[:]) // width, height, depth, count, and how long it is shown
	if err != nil {
		return fail(err)
	}
	arguments := func(headerOnly uint64, out uint32) []uint64 {
		at := func(n uint32) uint64 { return uint64(told + 4*n) }
		return []uint64{uint64(in), uint64(len(data)), headerOnly, 0, at(0), at(1), at(2), at(3), at(4), uint64(out)}
	}
	if err := r.call(ctx, arguments(1, 0)...); err != nil {
		return fail(err)
	}
	var of [3]int
	for i := range of {
		if of[i], err = r.number(told + uint32(4*i)); err != nil {
			return fail(err)
		}
	}
	w, high, depth := of[0], of[1], of[2]
	if !h.bears(w, high) {
		return fail(errRefused)
	}
	size := w * high * 4
	if depth > 8 {
		size *= 2
	}
	out, err := r.allocate(ctx, size)
	if err != nil {
		return fail(err)
	}
	if err := r.call(ctx, arguments(0, out)...); err != nil {
		return fail(err)
	}
	pixels, ok := r.module.Memory().Read(out, uint32(size))
	shown, ok2 := r.module.Memory().Read(told, uint32(len(unshown)))
	if !ok || !ok2 || bytes.Equal(shown[16:], unshown[16:]) {
		return fail(errRefused) // the decoder says so in no other way
	}
	if depth > 8 { // 16 bits for each colour, the higher ones last
		for i := range size / 2 {
			pixels[i] = pixels[2*i+1]
		}
		pixels = pixels[:size/2]
	}
	p := planes{rect: image.Rect(0, 0, w, high), space: spaceTight, premultiplied: true, bytes: len(pixels)}
	return p, pixels, nil
}

// unshown stands where the decoder writes how long a picture is shown, which is no such number.
var unshown = [24]byte{16: 0xff, 17: 0xff, 18: 0xff, 19: 0xff, 20: 0xff, 21: 0xff, 22: 0xff, 23: 0xff}

// memoryFor is how much memory a decoder may have that needs so many bytes for each pixel.
func memoryFor(data []byte, h Header, each int) int {
	need := fixedMemory + 2*len(data) + each*h.Width*h.Height
	const page = 64 << 10 // of WebAssembly
	return min(need, maxMemory) / page * page
}
