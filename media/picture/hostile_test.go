package picture_test

import (
	"bytes"
	"compress/zlib"
	"context"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"parlando/media/picture"
)

func crc(b []byte) []byte { return binary.BigEndian.AppendUint32(nil, crc32.ChecksumIEEE(b)) }

// bigPNG is a PNG of w by h gray pixels in one color, which packs to next to nothing. It ends after
// some rows.
func bigPNG(t testing.TB, w, h, rows int) []byte {
	t.Helper()
	chunk := func(b []byte, name string, content []byte) []byte {
		b = binary.BigEndian.AppendUint32(b, uint32(len(content)))
		body := append([]byte(name), content...)
		return append(append(b, body...), crc(body)...)
	}
	head := binary.BigEndian.AppendUint32(nil, uint32(w))
	head = binary.BigEndian.AppendUint32(head, uint32(h))
	head = append(head, 8, 0, 0, 0, 0)
	var packed bytes.Buffer
	z := zlib.NewWriter(&packed)
	row := make([]byte, w+1)
	for range rows {
		if _, err := z.Write(row); err != nil {
			t.Fatal(err)
		}
	}
	z.Close()
	file := chunk([]byte("\x89PNG\r\n\x1a\n"), "IHDR", head)
	file = chunk(file, "IDAT", packed.Bytes())
	return chunk(file, "IEND", nil)
}

func TestWhatCannotBeUsedSaysWhy(t *testing.T) {
	jpeg, png := asJPEG(t, photo(600, 400)), asPNG(t, photo(60, 40))
	webpHead := func(kind, rest string) string {
		return "RIFF\x00\x00\x00\x00WEBP" + kind + "\x0a\x00\x00\x00" + rest
	}
	screen := image.Rect(0, 0, 60, 40)
	gif := asGIF(t, screen, paletted(screen, red))
	heic, avif, bmp, tiff := kept(t, "turned.heic"), kept(t, "turned.avif"), asBMP(t, flag(60, 40)), asTIFF(t, flag(60, 40), 1)
	for name, c := range map[string]struct {
		data   string
		reason picture.Reason
		format picture.Format
	}{
		"nothing":              {"", picture.Empty, ""},
		"a text":               {"Dear Sir or Madam, BM and so on", picture.NotAPicture, ""},
		"a page":               {"<!doctype html><html><p>hello</html>", picture.NotAPicture, ""},
		"an iPhone's HEIC":     {"\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic", picture.Damaged, picture.HEIC},
		"HEIC by second brand": {"\x00\x00\x00\x18ftypmif1\x00\x00\x00\x00mif1heic", picture.Damaged, picture.HEIC},
		"AVIF":                 {"\x00\x00\x00\x1cftypavif\x00\x00\x00\x00avifmif1miaf", picture.Damaged, picture.AVIF},
		"half a HEIC":          {string(heic[:len(heic)-40]), picture.Damaged, picture.HEIC},
		"half an AVIF":         {string(avif[:len(avif)-40]), picture.Damaged, picture.AVIF},
		"a HEIC too large":     {string(claiming(heic, 8000, 5001)), picture.TooManyPixels, picture.HEIC},
		"an AVIF too large":    {string(claiming(avif, 4000, 4001)), picture.TooManyPixels, picture.AVIF},
		"a film":               {"\x00\x00\x00\x18ftypisom\x00\x00\x02\x00isomiso2", picture.Unsupported, picture.Film},
		"half a BMP's header":  {"BM\x36\x00\x0c\x00\x00\x00\x00\x00\x36\x00\x00\x00\x28\x00\x00\x00\x00\x02\x00\x00\x80\x01\x00\x00", picture.Damaged, picture.BMP},
		"half a BMP":           {string(bmp[:len(bmp)/2]), picture.Damaged, picture.BMP},
		"a BMP that is packed": {string(bmp[:30]) + "\x04" + string(bmp[31:]), picture.UnsupportedVariant, picture.BMP},
		"a TIFF's first bytes": {"II*\x00\x08\x00\x00\x00", picture.Damaged, picture.TIFF},
		"half a TIFF":          {string(tiff[:len(tiff)/2]), picture.Damaged, picture.TIFF},
		"JPEGs of each color":  {string(retagged(kept(t, "planes.tif"), 259, 7)), picture.UnsupportedVariant, picture.TIFF},
		"an old TIFF of JPEGs": {string(retagged(kept(t, "jpeg.tif"), 259, 6)), picture.UnsupportedVariant, picture.TIFF},
		"Luv in a TIFF":        {string(retagged(kept(t, "cmyk.tif"), 262, 32845)), picture.UnsupportedVariant, picture.TIFF},
		"16 shades of gray":    {string(retagged(kept(t, "strips.tif"), 258, 4)), picture.UnsupportedVariant, picture.TIFF},
		"an odd fax":           {string(retagged(kept(t, "fax.tif"), 292, 1)), picture.UnsupportedVariant, picture.TIFF},
		"half a fax":           {string(emptied(kept(t, "fax.tif"), 8, 600)), picture.UnsupportedVariant, picture.TIFF},
		"a TIFF over 4 GB":     {"II+\x00\x08\x00\x00\x00\x10\x00\x00\x00\x00\x00\x00\x00", picture.Unsupported, picture.BigTIFF},
		"a portable pixmap":    {"P6\n96 64\n255\n\x00\x00\x00", picture.Unsupported, picture.PNM},
		"a PCX":                {"\x0a\x05\x01\x08\x00\x00\x00\x00", picture.Unsupported, picture.PCX},
		"SVG":                  {"<?xml version=\"1.0\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\"/>", picture.Unsupported, picture.SVG},
		"PDF":                  {"%PDF-1.7\n", picture.Unsupported, picture.PDF},
		"Photoshop":            {"8BPS\x00\x01", picture.Unsupported, picture.Photoshop},
		"a moving WebP":        {webpHead("VP8X", "\x02\x00\x00\x00\x3f\x00\x00\x2f\x00\x00"), picture.Damaged, picture.WebP},
		"half a WebP":          {webpHead("VP8 ", ""), picture.Damaged, picture.WebP},
		"a JPEG's header":      {string(jpeg[:bytes.Index(jpeg, []byte("\xff\xda"))]), picture.Damaged, picture.JPEG},
		"half a PNG":           {string(png[:len(png)/2]), picture.Damaged, picture.PNG},
		"half a GIF":           {string(gif[:len(gif)-20]), picture.Damaged, picture.GIF},
		"a JPEG's first bytes": {"\xff\xd8\xff\xe0", picture.Damaged, picture.JPEG},
		"a PNG's name only":    {"\x89PNG\r\n\x1a\n", picture.Damaged, picture.PNG},
		"too much to unfold":   {string(bigPNG(t, 20_000, 15_001, 1)), picture.TooManyPixels, picture.PNG},
		"too large a file":     {string(jpeg) + strings.Repeat("\x00", picture.MaxInput), picture.TooLarge, picture.JPEG},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := picture.Prepare(context.Background(), []byte(c.data))
			var e *picture.Error
			if !errors.As(err, &e) || e.Reason != c.reason || e.Format != c.format {
				t.Errorf("%v; want %s (%s)", err, c.reason, c.format)
			}
			if _, err := picture.Preview(context.Background(), []byte(c.data), 64); err == nil {
				t.Error("and yet it has a preview")
			}
		})
	}
}

