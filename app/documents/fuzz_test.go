package documents

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"
)

// checked reads bytes and holds the answer against what Read promises.
func checked(t *testing.T, data []byte) (Document, error) {
	t.Helper()
	doc, err := readBytes("name.txt", data)
	var failed *Error
	switch unclear := (*AmbiguousEncodingError)(nil); {
	case errors.As(err, &unclear):
		if len(unclear.Guesses) < 2 {
			t.Errorf("nothing to choose from: %v", unclear.Guesses)
		}
	case err != nil && (!errors.As(err, &failed) || failed.Reason == ""):
		t.Errorf("no reason: %v", err)
	case err == nil && (strings.TrimSpace(doc.Text) == "" || !utf8.ValidString(doc.Text) || strings.ContainsAny(doc.Text, "\x00\r"+lineEnd)):
		t.Errorf("the text is %q", doc.Text)
	case len(doc.Text) > 4*MaxText:
		t.Errorf("%d bytes", len(doc.Text))
	}
	return doc, err
}

func FuzzReadFile(f *testing.F) {
	for _, name := range []string{"alice.docx", "alice.epub", "alice-epub2.epub", "alice.docx.md"} {
		f.Add(fixture(f, name))
	}
	f.Add([]byte(`{\rtf1{\stylesheet{\s1 heading 1;}}\s1 a\par\trowd\intbl b\'e9\cell\u-10179?{\super 2}\row{\footnote c}}`))
	f.Add([]byte(asEmail("Content-Type: multipart/mixed; boundary=b\n", "--b\nContent-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n<p>=C3=A9\n--b\nContent-Disposition: attachment; filename*=UTF-8''a\n\nYQ==\n--b--\n")))
	f.Add([]byte(bookInFictionBook))
	f.Add([]byte("<office:document" + odfSpaces + "><office:body><text:p>a<draw:object><math><mi>b</mi></math></draw:object></text:p></office:body></office:document>"))
	f.Add([]byte("Gr\xfc\xdfe"))
	f.Add([]byte("~{;aRi~} or Gr+APwA3w-e"))
	f.Add([]byte("\x90\x81\xb7\xa9\x20\xd2\x41\xb7\x81\x93\x65"))
	f.Add([]byte("\xff\xfeG\x00r\x00"))
	f.Fuzz(func(t *testing.T, data []byte) { _, _ = checked(t, data) })
}

func FuzzReadHTML(f *testing.F) {
	f.Add([]byte(`<h1>One</h1><p>a<br>b<ul><li>c<ol><li>d</ol></ul><table><tr><td>e<td>f<tr><td>g</table><pre><code>h</code></pre><hr>`))
	f.Add([]byte(`<ol start=100 type=a><li value=7>a<del><p>b</del><li><pre>c</pre><ol reversed><li>d<s>e<p>f`))
	f.Fuzz(func(t *testing.T, body []byte) {
		_, _ = checked(t, append([]byte("<html>"), body...))
	})
}

func FuzzReadWord(f *testing.F) {
	f.Add([]byte(paragraphXML(`<w:pStyle w:val="berschrift1"/>`, "One") + `<w:tbl><w:tr><w:tc>` + paragraphXML(`<w:numPr><w:ilvl w:val="1"/><w:numId w:val="8"/></w:numPr>`, "two") + `</w:tc></w:tr></w:tbl>`))
	f.Fuzz(func(t *testing.T, body []byte) {
		_, _ = checked(t, []byte(asWord(t, string(body))))
	})
}

func FuzzReadEPUB(f *testing.F) {
	f.Add([]byte(`<package><manifest><item id="a" href="a.html" media-type="text/html"/></manifest><spine><itemref idref="a"/></spine></package>`), []byte(`<html><nav epub:type="toc"><a href="a.html">One</a></nav></html>`))
	f.Fuzz(func(t *testing.T, book, nav []byte) {
		_, _ = checked(t, []byte(zipped(t, container, `<rootfile full-path="b.opf"/>`, "b.opf", string(book), "nav.xhtml", string(nav), "a.html", "<p>words")))
	})
}

func FuzzNumberFormat(f *testing.F) {
	for _, code := range []string{"00000", `_-* #,##0.00\ "€"_-;[Red]-# ??/16;"-"@`, "[<=99]###-####;[h]:mm", "0.0,,%", "[$€-407]General"} {
		f.Add(code, 1234.5)
	}
	f.Fuzz(func(t *testing.T, code string, v float64) {
		format := formatOf(code)
		if text := format.show(v, false); text == "" {
			t.Errorf("%v as %q is not shown", v, code)
		}
		if text := format.text("words"); !strings.Contains(text, "words") {
			t.Errorf("words as %q are %q", code, text)
		}
	})
}

// Whatever plain words are made of, the voice hears them: see TestWordsStayWordsInMarkdown.
func FuzzWordsStayWords(f *testing.F) {
	for _, words := range hardWords {
		f.Add(words)
	}
	f.Fuzz(func(t *testing.T, words string) {
		if !utf8.ValidString(words) || len(words) > 200 {
			return
		}
		words = fold(strings.ReplaceAll(words, "\n", lineEnd), false)
		if strings.Contains(words, "://") || strings.Contains(words, "@") || strings.Contains(strings.ToLower(words), "www.") {
			return // addresses are announced, wherever they stand
		}
		for _, md := range []string{paragraph(words), "# " + heading(words), "-   " + strings.ReplaceAll(paragraph(words), "\n", "\n    ")} {
			if got, want := heard(md), letters(words); got != want {
				t.Errorf("%q is heard of %q as %q", want, md, got)
			}
		}
	})
}

func BenchmarkWord(b *testing.B) {
	data := []byte(asWord(b, strings.Repeat(paragraphXML("", strings.Repeat("Alice was beginning to get very tired. ", 10)), 2000)))
	b.SetBytes(2000 * 390)
	for b.Loop() {
		if _, err := read("a.docx", &source{ctx: b.Context(), file: bytes.NewReader(data)}, int64(len(data))); err != nil {
			b.Fatal(err)
		}
	}
}
