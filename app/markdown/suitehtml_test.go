package markdown

import (
	"net/url"
	"strconv"
	"strings"

	"golang.org/x/net/html"
)

// outlineHTML draws the HTML of an example as outline draws the blocks that it should become. It
// follows the rules of the window: an address that cannot be opened stands behind its words, a
// picture is a block, and a tag that no renderer writes was in the text and is shown as typed.
func outlineHTML(source, markdown string) string {
	var w htmlOutliner
	tokens := html.NewTokenizer(strings.NewReader(source))
	for tokens.Next() != html.ErrorToken {
		raw := string(tokens.Raw())
		if t := tokens.Token(); t.Type != html.TextToken && strings.Contains(markdown, raw) && !(t.Data == "br" && t.Type == html.StartTagToken) {
			w.text(raw)
		} else {
			w.token(t, raw)
		}
	}
	w.end()
	return outline(w.blocks)
}

// htmlOutliner makes blocks of the HTML that renderers of Markdown write.
type htmlOutliner struct {
	blocks []Block
	quote  int
	lists  []htmlList
	marker string
	block  Block
	// open means that block has begun; code that it is in <pre>; typed that it is HTML of the text,
	// which keeps its lines.
	open, code, typed bool
	// style is that of the marks that are open, which may stand in each other.
	style  Style
	styles map[string]int
	links  []htmlLink
	cells  *[]Cell
}

// htmlList is an open list; number is that of its next item, 0 in a list without numbers.
type htmlList struct{ number int }

// htmlLink is an open link.
type htmlLink struct {
	address string
	from    int
}

var htmlStyles = map[string]Style{"em": Italic, "strong": Bold, "del": Strikethrough, "code": Monospace}

func (w *htmlOutliner) begin(b Block) {
	w.end()
	w.block, w.open, w.typed = b, true, false
}

// end completes the block that is open.
func (w *htmlOutliner) end() {
	if !w.open {
		return
	}
	w.open = false
	b := w.block
	if w.typed {
		b.Runs = []Run{{Text: strings.TrimSpace(RunsText(b.Runs))}}
	}
	if b.Kind == Paragraph {
		b.Runs = tidy(b.Runs)
		if b.Marker = w.marker; len(b.Runs) == 0 && w.marker == "" {
			return
		}
	}
	w.add(b)
}

func (w *htmlOutliner) add(b Block) {
	b.Quote, b.Depth, b.Marker = w.quote, len(w.lists), w.marker
	w.marker = ""
	w.blocks = append(w.blocks, b)
}

func (w *htmlOutliner) token(t html.Token, raw string) {
	attribute := func(name string) string {
		for _, a := range t.Attr {
			if a.Key == name {
				return a.Val
			}
		}
		return ""
	}
	switch t.Type {
	case html.TextToken:
		w.text(t.Data)
		return
	case html.CommentToken, html.DoctypeToken:
		w.text(raw)
		return
	}
	start := t.Type != html.EndTagToken
	switch style, isStyle := htmlStyles[t.Data]; {
	case isStyle && !w.code && !(w.open && w.block.Kind == CodeBlock):
		if w.styles == nil {
			w.styles = map[string]int{}
		}
		if w.styles[t.Data]++; !start {
			w.styles[t.Data] -= 2
		}
		if w.style |= style; w.styles[t.Data] == 0 {
			w.style &^= style
		}
	case t.Data == "code" && w.open && w.block.Kind == CodeBlock:
		if start {
			w.block.Lang = strings.TrimPrefix(attribute("class"), "language-")
		}
	case t.Data == "a":
		w.link(attribute("href"), start)
	case t.Data == "img":
		w.picture(attribute("alt"), attribute("src"))
	case t.Data == "br":
		w.run(Run{Text: "\n", Style: w.style})
	case t.Data == "input":
		if w.marker = "☐"; strings.Contains(raw, "checked") {
			w.marker = "☑"
		}
	case !w.container(t, start, attribute) && !w.blockTag(t, start, attribute):
		w.text(raw)
	}
}

// container opens or closes what stands around blocks.
func (w *htmlOutliner) container(t html.Token, start bool, attribute func(string) string) bool {
	switch t.Data {
	case "blockquote":
		w.end()
		if w.quote++; !start {
			w.quote -= 2
		}
	case "ul", "ol":
		w.end()
		w.flushMarker()
		if !start {
			w.lists = w.lists[:len(w.lists)-1]
			break
		}
		l := htmlList{}
		if t.Data == "ol" {
			l.number = 1
			if s := attribute("start"); s != "" {
				l.number, _ = strconv.Atoi(s)
			}
			l.number++ // 0 is a number, too
		}
		w.lists = append(w.lists, l)
	case "li":
		w.end()
		w.flushMarker()
		if l := &w.lists[len(w.lists)-1]; start && l.number > 0 {
			w.marker = strconv.Itoa(l.number-1) + "."
			l.number++
		} else if start {
			w.marker = "•"
		}
	default:
		return false
	}
	return true
}

