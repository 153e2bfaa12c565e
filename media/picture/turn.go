package picture

import (
	"bytes"
	"image"
	"slices"
)

// orientation returns the EXIF orientation, 1 to 8; 1 if it is missing or damaged. For a HEIC or
// AVIF, EXIF is ignored, as ISO/IEC 23008-12 requires: the file's own properties rotate the
// picture, and the decoder of a HEIC has already applied them unless it decodes tile by tile.
func orientation(data []byte, h header) int {
	if h.format == AVIF || h.format == HEIC && h.reduced {
		return h.boxes.Orientation()
	}
	if o := readDirectory(exifOf(data, h.format)).number(tagOrientation); o >= 1 && o <= 8 {
		return int(o)
	}
	return 1
}

// exifOf returns the first EXIF block of a picture, which is a TIFF without pixels; nil if there is
// none. JPEG requires a name before the block, which some programs also write into other formats.
func exifOf(data []byte, format Format) (exif []byte) {
	const name = "Exif\x00\x00"
	switch format {
	case TIFF:
		return data
	case JPEG:
		for marker, body := range segmentsOfJPEG(data) {
			if marker == app1 && bytes.HasPrefix(body, []byte(name)) {
				exif = body
				break
			}
		}
	case PNG:
		for chunk, body := range chunksOfPNG(data) {
			if chunk == "eXIf" {
				exif = body
				break
			}
		}
	case WebP:
		exif = chunkOfWebP(data, "EXIF")
	}
	return bytes.TrimPrefix(exif, []byte(name))
}

// turning splits an EXIF orientation into steps: onSide first swaps the picture's axes
// (transposition), then mirrorX and mirrorY mirror it.
func turning(orientation int) (onSide, mirrorX, mirrorY bool) {
	return orientation >= 5, slices.Contains([]int{2, 3, 6, 7}, orientation), slices.Contains([]int{3, 4, 7, 8}, orientation)
}

// turn returns the picture in its upright orientation. EXIF orientations are 1 upright, 2 mirrored,
// 3 upside down, 4 both, and 5 to 8 on its side (6: the top is at the right, as phones held upright
// write).
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
