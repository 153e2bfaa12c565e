package heif

import (
	"encoding/binary"
	"slices"

	"parlando/media/container"
)

// alone returns a coded item as a separate file, without rotation.
func (f *file) alone(item uint32) []byte {
	kind, content := f.kinds[item], f.content(item)
	var known, associations []byte
	count := 0
	for _, property := range withDepth(f.properties(item)) {
		switch property.Kind {
		case "irot", "imir", "clap", "auxC":
			continue
		}
		const essential, most = 0x80, 0x7f
		if count++; count > most {
			break
		}
		known = append(known, container.MakeBox(property.Kind, property.Body)...)
		associations = append(associations, essential|byte(count))
	}
	brand := "heic"
	if kind == "av01" {
		brand = "avif"
	}
	const handler = "\x00\x00\x00\x00\x00\x00\x00\x00pict\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"
	entry := container.MakeBox("infe", []byte{2, 0, 0, 0, 0, 1, 0, 0}, []byte(kind), []byte{0})
	ipma := append([]byte{0, 0, 0, 0, 0, 0, 0, 1, 0, 1, byte(len(associations))}, associations...)
	// The location of the item's only extent: a 32-bit offset and length, filled in at the end.
	const placeSize = 8
	iloc := append([]byte{0, 0, 0, 0, 0x44, 0, 0, 1, 0, 1, 0, 0, 0, 1}, make([]byte, placeSize)...)
	out := append(container.MakeBox("ftyp", []byte(brand+"\x00\x00\x00\x00"+brand+"mif1")), container.MakeBox("meta",
		[]byte{0, 0, 0, 0},
		container.MakeBox("hdlr", []byte(handler)),
		container.MakeBox("pitm", []byte{0, 0, 0, 0, 0, 1}),
		container.MakeBox("iinf", []byte{0, 0, 0, 0, 0, 1}, entry),
		container.MakeBox("iprp", container.MakeBox("ipco", known), container.MakeBox("ipma", ipma)),
		container.MakeBox("iloc", iloc))...)
	place := out[len(out)-placeSize:]
	binary.BigEndian.PutUint32(place, uint32(len(out)+8))
	binary.BigEndian.PutUint32(place[4:], uint32(len(content)))
	return append(out, container.MakeBox("mdat", content)...)
}

// withDepth adds the bit depth to the properties of a gray HEVC picture that does not declare it,
// as tiles may: otherwise libheif takes the picture for a color picture and rejects it.
func withDepth(properties []container.Box) []container.Box {
	const chroma, depth = 16, 17 // ISO/IEC 14496-15, 8.3.3.1.2
	for _, property := range properties {
		if property.Kind == "pixi" {
			return properties
		}
	}
	for _, property := range properties {
		if property.Kind == "hvcC" && len(property.Body) > depth && property.Body[chroma]&3 == 0 {
			pixi := []byte{0, 0, 0, 0, 1, 8 + property.Body[depth]&7}
			return append(slices.Clip(properties), container.Box{Kind: "pixi", Body: pixi})
		}
	}
	return properties
}