// flushMarker adds the marker of an item without a block.
func (w *htmlOutliner) flushMarker() {
	if w.marker != "" {
		w.add(Block{})
	}
}

// blockTag opens or closes a block, or a part of a table.
func (w *htmlOutliner) blockTag(t html.Token, start bool, attribute func(string) string) bool {
	switch t.Data {
	case "p":
		w.end()
		if start {
			w.begin(Block{})
		}
	case "h1", "h2", "h3", "h4", "h5", "h6":
		w.end()
		if start {
			w.begin(Block{Kind: Heading, Level: int(t.Data[1] - '0')})
		}
	case "pre":
		if w.block.Text = strings.TrimSuffix(w.block.Text, "\n"); start {
			w.begin(Block{Kind: CodeBlock})
		}
		if w.code = start; !start {
			w.end()
		}
	case "hr":
		w.end()
		w.add(Block{Kind: Rule})
	case "table":
		if start {
			w.begin(Block{Kind: TableBlock, Table: &Table{}})
			break
		}
		w.end()
	case "thead", "tbody", "tr":
		if table := w.block.Table; start && table != nil && t.Data == "tr" {
			if table.Head == nil {
				w.cells = &table.Head
			} else {
				table.Rows = append(table.Rows, nil)
				w.cells = &table.Rows[len(table.Rows)-1]
			}
		}
	case "th", "td":
		if w.cells == nil {
			return false
		}
		if start {
			*w.cells = append(*w.cells, Cell{})
			if w.block.Table.Rows == nil {
				align := attribute("align") + strings.TrimPrefix(attribute("style"), "text-align:")
				w.block.Table.Align = append(w.block.Table.Align, Align(strings.TrimPrefix(align, "left")))
			}
		}
	default:
		return false
	}
	return true
}

func (w *htmlOutliner) text(text string) {
	switch {
	case w.open && w.block.Kind == CodeBlock:
		w.block.Text += text
	case w.open && w.block.Kind == TableBlock && strings.TrimSpace(text) == "":
	case !w.open && strings.TrimSpace(text) == "":
	default:
		typed := !w.open || w.typed
		if w.run(Run{}); typed && len(w.lists) == 0 {
			w.typed = true
		} else if w.style&Monospace == 0 {
			text = strings.ReplaceAll(text, "\n", " ")
		}
		w.run(Run{Text: text, Style: w.style})
	}
}

// run adds a run to the cell or block that is open, or begins a paragraph with it.
func (w *htmlOutliner) run(r Run) {
	if len(w.links) > 0 {
		r.Link = w.links[len(w.links)-1].address
	}
	if !w.open {
		w.begin(Block{})
	}
	if w.block.Kind == TableBlock && w.cells != nil && len(*w.cells) > 0 {
		c := &(*w.cells)[len(*w.cells)-1]
		c.Runs = append(c.Runs, r)
		return
	}
	if n := len(w.block.Runs); n > 0 && w.block.Runs[n-1].Text == "\n" {
		r.Text = strings.TrimLeft(r.Text, " ")
	}
	w.block.Runs = append(w.block.Runs, r)
}

// link opens or closes a link, behind whose words an address stands that cannot be opened.
func (w *htmlOutliner) link(address string, start bool) {
	if start {
		l := htmlLink{from: len(w.block.Runs)}
		if link, _, ok := safeLink(address); ok {
			l.address = link
		} else {
			l.address, _ = url.PathUnescape(address)
		}
		w.links = append(w.links, l)
		return
	}
	if len(w.links) == 0 {
		w.text("</a>")
		return
	}
	l := w.links[len(w.links)-1]
	w.links = w.links[:len(w.links)-1]
	runs := &w.block.Runs
	if w.block.Kind == TableBlock && w.cells != nil {
		runs, l.from = &(*w.cells)[len(*w.cells)-1].Runs, 0
	}
	if _, _, ok := safeLink(l.address); ok || w.picturedIn() {
		return
	}
	label := ""
	for i := range (*runs)[min(l.from, len(*runs)):] {
		r := &(*runs)[l.from+i]
		if r.Link == l.address {
			r.Link = ""
		}
		label += r.Text
	}
	if l.address != "" && label != l.address {
		w.run(Run{Text: visible(l.address), Style: w.style})
	}
}

// picturedIn reports whether a link was around a picture, which shows its own address.
func (w *htmlOutliner) picturedIn() bool {
	return len(w.block.Runs) == 0 && len(w.blocks) > 0 && w.blocks[len(w.blocks)-1].Kind == Picture
}

// picture adds a picture as a block of its own, between what stands before and after it.
func (w *htmlOutliner) picture(alt, address string) {
	kind, level := w.block.Kind, w.block.Level
	w.end()
	w.add(Block{Kind: Picture, Link: address, Runs: []Run{{Text: alt}}})
	w.begin(Block{Kind: kind, Level: level})
}
