package picture

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image"
	"image/color"

	"golang.org/x/image/tiff"
)

// The TIFF 6.0 tags that are read.
const (
	tagBits        = 258
	tagCompression = 259
	tagStrips      = 273
	tagOrientation = 274
	tagPlanar      = 284
	tagTiles       = 324
	tagICC         = 34675
)

// decodeTIFF decodes the first page of a TIFF.
func decodeTIFF(r *reader, data []byte) (image.Image, error) {
	const fax, separate = 3, 2
	d := readDirectory(data)
	if d.number(tagPlanar) == separate && d.count(tagBits) > 1 {
		// x/image/tiff takes the first for all of them
		return nil, tiff.UnsupportedError("colors that stand one after the other")
	}
	decoded, err := tiff.Decode(readerAt{r})
	if err != nil && d.number(tagCompression) == fax {
		return nil, tiff.UnsupportedError("this kind of fax: " + err.Error())
	}
	return decoded, err
}

// configTIFF reads the size of a TIFF. It treats a panic of the decoder as damaged data.
func configTIFF(data []byte) (config image.Config, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the reader gave up: %v", r)
		}
	}()
	return tiff.DecodeConfig(bytes.NewReader(data))
}

// deep reports whether a decoded picture takes 8 bytes per pixel.
func deep(m color.Model) bool { return m == color.RGBA64Model || m == color.NRGBA64Model }

// directory is the first image file directory of a TIFF: its entries by tag (TIFF 6.0, section 2).
type directory struct {
	data    []byte
	order   binary.ByteOrder
	entries map[uint16][]byte // each of 12 bytes
	// pages is 1, or 2 if there are more, or 0 if there is none.
	pages int
}

func readDirectory(data []byte) directory {
	d := directory{data: data, order: binary.LittleEndian, entries: map[uint16][]byte{}}
	if DetectFormat(data) != TIFF || len(data) < 8 {
		return d
	}
	if data[0] == 'M' {
		d.order = binary.BigEndian
	}
	at := int64(d.order.Uint32(data[4:]))
	if at+2 > int64(len(data)) {
		return d
	}
	count := int64(d.order.Uint16(data[at:]))
	for i := range count {
		if entry := at + 2 + 12*i; entry+12 <= int64(len(data)) {
			d.entries[d.order.Uint16(data[entry:])] = data[entry : entry+12]
			d.pages = 1
		}
	}
	if next := at + 2 + 12*count; next+4 <= int64(len(data)) && d.order.Uint32(data[next:]) >= 8 {
		d.pages *= 2
	}
	return d
}

// count returns the number of values of a tag; 0 if it is missing.
func (d directory) count(tag uint16) uint32 {
	if e := d.entries[tag]; e != nil {
		return d.order.Uint32(e[4:])
	}
	return 0
}

// number returns the 16-bit value of a tag; 0 if it is missing.
func (d directory) number(tag uint16) uint16 {
	if e := d.entries[tag]; e != nil {
		return d.order.Uint16(e[8:])
	}
	return 0
}

// icc returns the ICC profile; nil if it is missing or out of bounds.
func (d directory) icc() []byte {
	size := uint64(d.count(tagICC))
	if size <= 4 {
		return nil
	}
	at := uint64(d.order.Uint32(d.entries[tagICC][8:]))
	if at+size > uint64(len(d.data)) {
		return nil
	}
	return d.data[at : at+size]
}
