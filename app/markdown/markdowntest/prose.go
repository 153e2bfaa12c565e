package markdowntest

import (
	"math/rand/v2"
	"strings"
)

// syllables make the words of Prose.
var syllables = strings.Fields("an be co di el fo ga hi in jo ka li mo ne or pa qui re so ta un va wi ex ya zo bri cla dre fle gro sha the ")

// Prose returns ordinary paragraphs of about size bytes, whose words repeat as often as in a
// natural language.
func Prose(size int) string {
	r := rand.New(rand.NewPCG(1, 2))
	words := make([]string, 4000)
	for i := range words {
		for range 1 + min(r.IntN(3), i/40) {
			words[i] += syllables[r.IntN(len(syllables))]
		}
	}
	var b strings.Builder
	b.Grow(size + 200)
	for b.Len() < size {
		for range 3 + r.IntN(5) {
			for n := 6 + r.IntN(14); n > 0; n-- {
				f := r.Float64()
				b.WriteString(words[int(f*f*f*float64(len(words)))])
				if n > 1 {
					b.WriteByte(' ')
				}
			}
			b.WriteString(". ")
		}
		b.WriteString("\n\n")
	}
	return b.String()
}
