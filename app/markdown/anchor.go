package markdown

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/util"
)

// anchor adds a link. A link that must not be opened becomes plain text, followed by its address if
// that differs.
func (r *reader) anchor(n *ast.Link, style Style, outer string) {
	address := destination(n.Destination)
	link, _, ok := safeLink(address)
	if !ok {
		link = outer
	}
	r.flush()
	before := len(r.runs)
	pieces := len(r.out)
	r.children(n, style, link)
	r.flush()
	if len(r.out) > pieces {
		return // the picture in the link shows the address
	}
	var label strings.Builder
	for _, run := range r.runs[before:] {
		label.WriteString(run.Text)
	}
	at := n.Pos()
	if len(r.runs) > 0 {
		at = r.runs[len(r.runs)-1].End
	}
	at = max(0, min(at, len(r.text)))
	switch {
	case ok && label.Len() == 0:
		r.add([]byte(address), at, at, style, link)
	case !ok && address != "" && label.String() != address:
		r.add([]byte(visible(address)), at, at, style, outer)
	}
}

// visible returns the address of a disabled link as it is shown after its text.
func visible(address string) string {
	clean := strings.Join(strings.Fields(escape(address)), " ")
	const longest = 300
	if len(clean) > longest {
		clean = clean[:edge(clean, longest)] + "…"
	}
	return " (" + clean + ")"
}

// destination returns a link's address with escapes and entities resolved.
func destination(raw []byte) string {
	if bytes.IndexByte(raw, '\\') >= 0 {
		raw = util.UnescapePunctuations(raw)
	}
	if bytes.IndexByte(raw, '&') >= 0 {
		raw = util.ResolveEntityNames(util.ResolveNumericReferences(raw))
	}
	return string(raw)
}

func (r *reader) picture(n *ast.Image, link string) {
	r.cut()
	alt := reader{text: r.text, shown: r.shown}
	alt.children(n, 0, link)
	p := words{picture: true, target: destination(n.Destination)}
	for _, w := range alt.done() {
		p.runs = append(p.runs, w.runs...)
	}
	if len(p.runs) == 0 {
		at := max(0, min(n.Pos(), len(r.text)))
		p.runs = []Run{{Start: at, End: at}}
	}
	r.out = append(r.out, p)
}

func (r *reader) autoLink(n *ast.AutoLink, style Style, outer string) {
	label := n.Label(r.text)
	address := string(label)
	if n.AutoLinkType == ast.AutoLinkEmail && !hasPrefixFold(label, "mailto:") {
		address = "mailto:" + address
	}
	link, _, ok := safeLink(address)
	if !ok {
		link = outer
	}
	at := max(0, n.Pos())
	if r.text[at] == '<' {
		at++
	}
	r.add(label, at, at+len(label), style, link)
}
