package heif_test

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"parlando/media/picture/heif"
	"parlando/media/subprocess/helpertest"
)

func TestMain(m *testing.M) { os.Exit(helpertest.Run(m)) }

func sample(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func decode(ctx context.Context, name string, data []byte) (heif.Header, image.Image, error) {
	h, err := heif.ReadHeader(data)
	if err != nil {
		return h, nil, err
	}
	kind := heif.HEIC
	if strings.HasSuffix(name, ".avif") {
		kind = heif.AVIF
	}
	m, err := heif.Decode(ctx, kind, data, h)
	return h, m, err
}

func open(t *testing.T, name string) (heif.Header, image.Image) {
	t.Helper()
	h, m, err := decode(t.Context(), name, sample(t, name))
	if err != nil {
		t.Fatal(err)
	}
	return h, m
}

func near(a, b color.Color) bool {
	ar, ag, ab, aa := a.RGBA()
	br, bg, bb, ba := b.RGBA()
	for _, d := range []int{int(ar) - int(br), int(ag) - int(bg), int(ab) - int(bb), int(aa) - int(ba)} {
		if d>>8 > 24 || d>>8 < -24 {
			return false
		}
	}
	return true
}

func want(t *testing.T, m image.Image, at image.Point, c color.Color) {
	t.Helper()
	if got := m.At(at.X, at.Y); !near(got, c) {
		t.Errorf("at %v: %v, want %v", at, got, c)
	}
}

func TestEverySortOfPictureIsDecoded(t *testing.T) {
	red := color.NRGBA{220, 30, 30, 255}
	for name, c := range map[string]struct {
		w, h    int
		at      image.Point
		color   color.Color
		several bool
	}{
		"odd.heic":    {65, 49, image.Pt(60, 2), color.NRGBA{250, 0, 10, 255}, false},
		"odd444.heic": {65, 49, image.Pt(60, 46), color.NRGBA{10, 0, 245, 255}, false},
		"odd.avif":    {65, 49, image.Pt(60, 2), color.NRGBA{250, 0, 10, 255}, false},
		"ten.heic":    {65, 49, image.Pt(60, 2), color.NRGBA{250, 0, 10, 255}, false},
		"gray.heic":   {512, 512, image.Pt(60, 2), color.Gray{121}, false},
		"gray.avif":   {64, 48, image.Pt(32, 24), color.White, false},
		"alpha.heic":  {64, 48, image.Pt(32, 24), red, false},
		"alpha.avif":  {64, 48, image.Pt(32, 24), red, false},
		"ten.avif":    {64, 48, image.Pt(10, 10), red, false},
		"grid.avif":   {128, 128, image.Pt(100, 100), color.NRGBA{255, 0, 0, 255}, false},
		"seq.avif":    {64, 48, image.Pt(50, 10), color.NRGBA{30, 200, 30, 255}, true},
	} {
		t.Run(name, func(t *testing.T) {
			h, m := open(t, name)
			if m.Bounds() != image.Rect(0, 0, c.w, c.h) || h.Width != c.w || h.Height != c.h || h.IsSequence != c.several {
				t.Fatalf("%v, %+v", m.Bounds(), h)
			}
			want(t, m, c.at, c.color)
		})
	}
	_, m := open(t, "alpha.avif")
	want(t, m, image.Pt(1, 1), color.Transparent)
}

// turned is a sample with its properties of turning and mirroring replaced.
func turned(t *testing.T, name string, quarters int, mirror heif.Mirror) []byte {
	t.Helper()
	data := bytes.Clone(sample(t, name))
	data[bytes.Index(data, []byte("irot"))+4] = byte(quarters)
	imir := bytes.Index(data, []byte("imir"))
	if mirror == heif.NotMirrored {
		copy(data[imir-4:], "\x00\x00\x00\x09irot"+string(rune(quarters))) // the same once more
		data[bytes.Index(data, []byte("irot"))+4] = 0
	} else {
		data[imir+4] = byte(mirror - heif.MirrorTopBottom)
	}
	return data
}

func TestTurningAndMirroringIsRead(t *testing.T) {
	// The numbers of EXIF for each number of quarters to the left, straight, then top and bottom
	// exchanged, then left and right.
	orientations := [4][3]int{{1, 4, 2}, {8, 5, 7}, {3, 2, 4}, {6, 7, 5}}
	for quarters := range 4 {
		for mirror := heif.NotMirrored; mirror <= heif.MirrorLeftRight; mirror++ {
			h, err := heif.ReadHeader(turned(t, "turned.avif", quarters, mirror))
			if err != nil || h.Orientation() != orientations[quarters][mirror] {
				t.Errorf("%d, %d: %+v, %v", quarters, mirror, h, err)
			}
		}
	}
	if _, m := open(t, "turned.avif"); m.Bounds() != image.Rect(0, 0, 64, 48) {
		t.Errorf("it was turned: %v", m.Bounds())
	}
	// The decoder of HEIC turns by itself: red, green, blue and white from the top left stand
	// elsewhere then.
	for quarters, colors := range [4][2]color.Color{
		{color.NRGBA{220, 30, 30, 255}, color.NRGBA{30, 200, 30, 255}},
		{color.NRGBA{30, 200, 30, 255}, color.White},
		{color.White, color.NRGBA{30, 30, 220, 255}},
		{color.NRGBA{30, 30, 220, 255}, color.NRGBA{220, 30, 30, 255}},
	} {
		_, m, err := decode(t.Context(), "turned.heic", turned(t, "turned.heic", quarters, heif.NotMirrored))
		if err != nil {
			t.Fatal(err)
		}
		b := m.Bounds()
		want(t, m, image.Pt(b.Dx()/4, b.Dy()/4), colors[0])
		want(t, m, image.Pt(b.Dx()*3/4, b.Dy()/4), colors[1])
	}
}

func TestDamagedFilesEndWithAnError(t *testing.T) {
	for _, name := range []string{"odd.heic", "ten.avif"} {
		whole := sample(t, name)
		for _, cut := range []int{20, len(whole) - 60} {
			if _, m, err := decode(t.Context(), name, whole[:cut]); err == nil {
				t.Errorf("%s without its last %d bytes: %v", name, len(whole)-cut, m.Bounds())
			}
		}
	}
}

func TestAFileThatLiesAboutItsSizeIsRefused(t *testing.T) {
	// the decoder of AVIF makes the picture as large as it says
	data := bytes.Clone(sample(t, "odd.heic"))
	for at := 0; ; {
		i := bytes.Index(data[at:], []byte("ispe"))
		if i < 0 {
			break
		}
		at += i + 4
		copy(data[at+4:], []byte{0, 0, 0, 8, 0, 0, 0, 8})
	}
	if h, m, err := decode(t.Context(), "odd.heic", data); err == nil {
		t.Errorf("%+v gives %v", h, m.Bounds())
	}
}

func TestWithoutItsHelperNothingIsDecoded(t *testing.T) {
	helper, err := helpertest.Helper()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(helper, helper+".away"); err != nil {
		t.Fatal(err)
	}
	defer os.Rename(helper+".away", helper)
	if _, _, err := decode(t.Context(), "odd.heic", sample(t, "odd.heic")); !errors.Is(err, heif.ErrUnavailable) {
		t.Errorf("%v", err)
	}
}

func TestDecodingEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, name := range []string{"odd.heic", "odd.avif"} {
		if _, _, err := decode(ctx, name, sample(t, name)); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestHeadersThatDoNotHoldTogether(t *testing.T) {
	whole := sample(t, "turned.heic")
	for i := range len(whole) {
		if _, err := heif.ReadHeader(whole[:i]); err != nil && err.Error() == "" {
			t.Fatal(err)
		}
	}
	if _, err := heif.ReadHeader(nil); err == nil {
		t.Error("nothing has a size")
	}
}

func TestEachTileOfAGridIsAFileOfItsOwn(t *testing.T) {
	data := sample(t, "grid.avif")
	g, err := heif.ReadGrid(data)
	if err != nil {
		t.Fatal(err)
	}
	if g.Width != 128 || g.Height != 128 || g.Rows != 2 || g.Columns != 2 || g.TileWidth != 64 || g.TileHeight != 64 {
		t.Errorf("%dx%d in %d rows of %d, each %dx%d", g.Width, g.Height, g.Rows, g.Columns, g.TileWidth, g.TileHeight)
	}
	for i := range 4 {
		h, m, err := decode(t.Context(), "tile.avif", g.Tile(i))
		if err != nil || h.Width != 64 || h.Height != 64 {
			t.Fatalf("%+v, %v", h, err)
		}
		want(t, m, image.Pt(40, 40), color.NRGBA{255, 0, 0, 255})
	}
	if _, err := heif.ReadGrid(sample(t, "gray.heic")); err == nil {
		t.Error("a picture in one piece has tiles")
	}
	for i := range data {
		for _, damaged := range [][]byte{data[:i], slices.Concat(data[:i], []byte{^data[i]}, data[i+1:]), slices.Concat(data[:i], []byte{data[i] + 1}, data[i+1:])} {
			if g, err := heif.ReadGrid(damaged); err == nil {
				g.Tile(g.Rows*g.Columns - 1) // it has all its tiles
			}
		}
	}
}

func FuzzReadHeader(f *testing.F) {
	for _, name := range []string{"turned.heic", "turned.avif", "grid.avif", "seq.avif"} {
		f.Add(sample(f, name))
	}
	f.Add([]byte("\x00\x00\x00\x01meta\x00\x00\x00\x00\x00\x00\x00\x10"))
	f.Fuzz(func(t *testing.T, data []byte) {
		h, err := heif.ReadHeader(data)
		if g, err := heif.ReadGrid(data); err == nil {
			if _, err := heif.ReadHeader(g.Tile(g.Rows*g.Columns - 1)); err != nil {
				t.Errorf("a tile: %v", err)
			}
		}
		if err == nil && (h.Width < 1 || h.Height < 1 || h.Orientation() < 1 || h.Orientation() > 8) {
			t.Errorf("%+v", h)
		}
	})
}

func TestTransparencyIsToldFromOtherPicturesBesideOne(t *testing.T) {
	for name, isGrid := range map[string]bool{"hidden.heic": false, "hidden-grid.heic": true} {
		data := sample(t, "../../testdata/"+name)
		alpha, premultiplied := heif.ReadAlpha(data)
		if _, err := heif.ReadGrid(alpha); alpha == nil || (err == nil) != isGrid || premultiplied != isGrid {
			t.Errorf("%s: %d bytes, %v, premultiplied: %t", name, len(alpha), err, premultiplied)
		}
		depth := bytes.Replace(data, []byte("auxid:1"), []byte("auxid:2"), 1)
		if alpha, _ := heif.ReadAlpha(depth); alpha != nil {
			t.Errorf("%s: its depth is taken for transparency", name)
		}
	}
	if alpha, _ := heif.ReadAlpha(sample(t, "odd.heic")); alpha != nil {
		t.Error("a picture without transparency has some")
	}
}
