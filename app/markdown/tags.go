package markdown

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark/ast"

	"parlando/app/formula"
	"parlando/app/markup"
)

// tagStyles are the styles of the supported tags. <details> is shown unfolded, below its summary.
var tagStyles = map[string]Style{
	"b": Bold, "strong": Bold, "mark": Bold, "summary": Bold, "i": Italic, "em": Italic, "u": Italic,
	"s": Strikethrough, "del": Strikethrough, "strike": Strikethrough, "code": Monospace, "kbd": Monospace, "samp": Monospace,
}

// formatted adds the content of a formatting tag, and returns the last node of that content. ok is
// false if the tag must be shown as typed, for example because it is not closed. While a text is
// being written, an open tag formats the rest of its parent.
func (r *reader) formatted(tag *ast.RawHTML, style Style, link string) (last ast.Node, ok bool) {
	name, ends := r.formatTag(tag)
	if ends || name == "" || name == "details" { // cutDetailsTags removes details tags
		return nil, false
	}
	end := r.closingTag(tag)
	open := r.sequel == growing || r.sequel == cutOff
	switch scripts := name == "sub" || name == "sup"; {
	case end == nil && !open:
		return nil, false
	case scripts && end == nil && r.sequel == growing && len(r.text)-tag.Pos() <= longestUndecided:
		last = tag.Parent().LastChild() // a script is hidden until it is complete
	case scripts && end == nil:
		return nil, false
	case scripts:
		return end, r.script(name, tag, end, style, link)
	case end == nil:
		last = tag.Parent().LastChild()
		r.siblings(tag.NextSibling(), nil, style|tagStyles[name], link)
	default:
		last = end
		r.siblings(tag.NextSibling(), end, style|tagStyles[name], link)
	}
	return last, true
}

// formatTag returns the name of a formatting tag, "" for any other; see markup.FormatTag.
func (r *reader) formatTag(tag *ast.RawHTML) (name string, ends bool) {
	if tag.Segments.Len() != 1 {
		return "", false
	}
	s := tag.Segments.At(0)
	return markup.FormatTag(r.text[s.Start:s.Stop])
}

// closingTag returns the sibling that closes a tag, nil if there is none.
func (r *reader) closingTag(tag *ast.RawHTML) *ast.RawHTML {
	parent := tag.Parent()
	if _, ok := r.closing[parent]; !ok {
		if r.closing == nil {
			r.closing = map[ast.Node]map[*ast.RawHTML]*ast.RawHTML{}
		}
		r.closing[parent] = r.pairTags(parent)
	}
	return r.closing[parent][tag]
}

// pairTags returns the closing tag of each tag among the children of a node.
func (r *reader) pairTags(parent ast.Node) map[*ast.RawHTML]*ast.RawHTML {
	closing, open := map[*ast.RawHTML]*ast.RawHTML{}, map[string][]*ast.RawHTML{}
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		tag, ok := n.(*ast.RawHTML)
		if !ok {
			continue
		}
		switch name, ends := r.formatTag(tag); {
		case name == "":
		case !ends:
			open[name] = append(open[name], tag)
		case len(open[name]) > 0:
			last := len(open[name]) - 1
			closing[open[name][last]], open[name] = tag, open[name][:last]
		}
	}
	return closing
}

// script adds superscript or subscript text between two tags. It returns false if Unicode lacks one
// of the characters.
func (r *reader) script(name string, tag, end *ast.RawHTML, style Style, link string) bool {
	start, stop := tag.Segments.At(0), end.Segments.At(0)
	words := r.text[start.Stop:stop.Start]
	mark := map[string]string{"sub": "a_{", "sup": "a^{"}[name]
	if bytes.ContainsAny(words, "\\{}_^$<&*`~[") {
		return false
	}
	shown, ok := formula.ToUnicode(mark + string(words) + "}")
	shown, ok2 := strings.CutPrefix(shown, "𝑎")
	if !ok2 {
		shown, ok2 = strings.CutPrefix(shown, "a")
	}
	if !ok || !ok2 || shown == "" {
		return false
	}
	r.add([]byte(shown), start.Start, stop.Stop, style, link)
	return true
}

// longestDetails is the maximum length in bytes of an HTML block whose tags are interpreted. A
// longer block may be divided, and the rest of divided HTML is shown as typed.
const longestDetails = 4 << 10

// details adds an HTML block that begins or ends a <details> element: its text, with the summary as
// a bold block of its own.
func (p *sectionParser) details(n *ast.HTMLBlock, at *place) bool {
	l, continues := p.leaf(n.Lines())
	l.trim()
	if continues || len(l.text) > longestDetails || !markup.IsDetails(l.text) {
		return false
	}
	end := p.after(n, &l, "")
	l.cutDetailsTags()
	const summaryEnd = "</summary>"
	if i := bytes.Index(l.text, []byte(summaryEnd)); i >= 0 {
		i += len(summaryEnd)
		summary := l.slice(0, i)
		p.words(summary, Block{Kind: Paragraph}, at, summary.from(0), followed)
		l = l.slice(i, len(l.text))
		l.trim()
	}
	if len(l.text) > 0 {
		p.words(l, Block{Kind: Paragraph}, at, l.from(0), end)
	}
	return true
}

// cutDetailsTags removes <details> tags from both ends.
func (l *leaf) cutDetailsTags() {
	isDetails := func(tag []byte) bool { name, _ := markup.FormatTag(tag); return name == "details" }
	for l.trim(); ; l.trim() {
		first, last := bytes.IndexByte(l.text, '>')+1, max(bytes.LastIndexByte(l.text, '<'), 0)
		switch {
		case isDetails(l.text[:first]):
			*l = l.slice(first, len(l.text))
		case isDetails(l.text[last:]):
			*l = l.slice(0, last)
		default:
			return
		}
	}
}
