package heif

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strings"

	"parlando/media/container"
)

// ReadAlpha returns a file whose primary picture is the transparency of the primary picture of
// data, as gray and without rotation, 255 being opaque; nil if there is none. Decode the file with
// Reduce if ReadGrid accepts it, else with Decode. premultiplied means that the colors are already
// multiplied by the transparency.
func ReadAlpha(data []byte) (alpha []byte, premultiplied bool) {
	f := readFile(data)
	primary, ok := f.primary()
	if !ok {
		return nil, false
	}
	for _, item := range f.referring("auxl", primary) {
		if !f.isAlpha(item) {
			continue
		}
		premultiplied = slices.Contains(f.references("prem", primary), item)
		if f.kinds[item] != "grid" {
			return f.alone(item), premultiplied
		}
		changed := readFile(bytes.Clone(data))
		pitm := container.FindBox(changed.meta, "pitm")
		if pitm[0] > 0 {
			binary.BigEndian.PutUint32(pitm[4:], item)
		} else {
			binary.BigEndian.PutUint16(pitm[4:], uint16(item))
		}
		return changed.data, premultiplied
	}
	return nil, false
}

// isAlpha reports whether an auxiliary item is transparency, and not depth or light (ISO/IEC
// 23008-12:2022, 6.5.8).
func (f *file) isAlpha(item uint32) bool {
	for _, property := range f.properties(item) {
		if property.Kind == "auxC" && len(property.Body) > 4 {
			kind, _, _ := strings.Cut(string(property.Body[4:]), "\x00")
			return kind == "urn:mpeg:hevc:2015:auxid:1" || kind == "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha"
		}
	}
	return false
}
