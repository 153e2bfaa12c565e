package utterance

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxNames bounds the names given to a model, in bytes: transcription models read about 200 tokens
// of them.
const maxNames = 600

// ParseNames returns the names in the user's list, up to maxNames. An entry is a name or "heard ->
// meant"; a line that begins with # is a comment.
func ParseNames(lines []string) (names []string) {
	size := 0
	for _, line := range lines {
		line = strings.TrimSpace(line)
		if _, _, ok := cutArrow(line); ok || line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if size += len(line) + len(", "); size > maxNames {
			break
		}
		names = append(names, line)
	}
	return names
}

// rule is an entry "heard -> meant".
type rule struct{ heard, meant string }

// cutArrow splits "heard -> meant".
func cutArrow(line string) (heard, meant string, ok bool) {
	for _, sign := range []string{"->", "→", "=>"} {
		if heard, meant, ok = strings.Cut(line, sign); ok {
			return strings.TrimSpace(heard), strings.TrimSpace(meant), true
		}
	}
	return "", "", false
}

// replace replaces each "heard" of the list by its "meant", matching whole words in any case. If
// several entries match at a position, the longest one applies.
func replace(text string, lines []string) string {
	var rules []rule
	for _, line := range lines {
		if heard, meant, ok := cutArrow(line); ok && heard != "" && meant != "" && !strings.HasPrefix(heard, "#") {
			rules = append(rules, rule{heard, meant})
		}
	}
	slices.SortStableFunc(rules, func(a, b rule) int { return cmp.Compare(len(b.heard), len(a.heard)) })
	var b strings.Builder
	for at := 0; at < len(text); {
		end, meant := ruleAt(rules, text, at)
		if end == at {
			_, size := utf8.DecodeRuneInString(text[at:])
			end += size
			meant = text[at:end]
		}
		b.WriteString(meant)
		at = end
	}
	return b.String()
}

// ruleAt returns the end and the replacement of the text at a position that a rule replaces; end
// equals at if no rule matches.
func ruleAt(rules []rule, text string, at int) (end int, meant string) {
	before, _ := utf8.DecodeLastRuneInString(text[:at])
	for _, r := range rules {
		n := length(text[at:], r.heard)
		if n == 0 {
			continue
		}
		first, _ := utf8.DecodeRuneInString(text[at:])
		last, _ := utf8.DecodeLastRuneInString(text[:at+n])
		after, _ := utf8.DecodeRuneInString(text[at+n:])
		if inWord(before) && inWord(first) || inWord(last) && inWord(after) {
			continue
		}
		if initial, size := utf8.DecodeRuneInString(r.meant); unicode.IsUpper(first) && r.meant == strings.ToLower(r.meant) {
			return at + n, string(unicode.ToTitle(initial)) + r.meant[size:] // may start a sentence
		}
		return at + n, r.meant
	}
	return at, ""
}

// length returns the length of the match of heard at the start of text in bytes, 0 for no match. A
// hyphen matches a space.
func length(text, heard string) int {
	n := 0
	for _, want := range heard {
		have, size := utf8.DecodeRuneInString(text[n:])
		if size == 0 || folded(have) != folded(want) {
			return 0
		}
		n += size
	}
	return n
}

func folded(r rune) rune {
	switch r {
	case '-', '\u00a0', '\u2011':
		return ' '
	case '’':
		return '\''
	}
	return unicode.ToLower(r)
}

// inWord reports whether a character forms words with its neighbors. Characters of scripts without
// spaces do not.
func inWord(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)) &&
		!unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
}
