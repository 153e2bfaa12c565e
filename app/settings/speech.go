package settings

import (
	"cmp"
	"math"
	"strings"

	"parlando/app/chat"
)

// Speech configures reading aloud and sound files of texts. Its zero value is not valid; see
// Defaults.
type Speech struct {
	// Voice is a voice of the interface (GATEWAY.md 2.7) or another name known to the service.
	Voice string `json:"voice"`
	// ModelVoices are the voices chosen for models that have voices of their own, by the ID of the
	// model; they take precedence over Voice.
	ModelVoices map[string]string `json:"model_voices,omitempty"`
	// Local uses the voice of this computer instead of a service.
	Local bool `json:"local,omitempty"`
	// Models are the chosen speech models by connection; a connection without a choice uses the
	// first model that its service lists, otherwise tts-1.
	Models Models `json:"models,omitempty"`
	// RequestSpeed is the speed requested from a service, MinRequestSpeed to MaxRequestSpeed; 1 is
	// normal.
	RequestSpeed float64 `json:"request_speed"`
	// Instructions tell a service how to read, such as "Calmly", in at most MaxSpeechInstructions
	// characters; "" for none.
	Instructions string `json:"instructions,omitempty"`
	// PlayingSpeed is the playback speed, MinPlayingSpeed to MaxPlayingSpeed.
	PlayingSpeed float64 `json:"playing_speed"`
	// Volume is 0 to 1.
	Volume float64 `json:"volume"`
	// ReadReplies reads each reply aloud while it is being written.
	ReadReplies bool `json:"read_replies,omitempty"`
	// Format is the format of sound files, by its name in the interface (GATEWAY.md 2.7).
	Format string `json:"format"`
}

// Models maps connections to the models chosen for one purpose.
type Models map[chat.ID]string

// Set chooses the model of a connection; "" means the first that its service lists.
func (m *Models) Set(connection chat.ID, model string) {
	if model == "" {
		delete(*m, connection)
		return
	}
	if *m == nil {
		*m = Models{}
	}
	(*m)[connection] = model
}

// The bounds of Speech (for RequestSpeed see GATEWAY.md 2.7).
const (
	MinRequestSpeed = 0.25
	MaxRequestSpeed = 4.0
	MinPlayingSpeed = 0.5
	MaxPlayingSpeed = 2.0

	MaxSpeechInstructions = 1000
)

// defaultSpeech returns the settings of a first start.
func defaultSpeech() Speech {
	return Speech{Voice: "nova", RequestSpeed: 1, PlayingSpeed: 1, Volume: 1, Format: "mp3"}
}

// sanitized returns s with every value in its range.
func (s Speech) sanitized() Speech {
	first := defaultSpeech()
	s.Voice = cmp.Or(s.Voice, first.Voice)
	s.Format = cmp.Or(s.Format, first.Format)
	s.RequestSpeed = within(s.RequestSpeed, MinRequestSpeed, MaxRequestSpeed)
	s.PlayingSpeed = within(s.PlayingSpeed, MinPlayingSpeed, MaxPlayingSpeed)
	s.Instructions = strings.TrimSpace(s.Instructions)
	if all := []rune(s.Instructions); len(all) > MaxSpeechInstructions {
		s.Instructions = strings.TrimSpace(string(all[:MaxSpeechInstructions]))
	}
	if s.Volume = min(s.Volume, 1); !(s.Volume >= 0) {
		s.Volume = 1
	}
	return s
}

// within clamps v between least and most; zero becomes 1.
func within(v, least, most float64) float64 {
	if v == 0 || math.IsNaN(v) {
		return 1
	}
	return min(max(v, least), most)
}
