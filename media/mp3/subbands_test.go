package mp3

import (
	"math"
	"testing"
)

// The aliases of overlapping blocks cancel only if the squares of a slope and of the same slope
// backwards add up to 1. No window turns a sample around.
func TestWindowsCancelAliases(t *testing.T) {
	t.Parallel()
	for b, w := range transforms().windows {
		length := len(w) / 2
		if block(b) == short {
			length /= 3
		}
		for i := range length {
			for name, half := range map[string][]float32{"first": w[:length], "second": w[length : 2*length]} {
				x, y := float64(half[i]), float64(half[length-1-i])
				if sum := x*x + y*y; math.Abs(sum-1) > 1e-6 || x < 0 {
					t.Errorf("block %d, %s half, sample %d: %v, the squares add up to %v", b, name, i, x, sum)
				}
			}
		}
	}
}
