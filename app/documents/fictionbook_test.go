package documents

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/encoding/charmap"
)

const bookInFictionBook = `<?xml version="1.0" encoding="windows-1251"?>
<FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0" xmlns:l="http://www.w3.org/1999/xlink">
<description><title-info><author><first-name>Eve</first-name></author><book-title>Дом</book-title><annotation><p>about</p></annotation></title-info></description>
<body><title><p>Eve</p><p>Дом</p></title><epigraph><p>Said.</p><text-author>Bob</text-author></epigraph>
<section><title><p>One!</p><p>Two</p></title><p>First<a l:href="#n1" type="note">[1]</a> and <emphasis>10<sup>6</sup></emphasis>, see <a l:href="#x">there</a>.</p><empty-line/><p>Second.</p>
<subtitle>* * *</subtitle><poem><stanza><v>a rose</v><v>is a rose</v></stanza><stanza><v>red</v></stanza></poem>
<section><title><p>Deep</p></title><table><tr><th>x</th><th>y</th></tr><tr><td>1</td><td>2</td></tr></table><image l:href="#p.png"/></section></section></body>
<body name="notes"><title><p>Notes</p></title><section id="n1"><title><p>1</p></title><p>The note.</p><p>More.</p></section><section id="n2"><title><p>2</p></title><p>Unused.</p></section></body>
<binary id="p.png" content-type="image/png">iVBORw0KGgo=</binary></FictionBook>`

func TestFictionBook(t *testing.T) {
	data, err := charmap.Windows1251.NewEncoder().String(bookInFictionBook)
	if err != nil {
		t.Fatal(err)
	}
	doc := mustRead(t, "a.xml", data)
	want := "# Eve. Дом\n\nSaid.\n\nBob\n\n# One! Two\n\nFirst[^1] and 10⁶, see there.\n\nSecond.\n\n### \\* \\* \\*\n\na rose  \nis a rose\n\nred\n\n## Deep\n\n" +
		"| x | y |\n| --- | --- |\n| 1 | 2 |\n\n# Notes\n\n# 2\n\nUnused.\n\n[^1]: The note. More.\n"
	if d := cmp.Diff(want, doc.Text); d != "" {
		t.Error(d)
	}
	if doc.Title != "Дом" || !doc.Markdown {
		t.Errorf("called %q", doc.Title)
	}
}

// A picture of any length leaves the text around it, wherever the buffer ends.
func TestPicturesInXMLAreLeftOut(t *testing.T) {
	for _, n := range []int{0, 1, 60_000, 65_400, 65_450, 65_470, 65_500, 65_520, 65_536, 131_000, 200_000} {
		for _, before := range []int{0, 65_300, 65_380} {
			data := "<FictionBook><body><p>" + strings.Repeat("a", before) + `b</p></body><binary id="x">` + strings.Repeat("A", n) + "</binary><binary/><body><p>c</p></body></FictionBook>"
			doc := mustRead(t, "a.fb2", data)
			if want := strings.Repeat("a", before) + "b\n\nc\n"; doc.Text != want {
				t.Errorf("%d bytes behind %d: %d bytes of text", n, before, len(doc.Text))
			}
		}
	}
}

// A document of OpenDocument may be a single file of XML, with its pictures in it.
func TestFlatOpenDocument(t *testing.T) {
	flat := func(kind, body string) string {
		return `<?xml version="1.0" encoding="UTF-8"?>` + "\n<office:document" + odfSpaces + ` office:mimetype="application/vnd.oasis.opendocument.` + kind + `"><office:meta><dc:title>Called</dc:title></office:meta>
			<office:settings><p>no</p></office:settings><office:styles><style:style style:name="T1"><style:text-properties style:text-position="super 58%"/></style:style></office:styles>
			<office:automatic-styles><text:list-style style:name="L1"><text:list-level-style-number text:level="1" style:num-format="1"/></text:list-style></office:automatic-styles>
			<office:master-styles><style:master-page><style:footer><text:p>footer</text:p></style:footer></style:master-page></office:master-styles><office:body>` + body + `</office:body></office:document>`
	}
	for name, c := range map[string]struct{ kind, body, want string }{
		"a.fodt": {"text", `<office:text><text:h text:outline-level="1">Head</text:h><text:p>10<text:span text:style-name="T1">6</text:span><draw:frame><draw:image><office:binary-data>iVBORw0KGgo=</office:binary-data></draw:image></draw:frame></text:p>
			<text:list text:style-name="L1"><text:list-item><text:p>a</text:p></text:list-item></text:list></office:text>`, "# Head\n\n10⁶\n\n1. a\n"},
		"a.fods": {"spreadsheet", `<office:spreadsheet><table:table table:name="One"><table:table-row><table:table-cell><text:p>a</text:p></table:table-cell></table:table-row></table:table></office:spreadsheet>`, "## One\n\n| a |\n| --- |\n"},
		"a.fodp": {"presentation", `<office:presentation><draw:page draw:name="Start"><draw:frame><draw:text-box><text:p>Hello</text:p></draw:text-box></draw:frame></draw:page></office:presentation>`, "## Slide 1: Start\n\nHello\n"},
	} {
		doc := mustRead(t, name, flat(c.kind, c.body))
		if d := cmp.Diff(c.want, doc.Text); d != "" {
			t.Errorf("%s: %s", name, d)
		}
		if doc.Title != "Called" {
			t.Errorf("%s is called %q", name, doc.Title)
		}
	}
}
