package decoder

import (
	"bytes"
	"errors"
	"image"
	"image/draw"
	"io"

	"github.com/gen2brain/jpegn"

	"parlando/media/picture/heif"
)

// serveJPEG decodes as much of a damaged JPEG as possible.
func serveJPEG(data []byte, out io.Writer) error {
	decoded, err := jpegn.Decode(bytes.NewReader(data))
	if err != nil {
		return err
	}
	size := image.Rect(0, 0, decoded.Bounds().Dx(), decoded.Bounds().Dy())
	pixels := image.NewRGBA(size)
	draw.Draw(pixels, size, decoded, decoded.Bounds().Min, draw.Src)
	return heif.Layout{Width: size.Dx(), Height: size.Dy(), Space: heif.SpacePremultiplied}.Write(out, pixels.Pix)
}

// reduceJPEG decodes as much of a JPEG as possible, at 1/denominator of its size.
func reduceJPEG(data []byte, denominator int) (image.Image, error) {
	decoded, err := jpegn.Decode(bytes.NewReader(data), &jpegn.Options{ScaleDenom: denominator})
	if errors.Is(err, jpegn.ErrUnsupported) {
		return nil, errors.Join(heif.ErrUnsupported, err)
	}
	return decoded, err
}
