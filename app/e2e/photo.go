package e2e

import (
	"image"
	"image/color"
	"image/jpeg"
	"math"
	"os"
)

// WritePhoto writes a JPEG of a meadow under an evening sky, 1600 by 900, for the tour and the
// tests.
func WritePhoto(path string) error {
	const width, height = 1600, 900
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			img.Set(x, y, meadow(float64(x)/width, float64(y)/height))
		}
	}
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := jpeg.Encode(f, img, &jpeg.Options{Quality: 90}); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

// meadow returns the color at a position: sky above a rolling hill, a round tree, and the sun.
func meadow(x, y float64) color.RGBA {
	mix := func(a, b [3]float64, t float64) color.RGBA {
		t = math.Min(math.Max(t, 0), 1)
		return color.RGBA{uint8(a[0] + (b[0]-a[0])*t), uint8(a[1] + (b[1]-a[1])*t), uint8(a[2] + (b[2]-a[2])*t), 255}
	}
	hill := 0.68 + 0.05*math.Sin(x*5+1)
	crown := math.Hypot((x-0.3)*1.78, y-0.44)
	switch {
	case crown < 0.17+0.012*math.Sin(40*math.Atan2(y-0.44, x-0.3)):
		return mix([3]float64{64, 106, 58}, [3]float64{34, 68, 40}, crown/0.17)
	case math.Abs(x-0.3) < 0.013 && y > 0.5 && y < hill+0.02:
		return color.RGBA{92, 68, 48, 255}
	case y > hill:
		return mix([3]float64{132, 158, 88}, [3]float64{74, 104, 58}, (y-hill)/(1-hill))
	case math.Hypot((x-0.74)*1.78, y-0.34) < 0.06:
		return color.RGBA{255, 243, 205, 255}
	}
	return mix([3]float64{142, 180, 220}, [3]float64{236, 208, 162}, y/hill)
}
