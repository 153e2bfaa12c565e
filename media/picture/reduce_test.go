package picture_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"image"
	"image/color"
	"image/color/palette"
	"image/draw"
	"runtime"
	"testing"

	"parlando/media/picture"
)

// maxDifference is the largest difference between two pictures, 0 to 255.
func maxDifference(t *testing.T, a, b image.Image) (most int) {
	t.Helper()
	if a.Bounds() != b.Bounds() {
		t.Fatalf("%v, not %v", a.Bounds(), b.Bounds())
	}
	for y := range a.Bounds().Dy() {
		for x := range a.Bounds().Dx() {
			ar, ag, ab, aa := a.At(x, y).RGBA()
			br, bg, bb, ba := b.At(x, y).RGBA()
			for _, d := range []int{int(ar) - int(br), int(ag) - int(bg), int(ab) - int(bb), int(aa) - int(ba)} {
				most = max(most, d>>8, -(d >> 8))
			}
		}
	}
	return most
}

// as converts a picture into another kind.
func as(to draw.Image, m image.Image) image.Image {
	draw.Draw(to, to.Bounds(), m, m.Bounds().Min, draw.Src)
	return to
}

func TestAVeryLargePictureIsSentAsASmallerCopyThatLooksTheSame(t *testing.T) {
	const small = 1000 // pixels that are taken for many
	clear := flag(96, 64)
	for i := range 20 {
		clear.SetNRGBA(i, 3, color.NRGBA{10, 20, 30, uint8(12 * i)})
	}
	rect := clear.Rect
	files := map[string][]byte{
		"JPEG":        asJPEG(t, flag(96, 64)),
		"on its side": withEXIF(asJPEG(t, flag(96, 64)), exif(6, binary.BigEndian)),
		"of a camera": withICC(asJPEG(t, flag(96, 64)), displayP3),
		"PNG":         asPNG(t, flag(96, 64)), "see-through PNG": asPNG(t, clear), "photo PNG": asPNG(t, photo(150, 90)),
		"gray PNG": asPNG(t, as(image.NewGray(rect), clear)), "palette PNG": asPNG(t, as(image.NewPaletted(rect, palette.WebSafe), clear)),
		"two colors":       asPNG(t, as(image.NewPaletted(rect, color.Palette{red, color.Transparent}), clear)),
		"gray of 16 bits":  asPNG(t, as(image.NewGray16(rect), clear)),
		"PNG of Adobe RGB": withChunk(asPNG(t, flag(96, 64)), "iCCP", packed(adobeRGB)),
	}
	for _, name := range []string{
		"blue-purple-pink.lossy.webp", "flag.webp", "strips.tif", "tiles.tif", "grid.avif", "turnedgrid.heic",
	} {
		files[name] = kept(t, name)
	}
	const edge = 40
	prepared, previews := map[string]picture.PreparedPicture{}, map[string]image.Image{}
	for name, data := range files {
		prepared[name] = prepare(t, data)
		if name == "turnedgrid.heic" {
			continue // its decoder takes a second to get ready
		}
		var err error
		if previews[name], err = picture.Preview(t.Context(), data, edge); err != nil {
			t.Fatal(err)
		}
	}
	picture.TakeForLarge(t, small)
	for name, data := range files {
		t.Run(name, func(t *testing.T) {
			p, want := prepare(t, data), prepared[name]
			if p.Note != picture.Reduced || want.Note != "" {
				t.Errorf("it says %q, and said %q", p.Note, want.Note)
			}
			if p.OriginalFormat != want.OriginalFormat || p.OriginalWidth != want.OriginalWidth || p.OriginalHeight != want.OriginalHeight || p.MIME != want.MIME {
				t.Errorf("from %s, %dx%d to %s; want %s, %dx%d to %s", p.OriginalFormat, p.OriginalWidth, p.OriginalHeight, p.MIME, want.OriginalFormat, want.OriginalWidth, want.OriginalHeight, want.MIME)
			}
			if d := maxDifference(t, open(t, p.Data), open(t, want.Data)); d > 6 {
				t.Errorf("differs by %d of 255", d)
			}
			if previews[name] == nil {
				return
			}
			preview, err := picture.Preview(t.Context(), data, edge)
			if err != nil {
				t.Fatal(err)
			}
			// at the edges between plain colors
			if d := maxDifference(t, preview, previews[name]); d > 24 {
				t.Errorf("smaller it differs by %d of 255", d)
			}
		})
	}
}

