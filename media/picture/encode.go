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
	// quality is the JPEG quality at which nobody sees a difference in a photo.
	quality = 88
	// always is a size in bytes below which a PNG is kept whatever a JPEG would take.
	always = 64 << 10
)

// lossless reports whether the file held every pixel exactly, as screenshots and drawings do.
func lossless(data []byte, format Format) bool {
	switch format {
	case PNG, GIF, BMP, TIFF:
		return true
	case WebP:
		return len(data) >= 16 && string(data[12:16]) == "VP8L"
	}
	return false
}

// encode writes the picture as the better of PNG and JPEG. What shines through stays a PNG. What
// was exact stays a PNG while that costs at most twice as much as a JPEG, which holds for
// screenshots and drawings: letters stay sharp. All else is a JPEG. A PNG above limit bytes is made
// smaller; so the picture that was written is returned too.
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

func asPNG(picture *image.NRGBA) ([]byte, error) {
	var file bytes.Buffer
	if err := png.Encode(&file, picture); err != nil {
		return nil, fmt.Errorf("write the picture as PNG: %w", err)
	}
	return file.Bytes(), nil
}

// asJPEG writes an opaque picture. As RGBA it means the same and the encoder is several times as
// quick.
func asJPEG(picture *image.NRGBA) ([]byte, error) {
	var file bytes.Buffer
	same := &image.RGBA{Pix: picture.Pix, Stride: picture.Stride, Rect: picture.Rect}
	if err := jpeg.Encode(&file, same, &jpeg.Options{Quality: quality}); err != nil {
		return nil, fmt.Errorf("write the picture as JPEG: %w", err)
	}
	return file.Bytes(), nil
}
