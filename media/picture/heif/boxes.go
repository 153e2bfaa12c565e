package heif

import (
	"encoding/binary"
	"errors"

	"parlando/media/container"
)

// Header describes the picture of a file before it is decoded.
type Header struct {
	// Width and Height are in pixels, as stored: before it is turned. At least 1 each.
	Width, Height int
	// Quarters is the number of quarter turns to the left that it needs, 0 to 3; Mirror follows
	// them.
	Quarters int
	Mirror   Mirror
	// Several: the file holds a sequence of pictures.
	Several bool
	// ICC is the color profile, if the file holds one. Else Primaries and Transfer are the numbers
	// of ITU-T H.273 for them; 0 when it does not say.
	ICC                 []byte
	Primaries, Transfer int
}

// Mirror is the axis along which a picture is mirrored.
type Mirror uint8

// The mirrorings of ISO/IEC 23008-12:2022, 6.5.12.
const (
	Straight Mirror = iota
	TopBottom
	LeftRight
)

// errNoSize: the file has no size of its picture, or is damaged before it.
var errNoSize = errors.New("heif: the file does not tell the size of its picture")

// maxProperties is the number of properties of one item that are read.
const maxProperties = 4096

// ReadHeader reads the properties of the primary item (ISO/IEC 23008-12). It allocates little and
// never panics.
func ReadHeader(data []byte) (Header, error) {
	var h Header
	f := readFile(data)
	primary, ok := f.primary()
	if !ok {
		return h, errNoSize
	}
	for _, property := range f.properties(primary) {
		h.take(property)
	}
	if h.Width < 1 || h.Height < 1 {
		return Header{}, errNoSize
	}
	h.Several = container.FindBox(data, "moov") != nil
	return h, nil
}

// take reads one property.
func (h *Header) take(property container.Box) {
	body := property.Body
	switch property.Kind {
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
