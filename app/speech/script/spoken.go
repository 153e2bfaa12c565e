package script

import (
	"bytes"
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"parley/app/markup"
)

// longestLeaf is how much of a paragraph is read in one piece, in bytes; marks across the end of one are not seen as such.
const longestLeaf = 6 << 10

// block is what is spoken of one block of the source.
type block struct {
	flow
	// start and end are offsets in the source; a block without words has a place, too.
	start, end int
	// firm is set when a blank line ends it.
	firm bool
	// open is where something begins that may still become a mark, -1 if there is nothing; see Reader.
	open int
	// heading is set for one that is a heading.
	heading bool
}

// reading walks the tree of a text that lies at base in the source.
type reading struct {
	source []byte
	base   int
	words  Words
	blocks []block
	// top has where each outermost block begins, in source.
	top []int
}

// read gives the blocks of a text.
func read(source string, base int, words Words) *reading {
	r := &reading{source: []byte(source), base: base, words: words}
	root := blockParser().Parse(text.NewReader(r.source), parser.WithContext(context{parser.NewContext()}))
	for n := root.FirstChild(); n != nil; n = n.NextSibling() {
		r.top = append(r.top, r.startOf(n))
		r.node(n)
	}
	return r
}

func (r *reading) node(n ast.Node) {
	switch n := n.(type) {
	case *ast.Paragraph, *ast.TextBlock:
		r.leaf(n, true)
	case *ast.Heading:
		r.leaf(n, true)
		r.blocks[len(r.blocks)-1].heading = true
	case *ast.HTMLBlock:
		if !silentTag(n, r.source) {
			r.leaf(n, false)
			return
		}
		r.announce("", n)
	case *ast.FencedCodeBlock, *ast.CodeBlock:
		r.announce(r.words.Code, n)
	case *extast.Table:
		r.announce(r.words.Table, n)
	case *markup.Formula:
		r.announce(r.words.Formula, n)
	case *ast.ThematicBreak:
		r.announce("", n)
	default:
		if n.FirstChild() == nil { // an empty item, a definition
			r.announce("", n)
		}
		for c := n.FirstChild(); c != nil; c = c.NextSibling() {
			r.node(c)
		}
	}
}

// silentTag tells whether a block holds a comment, a program or a style and no words.
func silentTag(n *ast.HTMLBlock, source []byte) bool {
	switch n.HTMLBlockType {
	case ast.HTMLBlockType2, ast.HTMLBlockType3, ast.HTMLBlockType4, ast.HTMLBlockType5:
		return true
	case ast.HTMLBlockType1:
		if n.Lines().Len() == 0 {
			return true
		}
		first := n.Lines().At(0)
		line := bytes.ToLower(bytes.TrimLeft(first.Value(source), " "))
		return bytes.HasPrefix(line, []byte("<script")) || bytes.HasPrefix(line, []byte("<style"))
	}
	return false
}

// startOf gives where a node begins in source.
func (r *reading) startOf(n ast.Node) int {
	for c := n; c != nil; c = c.FirstChild() {
		// A table says it starts where its paragraph did, though that may have lines before the table.
		if at := c.Pos(); at >= 0 && c.Kind() != extast.KindTable {
			return min(at, len(r.source))
		}
		if c.Type() != ast.TypeInline && c.Lines() != nil && c.Lines().Len() > 0 {
			return c.Lines().At(0).Start
		}
	}
	return 0
}

// announce adds a block that is not read but named.
func (r *reading) announce(words string, n ast.Node) {
	start := r.startOf(n)
	end := start
	if lines := n.Lines(); lines.Len() > 0 {
		end = lines.At(lines.Len() - 1).Stop
	}
	for c := n.LastChild(); c != nil; c = c.LastChild() { // the rows of a table
		if c.Type() == ast.TypeBlock && c.Lines().Len() > 0 {
			end = max(end, c.Lines().At(c.Lines().Len()-1).Stop)
		}
	}
	if i := bytes.IndexByte(r.source[start:], '\n'); i >= 0 {
		end = max(end, start+i)
	} else {
		end = len(r.source)
	}
	for end > start && isSpace(r.source[end-1]) {
		end--
	}
	b := block{start: r.base + start, end: r.base + end, open: -1}
	b.announce(words, b.start, b.end)
	r.blocks = append(r.blocks, b)
}

