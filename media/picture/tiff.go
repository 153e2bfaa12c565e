package picture

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"slices"

	"golang.org/x/image/tiff"
)

// The tags of TIFF 6.0 that are read here, and what stands in them.
const (
	tagWidth        = 256
	tagHeight       = 257
	tagBits         = 258
	tagCompression  = 259
	tagPhotometric  = 262
	tagStripOffsets = 273
	tagRowsPerStrip = 278
	tagStripBytes   = 279
	tagTileWidth    = 322
	tagTileHeight   = 323
	tagTileOffsets  = 324
	tagTileBytes    = 325
	tagPlanar       = 284
	tagExtraSamples = 338
	tagJPEGTables   = 347

	compressionFax  = 3
	compressionJPEG = 7
	planarSeparate  = 2
	photometricRGB  = 2
	photometricCMYK = 5
	// notPremultiplied is the kind of extra sample that x/image/tiff passes on as it stands.
	notPremultiplied = 2
)

// decodeTIFF decodes the first page of a TIFF. What x/image/tiff does not know are the inks of
// printers and JPEG inside.
func decodeTIFF(r *reader, data []byte) (image.Image, error) {
	d := readDirectory(data)
	switch {
	case d.number(tagCompression) == compressionJPEG:
		return d.decodeJPEGs(r)
	case d.number(tagPhotometric) == photometricCMYK:
		decoded, err := tiff.Decode(bytes.NewReader(d.asRGBA()))
		if err != nil {
			return nil, err
		}
		inks, ok := decoded.(*image.NRGBA)
		if !ok {
			return nil, tiff.UnsupportedError("these inks")
		}
		return &image.CMYK{Pix: inks.Pix, Stride: inks.Stride, Rect: inks.Rect}, nil
	case d.number(tagPlanar) == planarSeparate && len(d.numbers(tagBits)) > 1:
		// x/image/tiff takes the first for all of them
		return nil, tiff.UnsupportedError("colors that stand one after the other")
	}
	decoded, err := tiff.Decode(readerAt{r})
	if err != nil && d.number(tagCompression) == compressionFax {
		return nil, tiff.UnsupportedError("this kind of fax: " + err.Error())
	}
	return decoded, err
}

// configTIFF reads the size of a TIFF. A reader that panics has met damaged data.
func configTIFF(data []byte) (config image.Config, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the reader gave up: %v", r)
		}
	}()
	if d := readDirectory(data); d.number(tagCompression) == compressionJPEG || d.number(tagPhotometric) == photometricCMYK {
		return image.Config{ColorModel: color.CMYKModel, Width: int(d.number(tagWidth)), Height: int(d.number(tagHeight))}, nil
	}
	return tiff.DecodeConfig(bytes.NewReader(data))
}

// deep reports whether a picture takes 8 bytes for each pixel.
func deep(m color.Model) bool { return m == color.RGBA64Model || m == color.NRGBA64Model }

// directory is the first page of a TIFF: its entries by tag (TIFF 6.0, section 2).
type directory struct {
	data    []byte
	order   binary.ByteOrder
	entries map[uint16][]byte // each of 12 bytes
}

func readDirectory(data []byte) directory {
	d := directory{data: data, order: binary.LittleEndian, entries: map[uint16][]byte{}}
	if len(data) < 8 {
		return d
	}
	if data[0] == 'M' {
		d.order = binary.BigEndian
	}
	at := int64(d.order.Uint32(data[4:]))
	if at+2 > int64(len(data)) {
		return d
	}
	for i := range int64(d.order.Uint16(data[at:])) {
		if entry := at + 2 + 12*i; entry+12 <= int64(len(data)) {
			d.entries[d.order.Uint16(data[entry:])] = data[entry : entry+12]
		}
	}
	return d
}

// next is where the directory of the next page lies; 0 when there is none.
func (d directory) next(at int64) int64 {
	next := at + 2 + 12*int64(d.order.Uint16(d.data[at:]))
	if next+4 > int64(len(d.data)) {
		return 0
	}
	return int64(d.order.Uint32(d.data[next:]))
}

// bytes returns the value of a tag as it stands in the file; nil when it is missing or lies
// outside.
func (d directory) bytes(tag uint16) []byte {
	entry, ok := d.entries[tag]
	if !ok {
		return nil
	}
	each, ok := map[uint16]uint64{1: 1, 2: 1, 3: 2, 4: 4, 7: 1}[d.order.Uint16(entry[2:])]
	size := each * uint64(d.order.Uint32(entry[4:]))
	if !ok {
		return nil
	}
	if size <= 4 {
		return entry[8 : 8+size]
	}
	at := uint64(d.order.Uint32(entry[8:]))
	if at+size > uint64(len(d.data)) {
		return nil
	}
	return d.data[at : at+size]
}

// numbers returns the value of a tag of short or long numbers.
func (d directory) numbers(tag uint16) (list []int64) {
	value := d.bytes(tag)
	if value == nil {
		return nil
	}
	const short = 3
	if d.order.Uint16(d.entries[tag][2:]) == short {
		for ; len(value) >= 2; value = value[2:] {
			list = append(list, int64(d.order.Uint16(value)))
		}
		return list
	}
	for ; len(value) >= 4; value = value[4:] {
		list = append(list, int64(d.order.Uint32(value)))
	}
	return list
}

