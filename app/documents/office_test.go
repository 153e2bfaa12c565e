package documents

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// asExcel is a workbook with one visible worksheet, one that is hidden, and a link to another file.
func asExcel(t testing.TB, rows, strings string) string {
	return zipped(t, "[Content_Types].xml", "<Types/>",
		"_rels/.rels", `<Relationships><Relationship Id="r" Type="http://x/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
		"xl/workbook.xml", `<workbook xmlns:r="rels"><sheets><sheet name="Sales &amp; more" sheetId="1" r:id="a"/><sheet name="Secret" state="hidden" r:id="b"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels", `<Relationships><Relationship Id="a" Type="http://x/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="b" Type="http://x/worksheet" Target="/xl/worksheets/sheet1.xml"/>
			<Relationship Id="c" Type="http://x/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="d" Type="http://x/styles" Target="styles.xml"/>
			<Relationship Id="e" Type="http://x/externalLink" Target="http://example.org/other.xlsx" TargetMode="External"/></Relationships>`,
		"xl/sharedStrings.xml", `<sst>`+strings+`</sst>`,
		"xl/styles.xml", `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="dd/mm/yyyy\ h:mm"/><numFmt numFmtId="171" formatCode="#,##0.00\ &quot;days&quot;"/></numFmts>
			<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="10"/><xf numFmtId="171"/><xf numFmtId="46"/><xf numFmtId="20"/></cellXfs></styleSheet>`,
		"xl/vbaProject.bin", "macros",
		"xl/worksheets/sheet1.xml", `<worksheet><dimension ref="A1:H9000"/><sheetData>`+rows+`</sheetData></worksheet>`)
}

func TestExcel(t *testing.T) {
	doc := mustRead(t, "sums.xlsx", asExcel(t, `
		<row r="2"><c r="B2" t="s"><v>0</v></c><c r="C2" t="s"><v>1</v></c><c r="E2" t="inlineStr"><is><t>a|b</t></is></c></row>
		<row r="4"><c r="B4" s="1"><v>45000</v></c><c r="C4" s="2"><v>45000.75</v></c><c r="D4" s="3"><v>0.125</v></c><c r="E4" s="4"><v>0.30000000000000004</v></c></row>
		<row><c/><c><f>SUM(A1:A3)</f><v>6</v></c><c><f>A1+1</f></c><c t="b"><v>1</v></c><c t="e"><v>#DIV/0!</v></c></row>
		<row r="9"><c r="B9" s="5"><v>1.5</v></c><c r="C9" s="6"><v>0.5</v></c><c r="D9"><v>1234567.5</v></c><c r="E9"><v>1E-9</v></c></row>`,
		`<si><t>Day</t></si><si><r><t>When </t></r><r><rPr><b/></rPr><t>exactly</t></r><rPh><t>no</t></rPh></si>`))
	want := "## Sales & more\n\n" +
		"| Day | When exactly |  | a\\|b |\n| --- | --- | --- | --- |\n" +
		"| 2023-03-15 | 2023-03-15 18:00 | 12.50% | 0.30 days |\n" +
		"| 6 | =A1+1 | TRUE | #DIV/0! |\n" +
		"| 36:00:00 | 12:00 | 1234567.5 | 1e-09 |\n\n(Hidden worksheets left out: 1.)\n"
	if d := cmp.Diff(want, doc.Text); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]Omission{{Kind: OmittedHidden, Kept: 1}}, doc.Cuts); d != "" {
		t.Error(d)
	}
}

// Rows and columns that are not shown are left out as hidden sheets are, and cells that are merged
// are named: all of it is said.
func TestHiddenRowsAndMergedCells(t *testing.T) {
	const want = "\n\n| Name |  | Sum |\n| --- | --- | --- |\n| Eve |  | 7 |\n\n" +
		"(Hidden rows left out: 2.)\n\n(Hidden columns left out: 1.)\n\n(Merged cells: A1:B1, AB3:XFD9.)\n"
	doc := readSource(t, "a.xlsx", asSheet(t, `<cols><col min="1" max="3" width="9"/><col min="4" max="16384" hidden="1"/></cols><sheetData>
		<row r="1"><c r="A1" t="inlineStr"><is><t>Name</t></is></c><c r="C1" t="inlineStr"><is><t>Sum</t></is></c><c r="D1"><v>1</v></c></row>
		<row r="2" hidden="1"><c r="A2"><v>2</v></c></row><row r="3" hidden="true"><c r="D3"><v>3</v></c></row><row r="4" hidden="1"><c r="A4"/></row>
		<row r="5"><c r="A5" t="inlineStr"><is><t>Eve</t></is></c><c r="C5"><v>7</v></c><c r="D5"><v>8</v></c></row></sheetData>
		<mergeCells><mergeCell ref="A1:B1"/><mergeCell ref="AB3:XFD9"/><mergeCell ref="[x](y)"/></mergeCells>`))
	if d := cmp.Diff("## Plan"+want, doc.Text); d != "" {
		t.Error(d)
	}
	cuts := []Omission{{Kind: OmittedHiddenRows, Name: "Plan", Kept: 2}, {Kind: OmittedHiddenColumns, Name: "Plan", Kept: 1}}
	if d := cmp.Diff(cuts, doc.Cuts); d != "" {
		t.Error(d)
	}
	cell := func(s string) string { return `<table:table-cell><text:p>` + s + `</text:p></table:table-cell>` }
	doc = readSource(t, "a.ods", asOpenDocument(t, "spreadsheet", `<office:spreadsheet><table:table table:name="Plan">
		<table:table-column table:number-columns-repeated="3"/><table:table-column table:visibility="collapse" table:number-columns-repeated="16381"/>
		<table:table-row><table:table-cell table:number-columns-spanned="2"><text:p>Name</text:p></table:table-cell><table:covered-table-cell/>`+cell("Sum")+cell("1")+`</table:table-row>
		<table:table-row table:visibility="filter" table:number-rows-repeated="2">`+cell("2")+`</table:table-row><table:table-row table:visibility="collapse"><table:table-cell/></table:table-row>
		<table:table-row>`+cell("Eve")+`<table:table-cell table:number-columns-spanned="2" table:number-rows-spanned="3"/>`+cell("7")+`</table:table-row></table:table></office:spreadsheet>`))
	if d := cmp.Diff("## Plan"+strings.Replace(want, ", AB3:XFD9", "", 1), doc.Text); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff(cuts, doc.Cuts); d != "" {
		t.Error(d)
	}
	doc = readSource(t, "a.xlsx", asSheet(t, `<sheetData><row hidden="1"><c><v>1</v></c></row></sheetData><mergeCells>`+strings.Repeat(`<mergeCell ref="A1:B1"/>`, 40)+`</mergeCells>`))
	if heard := mustRead(t, "a.xlsx", asSheet(t, `<sheetData><row><c><v>1</v></c></row></sheetData><mergeCells><mergeCell ref="A1:B1"/></mergeCells>`)); strings.Contains(heard.Text, "A1") {
		t.Errorf("to be heard: %q", heard.Text)
	}
	if !strings.HasPrefix(doc.Text, "## Plan\n\n(Hidden rows left out: 1.)") || !strings.HasSuffix(doc.Text, "A1:B1 and 10 others.)\n") {
		t.Errorf("%q", doc.Text)
	}
}

// References that lack a row or are longer than any column's.
func TestReferencesOfNoCell(t *testing.T) {
	doc := mustRead(t, "a.xlsx", asSheet(t, `<sheetData><row><c r="B"><v>1</v></c><c r=""><v>2</v></c><c r="3"><v>3</v></c><c r="XFDXFD1"><v>4</v></c></row></sheetData>`))
	if want := "## Plan\n\n| 1 | 2 | 3 |\n"; !strings.HasPrefix(doc.Text, want) {
		t.Errorf("%q", doc.Text)
	}
}

// asSheet is a workbook of one worksheet.
func asSheet(t testing.TB, body string) string {
	return zipped(t, "[Content_Types].xml", "<Types/>",
		"xl/workbook.xml", `<workbook xmlns:r="rels"><sheets><sheet name="Plan" sheetId="1" r:id="a"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels", `<Relationships><Relationship Id="a" Type="http://x/worksheet" Target="sheet1.xml"/></Relationships>`,
		"xl/sheet1.xml", "<worksheet>"+body+"</worksheet>")
}

