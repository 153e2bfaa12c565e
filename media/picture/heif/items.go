package heif

// file is what is said of the items of a file (ISO 14496-12, 8.11).
type file struct {
	data, meta []byte
	kinds      map[uint32]string
	extents    map[uint32][]extent
	known      []box // the properties, which items point to by number
}

// extent is where a part of an item lies.
type extent struct {
	// inMeta: from the beginning of the idat box, else of the file.
	inMeta     bool
	from, size uint64
}

// maxItems is how many items and extents of them are read.
const maxItems = 1 << 16

func readFile(data []byte) file {
	f := file{data: data, kinds: map[uint32]string{}, extents: map[uint32][]extent{}}
	if f.meta = payload(data, "meta"); len(f.meta) < 4 {
		return f
	}
	f.meta = f.meta[4:] // version and flags
	f.readKinds(payload(f.meta, "iinf"))
	f.readPlaces(payload(f.meta, "iloc"))
	eachBox(payload(payload(f.meta, "iprp"), "ipco"), func(b box) bool {
		f.known = append(f.known, b)
		return true
	})
	return f
}

// readKinds reads what kind of item each is (8.11.6).
func (f *file) readKinds(iinf []byte) {
	head := 6
	if len(iinf) > 0 && iinf[0] > 0 {
		head = 8
	}
	if len(iinf) < head {
		return
	}
	eachBox(iinf[head:], func(b box) bool {
		r := numbers{rest: b.body}
		version := r.next(1)
		r.next(3)
		idSize := map[uint64]int{2: 2, 3: 4}[version]
		id := r.next(idSize)
		r.next(2) // how it is protected
		kind := r.bytes(4)
		if b.kind == "infe" && idSize > 0 && !r.short {
			f.kinds[uint32(id)] = string(kind)
		}
		return true
	})
}

// readPlaces reads where each item lies (8.11.3).
func (f *file) readPlaces(iloc []byte) {
	r := numbers{rest: iloc}
	version := r.next(1)
	r.next(3)
	sizes := r.next(2)
	offsetSize, lengthSize, baseSize, indexSize := int(sizes>>12), int(sizes>>8&15), int(sizes>>4&15), int(sizes&15)
	idSize := 2
	if version == 2 {
		idSize = 4
	}
	if version == 0 {
		indexSize = 0
	}
	left := maxItems
	for range r.next(idSize) {
		id := uint32(r.next(idSize))
		method := uint64(0)
		if version > 0 {
			method = r.next(2) & 15
		}
		r.next(2) // another file
		base := r.next(baseSize)
		for range r.next(2) {
			r.next(indexSize)
			e := extent{inMeta: method == 1, from: base + r.next(offsetSize), size: r.next(lengthSize)}
			if left--; left < 0 || r.short || method > 1 {
				return
			}
			f.extents[id] = append(f.extents[id], e)
		}
		if r.short {
			return
		}
	}
}

// content is what an item holds; nil when it does not lie in the file.
func (f *file) content(item uint32) (content []byte) {
	for _, e := range f.extents[item] {
		from := f.data
		if e.inMeta {
			from = payload(f.meta, "idat")
		}
		if e.from > uint64(len(from)) || e.size > uint64(len(from))-e.from || uint64(len(content))+e.size > uint64(len(f.data)) {
			return nil
		}
		content = append(content, from[e.from:e.from+e.size]...)
	}
	return content
}

// properties are those of an item.
func (f *file) properties(item uint32) (list []box) {
	eachBox(payload(f.meta, "iprp"), func(b box) bool {
		if b.kind == "ipma" {
			for _, index := range associated(b.body, item) {
				if index >= 1 && index <= len(f.known) {
					list = append(list, f.known[index-1])
				}
			}
		}
		return true
	})
	return list
}

// derivedFrom lists the items that one is made of, in their order (8.11.12).
func (f *file) derivedFrom(item uint32) (list []uint32) {
	iref := payload(f.meta, "iref")
	if len(iref) < 4 {
		return nil
	}
	idSize := 2
	if iref[0] > 0 {
		idSize = 4
	}
	eachBox(iref[4:], func(b box) bool {
		r := numbers{rest: b.body}
		if b.kind != "dimg" || uint32(r.next(idSize)) != item {
			return true
		}
		for range r.next(2) {
			list = append(list, uint32(r.next(idSize)))
		}
		if r.short {
			list = nil
		}
		return false
	})
	return list
}

// numbers reads numbers one after the other. short is set when there were too few bytes.
type numbers struct {
	rest  []byte
	short bool
}

func (r *numbers) bytes(n int) []byte {
	if n > len(r.rest) {
		r.rest, r.short = nil, true
		return nil
	}
	b := r.rest[:n]
	r.rest = r.rest[n:]
	return b
}

// next reads a number of so many bytes, 0 to 8.
func (r *numbers) next(size int) (v uint64) {
	if size > 8 {
		r.rest, r.short = nil, true
	}
	for _, b := range r.bytes(size) {
		v = v<<8 | uint64(b)
	}
	return v
}
