package picture

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"strings"

	"github.com/jsummers/gobmp"

	"parlando/media/picture/heif"
)

// unfold decodes a picture if the size in its header is acceptable. A very large picture is reduced
// to at most edge pixels wide and high.
func unfold(ctx context.Context, data []byte, edge int) (header, image.Image, error) {
	h, err := readHeader(data)
	if err != nil {
		return header{}, nil, err
	}
	decoded, err := decode(ctx, data, &h, edge)
	return h, decoded, err
}

// decode decodes a picture that readHeader has accepted. It treats a panic of a decoder as damaged
// data, and sets a note in h if part of the picture may be missing.
func decode(ctx context.Context, data []byte, h *header, edge int) (picture image.Image, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the decoder panicked: %v", r)
		}
		if ctx.Err() != nil {
			picture, err = nil, ctx.Err()
		} else if err != nil {
			reason := Damaged
			if errors.Is(err, heif.ErrUnavailable) || IsUnsupported(err) {
				reason = UnsupportedVariant
			}
			picture, err = nil, &Error{Reason: reason, Format: h.format, Width: h.width, Height: h.height, Err: err}
		}
	}()
	if h.reduced {
		kind, edge := heif.Kind(strings.ToLower(string(h.format))), min(max(edge, 1), MaxEdge)
		small, whole, err := heif.Reduce(ctx, kind, data, h.width*h.height, edge)
		if err == nil && !whole {
			h.note = Incomplete
		}
		if err == nil && (h.format == HEIC || h.format == AVIF) {
			return throughAlpha(ctx, kind, data, small, 1, edge)
		}
		return small, err
	}
	r := &reader{ctx: ctx, data: bytes.NewReader(data)}
	switch h.format {
	case PNG:
		return decodePNG(r, data)
	case JPEG:
		return decodeJPEG(r, data, h)
	case WebP:
		return decodeStillWebP(ctx, data)
	case HEIC:
		decoded, err := heif.Decode(ctx, heif.HEIC, data, h.boxes)
		if err != nil {
			return nil, err
		}
		return throughAlpha(ctx, heif.HEIC, data, decoded, h.boxes.Orientation(), 0)
	case AVIF:
		return heif.Decode(ctx, heif.AVIF, data, h.boxes)
	case BMP:
		return gobmp.Decode(r)
	case TIFF:
		decoded, whole, err := decodeTIFF(r, data)
		if !whole {
			h.note = Incomplete
		}
		return decoded, err
	default:
		frame, err := gif.Decode(r)
		if err != nil {
			return nil, err
		}
		return onCanvas(frame, frame.Bounds().Min, image.Rect(0, 0, h.width, h.height)), nil
	}
}

// onCanvas places the first image of an animation, which may cover only a part of the canvas, with
// one byte per pixel if possible: an image of one pixel may declare a canvas of 40 megapixels.
func onCanvas(frame image.Image, at image.Point, canvas image.Rectangle) image.Image {
	place := image.Rectangle{Max: frame.Bounds().Size()}.Add(at)
	if place == canvas {
		return frame
	}
	if p, ok := frame.(*image.Paletted); ok && len(p.Palette) < 256 {
		// A new image is filled with color 0, so insert a transparent color.
		colors := append(color.Palette{color.Transparent}, p.Palette...)
		small := image.NewPaletted(canvas, colors)
		for y := p.Rect.Min.Y; y < p.Rect.Max.Y; y++ {
			for x := p.Rect.Min.X; x < p.Rect.Max.X; x++ {
				small.SetColorIndex(x, y, p.ColorIndexAt(x, y)+1)
			}
		}
		return small
	}
	whole := image.NewRGBA(canvas)
	draw.Draw(whole, place, frame, frame.Bounds().Min, draw.Src)
	return whole
}

// reader fails once its context is done.
type reader struct {
	ctx  context.Context
	data *bytes.Reader
}

func (r *reader) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.data.Read(p)
}

// readerAt is a reader with random access.
type readerAt struct{ *reader }

func (r readerAt) ReadAt(p []byte, off int64) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.data.ReadAt(p, off)
}

// within scales a picture so that its long edge has at most edge pixels.
func within(ctx context.Context, from image.Image, edge int) (*image.NRGBA, error) {
	b := from.Bounds()
	if w, h := fit(b.Dx(), b.Dy(), edge); w != b.Dx() || h != b.Dy() {
		return shrink(ctx, from, w, h)
	}
	if same, ok := from.(*image.NRGBA); ok && same.Rect.Min == (image.Point{}) {
		return same, nil
	}
	size := image.Rect(0, 0, b.Dx(), b.Dy())
	if opaque(from) {
		// The standard library converts quickly to RGBA only, which equals NRGBA in an opaque
		// picture.
		to := image.NewRGBA(size)
		draw.Draw(to, size, from, b.Min, draw.Src)
		return &image.NRGBA{Pix: to.Pix, Stride: to.Stride, Rect: to.Rect}, nil
	}
	to := image.NewNRGBA(size)
	draw.Draw(to, size, from, b.Min, draw.Src)
	return to, ctx.Err()
}

func opaque(picture image.Image) bool {
	o, ok := picture.(interface{ Opaque() bool })
	return ok && o.Opaque()
}
