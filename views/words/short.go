package words

import "github.com/clipperhouse/uax29/v2/graphemes"

// Maximum lengths of a name, in characters, on a button and in a sentence.
const (
	MaxNameOnButton   = 18
	MaxNameInSentence = 32
)

// ShortName returns a name, truncated to at most most characters.
func ShortName(name string, most int) string {
	end := 0 // end of the last kept character; an emoji is one character of several runes
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
