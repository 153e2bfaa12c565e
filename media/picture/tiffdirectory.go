package picture

import (
	"encoding/binary"
	"maps"
	"math"
	"slices"

	"golang.org/x/image/tiff"
)

// The TIFF 6.0 tags that are read.
const (
	tagKind        = 254
	tagWidth       = 256
	tagHeight      = 257
	tagBits        = 258
	tagCompression = 259
	tagColors      = 262
	tagFillOrder   = 266
	tagStrips      = 273
	tagOrientation = 274
	tagSamples     = 277
	tagRows        = 278
	tagStripSizes  = 279
	tagPlanar      = 284
	tagFaxOptions  = 292
	tagTileWidth   = 322
	tagTileHeight  = 323
	tagTiles       = 324
	tagTileSizes   = 325
	tagExtra       = 338
	tagTables      = 347
	tagICC         = 34675
)

// directory is the first image file directory of a TIFF: its entries by tag (TIFF 6.0, section 2).
type directory struct {
	data    []byte
	order   byteOrder
	entries map[uint16][]byte // each of 12 bytes
	// pages is the number of pages, up to maxPages; 0 if there is none.
	pages int
}

type byteOrder interface {
	binary.ByteOrder
	binary.AppendByteOrder
}

// maxPages is the largest number of pages that is counted.
const maxPages = 9999

func readDirectory(data []byte) directory {
	d := directory{data: data, order: binary.LittleEndian, entries: map[uint16][]byte{}}
	if DetectFormat(data) != TIFF || len(data) < 8 {
		return d
	}
	if data[0] == 'M' {
		d.order = binary.BigEndian
	}
	first := d.order.Uint32(data[4:])
	d.entries = d.entriesAt(first)
	seen := map[uint32]bool{} // damaged directories may form a loop
	for at := first; len(d.entries) > 0 && at >= 8 && !seen[at] && d.pages < maxPages; {
		seen[at] = true
		var isPage bool
		if isPage, at = d.pageAt(at); isPage || d.pages == 0 {
			d.pages++
		}
	}
	return d
}

// entriesAt returns the entries of the directory at an offset.
func (d directory) entriesAt(offset uint32) map[uint16][]byte {
	entries := map[uint16][]byte{}
	at := int64(offset)
	if at+2 > int64(len(d.data)) {
		return entries
	}
	for i := range int64(d.order.Uint16(d.data[at:])) {
		if entry := at + 2 + 12*i; entry+12 <= int64(len(d.data)) {
			entries[d.order.Uint16(d.data[entry:])] = d.data[entry : entry+12]
		}
	}
	return entries
}

// pageAt reports whether the directory at an offset is a page, not a reduced copy of a page, and
// returns the offset of the next directory; 0 if there is none.
func (d directory) pageAt(offset uint32) (isPage bool, next uint32) {
	at, size := int64(offset), int64(len(d.data))
	if at+2 > size {
		return false, 0
	}
	count := int64(d.order.Uint16(d.data[at:]))
	end := at + 2 + 12*count
	if count == 0 || end > size {
		return false, 0
	}
	const smallerCopy = 1
	// Entries are sorted, and this tag is the lowest.
	lowest := d.data[at+2 : at+14]
	isCopy := d.order.Uint16(lowest) == tagKind && d.order.Uint32(lowest[8:])&smallerCopy != 0
	if end+4 <= size {
		next = d.order.Uint32(d.data[end:])
	}
	return !isCopy, next
}

// count returns the number of values of a tag; 0 if it is missing.
func (d directory) count(tag uint16) uint32 {
	if e := d.entries[tag]; e != nil {
		return d.order.Uint32(e[4:])
	}
	return 0
}

// number returns the first value of a tag; 0 if it is missing or no number.
func (d directory) number(tag uint16) uint32 {
	if all := d.some(tag, 1); len(all) > 0 {
		return all[0]
	}
	return 0
}

// numbers returns the values of a tag; nil if it is missing, not numeric, or out of bounds.
func (d directory) numbers(tag uint16) (all []uint32) { return d.some(tag, math.MaxInt) }

// some returns the first values of a tag, at most limit.
func (d directory) some(tag uint16, limit int) (all []uint32) {
	entry := d.entries[tag]
	if entry == nil {
		return nil
	}
	const short, long = 3, 4
	size := map[uint16]uint64{short: 2, long: 4}[d.order.Uint16(entry[2:])]
	values := d.valuesIn(entry, size)
	for at := 0; size > 0 && at < len(values) && len(all) < limit; at += int(size) {
		if size == 2 {
			all = append(all, uint32(d.order.Uint16(values[at:])))
		} else {
			all = append(all, d.order.Uint32(values[at:]))
		}
	}
	return all
}

// valuesIn returns the values of an entry, of size bytes each, which are stored in the entry itself
// if they fit; nil if they are out of bounds.
func (d directory) valuesIn(entry []byte, size uint64) []byte {
	length := uint64(d.order.Uint32(entry[4:])) * size
	if length <= 4 {
		return entry[8 : 8+length]
	}
	at := uint64(d.order.Uint32(entry[8:]))
	if at+length > uint64(len(d.data)) {
		return nil
	}
	return d.data[at : at+length]
}

// bytes returns the bytes of a tag; nil if it is missing or out of bounds.
func (d directory) bytes(tag uint16) []byte {
	if e := d.entries[tag]; e != nil {
		return d.valuesIn(e, 1)
	}
	return nil
}

// partTags returns the tags with the offsets and the sizes of the strips or tiles.
func (d directory) partTags() (places, sizes uint16) {
	if d.entries[tagTiles] != nil {
		return tagTiles, tagTileSizes
	}
	return tagStrips, tagStripSizes
}

// parts returns the strips or tiles. Their total size is at most the size of the file.
func (d directory) parts() (parts [][]byte, err error) {
	placesTag, sizesTag := d.partTags()
	places, sizes := d.numbers(placesTag), d.numbers(sizesTag)
	total := uint64(0)
	for i := range min(len(places), len(sizes)) {
		from, size := uint64(places[i]), uint64(sizes[i])
		if total += size; from+size > uint64(len(d.data)) || total > uint64(len(d.data)) {
			return nil, tiff.FormatError("a part is out of bounds")
		}
		parts = append(parts, d.data[from:from+size])
	}
	return parts, nil
}

// with returns a copy of the TIFF in which some tags have other numbers.
func (d directory) with(changed map[uint16][]uint32) []byte {
	file := slices.Clone(d.data)
	entries := maps.Clone(d.entries)
	for tag, values := range changed {
		const long = 4
		entry := d.order.AppendUint16(nil, tag)
		entry = d.order.AppendUint16(entry, long)
		entry = d.order.AppendUint32(entry, uint32(len(values)))
		if len(values) == 1 {
			entry = d.order.AppendUint32(entry, values[0])
		} else {
			entry = d.order.AppendUint32(entry, uint32(len(file)))
			for _, v := range values {
				file = d.order.AppendUint32(file, v)
			}
		}
		entries[tag] = entry
	}
	d.order.PutUint32(file[4:], uint32(len(file)))
	file = d.order.AppendUint16(file, uint16(len(entries)))
	for _, tag := range slices.Sorted(maps.Keys(entries)) {
		file = append(file, entries[tag]...)
	}
	return d.order.AppendUint32(file, 0)
}