// leaf adds a block of words.
func (r *reading) leaf(n ast.Node, firm bool) {
	lines := n.Lines()
	start := r.base + r.startOf(n)
	w := wordReader{leaf: newLeaf(r.source, lines, r.base), words: r.words}
	w.out.open = -1
	w.out.start, w.out.end, w.out.firm = start, start, firm
	if n := lines.Len(); n > 0 {
		w.out.end = r.base + lines.At(n-1).Stop
	}
	w.read(n)
	r.blocks = append(r.blocks, w.out)
}

// wordReader speaks the words of one block.
type wordReader struct {
	leaf  leaf
	words Words
	out   block
	// at is where the piece that is parsed begins in the leaf.
	at int
}

func (w *wordReader) read(n ast.Node) {
	all := w.leaf.text
	if _, ok := n.Parent().(*ast.ListItem); ok && n.PreviousSibling() == nil && len(all) >= 3 && all[0] == '[' && all[2] == ']' && bytes.IndexByte([]byte(" xX"), all[1]) >= 0 {
		w.at = 3
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
		piece := all[w.at:end]
		root := wordParser().Parse(text.NewReader(piece), parser.WithContext(context{parser.NewContext()}))
		for n := root.FirstChild(); n != nil; n = n.NextSibling() {
			if n.PreviousSibling() != nil {
				w.out.blank(w.from(n.Pos()), w.from(n.Pos()))
			}
			w.children(n, piece)
		}
		if end < len(all) && isSpace(all[end-1]) {
			w.out.space(w.leaf.from(end))
		}
		w.at = end
	}
}

// from gives the offset in the source of the byte at of the piece that is parsed.
func (w *wordReader) from(at int) int { return w.leaf.from(w.at + at) }

// to gives the offset in the source of the end of what lies before at.
func (w *wordReader) to(at int) int {
	if at == 0 {
		return w.from(0)
	}
	return w.from(at-1) + 1
}

// hold notes that what begins at a byte of the leaf may still become a mark.
func (w *wordReader) hold(at int) {
	if w.out.open < 0 {
		w.out.open = w.leaf.from(at)
	}
}

func (w *wordReader) children(n ast.Node, piece []byte) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		w.node(c, piece)
	}
}

// inLink reads the words of a link, which is none if something in it becomes a mark that takes in its end.
func (w *wordReader) inLink(n ast.Node, piece []byte) {
	was := w.out.open
	w.children(n, piece)
	if was < 0 && w.out.open >= 0 {
		w.out.open = w.from(max(0, n.Pos()))
	}
}

func (w *wordReader) node(n ast.Node, piece []byte) {
	switch n := n.(type) {
	case *ast.Text:
		w.plain(piece, n.Segment.Start, n.Segment.Stop)
		switch {
		case n.HardLineBreak():
			w.out.lineBreak(w.to(n.Segment.Stop), w.to(n.Segment.Stop))
		case n.SoftLineBreak():
			w.softBreak(piece, n.Segment.Stop)
		}
	case *ast.CodeSpan:
		if t, ok := n.LastChild().(*ast.Text); ok && len(bytes.Trim(piece[t.Segment.Stop:], " `")) == 0 {
			// Another backtick would make the closing ones none.
			w.hold(w.at + n.FirstChild().(*ast.Text).Segment.Start)
		}
		for c := n.FirstChild(); c != nil; c = c.NextSibling() {
			if t, ok := c.(*ast.Text); ok {
				w.letters(piece, t.Segment.Start, t.Segment.Stop)
			}
		}
	case *ast.Image:
		start := w.from(max(0, n.Pos()))
		w.out.announce(w.words.Picture, start, start)
		w.inLink(n, piece)
	case *ast.Link:
		before := len(w.out.text)
		w.inLink(n, piece)
		if len(w.out.text) == before {
			w.address(string(n.Destination), w.from(max(0, n.Pos())), w.from(max(0, n.Pos())))
		}
	case *ast.AutoLink:
		label := n.Label(piece)
		at := n.Pos()
		if i := bytes.Index(piece[max(0, at):], label); at >= 0 && i >= 0 {
			at += i
		}
		at = max(0, at)
		if n.AutoLinkType == ast.AutoLinkEmail {
			w.letters(piece, at, min(len(piece), at+len(label)))
			return
		}
		w.address(string(label), w.from(at), w.to(min(len(piece), at+len(label))))
	case *ast.RawHTML:
		if s := n.Segments.At(0); n.Segments.Len() == 1 && markup.IsBreakTag(piece[s.Start:s.Stop]) {
			w.out.lineBreak(w.from(s.Start), w.to(s.Stop))
		}
	case *markup.FormulaWords:
		w.out.announce(w.words.Formula, w.from(n.Start), w.to(n.Stop))
	case *markup.Footnote: // its number is not read aloud
	default:
		w.children(n, piece)
	}
}

