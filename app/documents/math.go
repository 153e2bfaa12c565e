package documents

import "strings"

// mathNode is an element of a formula, in the words of MathML.
type mathNode struct {
	name string
	text strings.Builder
	kids []*mathNode
	// open, close and sign are the brackets of a fence and the sign of a sum.
	open, close, sign string
}

const (
	// maxMathNodes and maxMathDepth bound a formula; a larger one is left out from there on.
	maxMathNodes = 5000
	maxMathDepth = 60
)

// mathTree builds the tree of a formula, element by element.
type mathTree struct {
	stack []*mathNode
	nodes int
	over  int // how deep in elements that are left out
}

func newMathTree() *mathTree { return &mathTree{stack: []*mathNode{{name: "mrow"}}} }

func (t *mathTree) top() *mathNode { return t.stack[len(t.stack)-1] }

// start begins an element, and returns nil when it is left out.
func (t *mathTree) start(name string) *mathNode {
	if t.over > 0 || t.nodes >= maxMathNodes || len(t.stack) >= maxMathDepth {
		t.over++
		return nil
	}
	n := &mathNode{name: name}
	top := t.top()
	top.kids = append(top.kids, n)
	t.stack = append(t.stack, n)
	t.nodes++
	return n
}

// end ends the innermost element.
func (t *mathTree) end() {
	if t.over > 0 {
		t.over--
	} else if len(t.stack) > 1 {
		t.stack = t.stack[:len(t.stack)-1]
	}
}

// say adds characters to the innermost element.
func (t *mathTree) say(text string) {
	if t.over == 0 {
		t.top().text.WriteString(text)
	}
}

// String is the formula in one line.
func (t *mathTree) String() string { return strings.Join(strings.Fields(t.stack[0].line()), " ") }

// kid is the line of one child; "" when there is none.
func (n *mathNode) kid(i int) string {
	if i < len(n.kids) {
		return strings.TrimSpace(n.kids[i].line())
	}
	return ""
}

// row is the line of the children one after the other.
func (n *mathNode) row() string {
	var b strings.Builder
	b.WriteString(strings.Join(strings.Fields(n.text.String()), " "))
	for _, k := range n.kids {
		b.WriteString(k.line())
	}
	return b.String()
}

// operators stand between spaces.
const operators = "=<>≤≥≠≈≡∼≃≅∈∉⊂⊆∪∩→←↔⇒⇔↦∝±+−×÷·∧∨∣"

func (n *mathNode) line() string {
	switch n.name {
	case "annotation", "annotation-xml", "mphantom", "none", "mprescripts":
		return ""
	case "semantics":
		return n.kid(0)
	case "mo":
		text := strings.Map(func(r rune) rune {
			if r >= 0x2061 && r <= 0x2064 { // a product, or a function of something, is not written
				return -1
			}
			return r
		}, strings.TrimSpace(n.text.String()))
		switch {
		case text == "-":
			return " − "
		case text != "" && strings.Contains(operators, text):
			return " " + text + " "
		case text == "," || text == ";":
			return text + " "
		}
		return text
	case "mtext":
		return n.text.String()
	case "mspace":
		return " "
	case "msup":
		return over(n.kid(0), n.kid(1))
	case "msub", "munder":
		return under(n.kid(0), n.kid(1))
	case "mover":
		return accented(n.kid(0), n.kid(1))
	case "msubsup", "munderover":
		return over(under(n.kid(0), n.kid(1)), n.kid(2))
	case "mfrac":
		return grouped(n.kid(0)) + "/" + grouped(n.kid(1))
	case "msqrt":
		return "√" + grouped(strings.TrimSpace(n.row()))
	case "mroot":
		return rooted(n.kid(1), n.kid(0))
	case "mfenced":
		return n.open + n.joined(", ") + n.close
	case "rad":
		return rooted(n.kid(0), n.kid(1))
	case "accent":
		return accented(n.kid(0), n.sign)
	case "text":
		return spaced(n.text.String())
	case "nary":
		rest := ""
		if len(n.kids) > 2 {
			rest = n.kids[2].line()
		}
		return over(under(n.sign, n.kid(0)), n.kid(1)) + " " + rest
	case "func":
		return n.kid(0) + " " + n.kid(1)
	case "mtable":
		return "[" + n.joined("; ") + "]"
	case "mtr", "mlabeledtr":
		return n.joined(", ")
	}
	return n.row()
}

// joined is the children with a sign between them.
func (n *mathNode) joined(by string) string {
	kids := make([]string, len(n.kids))
	for i := range n.kids {
		kids[i] = n.kid(i)
	}
	return strings.Join(kids, by)
}

// rooted is a root; index is "" for a square one.
func rooted(index, of string) string {
	switch index {
	case "", "2":
		return "√" + grouped(of)
	case "3":
		return "∛" + grouped(of)
	}
	return inScript(index, index, superscripts, "^") + "√" + grouped(of)
}

// spaced puts spaces around the operators in a text.
func spaced(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case r == '-':
			b.WriteString(" − ")
		case strings.ContainsRune(operators, r):
			b.WriteString(" " + string(r) + " ")
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

func over(base, up string) string {
	if up == "" {
		return base
	}
	if base = power(base); strings.Trim(up, "′″'*†∗") == "" {
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

// power is the base of a power, with brackets where it is a product or a sum.
func power(base string) string {
	if strings.ContainsAny(base, " /") {
		return grouped(base)
	}
	return base
}

// accented puts a bar, a hat or an arrow over a letter.
func accented(base, accent string) string {
	if marks := map[string]string{
		"¯": "\u0304", "‾": "\u0304", "\u0305": "\u0304", "^": "\u0302", "ˆ": "\u0302",
		"\u0302": "\u0302", "~": "\u0303", "˜": "\u0303", "\u0303": "\u0303", "→": "\u20D7",
		"\u20D7": "\u20D7", "˙": "\u0307", "\u0307": "\u0307", "¨": "\u0308", "\u0308": "\u0308",
		"_": "\u0332", "\u0304": "\u0304",
	}; len([]rune(base)) == 1 && marks[accent] != "" {
		return base + marks[accent]
	}
	return over(base, accent)
}
