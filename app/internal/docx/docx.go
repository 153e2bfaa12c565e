// Package docx writes Word documents (ECMA-376) with paragraphs, tables and pictures. All text is
// untrusted and escaped, so that it cannot become an element of the document.
package docx

import (
	"archive/zip"
	"encoding/xml"
	"fmt"
	"io"
	"strconv"
	"strings"

	"parlando/app/direction"
)

// Document is a document under construction. The zero value is empty.
type Document struct {
	// Title is the title in the document properties; it does not appear in the text.
	Title string

	body     strings.Builder
	links    map[string]int
	targets  []string
	pictures []Picture
}

// Run is text in one style. "\n" is a line break, "\t" a tab.
type Run struct {
	Text string
	// Style is a character style: "Speaker", "Time" or "" for none.
	Style                      string
	Bold, Italic, Strike, Mono bool
	// Link is the address of a link, "" for none. The caller must have checked it.
	Link string
}

// Paragraph is one paragraph.
type Paragraph struct {
	// Style is "Title", "Heading1" to "Heading6", "Name", "Code", or "" for body text.
	Style string
	// Indent is the indentation in steps of 0.75 cm. Marker is placed in the last step before the
	// text.
	Indent int
	Marker string
	// Align is "", "center" or "right"; Line draws a line below, Close reduces the space to the
	// next paragraph.
	Align       string
	Line, Close bool
	// Bar is the color of a bar before the text, such as "1F7A68", "" for none.
	Bar  string
	Runs []Run
}

// Table is a table whose first Head rows are repeated on each page.
type Table struct {
	// Widths are the column widths in twentieths of a point; together at most TextWidth.
	Widths []int
	Head   int
	// Lined draws lines around the cells.
	Lined bool
	// RightToLeft puts the first column at the right.
	RightToLeft bool
	// Rows are the rows, each with a cell for each width; a cell is a list of paragraphs.
	Rows [][][]Paragraph
}

// Picture is a PNG or JPEG file, width and height in pixels.
type Picture struct {
	Data          []byte
	MIME, Name    string
	Width, Height int
}

// TextWidth is the width of the text on a page: A4 with margins of 2.5 cm, in twentieths of a
// point.
const TextWidth = 9072

const (
	// step is one step of indentation, in twentieths of a point.
	step = 425
	// emuPerPixel is the size of a pixel at 96 dpi, in English metric units.
	emuPerPixel = 9525
	// widest and highest are the maximum size of a picture in English metric units: 16 by 22 cm.
	widest, highest = 5760000, 7920000
)

const space = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"

const relationships = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

