package picture

import (
	"bytes"
	"image"
	"slices"

	"github.com/bep/imagemeta"
)

// orientation returns the EXIF orientation (tag 0x0112), 1 to 8, and 1 if it is missing or damaged.
// The EXIF orientation of a HEIC is ignored: the decoder rotates it, except when it is decoded tile
// by tile.
func orientation(data []byte, h header) int {
	if h.format == AVIF || h.format == HEIC && h.reduced {
		return h.boxes.Orientation()
	}
	formats := map[Format]imagemeta.ImageFormat{
		JPEG: imagemeta.JPEG, PNG: imagemeta.PNG, WebP: imagemeta.WebP, TIFF: imagemeta.TIFF,
	}
	from, ok := formats[h.format]
	if !ok {
		return 1
	}
	turned := 1
	_, err := imagemeta.Decode(imagemeta.Options{
		R:           bytes.NewReader(data),
		ImageFormat: from,
		Sources:     imagemeta.EXIF,
		ShouldHandleTag: func(tag imagemeta.TagInfo) bool {
			return tag.Tag == "Orientation" && tag.Namespace == "IFD0" // IFD1 is the preview's own
		},
		HandleTag: func(tag imagemeta.TagInfo) error {
			if n, ok := tag.Value.(uint16); ok && n >= 1 && n <= 8 {
				turned = int(n)
			}
			return imagemeta.ErrStopWalking
		},
	})
	if err != nil {
		return 1
	}
	return turned
}

// turning splits an EXIF orientation into steps: a picture is transposed first, which swaps its
// sides, and then mirrored.
func turning(orientation int) (onSide, mirrorX, mirrorY bool) {
	return orientation >= 5, slices.Contains([]int{2, 3, 6, 7}, orientation), slices.Contains([]int{3, 4, 7, 8}, orientation)
}

// turn returns the picture in its upright orientation. The numbers are those of EXIF: 2 mirrored, 3
// upside down, 4 both, 5 to 8 on its side (6: the top is at the right, as a phone held upright
// writes).
func turn(from *image.NRGBA, orientation int) *image.NRGBA {
	if orientation < 2 || orientation > 8 {
		return from
	}
	onSide, mirrorX, mirrorY := turning(orientation)
	size := from.Rect.Size()
	if onSide {
		size.X, size.Y = size.Y, size.X
	}
	to := image.NewNRGBA(image.Rectangle{Max: size})
	for y := range from.Rect.Dy() {
		row := from.Pix[y*from.Stride:]
		for x := range from.Rect.Dx() {
			toX, toY := x, y
			if onSide {
				toX, toY = y, x
			}
			if mirrorX {
				toX = size.X - 1 - toX
			}
			if mirrorY {
				toY = size.Y - 1 - toY
			}
			copy(to.Pix[toY*to.Stride+toX*4:][:4], row[x*4:])
		}
	}
	return to
}
