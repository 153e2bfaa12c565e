package words

import "github.com/clipperhouse/uax29/v2/graphemes"

// How many letters of a name stand on a button, and in a sentence.
const (
	OnButton   = 18
	InSentence = 32
)

// Short returns a name with its end left out where it has more than most letters.
func Short(name string, most int) string {
	end := 0 // of the letters that stay: an emoji is one, of several runes
	for n, all := 1, graphemes.FromString(name); all.Next(); n++ {
		if n == most-1 {
			end = all.End()
		}
		if n > most {
			return name[:end] + "…"
		}
	}
	return name
}
