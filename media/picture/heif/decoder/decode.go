package decoder

import (
	"bytes"
	"context"

	"parlando/media/picture/heif"
)

// maxMemory is the largest memory of a decoder in bytes, regardless of the file.
const maxMemory = 640 << 20

// Measured memory use of the decoders in bytes per pixel; for AVIF with 10 bits per channel.
const (
	heicMemory = 13
	avifMemory = 32
)

// fixedMemory is the memory use of a decoder apart from the picture, in bytes.
const fixedMemory = 48 << 20

func (r *run) heic(ctx context.Context, data []byte, h heif.Header) (heif.Layout, []byte, error) {
	told, err := r.allocate(ctx, 5*4) // width, height, space, chroma, premultiplied
	if err != nil {
		return heif.Layout{}, nil, err
	}
	return r.twice(ctx, data, h, told, nil, func(of []int) (heif.Layout, int) {
		p := heif.Layout{Width: of[0], Height: of[1], Space: of[2], Chroma: of[3], Premultiplied: of[4] == 1}
		return p, p.Bytes()
	})
}

func (r *run) avif(ctx context.Context, data []byte, h heif.Header) (heif.Layout, []byte, error) {
	told, err := r.put(ctx, unshown[:]) // width, height, depth, count, and display duration
	if err != nil {
		return heif.Layout{}, nil, err
	}
	deep := false // 16 bits for each color
	p, pixels, err := r.twice(ctx, data, h, told, []uint64{0}, func(of []int) (heif.Layout, int) {
		p := heif.Layout{Width: of[0], Height: of[1], Space: heif.SpacePremultiplied}
		if deep = of[2] > 8; deep {
			return p, 2 * p.Bytes()
		}
		return p, p.Bytes()
	})
	if err != nil {
		return p, nil, err
	}
	if shown, ok := r.module.Memory().Read(told, uint32(len(unshown))); !ok || bytes.Equal(shown[16:], unshown[16:]) {
		return heif.Layout{}, nil, errRefused // the only sign that the decoder has failed
	}
	if deep {
		for i := range len(pixels) / 2 {
			pixels[i] = pixels[2*i+1] // keep the high bytes (little-endian)
		}
		pixels = pixels[:len(pixels)/2]
	}
	return p, pixels, nil
}

// twice calls the decoder twice: the first call writes five numbers that describe the picture to
// address told, from which layout computes the size of the pixels; the second call writes the
// pixels. flags are additional arguments of the decoder.
func (r *run) twice(
	ctx context.Context, data []byte, h heif.Header, told uint32, flags []uint64, layout func(of []int) (p heif.Layout, size int),
) (heif.Layout, []byte, error) {
	fail := func(err error) (heif.Layout, []byte, error) { return heif.Layout{}, nil, err }
	in, err := r.put(ctx, data)
	if err != nil {
		return fail(err)
	}
	const numbers = 5
	decode := func(headerOnly uint64, out uint32) error {
		arguments := append([]uint64{uint64(in), uint64(len(data)), headerOnly}, flags...)
		for n := range uint32(numbers) {
			arguments = append(arguments, uint64(told+4*n))
		}
		return r.call(ctx, append(arguments, uint64(out))...)
	}
	if err := decode(1, 0); err != nil {
		return fail(err)
	}
	of, err := r.numbers(told, numbers)
	if err != nil {
		return fail(err)
	}
	p, size := layout(of)
	if !h.AllowsSize(p.Width, p.Height) || size == 0 {
		return fail(errRefused)
	}
	out, err := r.allocate(ctx, size)
	if err != nil {
		return fail(err)
	}
	if err := decode(0, out); err != nil {
		return fail(err)
	}
	pixels, ok := r.module.Memory().Read(out, uint32(size))
	if !ok {
		return fail(errRefused)
	}
	return p, pixels, nil
}

// unshown is a placeholder with an invalid display duration, to detect whether the decoder has
// written a valid one.
var unshown = [24]byte{16: 0xff, 17: 0xff, 18: 0xff, 19: 0xff, 20: 0xff, 21: 0xff, 22: 0xff, 23: 0xff}

// memoryFor returns the memory limit of a decoder that needs each bytes per pixel.
func memoryFor(data []byte, h heif.Header, each int) int {
	need := fixedMemory + 2*len(data) + each*h.Width*h.Height
	const page = 64 << 10 // page size of WebAssembly
	return min(need, maxMemory) / page * page
}
