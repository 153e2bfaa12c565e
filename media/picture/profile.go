package picture

import (
	"context"
	"image"
	"math"
)

// profile tells what the numbers of a picture mean, where they are not those of sRGB: how much
// light each value is, and of which primaries. A nil profile is sRGB.
type profile struct {
	linear [3][256]float32 // by channel: the light of a value, 0 to 1
	matrix matrix          // from that light to the light of sRGB's primaries
}

// matrix is three rows of three.
type matrix [9]float64

func (m matrix) times(n matrix) (product matrix) {
	for row := range 3 {
		for column := range 3 {
			for i := range 3 {
				product[3*row+column] += m[3*row+i] * n[3*i+column]
			}
		}
	}
	return product
}

// apply returns the same three numbers as a column, transformed.
func (m matrix) apply(x, y, z float64) (float64, float64, float64) {
	return m[0]*x + m[1]*y + m[2]*z, m[3]*x + m[4]*y + m[5]*z, m[6]*x + m[7]*y + m[8]*z
}

func (m matrix) inverse() matrix {
	minor := func(a, b, c, d int) float64 { return m[a]*m[d] - m[b]*m[c] }
	det := m[0]*minor(4, 5, 7, 8) - m[1]*minor(3, 5, 6, 8) + m[2]*minor(3, 4, 6, 7)
	n := matrix{
		minor(4, 5, 7, 8), minor(2, 1, 8, 7), minor(1, 2, 4, 5),
		minor(5, 3, 8, 6), minor(0, 2, 6, 8), minor(2, 0, 5, 3),
		minor(3, 4, 6, 7), minor(1, 0, 7, 6), minor(0, 1, 3, 4),
	}
	for i := range n {
		n[i] /= det
	}
	return n
}

// fromD50 leads from CIE XYZ with the white of D50, in which profiles speak, to the light of sRGB
// (IEC 61966-2-1).
var fromD50 = matrix{
	3.1338561, -1.6168667, -0.4906146,
	-0.9787684, 1.9161415, 0.0334540,
	0.0719453, -0.2289914, 1.4052427,
}

// newProfile makes a profile of three curves, each from 0..1 to 0..1, and the primaries in CIE XYZ
// of D50. It is nil when that is sRGB as far as anybody could see, or no profile at all.
func newProfile(curves [3]func(float64) float64, toD50 matrix) *profile {
	p := &profile{matrix: fromD50.times(toD50)}
	for channel, curve := range curves {
		for v := range 256 {
			light := curve(float64(v) / 255)
			if math.IsNaN(light) {
				return nil
			}
			p.linear[channel][v] = float32(min(max(light, 0), 1))
		}
	}
	for _, v := range p.matrix {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil
		}
	}
	if p.isSRGB() {
		return nil
	}
	return p
}

// isSRGB reports whether the profile changes no color by more than 1 of 255.
func (p *profile) isSRGB() bool {
	for _, r := range [...]uint8{0, 30, 128, 220, 255} {
		for _, g := range [...]uint8{0, 30, 128, 220, 255} {
			for _, b := range [...]uint8{0, 30, 128, 220, 255} {
				x, y, z := p.convert(r, g, b)
				if distance(x, r) > 1 || distance(y, g) > 1 || distance(z, b) > 1 {
					return false
				}
			}
		}
	}
	return true
}

func distance(a, b uint8) uint8 { return max(a, b) - min(a, b) }

// convert returns a color in sRGB. One that sRGB does not have becomes the nearest by channel.
func (p *profile) convert(r, g, b uint8) (uint8, uint8, uint8) {
	x, y, z := p.matrix.apply(float64(p.linear[0][r]), float64(p.linear[1][g]), float64(p.linear[2][b]))
	return encodeSRGB(x), encodeSRGB(y), encodeSRGB(z)
}

// toSRGB returns a picture in the colors of sRGB. from stays as it is.
func (p *profile) toSRGB(ctx context.Context, from *image.NRGBA) (*image.NRGBA, error) {
	if p == nil {
		return from, nil
	}
	to := image.NewNRGBA(image.Rect(0, 0, from.Rect.Dx(), from.Rect.Dy()))
	for y := range to.Rect.Dy() {
		if y%16 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		source, target := from.Pix[y*from.Stride:], to.Pix[y*to.Stride:][:to.Stride]
		for i := 0; i < len(target); i += 4 {
			target[i], target[i+1], target[i+2] = p.convert(source[i], source[i+1], source[i+2])
			target[i+3] = source[i+3]
		}
	}
	return to, nil
}

