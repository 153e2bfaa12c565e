package transcriber

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

func joinedText(all []segment) string {
	var parts []string
	for _, s := range all {
		parts = append(parts, s.Text)
	}
	return strings.Join(parts, " ")
}

const second = time.Second

func TestTextsWithoutTimes(t *testing.T) {
	for name, c := range map[string]struct{ a, b, want string }{
		"a word of both":                {"We went to the house", "House. And then home", "We went to the house And then home"},
		"a run of both":                 {"we went to the old house", "the old house was empty", "we went to the old house was empty"},
		"cut through on both sides":     {"he said that it was all goo", "ad that it was all good and well", "he said that it was all good and well"},
		"nothing of both":               {"this is the end", "And now for something else", "this is the end And now for something else"},
		"a word that comes again":       {"the cat sat on the mat and slept", "then the dog came", "the cat sat on the mat and slept then the dog came"},
		"first part silent":             {"", "hello there", "hello there"},
		"second part silent":            {"hello there", "", "hello there"},
		"second part all in the first":  {"so that was it", "that was it", "so that was it"},
		"first part all in the second":  {"that was it", "that was it, he said", "that was it he said"},
		"without spaces":                {"我们去了老房子", "老房子很空", "我们去了老房子 很空"},
		"punctuation alone":             {"well - then", "- then we go", "well - then we go"},
		"a word said twice in the text": {"no no no", "no no never", "no no no never"},
	} {
		got := joinedText(joinParts([]heardPart{
			{start: 0, end: 10 * second, segments: []segment{{Text: c.a}}},
			{start: 9 * second, end: 20 * second, segments: []segment{{Text: c.b}}},
		}))
		if got != c.want {
			t.Errorf("%s: %q, not %q", name, got, c.want)
		}
	}
}

// A speaker of known words at known times, cut into overlapping parts whose words come late or
// early and with other signs: the text is whole, no word is doubled, and each is within 0.3 s of
// its time.
func TestWordsWithTimes(t *testing.T) {
	for seed := range uint64(200) {
		rnd := rand.New(rand.NewPCG(seed, 7))
		vocabulary := strings.Fields("the a and of to house cat on in we go went said that it was no yes")
		type spokenSentence struct {
			text       string
			start, end time.Duration
		}
		var words []spokenSentence
		for at := time.Duration(0); at < 60*second; {
			length := time.Duration(150+rnd.IntN(300)) * time.Millisecond
			words = append(words, spokenSentence{vocabulary[rnd.IntN(len(vocabulary))], at, at + length})
			at += length + 40*time.Millisecond
		}
		var want []string
		for _, w := range words {
			want = append(want, w.text)
		}
		var parts []heardPart
		for start := time.Duration(0); start < 60*second; {
			p := heardPart{start: start, end: start + 8*second + time.Duration(rnd.IntN(4000))*time.Millisecond}
			if p.end > 58*second {
				p.end = 70 * second
			}
			off := time.Duration(rnd.IntN(200)-100) * time.Millisecond
			for _, w := range words {
				if w.start < p.start || w.end > p.end {
					continue // a word that was cut through is heard by the other part
				}
				name := w.text
				if rnd.IntN(3) == 0 {
					name = strings.ToUpper(name[:1]) + name[1:] + ","
				}
				p.segments = append(p.segments, segment{Text: name, Start: max(1, w.start-p.start+off), End: w.end - p.start + off})
			}
			parts = append(parts, p)
			start = p.end - second
			if p.end == 70*second {
				break
			}
		}
		got := joinParts(parts)
		var names []string
		for i, s := range got {
			names = append(names, plainWord(s.Text))
			if i < len(words) && (s.Start-words[i].start).Abs() > 300*time.Millisecond {
				t.Fatalf("seed %d: word %d is at %v, not %v", seed, i, s.Start, words[i].start)
			}
		}
		if fmt.Sprint(names) != fmt.Sprint(want) {
			t.Fatalf("seed %d:\n%v\n%v", seed, names, want)
		}
	}
}

