package voice

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Rate is the sample rate of speech in Hz.
const Rate = 24_000

const (
	// frame is the number of samples over which a level is measured.
	frame = Rate / 100
	// hush is the level of silence relative to the maximum; not 0, as some voices have an echo.
	hush = 0.02
	// shortestPause is the shortest silence between two clauses, in samples. Some consonants are
	// silent, too, but shorter than the pauses around them.
	shortestPause = 5 * frame
)

// timed returns the words of a phrase with their times. begin is the position of sound in the
// speech. The start, the end and, if the voice pauses at commas and the like, the pauses are
// measured in the sound; in between, words get a share of the time by their letters.
func timed(p phrase, sound []float32, begin time.Duration) []Word {
	clauses := clausesOf(p.words)
	heard := intervalsOf(sound, len(clauses))
	if len(heard) < len(clauses) {
		clauses = [][]string{p.words}
		heard = []interval{{heard[0].from, heard[len(heard)-1].to}}
	}
	var all []Word
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
			all = append(all, Word{Text: w, Start: start, End: moment()})
		}
	}
	all[len(all)-1].EndsSentence = p.ends
	return all
}

// share returns the weight of a word for sharing the time of its clause.
func share(word string) int {
	n := 1
	for _, r := range word {
		if spoken(r) || unicode.IsMark(r) {
			n += effortOfRune(r)
		}
	}
	return n
}

// clausesOf splits the words of a phrase at the expected pauses.
func clausesOf(words []string) [][]string {
	var all [][]string
	from := 0
	for i, w := range words {
		tail := strings.TrimRightFunc(w, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("\"'”’»)]", r) })
		last, _ := utf8.DecodeLastRuneInString(tail)
		if i == len(words)-1 || strings.ContainsRune(",;:.!?—،؛。，、；：！？", last) {
			all = append(all, words[from:i+1])
			from = i + 1
		}
	}
	return all
}

// interval is a range of a sound, in samples.
type interval struct{ from, to int }

// intervalsOf returns the ranges between the n-1 longest pauses of a sound, without the silence at
// both ends. With fewer pauses there are fewer than n ranges, but always at least one.
func intervalsOf(sound []float32, n int) []interval {
	levels := levelsOf(sound)
	least := float32(0)
	if len(levels) > 0 {
		least = slices.Max(levels) * hush
	}
	loud := func(level float32) bool { return level > least }
	first := slices.IndexFunc(levels, loud) * frame
	if first < 0 {
		return []interval{{0, len(sound)}}
	}
	last := first // the end of the last loud block
	var pauses []interval
	for i, level := range levels {
		if !loud(level) {
			continue
		}
		if from := i * frame; from-last >= shortestPause {
			pauses = append(pauses, interval{last, from})
		}
		last = min((i+1)*frame, len(sound))
	}
	slices.SortStableFunc(pauses, func(a, b interval) int { return cmp.Compare(b.to-b.from, a.to-a.from) })
	pauses = pauses[:min(len(pauses), n-1)]
	slices.SortFunc(pauses, func(a, b interval) int { return cmp.Compare(a.from, b.from) })
	all := make([]interval, 0, n)
	for _, p := range pauses {
		all = append(all, interval{first, p.from})
		first = p.to
	}
	return append(all, interval{first, last})
}

// levelsOf returns the level of each block of frame samples.
func levelsOf(sound []float32) []float32 {
	levels := make([]float32, 0, len(sound)/frame+1)
	for part := range slices.Chunk(sound, frame) {
		var sum float32
		for _, v := range part {
			sum += v * v
		}
		levels = append(levels, float32(math.Sqrt(float64(sum)/float64(len(part)))))
	}
	return levels
}
