package documents

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const containerXML = `<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OEBPS/book%20one.opf"/></rootfiles></container>`

// asBook is a book of EPUB 3 with these parts besides.
func asBook(t testing.TB, pairs ...string) string {
	return zipped(t, append([]string{
		"mimetype", "application/epub+zip", container, containerXML,
		"OEBPS/book one.opf", `<package xmlns="http://www.idpf.org/2007/opf" xmlns:dc="http://purl.org/dc/elements/1.1/">
			<metadata><dc:title>The &#x201C;Book&#x201D;</dc:title><dc:title>Another</dc:title></metadata><manifest>
			<item id="nav" href="nav.xhtml" properties="nav" media-type="application/xhtml+xml"/>
			<item id="b" href="text/b.xhtml" media-type="application/xhtml+xml"/>
			<item id="a" href="text/a%20a.xhtml" media-type="application/xhtml+xml"/>
			<item id="x" href="x.png" media-type="image/png"/>
			<item id="gone" href="gone.xhtml" media-type="application/xhtml+xml"/>
			<item id="extra" href="extra.xhtml" media-type="application/xhtml+xml"/>
			</manifest><spine><itemref idref="nav"/><itemref idref="a"/><itemref idref="x"/><itemref idref="gone"/>
			<itemref idref="extra" linear="no"/><itemref idref="b"/><itemref idref="nothing"/></spine></package>`,
		"OEBPS/nav.xhtml", `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><body>
			<nav epub:type="toc"><ol><li><a href="text/a%20a.xhtml"><b>First</b> chapter</a></li><li><a href="text/b.xhtml#s">Second</a></li></ol></nav>
			<nav epub:type="landmarks"><a href="text/b.xhtml">Begin</a></nav></body></html>`,
		"OEBPS/extra.xhtml", "<html><body>extra</body></html>",
	}, pairs...)...)
}

func TestBooks(t *testing.T) {
	doc := mustRead(t, "book.epub", asBook(t,
		"OEBPS/text/b.xhtml", `<?xml version="1.0"?><html><head><title/><script src="x"/></head><body><h2>Its own</h2><p>two<sup><a epub:type="noteref" href="#n">1</a></sup></p></body></html>`,
		"OEBPS/text/a a.xhtml", "\xff\xfe<\x00p\x00>\x00\xe9\x00<\x00/\x00p\x00>\x00"))
	if d := cmp.Diff("# First chapter\n\né\n\n## Its own\n\ntwo\n", doc.Text); d != "" {
		t.Error(d)
	}
	if doc.Title != "The “Book”" {
		t.Errorf("called %q", doc.Title)
	}
}

// Notes in a page of their own, which a reader of books only opens from their numbers, stand behind
// the text with these numbers. Such a page that no link leads to is left out.
func TestNotesOfABookBesideItsText(t *testing.T) {
	book := func(text, notes string) string {
		return zipped(t, container, `<c><rootfile full-path="b.opf"/></c>`,
			"b.opf", `<package><manifest><item id="a" href="a.html" media-type="application/xhtml+xml"/><item id="n" href="n%201.html" media-type="application/xhtml+xml"/><item id="x" href="x.html" media-type="application/xhtml+xml"/></manifest>
				<spine><itemref idref="n" linear="no"/><itemref idref="x" linear="no"/><itemref idref="a"/></spine></package>`,
			"a.html", text, "n 1.html", notes, "x.html", "<p>cover")
	}
	doc := mustRead(t, "a.epub", book(
		`<p>One.<a epub:type="noteref" href="n%201.html#b">1</a> Two<sup><a href="n%201.html#a">2</a></sup>, three <a href="n%201.html#c">[3]</a> four.<a href="n%201.html#d">4</a> Five<a href="#here"><sup>5</sup></a>.`,
		`<h1>Notes</h1><aside id="b" epub:type="footnote"><p>First.</p><p>More.</p></aside><ol><li id="a">Second.</li></ol><p><a id="c">3</a>. Third.</p><p id="d"><a role="doc-backlink" href="a.html#x">4</a> Fourth.</p>`))
	want := "One.[^1] Two[^2], three [^3] four.[^4] Five.\n\n# Notes\n\n[^1]: First.\n\nMore.\n\n[^2]: Second.\n\n[^3]: 3\\. Third.\n\n[^4]: Fourth.\n"
	if d := cmp.Diff(want, doc.Text); d != "" {
		t.Error(d)
	}
	doc = mustRead(t, "a.epub", book(`<p>See <a href="n%201.html">the notes</a>.`, `<p>Notes.`))
	if d := cmp.Diff("See the notes.\n\nNotes.\n", doc.Text); d != "" {
		t.Error(d)
	}
	doc = mustRead(t, "a.epub", book(`<p>Nothing.`, `<p>Notes.`))
	if d := cmp.Diff("Nothing.\n", doc.Text); d != "" {
		t.Error(d)
	}
}

func TestAnOldBookIsToldByItsContents(t *testing.T) {
	doc := mustRead(t, "book.epub", zipped(t, container, `<c><rootfile full-path="b.opf"/></c>`,
		"b.opf", `<package><manifest><item id="n" href="n.ncx" media-type="application/x-dtbncx+xml"/><item id="a" href="a.html" media-type="application/xhtml+xml"/></manifest><spine toc="n"><itemref idref="a"/></spine></package>`,
		"n.ncx", `<!DOCTYPE ncx><ncx><docTitle><text>Book</text></docTitle><navMap><navPoint><navLabel><text>One</text></navLabel><content src="a.html#top"/></navPoint></navMap></ncx>`,
		"a.html", "<p>words"))
	if d := cmp.Diff("# One\n\nwords\n", doc.Text); d != "" {
		t.Error(d)
	}
	if doc.Title != "book" {
		t.Errorf("called %q", doc.Title)
	}
}

func TestABookThatWasBoughtIsLocked(t *testing.T) {
	encrypted := func(uri string) string {
		return `<encryption><EncryptedData><CipherData><CipherReference URI="` + uri + `"/></CipherData></EncryptedData></encryption>`
	}
	var failed *Error
	_, err := readBytes("book.epub", []byte(asBook(t, "OEBPS/text/b.xhtml", "\x01\x02", "META-INF/encryption.xml", encrypted("OEBPS/text/b.xhtml"))))
	if !errors.As(err, &failed) || failed.Reason != PasswordProtected || failed.Format != EPUB {
		t.Errorf("%v", err)
	}
	doc := mustRead(t, "book.epub", asBook(t, "OEBPS/text/b.xhtml", "<p>words", "META-INF/encryption.xml", encrypted("OEBPS/font.otf")))
	if doc.Text != "# Second\n\nwords\n" {
		t.Errorf("%q", doc.Text)
	}
}

func TestABookWithoutItsPages(t *testing.T) {
	var failed *Error
	if _, err := readBytes("book.epub", []byte(asBook(t))); !errors.As(err, &failed) || failed.Reason != Damaged || failed.Format != EPUB {
		t.Errorf("no page at all: %v", err)
	}
	if _, err := readBytes("book.epub", []byte(asBook(t, "OEBPS/text/b.xhtml", `<body><img src="scan.png" alt="page"/></body>`))); !errors.As(err, &failed) || failed.Reason != NoText {
		t.Errorf("pictures alone: %v", err)
	}
	if _, err := readBytes("book.epub", []byte(asBook(t, "OEBPS/text/b.xhtml", "<p>\x00\x01\x02"))); !errors.As(err, &failed) || failed.Reason != NotText {
		t.Errorf("a page that is no text: %v", err)
	}
}
