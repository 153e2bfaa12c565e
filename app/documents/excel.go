package documents

import (
	"context"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
)

// readExcel reads an Office Open XML workbook: each visible worksheet as a table of displayed
// values. A formula is read as its stored result, or as the formula itself if no result is stored.
// Macros, links to other files, charts and pictures are skipped.
func readExcel(file *source, p *parts, main string) (Document, error) {
	w := file.options.writer()
	x := &workbook{ctx: file.ctx, p: p, w: &w, targets: relations(file.ctx, p, main)}
	if err := p.walk(file.ctx, main, elements{start: x.describe}); err != nil {
		return Document{}, err
	}
	x.formats = readCellFormats(file.ctx, p, x.target("/styles"))
	x.readStrings(x.target("/sharedStrings"))
	if err := x.readSheets(); err != nil {
		return Document{}, err
	}
	return Document{
		Title: readProperty(file.ctx, p, "docProps/core.xml", "title"), Text: x.w.String(),
		Markdown: true, Cuts: x.w.cuts,
	}, nil
}

// workbook is the state of reading an Excel file.
type workbook struct {
	ctx     context.Context
	p       *parts
	w       *writer
	targets map[string]relationTarget
	sheets  []sheetRef
	hidden  int
	more    int // sheets beyond maxSheets
	since04 bool
	formats []*cellFormat
	// texts holds the shared strings concatenated, ends the end of each.
	texts []byte
	ends  []uint32
	// missing counts the cells and comments whose text was not read because of the limits.
	missing int
}

type sheetRef struct{ name, relation string }

// target returns the part of the first relation of that kind, "" if there is none.
func (x *workbook) target(kind string) string { return targetOf(x.targets, kind) }

// describe reads the list of sheets.
func (x *workbook) describe(e element) {
	switch e.name {
	case "workbookPr":
		x.since04 = isTrue(attribute(e, "date1904"))
	case "sheet":
		switch state := attribute(e, "state"); {
		case state == "hidden" || state == "veryHidden":
			x.hidden++
		case len(x.sheets) >= maxSheets:
			x.more++
		default:
			x.sheets = append(x.sheets, sheetRef{attribute(e, "name"), attribute(e, "id")})
		}
	}
}

// The limits of shared strings: their total size in bytes, and their number.
const (
	maxStringBytes = 16 << 20
	maxStrings     = 2 << 20
)

// readStrings reads the shared strings, up to the limits.
func (x *workbook) readStrings(name string) {
	inText, skipped := false, 0
	_ = x.p.walk(x.ctx, name, elements{
		start: func(e element) {
			switch {
			case skipped > 0 || e.name == "rPh": // phonetic guide
				skipped++
			default:
				inText = e.name == "t"
			}
		},
		end: func(e element) {
			switch {
			case skipped > 0:
				skipped--
			case e.name == "t":
				inText = false
			case e.name == "si":
				x.ends = append(x.ends, uint32(len(x.texts)))
			}
		},
		text: func(s string) error {
			if inText && skipped == 0 {
				x.texts = append(x.texts, s...)
			}
			return nil
		},
		enough: func() bool { return len(x.texts) > maxStringBytes || len(x.ends) >= maxStrings },
	})
}

// shared returns a shared string by its number.
func (x *workbook) shared(number string) string {
	i, err := strconv.Atoi(strings.TrimSpace(number))
	if err != nil || i < 0 || i >= len(x.ends) {
		x.missing++
		return ""
	}
	from := uint32(0)
	if i > 0 {
		from = x.ends[i-1]
	}
	return string(x.texts[from:x.ends[i]])
}

func (x *workbook) readSheets() error {
	rows := 0
	for i, s := range x.sheets {
		r := x.targets[s.relation]
		if !strings.HasSuffix(r.kind, "/worksheet") || !x.p.has(r.name) {
			continue // a chart
		}
		left := x.w.most - x.w.size
		if left < x.w.most/20 || rows > maxWorkbookRows {
			x.more += len(x.sheets) - i
			x.sheets = x.sheets[:i]
			break
		}
		g, err := x.readSheet(r.name, left*9/10)
		if err != nil {
			return err
		}
		rows += len(g.rows)
		cuts, err := g.write(x.w, s.name)
		if err != nil {
			return err
		}
		beside := x.w.part()
		if err := x.readBeside(r.name, &beside); err != nil {
			return err
		}
		if len(g.rows) == 0 && beside.some {
			x.w.write(block{heading: 2, text: s.name})
		}
		x.w.append(&beside)
		x.w.size = beside.size
		x.w.cuts = append(x.w.cuts, cuts...)
	}
	if x.more > 0 {
		x.w.cuts = append(x.w.cuts, Omission{Kind: OmittedSheets, Kept: len(x.sheets), Of: len(x.sheets) + x.more})
		x.w.write(block{text: fmt.Sprintf("(The worksheets after these %d are left out.)", len(x.sheets))})
	}
	x.w.hiddenSheets(x.hidden)
	if x.missing > 0 {
		x.w.cuts = append(x.w.cuts, Omission{Kind: OmittedCells, Kept: x.missing})
	}
	return nil
}

// readBeside writes the text boxes and cell comments of a worksheet.
func (x *workbook) readBeside(sheet string, w *writer) error {
	if err := readDrawn(x.ctx, x.p, w, sheet, "/drawing"); err != nil {
		return err
	}
	name := targetOf(relations(x.ctx, x.p, sheet), "/comments")
	if !x.p.has(name) {
		return nil
	}
	inText, skipped, begun := false, 0, false
	err := x.p.walk(x.ctx, name, elements{
		start: func(e element) {
			if skipped > 0 || e.name == "rPh" {
				skipped++
				return
			}
			inText = e.name == "t"
			switch {
			case e.name != "comment":
			case w.size > w.most*19/20:
				x.missing++
			default:
				w.put("Note at " + attribute(e, "ref") + ": ")
				begun = true
			}
		},
		end: func(e element) {
			switch {
			case skipped > 0:
				skipped--
			case e.name == "comment":
				w.end()
				begun = false
			}
			inText = false
		},
		text: func(s string) error {
			if !inText || !begun || skipped > 0 {
				return nil
			}
			return w.say(s)
		},
	})
	return w.passOver(err, "A note")
}