func TestSmallFilesThatUnfoldToMuchAreRefusedBeforeTheyDo(t *testing.T) {
	short := asJPEG(t, photo(64, 64))
	// The height and width in the frame header, made 6,000 by 6,000.
	at := bytes.Index(short, []byte{0xff, 0xc0}) + 5
	copy(short[at:], []byte{0x17, 0x70, 0x17, 0x70})
	cut := bigPNG(t, 6_000, 6_000, 6)
	for name, data := range map[string][]byte{
		"bomb": bigPNG(t, 20_000, 20_000, 1_000), "JPEG that lies": short, "PNG that ends": cut,
		"HEIC that lies": claiming(kept(t, "turned.heic"), 6_000, 6_000),
		"BMP that lies":  lyingBMP(asBMP(t, flag(60, 40)), 6_000, 6_000), "TIFF that lies": lyingTIFF(asTIFF(t, flag(60, 40), 1), 6_000, 6_000),
		"TIFF of a JPEG that lies": lyingTIFF(bytes.Clone(kept(t, "jpeg.tif")), 6_000, 6_000), "fax that lies": lyingTIFF(bytes.Clone(kept(t, "fax.tif")), 10_000, 4_000),
		"TIFF of planes that lies": lyingTIFF(bytes.Clone(kept(t, "planes.tif")), 6_000, 6_000),
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := picture.Prepare(context.Background(), data)
		runtime.ReadMemStats(&after)
		if err == nil {
			t.Errorf("%s: no error", name)
		}
		if used := after.TotalAlloc - before.TotalAlloc; used > 64<<20 {
			t.Errorf("%s: %d MB for a refusal", name, used>>20)
		}
	}
}

func TestALargePictureTakesLittleMoreMemoryThanItsPixels(t *testing.T) {
	data := bigPNG(t, 4_000, 2_500, 2_500) // 10 megapixels of one byte
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	p, err := picture.Prepare(context.Background(), data)
	runtime.ReadMemStats(&after)
	if err != nil || p.Width != 2048 || p.Height != 1280 {
		t.Fatalf("%dx%d, %v", p.Width, p.Height, err)
	}
	if used := after.TotalAlloc - before.TotalAlloc; used > 40<<20 {
		t.Errorf("%d MB for 10 MB of pixels", used>>20)
	}
}

func FuzzPrepareNeverPanics(f *testing.F) {
	screen := image.Rect(0, 0, 12, 9)
	f.Add(asJPEG(f, flag(16, 12)))
	f.Add(withEXIF(asJPEG(f, flag(16, 12)), exif(6, binary.BigEndian)))
	f.Add(asPNG(f, flag(16, 12)))
	f.Add(asGIF(f, screen, paletted(screen, red), paletted(screen, blue)))
	f.Add([]byte("\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic"))
	f.Add(kept(f, "turned.heic"))
	f.Add(kept(f, "turned.avif"))
	f.Add(asBMP(f, flag(16, 12)))
	f.Add(asTIFF(f, flag(16, 12), 6))
	samples, _ := filepath.Glob("testdata/*.webp")
	for _, path := range samples {
		data, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		// The header alone decides about size; larger ones only make the search slow.
		if len(data) > 1<<16 {
			t.Skip()
		}
		// A decoder that does not come to an end is ended; here that must not take as long as it
		// may.
		ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
		defer cancel()
		p, err := picture.Prepare(ctx, data)
		if err != nil {
			var e *picture.Error
			if !errors.As(err, &e) && !errors.Is(err, ctx.Err()) {
				t.Fatalf("an error without a reason: %v", err)
			}
			return
		}
		if p.Width < 1 || p.Height < 1 || p.Width > picture.MaxEdge || p.Height > picture.MaxEdge || len(p.Data) > picture.MaxOutput {
			t.Fatalf("%dx%d, %d bytes", p.Width, p.Height, len(p.Data))
		}
	})
}