// number returns the first number of a tag; 0 when it is missing.
func (d directory) number(tag uint16) int64 {
	if list := d.numbers(tag); len(list) > 0 {
		return list[0]
	}
	return 0
}

// asRGBA returns a file of four inks as one that calls them red, green, blue and alpha, in a
// directory at its end.
func (d directory) asRGBA() []byte {
	entry := func(tag, value uint16) []byte {
		const short = 3
		b := make([]byte, 12)
		d.order.PutUint16(b, tag)
		d.order.PutUint16(b[2:], short)
		d.order.PutUint32(b[4:], 1)
		d.order.PutUint16(b[8:], value)
		return b
	}
	entries := map[uint16][]byte{tagPhotometric: entry(tagPhotometric, photometricRGB), tagExtraSamples: entry(tagExtraSamples, notPremultiplied)}
	tags := []uint16{tagPhotometric, tagExtraSamples}
	for tag, e := range d.entries {
		if entries[tag] == nil {
			entries[tag] = e
			tags = append(tags, tag)
		}
	}
	slices.Sort(tags)
	file := append(bytes.Clone(d.data), make([]byte, len(d.data)%2)...)
	d.order.PutUint32(file[4:], uint32(len(file)))
	file = append(file, make([]byte, 2)...)
	d.order.PutUint16(file[len(file)-2:], uint16(len(tags)))
	for _, tag := range tags {
		file = append(file, entries[tag]...)
	}
	return append(file, 0, 0, 0, 0)
}

// errPieces: the pieces of a TIFF do not make a whole.
var errPieces = errors.New("the pieces do not make a picture")

// tiffPieces are the strips or tiles of a page, row by row from the left.
type tiffPieces struct {
	width, height, across, down, perRow int64
	offsets, sizes                      []int64
	tiled                               bool
}

// pieces finds the strips or tiles. None of them reaches over the end of the file.
func (d directory) pieces() (tiffPieces, error) {
	p := tiffPieces{width: d.number(tagWidth), height: d.number(tagHeight), tiled: d.entries[tagTileOffsets] != nil}
	p.across, p.down = p.width, d.number(tagRowsPerStrip)
	p.offsets, p.sizes = d.numbers(tagStripOffsets), d.numbers(tagStripBytes)
	if p.tiled {
		p.across, p.down = d.number(tagTileWidth), d.number(tagTileHeight)
		p.offsets, p.sizes = d.numbers(tagTileOffsets), d.numbers(tagTileBytes)
	}
	if p.down == 0 || !p.tiled && p.down > p.height {
		p.down = p.height // one strip
	}
	if p.across < 1 || p.down < 1 || len(p.offsets) != len(p.sizes) {
		return p, errPieces
	}
	p.perRow = (p.width + p.across - 1) / p.across
	if int64(len(p.offsets)) < p.perRow*p.rows() {
		return p, errPieces
	}
	for i, at := range p.offsets {
		if p.sizes[i] < 0 || at < 0 || at+p.sizes[i] > int64(len(d.data)) {
			return p, errPieces
		}
	}
	return p, nil
}

// rows counts the rows of pieces.
func (p tiffPieces) rows() int64 { return (p.height + p.down - 1) / p.down }

// decodeJPEGs decodes a page whose strips or tiles are JPEGs (TIFF technical note 2).
func (d directory) decodeJPEGs(r *reader) (image.Image, error) {
	p, err := d.pieces()
	if err != nil {
		return nil, err
	}
	whole := image.NewRGBA(image.Rect(0, 0, int(p.width), int(p.height)))
	for i, at := range p.offsets {
		if err := r.ctx.Err(); err != nil {
			return nil, err
		}
		if p.sizes[i] < 2 {
			return nil, errPieces
		}
		piece := d.asJPEG(d.data[at : at+p.sizes[i]])
		config, err := jpeg.DecodeConfig(bytes.NewReader(piece))
		if err != nil {
			return nil, err
		}
		if int64(config.Width) > p.across || int64(config.Height) > p.down {
			return nil, errPieces
		}
		part, err := jpeg.Decode(bytes.NewReader(piece))
		if err != nil {
			return nil, err
		}
		x, y := int64(i)%p.perRow*p.across, int64(i)/p.perRow*p.down
		draw.Draw(whole, part.Bounds().Add(image.Pt(int(x), int(y))), part, part.Bounds().Min, draw.Src)
	}
	return whole, nil
}

// asJPEG returns a strip or a tile with the tables that all of them share, and says if its colors
// are RGB.
func (d directory) asJPEG(piece []byte) []byte {
	file := bytes.Clone(piece[:2])
	if d.number(tagPhotometric) == photometricRGB {
		file = append(file, "\xff\xee\x00\x0eAdobe\x00\x64\x00\x00\x00\x00\x00"...)
	}
	if tables := d.bytes(tagJPEGTables); len(tables) > 4 {
		file = append(file, tables[2:len(tables)-2]...) // without its beginning and end
	}
	return append(file, piece[2:]...)
}

// pages counts the pictures of a TIFF, up to 2.
func pages(data []byte) int {
	d := readDirectory(data)
	if len(d.entries) == 0 {
		return 0
	}
	if d.next(int64(d.order.Uint32(data[4:]))) >= 8 {
		return 2
	}
	return 1
}
