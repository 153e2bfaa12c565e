package documents

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// longestTag is the maximum size in bytes of a tag, or of the text between two: attributes can
// contain pictures.
const longestTag = 4 << 20

// html writes the text of a page and returns its title. It reads tag by tag without building a
// tree, because the tree of a page of some kilobytes can take gigabytes. The caller ends the last
// block. The error is an *Error, or an error of r or ctx.
func (w *writer) html(ctx context.Context, r io.Reader) (title string, err error) {
	p := page{writer: w, tokens: html.NewTokenizer(r)}
	p.tokens.SetMaxBuf(longestTag)
	p.tokens.AllowCDATA(true)
	for n := 0; ; n++ {
		if n%1024 == 0 && ctx.Err() != nil {
			return "", ctx.Err()
		}
		kind := p.tokens.Next()
		switch kind {
		case html.ErrorToken:
			if err := p.tokens.Err(); !errors.Is(err, io.EOF) {
				return "", fmt.Errorf("read the page: %w", err)
			}
			p.closeAll()
			return p.title, nil
		case html.TextToken:
			if err := p.text(string(p.tokens.Text())); err != nil {
				return "", err
			}
		case html.StartTagToken, html.SelfClosingTagToken:
			p.start(kind == html.SelfClosingTagToken)
		case html.EndTagToken:
			p.finish()
		}
	}
}

// page is the state of reading a page.
type page struct {
	*writer
	tokens *html.Tokenizer
	title  string
	// skip is the name of the element being skipped, skipped the number of open elements of that
	// name. If the element is a deletion, blocks is the number of blocks in it.
	skip    string
	skipped int
	blocks  int
	// inTitle reports that the reader is inside the title element.
	inTitle bool
	lists   []pageList
	// formula is the current formula.
	formula *formula
}

func (p *page) text(text string) error {
	switch {
	case p.skipped > 0:
		return nil
	case p.inTitle:
		p.title += text
		return nil
	case p.formula != nil:
		p.formula.say(text)
		return p.count(text)
	}
	return p.say(text)
}

// silent reports whether an element has no text to read aloud, or repeats other text.
func silent(tag atom.Atom) bool {
	switch tag {
	case atom.Script, atom.Style, atom.Svg, atom.Template, atom.Noscript, atom.Nav, atom.Iframe, atom.Object,
		atom.Audio, atom.Video, atom.Canvas, atom.Select, atom.Textarea, atom.Button, atom.Rt, atom.Rp:
		return true
	}
	return false
}

// isDeletion reports whether the text of an element was struck out.
func isDeletion(tag atom.Atom) bool {
	return tag == atom.Del || tag == atom.S || tag == atom.Strike
}

// isStructure reports whether an element is a block, a list, a table or a heading.
func isStructure(tag atom.Atom) bool {
	switch tag {
	case atom.Ul, atom.Ol, atom.Table, atom.Pre, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		return true
	}
	return isBlock(tag)
}

// isVoid reports whether an element has no end tag.
func isVoid(tag atom.Atom) bool {
	switch tag {
	case atom.Area, atom.Base, atom.Br, atom.Col, atom.Embed, atom.Hr, atom.Img, atom.Input, atom.Link, atom.Meta, atom.Param,
		atom.Source, atom.Track, atom.Wbr:
		return true
	}
	return false
}

