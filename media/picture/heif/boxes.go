package heif

import (
	"encoding/binary"
	"errors"
)

// Header is what a file says of its picture before anything is decoded.
type Header struct {
	// Width and Height are in pixels, as stored: before it is turned. At least 1 each.
	Width, Height int
	// Quarters is how many quarter turns to the left it needs, 0 to 3; after that Mirror says how it is mirrored.
	Quarters int
	Mirror   Mirror
	// Several: the file holds a sequence of pictures.
	Several bool
	// ICC is the color profile, if the file holds one. Else Primaries and Transfer are the numbers of ITU-T H.273 for
	// them; 0 when it does not say.
	ICC                 []byte
	Primaries, Transfer int
}

// Mirror says what changes places.
type Mirror uint8

// The mirrorings of ISO/IEC 23008-12:2022, 6.5.12.
const (
	Straight Mirror = iota
	TopBottom
	LeftRight
)

// errNoSize: the file does not say how large its picture is, or does not hold together before it could.
var errNoSize = errors.New("heif: the file does not tell the size of its picture")

// maxBoxes is how many boxes of one level, and properties of one item, are looked at.
const maxBoxes = 4096

// ReadHeader reads the properties of the primary item (ISO/IEC 23008-12). It allocates little and never panics.
func ReadHeader(data []byte) (Header, error) {
	var h Header
	meta := payload(data, "meta")
	if len(meta) < 4 {
		return h, errNoSize
	}
	meta = meta[4:] // version and flags
	primary, ok := primaryItem(payload(meta, "pitm"))
	iprp := payload(meta, "iprp")
	if !ok || iprp == nil {
		return h, errNoSize
	}
	var known []box
	eachBox(payload(iprp, "ipco"), func(b box) bool {
		known = append(known, b)
		return true
	})
	eachBox(iprp, func(b box) bool {
		if b.kind == "ipma" {
			for _, index := range associated(b.body, primary) {
				if index >= 1 && index <= len(known) {
					h.take(known[index-1])
				}
			}
		}
		return true
	})
	if h.Width < 1 || h.Height < 1 {
		return Header{}, errNoSize
	}
	h.Several = payload(data, "moov") != nil
	return h, nil
}

// take reads one property.
func (h *Header) take(property box) {
	body := property.body
	switch property.kind {
	case "ispe":
		if len(body) >= 12 {
			w, high := binary.BigEndian.Uint32(body[4:]), binary.BigEndian.Uint32(body[8:])
			if w <= 1<<24 && high <= 1<<24 {
				h.Width, h.Height = int(w), int(high)
			}
		}
	case "irot":
		if len(body) >= 1 {
			h.Quarters = int(body[0] & 3)
		}
	case "colr":
		h.takeColors(body)
	case "imir":
		if len(body) >= 1 {
			h.Mirror = TopBottom + Mirror(body[0]&1)
		}
	}
}

// takeColors reads a color property (ISO 14496-12, 12.1.5).
func (h *Header) takeColors(body []byte) {
	if len(body) < 8 {
		return
	}
	switch string(body[:4]) {
	case "prof", "rICC":
		h.ICC = body[4:]
	case "nclx":
		h.Primaries, h.Transfer = int(binary.BigEndian.Uint16(body[4:])), int(binary.BigEndian.Uint16(body[6:]))
	}
}

// Orientation is the same as Quarters and Mirror, in the numbers of EXIF: 1 to 8.
func (h Header) Orientation() int {
	return [4][3]int{{1, 4, 2}, {8, 5, 7}, {3, 2, 4}, {6, 7, 5}}[h.Quarters&3][h.Mirror%3]
}

// primaryItem reads a pitm box after its header.
func primaryItem(pitm []byte) (id uint32, ok bool) {
	switch {
	case len(pitm) >= 6 && pitm[0] == 0:
		return uint32(binary.BigEndian.Uint16(pitm[4:])), true
	case len(pitm) >= 8 && pitm[0] != 0:
		return binary.BigEndian.Uint32(pitm[4:]), true
	}
	return 0, false
}

// associated lists the properties of an item, counted from 1, in the order they apply.
func associated(ipma []byte, item uint32) (list []int) {
	if len(ipma) < 8 {
		return nil
	}
	wideID, wideIndex := ipma[0] > 0, ipma[3]&1 == 1
	rest := ipma[8:]
	next := func(n int) (v uint32, ok bool) {
		if len(rest) < n {
			return 0, false
		}
		for _, b := range rest[:n] {
			v = v<<8 | uint32(b)
		}
		rest = rest[n:]
		return v, true
	}
	width := map[bool]int{false: 2, true: 4}[wideID]
	for range min(binary.BigEndian.Uint32(ipma[4:]), 1<<16) {
		id, ok := next(width)
		count, more := next(1)
		if !ok || !more {
			return list
		}
		for range count {
			var index uint32
			if wideIndex {
				index, ok = next(2)
				index &= 0x7fff
			} else {
				index, ok = next(1)
				index &= 0x7f
			}
			if !ok {
				return list
			}
			if id == item && len(list) < maxBoxes {
				list = append(list, int(index))
			}
		}
	}
	return list
}

// payload is what follows the header of the first box of a kind; nil when there is none.
func payload(boxes []byte, kind string) (found []byte) {
	eachBox(boxes, func(b box) bool {
		if b.kind == kind {
			found = b.body
		}
		return b.kind != kind
	})
	return found
}

// box is one piece of a file (ISO 14496-12, 4.2).
type box struct {
	kind string
	body []byte // after its header
}

// eachBox calls f with the boxes that lie whole in data, until f says stop.
func eachBox(data []byte, f func(box) bool) {
	for range maxBoxes {
		if len(data) < 8 {
			return
		}
		size, head := uint64(binary.BigEndian.Uint32(data)), uint64(8)
		switch size {
		case 0:
			size = uint64(len(data))
		case 1:
			if len(data) < 16 {
				return
			}
			size, head = binary.BigEndian.Uint64(data[8:]), 16
		}
		if size < head || size > uint64(len(data)) {
			return
		}
		if !f(box{string(data[4:8]), data[head:size:size]}) {
			return
		}
		data = data[size:]
	}
}
