package markdown

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"parlando/app/formula"
	"parlando/app/markup"
)

// words is a part of a leaf: runs, or a picture. Offsets are in the leaf.
type words struct {
	runs []Run
	// picture is set for a picture; runs then hold its alternative text.
	picture bool
	target  string
}

// wordsOf parses the inline content of a leaf; end is the leaf's sequel. The result has at least
// one element.
func wordsOf(l *leaf, ctx *context, end sequel) []words {
	r := reader{text: l.text, sequel: end}
	switch end {
	case growing:
		r.text = withoutUndecided(r.text[:markup.OpenFormula(r.text, formula.MaxBytes)])
	case cutOff:
		r.text = withoutLastMark(r.text, ctx)
	}
	r.shown = len(r.text)
	if !special(r.text) {
		r.plain(0, r.shown, 0)
		return r.done()
	}
	root := r.parse(ctx)
	for n := root.FirstChild(); n != nil; n = n.NextSibling() {
		r.children(n, 0, "")
	}
	return r.done()
}

// parse parses the text. If the text may end inside open marks, parse closes these.
func (r *reader) parse(ctx *context) ast.Node {
	open := r.sequel == growing || r.sequel == cutOff
	r.shown = len(r.text)
	if open {
		r.text = slices.Concat(r.text, openCode(r.text))
	}
	root := parseWords(r.text, ctx)
	if open && r.closeMarks(root) {
		root = parseWords(r.text, ctx)
	}
	return root
}

func parseWords(words []byte, ctx *context) ast.Node {
	pc := &context{Context: parser.NewContext(), target: ctx.target, wants: ctx.wants}
	root := wordParser().Parse(text.NewReader(words), parser.WithContext(pc))
	ctx.wants = pc.wants
	return root
}

// special reports whether a text may contain markup. Most paragraphs and cells do not.
func special(text []byte) bool {
	return bytes.ContainsAny(text, "\\`*_~[]<&$") || bytes.Contains(text, []byte("://")) || bytes.Contains(text, []byte("  \n"))
}

// reader collects runs.
type reader struct {
	text []byte
	// shown is the number of bytes of text that belong to the leaf. The bytes after them are
	// delimiters added to close open markup.
	shown int
	out   []words
	runs  []Run
	cur   []byte
	style Style
	link  string
	start int
	end   int
	// sequel is the kind of content after the leaf.
	sequel sequel
	// closing maps formatting tags to their closing tags, for each node whose children are read.
	closing map[ast.Node]map[*ast.RawHTML]*ast.RawHTML
}

// add appends displayed text for the bytes start to end of the leaf.
func (r *reader) add(shown []byte, start, end int, style Style, link string) {
	if len(shown) == 0 {
		return
	}
	exact := len(shown) == end-start
	if len(r.cur) > 0 && (r.style != style || r.link != link || r.end != start || !exact || len(r.cur) != r.end-r.start) {
		r.flush()
	}
	if len(r.cur) == 0 {
		r.style, r.link, r.start = style, link, start
	}
	r.cur = append(r.cur, shown...)
	r.end = end
	if !exact {
		r.flush()
	}
}

func (r *reader) flush() {
	if len(r.cur) > 0 {
		r.runs = append(r.runs, Run{Text: string(r.cur), Style: r.style, Link: r.link, Start: r.start, End: r.end})
		r.cur = r.cur[:0]
	}
}

// cut ends the runs before a picture.
func (r *reader) cut() {
	r.flush()
	if runs := tidy(r.runs); len(runs) > 0 {
		r.out = append(r.out, words{runs: runs})
	}
	r.runs = nil
}

// tidy removes the spaces that a removed tag or picture has left at line ends.
func tidy(runs []Run) []Run {
	out := runs[:0]
	for i, run := range runs {
		if run.Style&Monospace == 0 && run.Formula == "" && run.Text != "\n" {
			if len(out) == 0 || strings.HasSuffix(out[len(out)-1].Text, "\n") {
				run.Start += min(len(run.Text)-len(strings.TrimLeft(run.Text, " ")), run.End-run.Start)
				run.Text = strings.TrimLeft(run.Text, " ")
			}
			if i == len(runs)-1 || strings.HasPrefix(runs[i+1].Text, "\n") {
				run.End -= min(len(run.Text)-len(strings.TrimRight(run.Text, " ")), run.End-run.Start)
				run.Text = strings.TrimRight(run.Text, " ")
			}
		}
		if run.Text != "" {
			out = append(out, run)
		}
	}
	return out
}

func (r *reader) done() []words {
	r.cut()
	if len(r.out) == 0 {
		return []words{{}}
	}
	return r.out
}

// plain adds a text without markup, with spaces for line ends.
func (r *reader) plain(start, end int, style Style) {
	for start < end {
		i := bytes.IndexByte(r.text[start:end], '\n')
		if i < 0 {
			r.add(r.text[start:end], start, end, style, "")
			return
		}
		stop := start + i
		for stop > start && isSpace(r.text[stop-1]) {
			stop--
		}
		r.add(r.text[start:stop], start, stop, style, "")
		next := start + i + 1
		for next < end && isSpace(r.text[next]) {
			next++
		}
		r.softBreak(stop, next, style, "")
		start = next
	}
}

