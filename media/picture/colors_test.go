package picture_test

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/draw"
	"testing"

	"parlando/media/picture"
)

// profileOf writes an ICC profile of three primaries in CIE XYZ of D50, in 65536ths, and one curve.
func profileOf(curve []byte, colors [3][3]uint32) []byte {
	tags := map[string][]byte{"rTRC": curve, "gTRC": curve, "bTRC": curve}
	for i, c := range colors {
		xyz := []byte("XYZ \x00\x00\x00\x00")
		for _, v := range c {
			xyz = binary.BigEndian.AppendUint32(xyz, v)
		}
		tags[string("rgb"[i])+"XYZ"] = xyz
	}
	head := make([]byte, 128)
	copy(head[16:], "RGB XYZ ")
	head = binary.BigEndian.AppendUint32(head, uint32(len(tags)))
	at := len(head) + 12*len(tags)
	var body []byte
	for name, tag := range tags {
		head = binary.BigEndian.AppendUint32(append(head, name...), uint32(at+len(body)))
		head = binary.BigEndian.AppendUint32(head, uint32(len(tag)))
		body = append(body, tag...)
	}
	return append(head, body...)
}

func parametric(kind uint16, numbers ...float64) []byte {
	curve := binary.BigEndian.AppendUint16([]byte("para\x00\x00\x00\x00"), kind)
	curve = append(curve, 0, 0)
	for _, n := range numbers {
		curve = binary.BigEndian.AppendUint32(curve, uint32(int32(n*65536)))
	}
	return curve
}

var (
	srgbCurve = parametric(3, 2.4, 1/1.055, 0.055/1.055, 1/12.92, 0.04045)
	// As Apple writes them into its profile.
	p3Primaries = [3][3]uint32{{0x83df, 0x3dbf, ^uint32(0x45) + 1}, {0x4abf, 0xb137, 0x0ab9}, {0x2838, 0x110b, 0xc8b9}}
	displayP3   = profileOf(srgbCurve, p3Primaries)
	// As Adobe writes them: a gamma of 2.2 as a curve of one number.
	adobeRGB = profileOf([]byte("curv\x00\x00\x00\x00\x00\x00\x00\x01\x02\x33"),
		[3][3]uint32{{0x9c18, 0x4fa5, 0x04fc}, {0x348d, 0xa02c, 0x0f95}, {0x2631, 0x102f, 0xbe9c}})
)

func plain(c color.NRGBA) image.Image {
	m := image.NewNRGBA(image.Rect(0, 0, 16, 16))
	draw.Draw(m, m.Rect, image.NewUniform(c), image.Point{}, draw.Src)
	return m
}

// withChunk puts a chunk behind the header of a PNG.
func withChunk(file []byte, name string, body []byte) []byte {
	const header = 8 + 25
	chunk := binary.BigEndian.AppendUint32(nil, uint32(len(body)))
	chunk = append(append(chunk, name...), body...)
	chunk = binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE(chunk[4:]))
	return bytes.Join([][]byte{file[:header], chunk, file[header:]}, nil)
}

func packed(icc []byte) []byte {
	var b bytes.Buffer
	b.WriteString("name\x00\x00")
	w := zlib.NewWriter(&b)
	_, _ = w.Write(icc)
	_ = w.Close()
	return b.Bytes()
}