// lightSteps is how finely encodeSRGB tells light apart: at its steepest, sRGB has 0.8 values for
// each step.
const lightSteps = 4096

// encoded holds the values of sRGB by light.
var encoded = func() (table [lightSteps]uint8) {
	for i := range table {
		light := float64(i) / (lightSteps - 1)
		v := 12.92 * light
		if light > 0.0031308 {
			v = 1.055*math.Pow(light, 1/2.4) - 0.055
		}
		table[i] = uint8(math.Round(255 * v))
	}
	return table
}()

func encodeSRGB(light float64) uint8 {
	return encoded[int(min(max(light, 0), 1)*(lightSteps-1)+0.5)]
}

// decodeSRGB is the curve of sRGB: from a value to light, both 0 to 1.
func decodeSRGB(v float64) float64 {
	if v <= 0.04045 {
		return v / 12.92
	}
	return math.Pow((v+0.055)/1.055, 2.4)
}

func gamma(exponent float64) func(float64) float64 {
	return func(v float64) float64 { return math.Pow(v, exponent) }
}

// xy is a color by its chromaticity in CIE 1931.
type xy struct{ x, y float64 }

// primaries are the colors that a picture is mixed of, and its white.
type primaries struct{ red, green, blue, white xy }

var d65 = xy{0.3127, 0.3290}

// primariesByNumber are those of ITU-T H.273, table 2, that are met in pictures.
var primariesByNumber = map[int]primaries{
	1:  {xy{0.640, 0.330}, xy{0.300, 0.600}, xy{0.150, 0.060}, d65},
	5:  {xy{0.640, 0.330}, xy{0.290, 0.600}, xy{0.150, 0.060}, d65},
	6:  {xy{0.630, 0.340}, xy{0.310, 0.595}, xy{0.155, 0.070}, d65},
	9:  {xy{0.708, 0.292}, xy{0.170, 0.797}, xy{0.131, 0.046}, d65},
	12: {xy{0.680, 0.320}, xy{0.265, 0.690}, xy{0.150, 0.060}, d65},
}

// numberedProfile makes the profile of two numbers of ITU-T H.273: primaries and transfer
// characteristics. Numbers that stand for light above white (PQ, HLG) and unknown ones are left
// alone.
func numberedProfile(colors, transfer int) *profile {
	p, ok := primariesByNumber[colors]
	if !ok {
		return nil
	}
	curves := map[int]func(float64) float64{
		1: decodeSRGB, 6: decodeSRGB, 13: decodeSRGB, 14: decodeSRGB, 15: decodeSRGB, 4: gamma(2.2), 5: gamma(2.8), 8: gamma(1),
	}
	curve, ok := curves[transfer]
	if !ok {
		return nil
	}
	return newProfile([3]func(float64) float64{curve, curve, curve}, p.toD50())
}

// bradford leads from CIE XYZ to the responses of the eye in which white is adapted (ICC.1:2022,
// annex E).
var bradford = matrix{0.8951, 0.2664, -0.1614, -0.7502, 1.7135, 0.0367, 0.0389, -0.0685, 1.0296}

// toD50 leads from the light of the primaries to CIE XYZ of D50.
func (p primaries) toD50() matrix {
	xyz := func(c xy) (float64, float64, float64) { return c.x / c.y, 1, (1 - c.x - c.y) / c.y }
	rx, ry, rz := xyz(p.red)
	gx, gy, gz := xyz(p.green)
	bx, by, bz := xyz(p.blue)
	mixed := matrix{rx, gx, bx, ry, gy, by, rz, gz, bz}
	// As much of each as makes the white.
	wx, wy, wz := xyz(p.white)
	r, g, b := mixed.inverse().apply(wx, wy, wz)
	mixed = mixed.times(matrix{r, 0, 0, 0, g, 0, 0, 0, b})
	from0, from1, from2 := bradford.apply(wx, wy, wz)
	to0, to1, to2 := bradford.apply(0.9642, 1, 0.8249)
	adapt := bradford.inverse().times(matrix{to0 / from0, 0, 0, 0, to1 / from1, 0, 0, 0, to2 / from2}).times(bradford)
	return adapt.times(mixed)
}
