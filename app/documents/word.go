package documents

import (
	"context"
	"strconv"
	"strings"
)

// readWord reads Office Open XML text (ECMA-376, part 1). Comments, headers and footers are not read, nor what a reviewer has struck out. Notes
// stand at the end, and what diagrams say before them.
func readWord(file *source, p *parts, main string) (Document, error) {
	ctx := file.ctx
	w := word{
		writer: writer{most: file.options.most()},
		styles: readStyles(ctx, p, beside(main, "styles.xml")), numberings: readNumberings(ctx, p, beside(main, "numbering.xml")),
	}
	if err := p.walk(ctx, main, elements{start: w.start, end: w.finish, text: w.text}); err != nil {
		return Document{}, err
	}
	w.end()
	if err := readDrawn(ctx, p, &w.writer, main, "/diagramData"); err != nil {
		return Document{}, err
	}
	if err := w.readNotes(ctx, p, main); err != nil {
		return Document{}, err
	}
	return Document{Title: readProperty(ctx, p, "docProps/core.xml", "title"), Text: w.String(), Markdown: true}, nil
}

// noteRef is a note that is referred to: its kind, footnote or endnote, and its id.
type noteRef struct{ kind, id string }

// readNotes writes the notes in the order of their marks.
func (w *word) readNotes(ctx context.Context, p *parts, main string) error {
	if len(w.notes) == 0 {
		return nil
	}
	texts := map[noteRef]string{}
	for _, kind := range []string{"footnote", "endnote"} {
		n := word{writer: writer{most: w.most, size: w.size}, styles: w.styles, inNotes: true}
		var ref noteRef
		name := beside(main, kind+"s.xml")
		if !p.has(name) {
			continue
		}
		err := p.walk(ctx, name, elements{
			start: func(e element) {
				if e.name == kind {
					ref = noteRef{kind, attribute(e, "id")}
					n.words.Reset()
				}
				n.start(e)
			},
			end: func(e element) {
				n.finish(e)
				if e.name == kind {
					n.endScripts(0)
					texts[ref] = n.words.String()
					n.words.Reset()
				}
			},
			text: n.text,
		})
		w.size = n.size
		if err := w.passOver(err, "A "+kind); err != nil {
			return err
		}
	}
	for i, ref := range w.notes {
		w.writeNote(i+1, texts[ref])
	}
	return nil
}

// relation returns where the relation of that type leads, "" when there is none.
func relation(ctx context.Context, p *parts, name, kind string) string {
	target := ""
	_ = p.walk(ctx, name, elements{start: func(e element) {
		if target == "" && strings.HasSuffix(attribute(e, "Type"), kind) {
			target = attribute(e, "Target")
		}
	}})
	return target
}

// readProperty returns the text of the first element of that name; "" when there is none, or the part cannot be read.
func readProperty(ctx context.Context, p *parts, part, name string) string {
	var b strings.Builder
	inside, done := false, false
	_ = p.walk(ctx, part, elements{
		start: func(e element) { inside = !done && e.name == name },
		end: func(element) {
			done = done || inside
			inside = false
		},
		text: func(s string) error {
			if inside && b.Len() < 1000 {
				b.WriteString(s)
			}
			return nil
		},
	})
	return b.String()
}

// style is what a paragraph of it is.
type style struct {
	heading int
	based   string
	list    *listing
}

// listing says that a paragraph is an item.
type listing struct {
	list  string // its number in numbering.xml
	level int
}

// readStyles returns the styles by id. Without them every paragraph is one.
func readStyles(ctx context.Context, p *parts, name string) map[string]style {
	styles := map[string]style{}
	id, s := "", style{}
	_ = p.walk(ctx, name, elements{
		start: func(e element) {
			value := attribute(e, "val")
			switch e.name {
			case "style":
				id, s = attribute(e, "styleId"), style{}
			case "name":
				s.heading = max(s.heading, headingNamed(value))
			case "basedOn":
				s.based = value
			case "outlineLvl":
				s.heading = max(s.heading, outline(value))
			case "numId":
				s.item().list = value
			case "ilvl":
				s.item().level, _ = strconv.Atoi(value)
			}
		},
		end: func(e element) {
			if e.name == "style" && id != "" && len(styles) < 10_000 {
				styles[id] = s
			}
		},
	})
	return styles
}

func (s *style) item() *listing {
	if s.list == nil {
		s.list = &listing{}
	}
	return s.list
}

