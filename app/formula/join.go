package formula

import (
	"strings"
	"unicode/utf8"
)

// noBreak is a no-break space.
const noBreak = "\u00a0"

// join formats atoms on one line with the spaces between them. ok is false if the line could be
// read differently from the formula.
func join(atoms []atom) (text string, ok bool) {
	atoms = signs(atoms)
	var b strings.Builder
	for i, a := range atoms {
		gap := ""
		if i > 0 {
			gap = between(atoms[i-1], a)
			if gap == "" && (atoms[i-1].right && touches(a) || a.left && touched(atoms[i-1])) {
				return "", false
			}
		}
		if gap != "" && (strings.HasSuffix(b.String(), noBreak) || strings.HasPrefix(a.text, noBreak)) {
			gap = "" // the space of \text is enough
		}
		b.WriteString(gap)
		b.WriteString(a.text)
	}
	return b.String(), true
}

// signs gives each unary plus or minus the class ordinary, so that no space follows it.
func signs(atoms []atom) []atom {
	out := make([]atom, len(atoms))
	copy(out, atoms)
	for i := range out {
		if out[i].class != binary {
			continue
		}
		if i == 0 || i == len(out)-1 {
			out[i].class = ordinary
			continue
		}
		switch out[i-1].class {
		case binary, relation, opening, punctuation, operator:
			out[i].class = ordinary
		}
		switch out[i+1].class {
		case relation, closing, punctuation:
			out[i].class = ordinary
		}
	}
	return out
}

// between returns the space between two atoms. A line may break at a plain space only.
func between(a, b atom) string {
	switch {
	case a.class == blank || b.class == blank:
		return ""
	case b.class == relation || b.class == binary:
		return noBreak
	case a.class == relation || a.class == binary:
		return " "
	case a.class == punctuation:
		return " "
	case a.class == operator:
		if b.class == opening || b.class == closing || b.class == punctuation {
			return ""
		}
		return noBreak
	case b.class == operator && (a.class == ordinary && !isSign(a.text) || a.class == closing):
		return noBreak
	}
	return ""
}

func isSign(text string) bool { return text == "−" || text == "+" || text == "±" || text == "∓" }

// touches reports whether b would be read as part of a fraction or root directly before it.
func touches(b atom) bool { return b.class == ordinary || b.class == opening || b.class == operator }

// touched reports whether a would be read as part of a fraction directly after it.
func touched(a atom) bool {
	if a.class == closing {
		return true
	}
	r, _ := utf8.DecodeLastRuneInString(a.text)
	return a.class == ordinary && !isSign(a.text) && r != '\u00a0'
}
