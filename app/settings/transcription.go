package settings

import (
	"cmp"
	"maps"
	"math"
)

// Transcription configures the transcription of sound files (GATEWAY.md 2.8). Its zero value is not
// valid; see Defaults.
type Transcription struct {
	// Models are the chosen transcription models by connection; a connection without a choice uses
	// the first model that its service lists.
	Models Models `json:"models,omitempty"`
	// Language is the language usually spoken, as two letters of ISO 639-1; "" lets the service
	// detect it.
	Language string `json:"language,omitempty"`
	// Temperature is 0 to 1; nil is not sent.
	Temperature *float64 `json:"temperature,omitempty"`
	// Limit is the maximum size of an uploaded recording in bytes, MinTranscriptionLimit to
	// MaxTranscriptionLimit.
	Limit int64 `json:"limit"`
	// ConcurrentFiles is the number of files transcribed concurrently, 1 or 2.
	ConcurrentFiles int `json:"at_once"`
	// Copy stores a copy of each file in the library.
	Copy bool `json:"copy,omitempty"`
	// FewerRequests sends long parts to a model that returns no times, so that lines have no times.
	FewerRequests bool `json:"fewer_requests,omitempty"`
}

// The bounds of Transcription.Limit in bytes, and its default of 25 MB.
const (
	TranscriptionLimit    = 25_000_000
	MinTranscriptionLimit = 100_000
	MaxTranscriptionLimit = 2_000_000_000
)

// defaultTranscription returns the settings of a first start.
func defaultTranscription() Transcription {
	return Transcription{Limit: TranscriptionLimit, ConcurrentFiles: 1}
}

// sanitized returns t with every value in its range.
func (t Transcription) sanitized() Transcription {
	t.Limit = cmp.Or(t.Limit, TranscriptionLimit)
	t.Limit = min(max(t.Limit, MinTranscriptionLimit), MaxTranscriptionLimit)
	t.ConcurrentFiles = min(max(t.ConcurrentFiles, 1), 2)
	if v := t.Temperature; v != nil && (math.IsNaN(*v) || *v < 0 || *v > 1) {
		t.Temperature = nil
	}
	return t
}

// clone returns a copy that shares nothing with t.
func (t Transcription) clone() Transcription {
	t.Models = maps.Clone(t.Models)
	if t.Temperature != nil {
		v := *t.Temperature
		t.Temperature = &v
	}
	return t
}