// What stands beside the cells is read too, even when there are none.
func TestNotesAndBoxesOfAWorksheet(t *testing.T) {
	workbook := func(rows string) string {
		return zipped(t, "[Content_Types].xml", "<Types/>",
			"_rels/.rels", `<Relationships><Relationship Id="r" Type="http://x/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
			"xl/workbook.xml", `<workbook xmlns:r="rels"><sheets><sheet name="Plan" sheetId="1" r:id="a"/></sheets></workbook>`,
			"xl/_rels/workbook.xml.rels", `<Relationships><Relationship Id="a" Type="http://x/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
			"xl/worksheets/sheet1.xml", `<worksheet><sheetData>`+rows+`</sheetData></worksheet>`,
			"xl/worksheets/_rels/sheet1.xml.rels", `<Relationships><Relationship Id="b" Type="http://x/drawing" Target="../drawings/drawing1.xml"/>
				<Relationship Id="c" Type="http://x/comments" Target="../comments1.xml"/></Relationships>`,
			"xl/drawings/drawing1.xml", `<xdr:wsDr xmlns:xdr="x" xmlns:a="a"><xdr:sp><xdr:txBody><a:p><a:r><a:t>Fill in </a:t></a:r><a:r><a:t>by Friday</a:t></a:r></a:p></xdr:txBody></xdr:sp></xdr:wsDr>`,
			"xl/comments1.xml", `<comments><authors><author>Eve</author></authors><commentList><comment ref="B2" authorId="0"><text><r><t>Eve:</t></r><r><t xml:space="preserve"> too high?</t></r></text></comment></commentList></comments>`)
	}
	const beside = "Fill in by Friday\n\nNote at B2: Eve: too high?\n"
	for rows, want := range map[string]string{
		"": "## Plan\n\n" + beside,
		`<row r="2"><c r="B2"><v>7</v></c></row>`: "## Plan\n\n| 7 |\n| --- |\n\n" + beside,
	} {
		if d := cmp.Diff(want, mustRead(t, "plan.xlsx", workbook(rows)).Text); d != "" {
			t.Error(d)
		}
	}
}

