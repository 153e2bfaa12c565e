package picture_test

import (
	"bytes"
	"errors"
	"image"
	"runtime"
	"testing"

	"parlando/media/picture"
	"parlando/media/picture/heif"
)

// samplePixels is how large the samples are: 160 by 112 pixels, so that the smaller copies of them
// are exact.
const samplePixels = 160 * 112

// reduced is a JPEG made smaller while it is decoded.
func reduced(t *testing.T, data []byte, edge int) (m image.Image, whole bool) {
	t.Helper()
	m, whole, err := heif.Reduce(t.Context(), heif.JPEG, data, samplePixels, edge)
	if err != nil {
		t.Fatal(err)
	}
	return m, whole
}

// onAverage is how far two pictures differ on average, in hundredths of 255.
func onAverage(a, b image.Image) int {
	one, other := image.NewRGBA(a.Bounds()), image.NewRGBA(a.Bounds())
	as(one, a)
	as(other, b)
	sum := 0
	for i := range one.Pix {
		d := int(one.Pix[i]) - int(other.Pix[i])
		sum += max(d, -d)
	}
	return 100 * sum / len(one.Pix)
}

func TestAVeryLargeJPEGOfEveryCameraLooksAsAWholeOneDoes(t *testing.T) {
	for _, name := range []string{"s1x1", "s2x1", "s2x2", "s1x2", "s4x1", "gray", "restart"} {
		t.Run(name, func(t *testing.T) {
			data := kept(t, "jpeg/"+name+".jpg")
			for _, edge := range []int{160, 80, 40, 20} {
				known, err := picture.Preview(t.Context(), data, edge)
				if err != nil {
					t.Fatal(err)
				}
				m, whole := reduced(t, data, edge)
				light := maxDifference(t, as(image.NewGray(m.Bounds()), m), as(image.NewGray(m.Bounds()), known))
				colors := onAverage(m, known) // a smaller copy has fewer of them, too
				if !whole || light > 12 || colors > 600 {
					t.Errorf("%d pixels long: whole: %t, light differs by %d of 255, colors on average by %d hundredths", edge, whole, light, colors)
				}
			}
		})
	}
}

func TestAVeryLargeJPEGMayHaveAnySize(t *testing.T) {
	data := kept(t, "jpeg/odd.jpg") // 171 by 117
	for edge, want := range map[int]image.Rectangle{171: image.Rect(0, 0, 171, 117), 42: image.Rect(0, 0, 42, 29), 21: image.Rect(0, 0, 21, 14)} {
		if m, whole := reduced(t, data, edge); !whole || m.Bounds() != want {
			t.Errorf("at %d: whole: %t, %v", edge, whole, m.Bounds())
		}
	}
}

// A file that was cut off, and one with marks in its pixels that cannot stand there.
func TestOfADamagedVeryLargeJPEGWhatCanBeReadIsShown(t *testing.T) {
	for _, name := range []string{"s2x2", "s1x1", "gray", "restart"} {
		whole := kept(t, "jpeg/"+name+".jpg")
		marked := bytes.Clone(whole)
		marked[len(marked)*3/4], marked[len(marked)*3/4+1] = 0xff, 0x01
		for damage, data := range map[string][]byte{"cut off": whole[:len(whole)*2/3], "without its end": whole[:len(whole)-2], "marked": marked} {
			for _, edge := range []int{160, 40} {
				known, _ := reduced(t, whole, edge)
				m, isWhole := reduced(t, data, edge)
				if isWhole || m.Bounds() != known.Bounds() {
					t.Fatalf("%s, %s: whole: %t, %v", name, damage, isWhole, m.Bounds())
				}
				top := image.Rect(0, 0, edge, edge/4)
				if most := maxDifference(t, window{m, top}, window{known, top}); most > 24 {
					t.Errorf("%s, %s at %d: the top differs by %d", name, damage, edge, most)
				}
			}
		}
	}
}

// window is a part of a picture.
type window struct {
	image.Image
	rect image.Rectangle
}

func (w window) Bounds() image.Rectangle { return w.rect }

// claimsSize is a JPEG with another size in its header, and as long as one of that size may be.
func claimsSize(t *testing.T, name string, w, h int) []byte {
	data := kept(t, "jpeg/"+name+".jpg")
	at := max(bytes.Index(data, []byte{0xff, 0xc0}), bytes.Index(data, []byte{0xff, 0xc2})) + 5
	copy(data[at:], []byte{byte(h >> 8), byte(h), byte(w >> 8), byte(w)})
	return append(data, make([]byte, w*h/512)...)
}

// These take all of their memory at once, some of them four bytes and more for each color of each
// pixel.
func TestAVeryLargeJPEGThatIsNotOfACameraIsRefused(t *testing.T) {
	for _, name := range []string{"progressive", "gray-progressive", "apart", "rgb", "cmyk"} {
		data := claimsSize(t, name, 12_000, 9_000)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		var e *picture.Error
		if _, err := picture.Prepare(t.Context(), data); !errors.As(err, &e) || e.Reason != picture.TooManyPixels || e.MaxPixels != 40_000_000 {
			t.Errorf("%s: %v", name, err)
		}
		runtime.ReadMemStats(&after)
		if used := after.TotalAlloc - before.TotalAlloc; used > 1<<20 {
			t.Errorf("%s: %d kB for a refusal", name, used>>10)
		}
	}
}

func TestAJPEGWithArithmeticCodingIsRefusedByName(t *testing.T) {
	var e *picture.Error
	if _, err := picture.Prepare(t.Context(), kept(t, "jpeg/arithmetic.jpg")); !errors.As(err, &e) || e.Reason != picture.UnsupportedVariant {
		t.Error(err)
	}
}
