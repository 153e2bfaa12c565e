package picture

import (
	"bytes"
	"context"
	"image"
	"io"
	"math/bits"

	"golang.org/x/image/ccitt"
	"golang.org/x/image/tiff"
)

// decodeFax decodes a group 3 fax row by row, because golang.org/x/image/ccitt does not expect zero
// bits before the end of a row, which fill a byte or give a slow printer time. A row damaged in
// transmission is replaced by the row above it; then whole is false.
func decodeFax(ctx context.Context, d directory) (fax *image.Gray, whole bool, err error) {
	const twoDimensional, lowestFirst, blackIsZero = 1, 2, 1
	if d.number(tagFaxOptions)&twoDimensional != 0 {
		return nil, false, tiff.UnsupportedError("a fax in two dimensions")
	}
	parts, err := d.parts()
	if err != nil {
		return nil, false, err
	}
	fax = image.NewGray(image.Rect(0, 0, int(d.number(tagWidth)), int(d.number(tagHeight))))
	var rows [][]byte
	for _, part := range parts {
		rows = append(rows, faxRows(part, d.number(tagFillOrder) == lowestFirst, fax.Rect.Dy()-len(rows))...)
	}
	row := make([]byte, (fax.Rect.Dx()+7)/8)
	damaged := fax.Rect.Dy() - len(rows)
	for y, packed := range rows {
		if ctx.Err() != nil {
			return nil, false, ctx.Err()
		}
		options := &ccitt.Options{Invert: d.number(tagColors) == blackIsZero}
		decoded := ccitt.NewReader(bytes.NewReader(packed), ccitt.MSB, ccitt.Group3, fax.Rect.Dx(), 1, options)
		if _, err := io.ReadFull(decoded, row); err != nil {
			damaged++
			copy(fax.Pix[y*fax.Stride:], fax.Pix[max(y-1, 0)*fax.Stride:][:fax.Stride])
			continue
		}
		for x := range fax.Rect.Dx() {
			fax.Pix[y*fax.Stride+x] = -(row[x/8] >> (7 - x%8) & 1)
		}
	}
	if damaged > fax.Rect.Dy()/2 {
		return nil, false, tiff.UnsupportedError("this kind of fax, or half of one")
	}
	return fax, damaged == 0, nil
}

// faxRows splits a fax into at most limit rows, each between two end-of-line codes, highest bit
// first. The end-of-line code is eleven zeros and a one; no other code has as many zeros (ITU-T
// T.4, 4.1).
func faxRows(fax []byte, lowestFirst bool, limit int) (rows [][]byte) {
	const zerosOfEnd = 11
	var row []byte
	free, zeros, hasCodes := 0, 0, false
	put := func(bit byte) {
		if free == 0 {
			row, free = append(row, 0), 8
		}
		free--
		row[len(row)-1] |= bit << free
	}
	for _, b := range fax {
		if len(rows) == limit {
			return rows
		}
		if lowestFirst {
			b = bits.Reverse8(b)
		}
		for i := 7; i >= 0; i-- {
			bit := b >> i & 1
			put(bit)
			switch {
			case bit == 0:
				zeros++
				continue
			case zeros < zerosOfEnd:
				hasCodes = true
			default:
				if hasCodes && len(rows) < limit {
					rows = append(rows, row)
				}
				row, free, hasCodes = []byte{0x00, 0x10}, 4, false
			}
			zeros = 0
		}
	}
	if hasCodes && len(rows) < limit {
		rows = append(rows, row)
	}
	return rows
}
