package client

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"parlando/client/failure"
	"parlando/client/wire"
)

// Transcript is the text of a recording. Fields that the service did not report are zero.
type Transcript struct {
	// Text is the complete text, without times, trimmed.
	Text string
	// Language is the language as the service names it, such as "en" or "english".
	Language string
	Duration time.Duration
	// Segments are sentences or cues, Words are words, in the service's order.
	Segments, Words []Span
	// Format is the actual format of the response, which may differ from the requested one. Raw is
	// the response in that format, suitable for writing to a file.
	Format TranscriptFormat
	Raw    string
	// Usage is nil if not reported.
	Usage *Usage
	// RequestID is the service's request id from the headers.
	RequestID string
	// Dropped lists the fields that were left out because the service refused them. Pass the
	// Omission of each to TranscriptionRequest.Omit in later requests.
	Dropped []failure.Refusal
}

// Ext returns the file extension for Raw: ".srt", ".vtt", ".json" or ".txt".
func (t Transcript) Ext() string {
	switch t.Format {
	case TranscriptSRT, TranscriptVTT:
		return "." + string(t.Format)
	case TranscriptJSON, TranscriptVerbose:
		return ".json"
	}
	return ".txt"
}

// Span is a part of a recording and its text.
type Span struct {
	Text string
	// Start and End are relative to the start of the recording. Timed is false if they were not
	// reported.
	Start, End time.Duration
	Timed      bool
	// Speaker is the service's label of the speaker, such as "A" or "speaker_1", "" if not
	// reported. Labels are not comparable between transcripts.
	Speaker string
}

// maxSpans bounds the segments, and the words, that are read of a transcript.
const maxSpans = 1 << 20

// readTranscript reads the response to its end and parses it leniently.
func (a *answer) readTranscript() (Transcript, error) {
	body, err := a.readAll(func([]byte) bool { return true })
	if errors.Is(err, wire.ErrTooMuch) {
		return Transcript{}, err
	}
	body = bytes.TrimSpace(bytes.TrimPrefix(bytes.TrimSpace(body), wire.BOM))
	if err != nil {
		t, _ := parseTranscript(body)
		return t, err
	}
	if len(body) == 0 {
		return Transcript{}, a.failure(failure.EmptyReply, "", nil)
	}
	head := string(body[:min(len(body), wire.MaxErrorBody)])
	if failure.IsWebPage(head) {
		return Transcript{}, a.failure(failure.WrongAddress, failure.PageTitle(head), nil)
	}
	t, p := parseTranscript(body)
	switch {
	case p.fault != nil:
		return t, a.failedInside(*p.fault)
	case p.cut:
		return t, a.failure(failure.Truncated, "The transcript ended without an end mark.", io.ErrUnexpectedEOF)
	case !p.known:
		return t, a.failure(failure.BadReply, head, nil)
	case t.Text == "":
		return t, a.failure(failure.EmptyReply, "", nil)
	}
	return t, nil
}

// hideKey hides the key in everything that the service wrote.
func (t *Transcript) hideKey(mask *failure.KeyMask) {
	if mask == nil {
		return
	}
	t.Text, t.Language, t.Raw = mask.Text(t.Text), mask.Text(t.Language), mask.JSON(t.Raw)
	for _, spans := range [][]Span{t.Segments, t.Words} {
		for i := range spans {
			spans[i].Text, spans[i].Speaker = mask.Text(spans[i].Text), mask.Text(spans[i].Speaker)
		}
	}
	t.Usage.hideKey(mask)
}

// JoinText joins two texts with a space, except between characters of scripts without spaces.
func JoinText(a, b string) string { return joinSpans([]Span{{Text: a}, {Text: b}}) }

// joinSpans joins the texts of spans with spaces, except between characters of scripts without
// spaces.
func joinSpans(spans []Span) string {
	var b strings.Builder
	last := rune(0)
	for _, s := range spans {
		if s.Text == "" {
			continue
		}
		next, _ := utf8.DecodeRuneInString(s.Text)
		if last != 0 && !(unspaced(last) && unspaced(next)) {
			b.WriteByte(' ')
		}
		b.WriteString(s.Text)
		last, _ = utf8.DecodeLastRuneInString(s.Text)
	}
	return b.String()
}

// unspaced reports whether a character belongs to a script that puts no spaces between words.
func unspaced(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar) ||
		r >= 0x3000 && r <= 0x303f || r >= 0xff00 && r <= 0xffef
}
