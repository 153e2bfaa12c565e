package decoder_test

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parlando/media/picture"
	"parlando/media/picture/heif"
	"parlando/media/picture/heif/decoder"
)

var (
	red   = color.NRGBA{255, 0, 0, 255}
	mixed = color.NRGBA{250, 0, 10, 255}
)

// sample is a file of the tests of package heif or package picture.
func sample(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("../testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// written is the picture that a decoder has written.
func written(t *testing.T, out []byte) (m image.Image, whole bool) {
	t.Helper()
	const header, premultiplied, incomplete = 5 * 4, 1, 2
	if len(out) < header {
		t.Fatalf("%d bytes", len(out))
	}
	at := func(i int) int { return int(binary.LittleEndian.Uint32(out[4*i:])) }
	l := heif.Layout{Width: at(0), Height: at(1), Space: at(2), Chroma: at(3), Premultiplied: at(4)&premultiplied != 0}
	if l.Bytes() != len(out)-header {
		t.Fatalf("%+v in %d bytes", l, len(out)-header)
	}
	return l.Image(out[header:]), at(4)&incomplete == 0
}

func wantColor(t *testing.T, m image.Image, x, y int, want color.Color) {
	t.Helper()
	gr, gg, gb, ga := m.At(x, y).RGBA()
	wr, wg, wb, wa := want.RGBA()
	for _, d := range []int{int(gr) - int(wr), int(gg) - int(wg), int(gb) - int(wb), int(ga) - int(wa)} {
		if d>>8 > 24 || d>>8 < -24 {
			t.Errorf("at %d, %d: %v, want %v", x, y, m.At(x, y), want)
			return
		}
	}
}

func TestPicturesAreDecodedInTheSandbox(t *testing.T) {
	files := map[string]struct {
		w, h, x, y int
		color      color.Color
	}{
		"odd.heic":   {65, 49, 60, 2, mixed},
		"ten.heic":   {65, 49, 60, 2, mixed},
		"odd.avif":   {65, 49, 60, 2, mixed},
		"ten.avif":   {64, 48, 10, 10, color.NRGBA{220, 30, 30, 255}},
		"alpha.avif": {64, 48, 1, 1, color.Transparent},
	}
	for name, want := range files {
		if raced && name != "odd.avif" {
			continue // getting ready takes long
		}
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			kind := heif.Kind(strings.TrimPrefix(filepath.Ext(name), "."))
			if err := decoder.Serve(kind, bytes.NewReader(sample(t, name)), &out); err != nil {
				t.Fatal(err)
			}
			m, whole := written(t, out.Bytes())
			if m.Bounds() != image.Rect(0, 0, want.w, want.h) || !whole {
				t.Fatalf("%v, whole: %t", m.Bounds(), whole)
			}
			wantColor(t, m, want.x, want.y, want.color)
		})
	}
}

func TestWhatIsNoPictureIsRefused(t *testing.T) {
	half := sample(t, "odd.avif")[:250]
	for name, file := range map[string]struct {
		kind heif.Kind
		data []byte
	}{
		"nothing": {heif.HEIC, nil}, "half an AVIF": {heif.AVIF, half}, "half an AVIF as HEIC": {heif.HEIC, half[:30]},
		"a text": {heif.JPEG, []byte("not a JPEG")}, "a kind that is not decoded here": {heif.PNG, sample(t, "odd.avif")},
	} {
		var out bytes.Buffer
		if err := decoder.Serve(file.kind, bytes.NewReader(file.data), &out); err == nil || out.Len() > 0 {
			t.Errorf("%s: %v, and %d bytes", name, err, out.Len())
		}
	}
}

// reduced is a picture made smaller.
func reduced(t *testing.T, kind heif.Kind, edge int, data []byte) (m image.Image, whole bool) {
	t.Helper()
	var out bytes.Buffer
	if err := decoder.Reduce(kind, edge, len(data), bytes.NewReader(data), &out); err != nil {
		t.Fatal(err)
	}
	return written(t, out.Bytes())
}

func TestEveryKindIsMadeSmaller(t *testing.T) {
	for name, kind := range map[string]heif.Kind{"strips.tif": heif.TIFF, "flag.webp": heif.WebP} {
		m, whole := reduced(t, kind, 48, sample(t, "../../testdata/"+name))
		if m.Bounds() != image.Rect(0, 0, 48, 32) || !whole {
			t.Fatalf("%s: %v, whole: %t", name, m.Bounds(), whole)
		}
		wantColor(t, m, 12, 8, color.NRGBA{220, 30, 30, 255})
		wantColor(t, m, 36, 8, color.NRGBA{30, 200, 30, 255})
	}
	photo := sample(t, "../../testdata/jpeg/s2x2.jpg")
	if m, whole := reduced(t, heif.JPEG, 40, photo); m.Bounds() != image.Rect(0, 0, 40, 28) || !whole {
		t.Errorf("%v, whole: %t", m.Bounds(), whole)
	}
	if m, whole := reduced(t, heif.JPEG, 40, photo[:len(photo)/2]); m.Bounds() != image.Rect(0, 0, 40, 28) || whole {
		t.Errorf("half of it: %v, whole: %t", m.Bounds(), whole)
	}
}

func TestTheTilesOfAPictureAreDecodedAndPutTogether(t *testing.T) {
	m, whole := reduced(t, heif.AVIF, 100, sample(t, "grid.avif"))
	if m.Bounds() != image.Rect(0, 0, 100, 100) || !whole {
		t.Fatalf("%v, whole: %t", m.Bounds(), whole)
	}
	for _, at := range []int{10, 45, 55, 90} {
		wantColor(t, m, at, at, red)
		wantColor(t, m, at, 100-at, red)
	}
}

func TestWhatCannotBeMadeSmallerIsRefused(t *testing.T) {
	photo := sample(t, "../../testdata/jpeg/s2x2.jpg")
	for name, c := range map[string]struct {
		kind       heif.Kind
		edge, size int
		data       []byte
	}{
		"another kind": {"gif", 40, len(photo), photo}, "no edge": {heif.JPEG, 0, len(photo), photo}, "no size": {heif.JPEG, 40, -1, photo},
		"too large": {heif.JPEG, 40, picture.MaxInput + 1, photo}, "less than its size": {heif.JPEG, 40, len(photo) + 1, photo},
		"in one piece": {heif.AVIF, 40, 368, sample(t, "odd.avif")},
	} {
		var out bytes.Buffer
		if err := decoder.Reduce(c.kind, c.edge, c.size, bytes.NewReader(c.data), &out); err == nil || out.Len() > 0 {
			t.Errorf("%s: %v, and %d bytes", name, err, out.Len())
		}
	}
}
