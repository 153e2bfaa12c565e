package practice

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"
)

const (
	// chunking is the form field that allows a diarizing model to split a long recording.
	chunking = "chunking_strategy"
	// diarized is the response_format that includes the speakers.
	diarized = "diarized_json"
	// maxUnchunked is the longest recording that a diarizing model accepts without chunking.
	maxUnchunked = 30 * time.Second
)

// hintedLanguages are the languages that OpenAI's gpt-transcribe accepts as hints: 63 of Whisper's
// 100.
const hintedLanguages = "af ar az be bg bn bs ca cs cy da de el en es et fa fi fr gl gu he hi hr hu hy id is it ja ka kk kn ko " +
	"lt lv mi mk ml mr ms ne nl no pl pt ro ru sk sl sr sv sw ta te th tl tr uk ur vi yue zh"

// readHints reads languages and keywords, which some models read instead of language and prompt.
func (d *dictation) readHints(u *upload) *fault {
	if !d.model.heeds(languages) {
		return nil
	}
	for _, name := range []string{languages, keywords} {
		if bad := u.takeField(name); bad != nil {
			return bad
		}
	}
	d.languages = u.lists[languages]
	if _, both := u.fields["language"]; both && len(d.languages) > 0 {
		return wrong("language", "'language' cannot be used together with 'languages'. Send only 'languages'.")
	}
	known := strings.Fields(hintedLanguages)
	for _, code := range d.languages {
		if !slices.Contains(known, code) {
			return wrong(languages, fmt.Sprintf("Invalid value for 'languages': '%.40s'. Supported values are: '%s'.", code, strings.Join(known, "', '")))
		}
	}
	for _, word := range u.lists[keywords] {
		if strings.ContainsAny(word, "<>\r\n") {
			return wrong(keywords, fmt.Sprintf("Invalid 'keywords': %.40q contains '<', '>' or a line break.", word))
		}
	}
	return nil
}

// readChunking reads chunking_strategy: "auto", or an object as JSON or as one field per member,
// such as chunking_strategy[type]. Models that support this field refuse a prompt.
func (d *dictation) readChunking(u *upload) *fault {
	if !d.model.heeds(chunking) {
		return nil
	}
	if _, given := u.form.Value["prompt"]; given {
		f := unsupported("prompt")
		return &f
	}
	if bad := u.takeField(chunking); bad != nil {
		return bad
	}
	var strategy string
	strategy, d.chunked = u.fields[chunking]
	if d.chunked && strategy != "auto" && !strings.HasPrefix(strategy, "{") {
		return wrong(chunking, fmt.Sprintf("Invalid 'chunking_strategy': %.40q is neither 'auto' nor an object.", strategy))
	}
	for name := range u.form.Value {
		d.chunked = d.chunked || strings.HasPrefix(name, chunking+"[")
	}
	return nil
}

// refusesLength returns the fault, in OpenAI's words, for a long recording without chunking, or
// nil.
func (d *dictation) refusesLength(length time.Duration) *fault {
	if !d.model.heeds(chunking) || d.chunked || length <= maxUnchunked {
		return nil
	}
	return &fault{
		status: http.StatusBadRequest, param: chunking, code: "invalid_value",
		message: "chunking_strategy is required for diarization models",
	}
}

// text returns the transcript as one line. For silence, models that read hints return "".
func (d *dictation) text(t transcript) string {
	if len(t.segments) == 0 && d.model.heeds(languages) {
		return ""
	}
	return t.text()
}

// heardLanguages returns the languages of a transcript: those of the request, or else the
// recognized one. An empty list means that the model is unsure.
func (d *dictation) heardLanguages(t transcript) any {
	type language struct {
		Code string `json:"code"`
	}
	codes := d.languages
	if len(codes) == 0 && t.language != "" {
		codes = []string{t.language}
	}
	all := make([]language, len(codes))
	for i, code := range codes {
		all[i].Code = code
	}
	return all
}

// spokenSegment is a segment of diarized_json.
type spokenSegment struct {
	Type    string  `json:"type"`
	ID      string  `json:"id"`
	Start   float64 `json:"start"`
	End     float64 `json:"end"`
	Text    string  `json:"text"`
	Speaker string  `json:"speaker"`
}

// bySpeaker returns the transcript in the diarized_json format. Practice does not tell voices
// apart: two speakers take turns, sentence by sentence.
func (d *dictation) bySpeaker(t transcript) any {
	segments := make([]spokenSegment, len(t.segments))
	for i, s := range t.segments {
		segments[i] = spokenSegment{
			Type: "transcript.text.segment", ID: fmt.Sprintf("seg_%03d", i+1),
			Start: inSeconds(s.start), End: inSeconds(s.end), Text: s.text, Speaker: string(rune('A' + i%2)),
		}
	}
	return map[string]any{
		"task": "transcribe", "duration": inSeconds(t.duration), "text": d.text(t), "segments": segments, "usage": d.heardSeconds(t),
	}
}
