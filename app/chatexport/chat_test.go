package chatexport

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"image"
	"image/png"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"pgregory.net/rapid"

	"parlando/app/chat"
	"parlando/app/documents"
	"parlando/app/markdown"
)

const answer = "# Beetles\n\nA **bold** word, *another*, ~~gone~~ and `code`.\n\n" +
	"| Counted | Result |\n|:--|--:|\n| in *spring* | 1 |\n| in autumn | 22 |\n\n" +
	"3. three\n4. four\n   - under it\n\n   and more of four\n\n- [x] done\n\n> said by [somebody](https://example.org/a?b=1&c=2)\n\n" +
	"```go\nfunc f() {\n\treturn\n}\n```\n\n![a fern](https://example.org/fern.png)\n\n---\n\nIt is $x^2$."

// chatOf is a chat of two messages, the first with parts before its words.
func chatOf(parts ...Part) Chat {
	return Chat{Title: "Beetles & <ferns>", Messages: []Message{
		{Who: "You", Parts: append(parts, Part{Plain: "How many *beetles*\n  are <there>?\n\n# Tell me"})},
		{Who: "Practice writer", Parts: []Part{{Markdown: answer}}},
	}}
}

func written(t testing.TB, f Format, c Chat, pictures Pictures) string {
	t.Helper()
	var b bytes.Buffer
	if err := Write(t.Context(), &b, f, c, pictures); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestWhatIsPastedHasNoMarksOfMarkdown(t *testing.T) {
	c := Chat{Messages: chatOf().Messages[1:]}
	plain, rich := PlainText(c), Fragment(c)
	for _, want := range []string{"Practice writer:\nBeetles\n", "A bold word, another, gone and code.", "Counted\tResult\nin spring\t1\nin autumn\t22\n", "3. three\n4. four\n", "• under it", "☑ done", "func f() {\n\treturn\n}", "It is x²."} {
		if !strings.Contains(plain, want) {
			t.Errorf("%q is missing in\n%s", want, plain)
		}
	}
	for _, mark := range []string{"**", "|", "# ", "~~", "`", "](", "---", "> ", "$"} {
		if strings.Contains(plain, mark) {
			t.Errorf("%q is left in\n%s", mark, plain)
		}
	}
	for _, want := range []string{
		charset, "<h1>Beetles</h1>", "<strong>bold</strong>", "<em>another</em>", "<s>gone</s>", "<code>code</code>", `<table border="1"`, "<th>Counted</th>",
		`<td align="right" style="text-align:right">22</td>`, "<ol>\n<li value=\"3\">three</li>\n<li>four<ul>\n<li>under it</li>\n</ul>\n<p>and more of four</p>\n</li>\n</ol>",
		`<a href="https://example.org/a?b=1&amp;c=2">somebody</a>`, "<blockquote>", "func f() {\n\treturn\n}", `<a href="https://example.org/fern.png">a fern</a>`, "x²", "<hr>",
	} {
		if !strings.Contains(rich, want) {
			t.Errorf("%q is missing in\n%s", want, rich)
		}
	}
	if strings.Contains(rich, "<img") {
		t.Error("a picture of somewhere else would be fetched")
	}
}

func TestAnAlertHasABarOfItsOwnColor(t *testing.T) {
	c := Chat{Messages: []Message{{Parts: []Part{{Markdown: "> [!NOTE]\n> - a\n\n> [!NOTE]\n> b\n\n> c"}}}}}
	want := "<blockquote class=\"note\">\n<p><strong>Note</strong></p>\n<ul>\n<li>a</li>\n</ul>\n</blockquote>\n" +
		"<blockquote class=\"note\">\n<p><strong>Note</strong></p>\n<p>b</p>\n</blockquote>\n<blockquote>\n<p>c</p>\n</blockquote>\n"
	if page := written(t, HTML, c, nil); !strings.Contains(page, want) || !strings.Contains(page, "\n.note {") {
		t.Errorf("%s", page)
	}
}

func TestAPassageIsPastedAsItLooks(t *testing.T) {
	passage := func(from, to string) Chat {
		at := strings.Index(answer, from)
		return Chat{Messages: []Message{{Parts: []Part{{Markdown: answer, From: at, To: at + strings.Index(answer[at:], to)}}}}}
	}
	// Words of one paragraph go into the line that is there.
	c := passage("A **bold", " and `code`")
	if plain, rich := PlainText(c), Fragment(c); plain != "A bold word, another, gone" || rich != charset+"A <strong>bold</strong> word, <em>another</em>, <s>gone</s>" {
		t.Errorf("%q, %q", plain, rich)
	}
	c = passage("in *spring*", "\n\n3.")
	plain, rich := PlainText(c), Fragment(c)
	if plain != "in spring\t1\nin autumn\t22" || strings.Contains(rich, "<th") || strings.Count(rich, "<tr>") != 2 {
		t.Errorf("%q, %q", plain, rich)
	}
}

func TestWhoAnsweredCanBeLeftAway(t *testing.T) {
	c := chatOf()
	for i := range c.Messages {
		c.Messages[i].Who = ""
	}
	for _, f := range []Format{HTML, Markdown, Text} {
		if got := written(t, f, c, nil); strings.Contains(got, "Practice writer") || !strings.Contains(got, "beetles") {
			t.Errorf("%s:\n%s", f, got)
		}
		if got := written(t, f, chatOf(), nil); !strings.Contains(got, "Practice writer") || !strings.Contains(got, "You") {
			t.Errorf("%s:\n%s", f, got)
		}
	}
}

// fern is a picture of 3 by 2 pixels.
func fern(t testing.TB) (Part, Pictures) {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewNRGBA(image.Rect(0, 0, 3, 2))); err != nil {
		t.Fatal(err)
	}
	return Part{Name: "fern \"1\".png", Picture: &chat.Blob{SHA256: "f", MIME: "image/png", Width: 3, Height: 2}}, func(_ context.Context, sum string) ([]byte, error) {
		if sum != "f" {
			return nil, errors.New("not there")
		}
		return b.Bytes(), nil
	}
}

