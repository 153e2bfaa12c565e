package picture_test

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"image/jpeg"
	"image/png"
	"math/rand/v2"
	"testing"
)

// Pictures are made here rather than kept as files, so that a test shows what is in them.

var (
	red   = color.NRGBA{220, 30, 30, 255}
	green = color.NRGBA{30, 200, 30, 255}
	blue  = color.NRGBA{30, 30, 220, 255}
	white = color.NRGBA{255, 255, 255, 255}
)

// flag is a picture that shows how it is turned: red top left, green top right, blue bottom left,
// white bottom right.
func flag(w, h int) *image.NRGBA {
	m := image.NewNRGBA(image.Rect(0, 0, w, h))
	fill := func(x0, y0, x1, y1 int, c color.Color) {
		draw.Draw(m, image.Rect(x0, y0, x1, y1), image.NewUniform(c), image.Point{}, draw.Src)
	}
	fill(0, 0, w/2, h/2, red)
	fill(w/2, 0, w, h/2, green)
	fill(0, h/2, w/2, h, blue)
	fill(w/2, h/2, w, h, white)
	return m
}

// photo is as rich in colors as a real one, the same at every run.
func photo(w, h int) *image.NRGBA {
	m := image.NewNRGBA(image.Rect(0, 0, w, h))
	r := rand.New(rand.NewPCG(1, 2))
	for i := range m.Pix {
		m.Pix[i] = uint8(i>>6) ^ uint8(r.IntN(64))
	}
	for i := 3; i < len(m.Pix); i += 4 {
		m.Pix[i] = 255
	}
	return m
}

func asJPEG(t testing.TB, m image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, m, &jpeg.Options{Quality: 95}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func asPNG(t testing.TB, m image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func asGIF(t testing.TB, screen image.Rectangle, frames ...*image.Paletted) []byte {
	t.Helper()
	all := gif.GIF{Image: frames, Delay: make([]int, len(frames)), Config: image.Config{Width: screen.Dx(), Height: screen.Dy(), ColorModel: frames[0].Palette}}
	var b bytes.Buffer
	if err := gif.EncodeAll(&b, &all); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func paletted(r image.Rectangle, c color.Color) *image.Paletted {
	m := image.NewPaletted(r, color.Palette{c, color.Black, color.Transparent})
	return m
}

const camera = "SECRETCAMERA"

// exif is an EXIF block with an orientation, the camera's name and a place, in either byte order.
func exif(orientation int, order binary.AppendByteOrder) []byte {
	entry := func(b []byte, tag, kind uint16, count uint32, value []byte) []byte {
		b = order.AppendUint16(b, tag)
		b = order.AppendUint16(b, kind)
		b = order.AppendUint32(b, count)
		return append(b, append(value, 0, 0, 0, 0)[:4]...)
	}
	u32 := func(v uint32) []byte { return order.AppendUint32(nil, v) }
	tiff := []byte("MM")
	if order == binary.AppendByteOrder(binary.LittleEndian) {
		tiff = []byte("II")
	}
	tiff = order.AppendUint16(tiff, 42)
	tiff = order.AppendUint32(tiff, 8)
	// IFD0 at 8: three entries, 2+3*12+4 = 42 bytes, so it ends at 50; the name follows, then the
	// GPS IFD.
	gps := uint32(50 + len(camera) + 2)
	tiff = order.AppendUint16(tiff, 3)
	tiff = entry(tiff, 0x010f, 2, uint32(len(camera)+1), u32(50))
	tiff = entry(tiff, 0x0112, 3, 1, order.AppendUint16(nil, uint16(orientation)))
	tiff = entry(tiff, 0x8825, 4, 1, u32(gps))
	tiff = order.AppendUint32(tiff, 0)
	tiff = append(tiff, camera...)
	tiff = append(tiff, 0, 0)
	tiff = order.AppendUint16(tiff, 2)
	tiff = entry(tiff, 1, 2, 2, []byte("N"))
	tiff = entry(tiff, 2, 5, 3, u32(gps+2+2*12+4))
	tiff = order.AppendUint32(tiff, 0)
	for _, v := range []uint32{52, 1, 31, 1, 12, 1} {
		tiff = order.AppendUint32(tiff, v)
	}
	return tiff
}

// withEXIF puts an EXIF block, an XMP block and a comment behind the beginning of a JPEG.
func withEXIF(file, tiff []byte) []byte {
	segment := func(mark byte, content []byte) []byte {
		s := binary.BigEndian.AppendUint16([]byte{0xff, mark}, uint16(len(content)+2))
		return append(s, content...)
	}
	out := append([]byte{}, file[:2]...)
	out = append(out, segment(0xe1, append([]byte("Exif\x00\x00"), tiff...))...)
	out = append(out, segment(0xe1, []byte("http://ns.adobe.com/xap/1.0/\x00<x:xmpmeta xmlns:x='adobe:ns:meta/'>"+camera+"</x:xmpmeta>"))...)
	out = append(out, segment(0xfe, []byte(camera))...)
	return append(out, file[2:]...)
}

// sides says, for each EXIF orientation, which side of the picture the first stored row and the
// first stored column are (EXIF 2.32, table 6).
var sides = map[int][2]string{
	1: {"top", "left"}, 2: {"top", "right"}, 3: {"bottom", "right"}, 4: {"bottom", "left"},
	5: {"left", "top"}, 6: {"right", "top"}, 7: {"right", "bottom"}, 8: {"left", "bottom"},
}

// stored returns the picture as a camera held like that writes it.
func stored(seen *image.NRGBA, orientation int) *image.NRGBA {
	w, h := seen.Rect.Dx(), seen.Rect.Dy()
	size := image.Rect(0, 0, w, h)
	if orientation >= 5 {
		size = image.Rect(0, 0, h, w)
	}
	m := image.NewNRGBA(size)
	for y := range size.Dy() {
		for x := range size.Dx() {
			var at image.Point
			for i, n := range []int{y, x} {
				switch sides[orientation][i] {
				case "top":
					at.Y = n
				case "bottom":
					at.Y = h - 1 - n
				case "left":
					at.X = n
				case "right":
					at.X = w - 1 - n
				}
			}
			m.Set(x, y, seen.At(at.X, at.Y))
		}
	}
	return m
}
