package transcriber

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"parlando/client"
)

// A service labels the speakers of one request, from A or 1 on. The next part of the recording has
// its own labels: its A may be somebody else. Two labels are taken for the same person only if both
// belong to the same words in the overlap of the parts.

// minSaidTwice is the number of words in the overlap that prove two labels to be one person.
const minSaidTwice = 2

// speakerPair holds the labels of one word of the overlap in the previous part and in the next one.
type speakerPair struct{ before, next string }

// sameSpeakers maps a label to the label of the same person in an earlier part.
type sameSpeakers map[string]string

// labelPart makes the labels of a part unique by adding the part's number.
func labelPart(all []segment, part int) {
	for i := range all {
		if all[i].Speaker != "" {
			all[i].Speaker = strconv.Itoa(part) + " " + all[i].Speaker
		}
	}
}

// learn maps labels that enough words of an overlap prove to be the same person. A label that meets
// two different ones proves nothing.
func (s sameSpeakers) learn(both []speakerPair) {
	counts := map[speakerPair]int{}
	befores, nexts := map[string]int{}, map[string]int{}
	for _, pair := range both {
		if pair.before == "" || pair.next == "" {
			continue
		}
		if counts[pair]++; counts[pair] == 1 {
			befores[pair.before]++
			nexts[pair.next]++
		}
	}
	for pair, n := range counts {
		if n >= minSaidTwice && befores[pair.before] == 1 && nexts[pair.next] == 1 {
			s[pair.next] = s.first(pair.before)
		}
	}
}

// first returns the earliest label of the same person.
func (s sameSpeakers) first(label string) string { return cmp.Or(s[label], label) }

// splitBySpeaker gives segments without a speaker the speaker of their words, and splits them where
// the speaker changes. A segment whose words do not match its text is not split; it gets a speaker
// only if all its words have the same.
func splitBySpeaker(all []segment) []segment {
	var out []segment
	for _, s := range all {
		if s.Speaker != "" || len(s.Words) == 0 {
			out = append(out, s)
			continue
		}
		s.Speaker = s.Words[0].speaker
		if !slices.ContainsFunc(s.Words, func(w wordTime) bool { return w.speaker != s.Speaker }) {
			out = append(out, s)
			continue
		}
		words := wordsOf([]segment{s})
		if countWords(words) != len(s.Words) {
			s.Speaker = ""
			out = append(out, s)
			continue
		}
		times, from := s.Words, 0 // remaining words, and the offset of the next segment
		said := 0                 // number of words in the next segment so far
		cut := func(to int) {
			one := segment{Text: strings.TrimSpace(s.Text[from:to]), Speaker: times[0].speaker, Start: times[0].Start, End: times[said-1].End, Words: times[:said:said]}
			out = append(out, one)
			times, from, said = times[said:], to, 0
		}
		for _, w := range words {
			if w.plain == "" {
				continue
			}
			if said > 0 && times[said].speaker != times[0].speaker {
				cut(w.from)
			}
			said++
		}
		cut(len(s.Text))
	}
	return out
}

// spokenText returns the text of spans.
func spokenText(spans []client.Span) (text string) {
	for _, s := range spans {
		text = client.JoinText(text, s.Text)
	}
	return text
}
