package voice

import (
	"parlando/media/audio"
	"parlando/media/stretch"
)

// tempo changes the speed of a sound at unchanged pitch. Speeds beyond the range of a Stretcher
// take several passes.
func tempo(sound []float32, speed float64) ([]float32, error) {
	length := int(float64(len(sound)) / speed)
	for speed != 1 {
		step := min(max(speed, stretch.MinSpeed), stretch.MaxSpeed)
		var err error
		if sound, err = audio.ReadAll(stretch.New(audio.NewSampleDecoder(sound, Rate, 1), step)); err != nil {
			return nil, err
		}
		speed /= step
	}
	return sound[:min(length, len(sound))], nil
}
