package export

import (
	"archive/zip"
	"encoding/xml"
	"io"
	"strings"
	"unicode"
)

// The parts of a document of Word (ECMA-376, part 1) that are always the same.
var wordParts = []struct{ name, text string }{
	{"[Content_Types].xml", xml.Header + `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
		`<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
		`<Default Extension="xml" ContentType="application/xml"/>` +
		`<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/>` +
		`<Override PartName="/word/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.styles+xml"/>` +
		`<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/></Types>`},
	{"_rels/.rels", xml.Header + `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">` +
		`<Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/>` +
		`<Relationship Id="rId2" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/></Relationships>`},
	{"word/_rels/document.xml.rels", xml.Header + `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">` +
		`<Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>`},
	{"word/styles.xml", xml.Header + `<w:styles xmlns:w="` + wordSpace + `">` +
		`<w:docDefaults><w:rPrDefault><w:rPr><w:sz w:val="22"/><w:szCs w:val="22"/></w:rPr></w:rPrDefault>` +
		`<w:pPrDefault><w:pPr><w:spacing w:after="120" w:line="276" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults>` +
		`<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>` +
		`<w:style w:type="paragraph" w:styleId="Title"><w:name w:val="Title"/><w:basedOn w:val="Normal"/><w:pPr><w:spacing w:after="240"/></w:pPr>` +
		`<w:rPr><w:b/><w:sz w:val="36"/><w:szCs w:val="36"/></w:rPr></w:style>` +
		`<w:style w:type="character" w:styleId="Speaker"><w:name w:val="Speaker"/><w:rPr><w:b/></w:rPr></w:style>` +
		`<w:style w:type="character" w:styleId="Time"><w:name w:val="Time"/><w:rPr><w:color w:val="707070"/></w:rPr></w:style></w:styles>`},
}

const wordSpace = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"

// writeWord writes a document of Word: the title, then a paragraph for each line, or for what belongs together if there are no times.
// Two languages stand side by side in a table.
func writeWord(w io.Writer, d Document, o Options) error {
	var b strings.Builder
	b.WriteString(xml.Header + `<w:document xmlns:w="` + wordSpace + `"><w:body>`)
	if d.Title != "" {
		b.WriteString(`<w:p><w:pPr><w:pStyle w:val="Title"/>` + direction(d.Title) + `</w:pPr>` + run("", d.Title) + `</w:p>`)
	}
	switch {
	case o.Language == Both:
		wordTable(&b, d, o)
	case o.Times:
		for _, l := range d.Lines {
			wordParagraph(&b, Clock(l.Start), l.Speaker, l.Text)
		}
	default:
		for _, p := range paragraphs(d) {
			wordParagraph(&b, "", p.speaker, joined(p.text))
		}
	}
	// A page of A4 with margins of 2.5 cm, in twentieths of a point.
	b.WriteString(`<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1417" w:right="1417" w:bottom="1417" w:left="1417" w:header="708" w:footer="708" w:gutter="0"/></w:sectPr></w:body></w:document>`)
	core := xml.Header + `<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>` +
		escaped(d.Title) + `</dc:title></cp:coreProperties>`

	z := zip.NewWriter(w)
	part := func(name, text string) error {
		f, err := z.Create(name)
		if err != nil {
			return err
		}
		_, err = io.WriteString(f, text)
		return err
	}
	for _, p := range wordParts {
		if err := part(p.name, p.text); err != nil {
			return err
		}
	}
	if err := part("docProps/core.xml", core); err != nil {
		return err
	}
	if err := part("word/document.xml", b.String()); err != nil {
		return err
	}
	return z.Close()
}

func wordParagraph(b *strings.Builder, clock, speaker, text string) {
	b.WriteString(`<w:p><w:pPr>` + direction(text) + `</w:pPr>`)
	if clock != "" {
		b.WriteString(run("Time", "["+clock+"] "))
	}
	if speaker != "" {
		b.WriteString(run("Speaker", speaker+": "))
	}
	b.WriteString(run("", text) + `</w:p>`)
}

func wordTable(b *strings.Builder, d Document, o Options) {
	widths := []string{"4536", "4536"}
	if o.Times {
		widths = []string{"1072", "4000", "4000"}
	}
	b.WriteString(`<w:tbl><w:tblPr><w:tblW w:w="9072" w:type="dxa"/><w:tblLayout w:type="fixed"/></w:tblPr><w:tblGrid>`)
	for _, width := range widths {
		b.WriteString(`<w:gridCol w:w="` + width + `"/>`)
	}
	b.WriteString(`</w:tblGrid>`)
	for _, l := range d.Lines {
		// A row is not parted between two pages.
		b.WriteString(`<w:tr><w:trPr><w:cantSplit/></w:trPr>`)
		column := 0
		cell := func(fill func()) {
			b.WriteString(`<w:tc><w:tcPr><w:tcW w:w="` + widths[column] + `" w:type="dxa"/></w:tcPr>`)
			fill()
			b.WriteString(`</w:tc>`)
			column++
		}
		if o.Times {
			cell(func() { b.WriteString(`<w:p>` + run("Time", Clock(l.Start)) + `</w:p>`) })
		}
		cell(func() { wordParagraph(b, "", l.Speaker, l.Text) })
		cell(func() { wordParagraph(b, "", "", l.Translation) })
		b.WriteString(`</w:tr>`)
	}
	b.WriteString(`</w:tbl><w:p/>`)
}

// run is a text in a style of characters.
func run(style, text string) string {
	if text == "" {
		return ""
	}
	marks := ""
	if style != "" {
		marks = `<w:rStyle w:val="` + style + `"/>`
	}
	if rightToLeft(text) {
		marks += `<w:rtl/>`
	}
	if marks != "" {
		marks = `<w:rPr>` + marks + `</w:rPr>`
	}
	return `<w:r>` + marks + `<w:t xml:space="preserve">` + escaped(text) + `</w:t></w:r>`
}

// direction says of a paragraph that it is written from right to left.
func direction(text string) string {
	if rightToLeft(text) {
		return `<w:bidi/>`
	}
	return ""
}

// rightToLeft reports whether the first letter of a text is of a script that is written so.
func rightToLeft(text string) bool {
	for _, r := range text {
		if unicode.IsLetter(r) {
			return unicode.In(r, unicode.Arabic, unicode.Hebrew, unicode.Syriac, unicode.Thaana, unicode.Nko, unicode.Adlam)
		}
	}
	return false
}

// escaped is a text as XML.
func escaped(s string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(s)) // a Builder takes everything
	return b.String()
}
