package picture_test

import (
	"bytes"
	"errors"
	"go/build"
	"image"
	"image/color"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/image/bmp"
	"golang.org/x/image/tiff"
	"golang.org/x/image/webp"

	"parlando/media/picture"
)

// suite returns the files of a folder of tests with one of these extensions.
func suite(t *testing.T, folder string, least int, extensions ...string) (files []string) {
	t.Helper()
	for _, extension := range extensions {
		found, err := filepath.Glob(filepath.Join(folder, "*"+extension))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	if len(files) < least {
		t.Skipf("%d files in %s, at least %d are expected", len(files), folder, least)
	}
	return files
}

// pixelsOf decodes a file with Parlando, at its full size.
func pixelsOf(t *testing.T, data []byte) (*image.NRGBA, error) {
	t.Helper()
	large, err := picture.DecodeLarge(t.Context(), data)
	if err != nil {
		return nil, err
	}
	w, h := large.Size()
	return large.RenderRegion(t.Context(), image.Rect(0, 0, w, h), w, h)
}

// samePixels fails if a file comes out otherwise than by the reference. A file that the reference
// refuses must be refused with a reason.
func samePixels(t *testing.T, path string, allowed deviation, reference func([]byte) (image.Image, error)) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Base(path)
	got, err := pixelsOf(t, data)
	want, referenceErr := reference(data)
	switch named := (*picture.Error)(nil); {
	case referenceErr != nil && !errors.As(err, &named):
		t.Errorf("%s: %v, the reference says %v", name, err, referenceErr)
		return
	case referenceErr != nil:
		return
	case err != nil:
		t.Errorf("%s: %v", name, err)
		return
	case got.Rect.Size() != want.Bounds().Size():
		t.Errorf("%s: %v, the reference has %v", name, got.Rect, want.Bounds())
		return
	}
	most, sum := 0, 0
	for y := range got.Rect.Dy() {
		for x := range got.Rect.Dx() {
			d := difference(got.At(x, y), want.At(want.Bounds().Min.X+x, want.Bounds().Min.Y+y))
			most, sum = max(most, d), sum+d
		}
	}
	if average := float64(sum) / float64(got.Rect.Dx()*got.Rect.Dy()); most > allowed.most || average > allowed.average {
		t.Errorf("%s is off by %d at most, %.2f on average", name, most, average)
	}
}

// deviation is the allowed difference between two pictures, in 255ths of a color.
type deviation struct {
	most    int
	average float64
}

// difference returns the largest difference of two colors as they are seen, in 255ths.
func difference(a, b color.Color) (most int) {
	ar, ag, ab, aa := a.RGBA()
	br, bg, bb, ba := color.NRGBAModel.Convert(b).RGBA() // in 8 bits
	for _, d := range []int{int(ar) - int(br), int(ag) - int(bg), int(ab) - int(bb), int(aa) - int(ba)} {
		most = max(most, (max(d, -d)+128)/257)
	}
	return most
}

// The suite of PNG, as far as Go has it.
func TestThePNGSuiteIsRead(t *testing.T) {
	folder := filepath.Join(build.Default.GOROOT, "src/image/png/testdata/pngsuite")
	for _, path := range suite(t, folder, 30, ".png") {
		samePixels(t, path, deviation{}, func(data []byte) (image.Image, error) { return png.Decode(bytes.NewReader(data)) })
	}
}

// The files with which golang.org/x/image is tested.
func TestTheFilesOfGosOwnDecodersAreRead(t *testing.T) {
	// What is widened and then made RGB is rounded twice, and light below black is cut off between.
	lossy := deviation{most: 9, average: 0.8}
	module, err := exec.CommandContext(t.Context(), "go", "list", "-m", "-f", "{{.Dir}}", "golang.org/x/image").Output()
	if err != nil {
		t.Skip(err)
	}
	folder := filepath.Join(strings.TrimSpace(string(module)), "testdata")
	for _, path := range suite(t, folder, 35, ".webp", ".bmp", ".tiff") {
		switch filepath.Ext(path) {
		case ".webp":
			samePixels(t, path, lossy, limitedWebP)
		case ".bmp":
			samePixels(t, path, deviation{}, func(data []byte) (image.Image, error) { return bmp.Decode(bytes.NewReader(data)) })
		default:
			samePixels(t, path, deviation{}, func(data []byte) (image.Image, error) { return tiff.Decode(bytes.NewReader(data)) })
		}
	}
}

// limitedWebP decodes a WebP as libwebp does: the colors of a lossy one are of the limited range of
// BT.601.
func limitedWebP(data []byte) (image.Image, error) {
	decoded, err := webp.Decode(bytes.NewReader(data))
	switch m := decoded.(type) {
	case *image.YCbCr:
		return limitedPicture{m, m.YCbCrAt, func(int, int) uint8 { return 255 }}, err
	case *image.NYCbCrA:
		return limitedPicture{m, m.YCbCr.YCbCrAt, func(x, y int) uint8 { return m.A[m.AOffset(x, y)] }}, err
	}
	return decoded, err
}

// limitedPicture is a picture with colors of the limited range.
type limitedPicture struct {
	image.Image
	color func(x, y int) color.YCbCr
	alpha func(x, y int) uint8
}

func (l limitedPicture) At(x, y int) color.Color {
	c := l.color(x, y)
	light, blue, red := 255./219*float64(int(c.Y)-16), 255./224*float64(int(c.Cb)-128), 255./224*float64(int(c.Cr)-128)
	value := func(v float64) uint8 { return uint8(min(max(v+0.5, 0), 255)) }
	return color.NRGBA{value(light + 1.402*red), value(light - 0.344136*blue - 0.714136*red), value(light + 1.772*blue), l.alpha(x, y)}
}