func (p *page) start(closed bool) {
	raw, more := p.tokens.TagName()
	name, tag := string(raw), atom.Lookup(raw)
	mark := p.look(more)
	if closed {
		// In XHTML <title/> is empty; the tokenizer would take the rest of the page as the title.
		p.tokens.NextIsNotRawText()
	}
	if p.skipped > 0 && isDeletion(atom.Lookup([]byte(p.skip))) && isStructure(tag) {
		if p.skip == "del" {
			p.blocks++
		} else {
			p.skipped = 0 // s and strike end at the next block
		}
	}
	if p.skipped > 0 {
		if name == p.skip && !closed {
			p.skipped++
		}
		return
	}
	if mark.noteRef {
		p.put(p.links.note(mark.href))
	}
	if tag == atom.A {
		p.links.follow(mark.href)
	}
	if mark.hidden && !(mark.onlySeen && isBlock(tag)) || silent(tag) || isDeletion(tag) {
		if !closed && !isVoid(tag) {
			p.skip, p.skipped, p.blocks = name, 1, 0
		}
		return
	}
	if p.formula != nil {
		p.formula.start(name)
		if mark.opening != "" && p.formula.skipped == 0 {
			p.formula.top().opening, p.formula.top().closing = mark.opening, mark.closing
		}
		if closed {
			p.formula.end()
		}
		return
	}
	switch tag {
	case atom.Math:
		if !closed {
			p.formula = newFormula()
		}
	case atom.Sup, atom.Sub:
		if !closed {
			p.beginScript(scriptOf(tag))
		}
	case atom.A:
		p.endScript(noteLink)
		if mark.within && !closed {
			p.beginLink(mark.href)
		}
	case atom.Title:
		p.inTitle = !closed && p.title == ""
	case atom.Br:
		p.newLine()
	case atom.Hr:
		p.rule()
	case atom.Ul, atom.Ol:
		p.end()
		if !closed {
			p.lists = append(p.lists, mark.list(tag == atom.Ol, len(p.lists)+1))
			p.list = place{depth: len(p.lists)}
		}
	case atom.Li:
		p.end()
		p.item(mark)
	case atom.Table:
		p.beginTable()
		if closed {
			p.endTable()
		}
	case atom.Tr:
		p.beginRow()
	case atom.Td, atom.Th:
		p.beginCell()
		p.mergeCells(max(mark.columns, 1), max(mark.rows, 1))
	case atom.Pre:
		p.end()
		p.verse = !closed
	case atom.Code:
		p.listing = p.verse
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		p.end()
		if p.heading = int(raw[1] - '0'); closed {
			p.heading = 0
		}
	case atom.P:
		p.end()
		p.heading = 0
	default:
		if isBlock(tag) {
			p.end()
		}
	}
	if n := p.links.begun(mark.id); n > 0 {
		p.note = n
	}
}

func (p *page) finish() {
	raw, _ := p.tokens.TagName()
	tag := atom.Lookup(raw)
	if p.skipped > 0 && isDeletion(atom.Lookup([]byte(p.skip))) && isStructure(tag) {
		if p.blocks--; p.blocks < 0 {
			p.skipped = 0 // the deletion was never closed
		}
	}
	if p.skipped > 0 {
		if string(raw) == p.skip {
			p.skipped--
		}
		return
	}
	if p.formula != nil {
		if p.formula.end(); tag == atom.Math {
			p.writeFormula()
		}
		return
	}
	switch tag {
	case atom.Sup, atom.Sub:
		p.endScript(scriptOf(tag))
	case atom.A:
		p.endScript(noteLink)
	case atom.Title:
		p.inTitle = false
	case atom.Ul, atom.Ol:
		p.end()
		if n := len(p.lists); n > 0 {
			p.lists = p.lists[:n-1]
			p.list = place{depth: n - 1}
		}
	case atom.Table:
		p.endTable()
	case atom.Pre:
		p.end()
		p.verse, p.listing = false, false
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		p.end()
		p.heading = 0
	default:
		if isBlock(tag) {
			p.end()
		}
	}
}

// pageList is an open list of a page.
type pageList struct {
	place
	numbered bool // the items of the list can have numbers
	step     int
}

// list returns the list that begins with a tag with these attributes.
func (m marks) list(numbered bool, depth int) pageList {
	l := pageList{place: place{depth: depth, ordered: numbered, letters: m.letters}, numbered: numbered, step: 1}
	if m.reversed {
		// Without a start attribute, only the last number of a reversed list is known: one.
		l.step, l.ordered = -1, numbered && m.numbered
	}
	if m.numbered {
		l.number = m.number - l.step
	}
	return l
}

func (p *page) item(m marks) {
	if len(p.lists) == 0 {
		p.lists = append(p.lists, pageList{place: place{depth: 1}})
	}
	l := &p.lists[len(p.lists)-1]
	l.number += l.step
	if m.numbered && l.numbered {
		l.number, l.ordered = m.number, true
	}
	p.list = l.place
	p.list.first = true
	if m.letters != 0 {
		p.list.letters = m.letters
	}
}

// writeFormula writes the current formula.
func (p *page) writeFormula() {
	text := p.formula.String()
	p.formula = nil
	p.put(text)
}

func scriptOf(tag atom.Atom) scriptKind {
	if tag == atom.Sub {
		return subscript
	}
	return superscript
}

