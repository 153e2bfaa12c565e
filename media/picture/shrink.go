package picture

import (
	"context"
	"image"
	"image/draw"
	"math"
)

// fit returns the size of a picture of w by h pixels whose long edge is at most edge pixels. It never enlarges.
func fit(w, h, edge int) (int, int) {
	long := max(w, h)
	if long <= edge {
		return w, h
	}
	scaled := func(side int) int { return max(1, (side*edge+long/2)/long) }
	return scaled(w), scaled(h)
}

// shrink returns from at w by h pixels, not premultiplied, filtered with the Catmull-Rom kernel.
//
// It works row by row: golang.org/x/image/draw keeps 32 bytes for each source row and target column, which is
// 480 MB for a picture of 40 megapixels; here it is one strip of a few rows.
func shrink(ctx context.Context, from image.Image, w, h int) (*image.NRGBA, error) {
	bounds := from.Bounds()
	to := image.NewNRGBA(image.Rect(0, 0, w, h))
	across, down := spans(bounds.Dx(), w), spans(bounds.Dy(), h)

	// ring holds the source rows the current target row needs, already narrowed, at their row modulo its length.
	deepest := 0
	for _, s := range down {
		deepest = max(deepest, len(s.weights))
	}
	ring := make([][]float32, deepest)
	for i := range ring {
		ring[i] = make([]float32, w*4)
	}
	line := image.NewRGBA(image.Rect(0, 0, bounds.Dx(), 1))
	sum := make([]float32, w*4)
	next := 0
	for y, s := range down {
		if y%16 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		for ; next < s.first+len(s.weights); next++ {
			if next < s.first {
				continue
			}
			draw.Draw(line, line.Rect, from, image.Pt(bounds.Min.X, bounds.Min.Y+next), draw.Src)
			narrow(ring[next%deepest], line.Pix, across)
		}
		clear(sum)
		for i, weight := range s.weights {
			for x, v := range ring[(s.first+i)%deepest] {
				sum[x] += weight * v
			}
		}
		store(to.Pix[y*to.Stride:][:w*4], sum)
	}
	return to, nil
}

// span says which source pixels make one target pixel.
type span struct {
	first   int
	weights []float32 // they add up to 1
}

// spans spreads n source pixels over m target pixels with the Catmull-Rom kernel, widened for shrinking.
func spans(n, m int) []span {
	ratio := float64(n) / float64(m)
	wide := max(ratio, 1)
	all := make([]span, m)
	for i := range all {
		centre := (float64(i)+0.5)*ratio - 0.5
		first := max(0, int(math.Ceil(centre-2*wide)))
		last := min(n-1, int(math.Floor(centre+2*wide)))
		weights := make([]float32, last-first+1)
		total := 0.0
		for j := range weights {
			v := catmullRom((float64(first+j) - centre) / wide)
			weights[j] = float32(v)
			total += v
		}
		for j := range weights {
			weights[j] /= float32(total)
		}
		all[i] = span{first, weights}
	}
	return all
}

func catmullRom(t float64) float64 {
	t = math.Abs(t)
	switch {
	case t < 1:
		return (1.5*t-2.5)*t*t + 1
	case t < 2:
		return ((-0.5*t+2.5)*t-4)*t + 2
	}
	return 0
}

// narrow makes one target row of RGBA values, premultiplied, 0 to 255, out of one source row.
func narrow(to []float32, from []uint8, across []span) {
	for x, s := range across {
		var r, g, b, a float32
		pixels := from[s.first*4:]
		for i, weight := range s.weights {
			p := pixels[i*4 : i*4+4 : i*4+4]
			r += weight * float32(p[0])
			g += weight * float32(p[1])
			b += weight * float32(p[2])
			a += weight * float32(p[3])
		}
		out := to[x*4 : x*4+4 : x*4+4]
		out[0], out[1], out[2], out[3] = r, g, b, a
	}
}

// store writes one row, taking the alpha out of the colours.
func store(to []uint8, from []float32) {
	for i := 0; i < len(from); i += 4 {
		a := from[i+3]
		if a < 0.5 {
			continue // as good as invisible; the row is zero already
		}
		scale := float32(1)
		if a < 254.5 {
			scale = 255 / a
		}
		to[i] = round(from[i] * scale)
		to[i+1] = round(from[i+1] * scale)
		to[i+2] = round(from[i+2] * scale)
		to[i+3] = round(a)
	}
}

func round(v float32) uint8 {
	return uint8(min(max(v+0.5, 0), 255))
}
