package picture_test

import (
	"bytes"
	"encoding/binary"
	"image"
	"os"
	"testing"

	"golang.org/x/image/webp"

	"parlando/media/picture"
)

func TestWebPIsUnderstoodInAllItsKinds(t *testing.T) {
	for name, want := range map[string]string{
		"blue-purple-pink.lossy.webp":       "image/jpeg",
		"gopher-doc.8bpp.lossless.webp":     "image/png",
		"yellow_rose.lossy-with-alpha.webp": "image/png",
	} {
		t.Run(name, func(t *testing.T) {
			data := sample(t, name)
			p := prepare(t, data)
			original, err := webp.Decode(bytes.NewReader(data))
			if err != nil {
				t.Fatal(err)
			}
			b := original.Bounds()
			if p.MIME != want || p.OriginalFormat != picture.WebP || p.Width != b.Dx() || p.Height != b.Dy() {
				t.Errorf("%s, %s, %dx%d of %v", p.MIME, p.OriginalFormat, p.Width, p.Height, b)
			}
		})
	}
}

func TestAWebPIsTurnedByItsEXIFToo(t *testing.T) {
	simple := sample(t, "blue-purple-pink.lossy.webp")
	config, err := webp.DecodeConfig(bytes.NewReader(simple))
	if err != nil {
		t.Fatal(err)
	}
	chunk := func(name string, content []byte) []byte {
		c := binary.LittleEndian.AppendUint32([]byte(name), uint32(len(content)))
		c = append(c, content...)
		return append(c, make([]byte, len(content)%2)...)
	}
	w, h := uint32(config.Width-1), uint32(config.Height-1)
	head := chunk("VP8X", []byte{0x08, 0, 0, 0, byte(w), byte(w >> 8), byte(w >> 16), byte(h), byte(h >> 8), byte(h >> 16)})
	body := append(append([]byte("WEBP"), head...), simple[12:]...)
	body = append(body, chunk("EXIF", exif(6, binary.BigEndian))...)
	p := prepare(t, append(binary.LittleEndian.AppendUint32([]byte("RIFF"), uint32(len(body))), body...))
	if p.Width != config.Height || p.Height != config.Width {
		t.Errorf("%dx%d, stored as %dx%d", p.Width, p.Height, config.Width, config.Height)
	}
}

func BenchmarkPreparePhotoOf12Megapixels(b *testing.B) {
	data := asJPEG(b, photo(4000, 3000))
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := picture.Prepare(b.Context(), data); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkPrepareScreenshot(b *testing.B) {
	shot := flag(1920, 1080)
	for i := range 200 {
		copy(shot.Pix[i*9_000:], photo(40, 1).Pix)
	}
	data := asPNG(b, image.Image(shot))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := picture.Prepare(b.Context(), data); err != nil {
			b.Fatal(err)
		}
	}
}

func sample(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}