func TestAWebPageHasItsPicturesWithin(t *testing.T) {
	p, pictures := fern(t)
	gone := Part{Name: "gone.png", Picture: &chat.Blob{SHA256: "g", MIME: "image/png"}}
	page := written(t, HTML, chatOf(p, gone, Part{Name: "notes.pdf"}), pictures)
	for _, want := range []string{
		"<title>Beetles &amp; &lt;ferns&gt;</title>", `<img src="data:image/png;base64,iVBOR`, `alt="fern &#34;1&#34;.png" width="3" height="2"`,
		"[gone.png]", "[notes.pdf]", "How many *beetles*<br>\n&nbsp;&nbsp;are &lt;there&gt;?</p>", "# Tell me", "default-src 'none'",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("%q is missing in\n%s", want, page)
		}
	}
	balanced(t, page)
}

// void are the elements without an end.
var void = []string{"meta", "br", "hr", "img"}

// allowed are the elements that there may be, with their attributes.
var allowed = map[string][]string{
	"html": nil, "head": nil, "title": nil, "style": nil, "body": nil, "meta": {"charset", "http-equiv", "content", "name"},
	"h1": {"dir"}, "h2": {"dir"}, "h3": {"dir"}, "h4": {"dir"}, "h5": {"dir"}, "h6": {"dir"}, "p": {"class", "dir"}, "div": {"class", "style"}, "ul": nil, "ol": nil, "li": {"value", "dir", "style"},
	"blockquote": {"class"}, "pre": nil, "code": nil, "hr": nil, "br": nil, "strong": nil, "b": nil, "em": nil, "s": nil, "a": {"href"},
	"table": {"border", "cellspacing", "cellpadding"}, "thead": nil, "tbody": nil, "tr": nil, "th": {"align", "style", "dir"}, "td": {"align", "style", "dir"},
	"img": {"src", "alt", "width", "height"},
}

