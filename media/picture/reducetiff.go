package picture

import (
	"bytes"
	"context"
	"image"
	"slices"
)

// maxBand is the most pixels of a TIFF that are decoded at a time.
const maxBand = 12_000_000

// canReduceTIFF reports whether reduceTIFF could decode a page.
func canReduceTIFF(data []byte) bool {
	p, err := readDirectory(data).pieces()
	return err == nil && p.width*p.down <= maxBand
}

// reduceTIFF decodes the first page of a TIFF some strips, or rows of tiles, at a time: each band
// becomes a TIFF of its own.
func reduceTIFF(ctx context.Context, data []byte, edge int) (*image.NRGBA, error) {
	d := readDirectory(data)
	p, err := d.pieces()
	if err != nil {
		return nil, err
	}
	if !canReduceTIFF(data) || p.width > maxSide || p.height > maxSide {
		return nil, errPieces
	}
	reducer := newReducer(int(p.width), int(p.height), edge)
	each := max(maxBand/(p.width*p.down), 1)
	for first := int64(0); first < p.rows(); first += each {
		band := d.band(p, first, min(each, p.rows()-first))
		decoded, err := decodeTIFF(&reader{ctx: ctx, data: bytes.NewReader(band)}, band)
		if err != nil {
			return nil, err
		}
		if err := reducer.add(ctx, decoded); err != nil {
			return nil, err
		}
	}
	return reducer.to, nil
}

// bandTags are those that tell how a band of a page is decoded, besides where its pieces are.
var bandTags = []uint16{
	tagWidth, tagBits, tagCompression, tagPhotometric, 266 /* order of bits */, 277 /* samples */, tagPlanar, 292, 293, /* fax */
	317 /* predictor */, 320 /* palette */, tagTileWidth, tagTileHeight, tagExtraSamples, 339 /* format of samples */, tagJPEGTables,
}

// band returns a TIFF of some rows of pieces.
func (d directory) band(p tiffPieces, first, rows int64) []byte {
	const short, long = 3, 4
	type entry struct {
		tag, kind uint16
		count     uint32
		value     []byte
	}
	var entries []entry
	for _, tag := range bandTags {
		if value := d.bytes(tag); value != nil {
			e := d.entries[tag]
			entries = append(entries, entry{tag, d.order.Uint16(e[2:]), d.order.Uint32(e[4:]), value})
		}
	}
	add := func(tag uint16, numbers ...int64) {
		value := make([]byte, 4*len(numbers))
		for i, n := range numbers {
			d.order.PutUint32(value[4*i:], uint32(n))
		}
		entries = append(entries, entry{tag, long, uint32(len(numbers)), value})
	}
	file := bytes.Clone(d.data[:8])
	var offsets, sizes []int64
	for i := first * p.perRow; i < (first+rows)*p.perRow; i++ {
		offsets, sizes = append(offsets, int64(len(file))), append(sizes, p.sizes[i])
		file = append(file, d.data[p.offsets[i]:p.offsets[i]+p.sizes[i]]...)
	}
	add(tagHeight, min(rows*p.down, p.height-first*p.down))
	if p.tiled {
		add(tagTileOffsets, offsets...)
		add(tagTileBytes, sizes...)
	} else {
		add(tagStripOffsets, offsets...)
		add(tagRowsPerStrip, p.down)
		add(tagStripBytes, sizes...)
	}
	slices.SortFunc(entries, func(a, b entry) int { return int(a.tag) - int(b.tag) })
	directory := make([]byte, 2+12*len(entries)+4)
	d.order.PutUint16(directory, uint16(len(entries)))
	for i, e := range entries {
		to := directory[2+12*i:]
		d.order.PutUint16(to, e.tag)
		d.order.PutUint16(to[2:], e.kind)
		d.order.PutUint32(to[4:], e.count)
		if len(e.value) <= 4 {
			copy(to[8:12], e.value)
			continue
		}
		file = append(file, make([]byte, len(file)%2)...)
		d.order.PutUint32(to[8:], uint32(len(file)))
		file = append(file, e.value...)
	}
	file = append(file, make([]byte, len(file)%2)...)
	d.order.PutUint32(file[4:], uint32(len(file)))
	return append(file, directory...)
}
