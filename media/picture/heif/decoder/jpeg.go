package decoder

import (
	"bytes"
	"image"
	"image/draw"
	"io"

	"github.com/gen2brain/jpegn"

	"parley/media/picture/heif"
)

// serveJPEG decodes as much of a damaged JPEG as can be read. What is missing is gray.
func serveJPEG(data []byte, out io.Writer) error {
	decoded, err := jpegn.Decode(bytes.NewReader(data))
	if err != nil {
		return err
	}
	size := image.Rect(0, 0, decoded.Bounds().Dx(), decoded.Bounds().Dy())
	pixels := image.NewRGBA(size)
	draw.Draw(pixels, size, decoded, decoded.Bounds().Min, draw.Src)
	return heif.Layout{Width: size.Dx(), Height: size.Dy(), Space: heif.SpaceTight}.Write(out, pixels.Pix)
}