// Segments of several words: the times inside are guessed.
func TestSentencesWithTimes(t *testing.T) {
	got := joinParts([]heardPart{
		{start: 0, end: 60 * second, segments: []segment{
			{Text: "Good morning everybody.", Start: 1 * second, End: 3 * second},
			{Text: "We begin with the minutes of the last", Start: 54 * second, End: 60 * second},
		}},
		{start: 59 * second, end: 120 * second, segments: []segment{
			{Text: "the last meeting, which were sent.", Start: 0, End: 5 * second},
			{Text: "Any questions?", Start: 8 * second, End: 9 * second},
		}},
	})
	if joinedText(got) != "Good morning everybody. We begin with the minutes of the last meeting, which were sent. Any questions?" {
		t.Errorf("%+v", got)
	}
	if got[3].Start != 67*second || got[3].End != 68*second {
		t.Errorf("%+v", got[3])
	}
	for i := 1; i < len(got); i++ {
		if got[i].Start < got[i-1].Start {
			t.Errorf("%+v is out of order", got[i])
		}
	}
}

// A word that one part heard wrongly comes once; a word that only one part heard stays.
func TestWordsThatDoNotMatch(t *testing.T) {
	parts := []heardPart{
		{start: 0, end: 10 * second, segments: []segment{{Text: "see", Start: 8500 * time.Millisecond, End: 8900 * time.Millisecond}, {Text: "fore", Start: 9600 * time.Millisecond, End: 9900 * time.Millisecond}}},
		{start: 9 * second, end: 20 * second, segments: []segment{{Text: "four", Start: 600 * time.Millisecond, End: 900 * time.Millisecond}, {Text: "doors", Start: 1 * second, End: 2 * second}}},
	}
	if got := joinedText(joinParts(parts)); got != "see four doors" {
		t.Errorf("%q", got)
	}
	parts[1].segments = parts[1].segments[1:]
	if got := joinedText(joinParts(parts)); got != "see fore doors" {
		t.Errorf("%q", got)
	}
}

// What the service tells of single words is better than a guess, and a word at the edge of a part
// is heard whole by the next one.
func TestTimesOfWords(t *testing.T) {
	ms := func(from, to int) wordTime {
		return wordTime{Start: time.Duration(from) * time.Millisecond, End: time.Duration(to) * time.Millisecond}
	}
	got := joinParts([]heardPart{
		{start: 0, end: 10 * second, segments: []segment{
			{Text: "A very long - beginning of", Start: 5 * second, End: 9990 * time.Millisecond, Words: []wordTime{ms(5000, 5100), ms(5100, 5200), ms(5200, 5300), ms(9100, 9600), ms(9700, 9990)}},
		}},
		{start: 9 * second, end: 20 * second, segments: []segment{
			{Text: "beginning of the end.", Start: 100 * time.Millisecond, End: 3 * second, Words: []wordTime{ms(100, 600), ms(700, 1100), ms(2500, 2600), ms(2600, 3000)}},
		}},
	})
	want := "[{5s 9.6s A very long - beginning  [] <nil>} {9.7s 12s of the end.  [] <nil>}]"
	if fmt.Sprint(got) != want {
		t.Errorf("%v, want %s", got, want)
	}
}

func FuzzJoin(f *testing.F) {
	f.Add("one two three", "two three four", int64(9000), int64(1000))
	f.Fuzz(func(t *testing.T, a, b string, start, length int64) {
		ms := func(v int64) time.Duration { return time.Duration(v%1e9) * time.Millisecond }
		got := joinParts([]heardPart{
			{end: 10 * second, segments: []segment{{Text: a, Start: ms(start), End: ms(start + length)}, {Text: a, Start: 0, End: 0}}},
			{start: ms(start), end: 20 * second, segments: []segment{{Text: b, Start: 0, End: ms(length)}, {Text: a, Start: ms(length), End: ms(start)}}},
		})
		if len(got) > 4 {
			t.Errorf("%d segments", len(got))
		}
	})
}

// A part of few words between two that end and begin alike keeps them: it is not in what those have
// in common.
func TestAShortPartBetweenEqualWordsIsKept(t *testing.T) {
	got := joinParts([]heardPart{
		{start: 0, end: 61 * second, segments: []segment{{Text: "It was late when we saw the old tower."}}},
		{start: 60 * second, end: 121 * second, segments: []segment{{Text: "Thank you."}}},
		{start: 120 * second, end: 180 * second, segments: []segment{{Text: "We saw the old tower again."}}},
	})
	if got := joinedText(got); got != "It was late when we saw the old tower. Thank you. We saw the old tower again." {
		t.Errorf("joined %q", got)
	}
}
