package textview

import (
	"math/rand/v2"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

// blocks are rows of fixed heights that count how many of them were laid out.
type blocks struct {
	heights []float32
	room    float32
	laid    map[int]bool
}

func (b *blocks) Len() int { return len(b.heights) }
func (b *blocks) Height(i int) float32 {
	b.laid[i] = true
	return b.heights[i]
}
func (b *blocks) ViewHeight() float32 { return b.room }

func newBlocks(room float32, heights ...float32) *blocks {
	return &blocks{heights: heights, room: room, laid: map[int]bool{}}
}

// over is the height above the view.
func over(b *blocks, v *Viewport) float32 {
	sum := v.HiddenHeight
	for _, h := range b.heights[:v.Top] {
		sum += h
	}
	return sum
}

func TestTheViewStaysWithinTheRows(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		heights := make([]float32, r.IntN(30))
		whole := float32(10)
		for i := range heights {
			heights[i] = float32(1 + r.IntN(80))
			whole += heights[i]
		}
		b := newBlocks(float32(20+r.IntN(200)), heights...)
		v := NewViewport(b, 10)
		most := max(whole-b.room, 0)
		for range 40 {
			was := float32(0)
			if len(heights) > 0 {
				was = over(b, &v)
			}
			dy := float32(r.IntN(400) - 200)
			v.Scroll(dy)
			if len(heights) == 0 {
				continue
			}
			if got, want := over(b, &v), min(max(was+dy, 0), most); got != want {
				t.Fatalf("%v in %v: %v by %v leads to %v, want %v", heights, b.room, was, dy, got, want)
			}
			if v.HiddenHeight > b.heights[v.Top] || v.HiddenHeight < 0 {
				t.Fatalf("%v of row %d, which is %v high, lies above the view", v.HiddenHeight, v.Top, b.heights[v.Top])
			}
		}
		if v.ScrollToEnd(); len(heights) > 0 && over(b, &v) != most {
			t.Fatalf("the end is at %v, want %v", over(b, &v), most)
		}
	}
}

func TestOnlyRowsThatAreSeenAreLaidOut(t *testing.T) {
	heights := make([]float32, 10_000)
	for i := range heights {
		heights[i] = 20
	}
	b := newBlocks(100, heights...)
	v := NewViewport(b, 0)
	v.Scroll(0)
	v.ScrollToEnd()
	v.ScrollTo(5000, 5, 50)
	if y, ok := v.Y(5000); !ok || y != 45 {
		t.Errorf("the row is at %v", y)
	}
	v.Reveal(100, 0, 20)
	if y, _ := v.Y(100); y < 33 || y > 34 {
		t.Errorf("a row from far away is at %v, want a third of the view", y)
	}
	v.Reveal(103, 0, 20)
	if y, _ := v.Y(103); y != 80 || !v.IsVisible(103) || v.IsVisible(104) {
		t.Errorf("the row below the view is brought to %v", y)
	}
	if i, top := v.RowAt(85); i != 103 || top != 80 {
		t.Errorf("row %d is found, at %v", i, top)
	}
	if len(b.laid) > 60 {
		t.Errorf("%d rows were laid out", len(b.laid))
	}
}

func TestTheScrollBarGoesWhereItIsDragged(t *testing.T) {
	test.NewTempApp(t)
	b := NewScrollBar()
	size := fyne.NewSize(300, 408)
	if b.Place(size, 0, 408, 408); b.Thumb.Visible() || b.Contains(299) {
		t.Error("there is a bar though all is seen")
	}
	b.Place(size, 0, 100, 400)
	if !b.Contains(290) || b.Contains(270) {
		t.Error("it cannot be grabbed at the right edge alone")
	}
	if _, moved := b.Press(20); moved {
		t.Error("pressing the thumb moves it")
	}
	if share, moved := b.Drag(20 + 150); !moved || share != 0.5 {
		t.Errorf("half the way down is %v", share)
	}
	if share, moved := b.Press(4 + 50 + 300); !moved || share != 1 {
		t.Errorf("a press beside the thumb goes to %v", share)
	}
	if share, _ := b.Drag(1e6); share != 1 {
		t.Errorf("far below is %v", share)
	}
}
