package practice

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"
)

// Faults of transcription models, by their names after "practice-trouble/" (docs/gateway.md 10.4).
const (
	audioLimit = "audio-limit" // refuses recordings longer than maxAudio
	// audioEnds: supports only json and text, and silently stops after maxHeard tokens.
	audioEnds = "audio-ends"
)

const (
	maxAudio = 1400 * time.Second
	maxHeard = 2000
)

// hearingFault returns the transcription fault that a model ID names, "" for none.
func hearingFault(id string) string {
	if name, ok := strings.CutPrefix(id, faultPrefix); ok && (name == audioLimit || name == audioEnds) {
		return name
	}
	return ""
}

// refusesFormat returns the fault for a format that the model does not support, or nil. The message
// is OpenAI's, which does not mention diarized_json.
func refusesFormat(model entry, format string) *fault {
	if model.formats == nil || slices.Contains(model.formats, format) {
		return nil
	}
	return &fault{
		status: http.StatusBadRequest, param: "response_format", code: "unsupported_value",
		message: fmt.Sprintf("response_format '%.40s' is not compatible with model '%s'. Use 'json' or 'text' instead.", format, model.id),
	}
}

// spoilHeard applies a fault to a transcript: it refuses a long recording or truncates the text.
func spoilHeard(name string, t transcript) (transcript, *fault) {
	switch {
	case name == audioLimit && t.duration > maxAudio:
		return t, &fault{
			status: http.StatusBadRequest, code: "invalid_value",
			message: fmt.Sprintf("audio duration %v seconds is longer than %v seconds which is the maximum for this model", inSeconds(t.duration), maxAudio.Seconds()),
		}
	case name == audioEnds:
		left := maxHeard
		for i, s := range t.segments {
			all := pieces(s.text)
			if len(all) > left {
				t.segments = append([]segment(nil), t.segments[:i+1]...)
				t.segments[i].text = strings.Join(all[:left], "")
				break
			}
			left -= len(all)
		}
	}
	return t, nil
}
