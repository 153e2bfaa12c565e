package documents

import "strings"

// wordMath is a formula of Word (ECMA-376, part 1, 22.1) that is being read.
type wordMath struct {
	*mathTree
	// open are the open elements, nil for the properties of one.
	open   []*mathNode
	inText bool
}

// mathNames are the elements of MathML for those of Word; what is not listed is a row.
var mathNames = map[string]string{
	"f": "mfrac", "sSup": "msup", "sSub": "msub", "sSubSup": "msubsup", "rad": "rad",
	"nary": "nary", "d": "mfenced", "func": "func", "limLow": "munder", "limUpp": "mover",
	"acc": "accent", "bar": "accent", "m": "mtable", "mr": "mtr", "eqArr": "mtable",
}

// startMath begins an element of a formula.
func (w *word) startMath(e element) {
	if w.math == nil {
		w.math = &wordMath{mathTree: newMathTree()}
	}
	m := w.math
	inProperties := len(m.open) > 0 && m.open[len(m.open)-1] == nil
	switch {
	case ofText(e.space) && e.name != "r" && e.name != "t": // how the letters look
		w.skipped = 1
		return
	case strings.HasSuffix(e.name, "Pr"), inProperties:
		m.property(e)
		m.open = append(m.open, nil)
		return
	}
	name, ok := mathNames[e.name]
	switch {
	case e.name == "t":
		name, m.inText = "text", true
	case !ok:
		name = "mrow"
	}
	n := m.start(name)
	if n == nil {
		n = &mathNode{}
	}
	switch name {
	case "mfenced":
		n.open, n.close = "(", ")"
	case "nary":
		n.sign = "∫"
	case "accent":
		n.sign = "\u0302"
		if e.name == "bar" {
			n.sign = "¯"
		}
	}
	m.open = append(m.open, n)
}

// property takes what the properties of an element say.
func (m *wordMath) property(e element) {
	value := attribute(e, "val")
	n := m.top()
	switch e.name {
	case "chr":
		n.sign = value
	case "begChr":
		n.open = value
	case "endChr":
		n.close = value
	}
}

func (w *word) finishMath(e element) {
	m := w.math
	if n := len(m.open); n > 0 {
		if m.open[n-1] != nil {
			m.end()
		}
		m.open = m.open[:n-1]
	}
	if e.name == "t" {
		m.inText = false
	}
	if len(m.open) == 0 {
		text := m.String()
		w.math = nil
		w.put(text)
	}
}

func (w *word) mathText(s string) error {
	if !w.math.inText {
		return nil
	}
	w.math.say(s)
	return w.count(s)
}
