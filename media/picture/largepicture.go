package picture

import (
	"context"
	"image"
)

// LargePicture is a decoded picture whose regions can be rendered at screen resolution. It has at
// most 40 megapixels, as larger pictures are reduced. It takes as much memory as its decoder needs:
// 1.5 bytes per pixel for most photos and 4 for most drawings.
type LargePicture struct {
	picture image.Image
	profile *profile
	turned  int
	width   int
	height  int
}

// DecodeLarge decodes data. It rejects what Prepare rejects.
func DecodeLarge(ctx context.Context, data []byte) (*LargePicture, error) {
	h, decoded, err := unfold(ctx, data, MaxEdge)
	if err != nil {
		return nil, err
	}
	l := &LargePicture{picture: decoded, profile: colors(data, h), turned: orientation(data, h), width: decoded.Bounds().Dx(), height: decoded.Bounds().Dy()}
	if l.turned >= 5 && l.turned <= 8 {
		l.width, l.height = l.height, l.width
	}
	return l, nil
}

// Size returns the size of the picture in pixels, as displayed.
func (l *LargePicture) Size() (width, height int) { return l.width, l.height }

// RenderRegion renders a region, in display coordinates, at most width by height pixels large and
// never enlarged. The region is clipped to the picture.
func (l *LargePicture) RenderRegion(ctx context.Context, region image.Rectangle, width, height int) (*image.NRGBA, error) {
	region = region.Intersect(image.Rect(0, 0, l.width, l.height))
	if region.Empty() {
		return image.NewNRGBA(image.Rectangle{}), nil
	}
	from := l.source(region)
	width, height = min(max(width, 1), region.Dx()), min(max(height, 1), region.Dy())
	if l.turned >= 5 && l.turned <= 8 {
		width, height = height, width
	}
	part := cut(l.picture, from.Add(l.picture.Bounds().Min))
	var out *image.NRGBA
	var err error
	if width < from.Dx() || height < from.Dy() {
		out, err = shrink(ctx, part, width, height)
	} else {
		out, err = within(ctx, part, max(width, height))
	}
	if err != nil {
		return nil, err
	}
	if out, err = l.profile.toSRGB(ctx, out); err != nil {
		return nil, err
	}
	return turn(out, l.turned), ctx.Err()
}

// source converts a region from display to stored coordinates.
func (l *LargePicture) source(r image.Rectangle) image.Rectangle {
	onSide, mirrorX, mirrorY := turning(l.turned)
	if mirrorX {
		r.Min.X, r.Max.X = l.width-r.Max.X, l.width-r.Min.X
	}
	if mirrorY {
		r.Min.Y, r.Max.Y = l.height-r.Max.Y, l.height-r.Min.Y
	}
	if onSide {
		return image.Rect(r.Min.Y, r.Min.X, r.Max.Y, r.Max.X)
	}
	return r
}

// cut returns a part of a picture that shares its memory.
func cut(picture image.Image, part image.Rectangle) image.Image {
	if p, ok := picture.(interface {
		SubImage(r image.Rectangle) image.Image
	}); ok {
		return p.SubImage(part)
	}
	return window{picture, part}
}

// window is a part of a picture whose type has no SubImage method.
type window struct {
	image.Image
	rect image.Rectangle
}

func (w window) Bounds() image.Rectangle { return w.rect }