// As LibreOffice writes them: a style's font follows its number, and old readers may skip the group
// of a note.
func TestNotesAndHeadingsOfLibreOfficeInRTF(t *testing.T) {
	doc := mustRead(t, "a.rtf", `{\rtf1\ansi{\fonttbl{\f5\fswiss Sans;}}{\stylesheet{\s0\f5 Normal;}{\s1\sbasedon0\rtlch\af9\ltrch\f5\fs32\b\dbch\af8 Heading 1;}}`+
		`\pard\plain \s1\f5{\listtext\pard\plain \tab}\ls1{\loch Title}\par \pard\plain \s0 words.{{\super \loch \chftn{\*\footnote \chftn\pard\plain \s49\rtlch\af20 \ltrch\loch\fs20{\loch\tab The note.}}}}\par }`)
	if want := "# Title\n\nwords.[^1]\n\n[^1]: The note.\n"; doc.Text != want {
		t.Errorf("%q", doc.Text)
	}
}

func TestControlSymbolsOfRTF(t *testing.T) {
	for source, want := range map[string]string{
		`one\` + "\n" + `two`:   "one\n\ntwo\n", // as old editors for the Mac end a paragraph
		`one\` + "\r" + `two`:   "one\n\ntwo\n",
		`well\_known\~words`:    "well-known words\n",
		`opt\-ional`:            "optional\n",
		`\{a\}`:                 "{a}\n",
		`caf\'e9, no\'zz sense`: "café, no sense\n",
	} {
		if got := mustRead(t, "a.rtf", `{\rtf1\ansi `+source+`}`).Text; got != want {
			t.Errorf("%q gives %q, want %q", source, got, want)
		}
	}
}

func TestALargeWorksheetIsCutAndItIsSaid(t *testing.T) {
	row := "<row>" + strings.Repeat("<c><v>1</v></c>", 70) + "</row>"
	doc := mustRead(t, "sums.xlsx", asExcel(t, strings.Repeat(row, 3000), ""))
	if n := strings.Count(doc.Text, "\n| "); n != maxRows+1 {
		t.Errorf("%d lines", n)
	}
	want := []Omission{
		{Kind: OmittedRows, Name: "Sales & more", Kept: 2000, Of: 9000},
		{Kind: OmittedColumns, Name: "Sales & more", Kept: 60},
		{Kind: OmittedHidden, Kept: 1},
	}
	if d := cmp.Diff(want, doc.Cuts); d != "" {
		t.Error(d)
	}
	for _, words := range []string{
		"(The rows after these 2000 are left out.)", "(The columns after these 60 are left out.)",
	} {
		if !strings.Contains(doc.Text, words) {
			t.Errorf("the text does not say %q", words)
		}
	}
	// A cell at the last place of all costs nothing.
	corners := `<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>2</v></c></row>`
	doc = mustRead(t, "sums.xlsx", asExcel(t, corners, ""))
	if len(doc.Text) > 200 || doc.Cuts[0].Kind != OmittedColumns {
		t.Errorf("%q, %+v", doc.Text, doc.Cuts)
	}
}

