package speechtext

import (
	"bytes"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"parlando/app/markup"
)

// longestLeaf is the number of bytes of a paragraph that are parsed at once; markup that crosses
// the limit is not recognized.
const longestLeaf = 6 << 10

// wordReader converts the inline content of one block to spoken text.
type wordReader struct {
	leaf  leaf
	words Words
	out   block
	// at is the offset of the parsed text in the leaf.
	at int
}

func (w *wordReader) read(n ast.Node) {
	all := w.leaf.text
	if _, ok := n.Parent().(*ast.ListItem); ok && n.PreviousSibling() == nil && len(all) >= 3 && all[0] == '[' && all[2] == ']' && bytes.IndexByte([]byte(" xX"), all[1]) >= 0 {
		w.at = 3
	}
	if _, ok := n.Parent().(*ast.Blockquote); ok {
		w.alert()
	}
	if len(all) > 0 && all[0] == '[' && w.at == 0 {
		if i := bytes.IndexByte(all, ']'); i < 0 || i+1 == len(all) || all[i+1] == ':' {
			w.hold(0)
		}
	}
	for w.at < len(all) {
		end := len(all)
		if end-w.at > longestLeaf {
			for end = w.at + longestLeaf; end > w.at+longestLeaf-utf8.UTFMax && !utf8.RuneStart(all[end]); end-- {
			}
		}
		source := all[w.at:end]
		root := wordParser().Parse(text.NewReader(source), parser.WithContext(context{parser.NewContext()}))
		for n := root.FirstChild(); n != nil; n = n.NextSibling() {
			if n.PreviousSibling() != nil {
				w.out.blank(w.from(n.Pos()), w.from(n.Pos()))
			}
			w.children(n, source)
		}
		if end < len(all) && isSpace(all[end-1]) {
			w.out.space(w.leaf.from(end))
		}
		w.at = end
	}
}

// alert reads the marker of an alert, such as [!NOTE] at the beginning of a quote, as a sentence.
func (w *wordReader) alert() {
	name, mark, line := markup.Alert(w.leaf.text)
	if mark == 0 {
		return
	}
	if line == len(w.leaf.text) {
		w.hold(0)
	}
	w.out.add(name+".", w.from(0), w.to(mark))
	w.out.lineBreak(w.to(mark), w.to(line))
	w.at = line
}

// from returns the source offset of a byte of the parsed text.
func (w *wordReader) from(at int) int { return w.leaf.from(w.at + at) }

// to returns the source offset of the end of the byte before at.
func (w *wordReader) to(at int) int {
	if at == 0 {
		return w.from(0)
	}
	return w.from(at-1) + 1
}

// hold records that the text from a byte of the leaf on may still become markup.
func (w *wordReader) hold(at int) {
	if w.out.open < 0 {
		w.out.open = w.leaf.from(at)
	}
}

func (w *wordReader) children(n ast.Node, text []byte) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		w.node(c, text)
	}
}

// inLink reads the text of a link. Open markup in that text may still swallow the end of the link,
// so that all of the link is held.
func (w *wordReader) inLink(n ast.Node, text []byte) {
	was := w.out.open
	w.children(n, text)
	if was < 0 && w.out.open >= 0 {
		w.out.open = w.from(max(0, n.Pos()))
	}
}

func (w *wordReader) node(n ast.Node, text []byte) {
	switch n := n.(type) {
	case *ast.Text:
		w.plain(text, n.Segment.Start, n.Segment.Stop)
		switch {
		case n.HardLineBreak():
			w.out.lineBreak(w.to(n.Segment.Stop), w.to(n.Segment.Stop))
		case n.SoftLineBreak():
			w.softBreak(text, n.Segment.Stop)
		}
	case *ast.CodeSpan:
		if t, ok := n.LastChild().(*ast.Text); ok && len(bytes.Trim(text[t.Segment.Stop:], " `")) == 0 {
			// Another backtick would change the closing run, so that it no longer closes the code.
			w.hold(w.at + n.FirstChild().(*ast.Text).Segment.Start)
		}
		for c := n.FirstChild(); c != nil; c = c.NextSibling() {
			if t, ok := c.(*ast.Text); ok {
				w.letters(text, t.Segment.Start, t.Segment.Stop)
			}
		}
	case *ast.Image:
		start := w.from(max(0, n.Pos()))
		w.out.announce(w.words.Picture, start, start)
		w.inLink(n, text)
	case *ast.Link:
		before := len(w.out.text)
		w.inLink(n, text)
		if len(w.out.text) == before {
			w.address(string(n.Destination), w.from(max(0, n.Pos())), w.from(max(0, n.Pos())))
		}
	case *ast.AutoLink:
		label := n.Label(text)
		at := n.Pos()
		if i := bytes.Index(text[max(0, at):], label); at >= 0 && i >= 0 {
			at += i
		}
		at = max(0, at)
		if n.AutoLinkType == ast.AutoLinkEmail {
			w.letters(text, at, min(len(text), at+len(label)))
			return
		}
		w.address(string(label), w.from(at), w.to(min(len(text), at+len(label))))
	case *ast.RawHTML:
		if s := n.Segments.At(0); n.Segments.Len() == 1 && markup.BreakTagLength(text[s.Start:s.Stop]) > 0 {
			w.out.lineBreak(w.from(s.Start), w.to(s.Stop))
		}
	case *markup.InlineFormula:
		w.out.announce(w.words.Formula, w.from(n.Start), w.to(n.Stop))
	case *markup.Footnote: // footnote numbers are not read aloud
	default:
		w.children(n, text)
	}
}

// softBreak adds a space for a line end, unless it is between letters of a script written without
// spaces.
func (w *wordReader) softBreak(text []byte, at int) {
	before, _ := utf8.DecodeLastRune(bytes.TrimRight(text[:at], " \t\r\n"))
	after, _ := utf8.DecodeRune(bytes.TrimLeft(text[at:], " \t\r\n"))
	if !wide(before) || !wide(after) {
		w.out.blank(w.to(at), w.to(at)+1)
	}
}
