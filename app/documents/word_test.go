package documents

import (
	"archive/zip"
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const (
	w2006  = ` xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"`
	strict = ` xmlns:w="http://purl.oclc.org/ooxml/wordprocessingml/main"`
)

// zipped makes a zip of names and contents by turns.
func zipped(t testing.TB, pairs ...string) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := 0; i < len(pairs); i += 2 {
		f, err := z.Create(pairs[i])
		if err == nil {
			_, err = f.Write([]byte(pairs[i+1]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// asWord is a document of Word with this body.
func asWord(t testing.TB, body string) string {
	return zipped(t, "[Content_Types].xml", "<Types/>", "word/document.xml", "<w:document"+w2006+"><w:body>"+body+"</w:body></w:document>",
		"word/styles.xml", `<w:styles`+w2006+`>
			<w:style w:styleId="berschrift1"><w:name w:val="heading 1"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style>
			<w:style w:styleId="Kapitel"><w:name w:val="Kapitel"/><w:basedOn w:val="berschrift1"/></w:style>
			<w:style w:styleId="Punkte"><w:name w:val="List Bullet"/><w:pPr><w:numPr><w:numId w:val="7"/></w:numPr></w:pPr></w:style>
			<w:style w:styleId="Kreis"><w:basedOn w:val="Kreis2"/></w:style><w:style w:styleId="Kreis2"><w:basedOn w:val="Kreis"/></w:style>
			</w:styles>`,
		"word/numbering.xml", `<w:numbering`+w2006+`>
			<w:abstractNum w:abstractNumId="1"><w:lvl><w:numFmt w:val="bullet"/></w:lvl></w:abstractNum>
			<w:abstractNum w:abstractNumId="2"><w:lvl><w:numFmt w:val="decimal"/></w:lvl></w:abstractNum>
			<w:abstractNum w:abstractNumId="3"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val=" "/></w:lvl></w:abstractNum>
			<w:abstractNum w:abstractNumId="4"><w:lvl w:ilvl="0"><w:start w:val="5"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl>
				<w:lvl w:ilvl="1"><w:numFmt w:val="bullet"/><w:lvlText w:val="o"/></w:lvl></w:abstractNum>
			<w:abstractNum w:abstractNumId="5"><w:lvl w:ilvl="0"><w:start w:val="3"/><w:numFmt w:val="lowerLetter"/></w:lvl>
				<w:lvl w:ilvl="1"><w:numFmt w:val="upperRoman"/></w:lvl></w:abstractNum><w:num w:numId="12"><w:abstractNumId w:val="5"/></w:num>
			<w:num w:numId="9"><w:abstractNumId w:val="3"/></w:num><w:num w:numId="10"><w:abstractNumId w:val="4"/></w:num>
			<w:num w:numId="11"><w:abstractNumId w:val="4"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="2"/></w:lvlOverride></w:num>
			<w:num w:numId="7"><w:abstractNumId w:val="1"/></w:num><w:num w:numId="8"><w:abstractNumId w:val="2"/></w:num>
			</w:numbering>`)
}

func paragraphXML(style, text string) string {
	return `<w:p><w:pPr>` + style + `</w:pPr><w:r><w:t>` + text + `</w:t></w:r></w:p>`
}

func TestWord(t *testing.T) {
	pStyle := func(id string) string { return `<w:pStyle w:val="` + id + `"/>` }
	item := func(list, level string) string {
		return `<w:numPr><w:ilvl w:val="` + level + `"/><w:numId w:val="` + list + `"/></w:numPr>`
	}
	cell := func(text string) string { return `<w:tc>` + paragraphXML("", text) + `</w:tc>` }
	for name, c := range map[string]struct{ body, want string }{
		"a heading in any language":           {paragraphXML(pStyle("berschrift1"), "Eins"), "# Eins\n"},
		"a style based on a heading":          {paragraphXML(pStyle("Kapitel"), "Eins"), "# Eins\n"},
		"styles based on each other":          {paragraphXML(pStyle("Kreis"), "words"), "words\n"},
		"an outline level":                    {paragraphXML(`<w:outlineLvl w:val="2"/>`, "Deep"), "### Deep\n"},
		"an empty heading":                    {paragraphXML(pStyle("berschrift1"), " ") + paragraphXML("", "words"), "words\n"},
		"words in pieces":                     {`<w:p><w:r><w:t>Hel</w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t xml:space="preserve">lo </w:t></w:r><w:r><w:t>you</w:t></w:r></w:p>`, "Hello you\n"},
		"tabs, line ends and hyphens":         {`<w:p><w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t><w:noBreakHyphen/><w:t>d</w:t><w:br w:type="page"/></w:r></w:p>`, "a b  \nc-d\n"},
		"the stops of tabs are none":          {`<w:p><w:pPr><w:tabs><w:tab w:val="left"/></w:tabs></w:pPr><w:r><w:t>a</w:t></w:r></w:p>`, "a\n"},
		"what was struck out":                 {`<w:p><w:del><w:r><w:delText>no</w:delText></w:r></w:del><w:moveFrom><w:r><w:t>no</w:t></w:r></w:moveFrom><w:ins><w:r><w:t>yes</w:t></w:r></w:ins></w:p>`, "yes\n"},
		"what is hidden":                      {`<w:p><w:r><w:rPr><w:vanish/></w:rPr><w:t>no</w:t></w:r><w:r><w:rPr><w:vanish w:val="0"/></w:rPr><w:t>yes</w:t></w:r></w:p>`, "yes\n"},
		"the code of a field":                 {`<w:p><w:r><w:instrText>PAGE</w:instrText></w:r><w:r><w:t>3</w:t></w:r></w:p>`, "3\n"},
		"a box of text, once":                 {`<w:p><w:r><w:t>before</w:t></w:r><w:r><mc:AlternateContent><mc:Choice><wps:txbx><w:txbxContent>` + paragraphXML("", "boxed") + `</w:txbxContent></wps:txbx></mc:Choice><mc:Fallback>` + paragraphXML("", "boxed") + `</mc:Fallback></mc:AlternateContent></w:r><w:r><w:t>after</w:t></w:r></w:p>`, "before\n\nboxed\n\nafter\n"},
		"items":                               {paragraphXML(item("7", "0"), "a") + paragraphXML(item("7", "1"), "b") + paragraphXML(item("7", "0"), "c"), "-   a\n    -   b\n-   c\n"},
		"numbered items":                      {paragraphXML(item("8", "0"), "a") + paragraphXML(item("8", "1"), "b") + paragraphXML(item("8", "0"), "c") + paragraphXML(item("8", "1"), "d"), "1. a\n    1. b\n2. c\n    1. d\n"},
		"a second paragraph of an item":       {paragraphXML(item("8", "0"), "a") + paragraphXML(item("9", "0"), "more") + paragraphXML(item("8", "0"), "b"), "1. a\n\n    more\n\n2. b\n"},
		"bullets in numbered items":           {paragraphXML(item("10", "0"), "a") + paragraphXML(item("10", "1"), "b") + paragraphXML(item("10", "0"), "c") + paragraphXML(item("11", "0"), "d"), "5. a\n    -   b\n6. c\n2) d\n"},
		"items with letters":                  {paragraphXML(item("12", "0"), "a") + paragraphXML(item("12", "1"), "b"), "-   c. a\n    -   I. b\n"},
		"items by style":                      {paragraphXML(pStyle("Punkte"), "a"), "-   a\n"},
		"an item taken out of its list":       {paragraphXML(pStyle("Punkte")+`<w:numPr><w:numId w:val="0"/></w:numPr>`, "a"), "a\n"},
		"a first item that lies deep":         {paragraphXML(item("7", "5"), "a"), "-   a\n"},
		"a table":                             {`<w:tbl><w:tr>` + cell("a|b") + cell("c") + `</w:tr><w:tr>` + cell("d") + `<w:tc><w:p/></w:tc></w:tr></w:tbl>` + paragraphXML("", "end"), "| a\\|b | c |\n| --- | --- |\n| d |  |\n\nend\n"},
		"merged cells":                        {`<w:tbl><w:tr><w:tc><w:tcPr><w:gridSpan w:val="2"/></w:tcPr>` + paragraphXML("", "a") + `</w:tc>` + cell("b") + `</w:tr><w:tr>` + cell("c") + cell("d") + cell("e") + `</w:tr></w:tbl>`, "| a |  | b |\n| --- | --- | --- |\n| c | d | e |\n"},
		"a table for its looks":               {`<w:tbl><w:tr><w:tc>` + paragraphXML("", "one") + paragraphXML("", "two") + `</w:tc>` + cell("three") + `</w:tr></w:tbl>`, "one\n\ntwo\n\nthree\n"},
		"a table of one column":               {`<w:tbl><w:tr>` + cell("one") + `</w:tr><w:tr>` + cell("two") + `</w:tr></w:tbl>`, "one\n\ntwo\n"},
		"a table in a table":                  {`<w:tbl><w:tr>` + cell("one") + `<w:tc><w:tbl><w:tr>` + cell("two") + cell("three") + `</w:tr></w:tbl></w:tc></w:tr><w:tr>` + cell("four") + `</w:tr></w:tbl>`, "one\n\ntwo\n\nthree\n\nfour\n"},
		"a box of text of old":                {paragraphXML("", `before</w:t><w:pict><v:shape><v:textbox><w:txbxContent>`+paragraphXML("", "boxed")+`</w:txbxContent></v:textbox></v:shape></w:pict><w:t>after`), "before\n\nboxed\n\nafter\n"},
		"a box of text without a paragraph":   {`<w:p><w:r><w:t>before</w:t><w:pict><v:textbox><w:txbxContent><w:r><w:t>boxed</w:t></w:r></w:txbxContent></v:textbox></w:pict></w:r><w:r><w:t>after</w:t></w:r></w:p>`, "before\n\nboxed\n\nafter\n"},
		"a box of text in a heading":          {`<w:p><w:pPr><w:outlineLvl w:val="1"/></w:pPr><w:r><w:pict><v:textbox><w:txbxContent>` + paragraphXML("", "boxed") + `</w:txbxContent></v:textbox></w:pict></w:r><w:r><w:t>Chapter</w:t></w:r></w:p>`, "boxed\n\n## Chapter\n"},
		"marks that are words":                {paragraphXML("", "# no heading") + paragraphXML("", "1. no item") + paragraphXML("", "a * b * c &lt;b&gt; &amp;amp; [x](y) $1 \\* __init__ snake_case"), "\\# no heading\n\n1\\. no item\n\na \\* b \\* c \\<b> \\&amp; [x\\](y) \\$1 \\\\\\* \\_\\_init\\_\\_ snake_case\n"},
		"soft hyphens":                        {paragraphXML("", "Donau\u00ADdampf\u200Bschiff"), "Donaudampfschiff\n"},
		"a name space for text alone (maths)": {`<w:p><w:r><w:t>x</w:t></w:r></w:p>`, "x\n"},
	} {
		doc, err := readBytes("a.docx", []byte(asWord(t, c.body)))
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if d := cmp.Diff(c.want, doc.Text); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
}

func TestWordInOtherShapes(t *testing.T) {
	// The strict kind, which keeps its text elsewhere.
	doc := mustRead(t, "a.docx", zipped(t, "[Content_Types].xml", "<Types/>",
		"_rels/.rels", `<Relationships><Relationship Type="http://purl.oclc.org/ooxml/officeDocument/relationships/officeDocument" Target="/text/main.xml"/></Relationships>`,
		"text/main.xml", "<w:document"+strict+"><w:body>"+paragraphXML("", "strict")+"</w:body></w:document>",
		"docProps/core.xml", "<c xmlns:dc='x'><dc:title> A\n title </dc:title></c>"))
	if doc.Text != "strict\n" || doc.Title != "A title" {
		t.Errorf("%+v", doc)
	}
	var failed *Error
	_, err := readBytes("a.docx", []byte(zipped(t, "[Content_Types].xml", "<Types/>")))
	if !errors.As(err, &failed) || failed.Reason != Damaged || failed.Format != Word {
		t.Errorf("without a text: %v", err)
	}
	_, err = readBytes("a.docx", []byte(asWord(t, "<w:p><w:r><w:t>cut")))
	if !errors.As(err, &failed) || failed.Reason != Damaged || failed.Format != Word {
		t.Errorf("cut off: %v", err)
	}
	_, err = readBytes("a.docx", []byte(asWord(t, "<w:p/>")))
	if !errors.As(err, &failed) || failed.Reason != NoText || !strings.Contains(err.Error(), "no_text") {
		t.Errorf("without words: %v", err)
	}
}

func TestADamagedDiagramLeavesTheRest(t *testing.T) {
	doc := mustRead(t, "a.docx", zipped(t, "[Content_Types].xml", "<Types/>",
		"_rels/.rels", `<Relationships><Relationship Type="http://x/officeDocument" Target="word/document.xml"/></Relationships>`,
		"word/document.xml", "<w:document"+strict+"><w:body>"+paragraphXML("", "text")+"</w:body></w:document>",
		"word/_rels/document.xml.rels", `<Relationships><Relationship Id="d" Type="http://x/diagramData" Target="diagrams/data1.xml"/></Relationships>`,
		"word/diagrams/data1.xml", `<dgm:dataModel xmlns:dgm="d" xmlns:a="a"><dgm:pt><dgm:t><a:p><a:r><a:t>First step</a:t>`))
	if want := "text\n\nFirst step\n\n(A drawing is damaged and could not be read whole.)\n"; doc.Text != want {
		t.Errorf("%q", doc.Text)
	}
}

// The words of diagrams stand in parts of their own.
func TestDiagramsOfWord(t *testing.T) {
	doc := mustRead(t, "a.docx", zipped(t, "[Content_Types].xml", "<Types/>",
		"_rels/.rels", `<Relationships><Relationship Type="http://x/officeDocument" Target="word/document.xml"/></Relationships>`,
		"word/document.xml", "<w:document"+strict+"><w:body>"+paragraphXML("", "text")+"</w:body></w:document>",
		"word/_rels/document.xml.rels", `<Relationships><Relationship Id="d" Type="http://x/diagramData" Target="diagrams/data1.xml"/></Relationships>`,
		"word/diagrams/data1.xml", `<dgm:dataModel xmlns:dgm="d" xmlns:a="a"><dgm:pt><dgm:t><a:p><a:r><a:t>First step</a:t></a:r></a:p></dgm:t></dgm:pt><dgm:pt><dgm:t><a:p><a:r><a:t>Second</a:t></a:r></a:p></dgm:t></dgm:pt></dgm:dataModel>`))
	if want := "text\n\nFirst step\n\nSecond\n"; doc.Text != want {
		t.Errorf("%q", doc.Text)
	}
}

// The tokenizer is that of pages, which takes for text what begins no tag of a page; XML has none
// of it.
func TestXMLIsNotReadAsAPage(t *testing.T) {
	for body, want := range map[string]string{
		`<w:p><w:r><w:t>a &lt; b <![CDATA[< c &amp;]]></w:t></w:r></w:p>`:                            "a < b < c &amp;",
		`<w:p><w:r><w:t w:title="a > b">one<!-- > <w:t>no</w:t> --> two</w:t></w:r></w:p>`:           "one two",
		`<title><style><script><w:p><w:r><w:t>raw</w:t></w:r></w:p></script></style></title>`:        "raw",
		`<w:p><w:r><w:t>a < b</w:t></w:r></w:p>`:                                                     "",
		`<w:p><w:r><w:t>&nbsp;</w:t></w:r></w:p>`:                                                    "",
		`<w:p><w:r><w:t>` + strings.Repeat("long ", MaxText/400) + `</w:t></w:r></w:p>`:              strings.TrimSpace(strings.Repeat("long ", MaxText/400)),
		`<w:p><w:r><w:t>` + strings.Repeat(`<w:x w:a="`+strings.Repeat("x", 1<<20)+`"/>`, 3) + "end": "",
	} {
		doc, err := readBytes("a.docx", []byte(asWord(t, body)))
		got := strings.ReplaceAll(strings.TrimSpace(doc.Text), `\`, "")
		if got != want || (err == nil) != (want != "") {
			t.Errorf("%.60q: %.60q, %v", body, got, err)
		}
	}
}