// asSlide is a presentation of one slide with these shapes, and with these notes of the speaker.
func asSlide(t testing.TB, shapes, notes string) string {
	return zipped(t, "[Content_Types].xml", "<Types/>",
		"_rels/.rels", `<Relationships><Relationship Id="r" Type="http://x/officeDocument" Target="ppt/presentation.xml"/></Relationships>`,
		"ppt/presentation.xml", `<p:presentation xmlns:p="p" xmlns:r="r"><p:sldIdLst><p:sldId id="256" r:id="one"/></p:sldIdLst></p:presentation>`,
		"ppt/_rels/presentation.xml.rels", `<Relationships><Relationship Id="one" Type="http://x/slide" Target="slides/slide1.xml"/></Relationships>`,
		"ppt/slides/slide1.xml", `<p:sld>`+shapes+`</p:sld>`,
		"ppt/slides/_rels/slide1.xml.rels", `<Relationships><Relationship Id="n" Type="http://x/notesSlide" Target="../notesSlides/notesSlide1.xml"/></Relationships>`,
		"ppt/notesSlides/notesSlide1.xml", `<p:notes>`+notes+`</p:notes>`)
}

// A frame is a shape of its own: what it holds belongs to no placeholder before it.
func TestATableBehindATitleIsATable(t *testing.T) {
	shape := func(kind, s string) string {
		return `<p:sp><p:nvSpPr><p:nvPr><p:ph type="` + kind + `"/></p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>` + s + `</a:t></a:r></a:p></p:txBody></p:sp>`
	}
	cell := func(s string) string {
		return `<a:tc><a:txBody><a:p><a:r><a:t>` + s + `</a:t></a:r></a:p></a:txBody></a:tc>`
	}
	frame := func(placeholder, body string) string {
		return `<p:graphicFrame><p:nvGraphicFramePr><p:nvPr>` + placeholder + `</p:nvPr></p:nvGraphicFramePr><a:graphic><a:graphicData>` + body + `</a:graphicData></a:graphic></p:graphicFrame>`
	}
	sums := `<a:tbl><a:tr>` + cell("Year") + cell("Sum") + `</a:tr><a:tr>` + cell("2025") + cell("417") + `</a:tr></a:tbl>`
	const table = "| Year | Sum |\n| --- | --- |\n| 2025 | 417 |\n"
	for name, c := range map[string]struct{ shapes, notes, want string }{
		"without a placeholder":    {shape("title", "Sales") + frame("", sums), "", "## Slide 1: Sales\n\n" + table},
		"in a placeholder":         {shape("ctrTitle", "Sales") + frame(`<p:ph type="tbl"/>`, sums), "", "## Slide 1: Sales\n\n" + table},
		"behind the slide number":  {shape("sldNum", "7") + frame("", sums), "", "## Slide 1\n\n" + table},
		"words of another drawing": {shape("title", "Sales") + frame("", `<lc:t xmlns:lc="x"><a:p><a:r><a:t>drawn</a:t></a:r></a:p></lc:t>`), "", "## Slide 1: Sales\n\ndrawn\n"},
		"no point of a list":       {shape("body", "a point") + frame("", `<a:p><a:r><a:t>drawn</a:t></a:r></a:p>`), "", "## Slide 1\n\n-   a point\n\ndrawn\n"},
		"in notes": {
			shape("title", "Sales"), shape("sldNum", "1") + frame("", sums) + shape("body", "Explain."),
			"## Slide 1: Sales\n\nNotes:\n\n" + table + "\nExplain.\n",
		},
	} {
		data := asSlide(t, c.shapes, c.notes)
		if d := cmp.Diff(c.want, mustRead(t, "a.pptx", data).Text); d != "" {
			t.Errorf("%s: %s", name, d)
		}
		if d := cmp.Diff(c.want, readSource(t, "a.pptx", data).Text); d != "" {
			t.Errorf("%s as a source: %s", name, d)
		}
	}
}

