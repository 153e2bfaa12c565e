package voice

import (
	"parlando/media/audio"
	"parlando/media/stretch"
)

// tempo gives a sound so many times as fast, at the same pitch. What is beyond a Stretcher is done
// in several steps.
func tempo(sound []float32, speed float64) ([]float32, error) {
	length := int(float64(len(sound)) / speed)
	for speed != 1 {
		step := min(max(speed, stretch.MinSpeed), stretch.MaxSpeed)
		var err error
		if sound, err = audio.ReadAll(stretch.New(audio.FromSamples(sound, Rate, 1), step)); err != nil {
			return nil, err
		}
		speed /= step
	}
	return sound[:min(length, len(sound))], nil
}
