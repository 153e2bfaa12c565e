package picture

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"io"

	"parlando/media/picture/heif"
)

// Reduce decodes a picture of up to MaxPixels, reduced to at most edge pixels wide and high. The
// result is neither rotated nor color-converted. It is called by the helper program that package
// heif starts, and takes about 340 MB at most. size is the length of in, in bytes. whole is false
// if the file is damaged and a part may be missing.
func Reduce(ctx context.Context, format Format, in io.Reader, size, edge int, with Decoders) (small *image.NRGBA, whole bool, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the decoder panicked: %v", r)
		}
	}()
	data := make([]byte, size)
	if _, err := io.ReadFull(in, data); err != nil {
		return nil, false, err
	}
	var decoded image.Image
	r := &reader{ctx: ctx, data: bytes.NewReader(data)}
	switch format {
	case JPEG:
		return reduceJPEG(ctx, data, edge, with.JPEG)
	case HEIC, AVIF:
		small, err = reduceTiles(ctx, data, edge, with.Tiles)
		return small, true, err
	case PNG:
		decoded, err = decodePNG(r, data)
	case WebP:
		decoded, err = decodeStillWebP(ctx, data)
	case TIFF:
		// Only faxes may be incomplete, and faxes are not reduced.
		decoded, _, err = decodeTIFF(r, data)
	default:
		err = errors.ErrUnsupported
	}
	if err != nil {
		return nil, false, err
	}
	small, err = within(ctx, decoded, edge)
	return small, true, err
}

// Decoders are decoders provided by the helper program.
type Decoders struct {
	// Tiles decodes HEIC and AVIF.
	Tiles TileDecoder
	// JPEG decodes as much of a JPEG as possible, at 1/denominator of its size: 1, 4 or 8.
	JPEG func(data []byte, denominator int) (image.Image, error)
}

// TileDecoder decodes a row of tiles, each a separate file, and passes them to draw in any order
// and possibly concurrently.
type TileDecoder func(files [][]byte, draw func(i int, tile image.Image)) error

// reduceTiles decodes a HEIC or an AVIF tile by tile.
func reduceTiles(ctx context.Context, data []byte, edge int, decode TileDecoder) (*image.NRGBA, error) {
	grid, err := heif.ReadGrid(data)
	if err != nil {
		return nil, err
	}
	w, h := fit(grid.Width, grid.Height, edge)
	reducer := newShrinker(grid.Width, grid.Height, w, h)
	band := image.NewRGBA(image.Rect(0, 0, grid.Width, grid.TileHeight))
	for row := range grid.Rows {
		files := make([][]byte, grid.Columns)
		for column := range files {
			files[column] = grid.Tile(row*grid.Columns + column)
		}
		err := decode(files, func(column int, tile image.Image) {
			at := image.Rect(0, 0, grid.TileWidth, grid.TileHeight).Add(image.Pt(column*grid.TileWidth, 0))
			draw.Draw(band, at, tile, tile.Bounds().Min, draw.Src)
		})
		if err != nil {
			return nil, err
		}
		// The last row of tiles may extend past the picture.
		if err := reducer.add(ctx, band); err != nil {
			return nil, err
		}
	}
	return reducer.to, nil
}
