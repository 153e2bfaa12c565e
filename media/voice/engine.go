package voice

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"parlando/media/audio"
)

// engine is something that speaks. It is safe for use from any goroutine.
type engine interface {
	// name is the one that Speech.Engine tells.
	name() string
	// reach are the speeds it can speak at by itself.
	reach() (slowest, fastest float64)
	// say speaks at a speed within reach and gives samples of Rate, perhaps none.
	say(ctx context.Context, u utterance, speed float64) ([]float32, error)
}

// utterance is a text and how it is spoken.
type utterance struct {
	text   string
	tongue tongue
	manner manner
	// on is set when the sentence goes on after it.
	on bool
}

// plain is the text without what the programs would take for commands: [[…]] is one to espeak-ng
// and to say.
func (u utterance) plain() string {
	return strings.NewReplacer("[", "(", "]", ")").Replace(u.text)
}

// decode gives the samples of a sound file.
func decode(file []byte) ([]float32, error) {
	d, err := audio.NewDecoder(bytes.NewReader(file))
	if err != nil {
		return nil, fmt.Errorf("the voice made no sound: %w", err)
	}
	sound, err := audio.ReadAll(audio.Adapt(d, Rate, 1))
	if err != nil {
		return nil, fmt.Errorf("the voice made a damaged sound: %w", err)
	}
	return sound, nil
}
