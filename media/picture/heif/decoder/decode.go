package decoder

import (
	"bytes"
	"context"

	"parley/media/picture/heif"
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

func (r *run) heic(ctx context.Context, data []byte, h heif.Header) (heif.Layout, []byte, error) {
	fail := func(err error) (heif.Layout, []byte, error) { return heif.Layout{}, nil, err }
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
	of, err := r.numbers(told, 5)
	if err != nil {
		return fail(err)
	}
	if !h.Bears(of[0], of[1]) {
		return fail(errRefused)
	}
	p := heif.Layout{Width: of[0], Height: of[1], Space: of[2], Chroma: of[3], Premultiplied: of[4] == 1}
	size := p.Bytes()
	if size == 0 {
		return fail(errRefused)
	}
	out, err := r.allocate(ctx, size)
	if err != nil {
		return fail(err)
	}
	if err := r.call(ctx, arguments(0, out)...); err != nil {
		return fail(err)
	}
	pixels, ok := r.module.Memory().Read(out, uint32(size))
	if !ok {
		return fail(errRefused)
	}
	return p, pixels, nil
}

func (r *run) avif(ctx context.Context, data []byte, h heif.Header) (heif.Layout, []byte, error) {
	fail := func(err error) (heif.Layout, []byte, error) { return heif.Layout{}, nil, err }
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
	of, err := r.numbers(told, 3)
	if err != nil {
		return fail(err)
	}
	w, high, depth := of[0], of[1], of[2]
	if !h.Bears(w, high) {
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
	p := heif.Layout{Width: w, Height: high, Space: heif.SpaceTight}
	return p, pixels, nil
}

// unshown stands where the decoder writes how long a picture is shown, which is no such number.
var unshown = [24]byte{16: 0xff, 17: 0xff, 18: 0xff, 19: 0xff, 20: 0xff, 21: 0xff, 22: 0xff, 23: 0xff}

// memoryFor is how much memory a decoder may have that needs so many bytes for each pixel.
func memoryFor(data []byte, h heif.Header, each int) int {
	need := fixedMemory + 2*len(data) + each*h.Width*h.Height
	const page = 64 << 10 // of WebAssembly
	return min(need, maxMemory) / page * page
}
