package heif

import (
	"encoding/binary"
	"errors"

	"parlando/media/container"
)

// Header describes the picture of a file before it is decoded.
type Header struct {
	// Width and Height are the stored size in pixels, before rotation, at least 1 each.
	Width, Height int
	// QuarterTurns is the number of quarter turns to the left to apply, 0 to 3, before Mirror.
	QuarterTurns int
	Mirror       Mirror
	// IsSequence marks an image sequence.
	IsSequence bool
	// ICC is the color profile, or nil. Otherwise Primaries and Transfer are the code points of
	// ITU-T H.273, or 0 if not declared.
	ICC                 []byte
	Primaries, Transfer int
}

// Mirror is the axis along which a picture is mirrored.
type Mirror uint8

// The mirror axes of ISO/IEC 23008-12:2022, 6.5.12.
const (
	NotMirrored Mirror = iota
	MirrorTopBottom
	MirrorLeftRight
)

// errNoSize means that the file declares no size, or is damaged before it.
var errNoSize = errors.New("heif: the file does not declare the size of the picture")

// maxProperties bounds the number of properties of an item that are read.
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
	h.IsSequence = container.FindBox(data, "moov") != nil
	return h, nil
}

// take sets the fields that a property declares.
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
			h.QuarterTurns = int(body[0] & 3)
		}
	case "colr":
		h.takeColors(body)
	case "imir":
		if len(body) >= 1 {
			h.Mirror = MirrorTopBottom + Mirror(body[0]&1)
		}
	}
}

// takeColors applies a color property (ISO 14496-12, 12.1.5).
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

// Orientation returns QuarterTurns and Mirror as an EXIF orientation, 1 to 8.
func (h Header) Orientation() int {
	return [4][3]int{{1, 4, 2}, {8, 5, 7}, {3, 2, 4}, {6, 7, 5}}[h.QuarterTurns&3][h.Mirror%3]
}
