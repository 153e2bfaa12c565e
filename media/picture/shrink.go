package picture

import (
	"context"
	"image"
	"image/draw"
	"math"
)

// fit returns the size of a w by h picture scaled to a long edge of at most edge pixels. It never
// enlarges.
func fit(w, h, edge int) (int, int) {
	long := max(w, h)
	if long <= edge {
		return w, h
	}
	scaled := func(side int) int { return max(1, (side*edge+long/2)/long) }
	return scaled(w), scaled(h)
}

// shrink scales a picture to w by h pixels with the Catmull-Rom kernel. The result is not
// premultiplied.
func shrink(ctx context.Context, from image.Image, w, h int) (*image.NRGBA, error) {
	bounds := from.Bounds()
	s := newShrinker(bounds.Dx(), bounds.Dy(), w, h)
	if err := s.add(ctx, from); err != nil {
		return nil, err
	}
	return s.to, nil
}

// shrinker scales down a picture that is added in strips from top to bottom.
//
// It works row by row: golang.org/x/image/draw needs 32 bytes per source row and target column,
// which is 480 MB for a picture of 40 megapixels; the shrinker needs only a few rows.
type shrinker struct {
	to           *image.NRGBA
	across, down []span
	// ring is a ring buffer of the horizontally scaled source rows that the current target row
	// needs.
	ring [][]float32
	line *image.RGBA // a source row
	sum  []float32   // a target row
	// next is the index of the next source row, done the number of finished target rows.
	next, done int
}

// newShrinker scales a picture from width by height pixels to w by h.
func newShrinker(width, height, w, h int) *shrinker {
	s := &shrinker{
		to: image.NewNRGBA(image.Rect(0, 0, w, h)), across: spans(width, w), down: spans(height, h),
		line: image.NewRGBA(image.Rect(0, 0, width, 1)), sum: make([]float32, w*4),
	}
	deepest := 0
	for _, span := range s.down {
		deepest = max(deepest, len(span.weights))
	}
	s.ring = make([][]float32, deepest)
	for i := range s.ring {
		s.ring[i] = make([]float32, w*4)
	}
	return s
}

// add adds the next rows. Rows and columns beyond the declared size are ignored.
func (s *shrinker) add(ctx context.Context, part image.Image) error {
	b := part.Bounds()
	for y := b.Min.Y; y < b.Max.Y && s.done < len(s.down); y++ {
		if y%16 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		draw.Draw(s.line, s.line.Rect, part, image.Pt(b.Min.X, y), draw.Src)
		narrow(s.ring[s.next%len(s.ring)], s.line.Pix, s.across)
		s.next++
		for ; s.done < len(s.down) && s.down[s.done].first+len(s.down[s.done].weights) <= s.next; s.done++ {
			s.finishRow(s.done, s.down[s.done])
		}
	}
	return nil
}

// finishRow computes a target row whose source rows are complete.
func (s *shrinker) finishRow(y int, of span) {
	clear(s.sum)
	for i, weight := range of.weights {
		for x, v := range s.ring[(of.first+i)%len(s.ring)] {
			s.sum[x] += weight * v
		}
	}
	store(s.to.Pix[y*s.to.Stride:], s.sum)
}

// span holds the source pixels that contribute to a target pixel, and their weights.
type span struct {
	first   int
	weights []float32 // they add up to 1
}

// spans maps n source pixels to m target pixels with a Catmull-Rom kernel that is widened for
// downscaling.
func spans(n, m int) []span {
	ratio := float64(n) / float64(m)
	wide := max(ratio, 1)
	all := make([]span, m)
	for i := range all {
		center := (float64(i)+0.5)*ratio - 0.5
		first := max(0, int(math.Ceil(center-2*wide)))
		last := min(n-1, int(math.Floor(center+2*wide)))
		weights := make([]float32, last-first+1)
		total := 0.0
		for j := range weights {
			v := catmullRom((float64(first+j) - center) / wide)
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

// narrow scales a source row horizontally to a target row of premultiplied RGBA values from 0 to
// 255.
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

// store writes a row, converted from premultiplied alpha.
func store(to []uint8, from []float32) {
	for i := 0; i < len(from); i += 4 {
		a := from[i+3]
		if a < 0.5 {
			continue // practically invisible; the row is already zero
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
