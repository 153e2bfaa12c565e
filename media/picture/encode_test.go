package picture

import (
	"bytes"
	"image"
	"image/png"
	"math/rand/v2"
	"testing"
)

func TestWhatShinesThroughIsMadeSmallerUntilItFits(t *testing.T) {
	noise := image.NewNRGBA(image.Rect(0, 0, 160, 120))
	r := rand.New(rand.NewPCG(1, 2))
	for i := range noise.Pix {
		noise.Pix[i] = uint8(r.Uint32())
	}
	for _, limit := range []int{1 << 20, 60_000, 20_000, 2_000} {
		file, mime, written, err := encode(t.Context(), noise, true, limit)
		if err != nil || len(file) > limit || mime != "image/png" {
			t.Fatalf("%d bytes of %s for a limit of %d, %v", len(file), mime, limit, err)
		}
		m, err := png.Decode(bytes.NewReader(file))
		if err != nil || m.Bounds() != written.Rect {
			t.Errorf("it says %v and is %v, %v", written.Rect, m.Bounds(), err)
		}
		if limit == 1<<20 && written != noise {
			t.Error("made smaller without need")
		}
	}
}
