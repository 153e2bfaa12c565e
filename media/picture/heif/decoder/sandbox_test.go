package decoder

import (
	"errors"
	"image"
	"os"
	"testing"

	"github.com/tetratelabs/wazero/api"

	"parlando/media/picture/heif"
)

func TestADecoderGetsNoMoreMemoryThanItsBound(t *testing.T) {
	if most := memoryFor(nil, heif.Header{Width: 1 << 20, Height: 1 << 20}, avifMemory); most > maxMemory {
		t.Errorf("%d bytes for a picture that claims much", most)
	}
	m := memoryOf{limit: 1 << 20}
	if m.Reallocate(1<<20+1) != nil {
		t.Error("more than its bound")
	}
	few := m.Reallocate(1 << 16)
	few[7] = 7
	if more := m.Reallocate(1 << 17); len(more) != 1<<17 || more[7] != 7 {
		t.Error("it has lost what was in it")
	}
	m.Free()
	if again := m.Reallocate(1 << 16); again[7] != 0 {
		t.Error("it is not empty again")
	}
}

// The decoders never free all that they take.
func TestTheMemoryOfManyTilesIsReplaced(t *testing.T) {
	data, err := os.ReadFile("../testdata/grid.avif")
	if err != nil {
		t.Fatal(err)
	}
	grid, err := heif.ReadGrid(data)
	if err != nil {
		t.Fatal(err)
	}
	files := [][]byte{grid.Tile(0), grid.Tile(1), grid.Tile(2)}
	tiles := tileDecoder{kind: heif.AVIF, left: maxLeft}
	used := map[api.Module]bool{}
	decode := func() (fresh int) {
		drawn := make([]bool, len(files))
		if err := tiles.decodeAll(t.Context(), files, func(i int, tile image.Image) { drawn[i] = tile.Bounds() == image.Rect(0, 0, 64, 64) }); err != nil {
			t.Fatal(err)
		}
		for i, ok := range drawn {
			if !ok {
				t.Errorf("tile %d is missing", i)
			}
		}
		for _, r := range tiles.idle {
			if !used[r.module] {
				fresh++
			}
			used[r.module] = true
		}
		return fresh
	}
	decode()
	if n := len(tiles.idle); n == 0 || n > maxWorkers {
		t.Errorf("%d decoders", n)
	}
	if n := decode(); n != 0 {
		t.Errorf("with little left in them, %d memories are new", n)
	}
	tiles.left = 0
	if n := decode(); n == 0 {
		t.Error("with much left in them, no memory is new")
	}
	files[2] = files[2][:100]
	if tiles.decodeAll(t.Context(), files, func(int, image.Image) {}) == nil {
		t.Error("no error for a damaged tile")
	}
}

// What a decoder leaves in its memory when it crashes is not taken for a picture.
func TestADecoderThatCrashesIsAnError(t *testing.T) {
	r, err := start(t.Context(), avifModule, 32<<20, true)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = r.close(t.Context()) }()
	beyond := make([]uint64, len(r.decode.Definition().ParamTypes()))
	for i := range beyond {
		beyond[i] = 0xffff_fff0
	}
	err = r.call(t.Context(), beyond...)
	if err == nil || errors.Is(err, errRefused) {
		t.Errorf("%v", err)
	}
}