// closeAll closes the elements that the page left open.
func (p *page) closeAll() {
	if p.formula != nil {
		p.writeFormula()
	}
	p.end()
	for p.table != nil {
		p.endTable()
	}
	p.verse, p.listing, p.heading, p.list = false, false, 0, place{}
}

func isBlock(tag atom.Atom) bool {
	switch tag {
	case atom.P, atom.Div, atom.Section, atom.Article, atom.Header, atom.Footer, atom.Main, atom.Aside, atom.Figure, atom.Figcaption,
		atom.Address, atom.Dl, atom.Dt, atom.Dd, atom.Body, atom.Html, atom.Head, atom.Hgroup, atom.Details, atom.Summary, atom.Center,
		atom.Form, atom.Fieldset, atom.Legend, atom.Blockquote, atom.Caption, atom.Thead, atom.Tbody, atom.Tfoot, atom.Tr, atom.Td,
		atom.Th, atom.Li:
		return true
	}
	return false
}

// marks are the relevant attributes of a tag.
type marks struct {
	// hidden reports that the element is invisible, or is a page number or note number. onlySeen
	// reports that it is hidden from screen readers only.
	hidden, onlySeen bool
	// href is the target of a link, within reports that the target may be in the same document,
	// noteRef that the link is a note number.
	href            string
	within, noteRef bool
	id              string
	// opening and closing are the brackets of a formula.
	opening, closing string
	// number is the number of an item, or of the first item of a list, if numbered is set.
	number             int
	numbered, reversed bool
	// columns and rows are the span of a merged cell, 0 if it is not merged.
	columns, rows int
	// letters is the style of a list's numbers: 'a', 'A', 'i', 'I' or '1', 0 if unspecified.
	letters byte
}

// look parses the attributes of the tag.
func (p *page) look(more bool) marks {
	m := marks{}
	for more {
		var key, value []byte
		key, value, more = p.tokens.TagAttr()
		switch string(key) {
		case "hidden":
			m.hidden = true
		case "aria-hidden":
			if string(value) == "true" && !m.hidden {
				m.hidden, m.onlySeen = true, true
			}
		case "style":
			if unseen.Match(value) {
				m.hidden, m.onlySeen = true, false
			}
			if kind := listStyle.FindSubmatch(value); kind != nil {
				m.letters = listLetters[strings.ToLower(string(kind[1]))]
			}
		case "href":
			m.within = bytes.Contains(value, []byte("#")) && !bytes.Contains(value, []byte("://"))
			if m.within || p.links != nil {
				m.href = string(value)
			}
		case "id":
			if p.links != nil {
				m.id = string(value)
			}
		case "open":
			m.opening = string(value)
		case "close":
			m.closing = string(value)
		case "epub:type", "role":
			for kind := range strings.FieldsSeq(string(value)) {
				switch strings.TrimPrefix(kind, "doc-") {
				case "noteref":
					m.noteRef = true
					fallthrough
				case "backlink", "pagebreak", "page-list", "landmarks":
					m.hidden, m.onlySeen = true, false
				}
			}
		default:
			m.count(string(key), string(value))
		}
	}
	return m
}

// count parses an attribute of a list or a table.
func (m *marks) count(key, value string) {
	n, err := strconv.ParseInt(strings.TrimSpace(value), 10, 32)
	switch key {
	case "start", "value":
		if err == nil {
			m.number, m.numbered = int(n), true
		}
	case "colspan":
		m.columns = int(n)
	case "rowspan":
		m.rows = int(n)
	case "reversed":
		m.reversed = true
	case "type":
		if len(value) == 1 && strings.Contains("aAiI1", value) {
			m.letters = value[0]
		}
	}
}

// listStyle matches the style of a list whose numbers are letters.
var listStyle = regexp.MustCompile(`(?i)list-style(?:-type)?\s*:\s*((?:lower|upper)-(?:alpha|latin|roman))`)

// listLetters maps these styles to values of marks.letters.
var listLetters = map[string]byte{
	"lower-alpha": 'a', "lower-latin": 'a', "upper-alpha": 'A', "upper-latin": 'A',
	"lower-roman": 'i', "upper-roman": 'I',
}

// unseen matches the style of an invisible element.
var unseen = regexp.MustCompile(`(?i)(^|[;\s])(display\s*:\s*none|visibility\s*:\s*hidden)`)