func TestAVeryLargePictureIsLookedAtSmaller(t *testing.T) {
	picture.TakeForLarge(t, 1000)
	l, err := picture.DecodeLarge(t.Context(), withEXIF(asJPEG(t, flag(96, 64)), exif(6, binary.BigEndian)))
	if err != nil {
		t.Fatal(err)
	}
	if w, h := l.Size(); w != 64 || h != 96 {
		t.Errorf("%d by %d", w, h)
	}
}

func TestOfADamagedVeryLargePictureWhatCanBeReadIsSaid(t *testing.T) {
	picture.TakeForLarge(t, 1000)
	file := asJPEG(t, photo(300, 200))
	p := prepare(t, file[:len(file)*3/4])
	if p.Note != picture.Incomplete || p.Width != 300 || p.Height != 200 {
		t.Errorf("%q, %d by %d", p.Note, p.Width, p.Height)
	}
	for name, data := range map[string][]byte{
		"half a PNG": asPNG(t, photo(300, 200))[:10_000], "half an AVIF": kept(t, "grid.avif")[:500], "half a TIFF": kept(t, "strips.tif")[:600],
	} {
		var e *picture.Error
		if _, err := picture.Prepare(t.Context(), data); !errors.As(err, &e) || e.Reason != picture.Damaged {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// What can only be decoded as a whole is refused, with how much of it can be.
func TestWhatCannotBeMadeSmallerIsRefused(t *testing.T) {
	picture.TakeForLarge(t, 500)
	interlaced := asPNG(t, flag(96, 64))
	interlaced[28] = 1
	copy(interlaced[29:], crc(interlaced[12:29]))
	screen := image.Rect(0, 0, 96, 64)
	for name, data := range map[string][]byte{
		"interlaced": interlaced, "GIF": asGIF(t, screen, paletted(screen, red)), "BMP": asBMP(t, flag(96, 64)),
		"lossless WebP": kept(t, "gopher-doc.8bpp.lossless.webp"), "see-through WebP": kept(t, "yellow_rose.lossy-with-alpha.webp"),
		"16 bits PNG": asPNG(t, as(image.NewNRGBA64(screen), photo(96, 64))), "TIFF in one strip": asTIFF(t, flag(96, 64), 1), "16 bits TIFF": kept(t, "deep.tif"),
		"HEIC in one piece": kept(t, "../heif/testdata/gray.heic"),
	} {
		var e *picture.Error
		if _, err := picture.Prepare(t.Context(), data); !errors.As(err, &e) || e.Reason != picture.TooManyPixels || e.MaxPixels != 500 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAHeaderThatClaims200MegapixelsCostsNothing(t *testing.T) {
	short := asJPEG(t, photo(64, 64))
	// 12,240 by 16,320
	copy(short[bytes.Index(short, []byte{0xff, 0xc0})+5:], []byte{0x2f, 0xd0, 0x3f, 0xc0})
	for name, data := range map[string][]byte{
		"JPEG": short, "PNG": bigPNG(t, 16_320, 12_240, 1), "long": bigPNG(t, 200_000, 10, 10),
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := picture.Prepare(t.Context(), data)
		runtime.ReadMemStats(&after)
		if used := after.TotalAlloc - before.TotalAlloc; err == nil || used > 1<<20 {
			t.Errorf("%s: %d kB, %v", name, used>>10, err)
		}
	}
}
