package voice

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"parlando/media/audio"
)

// engine is a speech synthesizer. It can be used from any goroutine.
type engine interface {
	// name returns the value of Speech.Engine.
	name() string
	// reach returns the speeds that the engine supports natively.
	reach() (slowest, fastest float64)
	// has reports whether there is a voice for a language, an ISO 639-1 code.
	has(iso string) bool
	// say speaks at a speed within reach and returns samples at Rate, possibly none.
	say(ctx context.Context, u utterance, speed float64) ([]float32, error)
}

// utterance is a text and the manner in which it is spoken.
type utterance struct {
	text   string
	tongue tongue
	manner manner
	// on means that the sentence continues after this text.
	on bool
}

// plain returns the text without command sequences of espeak-ng and say: [[…]].
func (u utterance) plain() string {
	return strings.NewReplacer("[", "(", "]", ")").Replace(u.text)
}

// decode returns the samples of a sound file.
func decode(file []byte) ([]float32, error) {
	d, err := audio.NewDecoder(bytes.NewReader(file))
	if err != nil {
		return nil, fmt.Errorf("the voice made no sound: %w", err)
	}
	sound, err := audio.ReadAll(audio.Convert(d, Rate, 1))
	if err != nil {
		return nil, fmt.Errorf("the voice made a damaged sound: %w", err)
	}
	return sound, nil
}
