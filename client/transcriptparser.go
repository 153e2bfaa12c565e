package client

import (
	"bytes"
	"cmp"
	"encoding/json"
	"regexp"
	"strings"

	"parlando/client/failure"
	"parlando/client/wire"
)

// transcriptParser assembles a transcript from the JSON values of a response, usually a single one.
type transcriptParser struct {
	t    Transcript
	text string // concatenated deltas of a stream
	// pieces means that text arrived as deltas; ended, that a stream signaled its end.
	pieces, ended bool
	fault         *failure.ErrorBody
	known         bool // at least one value was part of a transcript
	cut           bool // the response is incomplete
	// verbose means that the response has segments, words or a duration.
	verbose bool
}

// parseTranscript parses a response in any of the five formats, or a stream of events or lines.
func parseTranscript(body []byte) (Transcript, transcriptParser) {
	p := transcriptParser{}
	if bytes.HasPrefix(body, []byte("```")) {
		body = []byte(unfence(string(body)))
	}
	value, isJSON := wire.RepairJSON(body)
	switch {
	case json.Valid(body):
		p.value(body)
	case isEventStream(body):
		p.events(body)
	case isJSON:
		p.value(value)
	case wire.StartsLikeJSON(body): // "[Music]" does not start like JSON
		// Never show incomplete or damaged JSON as text.
		p.cut = wire.IsTruncated(body)
		if value, ok := wire.CloseJSON(body); ok {
			p.value(value)
		}
		p.known = p.known && p.cut
	default:
		p.plain(string(body))
	}
	p.t.Text = strings.TrimSpace(p.withoutMarks(p.t.Text))
	for i := range p.t.Segments {
		p.t.Segments[i].Text = strings.TrimSpace(p.withoutMarks(p.t.Segments[i].Text))
	}
	if p.t.Raw == "" {
		p.t.Raw = strings.ToValidUTF8(string(body), "\uFFFD")
	}
	return p.t, p
}

// value parses a body that is one JSON value.
func (p *transcriptParser) value(raw json.RawMessage) {
	p.t.Format = TranscriptJSON
	if s, ok := wire.ParseString(raw); ok { // some servers send the text as a JSON string
		s, _ = wire.JoinUTF8("", s)
		if wire.StartsLikeJSON([]byte(s)) && json.Valid([]byte(s)) {
			p.value([]byte(s))
			return
		}
		p.plain(s)
		p.t.Raw = s
		return
	}
	if o, ok := wire.ParseObject(raw); ok {
		p.object(raw, o, 0)
		p.finish()
		return
	}
	list, ok := wire.ParseArray(raw)
	if !ok {
		if p.known = wire.IsNull(raw); !p.known {
			p.plain(string(raw)) // plain text that happens to be a valid JSON number
		}
		return
	}
	p.known = len(list) == 0
	if p.t.Text = textOfList(raw); p.t.Text != "" {
		p.known = true
		return
	}
	for _, item := range list[:min(len(list), maxSpans)] {
		o, ok := wire.ParseObject(item)
		if !ok {
			continue
		}
		if p.addSpan(&p.t.Segments, o, "text") {
			p.known = true
		} else if wire.ReportsError(o) {
			p.fault = new(failure.ParseJSONError(raw))
			return
		}
	}
	p.finish()
}

// object parses a transcript, an object that wraps one, or an error.
func (p *transcriptParser) object(raw json.RawMessage, o map[string]json.RawMessage, depth int) {
	_, hasText := o["text"]
	if wire.IsErrorValue(o["error"]) || !hasText && wire.ReportsError(o) {
		p.fault = new(failure.ParseJSONError(raw))
		return
	}
	p.details(o)
	p.parts(o)
	for _, name := range textNames {
		s, ok := wire.ParseString(o[name])
		if !ok && name == "text" {
			s = cmp.Or(wire.ScalarText(o[name]), textOfList(o[name]), flatText(o[name], 0))
			ok = s != ""
		}
		if ok {
			p.member(s, depth)
			break
		}
	}
	p.known = p.known || hasText && wire.IsNull(o["text"])
	if p.known && p.t.Text != "" || len(p.t.Segments) > 0 || depth > 4 {
		return
	}
	// The transcript is the reply of a chat model.
	if _, ok := wire.ParseArray(o["choices"]); ok {
		var e event
		decodeLoose(raw, &e)
		for _, piece := range e.pieces[:min(len(e.pieces), 1)] {
			p.member(piece.text, depth)
		}
		return
	}
	for _, name := range envelopeNames {
		p.envelope(name, o[name], depth)
		if p.t.Text != "" || len(p.t.Segments) > 0 || p.fault != nil {
			return
		}
	}
}

// details reads the members besides the text.
func (p *transcriptParser) details(o map[string]json.RawMessage) {
	for _, name := range []string{"segments", "words", "duration"} {
		p.verbose = p.verbose || !wire.IsNull(o[name])
	}
	if p.t.Language == "" {
		p.t.Language = wire.FirstString(o, "language", "language_code")
	}
	if list, _ := wire.ParseArray(o["languages"]); len(list) > 0 && p.t.Language == "" {
		one, _ := wire.ParseObject(list[0])
		p.t.Language = cmp.Or(wire.ScalarText(list[0]), wire.FirstString(one, "code", "language", "language_code"))
	}
	for _, name := range []string{"duration", "audio_duration", "duration_seconds", "audio_duration_secs"} {
		if d, ok := seconds(o[name]); ok && p.t.Duration == 0 {
			p.t.Duration = d
		}
	}
	p.t.Usage = usageOf(o).and(p.t.Usage)
	if usage, ok := wire.ParseObject(o["usage"]); ok && p.t.Duration == 0 {
		p.t.Duration, _ = seconds(usage["seconds"])
	}
}

