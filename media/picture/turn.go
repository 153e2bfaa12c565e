package picture

import (
	"bytes"
	"image"
	"slices"
)

// orientation returns the orientation as EXIF numbers it, 1 to 8, and 1 if it is missing or
// damaged. The EXIF orientation of a HEIC or AVIF is ignored, as ISO/IEC 23008-12 wants: its own
// properties turn it, and the decoder of a HEIC has done so unless it is decoded tile by tile.
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
// none. Some programs write the name that a JPEG needs before it into other formats as well.
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
