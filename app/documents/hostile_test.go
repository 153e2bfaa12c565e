package documents

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// mostMemory is the peak memory of reading the worst file, in bytes; MaxText of text is held some
// times over.
const mostMemory = 400 << 20

// A file that unfolds to more than a document ever does, or lies about itself, gives a reason, and
// never much of anything else.
func TestHostileFiles(t *testing.T) {
	opening := func(tag string, n int) string { return strings.Repeat(tag, n) }
	for name, c := range map[string]struct {
		data   func(t *testing.T) string
		reason Reason
	}{
		"a bomb of spaces in Word": {func(t *testing.T) string {
			return bomb(t, "word/document.xml", "<w:document"+w2006+"><w:body><w:p><w:r>", "<w:t>"+strings.Repeat(" ", 1<<20)+"</w:t>", 100)
		}, TooLarge},
		"a bomb in one piece of Word": {func(t *testing.T) string {
			return bomb(t, "word/document.xml", "<w:document"+w2006+"><w:p><w:r><w:t>", strings.Repeat("a", 1<<20), 100)
		}, TooLarge},
		"attributes without end": {func(t *testing.T) string {
			return bomb(t, "word/document.xml", "<w:document ", strings.Repeat("a='' ", 200_000), 20)
		}, TooLarge},
		"elements in elements": {func(t *testing.T) string { return asWord(t, strings.Repeat("<w:p>", 100_000)) }, Damaged},
		"tables in tables":     {func(t *testing.T) string { return asWord(t, strings.Repeat("<w:tbl><w:tr><w:tc>", 50_000)) }, Damaged},
		"entities of entities": {func(t *testing.T) string {
			return zipped(t, "[Content_Types].xml", "<Types/>", "word/document.xml", `<!DOCTYPE w [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]><w:document`+w2006+`><w:p><w:r><w:t>&c;</w:t></w:r></w:p></w:document>`)
		}, Damaged},
		"a file from the disk by entity": {func(t *testing.T) string {
			return zipped(t, "[Content_Types].xml", "<Types/>", "word/document.xml", `<!DOCTYPE w [<!ENTITY a SYSTEM "file:///etc/hostname">]><w:document`+w2006+`><w:p><w:r><w:t>&a;</w:t></w:r></w:p></w:document>`)
		}, Damaged},
		"styles without end": {func(t *testing.T) string {
			return bomb(t, "word/styles.xml", "<w:styles>", strings.Repeat("<w:style w:styleId='"+strings.Repeat("a", 1000)+"'/>", 1000), 90)
		}, TooLarge},
		"a bomb in a book": {func(t *testing.T) string {
			var b bytes.Buffer
			z := zip.NewWriter(&b)
			for _, pair := range [][2]string{
				{container, `<rootfile full-path="b.opf"/>`},
				{"b.opf", opfOfOne + `<spine><itemref idref="a"/></spine></package>`},
			} {
				f, _ := z.Create(pair[0])
				_, _ = io.WriteString(f, pair[1])
			}
			f, _ := z.Create("a.html")
			for range 100 {
				_, _ = f.Write(bytes.Repeat([]byte("<p>"), 1<<20/3))
			}
			_ = z.Close()
			return b.String()
		}, TooLarge},
		"one chapter read over and over": {bookOfOneChapter, TooLarge},
		"a list of parts without end":    {func(*testing.T) string { return manyParts(60_000, 100) }, TooLarge},
		"a page of formats in formats": {func(*testing.T) string {
			var b strings.Builder
			b.WriteString("<html>")
			for i := range 500 {
				fmt.Fprintf(&b, "<p><b a%d>", i)
			}
			return b.String() + opening("<p>x", 1_000_000)
		}, ""},
		"a page of lists in lists":   {func(*testing.T) string { return "<html>" + opening("<ul><li>a", 200_000) }, ""},
		"a page of tables in tables": {func(*testing.T) string { return "<html>" + opening("<table><tr><td>a", 200_000) }, ""},
		"a table without end":        {func(*testing.T) string { return "<html><table>" + opening("<tr><td><td>a", 500_000) }, ""},
		"a page that is one tag":     {func(*testing.T) string { return "<html><p " + strings.Repeat("a ", 8_000_000) }, Damaged},
		"a page of line ends":        {func(*testing.T) string { return "<html>a" + opening("<br>", 4_000_000) + "b" }, ""},
	} {
		t.Run(name, func(t *testing.T) {
			data := []byte(c.data(t))
			var doc Document
			var err error
			used := peak(t, func() { doc, err = readBytes("file", data) })
			gradeHostile(t, doc, err, c.reason, MaxText)
			if used > mostMemory {
				t.Errorf("%d MB were in use", used>>20)
			}
		})
	}
}

// gradeHostile wants the reason for a file that is refused, "" if it is not, and little more than
// most bytes of text.
func gradeHostile(t *testing.T, doc Document, err error, reason Reason, most int) {
	t.Helper()
	var failed *Error
	switch {
	case reason == "" && err != nil:
		t.Errorf("%v", err)
	case reason != "" && (!errors.As(err, &failed) || failed.Reason != reason):
		t.Errorf("%d bytes of text, %v", len(doc.Text), err)
	case len(doc.Text) > 2*most:
		t.Errorf("%d bytes of text", len(doc.Text))
	}
}

