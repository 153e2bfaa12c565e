package picture

import (
	"encoding/binary"
	"math"
)

// parseICC reads an ICC profile of a matrix and three curves, as cameras, phones and screens have
// (ICC.1:2022, 8.3.3), or of one curve for gray. It is nil for sRGB, for profiles of tables, and
// for damaged ones.
func parseICC(icc []byte) *profile {
	const header, entry, mostTags = 128, 12, 100
	if len(icc) < header+4 || string(icc[20:24]) != "XYZ " {
		return nil
	}
	tag := func(name string) []byte {
		for i := range int(min(binary.BigEndian.Uint32(icc[header:]), mostTags)) {
			at := header + 4 + entry*i
			if at+entry > len(icc) {
				return nil
			}
			if string(icc[at:at+4]) != name {
				continue
			}
			from, size := uint64(binary.BigEndian.Uint32(icc[at+4:])), uint64(binary.BigEndian.Uint32(icc[at+8:]))
			if from+size > uint64(len(icc)) {
				return nil
			}
			return icc[from : from+size]
		}
		return nil
	}
	if string(icc[16:20]) == "GRAY" {
		curve := parseCurve(tag("kTRC"))
		if curve == nil {
			return nil
		}
		return newProfile([3]func(float64) float64{curve, curve, curve}, fromD50.inverse())
	}
	var curves [3]func(float64) float64
	var toD50 matrix
	for channel, name := range []string{"r", "g", "b"} {
		color := tag(name + "XYZ")
		if curves[channel] = parseCurve(tag(name + "TRC")); curves[channel] == nil || len(color) < 20 {
			return nil
		}
		for i := range 3 {
			toD50[3*i+channel] = fixed16(color[8+4*i:])
		}
	}
	return newProfile(curves, toD50)
}

// fixed16 reads an s15Fixed16Number.
func fixed16(b []byte) float64 { return float64(int32(binary.BigEndian.Uint32(b))) / 65536 }

// parseCurve reads a curveType or a parametricCurveType (ICC.1:2022, 10.6 and 10.18): from a value
// to light.
func parseCurve(tag []byte) func(float64) float64 {
	if len(tag) < 12 {
		return nil
	}
	switch string(tag[:4]) {
	case "curv":
		return sampledCurve(tag[12:], int64(binary.BigEndian.Uint32(tag[8:])))
	case "para":
		return parametricCurve(int(binary.BigEndian.Uint16(tag[8:])), tag[12:])
	}
	return nil
}

func sampledCurve(samples []byte, n int64) func(float64) float64 {
	switch {
	case n*2 > int64(len(samples)):
		return nil
	case n == 0:
		return gamma(1)
	case n == 1:
		return gamma(float64(binary.BigEndian.Uint16(samples)) / 256)
	}
	at := func(i int64) float64 { return float64(binary.BigEndian.Uint16(samples[2*i:])) / 65535 }
	return func(v float64) float64 {
		place := v * float64(n-1)
		i := min(int64(place), n-2)
		part := place - float64(i)
		return at(i)*(1-part) + at(i+1)*part
	}
}

func parametricCurve(kind int, numbers []byte) func(float64) float64 {
	counts := []int{1, 3, 4, 5, 7}
	if kind >= len(counts) || len(numbers) < 4*counts[kind] {
		return nil
	}
	p := [7]float64{1: 1} // g a b c d e f
	for i := range counts[kind] {
		p[i] = fixed16(numbers[4*i:])
	}
	g, a, b, c, d, e, f := p[0], p[1], p[2], p[3], p[4], p[5], p[6]
	switch kind {
	case 1, 2: // below -b/a it is constant
		e, f, d, c = c, c, -b/a, 0
	case 0:
		d = math.Inf(-1)
	}
	return func(v float64) float64 {
		if v >= d {
			return math.Pow(max(a*v+b, 0), g) + e
		}
		return c*v + f
	}
}