// softBreak adds the space that a line end is, unless it stands between letters that are written without spaces.
func (w *wordReader) softBreak(piece []byte, at int) {
	before, _ := utf8.DecodeLastRune(bytes.TrimRight(piece[:at], " \t\r\n"))
	after, _ := utf8.DecodeRune(bytes.TrimLeft(piece[at:], " \t\r\n"))
	if !wide(before) || !wide(after) {
		w.out.blank(w.to(at), w.to(at)+1)
	}
}

// longestHost is the longest name a computer can have, in characters.
const longestHost = 253

// address says that there is an address.
func (w *wordReader) address(address string, start, end int) {
	if w.words.Link == nil {
		return
	}
	if strings.HasPrefix(address, "www.") {
		address = "https://" + address
	}
	host := ""
	if u, err := url.Parse(address); err == nil && len(u.Host) <= longestHost && utf8.ValidString(u.Host) {
		host = strings.TrimPrefix(u.Hostname(), "www.")
	}
	w.out.announce(w.words.Link(host), start, end)
}

// letters adds what is spoken of a text without marks.
func (w *wordReader) letters(piece []byte, start, end int) {
	for i := start; i < end; {
		r, size := utf8.DecodeRune(piece[i:end])
		w.letter(r, i, size)
		i += size
	}
}

func (w *wordReader) letter(r rune, at, size int) {
	switch {
	case unicode.IsSpace(r):
		w.out.blank(w.from(at), w.to(at+size))
	case r == utf8.RuneError && size == 1, silent(r):
	case r == 0x200d || r == 0x200c:
		// A joiner stays where it joins letters.
		if last, _ := utf8.DecodeLastRune(w.out.text); unicode.In(last, unicode.L, unicode.M) {
			w.out.add(string(r), w.from(at), w.to(at+size))
		}
	default:
		w.out.add(string(r), w.from(at), w.to(at+size))
	}
}

// plain adds a text in which escapes, entities, addresses and marks of emphasis may stand.
func (w *wordReader) plain(piece []byte, start, end int) {
	for i := start; i < end; {
		r, size := utf8.DecodeRune(piece[i:end])
		switch r {
		case '\\':
			if i+1 == len(piece) {
				w.hold(w.at + i)
			}
			if i+1 < end && util.IsPunct(piece[i+1]) {
				if piece[i+1] == '(' || piece[i+1] == '[' {
					w.holdFormula(i)
				}
				w.out.add(string(piece[i+1:i+2]), w.from(i), w.to(i+2))
				i += 2
				continue
			}
		case '&':
			if shown, n := markup.Entity(piece[i:end]); n > 0 {
				w.entity(shown, i, i+n)
				i += n
				continue
			}
			if len(bytes.TrimLeftFunc(piece[i+1:], func(r rune) bool { return r == '#' || spoken(r) })) == 0 {
				w.hold(w.at + i)
			}
		case '*', '_', '~', '`':
			n := 1
			for i+n < len(piece) && piece[i+n] == byte(r) {
				n++
			}
			if r == '`' || i+n == len(piece) {
				w.hold(w.at + i)
			}
			if n = min(n, end-i); keeps(r, n, piece, i) {
				w.out.add(string(piece[i:i+n]), w.from(i), w.to(i+n))
			}
			i += n
			continue
		case 'h', 'H', 'w', 'W':
			if w.begins(piece, i) && mayBeAddress(piece[i:]) {
				w.hold(w.at + i)
			}
			if n := addressLength(piece[i:end]); n > 0 && w.begins(piece, i) {
				w.address(string(piece[i:i+n]), w.from(i), w.to(i+n))
				i += n
				continue
			}
		case '[':
			w.hold(w.at + i)
		case '!':
			if i+1 == len(piece) || piece[i+1] == '[' {
				w.hold(w.at + i)
			}
		case '(':
			if i > 0 && piece[i-1] == ']' {
				w.hold(w.at + i)
			}
		case '<':
			if i+1 == len(piece) || bytes.IndexByte([]byte("/!?"), piece[i+1]) >= 0 || unicode.IsLetter(rune(piece[i+1])) {
				w.hold(w.at + i)
			}
		case '$':
			if i+1 == len(piece) || !isSpace(piece[i+1]) && (piece[i+1] == '$' || bytes.IndexByte(piece[i:], '\n') < 0) {
				w.holdFormula(i)
			}
		}
		w.letter(r, i, size)
		i += size
	}
}

