package picture_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"image/color"
	"testing"

	"golang.org/x/image/draw"

	"parlando/media/picture"
)

func prepare(t *testing.T, data []byte) picture.PreparedPicture {
	t.Helper()
	p, err := picture.Prepare(context.Background(), data)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func open(t *testing.T, data []byte) image.Image {
	t.Helper()
	m, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// near says whether two colors look the same after a JPEG.
func near(a, b color.Color) bool {
	ar, ag, ab, aa := a.RGBA()
	br, bg, bb, ba := b.RGBA()
	for _, d := range []int{int(ar) - int(br), int(ag) - int(bg), int(ab) - int(bb), int(aa) - int(ba)} {
		if d>>8 > 12 || d>>8 < -12 {
			return false
		}
	}
	return true
}

func wantFlag(t *testing.T, m image.Image) {
	t.Helper()
	wantColors(t, m, red, green, blue, white)
}

// wantColors looks at the four quarters: top left, top right, bottom left, bottom right.
func wantColors(t *testing.T, m image.Image, topLeft, topRight, bottomLeft, bottomRight color.Color) {
	t.Helper()
	b := m.Bounds()
	for _, c := range []struct {
		x, y float64
		want color.Color
	}{{.25, .25, topLeft}, {.75, .25, topRight}, {.25, .75, bottomLeft}, {.75, .75, bottomRight}} {
		x, y := b.Min.X+int(c.x*float64(b.Dx())), b.Min.Y+int(c.y*float64(b.Dy()))
		if got := m.At(x, y); !near(got, c.want) {
			t.Errorf("at %d,%d: %v, want %v", x, y, got, c.want)
		}
	}
}

func TestAPhotoIsTurnedUprightInEveryOrientation(t *testing.T) {
	for _, order := range []binary.AppendByteOrder{binary.BigEndian, binary.LittleEndian} {
		for o := 1; o <= 8; o++ {
			t.Run(fmt.Sprint(order, o), func(t *testing.T) {
				p := prepare(t, withEXIF(asJPEG(t, stored(flag(96, 64), o)), exif(o, order)))
				if p.Width != 96 || p.Height != 64 || p.OriginalWidth != 96 || p.OriginalHeight != 64 {
					t.Errorf("%dx%d from %dx%d, want 96x64", p.Width, p.Height, p.OriginalWidth, p.OriginalHeight)
				}
				wantFlag(t, open(t, p.Data))
				wantFlag(t, p.Thumbnail)
				preview, err := picture.Preview(context.Background(), withEXIF(asJPEG(t, stored(flag(96, 64), o)), exif(o, order)), 48)
				if err != nil || preview.Bounds() != image.Rect(0, 0, 48, 32) {
					t.Fatalf("%v, %v", preview, err)
				}
				wantFlag(t, preview)
			})
		}
	}
}

func TestNothingButThePictureIsSent(t *testing.T) {
	file := withEXIF(asJPEG(t, flag(64, 64)), exif(1, binary.BigEndian))
	if bytes.Count(file, []byte(camera)) != 3 {
		t.Fatal("the sample tells too little for this test")
	}
	p := prepare(t, file)
	for _, trace := range []string{"Exif", camera, "xmp", "ns.adobe"} {
		if bytes.Contains(p.Data, []byte(trace)) {
			t.Errorf("%q is still there", trace)
		}
	}
	text := append([]byte{0, 0, 0, byte(8 + len(camera))}, "tEXtComment\x00"+camera...)
	png := asPNG(t, flag(64, 64))
	png = append(append(append([]byte{}, png[:33]...), append(text[:4:4], append(text[4:], crc(text[4:])...)...)...), png[33:]...)
	if p := prepare(t, png); bytes.Contains(p.Data, []byte(camera)) {
		t.Error("a PNG's text is still there")
	}
}

func TestALargePhotoIsShrunkToTheLongEdgeAndStaysAsItLooked(t *testing.T) {
	for _, c := range []struct{ w, h, wantW, wantH int }{{2400, 900, 2048, 768}, {900, 2400, 768, 2048}, {2048, 10, 2048, 10}, {9000, 2, 2048, 1}} {
		p := prepare(t, asJPEG(t, flag(c.w, c.h)))
		if p.Width != c.wantW || p.Height != c.wantH {
			t.Errorf("%dx%d became %dx%d", c.w, c.h, p.Width, p.Height)
		}
		m := open(t, p.Data)
		if m.Bounds().Dx() != p.Width || m.Bounds().Dy() != p.Height {
			t.Errorf("it says %dx%d and is %v", p.Width, p.Height, m.Bounds())
		}
		if c.h > 10 {
			wantFlag(t, m)
		}
		if b := p.Thumbnail.Bounds(); max(b.Dx(), b.Dy()) != picture.ThumbnailEdge {
			t.Errorf("thumbnail is %v", b)
		}
	}
}

func TestASmallPictureIsNeverEnlarged(t *testing.T) {
	p := prepare(t, asPNG(t, flag(8, 6)))
	if p.Width != 8 || p.Height != 6 || p.Thumbnail.Bounds().Dx() != 8 {
		t.Errorf("%+v", p)
	}
}

func TestShrinkingLooksLikeTheWellKnownCatmullRom(t *testing.T) {
	from := photo(310, 203)
	for i := range from.Pix {
		if i%4 == 3 {
			from.Pix[i] = uint8(i / 500) // something that shines through
		}
	}
	got, err := picture.Preview(context.Background(), asPNG(t, from), 97)
	if err != nil {
		t.Fatal(err)
	}
	want := image.NewNRGBA(got.Bounds())
	draw.CatmullRom.Scale(want, want.Rect, from, from.Rect, draw.Src, nil)
	off := 0
	for y := range want.Rect.Dy() {
		for x := range want.Rect.Dx() {
			ar, ag, ab, aa := got.At(x, y).RGBA()
			br, bg, bb, ba := want.At(x, y).RGBA()
			for _, d := range []int{int(ar) - int(br), int(ag) - int(bg), int(ab) - int(bb), int(aa) - int(ba)} {
				off = max(off, d>>8, -(d >> 8))
			}
		}
	}
	if off > 3 {
		t.Errorf("differs by %d of 255", off)
	}
}

func TestScreenshotsStaySharpAndPhotosBecomeSmall(t *testing.T) {
	clear := flag(300, 200)
	clear.SetNRGBA(3, 3, color.NRGBA{10, 20, 30, 100})
	for name, c := range map[string]struct {
		data []byte
		want string
	}{
		"few colors":            {asPNG(t, flag(640, 360)), "image/png"},
		"a photo as PNG":        {asPNG(t, photo(640, 360)), "image/jpeg"},
		"a photo as JPEG":       {asJPEG(t, photo(640, 360)), "image/jpeg"},
		"flat but JPEG":         {asJPEG(t, flag(300, 200)), "image/jpeg"},
		"something see-through": {asPNG(t, clear), "image/png"},
	} {
		t.Run(name, func(t *testing.T) {
			p := prepare(t, c.data)
			if p.MIME != c.want || picture.DetectFormat(p.Data).MIME() != c.want {
				t.Errorf("%s (really %s), want %s", p.MIME, picture.DetectFormat(p.Data), c.want)
			}
		})
	}
	m := open(t, prepare(t, asPNG(t, clear)).Data)
	if got := color.NRGBAModel.Convert(m.At(3, 3)); got != (color.NRGBA{10, 20, 30, 100}) {
		t.Errorf("what shines through became %v", got)
	}
}

func TestOfAMovingPictureTheFirstFrameIsTakenAndSaid(t *testing.T) {
	screen := image.Rect(0, 0, 40, 30)
	still := prepare(t, asGIF(t, screen, paletted(screen, red)))
	if still.Note != "" || !near(open(t, still.Data).At(20, 15), red) {
		t.Errorf("still: %q", still.Note)
	}
	moving := prepare(t, asGIF(t, screen, paletted(screen, red), paletted(screen, blue)))
	if moving.Note != picture.FirstFrame || !near(open(t, moving.Data).At(20, 15), red) {
		t.Errorf("moving: %q", moving.Note)
	}
	part := prepare(t, asGIF(t, screen, paletted(image.Rect(10, 10, 20, 20), green), paletted(screen, blue)))
	m := open(t, part.Data)
	if part.Width != 40 || part.Height != 30 || !near(m.At(15, 15), green) {
		t.Errorf("a frame that covers a part: %dx%d, %v", part.Width, part.Height, m.At(15, 15))
	}
	png := asPNG(t, flag(20, 20))
	control := []byte("acTL\x00\x00\x00\x02\x00\x00\x00\x00")
	apng := append(append(append(append([]byte{}, png[:33]...), 0, 0, 0, 8), append(control, crc(control)...)...), png[33:]...)
	if p := prepare(t, apng); p.Note != picture.FirstFrame {
		t.Errorf("animated PNG: %q", p.Note)
	}
}

// canceledContext is a context that is done once it was asked left times.
type canceledContext struct {
	context.Context
	left int
}

func (s *canceledContext) Err() error {
	if s.left--; s.left < 0 {
		return context.Canceled
	}
	return nil
}

func TestACanceledPictureEndsWithTheContextsError(t *testing.T) {
	for name, data := range map[string][]byte{
		"jpeg": asJPEG(t, flag(640, 640)), "png": asPNG(t, flag(640, 640)), "webp": sample(t, "flag.webp"),
		"bmp": sample(t, "565.bmp"), "tiff": sample(t, "strips.tif"),
	} {
		for n := 0; ; n += 1 + n/4 {
			ctx := &canceledContext{t.Context(), n}
			_, err := picture.Prepare(ctx, data)
			if ctx.left >= 0 {
				break
			}
			if !errors.Is(err, context.Canceled) {
				t.Errorf("%s, stopped at %d: %v", name, n, err)
			}
		}
	}
}

// A service that drops transparency would show what a file hides.
func TestColorsThatNobodySeesAreNotSent(t *testing.T) {
	hidden := flag(96, 64)
	for i := 3; i < len(hidden.Pix)/2; i += 4 {
		hidden.Pix[i] = 0
	}
	if n := withoutHiddenColors(t, open(t, prepare(t, asPNG(t, hidden)).Data)); n != 96*64/2 {
		t.Errorf("%d pixels are invisible", n)
	}
}

// withoutHiddenColors fails if an invisible pixel has a color, and returns the number of invisible
// pixels.
func withoutHiddenColors(t *testing.T, m image.Image) (invisible int) {
	t.Helper()
	picture, ok := m.(*image.NRGBA)
	if !ok {
		t.Fatalf("%T", m)
	}
	for i := 0; i < len(picture.Pix); i += 4 {
		if picture.Pix[i+3] > 0 {
			continue
		}
		if invisible++; picture.Pix[i] > 0 || picture.Pix[i+1] > 0 || picture.Pix[i+2] > 0 {
			t.Fatalf("%v is sent at byte %d", picture.Pix[i:i+4], i)
		}
	}
	return invisible
}