// balanced holds a page to what it may have, each element closed where it was opened.
func balanced(t testing.TB, page string) {
	t.Helper()
	var open []string
	for z := html.NewTokenizer(strings.NewReader(page)); ; {
		kind := z.Next()
		token := z.Token()
		switch kind {
		case html.ErrorToken:
			if len(open) > 0 {
				t.Errorf("not closed: %q in\n%s", open, page)
			}
			return
		case html.CommentToken:
			t.Errorf("a comment: %s", token)
		case html.StartTagToken, html.SelfClosingTagToken:
			attributes, ok := allowed[token.Data]
			if !ok {
				t.Errorf("the element %s", token)
			}
			for _, a := range token.Attr {
				switch {
				case !slices.Contains(attributes, a.Key):
					t.Errorf("the attribute %s of %s", a.Key, token)
				case a.Key == "src" && !strings.HasPrefix(a.Val, "data:image/png;base64,") && !strings.HasPrefix(a.Val, "data:image/jpeg;base64,"):
					t.Errorf("fetches %.80q", a.Val)
				case a.Key == "href" && !strings.HasPrefix(a.Val, "http://") && !strings.HasPrefix(a.Val, "https://") && !strings.HasPrefix(a.Val, "mailto:"):
					t.Errorf("leads to %.80q", a.Val)
				}
			}
			if !slices.Contains(void, token.Data) {
				open = append(open, token.Data)
			}
		case html.EndTagToken:
			if n := len(open); n == 0 || open[n-1] != token.Data {
				t.Errorf("%s closes %q in\n%s", token, open, page)
				return
			}
			open = open[:len(open)-1]
		case html.TextToken, html.DoctypeToken:
		}
	}
}

// pieces are combined into hostile and broken replies.
var pieces = []string{
	"<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "<iframe src=\"https://evil.example\">", "</p></body>", "<!-- ", "-->", "<style>p{}</style>", "\"'><b>", "&lt;script&gt;", "&#60;script>",
	"[x](javascript:alert(1))", "[x](data:text/html;base64,AAAA)", "[x](file:///etc/passwd)", "[x](https://e.example/\"onmouseover=alert(1))", "[x](https://e.example/a'b)", "<javascript:alert(1)>", "<https://e.example>",
	"![p](https://evil.example/track.png)", "![p](javascript:alert(1))", "[x]: javascript:alert(1)\n", "[x][x]", "mailto:a@b.example", "<a@b.example>", "https://e.example/path",
	"\n", "\n\n", "- ", "- [ ] ", "1. ", "7. ", "> ", "    ", "  ", "# ", "\n---\n", "\n```html\n", "\n```\n", "| a | b |\n|---|---|\n| c ", "\\[\n\\frac{a}{b}\n\\]\n", "$$\nx^2\n$$\n", "$x^2$", "**", "*", "~~", "`", "word", "é", "\u202e", "\x00", "مرحبا",
}

func TestNothingThatAModelWroteDoesAnythingInAPage(t *testing.T) {
	for _, p := range pieces {
		balanced(t, written(t, HTML, Chat{Title: p, Messages: []Message{{Who: p, Parts: []Part{{Plain: p}, {Markdown: p}, {Name: p}}}}}, nil))
	}
	rapid.Check(t, func(r *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 1, 30).Draw(r, "pieces"), "")
		if balanced(t, part(Part{Markdown: text})); t.Failed() {
			r.Fatalf("%q", text)
		}
	})
}

func TestWordHasTheChatWithItsPictures(t *testing.T) {
	p, pictures := fern(t)
	folder := t.TempDir()
	path, err := Save(t.Context(), folder, "a/b", Word, chatOf(p, Part{Name: "notes.pdf"}), pictures)
	if err != nil || filepath.Base(path) != "a b.docx" {
		t.Fatalf("%s, %v", path, err)
	}
	z, err := zip.OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	var names []string
	document := ""
	for _, f := range z.File {
		names = append(names, f.Name)
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		_ = r.Close()
		if strings.HasSuffix(f.Name, ".png") {
			continue
		}
		if f.Name == "word/document.xml" {
			document = string(data)
		}
		for x := xml.NewDecoder(bytes.NewReader(data)); ; { // each part is XML as a whole
			if _, err := x.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", f.Name, err)
			}
		}
	}
	if !slices.Contains(names, "word/media/picture1.png") {
		t.Errorf("no picture in %q", names)
	}
	for _, want := range []string{`w:val="Heading1"`, "<w:tbl>", "<w:tblHeader/>", `w:val="Code"`, "<w:b/>", "<w:i/>", "<w:strike/>", "w:hyperlink", `<w:jc w:val="right"/>`, "drawing", ">3.<", ">☑<"} {
		if !strings.Contains(document, want) {
			t.Errorf("%s is missing in\n%s", want, document)
		}
	}
	got, err := documents.Read(t.Context(), path, documents.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Practice writer", "somebody", "in autumn", "Tell me", "notes.pdf"} {
		if got.Title != chatOf().Title || !strings.Contains(got.Text, want) {
			t.Errorf("%q: %q is missing in\n%s", got.Title, want, got.Text)
		}
	}
}