func TestSlides(t *testing.T) {
	text := func(s string) string { return `<a:r><a:t>` + s + `</a:t></a:r>` }
	doc := mustRead(t, "talk.pptx", zipped(t, "[Content_Types].xml", "<Types/>",
		"_rels/.rels", `<Relationships><Relationship Id="r" Type="http://x/officeDocument" Target="ppt/presentation.xml"/></Relationships>`,
		"ppt/presentation.xml", `<p:presentation xmlns:p="p" xmlns:r="r"><p:sldIdLst><p:sldId id="257" r:id="two"/><p:sldId id="256" r:id="one"/></p:sldIdLst></p:presentation>`,
		"ppt/_rels/presentation.xml.rels", `<Relationships><Relationship Id="one" Type="http://x/slide" Target="slides/slide1.xml"/><Relationship Id="two" Type="http://x/slide" Target="slides/slide2.xml"/></Relationships>`,
		"ppt/slides/slide1.xml", `<p:sld><p:sp><p:ph/><a:p>`+text("a point")+`</a:p><a:p><a:pPr lvl="1"/>`+text("below")+`</a:p></p:sp><p:sp><p:ph type="title"/><a:p>`+text("Second")+`</a:p></p:sp>
			<p:sp><p:ph type="sldNum"/><a:p>`+text("7")+`</a:p></p:sp></p:sld>`,
		"ppt/slides/slide2.xml", `<p:sld><p:sp><p:ph type="ctrTitle"/><a:p>`+text("Wel")+text("come")+`</a:p></p:sp><p:sp><a:p>`+text("A box")+`</a:p></p:sp>
			<a:tbl><a:tr><a:tc><a:p>`+text("x")+`</a:p></a:tc><a:tc><a:p>`+text("y")+`</a:p></a:tc></a:tr><a:tr><a:tc><a:p>`+text("1")+`</a:p></a:tc><a:tc><a:p>`+text("2")+`</a:p></a:tc></a:tr></a:tbl></p:sld>`,
		"ppt/slides/_rels/slide2.xml.rels", `<Relationships><Relationship Id="n" Type="http://x/notesSlide" Target="../notesSlides/notesSlide1.xml"/></Relationships>`,
		"ppt/notesSlides/notesSlide1.xml", `<p:notes><p:sp><p:ph type="sldNum"/><a:p>`+text("1")+`</a:p></p:sp><p:sp><p:ph type="body"/><a:p>`+text("Say hello.")+`</a:p><a:p>`+text("Smile.")+`</a:p></p:sp></p:notes>`))
	want := "## Slide 1: Welcome\n\nA box\n\n| x | y |\n| --- | --- |\n| 1 | 2 |\n\nNotes: Say hello.\n\nSmile.\n\n## Slide 2: Second\n\n-   a point\n    -   below\n"
	if d := cmp.Diff(want, doc.Text); d != "" {
		t.Error(d)
	}
}

const odfSpaces = ` xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="t" xmlns:table="tb" xmlns:draw="d" xmlns:svg="svg" xmlns:presentation="presentation" xmlns:style="s" xmlns:dc="dc"`

// asOpenDocument is a document of a kind with this body, and with these parts besides.
func asOpenDocument(t testing.TB, kind, body string, pairs ...string) string {
	return zipped(t, append(pairs, "mimetype", "application/vnd.oasis.opendocument."+kind, "meta.xml", "<m"+odfSpaces+"><dc:title>Called</dc:title></m>",
		"content.xml", "<office:document-content"+odfSpaces+`><office:automatic-styles><style:style style:name="T1"><style:text-properties style:text-position="super 58%"/></style:style>
			<style:style style:name="T2"><style:text-properties style:text-position="-33% 58%"/></style:style><style:style style:name="ta2"><style:table-properties table:display="false"/></style:style>
			<text:list-style style:name="L1"><text:list-level-style-number text:level="1" style:num-format="1"/></text:list-style>
			<text:list-style style:name="L2"><text:list-level-style-number text:level="1" style:num-format="1" text:start-value="4"/><text:list-level-style-number text:level="2" style:num-format="a"/></text:list-style></office:automatic-styles><office:body>`+body+"</office:body></office:document-content>")...)
}