// headingNamed is the level that a built-in style's name means; Word writes these in English in every language.
func headingNamed(name string) int {
	name = strings.ToLower(name)
	if name == "title" {
		return 1
	}
	if after, ok := strings.CutPrefix(name, "heading "); ok {
		if n, err := strconv.Atoi(after); err == nil && n >= 1 && n <= 9 {
			return min(n, 6)
		}
	}
	return 0
}

// outline is the level of a heading for that of an outline, which counts from 0; 9 is text.
func outline(value string) int {
	if n, err := strconv.Atoi(value); err == nil && n >= 0 && n < 9 {
		return min(n+1, 6)
	}
	return 0
}

// resolve follows what a style is based on.
func (w *word) resolve(id string) style {
	out := style{}
	for range 20 {
		s, ok := w.styles[id]
		if !ok {
			break
		}
		if out.heading == 0 {
			out.heading = s.heading
		}
		if out.list == nil {
			out.list = s.list
		}
		id = s.based
	}
	return out
}

// numbering is how the items of one level of a list are marked.
type numbering struct {
	bullet bool // a sign, and no number
	blank  bool // nothing: the paragraph goes on with the item before it
	start  int  // the first number
}

// numberings are those of lists by the abstract list and the level.
type numberings struct {
	lists  map[string]string // which abstract list a list follows
	levels map[listing]numbering
	starts map[listing]int // lists that begin with a number of their own
}

// of is how an item is marked. What a level does not say is as the first level of its list.
func (n *numberings) of(l listing) numbering {
	abstract := n.lists[l.list]
	out, ok := n.levels[listing{abstract, l.level}]
	if !ok {
		out = n.levels[listing{abstract, 0}]
		out.start = 1
	}
	if start, ok := n.starts[l]; ok {
		out.start = start
	}
	return out
}

// readNumberings reads how items are marked; without them every one has a number.
func readNumberings(ctx context.Context, p *parts, name string) numberings {
	all := numberings{lists: map[string]string{}, levels: map[listing]numbering{}, starts: map[listing]int{}}
	abstract, list, level := "", "", 0
	var mark numbering
	_ = p.walk(ctx, name, elements{
		start: func(e element) {
			value := attribute(e, "val")
			switch e.name {
			case "abstractNum":
				abstract, list = attribute(e, "abstractNumId"), ""
			case "num":
				list = attribute(e, "numId")
			case "abstractNumId":
				if len(all.lists) < 10_000 {
					all.lists[list] = value
				}
			case "lvl", "lvlOverride":
				level, _ = strconv.Atoi(attribute(e, "ilvl"))
				mark = numbering{start: 1}
			case "start":
				mark.start, _ = strconv.Atoi(value)
			case "startOverride":
				if start, err := strconv.Atoi(value); err == nil && len(all.starts) < 10_000 {
					all.starts[listing{list, level}] = start
				}
			case "numFmt":
				mark.bullet, mark.blank = value == "bullet" || value == "none", value == "none"
			case "lvlText":
				mark.blank = mark.blank || mark.bullet && strings.TrimSpace(value) == ""
			}
		},
		end: func(e element) {
			if e.name == "lvl" && list == "" && len(all.levels) < 90_000 {
				all.levels[listing{abstract, level}] = mark
			}
		},
	})
	return all
}

// word is a document of Word that is being read.
type word struct {
	writer
	styles     map[string]style
	numberings numberings
	numbers    map[listing]int

	// skipped is how deep in elements that are not read.
	skipped int
	// inText: the characters are words. hidden: those of this run are not shown.
	inText, hidden bool
	// para is the paragraph, around are those around it: a box of text stands within a paragraph.
	para   wordParagraph
	around []wordParagraph
	inRun  bool
	// math is the formula that is read.
	math *wordMath
	// notes are those that were referred to; inNotes: the part that is read is one of notes.
	notes   []noteRef
	inNotes bool
}

// wordParagraph is what is known of a paragraph.
type wordParagraph struct {
	style   string
	heading int
	list    listing
	listed  bool
}

