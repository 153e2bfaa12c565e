package picture

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"

	"golang.org/x/image/tiff"
)

// Values of tags of TIFF 6.0.
const (
	compressedFax2 = 2
	compressedFax3 = 3
	compressedFax4 = 4
	compressedJPEG = 7
	colorsRGB      = 2
	colorsInks     = 5
	colorsYCbCr    = 6
	planarSeparate = 2
)

// decodeTIFF decodes the first page of a TIFF. golang.org/x/image/tiff does not read some variants
// that scanners and programs for printing write; these are converted to a variant that it reads,
// with the same picture and other tags. whole is false if a part may be missing.
func decodeTIFF(r *reader, data []byte) (decoded image.Image, whole bool, err error) {
	d := readDirectory(data)
	switch {
	case d.number(tagCompression) == compressedFax3:
		return decodeFax(r.ctx, d)
	case d.number(tagCompression) == compressedJPEG:
		decoded, err = decodeJPEGParts(r.ctx, d)
	case d.isSeparate():
		decoded, err = decodePlanes(r.ctx, d)
	case d.hasFour():
		decoded, err = decodeFour(r.ctx, d)
	default:
		decoded, err = tiff.Decode(readerAt{r})
	}
	return decoded, true, err
}

// decodeFour decodes a picture with four values per pixel: four inks, or three colors and a fourth
// value.
func decodeFour(ctx context.Context, d directory) (image.Image, error) {
	const unpremultiplied = 2
	colors := d.number(tagColors)
	if colors != colorsInks && (colors != colorsRGB || d.number(tagExtra) != 0) {
		return decodePlain(ctx, d.data)
	}
	decoded, err := decodePlain(ctx, d.with(map[uint16][]uint32{tagColors: {colorsRGB}, tagExtra: {unpremultiplied}}))
	m, ok := decoded.(*image.NRGBA)
	if err != nil || !ok {
		return nil, errors.Join(err, tiff.UnsupportedError("color model"))
	}
	if colors == colorsInks {
		return &image.CMYK{Pix: m.Pix, Stride: m.Stride, Rect: m.Rect}, nil
	}
	// The meaning of the fourth value is undeclared: treat the picture as opaque.
	for i := 3; i < len(m.Pix); i += 4 {
		m.Pix[i] = 0xff
	}
	return m, nil
}

func decodePlain(ctx context.Context, data []byte) (image.Image, error) {
	return tiff.Decode(readerAt{&reader{ctx: ctx, data: bytes.NewReader(data)}})
}

// hasFour reports whether a pixel has four values of 8 bits.
func (d directory) hasFour() bool {
	depths := d.numbers(tagBits)
	return len(depths) == 4 && min(depths[0], depths[1], depths[2], depths[3]) == 8 && max(depths[0], depths[1], depths[2], depths[3]) == 8
}

// isSeparate reports whether each color is stored as a separate picture.
func (d directory) isSeparate() bool {
	return d.number(tagPlanar) == planarSeparate && len(d.numbers(tagBits)) > 1
}

// isConverted reports whether decodeTIFF decodes a picture in more than one step.
func (d directory) isConverted() bool {
	return d.number(tagCompression) == compressedJPEG || d.number(tagCompression) == compressedFax3 || d.isSeparate() || d.hasFour()
}

// configTIFF reads the size of a TIFF. It treats a panic of the decoder as damaged data.
func configTIFF(data []byte) (config image.Config, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the decoder panicked: %v", r)
		}
	}()
	if d := readDirectory(data); d.isConverted() {
		const most = 1 << 24
		if w, h := d.number(tagWidth), d.number(tagHeight); w <= most && h <= most {
			return image.Config{Width: int(w), Height: int(h), ColorModel: color.RGBAModel}, nil
		}
	}
	return tiff.DecodeConfig(bytes.NewReader(data))
}

// leastTIFF returns a lower bound for the size of a complete file with this directory.
func leastTIFF(d directory, pixels int64) int64 {
	switch d.number(tagCompression) {
	case compressedFax2, compressedFax3, compressedFax4:
		return min(pixels/8/1032, int64(d.number(tagHeight))/8) // a blank row takes one bit
	case compressedJPEG:
		return pixels / 64 / 8 // as a JPEG
	}
	const mostPacked = 2048 // LZW compresses by at most 1,370 to 1, deflate by 1,032
	bits := int64(1)
	if depths := d.some(tagBits, 4); len(depths) > 0 {
		bits = 0
		for _, depth := range depths {
			bits += int64(min(depth, 64))
		}
	}
	return pixels * bits / 8 / mostPacked
}

// deep reports whether a decoded picture takes 8 bytes per pixel.
func deep(m color.Model) bool { return m == color.RGBA64Model || m == color.NRGBA64Model }

// decodePlanes decodes a TIFF whose colors are stored one after the other, each as a gray picture.
func decodePlanes(ctx context.Context, d directory) (image.Image, error) {
	depths, kind := d.numbers(tagBits), d.number(tagColors)
	inks := kind == colorsInks && len(depths) == 4
	if !inks && (kind != colorsRGB || len(depths) < 3 || len(depths) > 4) {
		return nil, tiff.UnsupportedError("colors that stand one after the other")
	}
	placesTag, sizesTag := d.partTags()
	places, sizes := d.numbers(placesTag), d.numbers(sizesTag)
	each := len(places) / len(depths)
	size := image.Rect(0, 0, int(d.number(tagWidth)), int(d.number(tagHeight)))
	whole := image.NewNRGBA(size)
	for i := 3; i < len(whole.Pix); i += 4 {
		whole.Pix[i] = 0xff
	}
	for plane, depth := range depths {
		if depth != 8 || each == 0 || len(sizes) < len(places) {
			return nil, tiff.UnsupportedError("colors that stand one after the other")
		}
		const blackIsZero = 1
		from, to := plane*each, (plane+1)*each
		decoded, err := decodePlain(ctx, d.with(map[uint16][]uint32{
			tagBits: {depth}, tagSamples: {1}, tagColors: {blackIsZero}, tagPlanar: {1}, placesTag: places[from:to], sizesTag: sizes[from:to],
		}))
		if err != nil {
			return nil, err
		}
		gray, ok := decoded.(*image.Gray)
		if !ok || gray.Rect != size {
			return nil, tiff.UnsupportedError("colors that stand one after the other")
		}
		if plane == 3 && !inks && d.number(tagExtra) != 2 {
			break // not straight alpha: premultiplied, or something else
		}
		for i, v := range gray.Pix {
			whole.Pix[4*i+plane] = v
		}
	}
	if inks {
		return &image.CMYK{Pix: whole.Pix, Stride: whole.Stride, Rect: whole.Rect}, nil
	}
	return whole, nil
}
