package composer

import "unicode/utf8"

// longest is the maximum number of characters in the box. A longer text becomes an attachment,
// which opens on a page of its own.
const longest = 8000

// pasteMost is the length, in characters, above which pasted text becomes an attachment, so that
// the written text stays in view.
const pasteMost = 4000

func pastedLong(text string) bool {
	return len(text) > pasteMost && utf8.RuneCountInString(text) > pasteMost
}

func tooLong(text string) bool {
	return len(text) > longest && utf8.RuneCountInString(text) > longest
}