func TestMarkdownIsWhatTheModelWroteAndShowsWhatTheUserDid(t *testing.T) {
	got := written(t, Markdown, chatOf(), nil)
	if !strings.HasPrefix(got, "# Beetles \\& \\<ferns\\>\n\n**You**\n\n") || !strings.Contains(got, "\n---\n\n**Practice writer**\n\n"+answer) {
		t.Errorf("%s", got)
	}
	// Read again, the message of the user is the typed text.
	mine := MarkdownOf(Chat{Messages: []Message{{Parts: []Part{{Plain: "2 * 3 * 4\n# no heading\n- no item\n\n<b>no</b> `code`"}}}}})
	if shown := markdown.PlainText(Part{Markdown: mine}.blocks()); shown != "2 * 3 * 4\n# no heading\n- no item\n\n<b>no</b> `code`" {
		t.Errorf("%q is shown as %q", mine, shown)
	}
	code := MarkdownOf(Chat{Messages: []Message{{Parts: []Part{{Plain: "if x:\n    y()"}}}}})
	if shown := markdown.PlainText(Part{Markdown: code}.blocks()); shown != "if x:\n    y()" {
		t.Errorf("%q is shown as %q", code, shown)
	}
	// A reply that was cut off in its code does not make code of what follows.
	cut := MarkdownOf(Chat{Messages: []Message{{Parts: []Part{{Markdown: "Look:\n\n````go\nx()"}}}, {Who: "You", Parts: []Part{{Plain: "Go on"}}}}})
	if !strings.Contains(cut, "x()\n````\n") {
		t.Errorf("%s", cut)
	}
}

func TestNothingIsReplacedAndNothingIsLeftBehind(t *testing.T) {
	folder := t.TempDir()
	for _, want := range []string{"Beetles.txt", "Beetles (2).txt"} {
		if path, err := Save(t.Context(), folder, "Beetles", Text, chatOf(), nil); err != nil || filepath.Base(path) != want {
			t.Errorf("%s, %v", path, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Save(ctx, folder, "Late", Word, chatOf(), nil); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end: %v", err)
	}
	if entries, err := os.ReadDir(folder); err != nil || len(entries) != 2 {
		t.Errorf("%v, %v", entries, err)
	}
}

func TestATableFromRightToLeftBeginsAtTheRight(t *testing.T) {
	for text, want := range map[string]bool{
		"| שם | מחיר |\n|---|---|\n| Banana | 7 |": true, "| Name | Price |\n|---|---|\n| תפוח | 7 |": false,
	} {
		c := Chat{Messages: []Message{{Who: "W", Parts: []Part{{Markdown: text}}}}}
		page := written(t, HTML, c, nil)
		if got := strings.Contains(page, `cellpadding="4" dir="rtl">`); got != want {
			t.Errorf("%s: %v in\n%s", text, got, page)
		}
		word := written(t, Word, c, nil)
		z, err := zip.NewReader(strings.NewReader(word), int64(len(word)))
		if err != nil {
			t.Fatal(err)
		}
		document, err := fs.ReadFile(z, "word/document.xml")
		if err != nil {
			t.Fatal(err)
		}
		if got := bytes.Contains(document, []byte("<w:bidiVisual/>")); got != want {
			t.Errorf("%s: %v in\n%s", text, got, document)
		}
	}
}
