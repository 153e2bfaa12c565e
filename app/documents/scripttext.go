package documents

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// scriptKind is the kind of a scriptText.
type scriptKind uint8

const (
	superscript scriptKind = iota + 1
	subscript
	noteLink // a link that may be a note number
)

// scriptText is superscript, subscript or link text that is still open.
type scriptText struct {
	kind scriptKind
	// href is the target of a link within the document that surrounds the text or lies in it, "" if
	// there is none.
	href string
	text strings.Builder
}

// maxScripts is the maximum nesting depth of scripts; deeper ones are plain text.
const maxScripts = 8

// beginScript starts a script, which needs an endScript.
func (w *writer) beginScript(kind scriptKind) { w.begin(&scriptText{kind: kind}) }

// beginLink starts a link within the document, which needs an endScript.
func (w *writer) beginLink(href string) { w.begin(&scriptText{kind: noteLink, href: href}) }

func (w *writer) begin(s *scriptText) {
	for _, o := range w.scripts {
		if s.kind == noteLink {
			o.href = s.href
		} else if o.href != "" {
			s.href = o.href
		}
	}
	if len(w.scripts) < maxScripts {
		w.scripts = append(w.scripts, s)
	}
}

// endScript ends the innermost script of a kind, and those inside it.
func (w *writer) endScript(kind scriptKind) {
	for i := len(w.scripts) - 1; i >= 0; i-- {
		if w.scripts[i].kind == kind {
			w.endScripts(i)
			return
		}
	}
}

// endScripts ends the innermost scripts until only the given number is left.
func (w *writer) endScripts(left int) {
	for len(w.scripts) > left {
		n := len(w.scripts) - 1
		s := w.scripts[n]
		w.scripts = w.scripts[:n]
		before := w.words.String()
		if n > 0 {
			before = w.scripts[n-1].text.String()
		}
		if s.isNote(before) {
			w.put(w.links.note(s.href))
		} else {
			w.put(s.words(before))
		}
	}
}

// isNote reports whether a script is a note number, given the text before it.
func (s *scriptText) isNote(before string) bool {
	return s.href != "" && isNoteMark(s.text.String(), s.kind, before)
}

// words returns the text of a script on one line, given the text before it.
func (s *scriptText) words(before string) string {
	text := s.text.String()
	switch {
	case strings.Contains(text, noteStart):
		return text
	case s.kind == superscript:
		last, _ := utf8.DecodeLastRuneInString(before)
		if before == "" {
			last = 0
		}
		return raised(text, last)
	case s.kind == subscript:
		return lowered(text)
	}
	return text
}

// isNoteMark reports whether a link is a note number: in brackets, superscript, a sign such as *,
// or right after a word, as in "the end.1".
func isNoteMark(text string, kind scriptKind, before string) bool {
	number := strings.TrimSpace(text)
	inner := strings.Trim(number, "[]()")
	switch {
	case utf8.RuneCountInString(inner) > 4:
		return false
	case kind != noteLink:
		return kind == superscript
	case inner != number && !strings.HasPrefix(number, "("):
		return true
	case text == number && afterWord.MatchString(before[max(0, len(before)-20):]) && isDigits(number):
		return true
	}
	return strings.Trim(number, "*†‡§¶↩↑^") == "" && number != ""
}

// afterWord matches text that ends with a word of three letters or more, perhaps with punctuation.
var afterWord = regexp.MustCompile(`\pL{3}[.,;:!?…]?["'”’“»)\]]?$`)

func isDigits(text string) bool { return text != "" && strings.Trim(text, "0123456789") == "" }

const (
	superscripts = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿ"
	subscripts   = "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₙ"
	scripted     = "0123456789+-−=()n"
)

// ordinals are superscript endings and signs that are not powers.
var ordinals = map[string]bool{
	"st": true, "nd": true, "rd": true, "th": true, "er": true, "ers": true, "re": true, "e": true,
	"es": true, "ère": true, "ème": true, "eme": true, "o": true, "os": true, "a": true, "as": true,
	"me": true, "mes": true, "lle": true, "lles": true, "r": true, "d": true, "de": true,
	"da": true, "to": true, "tm": true, "sm": true, "c": true, "mc": true,
}

// raised writes a superscript on one line: 10⁶, x^(a+b), 1st.
func raised(text string, before rune) string {
	core := strings.TrimSpace(text)
	switch {
	case core == "":
		return text
	case strings.IndexFunc(core, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) < 0 &&
		!strings.ContainsAny(core, "+-−"):
		return text // ® and the like
	case ordinals[strings.ToLower(core)], utf8.RuneCountInString(core) > 3 && isWords(core):
		return text
	case before == 0 || unicode.IsSpace(before) || before == rune(lineEnd[0]):
		if isWords(core) {
			return text
		}
	}
	return inScript(text, core, superscripts, "^")
}

// lowered writes a subscript on one line: H₂O, x_i.
func lowered(text string) string {
	core := strings.TrimSpace(text)
	if core == "" || utf8.RuneCountInString(core) > 3 && strings.ContainsRune(core, ' ') {
		return text
	}
	return inScript(text, core, subscripts, "_")
}

// inScript returns core in Unicode's small characters, or in plain ones after mark.
func inScript(text, core, characters, mark string) string {
	of := []rune(characters)
	var b strings.Builder
	for _, r := range core {
		i := strings.IndexRune(scripted, r)
		if i < 0 {
			b.Reset()
			break
		}
		b.WriteRune(of[utf8.RuneCountInString(scripted[:i])])
	}
	if b.Len() == 0 {
		b.WriteString(mark + grouped(core))
	}
	if unicode.IsSpace(rune(text[len(text)-1])) {
		b.WriteByte(' ')
	}
	return b.String()
}

// grouped puts brackets around anything but a single name or number.
func grouped(text string) string {
	for _, r := range text {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.Is(unicode.Mn, r) &&
			!strings.ContainsRune("′″'.∞⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉", r) {
			if isBracketed(text) {
				return text
			}
			return "(" + text + ")"
		}
	}
	return text
}

// isBracketed reports whether one pair of brackets encloses the whole text.
func isBracketed(text string) bool {
	if !strings.HasPrefix(text, "(") || !strings.HasSuffix(text, ")") {
		return false
	}
	depth := 0
	for i, r := range text {
		switch r {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 && i < len(text)-1 {
				return false
			}
		}
	}
	return depth == 0
}

// isWords reports whether text consists of letters and spaces.
func isWords(text string) bool {
	return strings.IndexFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && r != ' ' }) < 0
}