// What littlecms makes of these colors; sRGB has no redder red than 255, 0, 0.
func TestColorsOfOtherProfilesBecomeSRGB(t *testing.T) {
	skin := color.NRGBA{200, 151, 121, 255}
	red := color.NRGBA{220, 30, 30, 255}
	// A curve of many numbers, as some screens have.
	sampled := []byte("curv\x00\x00\x00\x00\x00\x00\x00\x02\x00\x00\xff\xff")
	gray := color.NRGBA{100, 100, 100, 255}
	for name, c := range map[string]struct {
		data []byte
		want color.NRGBA
	}{
		"P3 red":               {withChunk(asPNG(t, plain(red)), "iCCP", packed(displayP3)), color.NRGBA{240, 0, 0, 255}},
		"P3 skin":              {withChunk(asPNG(t, plain(skin)), "iCCP", packed(displayP3)), color.NRGBA{209, 148, 115, 255}},
		"P3 gray":              {withChunk(asPNG(t, plain(gray)), "iCCP", packed(displayP3)), gray},
		"P3 by number":         {withChunk(asPNG(t, plain(skin)), "cICP", []byte{12, 13, 0, 1}), color.NRGBA{209, 148, 115, 255}},
		"P3 of another curve":  {withChunk(asPNG(t, plain(skin)), "iCCP", packed(profileOf(sampled, p3Primaries))), color.NRGBA{209, 148, 115, 255}},
		"sRGB by number":       {withChunk(asPNG(t, plain(skin)), "cICP", []byte{1, 13, 0, 1}), skin},
		"BT.2020 by number":    {withChunk(asPNG(t, plain(skin)), "cICP", []byte{9, 1, 0, 1}), color.NRGBA{226, 144, 115, 255}},
		"Adobe RGB green":      {withChunk(asPNG(t, plain(color.NRGBA{100, 200, 100, 255})), "iCCP", packed(adobeRGB)), color.NRGBA{0, 201, 92, 255}},
		"light above white":    {withChunk(asPNG(t, plain(skin)), "cICP", []byte{9, 16, 0, 1}), skin},
		"P3 in a JPEG":         {withICC(asJPEG(t, plain(skin)), displayP3), color.NRGBA{209, 148, 115, 255}},
		"in two pieces":        {withICC(asJPEG(t, plain(skin)), displayP3[:100], displayP3[100:]), color.NRGBA{209, 148, 115, 255}},
		"a damaged profile":    {withICC(asJPEG(t, plain(skin)), displayP3[:200]), skin},
		"a profile of nothing": {withICC(asJPEG(t, plain(skin)), make([]byte, 300)), skin},
	} {
		t.Run(name, func(t *testing.T) {
			p := prepare(t, c.data)
			closeTo(t, "prepared", open(t, p.Data).At(8, 8), c.want)
			preview, err := picture.Preview(t.Context(), c.data, 8)
			if err != nil {
				t.Fatal(err)
			}
			closeTo(t, "small", preview.At(4, 4), c.want)
			large, err := picture.DecodeLarge(t.Context(), c.data)
			if err != nil {
				t.Fatal(err)
			}
			for range 2 { // painting one part changes no other
				part, err := large.RenderRegion(t.Context(), image.Rect(0, 0, 16, 16), 16, 16)
				if err != nil {
					t.Fatal(err)
				}
				closeTo(t, "large", part.At(8, 8), c.want)
			}
		})
	}
}

// withICC puts a profile behind the beginning of a JPEG.
func withICC(file []byte, pieces ...[]byte) []byte {
	out := bytes.Clone(file[:2])
	for i, piece := range pieces {
		body := append([]byte(fmt.Sprintf("ICC_PROFILE\x00%c%c", i+1, len(pieces))), piece...)
		out = append(binary.BigEndian.AppendUint16(append(out, 0xff, 0xe2), uint16(len(body)+2)), body...)
	}
	return append(out, file[2:]...)
}

// closeTo fails when a color is off by more than 3 of 255.
func closeTo(t *testing.T, what string, got color.Color, want color.NRGBA) {
	t.Helper()
	c := color.NRGBAModel.Convert(got).(color.NRGBA)
	for _, d := range []int{int(c.R) - int(want.R), int(c.G) - int(want.G), int(c.B) - int(want.B)} {
		if d > 3 || d < -3 {
			t.Errorf("%s: %v, want %v", what, c, want)
			return
		}
	}
}

func TestColorsOfAPhonesAVIFBecomeSRGB(t *testing.T) {
	p := prepare(t, kept(t, "p3.avif"))
	closeTo(t, "red", open(t, p.Data).At(24, 16), color.NRGBA{240, 0, 0, 255})
	closeTo(t, "white", open(t, p.Data).At(72, 48), white)
}
