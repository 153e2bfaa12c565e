package voice

import (
	"context"
	"embed"
	"fmt"
)

// recordings has a recording for each of Names, played if the computer has no voice.
// recordings/make made them with espeak-ng.
//
//go:embed recordings/*.mp3
var recordings embed.FS

// recordedText returns the text spoken in a voice's recording, whatever the text to speak is.
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
