package picture

import (
	"bytes"
	"image"

	"github.com/bep/imagemeta"
)

// orientation reads how the camera was held (EXIF tag 0x0112): 1 to 8, and 1 when there is nothing to go by.
// A picture with damaged metadata is still a picture. A HEIC is turned when it is decoded,
// unless that is done tile by tile, and what its EXIF says means nothing.
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

// turn returns the picture as it was seen by the one who took it. The numbers are those of EXIF:
// 2 mirrored, 3 upside down, 4 both, 5 to 8 on its side (6: the top is at the right, as a phone held upright writes).
func turn(from *image.NRGBA, orientation int) *image.NRGBA {
	if orientation < 2 || orientation > 8 {
		return from
	}
	w, h := from.Rect.Dx(), from.Rect.Dy()
	to := image.NewNRGBA(image.Rect(0, 0, w, h))
	if orientation >= 5 {
		to = image.NewNRGBA(image.Rect(0, 0, h, w))
	}
	for y := range h {
		row := from.Pix[y*from.Stride : y*from.Stride+w*4]
		for x := range w {
			var tx, ty int
			switch orientation {
			case 2:
				tx, ty = w-1-x, y
			case 3:
				tx, ty = w-1-x, h-1-y
			case 4:
				tx, ty = x, h-1-y
			case 5:
				tx, ty = y, x
			case 6:
				tx, ty = h-1-y, x
			case 7:
				tx, ty = h-1-y, w-1-x
			case 8:
				tx, ty = y, w-1-x
			}
			copy(to.Pix[ty*to.Stride+tx*4:][:4], row[x*4:])
		}
	}
	return to
}
