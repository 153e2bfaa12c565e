package transcriber

import (
	"cmp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"parlando/client"
)

const (
	// longestLine and longestTime bound a line made of words.
	longestLine = 90 // characters
	longestTime = 8 * time.Second
	// pause is the gap between two words that ends a line.
	pause = 800 * time.Millisecond
)

// read converts a service's transcript of a part, whose length is 0 if unknown: segments with times
// if available, otherwise words with times, otherwise plain text.
func read(t client.Transcript, length time.Duration) partTranscript {
	h := partTranscript{Language: t.Language, Duration: t.Duration, Format: string(t.Format), Raw: &t.Raw}
	ordered := func(spans []client.Span) []client.Span {
		return inOrder(inSeconds(spans, cmp.Or(length, t.Duration)), length)
	}
	switch {
	case timed(t.Segments):
		h.Segments, h.Timed = segments(ordered(t.Segments)), true
		if timed(t.Words) {
			share(h.Segments, ordered(t.Words))
			h.Segments = neverBack(splitBySpeaker(h.Segments))
		}
	case timed(t.Words):
		h.Segments, h.Timed = segments(lines(ordered(t.Words))), true
	case t.Text != "":
		h.Segments = []segment{{Text: t.Text}}
		if slices.ContainsFunc(t.Segments, func(s client.Span) bool { return s.Speaker != "" }) && letters(t.Text) <= letters(spokenText(t.Segments)) {
			h.Segments = nil
			for _, s := range t.Segments {
				h.Segments = append(h.Segments, segment{Text: s.Text, Speaker: s.Speaker})
			}
		}
	}
	// If the segments lack many words of the text, use the text: its words matter more than times.
	if h.Timed && letters(t.Text) > letters(textOf(h.Segments))*11/10+20 {
		h.Segments, h.Timed = []segment{{Text: t.Text}}, false
	}
	return h
}

// share assigns the times of words to their segments. setTimes checks whether they match.
func share(all []segment, words []client.Span) {
	at := 0
	for i := range all {
		last := i == len(all)-1
		for at < len(words) && (last || (words[at].Start+words[at].End)/2 < all[i+1].Start) {
			if words[at].Timed {
				all[i].Words = append(all[i].Words, wordTime{Start: words[at].Start, End: words[at].End, speaker: words[at].Speaker})
			}
			at++
		}
	}
}

func letters(s string) int { return utf8.RuneCountInString(strings.Join(strings.Fields(s), "")) }

func textOf(all []segment) string {
	var b strings.Builder
	for _, s := range all {
		b.WriteString(s.Text + " ")
	}
	return b.String()
}

// timed reports whether most spans have both text and times.
func timed(spans []client.Span) bool {
	count := 0
	for _, s := range spans {
		if s.Timed && s.Text != "" {
			count++
		}
	}
	return count > 0 && count*2 > len(spans)
}

// segments returns the segments of spans that have times.
func segments(spans []client.Span) []segment {
	var all []segment
	for _, s := range spans {
		if text := strings.TrimSpace(s.Text); text != "" {
			all = append(all, segment{Start: s.Start, End: max(s.End, time.Millisecond), Text: text, Speaker: s.Speaker})
		}
	}
	return all
}

// lines groups words into lines that end with a sentence, where another person speaks, at a pause,
// or when they are long enough to read at a glance.
func lines(words []client.Span) []client.Span {
	var all []client.Span
	for _, w := range words {
		if strings.TrimSpace(w.Text) == "" {
			continue
		}
		if n := len(all); n > 0 {
			last := &all[n-1]
			if !endsSentence(last.Text) && w.Speaker == last.Speaker && w.Start-last.End < pause && w.End-last.Start <= longestTime && utf8.RuneCountInString(last.Text+w.Text) < longestLine {
				last.Text = client.JoinText(last.Text, w.Text)
				last.End = max(last.End, w.End)
				continue
			}
		}
		all = append(all, w)
	}
	return all
}

func endsSentence(text string) bool {
	last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(text, `"'»”’)]`))
	return strings.ContainsRune(".!?…。！？", last)
}
