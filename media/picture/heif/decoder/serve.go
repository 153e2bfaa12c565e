package decoder

import (
	"context"
	"fmt"
	"io"

	"parlando/media/picture/heif"
)

// Serve decodes a picture from in and writes to out the format that heif.Decode reads.
func Serve(kind heif.Kind, in io.Reader, out io.Writer) error {
	data, err := io.ReadAll(in)
	if err != nil {
		return err
	}
	if kind == heif.JPEG {
		return serveJPEG(data, out)
	}
	h, err := heif.ReadHeader(data)
	if err != nil {
		return err
	}
	p, pixels, err := decode(context.Background(), kind, data, h)
	if err != nil {
		return err
	}
	return p.Write(out, pixels)
}

func decode(ctx context.Context, kind heif.Kind, data []byte, h heif.Header) (heif.Layout, []byte, error) {
	r, err := startFor(ctx, kind, data, h)
	if err != nil {
		return heif.Layout{}, nil, err
	}
	return r.picture(ctx, kind, data, h)
}

// startFor instantiates the decoder of a kind for a picture.
func startFor(ctx context.Context, kind heif.Kind, data []byte, h heif.Header) (*run, error) {
	switch kind {
	case heif.HEIC:
		return start(ctx, heifModule, memoryFor(data, h, heicMemory), false)
	case heif.AVIF:
		return start(ctx, avifModule, memoryFor(data, h, avifMemory), small(h))
	}
	return nil, fmt.Errorf("no decoder for %q", kind)
}

// picture decodes a picture.
func (r *run) picture(ctx context.Context, kind heif.Kind, data []byte, h heif.Header) (heif.Layout, []byte, error) {
	if kind == heif.HEIC {
		return r.heic(ctx, data, h)
	}
	return r.avif(ctx, data, h)
}

// small reports whether interpreting the AVIF decoder takes less time than compiling it. The HEIC
// decoder is never small, because its initialization is expensive.
func small(h heif.Header) bool { return h.Width*h.Height <= smallPixels }

// smallPixels was determined by measurement.
const smallPixels = 50_000
