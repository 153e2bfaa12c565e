package transcriber

import (
	"strings"
	"testing"
	"time"

	"parlando/client"
)

// dialog writes lines of spoken segments as "who: text (start-end)".
func dialog(all []segment) string {
	var said []string
	for _, s := range all {
		said = append(said, s.Speaker+": "+s.Text)
	}
	return strings.Join(said, " | ")
}

// words times words one by one, half a second each, from start on; "B:word" is said by B, and so
// are the next ones.
func spokenWords(start time.Duration, text string) []client.Span {
	var all []client.Span
	speaker := ""
	for i, word := range strings.Fields(text) {
		if who, rest, ok := strings.Cut(word, ":"); ok {
			speaker, word = who, rest
		}
		at := start + time.Duration(i)*second/2
		all = append(all, client.Span{Text: word, Start: at, End: at + second/2, Timed: true, Speaker: speaker})
	}
	return all
}

func TestSpeakersOfAnAnswerAreReadFromSegmentsAndWords(t *testing.T) {
	segment := func(start, end float64, speaker, text string) client.Span {
		at := func(s float64) time.Duration { return time.Duration(s * float64(second)) }
		return client.Span{Text: text, Start: at(start), End: at(end), Timed: end > 0, Speaker: speaker}
	}
	for name, c := range map[string]struct {
		segments, words []client.Span
		want            string
	}{
		"segments": {[]client.Span{segment(0, 1, "A", "Hello."), segment(1, 2, "B", "Hi.")}, nil, "A: Hello. | B: Hi."},
		"segments without times": {
			[]client.Span{segment(0, 0, "A", "Hello."), segment(0, 0, "B", "Hi.")}, nil, "A: Hello. | B: Hi.",
		},
		"words":             {nil, spokenWords(0, "A:hello there B:hi A:well"), "A: hello there | B: hi | A: well"},
		"words of segments": {[]client.Span{segment(0, 1, "", "Hello there.")}, spokenWords(0, "A:Hello there"), "A: Hello there."},
		"a change inside a segment": {
			[]client.Span{segment(0, 2, "", "Hello there. - Hi, well.")}, spokenWords(0, "A:Hello there B:Hi well"), "A: Hello there. - | B: Hi, well.",
		},
		"a change at an unknown word": {
			[]client.Span{segment(0, 2, "", "Hello there, you.")}, spokenWords(0, "A:Hello there B:Hi well"), ": Hello there, you.",
		},
		"nobody": {[]client.Span{segment(0, 1, "", "Hello.")}, nil, ": Hello."},
	} {
		text := ""
		for _, s := range c.segments {
			text = client.JoinText(text, s.Text)
		}
		if c.segments == nil {
			for _, w := range c.words {
				text = client.JoinText(text, w.Text)
			}
		}
		if got := dialog(read(client.Transcript{Text: text, Segments: c.segments, Words: c.words}, 0).Segments); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// Labels hold for one request. Only the words that both parts have prove that two labels are one
// speaker.
func TestSpeakersOfTwoPartsAreJoinedOnlyWhereWordsProveIt(t *testing.T) {
	part := func(start, end time.Duration, words string) heardPart {
		h := read(client.Transcript{Text: " ", Words: spokenWords(0, words)}, end-start)
		return heardPart{start: start, end: end, segments: h.Segments}
	}
	for name, c := range map[string]struct {
		// ten words, five seconds; the last and the first two are the same second, and the very
		// last is read from the second
		first, second string
		want          string
	}{
		"other labels":    {"A:a b c d B:e f g h i j", "A:i j k l B:m n", "0 A: a b c d | 0 B: e f g h i | 0 B: j k l | 1 B: m n"},
		"no word in both": {"A:a b c d B:e f g h", "A:k l m n B:o p", "0 A: a b c d | 0 B: e f g h | 1 A: k l m n | 1 B: o p"},
		"one word":        {"A:a b c d B:e f g h A:i j", "B:x j k l A:m n", "0 A: a b c d | 0 B: e f g h | 0 A: i | 1 B: j k l | 1 A: m n"},
		"two on one":      {"A:a b c d B:e f g h i j", "A:i B:j k l m n", "0 A: a b c d | 0 B: e f g h i | 1 B: j k l m n"},
		"nobody before":   {"a b c d e f g h i j", "A:i j k l B:m n", ": a b c d e f g h i | 1 A: j k l | 1 B: m n"},
	} {
		got := dialog(joinParts([]heardPart{part(0, 5*second, c.first), part(4*second, 9*second, c.second)}))
		if got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
	// What is proved twice goes back to the first part.
	got := dialog(joinParts([]heardPart{
		part(0, 5*second, "A:a b c d e f g h i j"), part(4*second, 9*second, "B:i j k l m n o p q r"), part(8*second, 10*second, "C:q r s t"),
	}))
	if strings.Contains(got, "B:") || strings.Contains(got, "C:") || !strings.Contains(got, "0 A: r s t") {
		t.Errorf("three parts: %s", got)
	}
}
