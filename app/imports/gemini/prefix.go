package gemini

import (
	"slices"
	"strings"
)

const (
	// prefixSample is the number of entries by which the prefix of the titles is found,
	// minPrefixSample the least.
	prefixSample    = 20
	minPrefixSample = 5
	maxTitleBytes   = 100
)

// prefixes are those of English files.
var prefixes = []string{"Live Prompt ", "Prompted ", "Prompt: ", "Prompt : ", "Asked "}

// commonPrefix returns the words with which four of five titles begin, "" if there are none. Each
// title is a verb in the account's language and a question.
func commonPrefix(titles []string) string {
	if len(titles) < minPrefixSample {
		return ""
	}
	counts := map[string]int{}
	for _, title := range titles {
		const maxWords = 4
		at := 0
		for range maxWords {
			space := strings.IndexAny(title[at:], " \u00a0:")
			if space < 0 {
				break
			}
			at += space
			rest := strings.TrimLeft(title[at:], " \u00a0:")
			at = len(title) - len(rest)
			counts[title[:at]]++
		}
	}
	longest := ""
	for prefix, n := range counts {
		if n*5 >= len(titles)*4 && len(prefix) > len(longest) {
			longest = prefix
		}
	}
	return longest
}

// question returns a title without the verb before the question.
func (r *Reader) question(title string) string {
	for _, prefix := range slices.Concat([]string{r.prefix}, prefixes) {
		if question, found := strings.CutPrefix(title, prefix); found && prefix != "" && question != "" {
			return question
		}
	}
	return title
}

// firstLine returns the beginning of a question as a title.
func firstLine(question string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(question), "\n")
	if len(line) <= maxTitleBytes {
		return line
	}
	return strings.ToValidUTF8(line[:maxTitleBytes], "") + "…"
}
