package voice

import (
	"context"
	"embed"
	"fmt"
)

// recordings are played where there is no voice, one for each of Names. recordings/make made them
// with espeak-ng.
//
//go:embed recordings/*.mp3
var recordings embed.FS

// recordedText returns the text of a voice's recording, which is independent of the text to speak.
func recordedText(name string) string {
	return fmt.Sprintf("I am %s, a practice recording: this computer has no voice that could read your text.", name)
}

// recordedVoice plays the recordings.
type recordedVoice struct{}

func (recordedVoice) name() string { return EngineRecorded }

func (recordedVoice) has(string) bool { return false }

func (recordedVoice) reach() (slowest, fastest float64) { return 1, 1 }

func (recordedVoice) say(_ context.Context, u utterance, _ float64) ([]float32, error) {
	file, err := recordings.ReadFile("recordings/" + u.manner.name + ".mp3")
	if err != nil {
		return nil, fmt.Errorf("there is no recording of %s: %w", u.manner.name, err)
	}
	return decode(file)
}