// parts are the constant parts of every document.
var parts = []struct{ name, text string }{
	{"[Content_Types].xml", xml.Header + `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
		`<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
		`<Default Extension="xml" ContentType="application/xml"/>` +
		`<Default Extension="png" ContentType="image/png"/><Default Extension="jpg" ContentType="image/jpeg"/>` +
		`<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/>` +
		`<Override PartName="/word/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.styles+xml"/>` +
		`<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/></Types>`},
	{"_rels/.rels", xml.Header + `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">` +
		`<Relationship Id="rId1" Type="` + relationships + `/officeDocument" Target="word/document.xml"/>` +
		`<Relationship Id="rId2" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/></Relationships>`},
	{"word/styles.xml", xml.Header + `<w:styles xmlns:w="` + space + `">` +
		`<w:docDefaults><w:rPrDefault><w:rPr><w:sz w:val="22"/><w:szCs w:val="22"/></w:rPr></w:rPrDefault>` +
		`<w:pPrDefault><w:pPr><w:spacing w:after="120" w:line="276" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults>` +
		`<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>` +
		`<w:style w:type="paragraph" w:styleId="Title"><w:name w:val="Title"/><w:basedOn w:val="Normal"/><w:pPr><w:spacing w:after="240"/></w:pPr>` +
		`<w:rPr><w:b/><w:sz w:val="36"/><w:szCs w:val="36"/></w:rPr></w:style>` +
		headings() +
		`<w:style w:type="paragraph" w:styleId="Name"><w:name w:val="Name"/><w:basedOn w:val="Normal"/><w:pPr><w:keepNext/><w:spacing w:before="240" w:after="60"/></w:pPr>` +
		`<w:rPr><w:b/><w:color w:val="707070"/></w:rPr></w:style>` +
		`<w:style w:type="paragraph" w:styleId="Code"><w:name w:val="Code"/><w:basedOn w:val="Normal"/>` +
		`<w:pPr><w:shd w:val="clear" w:color="auto" w:fill="F2F2F2"/><w:spacing w:line="240" w:lineRule="auto"/></w:pPr>` +
		`<w:rPr>` + monospaced + `<w:sz w:val="19"/><w:szCs w:val="19"/></w:rPr></w:style>` +
		`<w:style w:type="character" w:styleId="Speaker"><w:name w:val="Speaker"/><w:rPr><w:b/></w:rPr></w:style>` +
		`<w:style w:type="character" w:styleId="Time"><w:name w:val="Time"/><w:rPr><w:color w:val="707070"/></w:rPr></w:style>` +
		`<w:style w:type="character" w:styleId="Hyperlink"><w:name w:val="Hyperlink"/><w:rPr><w:color w:val="0563C1"/><w:u w:val="single"/></w:rPr></w:style></w:styles>`},
}

const monospaced = `<w:rFonts w:ascii="Courier New" w:hAnsi="Courier New" w:cs="Courier New"/>`

// headings returns the heading styles, smaller with each level.
func headings() string {
	var b strings.Builder
	for i, size := range []int{32, 28, 25, 23, 22, 22} {
		fmt.Fprintf(&b, `<w:style w:type="paragraph" w:styleId="Heading%d"><w:name w:val="heading %d"/><w:basedOn w:val="Normal"/>`+
			`<w:pPr><w:keepNext/><w:spacing w:before="240" w:after="80"/><w:outlineLvl w:val="%d"/></w:pPr><w:rPr><w:b/><w:sz w:val="%d"/><w:szCs w:val="%d"/></w:rPr></w:style>`,
			i+1, i+1, i, size, size)
	}
	return b.String()
}

// Paragraph adds a paragraph.
func (d *Document) Paragraph(p Paragraph) { d.paragraph(&d.body, p) }

func (d *Document) paragraph(b *strings.Builder, p Paragraph) {
	var text strings.Builder
	for _, r := range p.Runs {
		if r.Style == "" { // only the text itself decides the direction, not a speaker or time
			text.WriteString(r.Text)
		}
	}
	rtl := direction.RightToLeft(text.String())
	b.WriteString(`<w:p><w:pPr>`)
	if p.Style != "" {
		b.WriteString(`<w:pStyle w:val="` + p.Style + `"/>`)
	}
	switch {
	case p.Line:
		b.WriteString(`<w:pBdr><w:bottom w:val="single" w:sz="6" w:space="1" w:color="A0A0A0"/></w:pBdr>`)
	case p.Bar != "":
		side := "left"
		if rtl {
			side = "right"
		}
		b.WriteString(`<w:pBdr><w:` + side + ` w:val="single" w:sz="18" w:space="8" w:color="` + p.Bar + `"/></w:pBdr>`)
	}
	if p.Marker != "" {
		fmt.Fprintf(b, `<w:tabs><w:tab w:val="left" w:pos="%d"/></w:tabs>`, p.Indent*step)
	}
	if rtl {
		b.WriteString(`<w:bidi/>`)
	}
	if p.Close {
		b.WriteString(`<w:spacing w:after="40"/>`)
	}
	if p.Indent > 0 {
		hanging := ""
		if p.Marker != "" {
			hanging = fmt.Sprintf(` w:hanging="%d"`, step)
		}
		fmt.Fprintf(b, `<w:ind w:left="%d"%s/>`, p.Indent*step, hanging)
	}
	if p.Align != "" {
		b.WriteString(`<w:jc w:val="` + p.Align + `"/>`)
	}
	b.WriteString(`</w:pPr>`)
	if p.Marker != "" {
		b.WriteString(run(Run{Text: p.Marker + "\t"}))
	}
	for _, r := range p.Runs {
		if r.Link == "" {
			b.WriteString(run(r))
			continue
		}
		r.Style = "Hyperlink"
		fmt.Fprintf(b, `<w:hyperlink r:id="link%d">%s</w:hyperlink>`, d.link(r.Link), run(r))
	}
	b.WriteString(`</w:p>`)
}

