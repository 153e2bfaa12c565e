package voice

// How a sound is made longer or shorter without another pitch: windows of it are laid over each other at other distances than
// they had (WSOLA: waveform similarity overlap-add).
const (
	tempoHop    = Rate * 12 / 1000 // from window to window in the new sound; a window is twice as long
	tempoSearch = Rate * 8 / 1000  // how far a window is moved to fit on the one before
	tempoStep   = 3                // of the samples compared to find the fit, one in so many
)

// tempo gives a sound so many times as fast.
func tempo(sound []float32, speed float64) []float32 {
	length := int(float64(len(sound)) / speed)
	if speed == 1 || len(sound) < 2*tempoHop {
		return sound
	}
	out := make([]float32, 0, length+2*tempoHop)
	sample := func(i int) float32 {
		if i < 0 || i >= len(sound) {
			return 0
		}
		return sound[i]
	}
	from := -tempoHop // of the window that is faded out
	for len(out) < length {
		next := bestFit(sound, from+tempoHop, int(float64(len(out))*speed))
		for i := range tempoHop {
			part := float32(i) / tempoHop
			out = append(out, sample(from+tempoHop+i)*(1-part)+sample(next+i)*part)
		}
		from = next
	}
	return out[:length]
}

// bestFit is where near a place the sound is most like it would go on at another one.
func bestFit(sound []float32, goesOn, near int) int {
	best, most := near, float32(-1)
	for at := max(near-tempoSearch, 0); at <= near+tempoSearch; at += tempoStep {
		if at+tempoHop > len(sound) || goesOn+tempoHop > len(sound) {
			break
		}
		var sum, power float32
		for i := 0; i < tempoHop; i += tempoStep {
			sum += sound[at+i] * sound[goesOn+i]
			power += sound[at+i] * sound[at+i]
		}
		if sum <= 0 || power == 0 {
			continue
		}
		if fit := sum * sum / power; fit > most {
			best, most = at, fit
		}
	}
	return best
}
