package picture

import (
	"context"
	"encoding/binary"
	"image"
	"math"
)

// profile converts colors to linear light with sRGB primaries. A nil profile is sRGB.
type profile struct {
	linear [256]float32 // linear light of a value, 0 to 1
	matrix matrix       // to linear light with sRGB primaries
}

// matrix is a 3x3 matrix in row-major order.
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

var (
	// fromD50 converts CIE XYZ with white point D50, the connection space of profiles, to linear
	// sRGB (IEC 61966-2-1).
	fromD50 = matrix{
		3.1338561, -1.6168667, -0.4906146,
		-0.9787684, 1.9161415, 0.0334540,
		0.0719453, -0.2289914, 1.4052427,
	}
	// fromP3 and from2020 convert linear Display P3 and ITU-R BT.2020 to linear sRGB.
	fromP3   = matrix{1.2249402, -0.2249402, 0, -0.0420570, 1.0420570, 0, -0.0196376, -0.0786360, 1.0982736}
	from2020 = matrix{1.6604910, -0.5876411, -0.0728499, -0.1245505, 1.1328999, -0.0083494, -0.0181508, -0.1005789, 1.1187297}
)

// newProfile returns a profile with a transfer curve, from 0..1 to 0..1, and a matrix to linear
// sRGB. It is nil if the profile is visually equal to sRGB.
func newProfile(curve func(float64) float64, toSRGB matrix) *profile {
	p := &profile{matrix: toSRGB}
	for v := range p.linear {
		p.linear[v] = float32(curve(float64(v) / 255))
	}
	if p.isSRGB() {
		return nil
	}
	return p
}

// parseICC parses a matrix-based ICC profile, as used by cameras, phones and screens (ICC.1:2022,
// 8.3.3). A curve that is not a simple gamma is treated as the curve of sRGB. It returns nil for
// sRGB, table-based and damaged profiles.
func parseICC(icc []byte) *profile {
	var toD50 matrix
	for channel, name := range []string{"rXYZ", "gXYZ", "bXYZ"} {
		color := tagOfICC(icc, name)
		if len(color) < 20 {
			return nil
		}
		for i := range 3 { // s15Fixed16Number
			toD50[3*i+channel] = float64(int32(binary.BigEndian.Uint32(color[8+4*i:]))) / 65536
		}
	}
	curve := decodeSRGB
	if tag := tagOfICC(icc, "rTRC"); len(tag) >= 14 && string(tag[:4]) == "curv" && binary.BigEndian.Uint32(tag[8:]) == 1 {
		exponent := float64(binary.BigEndian.Uint16(tag[12:])) / 256
		curve = func(v float64) float64 { return math.Pow(v, exponent) }
	}
	return newProfile(curve, fromD50.times(toD50))
}

// tagOfICC returns the data of the named tag; nil if it is missing or out of bounds.
func tagOfICC(icc []byte, name string) []byte {
	const header, entry, mostTags = 128, 12, 100
	if len(icc) < header+4 {
		return nil
	}
	for i := range int(min(binary.BigEndian.Uint32(icc[header:]), mostTags)) {
		at := header + 4 + entry*i
		if at+entry > len(icc) {
			return nil
		}
		from, size := uint64(binary.BigEndian.Uint32(icc[at+4:])), uint64(binary.BigEndian.Uint32(icc[at+8:]))
		if string(icc[at:at+4]) == name && from+size <= uint64(len(icc)) {
			return icc[from : from+size]
		}
	}
	return nil
}

// numberedProfile returns the profile for ITU-T H.273 code points of primaries and transfer
// characteristics; nil for HDR transfers (PQ, HLG) and unknown code points.
func numberedProfile(colors, transfer int) *profile {
	switch transfer {
	case 1, 6, 13, 14, 15: // sRGB, or visually the same
	default:
		return nil
	}
	switch colors {
	case 9:
		return newProfile(decodeSRGB, from2020)
	case 12:
		return newProfile(decodeSRGB, fromP3)
	}
	return nil
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

// convert returns a color in sRGB. A color outside its gamut is clamped per channel.
func (p *profile) convert(r, g, b uint8) (uint8, uint8, uint8) {
	x, y, z := float64(p.linear[r]), float64(p.linear[g]), float64(p.linear[b])
	m := p.matrix
	return encodeSRGB(m[0]*x + m[1]*y + m[2]*z), encodeSRGB(m[3]*x + m[4]*y + m[5]*z), encodeSRGB(m[6]*x + m[7]*y + m[8]*z)
}

// toSRGB returns the picture converted to sRGB. It does not modify from.
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

// lightSteps is the size of the encoding table: at its steepest, the sRGB curve has 0.8 values per
// step.
const lightSteps = 4096

// encoded maps steps of linear light to sRGB values.
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

// decodeSRGB converts an sRGB value to linear light, both 0 to 1.
func decodeSRGB(v float64) float64 {
	if v <= 0.04045 {
		return v / 12.92
	}
	return math.Pow((v+0.055)/1.055, 2.4)
}
