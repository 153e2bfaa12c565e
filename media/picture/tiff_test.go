package picture_test

import (
	"bytes"
	"encoding/binary"
	"image/color"
	"math/bits"
	"testing"

	"parlando/media/picture"
)

// entry returns the entry of a tag in the first directory of a little-endian TIFF; nil if it is
// missing.
func entry(file []byte, tag uint16) []byte {
	order := binary.LittleEndian
	at := order.Uint32(file[4:])
	for i := range uint32(order.Uint16(file[at:])) {
		if e := file[at+2+12*i:][:12]; order.Uint16(e) == tag {
			return e
		}
	}
	return nil
}

// retagged returns a TIFF with one number for a tag that it has.
func retagged(file []byte, tag, value uint16) []byte {
	file = bytes.Clone(file)
	e := entry(file, tag)
	binary.LittleEndian.PutUint16(e[2:], 3)
	binary.LittleEndian.PutUint32(e[4:], 1)
	binary.LittleEndian.PutUint32(e[8:], uint32(value))
	return file
}

// emptied returns a file with zeros in its place.
func emptied(file []byte, from, to int) []byte {
	file = bytes.Clone(file)
	clear(file[from:to])
	return file
}

// What scanners and programs for printing write. ImageMagick, with libtiff, decodes each of them to
// the same pixels (testdata/README.md).
func TestTIFFsOfScannersAreRead(t *testing.T) {
	for _, name := range []string{
		"cmyk.tif", "jpeg.tif", "jpegtiles.tif", "jpegycc.tif", "jpeginks.tif", "planetiles.tif", "planeinks.tif", "planealpha.tif",
	} {
		t.Run(name, func(t *testing.T) {
			p := prepare(t, kept(t, name))
			if p.Width != 96 || p.Height != 64 || p.Note != "" || p.Pages != 1 {
				t.Errorf("%dx%d, %q, %d pages", p.Width, p.Height, p.Note, p.Pages)
			}
			m := open(t, p.Data)
			if name != "planealpha.tif" {
				wantFlag(t, m)
				return
			}
			const alpha = 153
			for _, at := range [][2]int{{24, 16}, {72, 48}} {
				if c := color.NRGBAModel.Convert(m.At(at[0], at[1])).(color.NRGBA); c.A != alpha {
					t.Errorf("at %v: %v", at, c)
				}
			}
		})
	}
	m := open(t, prepare(t, kept(t, "planes.tif")).Data)
	closeTo(t, "planes", m.At(10, 10), color.NRGBA{0, 255, 0, 255})
	closeTo(t, "planes", m.At(80, 50), color.NRGBA{0, 0, 0, 255})
	// A fourth value that is not named is not taken for transparency.
	unnamed := retagged(kept(t, "cmyk.tif"), 262, 2)
	if p := prepare(t, unnamed); p.MIME != "image/png" || entry(unnamed, 338) != nil {
		t.Errorf("%s", p.MIME)
	} else if _, _, _, alpha := open(t, p.Data).At(24, 16).RGBA(); alpha != 0xffff {
		t.Errorf("alpha: %d", alpha)
	}
}

// A fax of 96 by 64 dots whose rows end at a byte, as fax machines write it.
func TestAFaxIsRead(t *testing.T) {
	file := kept(t, "fax.tif")
	want := prepare(t, file)
	m := open(t, want.Data)
	closeTo(t, "in the black field", m.At(80, 50), color.NRGBA{0, 0, 0, 255})
	closeTo(t, "beside it", m.At(10, 10), white)

	mirrored := retagged(file, 266, 2)
	from := binary.LittleEndian.Uint32(entry(file, 273)[8:])
	for i := range binary.LittleEndian.Uint32(entry(file, 279)[8:]) {
		mirrored[from+i] = bits.Reverse8(file[from+i])
	}
	if p := prepare(t, mirrored); !bytes.Equal(p.Data, want.Data) || p.Note != "" {
		t.Errorf("with its lowest bit first it is another picture, %q", p.Note)
	}
	inverse := open(t, prepare(t, retagged(file, 262, 1)).Data)
	closeTo(t, "in the inverted field", inverse.At(80, 50), white)

	// A bad line: some rows are lost, which is said.
	if p := prepare(t, emptied(file, int(from)+100, int(from)+140)); p.Note != picture.Incomplete || p.Height != 64 {
		t.Errorf("%q, %d rows", p.Note, p.Height)
	}
}

func TestOfATIFFWithPagesTheFirstIsTaken(t *testing.T) {
	file := asTIFF(t, flag(96, 64), 1)
	order := binary.LittleEndian
	page := bytes.Clone(file[order.Uint32(file[4:]):])
	add := func(page []byte) {
		order.PutUint32(file[len(file)-4:], uint32(len(file)))
		file = append(file, page...)
	}
	add(page)
	add(page)
	if p := prepare(t, file); p.Note != picture.FirstPage || p.Pages != 3 {
		t.Errorf("%q, %d pages", p.Note, p.Pages)
	}
	// A small copy of a page is none, and one that comes round is counted once.
	copied := bytes.Clone(page)
	order.PutUint16(copied[2:], 254)
	order.PutUint32(copied[2+8:], 1)
	add(copied)
	order.PutUint32(file[len(file)-4:], order.Uint32(file[4:]))
	if p := prepare(t, file); p.Note != picture.FirstPage || p.Pages != 3 {
		t.Errorf("with a small copy: %q, %d pages", p.Note, p.Pages)
	}
}
