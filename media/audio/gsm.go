package audio

const (
	// gsmFrame is the number of samples in a GSM 06.10 frame. gsmBytes is the size of two frames,
	// which a WAV packs together.
	gsmFrame, gsmBytes = 160, 65
	// gsmWarm is the number of samples decoded and discarded after a seek to settle the filters.
	gsmWarm = 12 * 2 * gsmFrame
	// gsmLag is the largest distance, in samples, to the earlier excitation that a frame repeats.
	gsmLag = 120
	// gsmPart is the number of samples in a quarter of a frame.
	gsmPart = 40
)

// The tables of GSM 06.10: the number of bits, offset, smallest value and factor of each log area
// ratio, and the levels of long-term gain and of the excitation.
var (
	gsmBits   = [8]int{6, 6, 5, 5, 4, 4, 3, 3}
	gsmOffset = [8]int32{0, 0, 2048, -2560, 94, -1792, -341, -1144}
	gsmLeast  = [8]int32{-32, -32, -16, -16, -8, -8, -4, -4}
	gsmFactor = [8]int32{13107, 13107, 13107, 13107, 19223, 17476, 31454, 29708}
	gsmGain   = [4]int32{3277, 11469, 21299, 32767}
	gsmLevel  = [8]int32{18431, 20479, 22527, 24575, 26623, 28671, 30719, 32767}
)

// gsmDecoder decodes the blocks of a WAV with GSM 06.10 (full rate). It computes with 16 bits as
// the standard requires, so that all decoders return the same samples.
type gsmDecoder struct {
	// excitation: the end of the previous frame, then the current frame
	past    [gsmLag + gsmFrame]int32
	lag     int
	ratios  [8]int32 // log area ratios of the previous frame
	filter  [9]int32 // state of the short-term filter
	last    int32    // state of the de-emphasis filter
	samples []float32
}

func (d *gsmDecoder) decode(block []byte) ([]float32, error) {
	bits := &lowBits{b: block}
	d.samples = d.samples[:0]
	for range 2 {
		d.frame(bits)
	}
	return d.samples, nil
}

// frame decodes one frame of 260 bits.
func (d *gsmDecoder) frame(bits *lowBits) {
	var ratios [8]int32
	for i := range ratios {
		v := (int32(bits.take(gsmBits[i]))+gsmLeast[i])<<10 - 2*gsmOffset[i]
		ratios[i] = clamp16(2 * gsmTimes(gsmFactor[i], clamp16(v)))
	}
	for part := range gsmFrame / gsmPart {
		d.excite(bits, gsmLag+part*gsmPart)
	}
	before := d.ratios
	for _, s := range []struct{ from, to, old, new int32 }{{0, 13, 3, 1}, {13, 27, 2, 2}, {27, 40, 1, 3}, {40, gsmFrame, 0, 4}} {
		var factors [8]int32
		for i := range factors {
			factors[i] = gsmReflection(gsmBlend(before[i], s.old) + gsmBlend(ratios[i], s.new))
		}
		d.synthesize(d.past[gsmLag+s.from:gsmLag+s.to], &factors)
	}
	d.ratios = ratios
	copy(d.past[:gsmLag], d.past[gsmFrame:])
}

// gsmBlend returns ratio * quarters / 4, rounded as the standard requires.
func gsmBlend(ratio, quarters int32) int32 {
	switch quarters {
	case 0:
		return 0
	case 1:
		return ratio >> 2
	case 2:
		return ratio >> 1
	case 3:
		return ratio>>2 + ratio>>1
	}
	return ratio
}

// gsmReflection turns a log area ratio into a reflection coefficient.
func gsmReflection(ratio int32) int32 {
	size := max(ratio, -ratio)
	switch {
	case size < 11059:
		size *= 2
	case size < 20070:
		size += 11059
	default:
		size = min(size>>2+26112, 1<<15-1)
	}
	if ratio < 0 {
		return -size
	}
	return size
}

// excite decodes the excitation of a quarter of a frame into d.past, beginning at index at.
func (d *gsmDecoder) excite(bits *lowBits, at int) {
	if lag := bits.take(7); lag >= gsmPart && lag <= gsmLag {
		d.lag = lag
	}
	gain := gsmGain[bits.take(2)]
	grid := bits.take(2)
	level := bits.take(6)
	exponent, mantissa := 0, level
	if level > 15 {
		exponent = level>>3 - 1
		mantissa = level - exponent<<3
	}
	if mantissa == 0 {
		exponent, mantissa = -4, 7
	} else {
		for mantissa <= 7 {
			mantissa = mantissa<<1 | 1
			exponent--
		}
		mantissa -= 8
	}
	shift := 6 - exponent
	part := d.past[at : at+gsmPart]
	for i := range part {
		part[i] = gsmTimes(gain, d.past[at+i-max(d.lag, gsmPart)])
	}
	for i := range 13 {
		v := gsmTimes(gsmLevel[mantissa], int32(2*bits.take(3)-7)<<12)
		v = clamp16(v+1<<shift>>1) >> shift
		part[grid+3*i] = clamp16(part[grid+3*i] + v)
	}
}

// synthesize filters the excitation and appends the samples.
func (d *gsmDecoder) synthesize(excitation []int32, factors *[8]int32) {
	for _, v := range excitation {
		for i := 7; i >= 0; i-- {
			v = clamp16(v - gsmTimes(factors[i], d.filter[i]))
			d.filter[i+1] = clamp16(d.filter[i] + gsmTimes(factors[i], v))
		}
		d.filter[0] = v
		d.last = clamp16(v + gsmTimes(d.last, 28180))
		d.samples = append(d.samples, float32(clamp16(2*d.last)&^7)/(1<<15))
	}
}

// gsmTimes multiplies fractions of 15 bits, with rounding.
func gsmTimes(a, b int32) int32 { return min((a*b+1<<14)>>15, 1<<15-1) }