// maxWorkbookRows is the total number of rows after which no further sheet is read.
const maxWorkbookRows = 50_000

// maxSheetXML limits the size of a worksheet's XML in bytes. maxRows rows of maxColumns cells take
// about six million.
const maxSheetXML = 10 << 20

// sheetCell is the current cell.
type sheetCell struct {
	open, kept             bool
	column                 int
	kind                   string
	style                  int
	value, inline, formula []byte
}

// maxExcelColumn is the number of columns of a worksheet.
const maxExcelColumn = 16_384

// readSheet reads the cells of a worksheet up to the limits.
func (x *workbook) readSheet(name string, most int) (*grid, error) {
	g := &grid{most: most}
	var c sheetCell
	next, skipped := 0, 0
	var into *[]byte
	more, err := x.p.walkBeginning(x.ctx, name, maxSheetXML, elements{
		start: func(e element) {
			if skipped > 0 {
				skipped++
				return
			}
			into = nil
			switch e.name {
			case "row":
				next = 0
				g.beginRow(isTrue(attribute(e, "hidden")))
			case "c":
				c = sheetCell{
					open: true, kept: len(g.row) < maxColumns, column: next, value: c.value[:0],
					inline: c.inline[:0], formula: c.formula[:0],
				}
				if column, ok := columnOf(attribute(e, "r")); ok {
					c.column = column
				}
				next = c.column + 1
				if c.kept {
					c.kind = attribute(e, "t")
					c.style, _ = strconv.Atoi(attribute(e, "s"))
				}
			case "rPh":
				skipped = 1
			case "v":
				into = &c.value
			case "t":
				into = &c.inline
			case "f":
				into = &c.formula
			default:
				g.describe(e)
			}
			if !c.open || !c.kept {
				into = nil
			}
		},
		end: func(e element) {
			if skipped > 0 {
				skipped--
				return
			}
			into = nil
			switch e.name {
			case "c":
				if c.kept {
					g.add(c.column, x.shown(&c))
				} else if len(c.value) > 0 || next > maxColumns {
					g.moreColumns = true
				}
				c.open = false
			case "row":
				g.sorted()
				g.endRow(1)
			}
		},
		text: func(s string) error {
			if into != nil && len(*into) < maxCellText {
				*into = append(*into, s...)
			}
			return nil
		},
		enough: func() bool { return g.moreRows || next > maxExcelColumn+1 },
	})
	g.sorted()
	g.endRow(1)
	g.moreRows = g.moreRows || more // rows, or cells of a row, were left out
	return g, err
}

// shown returns the displayed text of a cell.
func (x *workbook) shown(c *sheetCell) string {
	value := string(c.value)
	var format *cellFormat
	if c.style >= 0 && c.style < len(x.formats) {
		format = x.formats[c.style]
	}
	switch c.kind {
	case "s":
		return format.text(x.shared(value))
	case "inlineStr":
		return format.text(string(c.inline))
	case "str":
		return format.text(value)
	case "b":
		if strings.TrimSpace(value) == "1" {
			return "TRUE"
		}
		return "FALSE"
	case "e", "d":
		return value
	}
	if value == "" {
		if len(c.formula) > 0 {
			return "=" + string(c.formula)
		}
		return ""
	}
	if format == nil && len(value) < 15 && strings.Trim(value, "0123456789") == "" {
		return value // the usual case, without parsing
	}
	number, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
	if err != nil || math.IsInf(number, 0) || math.IsNaN(number) {
		return value
	}
	return format.show(number, x.since04)
}

// describe reads the properties of a worksheet: its size, hidden columns and merged cells.
func (g *grid) describe(e element) {
	switch e.name {
	case "dimension":
		g.of = rowsOf(attribute(e, "ref"))
	case "col":
		from, _ := strconv.Atoi(attribute(e, "min"))
		to, _ := strconv.Atoi(attribute(e, "max"))
		g.describeColumns(from-1, to-1, isTrue(attribute(e, "hidden")))
	case "mergeCell":
		if ref := attribute(e, "ref"); cellRange.MatchString(ref) {
			g.merge(ref)
		}
	}
}

// cellRange matches the reference of a range of cells.
var cellRange = regexp.MustCompile(`^[A-Z]{1,3}[0-9]{1,7}:[A-Z]{1,3}[0-9]{1,7}$`)

func isTrue(value string) bool { return value == "1" || value == "true" }

// columnName returns the letters of a column, counted from 0.
func columnName(column int) string {
	return place{number: column + 1, letters: 'A'}.label()
}

// columnOf returns the column of a reference such as XFD1048576, counted from 0.
func columnOf(ref string) (column int, ok bool) {
	for i := 0; i < len(ref) && i < 4 && ref[i] >= 'A' && ref[i] <= 'Z'; i++ {
		column = column*26 + int(ref[i]-'A') + 1
	}
	return column - 1, column > 0
}

// rowsOf returns the number of rows in a range such as A1:H200, 0 for any other reference.
func rowsOf(ref string) int {
	_, last, ok := strings.Cut(ref, ":")
	if !ok {
		return 0
	}
	n, _ := strconv.Atoi(strings.TrimLeft(last, "ABCDEFGHIJKLMNOPQRSTUVWXYZ$"))
	return n
}
