package heif

import (
	"iter"
	"slices"

	"parlando/media/container"
)

// file holds the items of a file (ISO 14496-12, 8.11).
type file struct {
	data, meta []byte
	kinds      map[uint32]string
	extents    map[uint32][]extent
	known      []container.Box // properties, which items reference by number
}

// extent is the location of a part of an item.
type extent struct {
	// inMeta means that the offset is relative to the idat box instead of the file.
	inMeta     bool
	from, size uint64
}

// maxItems bounds the number of items, and of extents, that are read.
const maxItems = 1 << 16

func readFile(data []byte) file {
	f := file{data: data, kinds: map[uint32]string{}, extents: map[uint32][]extent{}}
	if f.meta = container.FindBox(data, "meta"); len(f.meta) < 4 {
		return f
	}
	f.meta = f.meta[4:] // version and flags
	f.readKinds(container.FindBox(f.meta, "iinf"))
	f.readPlaces(container.FindBox(f.meta, "iloc"))
	f.known = slices.Collect(container.Boxes(container.FindBox(f.meta, "iprp", "ipco")))
	return f
}

// primary returns the primary item (8.11.4).
func (f *file) primary() (id uint32, ok bool) {
	r := container.FieldReader{Rest: container.FindBox(f.meta, "pitm")}
	size := idSize(r.Number(1) > 0)
	r.Bytes(3)
	id = uint32(r.Number(size))
	return id, !r.PastEnd
}

// idSize returns the size of an item id in bytes.
func idSize(wide bool) int {
	if wide {
		return 4
	}
	return 2
}

// readKinds reads the type of each item (8.11.6).
func (f *file) readKinds(iinf []byte) {
	head := 6
	if len(iinf) > 0 && iinf[0] > 0 {
		head = 8
	}
	if len(iinf) < head {
		return
	}
	for b := range container.Boxes(iinf[head:]) {
		r := container.FieldReader{Rest: b.Body}
		version := r.Number(1)
		r.Bytes(3)
		idSize := map[uint64]int{2: 2, 3: 4}[version]
		id := r.Number(idSize)
		r.Bytes(2) // protection index
		kind := r.Bytes(4)
		if b.Kind == "infe" && idSize > 0 && !r.PastEnd {
			f.kinds[uint32(id)] = string(kind)
		}
	}
}

// readPlaces reads the location of each item (8.11.3).
func (f *file) readPlaces(iloc []byte) {
	r := container.FieldReader{Rest: iloc}
	version := r.Number(1)
	r.Number(3)
	sizes := r.Number(2)
	offsetSize, lengthSize, baseSize, indexSize := int(sizes>>12), int(sizes>>8&15), int(sizes>>4&15), int(sizes&15)
	idSize := idSize(version == 2)
	if version == 0 {
		indexSize = 0
	}
	left := maxItems
	for range r.Number(idSize) {
		id := uint32(r.Number(idSize))
		method := uint64(0)
		if version > 0 {
			method = r.Number(2) & 15
		}
		r.Number(2) // data reference index
		base := r.Number(baseSize)
		for range r.Number(2) {
			r.Number(indexSize)
			e := extent{inMeta: method == 1, from: base + r.Number(offsetSize), size: r.Number(lengthSize)}
			if left--; left < 0 || r.PastEnd || method > 1 {
				return
			}
			f.extents[id] = append(f.extents[id], e)
		}
		if r.PastEnd {
			return
		}
	}
}

// content returns the content of an item; nil if it is not in the file.
func (f *file) content(item uint32) (content []byte) {
	for _, e := range f.extents[item] {
		from := f.data
		if e.inMeta {
			from = container.FindBox(f.meta, "idat")
		}
		if e.from > uint64(len(from)) || e.size > uint64(len(from))-e.from || uint64(len(content))+e.size > uint64(len(f.data)) {
			return nil
		}
		content = append(content, from[e.from:e.from+e.size]...)
	}
	return content
}

// properties returns the properties of an item.
func (f *file) properties(item uint32) (list []container.Box) {
	for b := range container.Boxes(container.FindBox(f.meta, "iprp")) {
		if b.Kind != "ipma" {
			continue
		}
		for _, index := range associated(b.Body, item) {
			if index >= 1 && index <= len(f.known) {
				list = append(list, f.known[index-1])
			}
		}
	}
	return list
}

// associated returns the property numbers of an item, counted from 1, in the order of application.
func associated(ipma []byte, item uint32) (list []int) {
	r := container.FieldReader{Rest: ipma}
	idSize := idSize(r.Number(1) > 0)
	indexSize := 1 + int(r.Number(3)&1)
	for range min(r.Number(4), 1<<16) {
		id := uint32(r.Number(idSize))
		for range r.Number(1) {
			// Clear the "essential" bit.
			index := int(r.Number(indexSize)) & (1<<(8*indexSize-1) - 1)
			if r.PastEnd {
				return list
			}
			if id == item && len(list) < maxProperties {
				list = append(list, index)
			}
		}
		if r.PastEnd {
			return list
		}
	}
	return list
}

// references returns the items to which an item refers with references of a kind, in order
// (8.11.12): "dimg" refers to the items of which it is composed.
func (f *file) references(kind string, item uint32) []uint32 {
	for r := range f.allReferences(kind) {
		if r.from == item {
			return r.to
		}
	}
	return nil
}

// referring returns the items that refer to an item with references of a kind.
func (f *file) referring(kind string, item uint32) (list []uint32) {
	for r := range f.allReferences(kind) {
		if slices.Contains(r.to, item) {
			list = append(list, r.from)
		}
	}
	return list
}

type reference struct {
	from uint32
	to   []uint32
}

func (f *file) allReferences(kind string) iter.Seq[reference] {
	return func(yield func(reference) bool) {
		iref := container.FindBox(f.meta, "iref")
		if len(iref) < 4 {
			return
		}
		idSize := idSize(iref[0] > 0)
		for b := range container.Boxes(iref[4:]) {
			if b.Kind != kind {
				continue
			}
			r := container.FieldReader{Rest: b.Body}
			found := reference{from: uint32(r.Number(idSize))}
			for range r.Number(2) {
				found.to = append(found.to, uint32(r.Number(idSize)))
			}
			if r.PastEnd {
				found.to = nil
			}
			if !yield(found) {
				return
			}
		}
	}
}