func (w *word) start(e element) {
	if w.skipped > 0 {
		w.skipped++
		return
	}
	switch e.name {
	case "del", "moveFrom", "Fallback", "instrText", "delText", "footnotePr", "sectPr", "rubyPr", "rt", "object":
		// A box of text may stand twice in the file, the second time for programs of old; furigana would be read after its word.
		w.skipped = 1
		return
	}
	if w.math != nil || e.name == "oMath" {
		w.startMath(e)
		return
	}
	value := attribute(e, "val")
	switch e.name {
	case "vertAlign":
		if w.inRun {
			switch value {
			case "superscript":
				w.beginScript(superscript)
			case "subscript":
				w.beginScript(subscript)
			}
		}
	case "footnoteReference", "endnoteReference":
		if ref := (noteRef{strings.TrimSuffix(e.name, "Reference"), attribute(e, "id")}); !w.inNotes && len(w.notes) < maxNotes {
			w.endScripts(0)
			w.notes = append(w.notes, ref)
			w.put(noteMark(len(w.notes)))
		}
	case "txbxContent":
		if !w.inNotes {
			if strings.TrimSpace(w.words.String()) != "" {
				w.paragraph()
			}
			w.around = append(w.around, w.para)
		}
	case "p":
		if w.inNotes {
			w.put(" ")
		} else if ofText(e.space) {
			w.end() // a paragraph in a box of text stands within another
			w.para.style, w.para.heading, w.para.listed, w.para.list = "", 0, false, listing{}
		}
	case "pStyle":
		w.para.style = value
	case "outlineLvl":
		w.para.heading = outline(value)
	case "numId":
		w.para.list.list, w.para.listed = value, true
	case "ilvl":
		w.para.list.level, _ = strconv.Atoi(value)
	case "r":
		w.inRun, w.hidden = true, false
	case "vanish":
		if w.inRun {
			w.hidden = value != "0" && value != "false" && value != "off"
		}
	case "t":
		w.inText = true
	case "tab", "ptab":
		if w.inRun {
			w.put(" ")
		}
	case "br", "cr":
		if attribute(e, "type") == "" {
			w.newLine()
		} else {
			w.put(" ")
		}
	case "noBreakHyphen":
		w.put("-")
	case "tbl":
		w.beginTable()
	case "tr":
		w.beginRow()
	case "tc":
		w.beginCell()
	}
}

func (w *word) finish(e element) {
	if w.skipped > 0 {
		w.skipped--
		return
	}
	if w.math != nil {
		w.finishMath(e)
		return
	}
	switch e.name {
	case "t":
		w.inText = false
	case "r":
		w.inRun, w.hidden = false, false
		w.endScripts(0)
	case "p":
		if ofText(e.space) && !w.inNotes {
			w.paragraph()
		}
	case "txbxContent":
		if n := len(w.around); n > 0 && !w.inNotes {
			w.end()
			w.para, w.around = w.around[n-1], w.around[:n-1]
			w.inRun, w.hidden = true, false
		}
	case "tbl":
		w.endTable()
	}
}

func (w *word) text(s string) error {
	if w.math != nil && w.skipped == 0 {
		return w.mathText(s)
	}
	if !w.inText || w.hidden || w.skipped > 0 {
		return nil
	}
	return w.say(s)
}

// paragraph ends a paragraph.
func (w *word) paragraph() {
	s := w.resolve(w.para.style)
	w.heading, w.writer.list = max(s.heading, w.para.heading), place{}
	l := w.para.list
	if !w.para.listed && s.list != nil {
		l, w.para.listed = *s.list, true
	}
	// Number 0 takes a paragraph out of the list of its style.
	if w.heading == 0 && w.para.listed && l.list != "0" && l.list != "" && strings.TrimSpace(w.words.String()) != "" {
		l.level = min(max(l.level, 0), deepest)
		if w.numbers == nil {
			w.numbers = map[listing]int{}
		}
		if len(w.numbers) > 10_000 {
			clear(w.numbers)
		}
		mark := w.numberings.of(l)
		w.writer.list = place{depth: l.level + 1, ordered: !mark.bullet}
		if mark.blank {
			w.endParagraph()
			return
		}
		if _, begun := w.numbers[l]; !begun {
			w.numbers[l] = max(mark.start, 0) - 1
		}
		w.numbers[l]++
		for deeper := l.level + 1; deeper <= deepest; deeper++ {
			delete(w.numbers, listing{l.list, deeper})
		}
		w.writer.list.number, w.writer.list.first = w.numbers[l], true
	}
	w.endParagraph()
}

func (w *word) endParagraph() {
	w.end()
	w.heading, w.writer.list = 0, place{}
	w.para.style, w.para.heading, w.para.listed = "", 0, false
}

// ofText tells the paragraphs of a text from those of drawings. Strict files have a name space of their own.
func ofText(space string) bool {
	return strings.Contains(space, "wordprocessingml")
}

// walk walks a part.
func (p *parts) walk(ctx context.Context, name string, e elements) error {
	if p.files[name] == nil {
		return errNoPart
	}
	r, err := p.open(name)
	if err != nil {
		return err
	}
	defer r.Close()
	return walk(ctx, r, e)
}
