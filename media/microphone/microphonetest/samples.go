package microphonetest

import (
	"io"

	"parlando/media/audio"
	"parlando/media/microphone"
)

// Samples decodes a sound of any format that package audio reads to samples as a microphone
// delivers them.
func Samples(r io.Reader) ([]int16, error) {
	d, err := audio.NewDecoder(r)
	if err != nil {
		return nil, err
	}
	sound, err := audio.ReadAll(audio.Convert(d, microphone.Rate, 1))
	all := make([]int16, len(sound))
	for i, v := range sound {
		all[i] = int16(max(-1, min(v, 1)) * 32767)
	}
	return all, err
}