// parts reads the segments and the words.
func (p *transcriptParser) parts(o map[string]json.RawMessage) {
	for _, name := range segmentNames {
		if list, ok := wire.ParseArray(o[name]); ok && len(p.t.Segments) == 0 {
			if p.segments(list); len(p.t.Segments) == 0 && p.t.Text == "" {
				p.t.Text = textOfList(o[name])
			}
		}
	}
	if words, ok := wire.ParseArray(o["words"]); ok {
		p.t.Words = nil // replace the same words read from the segments
		p.words(words)
	}
}

// envelope looks for a transcript in a member that may wrap one.
func (p *transcriptParser) envelope(name string, inner json.RawMessage, depth int) {
	switch wire.FirstByte(inner) {
	case '{':
		if o, ok := wire.ParseObject(inner); ok {
			p.object(inner, o, depth+1)
		}
	case '"':
		s, _ := wire.ParseString(inner)
		p.member(s, depth)
	case '[':
		list, _ := wire.ParseArray(inner)
		if name == "alternatives" || name == "channels" {
			// The other elements are alternative transcripts, or other channels.
			list = list[:min(len(list), 1)]
		} else if p.segments(list); len(p.t.Segments) > 0 {
			return
		}
		for _, item := range list[:min(len(list), maxChoices)] {
			if o, ok := wire.ParseObject(item); ok {
				before := p.t.Text
				p.t.Text = ""
				p.object(item, o, depth+1)
				p.t.Text = JoinText(before, strings.TrimSpace(p.t.Text))
			}
		}
	}
}

// The members that may hold the parts of a transcript, its text, or a wrapped transcript.
var (
	segmentNames = []string{"segments", "chunks", "utterances", "sentences", "phrases", "cues"}
	textNames    = []string{
		"text", "transcript", "transcription", "display_text", "DisplayText", "full_transcript",
		"full_text", "srt", "vtt", "subtitles", "subtitle", "captions",
	}
	envelopeNames = []string{
		"result", "results", "output", "data", "response", "transcription", "transcript",
		"transcripts", "channels", "alternatives", "combinedPhrases", "content", "body",
	}
)

// textOfList joins a list of strings, each of which is a sentence.
func textOfList(raw json.RawMessage) (text string) {
	list, _ := wire.ParseArray(raw)
	for _, item := range list[:min(len(list), maxSpans)] {
		s, ok := wire.ParseString(item)
		if !ok {
			return ""
		}
		s, _ = wire.JoinUTF8("", s)
		text = JoinText(text, s)
	}
	return text
}

// member adds the text of a member, which may be subtitles, or JSON in a string.
func (p *transcriptParser) member(s string, depth int) {
	s, _ = wire.JoinUTF8("", s)
	if value, ok := wire.RepairJSON([]byte(unfence(s))); ok && depth < 3 {
		switch wire.FirstByte(value) {
		case '{':
			if o, ok := wire.ParseObject(value); ok {
				p.object(value, o, depth+1)
				return
			}
		case '[':
			if list, ok := wire.ParseArray(value); ok {
				if p.segments(list); len(p.t.Segments) > 0 {
					return
				}
			}
		}
	}
	p.known = true
	p.plain(s)
	if p.t.Format == TranscriptText {
		p.t.Format = TranscriptJSON
	} else {
		p.t.Raw = s
	}
}

// finish derives missing values, such as the text, from the segments and words.
func (p *transcriptParser) finish() {
	p.known = p.known || len(p.t.Segments) > 0
	if strings.TrimSpace(p.t.Text) == "" {
		p.t.Text = joinSpans(p.t.Segments)
	}
	if p.t.Text == "" && len(p.t.Words) > 0 {
		p.t.Text, p.known = joinSpans(p.t.Words), true
	}
	if p.t.Format == TranscriptJSON && (p.verbose || len(p.t.Segments) > 0) {
		p.t.Format = TranscriptVerbose
	}
}

// tokenMarks matches special tokens of speech models: <|en|>, <|2.00|>, <|endoftext|>.
var tokenMarks = regexp.MustCompile(`<\|[\w./-]{1,32}\|>`)

// asrMark matches the mark that Qwen3-ASR writes before its text: "language English<asr_text>".
var asrMark = regexp.MustCompile(`(?i)(?:\blanguage\s+(\p{L}[\p{L} -]{0,30}?)\s*)?</?asr_text>\s*`)

// withoutMarks removes the matches of asrMark from a text, and reads the language from them.
func (p *transcriptParser) withoutMarks(text string) string {
	if m := asrMark.FindStringSubmatch(text); m != nil && p.t.Language == "" && !strings.EqualFold(m[1], "none") {
		p.t.Language = m[1]
	}
	return asrMark.ReplaceAllString(text, "")
}

// plain adds text that may be subtitles.
func (p *transcriptParser) plain(text string) {
	text = strings.ToValidUTF8(strings.TrimPrefix(text, "\uFEFF"), "\uFFFD")
	p.known = true
	text = tokenMarks.ReplaceAllString(unfence(text), "")
	if strings.Contains(text, "-->") && strings.Contains(text, `\n`) && !strings.Contains(text, "\n") {
		// The line ends were escaped twice.
		text = strings.NewReplacer(`\r`, "", `\n`, "\n").Replace(text)
	}
	if format, cues := parseSubtitles(text); format != "" {
		p.t.Format, p.t.Segments, p.t.Text = format, cues, joinSpans(cues)
		return
	}
	p.t.Format, p.t.Text = TranscriptText, text
}
