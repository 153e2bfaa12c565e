package picture

import (
	"context"
	"fmt"
	"image"
	"image/draw"

	"parlando/media/picture/heif"
)

// throughAlpha applies the transparency of a HEIC or AVIF to colors decoded without it, so that
// hidden colors stay hidden. turned is the orientation of the colors relative to the stored
// picture. edge is the size to which the colors were reduced; 0 if they were not.
func throughAlpha(ctx context.Context, kind heif.Kind, data []byte, colors image.Image, turned, edge int) (image.Image, error) {
	file, premultiplied := heif.ReadAlpha(data)
	if file == nil {
		return colors, nil
	}
	decoded, err := decodeAlpha(ctx, kind, file, edge)
	if err != nil {
		return nil, fmt.Errorf("transparency: %w", err)
	}
	alpha := turn(grayAsAlpha(decoded), turned)
	b := colors.Bounds()
	if alpha.Rect.Size() != b.Size() {
		return nil, fmt.Errorf("%w: its transparency has another size", heif.ErrUnsupported)
	}
	to := image.NewNRGBA(image.Rectangle{Max: b.Size()})
	draw.Draw(to, to.Rect, colors, b.Min, draw.Src)
	for i := 3; i < len(to.Pix); i += 4 {
		to.Pix[i] = alpha.Pix[i]
		if premultiplied {
			unmultiply(to.Pix[i-3 : i+1])
		}
	}
	return to, ctx.Err()
}

// decodeAlpha decodes file, which heif.ReadAlpha has returned.
func decodeAlpha(ctx context.Context, kind heif.Kind, file []byte, edge int) (image.Image, error) {
	if grid, err := heif.ReadGrid(file); err == nil {
		if edge == 0 {
			edge = max(grid.Width, grid.Height)
		}
		decoded, _, err := heif.Reduce(ctx, kind, file, grid.Width*grid.Height, edge)
		return decoded, err
	}
	h, err := heif.ReadHeader(file)
	if err != nil {
		return nil, err
	}
	if h.Width*h.Height > mostWhole(HEIC, false) || edge > 0 {
		return nil, fmt.Errorf("%w: the transparency is not made of tiles", heif.ErrUnsupported)
	}
	return heif.Decode(ctx, kind, file, h)
}

// grayAsAlpha returns a picture whose alpha is the brightness of gray. It may modify gray.
func grayAsAlpha(gray image.Image) *image.NRGBA {
	alpha, ok := gray.(*image.NRGBA)
	if !ok {
		alpha = image.NewNRGBA(image.Rectangle{Max: gray.Bounds().Size()})
		draw.Draw(alpha, alpha.Rect, gray, gray.Bounds().Min, draw.Src)
	}
	for i := 0; i < len(alpha.Pix); i += 4 {
		alpha.Pix[i+3] = alpha.Pix[i]
	}
	return alpha
}

// unmultiply divides the colors of a pixel by its alpha.
func unmultiply(pixel []uint8) {
	alpha := float32(max(pixel[3], 1))
	for i, v := range pixel[:3] {
		pixel[i] = round(float32(v) * 255 / alpha)
	}
}
