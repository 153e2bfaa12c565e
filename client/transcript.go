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

// Transcript is the text of a recording. Fields that the service did not fill are zero.
type Transcript struct {
	// Text is all of it, without times, trimmed.
	Text string
	// Language is the service's word for the language: "en", "english".
	Language string
	Duration time.Duration
	// Segments are its sentences or cues, Words its words, in the service's order.
	Segments, Words []Span
	// Format is the format the answer really had, whatever was asked for, and Raw the answer as
	// text in it, as it may be written to a file.
	Format TranscriptFormat
	Raw    string
	// Usage is nil if the service did not tell.
	Usage *Usage
	// RequestID is the service's id of the request from its headers.
	RequestID string
	// Dropped are the fields that the service refused and that were left out. Give their Names to
	// TranscriptionRequest.Without the next time.
	Dropped []failure.Refusal
}

// Ext is the ending of a file with Raw in it: ".srt", ".vtt", ".json" or ".txt".
func (t Transcript) Ext() string {
	switch t.Format {
	case TranscriptSRT, TranscriptVTT:
		return "." + string(t.Format)
	case TranscriptJSON, TranscriptVerbose:
		return ".json"
	}
	return ".txt"
}

// Span is a stretch of a recording and what is said in it.
type Span struct {
	Text string
	// Start and End are counted from the start of the recording. Timed is false when the service
	// did not tell them.
	Start, End time.Duration
	Timed      bool
}

// maxSpans is the number of segments, and of words, of a transcript that are kept.
const maxSpans = 1 << 20

// readTranscript reads the answer to its end and makes the best of it.
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

// JoinText is two pieces of what was said, with a space between them except where the script has
// none.
func JoinText(a, b string) string { return joinSpans([]Span{{Text: a}, {Text: b}}) }

// joinSpans is the text of spans, with a space between two of them except where the script has
// none.
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