func TestOpenDocument(t *testing.T) {
	item := func(s string) string { return `<text:list-item><text:p>` + s + `</text:p></text:list-item>` }
	for name, c := range map[string]struct{ kind, body, want string }{
		"a text": {
			"text", `<office:text><text:tracked-changes><text:p>gone</text:p></text:tracked-changes><text:h text:outline-level="2">Head</text:h><text:p>Two<text:s text:c="2"/>words, 10<text:span text:style-name="T1">6</text:span> and H<text:span text:style-name="T2">2</text:span>O.<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>A note.</text:p></text:note-body></text:note></text:p>
			<text:list text:style-name="L1">` + item("a") + item("b") + `</text:list><text:list>` + item("c") + `</text:list>
			<text:p><office:annotation><text:p>no</text:p></office:annotation><draw:frame><svg:title>no</svg:title><draw:text-box><text:p>boxed</text:p></draw:text-box></draw:frame></text:p>
			<table:table><table:table-row><table:table-cell><text:p>x</text:p></table:table-cell><table:table-cell><text:p>y</text:p></table:table-cell></table:table-row><table:table-row><table:table-cell><text:p>1</text:p></table:table-cell><table:table-cell/></table:table-row></table:table></office:text>`,
			"## Head\n\nTwo words, 10⁶ and H₂O.[^1]\n\n1. a\n2. b\n\n-   c\n\nboxed\n\n| x | y |\n| --- | --- |\n| 1 |  |\n\n[^1]: A note.\n",
		},
		"numbers and letters": {
			"text", `<office:text><text:list text:style-name="L2">` + item("a") + `<text:list-item text:start-value="9">` + `<text:p>b</text:p><text:list>` + item("c") + `</text:list></text:list-item></text:list></office:text>`,
			"4. a\n9) b\n    -   a. c\n",
		},
		"worksheets": {
			"spreadsheet", `<office:spreadsheet><table:table table:name="One"><table:table-row><table:table-cell table:number-columns-repeated="2"><text:p>a</text:p></table:table-cell><table:table-cell><text:p>b</text:p><text:p>c</text:p></table:table-cell><table:table-cell table:number-columns-repeated="16000"/></table:table-row>
			<table:table-row table:number-rows-repeated="2"><table:table-cell/><table:table-cell><text:p>1</text:p></table:table-cell></table:table-row><table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="16384"/></table:table-row></table:table>
			<table:table table:name="Two" table:style-name="ta2"><table:table-row><table:table-cell><text:p>hidden</text:p></table:table-cell></table:table-row></table:table></office:spreadsheet>`,
			"## One\n\n| a | a | b c |\n| --- | --- | --- |\n|  | 1 |  |\n|  | 1 |  |\n\n(Hidden worksheets left out: 1.)\n",
		},
		"slides": {
			"presentation", `<office:presentation><draw:page draw:name="Start"><draw:frame><draw:text-box><text:p>Hello</text:p></draw:text-box></draw:frame><presentation:notes><draw:frame><draw:text-box><text:p>Wave.</text:p></draw:text-box></draw:frame></presentation:notes></draw:page><draw:page draw:name="page2"><text:p>Bye</text:p></draw:page></office:presentation>`,
			"## Slide 1: Start\n\nHello\n\nNotes: Wave.\n\n## Slide 2\n\nBye\n",
		},
	} {
		doc := mustRead(t, "a.odt", asOpenDocument(t, c.kind, c.body))
		if d := cmp.Diff(c.want, doc.Text); d != "" {
			t.Errorf("%s: %s", name, d)
		}
		if doc.Title != "Called" {
			t.Errorf("%s is called %q", name, doc.Title)
		}
	}
}

