package settings

import "slices"

// Dictation configures transcription into the message box. Its zero value is not valid; see
// Defaults.
type Dictation struct {
	// Language is the spoken language as two letters of ISO 639-1; "" lets the service detect it.
	Language string `json:"language,omitempty"`
	// Words are the user's vocabulary: each entry is a name to tell the model, or a correction
	// "heard -> meant".
	Words []string `json:"words,omitempty"`
	// TidyUp lets the chat's model correct the dictated text.
	TidyUp bool `json:"tidy_up,omitempty"`
	// SendAtOnce sends dictated text without waiting for Enter.
	SendAtOnce bool `json:"send_at_once,omitempty"`
	// Pause is the silence that ends a turn in a voice chat, in seconds, MinPause to MaxPause.
	Pause float64 `json:"pause"`
}

// The bounds of Dictation.Pause in seconds.
const (
	MinPause = 0.5
	MaxPause = 5.0
)

// defaultDictation returns the settings of a first start.
func defaultDictation() Dictation { return Dictation{Pause: 1.2} }

// sanitized returns d with every value in its range.
func (d Dictation) sanitized() Dictation {
	if !(d.Pause > 0) {
		d.Pause = defaultDictation().Pause
	}
	d.Pause = min(max(d.Pause, MinPause), MaxPause)
	return d
}

// clone returns a copy that shares nothing with d.
func (d Dictation) clone() Dictation {
	d.Words = slices.Clone(d.Words)
	return d
}
