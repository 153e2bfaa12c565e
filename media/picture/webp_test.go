package picture_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"image"
	"os"
	"slices"
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
	p := prepare(t, riff(extended(hasEXIF, config.Width, config.Height), simple[12:], chunkOfRIFF("EXIF", exif(6, binary.BigEndian))))
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

// An animation often begins with a picture of which only a part is drawn.
func TestTheFirstFrameOfAMovingWebPStandsOnItsCanvas(t *testing.T) {
	const hasAnimation, hasAlpha = 0x02, 0x10
	frame := func(x, y, w, h int, chunks []byte) []byte {
		place := sizeOfWebP(x/2+1, y/2+1)
		return chunkOfRIFF("ANMF", slices.Concat(place, sizeOfWebP(w, h), []byte{100, 0, 0, 0}, chunks))
	}
	animation := chunkOfRIFF("ANIM", make([]byte, 6))
	lossy := kept(t, "flag.webp")[12:]
	p := prepare(t, riff(extended(hasAnimation|hasAlpha, 400, 300), animation, frame(100, 200, 96, 64, lossy), frame(0, 0, 96, 64, lossy)))
	if p.Note != picture.FirstFrame || p.Width != 400 || p.Height != 300 || p.OriginalWidth != 400 {
		t.Fatalf("%q, %dx%d of %dx%d", p.Note, p.Width, p.Height, p.OriginalWidth, p.OriginalHeight)
	}
	m := open(t, p.Data)
	closeTo(t, "top left of the frame", m.At(100+24, 200+16), red)
	closeTo(t, "bottom right of the frame", m.At(100+72, 200+48), white)
	for _, at := range []image.Point{{0, 0}, {99, 199}, {100 + 96, 200 + 64}, {399, 299}} {
		if _, _, _, alpha := m.At(at.X, at.Y).RGBA(); alpha != 0 {
			t.Errorf("something is shown at %v, beside the frame", at)
		}
	}
	outside := riff(extended(hasAnimation, 96, 64), animation, frame(2, 0, 96, 64, lossy))
	var e *picture.Error
	if _, err := picture.Prepare(t.Context(), outside); !errors.As(err, &e) || e.Reason != picture.Damaged {
		t.Errorf("a frame beside the canvas: %v", err)
	}
}
