package fourier

import (
	"math"
	"math/cmplx"
	"math/rand/v2"
	"testing"
)

func TestTransformIsTheSumOfItsDefinition(t *testing.T) {
	const size = 64
	dice := rand.New(rand.NewPCG(1, 2))
	samples := make([]float64, 50)
	for i := range samples {
		samples[i] = dice.NormFloat64()
	}
	for k, got := range New(size).Coefficients(samples) {
		var want complex128
		for i, x := range samples {
			want += complex(x, 0) * cmplx.Rect(1, -2*math.Pi*float64(i*k)/size)
		}
		if cmplx.Abs(got-want) > 1e-9 {
			t.Errorf("coefficient %d is %v, want %v", k, got, want)
		}
	}
}
