package composer

import "unicode/utf8"

// longest is the number of characters that the box takes; a longer text is an attachment, which can
// be looked at as a whole.
const longest = 8000

// pasteMost is from how many characters on a text that is pasted becomes an attachment, so that
// what is written stays in view.
const pasteMost = 4000

func pastedLong(text string) bool {
	return len(text) > pasteMost && utf8.RuneCountInString(text) > pasteMost
}

func tooLong(text string) bool {
	return len(text) > longest && utf8.RuneCountInString(text) > longest
}
