package picture

import (
	"bytes"
	"context"
	"image"
	"image/draw"
	"image/jpeg"
	"slices"

	"golang.org/x/image/tiff"
)

// decodeJPEGParts decodes a TIFF whose strips or tiles are JPEGs, as scanners write them (TIFF
// Technical Note 2).
func decodeJPEGParts(ctx context.Context, d directory) (image.Image, error) {
	if d.isSeparate() {
		return nil, tiff.UnsupportedError("JPEGs for each color")
	}
	whole := image.NewRGBA(image.Rect(0, 0, int(d.number(tagWidth)), int(d.number(tagHeight))))
	part := image.Rect(0, 0, whole.Rect.Dx(), whole.Rect.Dy())
	if rows := d.number(tagRows); rows > 0 && rows < uint32(part.Max.Y) {
		part.Max.Y = int(rows)
	}
	if d.entries[tagTiles] != nil {
		part.Max = image.Pt(int(d.number(tagTileWidth)), int(d.number(tagTileHeight)))
	}
	const leastTile = 8
	if part.Empty() || part.Max.X > maxSide || part.Max.Y > maxSide || d.entries[tagTiles] != nil && min(part.Max.X, part.Max.Y) < leastTile {
		return nil, tiff.FormatError("parts of an impossible size")
	}
	parts, err := d.parts()
	if err != nil {
		return nil, err
	}
	across := (whole.Rect.Dx() + part.Max.X - 1) / part.Max.X
	down := (whole.Rect.Dy() + part.Max.Y - 1) / part.Max.Y
	if len(parts) < across*down {
		return nil, tiff.FormatError("parts are missing")
	}
	for i := range across * down {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		file := withTables(parts[i], d.bytes(tagTables), d.number(tagColors) != colorsYCbCr)
		config, err := jpeg.DecodeConfig(bytes.NewReader(file))
		if err != nil {
			return nil, err
		}
		at := part.Add(image.Pt(i%across*part.Max.X, i/across*part.Max.Y))
		const padding = 15 // JPEG pads to whole blocks
		if seen := at.Intersect(whole.Rect); config.Width < seen.Dx() || config.Height < seen.Dy() ||
			config.Width > part.Max.X+padding || config.Height > part.Max.Y+padding {
			return nil, tiff.FormatError("a part has another size than the rest")
		}
		decoded, err := jpeg.Decode(bytes.NewReader(file))
		if err != nil {
			return nil, err
		}
		if m, ok := decoded.(*image.CMYK); ok {
			for i, v := range m.Pix { // with Adobe's marker the inks are also inverted
				m.Pix[i] = 0xff - v
			}
		}
		draw.Draw(whole, at, decoded, decoded.Bounds().Min, draw.Src)
	}
	return whole, nil
}

// withTables returns the JPEG of a part with the tables that all parts share. marked adds Adobe's
// marker, which declares that the colors are not YCbCr.
func withTables(part, tables []byte, marked bool) []byte {
	const start = "\xff\xd8"
	const noYCbCr = "\xff\xee\x00\x0eAdobe\x00\x64\x00\x00\x00\x00\x00"
	tables = bytes.TrimSuffix(bytes.TrimPrefix(tables, []byte(start)), []byte(endOfJPEG))
	mark := ""
	if marked {
		mark = noYCbCr
	}
	return slices.Concat([]byte(start+mark), tables, bytes.TrimPrefix(part, []byte(start)))
}