// link returns the relationship ID of a link address.
func (d *Document) link(address string) int {
	if n, ok := d.links[address]; ok {
		return n
	}
	if d.links == nil {
		d.links = map[string]int{}
	}
	d.targets = append(d.targets, address)
	d.links[address] = len(d.targets)
	return len(d.targets)
}

// Table adds a table.
func (d *Document) Table(t Table) {
	b := &d.body
	b.WriteString(`<w:tbl><w:tblPr>`)
	if t.RightToLeft {
		b.WriteString(`<w:bidiVisual/>`)
	}
	b.WriteString(`<w:tblW w:w="` + strconv.Itoa(sum(t.Widths)) + `" w:type="dxa"/>`)
	if t.Lined {
		b.WriteString(`<w:tblBorders>`)
		for _, side := range []string{"top", "left", "bottom", "right", "insideH", "insideV"} {
			b.WriteString(`<w:` + side + ` w:val="single" w:sz="4" w:space="0" w:color="A0A0A0"/>`)
		}
		b.WriteString(`</w:tblBorders>`)
	}
	b.WriteString(`<w:tblLayout w:type="fixed"/></w:tblPr><w:tblGrid>`)
	for _, width := range t.Widths {
		b.WriteString(`<w:gridCol w:w="` + strconv.Itoa(width) + `"/>`)
	}
	b.WriteString(`</w:tblGrid>`)
	for i, row := range t.Rows {
		b.WriteString(`<w:tr><w:trPr><w:cantSplit/>`) // do not split a row between pages
		if i < t.Head {
			b.WriteString(`<w:tblHeader/>`)
		}
		b.WriteString(`</w:trPr>`)
		for j, cell := range row {
			b.WriteString(`<w:tc><w:tcPr><w:tcW w:w="` + strconv.Itoa(t.Widths[j]) + `" w:type="dxa"/></w:tcPr>`)
			for _, p := range cell {
				d.paragraph(b, p)
			}
			if len(cell) == 0 {
				b.WriteString(`<w:p/>`)
			}
			b.WriteString(`</w:tc>`)
		}
		b.WriteString(`</w:tr>`)
	}
	b.WriteString(`</w:tbl><w:p/>`)
}

func sum(numbers []int) (all int) {
	for _, n := range numbers {
		all += n
	}
	return all
}

// Picture adds a picture in its own paragraph at its original size, reduced if it exceeds the page.
func (d *Document) Picture(p Picture) {
	d.pictures = append(d.pictures, p)
	n := len(d.pictures)
	w, h := max(p.Width, 1)*emuPerPixel, max(p.Height, 1)*emuPerPixel
	if w > widest {
		w, h = widest, max(h*widest/w, 1)
	}
	if h > highest {
		w, h = max(w*highest/h, 1), highest
	}
	name := escaped(p.Name)
	fmt.Fprintf(&d.body, `<w:p><w:r><w:drawing><wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent cx="%d" cy="%d"/><wp:docPr id="%d" name="%s" descr="%s"/>`+
		`<a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="%d" name="%s"/><pic:cNvPicPr/></pic:nvPicPr>`+
		`<pic:blipFill><a:blip r:embed="picture%d"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill>`+
		`<pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="%d" cy="%d"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`,
		w, h, n, name, name, n, name, n, w, h)
}

