package transcriber

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"parlando/client"
)

// timedSpans parses lines such as "0-2 One.", with times in seconds.
func timedSpans(lines ...string) (spans []client.Span) {
	for _, line := range lines {
		times, text, _ := strings.Cut(line, " ")
		var start, end float64
		n, _ := fmt.Sscanf(times, "%g-%g", &start, &end)
		at := func(s float64) time.Duration { return time.Duration(s*1000) * time.Millisecond }
		spans = append(spans, client.Span{Text: text, Start: at(start), End: max(at(start), at(end)), Timed: n == 2})
	}
	return spans
}

// A wrong time moves no words: each line keeps its place among the others (lhotse-speech/lhotse
// #891, ggml-org/whisper.cpp #466 and #2271).
func TestLinesStayInTheOrderOfTheService(t *testing.T) {
	for name, c := range map[string]struct {
		segments, words []client.Span
		length          time.Duration
		want            string
	}{
		"one that ends before it begins": {
			segments: timedSpans("0-2 One.", "5.9-4.7 Two.", "4-7.3 Three."),
			want:     "One. 0-2|Two. 2-2|Three. 4-7.3",
		},
		"one at the end that ends before it begins": {
			segments: timedSpans("0-30 One.", "30-60 Two.", "99.92-90.72 Three.", "90.72-95 Four."),
			want:     "One. 0-30|Two. 30-60|Three. 60-60|Four. 90.72-95",
		},
		"one past the end of the sound": {
			segments: timedSpans("0-3 First we open the box.", "40-44 Then we take out the lamp", "6-9 and throw away the paper."), length: 10 * second,
			want: "First we open the box. 0-3|Then we take out the lamp 3-6|and throw away the paper. 6-9",
		},
		"one that goes back": {
			segments: timedSpans("0-2 One.", "2-4 Two.", "4-6 Three.", "1-2 Four.", "8-9 Five."),
			want:     "One. 0-2|Two. 2-4|Three. 4-6|Four. 6-7|Five. 8-9",
		},
		"the first is late": {
			segments: timedSpans("50-52 One.", "2-4 Two.", "4-6 Three."),
			want:     "One. 0-2|Two. 2-4|Three. 4-6",
		},
		"all past the end": {
			segments: timedSpans("50-52.5 One.", "20-21 Two.", "30-31 Three."), length: 10 * second,
			want: "One. 0-2.5|Two. 2.5-3.5|Three. 3.5-4.5",
		},
		"an end past the next one": {
			segments: timedSpans("0-900 One.", "2-4 Two.", "4-6 Three."), length: 10 * second,
			want: "One. 0-2|Two. 2-4|Three. 4-6",
		},
		"two with one time": {
			segments: timedSpans("0-2 One.", "2-4 Two.", "2-4 Three."),
			want:     "One. 0-2|Two. 2-4|Three. 2-4",
		},
		"a word with a wrong time": {
			words: timedSpans("0-0.4 We", "0.4-0.8 pay", "7-7.4 three", "1.2-1.6 hundred", "1.6-2 euros.", "2.2-2.6 Not", "2.6-3 four."),
			want:  "We pay three hundred euros. 0-2|Not four. 2.2-3",
		},
		"a word that goes back": {
			words: timedSpans("10-10.4 We", "10.4-10.8 pay", "0.2-0.3 three", "11.2-11.6 hundred", "11.6-12 euros.", "12.2-12.6 Not", "12.6-13 four."),
			want:  "We pay three hundred euros. 10-12|Not four. 12.2-13",
		},
		"a word that ends late": {
			words: timedSpans("0-0.4 We", "0.4-90 pay", "0.8-1 three", "1.2-1.6 hundred.", "3-3.5 Not", "3.5-4 four."), length: 100 * second,
			want: "We pay three hundred. 0-1.6|Not four. 3-4",
		},
		"milliseconds": {
			segments: timedSpans("240-2100 One.", "2100-4000 Two.", "4100-7300 Three."), length: 7300 * time.Millisecond,
			want: "One. 0.24-2.1|Two. 2.1-4|Three. 4.1-7.3",
		},
	} {
		var b []string
		h := read(client.Transcript{Segments: c.segments, Words: c.words}, c.length)
		for _, s := range h.Segments {
			b = append(b, fmt.Sprintf("%s %g-%g", s.Text, s.Start.Seconds(), s.End.Seconds()))
		}
		if got := strings.Join(b, "|"); got != c.want {
			t.Errorf("%s:\n%s, want\n%s", name, got, c.want)
		}
	}
}

// Whatever the times are, the words stay in their order and none is lost; times never go back and
// lie within the part.
func TestRandomTimesMoveNoWord(t *testing.T) {
	const length = 20 * second
	for seed := range uint64(2000) {
		dice := rand.New(rand.NewPCG(seed, 61))
		spans := func(n int, words string) (all []client.Span, text string) {
			at := time.Duration(0)
			for i := range n {
				s := client.Span{Text: fmt.Sprintf(words, i), Start: at, End: at + length/time.Duration(n), Timed: true}
				at = s.End
				switch dice.IntN(6) {
				case 0:
					s.Start = time.Duration(dice.Int64N(int64(3 * length)))
				case 1:
					s.End = time.Duration(dice.Int64N(int64(3 * length)))
				case 2:
					s.Timed = dice.IntN(3) > 0
				}
				if dice.IntN(4) == 0 {
					s.Speaker = string(rune('A' + dice.IntN(3)))
				}
				s.End = max(s.End, s.Start)
				all, text = append(all, s), text+s.Text+" "
			}
			return all, text
		}
		segments, text := spans(1+dice.IntN(12), "a%[1]d b%[1]d c%[1]d")
		words, _ := spans(len(segments)*3, "w%d")
		for i, w := range strings.Fields(text) {
			words[i].Text = w
		}
		got := client.Transcript{Text: text, Segments: segments, Words: words}
		switch dice.IntN(3) {
		case 0:
			got.Words = nil
		case 1:
			got.Segments = nil
		}
		h := read(got, length)
		if want := strings.Join(strings.Fields(text), " "); strings.Join(strings.Fields(textOf(h.Segments)), " ") != want {
			t.Fatalf("%d: %q, want %q", seed, textOf(h.Segments), want)
		}
		if got.Words == nil && h.Timed && len(h.Segments) != len(segments) {
			t.Fatalf("%d: %d lines of %d", seed, len(h.Segments), len(segments))
		}
		last := time.Duration(0)
		for _, s := range h.Segments {
			if h.Timed && (s.Start < last || s.End < s.Start || s.End > length) {
				t.Fatalf("%d: %v to %v after %v", seed, s.Start, s.End, last)
			}
			last = s.Start
		}
		// So is a recording of two parts.
		joined := joinParts([]heardPart{
			{end: length, segments: h.Segments},
			{start: length - second, end: 2*length - second, segments: h.Segments},
		})
		last = 0
		for _, s := range joined {
			if s.timed() && (s.Start < last || s.End < s.Start) {
				t.Fatalf("%d, joined: %v to %v after %v", seed, s.Start, s.End, last)
			}
			last = max(last, s.Start)
		}
	}
}
