package picture

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"
)

const (
	// quality is a JPEG quality at which photos show no visible difference.
	quality = 88
	// always is the size in bytes up to which a PNG is preferred to a JPEG of any size.
	always = 64 << 10
)

// lossless reports whether the file is stored losslessly, as screenshots and drawings usually are.
func lossless(data []byte, format Format) bool {
	switch format {
	case PNG, GIF, BMP, TIFF:
		return true
	case WebP:
		return len(data) >= 16 && string(data[12:16]) == "VP8L"
	}
	return false
}

// encode writes the picture as PNG or JPEG and returns its MIME type. A picture with transparency
// becomes a PNG without the colors of invisible pixels. A lossless picture (exact) becomes a PNG if
// the PNG is at most twice as large as a JPEG, which holds for screenshots and drawings: text stays
// sharp. All others become a JPEG. A PNG above limit bytes is scaled down, so encode also returns
// the picture that was written.
func encode(ctx context.Context, picture *image.NRGBA, exact bool, limit int) ([]byte, string, *image.NRGBA, error) {
	if picture.Opaque() {
		file, err := asJPEG(picture)
		if err != nil {
			return nil, "", nil, err
		}
		if !exact || ctx.Err() != nil {
			return file, JPEG.MIME(), picture, ctx.Err()
		}
		sharp, err := asPNG(picture)
		if err != nil {
			return nil, "", nil, err
		}
		if len(sharp) <= max(2*len(file), always) && len(sharp) <= limit {
			return sharp, PNG.MIME(), picture, ctx.Err()
		}
		return file, JPEG.MIME(), picture, ctx.Err()
	}
	clearHidden(picture)
	for {
		file, err := asPNG(picture)
		if err != nil {
			return nil, "", nil, err
		}
		if len(file) <= limit {
			return file, PNG.MIME(), picture, ctx.Err()
		}
		edge := max(picture.Rect.Dx(), picture.Rect.Dy()) * 3 / 4
		if picture, err = within(ctx, picture, edge); err != nil {
			return nil, "", nil, err
		}
	}
}

// clearHidden makes invisible pixels black, so that a service that drops transparency does not show
// what the file hides.
func clearHidden(picture *image.NRGBA) {
	for y := range picture.Rect.Dy() {
		row := picture.Pix[y*picture.Stride:][:4*picture.Rect.Dx()]
		for i := 3; i < len(row); i += 4 {
			if row[i] == 0 {
				clear(row[i-3 : i])
			}
		}
	}
}

func asPNG(picture *image.NRGBA) ([]byte, error) {
	var file bytes.Buffer
	if err := png.Encode(&file, picture); err != nil {
		return nil, fmt.Errorf("write the picture as PNG: %w", err)
	}
	return file.Bytes(), nil
}

// asJPEG encodes an opaque picture. It is converted to RGBA, which is equivalent and encodes
// several times faster.
func asJPEG(picture *image.NRGBA) ([]byte, error) {
	var file bytes.Buffer
	same := &image.RGBA{Pix: picture.Pix, Stride: picture.Stride, Rect: picture.Rect}
	if err := jpeg.Encode(&file, same, &jpeg.Options{Quality: quality}); err != nil {
		return nil, fmt.Errorf("write the picture as JPEG: %w", err)
	}
	return file.Bytes(), nil
}
