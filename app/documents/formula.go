package documents

import (
	"strings"
	"unicode"
)

// formula writes an equation of MathML, or of Word (ECMA-376, part 1, 22.1), on one line.
type formula struct {
	// open are the open elements, the outermost first.
	open []formulaPart
	// parts counts the elements; skipped is the depth inside skipped elements.
	parts, skipped int
	// properties is the depth inside Word's formatting properties.
	properties int
}

// formulaPart is an element of a formula.
type formulaPart struct {
	name string
	kids []string // the lines of its children
	// sign is the sign of a sum or accent, opening and closing are the brackets.
	sign, opening, closing string
}

const (
	// maxFormulaParts and maxFormulaDepth limit a formula; the rest is left out.
	maxFormulaParts = 5000
	maxFormulaDepth = 60
)

func newFormula() *formula { return &formula{open: []formulaPart{{}}} }

func (f *formula) top() *formulaPart { return &f.open[len(f.open)-1] }

// start opens an element.
func (f *formula) start(name string) {
	if f.skipped > 0 || f.parts >= maxFormulaParts || len(f.open) >= maxFormulaDepth {
		f.skipped++
		return
	}
	p := formulaPart{name: name, opening: "(", closing: ")"}
	switch name {
	case "nary":
		p.sign = "∫"
	case "acc":
		p.sign = "^"
	case "bar":
		p.sign = "¯"
	}
	f.open = append(f.open, p)
	f.parts++
}

// end closes the innermost element.
func (f *formula) end() {
	if f.skipped > 0 {
		f.skipped--
	} else if n := len(f.open) - 1; n > 0 {
		line := f.open[n].line()
		f.open = f.open[:n]
		f.top().kids = append(f.top().kids, line)
	}
}

// say adds the text of an element, without white space between elements.
func (f *formula) say(text string) {
	switch f.top().name {
	case "mi", "mn", "mo", "ms", "mtext", "t":
		if f.skipped == 0 {
			f.top().kids = append(f.top().kids, spaced(text))
		}
	}
}

// String returns the formula, closing open elements.
func (f *formula) String() string {
	f.skipped = 0
	for len(f.open) > 1 {
		f.end()
	}
	return strings.Join(strings.Fields(f.top().joined("")), " ")
}

func (p *formulaPart) joined(by string) string { return strings.Join(p.kids, by) }

// kid returns the line of a child, "" if there is none.
func (p *formulaPart) kid(i int) string {
	if i < len(p.kids) {
		return strings.TrimSpace(p.kids[i])
	}
	return ""
}

// line returns the element on one line.
func (p *formulaPart) line() string {
	switch p.name {
	case "annotation", "annotation-xml", "mphantom", "mprescripts":
		return ""
	case "semantics":
		return p.kid(0)
	case "mspace":
		return " "
	case "msup", "sSup", "mover", "limUpp":
		return over(p.kid(0), p.kid(1))
	case "msub", "sSub", "munder", "limLow":
		return under(p.kid(0), p.kid(1))
	case "msubsup", "sSubSup", "munderover":
		return over(under(p.kid(0), p.kid(1)), p.kid(2))
	case "mfrac", "f":
		return grouped(p.kid(0)) + "/" + grouped(p.kid(1))
	case "msqrt":
		return root("", strings.TrimSpace(p.joined("")))
	case "mroot":
		return root(p.kid(1), p.kid(0))
	case "rad":
		return root(p.kid(0), p.kid(1))
	case "nary":
		return over(under(p.sign, p.kid(0)), p.kid(1)) + " " + p.kid(2) + " "
	case "acc", "bar":
		return over(p.kid(0), p.sign)
	case "func":
		return p.kid(0) + " " + p.kid(1)
	case "mfenced", "d":
		return p.opening + p.joined(", ") + p.closing
	case "mtable", "m", "eqArr":
		return "[" + p.joined("; ") + "]"
	case "mtr", "mlabeledtr", "mr":
		return p.joined(", ")
	}
	return p.joined("")
}

// spaced adds spaces around operators, and drops invisible operators.
func spaced(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case r >= '\u2061' && r <= '\u2064':
		case r == '-':
			b.WriteString(" − ")
		case r == ',' || r == ';':
			b.WriteString(string(r) + " ")
		case strings.ContainsRune("=<>≤≥≠≈≡∼≃≅∈∉⊂⊆∪∩→←↔⇒⇔↦∝±+−×÷·∧∨∣", r):
			b.WriteString(" " + string(r) + " ")
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// root returns a root on one line; a square root has the index "".
func root(index, of string) string {
	if index == "2" {
		index = ""
	}
	return over("", index) + "√" + grouped(of)
}

// over appends a power, or a sign such as a bar, to its base.
func over(base, up string) string {
	if strings.ContainsAny(base, " /") {
		base = grouped(base)
	}
	if strings.IndexFunc(up, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) < 0 {
		return base + up
	}
	return base + inScript(up, up, superscripts, "^")
}

func under(base, down string) string {
	if down == "" {
		return base
	}
	return base + inScript(down, down, subscripts, "_")
}

// startFormula opens a formula element in a Word document.
func (w *word) startFormula(e element) {
	if w.formula == nil {
		w.formula = newFormula()
	}
	f := w.formula
	if f.properties == 0 && !strings.HasSuffix(e.name, "Pr") {
		f.start(e.name)
		return
	}
	f.properties++
	if f.skipped > 0 {
		return
	}
	switch value := attribute(e, "val"); e.name {
	case "chr":
		f.top().sign = value
	case "begChr":
		f.top().opening = value
	case "endChr":
		f.top().closing = value
	}
}

// finishFormula closes a formula element; with the outermost it writes the formula.
func (w *word) finishFormula() {
	f := w.formula
	if f.properties > 0 {
		f.properties--
		return
	}
	if f.end(); len(f.open) == 1 && f.skipped == 0 {
		w.formula = nil
		w.put(f.String())
	}
}
