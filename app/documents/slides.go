package documents

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// maxSlides is the maximum number of slides.
const maxSlides = 1000

// readSlides reads a presentation of Office Open XML: for each slide its title, texts, tables and
// the speaker's notes.
func readSlides(file *source, p *parts, main string) (Document, error) {
	s := &slides{ctx: file.ctx, p: p, writer: file.options.writer()}
	targets := relations(file.ctx, p, main)
	var order []string
	if err := p.walk(file.ctx, main, elements{start: func(e element) {
		if e.name == "sldId" {
			order = append(order, relationID(e))
		}
	}, enough: func() bool { return len(order) > 50_000 }}); err != nil {
		return Document{}, err
	}
	for i, id := range order {
		if i == maxSlides {
			s.cuts = append(s.cuts, Omission{Kind: OmittedSlides, Kept: i, Of: len(order)})
			s.write(block{text: fmt.Sprintf("(The slides after these %d are left out.)", i)})
			break
		}
		if name := targets[id].name; p.has(name) {
			if err := s.slide(i+1, name); err != nil {
				return Document{}, err
			}
		}
	}
	return Document{
		Title: readProperty(file.ctx, p, "docProps/core.xml", "title"), Text: s.String(),
		Markdown: true, Cuts: s.cuts,
	}, nil
}

// slides is the state of reading a presentation.
type slides struct {
	writer
	ctx context.Context
	p   *parts
	// title is the title of the slide.
	title strings.Builder
}

// slide reads a slide with its diagrams and notes.
func (s *slides) slide(number int, name string) error {
	one := &slides{ctx: s.ctx, p: s.p, writer: s.part()}
	targets := relations(s.ctx, s.p, name)
	if err := one.shapes(name, false); err != nil {
		return err
	}
	if err := readDrawn(s.ctx, s.p, &one.writer, name, "/diagramData"); err != nil {
		return err
	}
	if notes := targetOf(targets, "/notesSlide"); s.p.has(notes) {
		if err := one.shapes(notes, true); err != nil {
			return err
		}
	}
	heading := "Slide " + strconv.Itoa(number)
	if title := strings.Join(strings.Fields(one.title.String()), " "); title != "" {
		heading += ": " + title
	}
	s.write(block{heading: 2, text: heading})
	s.append(&one.writer)
	s.size = one.size
	return nil
}

// readDrawn writes the texts of a part's drawings of a kind, such as diagrams.
func readDrawn(ctx context.Context, p *parts, w *writer, of, kind string) error {
	targets := relations(ctx, p, of)
	for _, id := range slices.Sorted(maps.Keys(targets)) {
		r := targets[id]
		if !strings.HasSuffix(r.kind, kind) || !p.has(r.name) {
			continue
		}
		one := &slides{ctx: ctx, p: p, writer: w.part()}
		if err := one.passOver(one.shapes(r.name, false), "A drawing"); err != nil {
			return err
		}
		w.append(&one.writer)
		w.size = one.size
	}
	return nil
}

func isTitle(kind string) bool { return kind == "title" || kind == "ctrTitle" }

// shape is the state of reading a shape.
type shape struct {
	kind   string // its placeholder type
	frame  bool   // the shape holds a table or a drawing
	listed bool   // its paragraphs are list items by default
	level  int
	plain  bool // the paragraph has no bullet
	inText bool
}

// shapes reads the texts of a slide's shapes, or of its notes.
func (s *slides) shapes(name string, notes bool) error {
	var sh shape
	skipped, said := 0, false
	err := s.p.walk(s.ctx, name, elements{
		start: func(e element) {
			if skipped > 0 || e.name == "Fallback" {
				skipped++
				return
			}
			switch e.name {
			case "sp", "pt":
				s.end()
				sh = shape{}
			case "graphicFrame":
				s.end()
				sh = shape{frame: true}
			case "ph":
				sh.kind = attribute(e, "type")
				sh.listed = !notes && (sh.kind == "" || sh.kind == "body" || sh.kind == "obj")
			case "pPr":
				sh.level, _ = strconv.Atoi(attribute(e, "lvl"))
			case "buNone":
				sh.plain = true
			case "buChar", "buAutoNum":
				sh.listed = !notes
			case "tbl":
				if notes && !said {
					said = true
					s.put("Notes:")
				}
				s.beginTable()
			case "tr":
				s.beginRow()
			case "tc":
				s.beginCell()
			case "rPr":
				switch v, _ := strconv.Atoi(attribute(e, "baseline")); {
				case v > 0:
					s.beginScript(superscript)
				case v < 0:
					s.beginScript(subscript)
				}
			case "t":
				sh.inText = true
			case "br":
				s.title.WriteByte(' ')
				s.newLine()
			}
		},
		end: func(e element) {
			if skipped > 0 {
				skipped--
				return
			}
			switch e.name {
			case "t":
				sh.inText = false
			case "r":
				s.endScripts(0)
			case "p":
				if sh.listed && !sh.plain && s.table == nil {
					s.list = place{depth: min(max(sh.level, 0)+1, deepest), first: true}
				}
				s.end()
				s.list, sh.plain, sh.level = place{}, false, 0
			case "tbl":
				s.endTable()
			}
		},
		text: func(t string) error {
			if !sh.inText || skipped > 0 {
				return nil
			}
			switch {
			case !notes && isTitle(sh.kind):
				if s.title.Len() < 1000 {
					s.title.WriteString(t)
				}
				return s.count(t)
			case notes && !sh.frame && sh.kind != "body", sh.kind == "sldNum", sh.kind == "dt", sh.kind == "ftr":
				return nil
			}
			if notes && !said {
				said = true
				s.put("Notes: ")
			}
			return s.say(t)
		},
	})
	s.end()
	for s.table != nil {
		s.endTable()
	}
	return err
}
