package words

// How many letters of a name stand on a button, and in a sentence.
const (
	OnButton   = 18
	InSentence = 32
)

// Short returns a name with its end left out where it has more than most letters.
func Short(name string, most int) string {
	if letters := []rune(name); len(letters) > most {
		return string(letters[:most-1]) + "…"
	}
	return name
}