// softBreak adds a space for a line end, unless it is between letters of a script written without
// spaces.
func (r *reader) softBreak(start, next int, style Style, link string) {
	before, _ := utf8.DecodeLastRune(r.text[:start])
	after, _ := utf8.DecodeRune(r.text[min(next, len(r.text)):])
	if markup.IsUnspaced(before) && markup.IsUnspaced(after) || next >= len(r.text) {
		return
	}
	r.add([]byte{' '}, start, start+1, style, link)
}

func (r *reader) children(n ast.Node, style Style, link string) {
	r.siblings(n.FirstChild(), nil, style, link)
}

// siblings adds a node and its following siblings, up to end.
func (r *reader) siblings(n, end ast.Node, style Style, link string) {
	for ; n != nil && n != end; n = n.NextSibling() {
		if tag, ok := n.(*ast.RawHTML); ok {
			if last, ok := r.formatted(tag, style, link); ok {
				n = last
				continue
			}
		}
		r.node(n, style, link)
	}
}

func (r *reader) node(n ast.Node, style Style, link string) {
	switch n := n.(type) {
	case *ast.Text:
		r.words(n, style, link)
	case *ast.CodeSpan:
		for c := n.FirstChild(); c != nil; c = c.NextSibling() {
			if t, ok := c.(*ast.Text); ok {
				s := t.Segment
				r.add(bytes.ReplaceAll(r.text[s.Start:s.Stop], []byte{'\n'}, []byte{' '}), s.Start, s.Stop, style|Monospace, link)
			}
		}
	case *ast.Emphasis:
		if n.Level >= 2 {
			style |= Bold
		} else {
			style |= Italic
		}
		r.children(n, style, link)
	case *extast.Strikethrough:
		r.children(n, style|Strikethrough, link)
	case *ast.Link:
		r.anchor(n, style, link)
	case *ast.Image:
		r.picture(n, link)
	case *ast.AutoLink:
		r.autoLink(n, style, link)
	case *ast.RawHTML:
		r.html(n, style, link)
	case *markup.InlineFormula:
		r.formula(n.Start, n.Stop, style, link)
	case *markup.Footnote:
		if n.Start > 0 && r.text[n.Start-1] == '\n' && n.Stop < len(r.text) && r.text[n.Stop] == ':' {
			r.lineBreak(n.Start-1, n.Start)
		}
		shown := append([]byte{'['}, r.text[n.Start+2:n.Stop]...)
		r.add(shown, n.Start, n.Stop, style, link)
	default:
		r.children(n, style, link)
	}
}

// words adds a text node with escapes and entities resolved, and line ends as spaces or breaks.
func (r *reader) words(n *ast.Text, style Style, link string) {
	start, end := n.Segment.Start, min(n.Segment.Stop, r.shown)
	for i := start; i < end; {
		switch c := r.text[i]; {
		case c == '\\' && i+1 < end && util.IsPunct(r.text[i+1]):
			r.add(r.text[start:i], start, i, style, link)
			r.add(r.text[i+1:i+2], i, i+2, style, link)
			i += 2
			start = i
		case c == '&':
			shown, size := markup.Entity(r.text[i:end])
			if size == 0 {
				i++
				continue
			}
			r.add(r.text[start:i], start, i, style, link)
			clean, _ := Clean(shown)
			r.add([]byte(clean), i, i+size, style, link)
			i += size
			start = i
		default:
			i++
		}
	}
	if start < end {
		r.add(r.text[start:end], start, end, style, link)
	}
	switch {
	case n.HardLineBreak():
		r.trimBlanks()
		r.add([]byte{'\n'}, end, min(end+1, len(r.text)), style, link)
	case n.SoftLineBreak():
		next := end
		for next < len(r.text) && isSpace(r.text[next]) {
			next++
		}
		r.softBreak(end, next, style, link)
	}
}

// trimBlanks removes spaces before a hard line break, which goldmark does not always remove.
func (r *reader) trimBlanks() {
	if r.style&Monospace == 0 && len(r.cur) == r.end-r.start {
		r.cur = bytes.TrimRight(r.cur, " ")
		r.end = r.start + len(r.cur)
	}
}

// lineBreak replaces the space that was added last, for a line end, by a line break.
func (r *reader) lineBreak(start, end int) {
	if n := len(r.cur); n > 0 && r.cur[n-1] == ' ' {
		r.cur[n-1] = '\n'
	}
}

// html adds a tag as typed, or a line break for <br>. Formatting tags are added by formatted.
func (r *reader) html(n *ast.RawHTML, style Style, link string) {
	for i := range n.Segments.Len() {
		s := n.Segments.At(i)
		if n.Segments.Len() == 1 && markup.BreakTagLength(r.text[s.Start:s.Stop]) > 0 {
			r.add([]byte{'\n'}, s.Start, s.Stop, style, link)
			return
		}
		r.add(r.text[s.Start:s.Stop], s.Start, s.Stop, style, link)
	}
}