// A formula is an object of MathML in the document (flat files) or in a part of its own.
func TestFormulasOfOpenDocument(t *testing.T) {
	const math = `<math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mrow><msup><mi>a</mi><mn>2</mn></msup><mo>=</mo><mfrac><mn>1</mn><mi>b</mi></mfrac></mrow><annotation encoding="StarMath 5.0">a^2 = 1 over b</annotation></semantics></math>`
	object := func(of string) string {
		return `<draw:frame><draw:object ` + of + `</draw:object><draw:image xlink:href="./ObjectReplacements/Object 1"/></draw:frame>`
	}
	inPart := object(`xlink:href="./Object 1">`)
	cell := func(s string) string { return `<table:table-cell>` + s + `</table:table-cell>` }
	for name, c := range map[string]struct{ kind, body, want string }{
		"in a part":       {"text", `<office:text><text:p>Formula: ` + inPart + ` and more.</text:p></office:text>`, "Formula: a² = 1/b and more.\n"},
		"in the document": {"text", `<office:text><text:p>Formula: ` + object(">"+math) + ` and more.</text:p></office:text>`, "Formula: a² = 1/b and more.\n"},
		"in a note":       {"text", `<office:text><text:p>x<text:note><text:note-body><text:p>so ` + inPart + `</text:p></text:note-body></text:note></text:p></office:text>`, "x[^1]\n\n[^1]: so a² = 1/b\n"},
		"on a slide":      {"presentation", `<office:presentation><draw:page><draw:frame><draw:text-box><text:p>Look:</text:p></draw:text-box></draw:frame>` + inPart + `</draw:page></office:presentation>`, "## Slide 1\n\nLook:\n\na² = 1/b\n"},
		"in a worksheet":  {"spreadsheet", `<office:spreadsheet><table:table table:name="A"><table:table-row>` + cell(inPart+`<text:p>x</text:p>`) + cell(inPart) + `</table:table-row></table:table></office:spreadsheet>`, "## A\n\n| a² = 1/b x | a² = 1/b |\n| --- | --- |\n"},
		"a chart":         {"text", `<office:text><text:p>x` + object(`xlink:href="./Object 2">`) + object(`xlink:href="./gone">`) + object(`><office:document><text:p>no</text:p></office:document>`) + `y</text:p></office:text>`, "xy\n"},
		"a damaged one":   {"text", `<office:text><text:p>x ` + object(`xlink:href="./Object 3">`) + ` y</text:p></office:text>`, "x [formula] y\n"},
	} {
		doc := mustRead(t, "a.odt", asOpenDocument(t, c.kind, c.body, "Object 1/content.xml", `<?xml version="1.0"?>`+math,
			"Object 2/content.xml", `<office:document-content><text:p>chart</text:p></office:document-content>`, "Object 3/content.xml", `<math><mi>a`))
		if d := cmp.Diff(c.want, doc.Text); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
}

func TestRTF(t *testing.T) {
	for name, c := range map[string]struct{ body, want string }{
		"paragraphs": {`Hello\par one\line two\tab three\par`, "Hello\n\none  \ntwo three\n"},
		"encodings":  {`\'e9 {\f1\'cf\'f0} \u8364? \u-10179?\u-8704? {\uc0\u233}`, "é Пр € 😀 é\n"},
		"headings": {
			`\pard\s1 Head\par\pard words\par\pard\outlinelevel1 Below\par`,
			"# Head\n\nwords\n\n## Below\n",
		},
		"what is not read": {
			`a{\pict\bin3 }}{x}{\*\unknown no}{\field{\*\fldinst HYPERLINK "http://example.org"}{\fldrslt b}}{\v no}{\header no}{\object{\*\objdata 00}}c`,
			"abc\n",
		},
		"powers": {
			`10{\super 6} atoms of H{\sub 2}O and 2\super 8\nosupersub  bits, m\super 2\plain 3`,
			"10⁶ atoms of H₂O and 2⁸ bits, m²3\n",
		},
		"items": {`{\listtext\'b7\tab}a\par{\listtext 2.\tab}b\par`, "-   a\n\n2. b\n"},
		"a table": {
			`\trowd\cellx1\cellx2\intbl x\cell y\cell\row\trowd\intbl 1\cell\cell\row\pard after\par`,
			"| x | y |\n| --- | --- |\n| 1 |  |\n\nafter\n",
		},
		"a note": {
			`Word{\super\chftn{\footnote{\super\chftn} The note.}} goes on.`,
			"Word[^1] goes on.\n\n[^1]: The note.\n",
		},
		"tables one after the other": {
			`\trowd\intbl x\cell y\cell\row\trowd\intbl 1\cell 2\cell\row\pard\par\trowd\intbl a\cell b\cell\row\trowd\intbl 3\cell 4\cell\row`,
			"| x | y |\n| --- | --- |\n| 1 | 2 |\n\n| a | b |\n| --- | --- |\n| 3 | 4 |\n",
		},
		"half a character": {`a\u-10179? b\u8364?`, "a b€\n"},
		"marks":            {`# a \{b\} \\c`, "\\# a {b} \\c\n"},
	} {
		doc := mustRead(t, "a.rtf", `{\rtf1\ansi\ansicpg1252{\fonttbl{\f0\fcharset0 Arial;}{\f1\fcharset204 Arial;}}{\stylesheet{\s0 Normal;}{\s1 heading 1;}}{\info{\title Called}{\author no}}\f0 `+c.body+`}`)
		if d := cmp.Diff(c.want, doc.Text); d != "" {
			t.Errorf("%s: %s", name, d)
		}
		if doc.Title != "Called" {
			t.Errorf("%s is called %q", name, doc.Title)
		}
	}
}

func TestWordsNotesFormulasAndPowers(t *testing.T) {
	const m = ` xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"`
	mr := func(s string) string { return `<m:r><w:rPr><w:rFonts/></w:rPr><m:t>` + s + `</m:t></m:r>` }
	body := `<w:p` + m + `><w:r><w:t>10</w:t></w:r><w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:t>6</w:t></w:r><w:r><w:t> atoms</w:t></w:r><w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:footnoteReference w:id="2"/></w:r><w:r><w:t> and </w:t></w:r>
		<m:oMath><m:nary><m:naryPr><m:ctrlPr><w:rPr><w:i/></w:rPr></m:ctrlPr></m:naryPr><m:sub>` + mr("0") + `</m:sub><m:sup>` + mr("1") + `</m:sup><m:e>` + mr("x dx=") + `</m:e></m:nary><m:f><m:num>` + mr("1") + `</m:num><m:den>` + mr("2") + `</m:den></m:f></m:oMath><w:r><w:t> with </w:t></w:r>
		<m:oMath><m:d><m:dPr><m:begChr m:val="["/><m:endChr m:val="]"/></m:dPr><m:e>` + mr("a+b") + `</m:e></m:d><m:rad><m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/><m:e>` + mr("n") + `</m:e></m:rad></m:oMath><w:r><w:t>.</w:t></w:r></w:p>`
	data := zipped(t, "[Content_Types].xml", "<Types/>", "word/document.xml", "<w:document"+w2006+"><w:body>"+body+"</w:body></w:document>",
		"word/footnotes.xml", "<w:footnotes"+w2006+`><w:footnote w:id="0"><w:p><w:r><w:separator/></w:r></w:p></w:footnote><w:footnote w:id="2"><w:p><w:r><w:footnoteRef/></w:r><w:r><w:t>About</w:t></w:r></w:p><w:p><w:r><w:t>them.</w:t></w:r></w:p></w:footnote></w:footnotes>`)
	doc := mustRead(t, "a.docx", data)
	if want := "10⁶ atoms[^1] and ∫₀¹ x dx = 1/2 with [a + b]√n.\n\n[^1]: About them.\n"; doc.Text != want {
		t.Error(cmp.Diff(want, doc.Text))
	}
	if got := heard(doc.Text); !strings.Contains(got, "Aboutthem") {
		t.Errorf("heard: %s", got)
	}
}

func TestOldFilesAreNamed(t *testing.T) {
	compound := func(stream string) string {
		return "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1" + strings.Repeat("\x00", 1024-8+128) + string(wide(stream+"\x00")) + strings.Repeat("\x00", 300)
	}
	for name, c := range map[string]struct {
		data   string
		reason Reason
		format Format
	}{
		"a":     {compound("Workbook"), Unsupported, OldExcel},
		"b":     {compound("WordDocument"), Unsupported, OldWord},
		"c":     {compound("PowerPoint Document"), Unsupported, OldSlides},
		"d.xls": {compound("Other"), Unsupported, OldExcel},
		"e":     {compound("EncryptedPackage"), PasswordProtected, Office},

		"a.msg":  {compound("__nameid_version1.0"), Unsupported, OutlookMessage},
		"f.docx": {compound("EncryptedPackage"), PasswordProtected, Word},
		"g.XLSM": {compound("EncryptedPackage"), PasswordProtected, Spreadsheet},
		"h.pptx": {compound("EncryptedPackage"), PasswordProtected, Slides},
	} {
		_, err := readBytes(name, []byte(c.data))
		var failed *Error
		if !errors.As(err, &failed) || failed.Reason != c.reason || failed.Format != c.format {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestNoCharacterOfALongRunInRTFIsLost(t *testing.T) {
	const pairs = 20_000
	run := strings.Repeat(`\u-10179?\u-8640?`, pairs) // 0xd83d 0xde40, which is one character
	doc := mustRead(t, "a.rtf", `{\rtf1\ansi\uc1 \u8364?`+run+`}`)
	if want := "€" + strings.Repeat("🙀", pairs); !strings.Contains(doc.Text, want) {
		t.Errorf("%d of %d characters", strings.Count(doc.Text, "🙀"), pairs)
	}
}