// file returns the file name of a picture within the document.
func (p Picture) file(n int) string {
	ext := "png"
	if p.MIME == "image/jpeg" {
		ext = "jpg"
	}
	return fmt.Sprintf("media/picture%d.%s", n, ext)
}

// Write writes the document. The error is that of w.
func (d *Document) Write(w io.Writer) error {
	z := zip.NewWriter(w)
	part := func(name string, data ...string) error {
		f, err := z.Create(name)
		for _, s := range data {
			if err == nil {
				_, err = io.WriteString(f, s)
			}
		}
		return err
	}
	for _, p := range parts {
		if err := part(p.name, p.text); err != nil {
			return err
		}
	}
	var rels strings.Builder
	rels.WriteString(xml.Header + `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">` +
		`<Relationship Id="rId1" Type="` + relationships + `/styles" Target="styles.xml"/>`)
	for i, target := range d.targets {
		fmt.Fprintf(&rels, `<Relationship Id="link%d" Type="`+relationships+`/hyperlink" Target="%s" TargetMode="External"/>`, i+1, escaped(target))
	}
	for i, p := range d.pictures {
		fmt.Fprintf(&rels, `<Relationship Id="picture%d" Type="`+relationships+`/image" Target="%s"/>`, i+1, p.file(i+1))
		if err := part("word/"+p.file(i+1), string(p.Data)); err != nil {
			return err
		}
	}
	rels.WriteString(`</Relationships>`)
	if err := part("word/_rels/document.xml.rels", rels.String()); err != nil {
		return err
	}
	if err := part("docProps/core.xml", xml.Header+`<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" `+
		`xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>`+escaped(d.Title)+`</dc:title></cp:coreProperties>`); err != nil {
		return err
	}
	if err := part("word/document.xml",
		xml.Header+`<w:document xmlns:w="`+space+`" xmlns:r="`+relationships+`" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" `+
			`xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><w:body>`,
		d.body.String(),
		`<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1417" w:right="1417" w:bottom="1417" w:left="1417" w:header="708" w:footer="708" w:gutter="0"/></w:sectPr></w:body></w:document>`); err != nil {
		return err
	}
	return z.Close()
}

// run returns a run as XML, "" for an empty one.
func run(r Run) string {
	if r.Text == "" {
		return ""
	}
	marks := ""
	if r.Style != "" {
		marks = `<w:rStyle w:val="` + r.Style + `"/>`
	}
	if r.Mono {
		marks += monospaced
	}
	for _, m := range []struct {
		on   bool
		mark string
	}{{r.Bold, `<w:b/>`}, {r.Italic, `<w:i/>`}, {r.Strike, `<w:strike/>`}, {direction.RightToLeft(r.Text), `<w:rtl/>`}} {
		if m.on {
			marks += m.mark
		}
	}
	if marks != "" {
		marks = `<w:rPr>` + marks + `</w:rPr>`
	}
	var b strings.Builder
	b.WriteString(`<w:r>` + marks)
	for rest := r.Text; rest != ""; {
		i := strings.IndexAny(rest, "\n\t")
		text := rest
		if i >= 0 {
			text = rest[:i]
		}
		if text != "" {
			b.WriteString(`<w:t xml:space="preserve">` + escaped(text) + `</w:t>`)
		}
		if i < 0 {
			break
		}
		if rest[i] == '\n' {
			b.WriteString(`<w:br/>`)
		} else {
			b.WriteString(`<w:tab/>`)
		}
		rest = rest[i+1:]
	}
	b.WriteString(`</w:r>`)
	return b.String()
}

// escaped returns a text escaped for XML.
func escaped(s string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(s)) // a Builder never fails
	return b.String()
}
