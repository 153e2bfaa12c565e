package voice

import (
	"cmp"
	"slices"
	"strings"
	"time"
	"unicode"

	"parley/client/practice/ear"
)

// Rate is how many samples there are in a second of speech.
const Rate = 24_000

const (
	// hush is the level under which a sample is silent.
	hush = 0.002
	// shortestPause is the shortest silence between two parts of a sentence, in samples. Some consonants are silent, too,
	// but shorter than the pauses around them.
	shortestPause = Rate * 6 / 100
)

// timed tells when the words of a phrase are spoken in its sound, which begins at a moment of the whole. The sound itself
// shows where it begins and ends and, if it pauses at each comma and the like, where it does; between these moments each word
// gets a share by its letters.
func timed(p phrase, sound []float32, begin time.Duration) []ear.Word {
	clauses := clausesOf(p.words)
	heard := stretchesOf(sound, len(clauses))
	if len(heard) < len(clauses) {
		clauses = [][]string{p.words}
		heard = []stretch{{heard[0].from, heard[len(heard)-1].to}}
	}
	var all []ear.Word
	for i, clause := range clauses {
		sum, done := 0, 0
		for _, w := range clause {
			sum += share(w)
		}
		moment := func() time.Duration {
			return begin + at(heard[i].from+(heard[i].to-heard[i].from)*done/sum)
		}
		for _, w := range clause {
			start := moment()
			done += share(w)
			all = append(all, ear.Word{Text: w, Start: start, End: moment()})
		}
	}
	all[len(all)-1].EndsSentence = p.ends
	return all
}

// share is how much of the time of a clause a word gets.
func share(word string) int {
	n := 1
	for _, r := range word {
		if spoken(r) || unicode.IsMark(r) {
			n += effortOfRune(r)
		}
	}
	return n
}

// clausesOf parts the words of a phrase where it is spoken with a pause.
func clausesOf(words []string) [][]string {
	var all [][]string
	from := 0
	for i, w := range words {
		tail := strings.TrimRightFunc(w, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("\"'”’»)]", r) })
		if i == len(words)-1 || strings.ContainsAny(tail[max(len(tail)-1, 0):], ",;:.!?") || strings.HasSuffix(tail, "—") {
			all = append(all, words[from:i+1])
			from = i + 1
		}
	}
	return all
}

// stretch is a part of a sound, in samples.
type stretch struct{ from, to int }

// stretchesOf finds the parts of a sound between its n-1 longest pauses, without the silence at both ends. There are fewer
// than n if there are not so many pauses, and always one.
func stretchesOf(sound []float32, n int) []stretch {
	first := slices.IndexFunc(sound, loud)
	if first < 0 {
		return []stretch{{0, len(sound)}}
	}
	last := first
	var pauses []stretch
	for i := first + 1; i < len(sound); i++ {
		if !loud(sound[i]) {
			continue
		}
		if i-last > shortestPause {
			pauses = append(pauses, stretch{last + 1, i})
		}
		last = i
	}
	slices.SortStableFunc(pauses, func(a, b stretch) int { return cmp.Compare(b.to-b.from, a.to-a.from) })
	pauses = pauses[:min(len(pauses), n-1)]
	slices.SortFunc(pauses, func(a, b stretch) int { return cmp.Compare(a.from, b.from) })
	all := make([]stretch, 0, n)
	for _, p := range pauses {
		all = append(all, stretch{first, p.from})
		first = p.to
	}
	return append(all, stretch{first, last + 1})
}

func loud(v float32) bool { return v > hush || v < -hush }
