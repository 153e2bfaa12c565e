package documents

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// scriptKind is superscript, subscript or link.
type scriptKind uint8

const (
	superscript scriptKind = iota + 1
	subscript
	noteLink // a link that may be a note number
)

// scriptText is superscript, subscript or link text that is still open.
type scriptText struct {
	kind scriptKind
	// linked reports that it is in a link within the document, or contains one.
	linked bool
	text   strings.Builder
}

// maxScripts is the maximum nesting depth of scripts; deeper ones are plain text.
const maxScripts = 8

// beginScript starts a script, which needs an endScript.
func (w *writer) beginScript(kind scriptKind) {
	s := &scriptText{kind: kind, linked: kind == noteLink}
	for _, o := range w.scripts {
		s.linked = s.linked || o.linked
		if kind == noteLink {
			o.linked = true
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

// endScripts ends all scripts except the outermost left ones.
func (w *writer) endScripts(left int) {
	for len(w.scripts) > left {
		n := len(w.scripts) - 1
		s := w.scripts[n]
		w.scripts = w.scripts[:n]
		before := w.lastRune
		if n > 0 {
			before, _ = utf8.DecodeLastRuneInString(w.scripts[n-1].text.String())
		}
		w.put(s.words(before))
	}
}

// words returns the text of a script; before is the preceding character.
func (s *scriptText) words(before rune) string {
	text := s.text.String()
	if s.linked && isNoteMark(text, s.kind) {
		return ""
	}
	switch s.kind {
	case superscript:
		return raised(text, before)
	case subscript:
		return lowered(text)
	}
	return text
}

// isNoteMark reports whether a link is a note number: in brackets, or superscript.
func isNoteMark(text string, kind scriptKind) bool {
	text = strings.TrimSpace(text)
	inner := strings.Trim(text, "[]()")
	if utf8.RuneCountInString(inner) > 4 {
		return false
	}
	if kind == noteLink && (inner == text || strings.HasPrefix(text, "(")) {
		return strings.Trim(text, "*†‡§¶↩↑^") == "" && text != ""
	}
	return kind != subscript
}

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

// inScript writes core with Unicode's small characters, or after a mark.
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