// holdFormula holds what may be the beginning of a formula.
func (w *wordReader) holdFormula(at int) {
	if len(w.leaf.text)-w.at-at < markup.LongestFormula {
		w.hold(w.at + at)
	}
}

// keeps tells whether a run of n marks is spoken: such as the star in "2 * 3" and the line in a name like a_b.
func keeps(mark rune, n int, piece []byte, at int) bool {
	before, _ := utf8.DecodeLastRune(piece[:at])
	after, _ := utf8.DecodeRune(piece[min(at+n, len(piece)):])
	if at == 0 {
		before = ' '
	}
	if at+n >= len(piece) {
		after = ' '
	}
	switch mark {
	case '*':
		return at > 0 && unicode.IsSpace(before) && unicode.IsSpace(after) || unicode.IsDigit(before) && unicode.IsDigit(after)
	case '_':
		return spoken(before) && spoken(after)
	case '~':
		return n == 1
	}
	return false
}

// begins tells whether a word begins at a place.
func (w *wordReader) begins(piece []byte, at int) bool {
	before, _ := utf8.DecodeLastRune(piece[:at])
	return at == 0 || !spoken(before) || wide(before)
}

// mayBeAddress tells whether a text is one word that is an address or may become one.
func mayBeAddress(s []byte) bool {
	if s = s[:min(len(s), longestLink)]; bytes.ContainsAny(s, " \t\r\n") {
		return false
	}
	for _, prefix := range []string{"http://", "https://", "www."} {
		n := min(len(prefix), len(s))
		if bytes.EqualFold(s[:n], []byte(prefix[:n])) {
			return true
		}
	}
	return false
}

// longestLink is how long an address may be, in bytes, for what follows it to be waited for.
const longestLink = 4096

// addressLength gives how many bytes at the start of a text are an address, 0 if none.
func addressLength(s []byte) int {
	head := 0
	for _, prefix := range []string{"http://", "https://", "www."} {
		if len(s) > len(prefix) && bytes.EqualFold(s[:len(prefix)], []byte(prefix)) {
			head = len(prefix)
		}
	}
	if head == 0 {
		return 0
	}
	end := head
	for end < len(s) {
		r, size := utf8.DecodeRune(s[end:])
		if r <= ' ' || unicode.IsSpace(r) || strings.ContainsRune("<>\"`|\\^{}*", r) || r >= 0x2e80 && unicode.Is(unicode.P, r) {
			break
		}
		end += size
	}
	for end > head && bytes.IndexByte([]byte("?!.,:;_~')]"), s[end-1]) >= 0 {
		if s[end-1] == ')' && bytes.Count(s[:end], []byte{')'}) <= bytes.Count(s[:end], []byte{'('}) {
			break
		}
		end--
	}
	if end == head {
		return 0
	}
	return end
}

// entity adds a character that was written by its name.
func (w *wordReader) entity(shown string, start, end int) {
	r, size := utf8.DecodeRuneInString(shown)
	if size < len(shown) {
		w.out.add(shown, w.from(start), w.to(end))
		return
	}
	switch {
	case unicode.IsSpace(r):
		w.out.blank(w.from(start), w.to(end))
	case r != utf8.RuneError && !silent(r):
		w.out.add(shown, w.from(start), w.to(end))
	}
}