// A text of more than MaxText is refused before it is read, however large its file.
func TestALargeFileIsNotRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.txt")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if err := errors.Join(file.Truncate(1<<30), func() error { _, err := file.WriteAt(bytes.Repeat([]byte("words "), 1000), 0); return err }()); err != nil {
		t.Fatal(err)
	}
	var failed *Error
	if used := peak(t, func() { _, err = Read(t.Context(), path, Options{}) }); used > 16<<20 {
		t.Errorf("%d MB were in use", used>>20)
	}
	if !errors.As(err, &failed) || failed.Reason != TooLarge {
		t.Errorf("%v", err)
	}
}

// A single file of XML may have little text and much else.
func TestAnXMLFileWithoutEnd(t *testing.T) {
	data := "<FictionBook><body><p>a" + strings.Repeat("<!--"+strings.Repeat("a", 1<<16)+"-->", 80) + "</p></body></FictionBook>"
	var failed *Error
	if doc, err := ReadBytes(t.Context(), "a.fb2", []byte(data), Options{MaxText: 1}); !errors.As(err, &failed) || failed.Reason != TooLarge {
		t.Errorf("%q, %v", doc.Text, err)
	}
}

// Stopping ends the reading in its middle: what is read next is not read.
func TestStoppedInTheMiddle(t *testing.T) {
	var words strings.Builder
	for i := range 200_000 {
		fmt.Fprintf(&words, "<w:p><w:r><w:t>%x</w:t></w:r></w:p>", i*i)
	}
	data := []byte(asWord(t, words.String()))
	ctx, stop := context.WithCancel(t.Context())
	r := &endingReader{ReaderAt: bytes.NewReader(data), after: 8, stop: stop}
	if doc, err := read("a.docx", &source{ctx: ctx, file: r}, int64(len(data))); !errors.Is(err, context.Canceled) {
		t.Errorf("%d bytes of text, %v", len(doc.Text), err)
	}
}

type endingReader struct {
	io.ReaderAt
	after int
	stop  func()
}

func (s *endingReader) ReadAt(p []byte, off int64) (int, error) {
	if s.after--; s.after == 0 {
		s.stop()
	}
	return s.ReaderAt.ReadAt(p, off)
}

// A disk that fails is no damaged document.
func TestTheDiskFails(t *testing.T) {
	data := fixture(t, "alice.docx")
	broken := errors.New("input/output error")
	_, err := read("a.docx", &source{ctx: t.Context(), file: &failingReader{bytes.NewReader(data), broken}}, int64(len(data)))
	var failed *Error
	if !errors.Is(err, broken) || errors.As(err, &failed) {
		t.Errorf("%v", err)
	}
}

type failingReader struct {
	io.ReaderAt
	err error
}

func (f *failingReader) ReadAt(p []byte, off int64) (int, error) {
	if off > 0 && len(p) > 1000 {
		return 0, f.err
	}
	return f.ReaderAt.ReadAt(p, off)
}

// manyParts is a zip of n empty parts, whose names have so many digits.
func manyParts(n, digits int) string {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := range n {
		_, _ = z.Create(fmt.Sprintf("%0*d", digits, i))
	}
	_ = z.Close()
	return b.String()
}

// bookOfOneChapter is a book that shows its one chapter 10,000 times.
func bookOfOneChapter(t *testing.T) string {
	spine := strings.Repeat(`<itemref idref="a"/>`, 10_000)
	return zipped(t, container, `<rootfile full-path="b.opf"/>`,
		"b.opf", opfOfOne+`<spine>`+spine+`</spine></package>`,
		"a.html", strings.Repeat("words ", 10_000))
}

// opfOfOne begins the package of a book of one chapter.
const opfOfOne = `<package><manifest>
	<item id="a" href="a.html" media-type="application/xhtml+xml"/></manifest>`

// bomb is a document of Word in which one part holds head and n times piece.
func bomb(t *testing.T, name, head, repeated string, n int) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	f, err := z.Create("[Content_Types].xml")
	if err == nil {
		f, err = z.Create(name)
	}
	if err != nil {
		t.Fatal(err)
	}
	_, _ = io.WriteString(f, head)
	for range n {
		_, _ = io.WriteString(f, repeated)
	}
	if name != "word/document.xml" {
		f, _ = z.Create("word/document.xml")
		_, _ = io.WriteString(f, "<w:document"+w2006+"><w:p/></w:document>")
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// peak is about how many bytes of heap f had in use at most, beyond those before it.
func peak(t *testing.T, f func()) uint64 {
	t.Helper()
	var before, now runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	done := make(chan struct{})
	go func() {
		defer close(done)
		f()
	}()
	look := time.NewTicker(5 * time.Millisecond)
	defer look.Stop()
	most := uint64(0)
	for {
		runtime.ReadMemStats(&now)
		most = max(most, now.HeapInuse)
		select {
		case <-done:
			return max(most, before.HeapInuse) - before.HeapInuse
		case <-look.C:
		}
	}
}
