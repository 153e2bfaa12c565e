package export

import (
	"archive/zip"
	"bytes"
	"encoding/csv"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	gmtext "github.com/yuin/goldmark/text"

	"parlando/app/documents"
	"parlando/app/spreadsheet"
	"parlando/app/transcripts"
	"parlando/client"
)

// hostile are texts that mean something in one of the formats.
var hostile = []string{
	"=HYPERLINK(\"http://evil.example\",\"click\")", "+1+cmd|' /C calc'!A0", "-2+3", "@SUM(A1:A9)", "＝1+1", "a \"quoted\" text, with commas; and semicolons",
	"one --> two", "00:00:01,000 --> 00:00:02,000", "1984", "WEBVTT", "NOTE this is none", "STYLE", "<b>bold</b> and <i>thin", "<font color=red>red</font>", "{\\an8}above",
	"1 < 2 & 3 > 2", "&amp; &lt;v Ada&gt;", "<v Eve>not Eve", "<script>alert(1)</script>", "]]>", "</w:t></w:r>", "a\x00b\x07c\x1b[31m", "\ufffe\uffff end",
	"two\nlines\r\n\r\nand a gap", "# no heading", "- no item", "1. no number", "12) no number", "> no quote", "*stars* _lines_ `code`", "[link](http://evil.example)", "![x](http://evil.example/x.png)",
	"a | b | c", "---", "===", "~~gone~~", "http://evil.example/path_with_lines", "$x$ \\(y\\)", "\\*", "bad \xff\xfe bytes", "+++ b", "\ttab first", "   spaces first", "<!-- hidden -->", "a&nbsp;b",
}

// sampleDocument is a document that two people speak, with every hostile text in it.
func sampleDocument() Document {
	d := Document{Title: "Talk <of> *two* & more", Spoken: "en", Length: 3 * time.Hour, Timed: true}
	for i, s := range hostile {
		start := time.Duration(i)*7*time.Second + 120*time.Millisecond
		d.Lines = append(d.Lines, transcripts.Line{
			ID: int64(i + 1), Start: start, End: start + 5*time.Second + 7*time.Millisecond, Text: s,
			Speaker: []string{"Ada", "Eve <b>", "=1+1"}[i%3], Translation: "in French: " + s,
		})
	}
	return d
}

func writtenAs(t testing.TB, f Format, d Document, o Options) string {
	t.Helper()
	var b bytes.Buffer
	if err := Write(t.Context(), &b, f, d, o); err != nil {
		t.Fatal(err)
	}
	if f != Word && !utf8.Valid(b.Bytes()) {
		t.Errorf("%s: no UTF-8", f)
	}
	return b.String()
}

// read reads a file as the client reads the answer of a service.
func read(t testing.TB, text string, kind string) client.Transcript {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", kind)
		_, _ = io.WriteString(w, text)
	}))
	defer server.Close()
	address, err := client.ParseAddress(server.URL + "/v1")
	if err != nil {
		t.Fatal(err)
	}
	wav := append([]byte("RIFF\x24\x00\x00\x00WAVEfmt \x10\x00\x00\x00\x01\x00\x01\x00\x40\x1f\x00\x00\x80\x3e\x00\x00\x02\x00\x10\x00data"), make([]byte, 4000)...)
	got, err := client.New(client.Options{Address: address, Key: "k"}).Transcribe(t.Context(), client.TranscriptionRequest{Model: "m", Audio: bytes.NewReader(wav)})
	if err != nil {
		t.Fatalf("%v: %.300q", err, text)
	}
	return got
}

// cleaned are the lines as oneLine leaves them.
func cleaned(d Document) []string {
	var all []string
	for _, l := range d.Lines {
		all = append(all, oneLine(l.Text))
	}
	return all
}

func TestSubtitlesAreReadAgainAsTheyWere(t *testing.T) {
	d := sampleDocument()
	for _, f := range []Format{SRT, VTT} {
		file := writtenAs(t, f, d, Options{})
		got := read(t, file, "text/plain; charset=utf-8")
		if string(got.Format) != string(f) || len(got.Segments) != len(d.Lines) {
			t.Fatalf("%s is read as %s with %d cues, not %d:\n%s", f, got.Format, len(got.Segments), len(d.Lines), file)
		}
		for i, s := range got.Segments {
			want := cleaned(d)[i]
			if f == SRT { // it has no way to write these
				want = plainCue(want)
			}
			if s.Text != want {
				t.Errorf("%s, line %d: %q, not %q", f, i, s.Text, want)
			}
			if s.Start != d.Lines[i].Start || s.End != d.Lines[i].End {
				t.Errorf("%s, line %d: %v to %v", f, i, s.Start, s.End)
			}
		}
		// A cue is its times and its words, and nothing else in the file looks like times.
		if n := strings.Count(file, arrow); n != len(d.Lines) {
			t.Errorf("%s has %d arrows for %d lines", f, n, len(d.Lines))
		}
	}
	vtt := writtenAs(t, VTT, d, Options{Speakers: true})
	if !strings.Contains(vtt, "<v Eve &lt;b&gt;>") || strings.Contains(vtt, "<b>") || strings.Contains(vtt, "<script") {
		t.Errorf("%s", vtt)
	}
	if srt := writtenAs(t, SRT, d, Options{Speakers: true}); strings.Contains(srt, "<b>") || !strings.Contains(srt, "Ada: ") || strings.Contains(srt, "{\\") || strings.Contains(strings.ReplaceAll(srt, "\r\n", ""), "\n") {
		t.Errorf("%s", srt)
	}
}

func TestASpeakerIsNamedInSRTWhereItChanges(t *testing.T) {
	d := Document{Timed: true, Lines: []transcripts.Line{
		{Start: 1, End: time.Second, Text: "One.", Speaker: "Ada"},
		{Start: time.Second, End: 2 * time.Second, Text: "Two.", Speaker: "Ada"},
		{Start: 2 * time.Second, End: 3 * time.Second, Text: "Three.", Speaker: "Tom"},
	}}
	if got := writtenAs(t, SRT, d, Options{Speakers: true}); !strings.Contains(got, "Ada: One.") || !strings.Contains(got, "\nTwo.") || !strings.Contains(got, "Tom: Three.") {
		t.Errorf("%s", got)
	}
	if got := writtenAs(t, SRT, d, Options{}); strings.Contains(got, "Ada") {
		t.Errorf("%s", got)
	}
}

func TestTimesOfSubtitlesNeverGoBack(t *testing.T) {
	long := strings.Repeat("It is a truth universally acknowledged. ", 6)
	at := func(start, end time.Duration, text string) transcripts.Line {
		return transcripts.Line{Start: start * time.Second, End: end * time.Second, Text: text}
	}
	for name, lines := range map[string][]transcripts.Line{
		"a line that goes back":              {at(0, 2, "One."), at(6, 8, "Two."), at(4, 5, "Three."), at(9, 10, "Four.")},
		"a line that ends before it begins":  {at(0, 2, "One."), at(6, 4, "Two."), at(5, 7, "Three.")},
		"a line in the middle of a long one": {at(0, 9, long), at(3, 5, "Two."), at(8, 12, "Three.")},
		"all at once":                        {at(3, 3, "One."), at(3, 3, "Two."), at(3, 3, long)},
		"none has a time":                    {at(0, 0, "One."), at(0, 0, "Two.")},
	} {
		for _, f := range []Format{SRT, VTT} {
			got := read(t, writtenAs(t, f, Document{Timed: true, Lines: lines}, Options{}), "text/plain; charset=utf-8")
			text, last := "", time.Duration(0)
			for _, s := range got.Segments {
				if s.Start < last || s.End <= s.Start {
					t.Errorf("%s, %s: %q is from %v to %v after %v", name, f, s.Text, s.Start, s.End, last)
				}
				text, last = text+s.Text+" ", s.Start
			}
			want := ""
			for _, l := range lines {
				want += l.Text + " "
			}
			if strings.Join(strings.Fields(text), " ") != strings.Join(strings.Fields(want), " ") {
				t.Errorf("%s, %s: %q", name, f, text)
			}
		}
	}
}

func TestLongLinesBecomeSeveralCues(t *testing.T) {
	latin := "It is a truth universally acknowledged, that a single man in possession of a good fortune, must be in want of a wife, however little known the feelings or views of such a man may be on his first entering a neighborhood."
	chinese := strings.Repeat("凡是有财产的单身汉必定需要娶位太太，这已经成了一条举世公认的真理。", 3)
	address := "https://example.org/" + strings.Repeat("a", 200)
	mixed := "短い say なが of 文 and words " + strings.Repeat("もう一つ ", 20)
	family := strings.Repeat("👩‍👩‍👧‍👦", 60)
	for name, text := range map[string]string{"latin": latin, "chinese": chinese, "address": address, "mixed": mixed, "family": family, "thai": strings.Repeat("ความจริงที่ยอมรับกัน", 10)} {
		d := Document{Timed: true, Lines: []transcripts.Line{{ID: 1, Start: 10 * time.Second, End: 40 * time.Second, Text: text, Translation: strings.ToUpper(text[:len(text)/2/3*3])}}}
		for _, f := range []Format{SRT, VTT} {
			got := read(t, writtenAs(t, f, d, Options{}), "text/plain; charset=utf-8")
			together, at := "", 10*time.Second
			for _, s := range got.Segments {
				if s.Start != at || s.End <= s.Start {
					t.Errorf("%s: a cue from %v to %v after %v", name, s.Start, s.End, at)
				}
				at = s.End
				together += s.Text
			}
			bare := func(s string) string { return strings.Join(strings.Fields(s), "") }
			if bare(together) != bare(text) || at != 40*time.Second || len(got.Segments) < 2 {
				t.Errorf("%s, %s: %q to %v in %d cues", name, f, together, at, len(got.Segments))
			}
			for block := range strings.SplitSeq(strings.ReplaceAll(writtenAs(t, f, d, Options{Language: OriginalAndTranslation}), "\r", ""), "\n\n") {
				lines := strings.Split(strings.TrimSpace(block), "\n")
				_, lines, _ = cutAt(lines)
				if len(lines) > 2*cueLines {
					t.Errorf("%s: %d lines: %q", name, len(lines), lines)
				}
				for _, l := range lines {
					if w := columns(l); w > lineWidth {
						t.Errorf("%s: a line %d wide: %q", name, w, l)
					}
				}
			}
		}
	}
	if got := wrap("The trunk is sound, and only one branch hangs low."); len(got) != 2 || got[0] != "The trunk is sound, and" {
		t.Errorf("%q", got)
	}
}

// cutAt parts the lines of a cue after its times.
func cutAt(lines []string) (head, words []string, ok bool) {
	i := slices.IndexFunc(lines, func(l string) bool { return strings.Contains(l, arrow) })
	if i < 0 {
		return lines, nil, false
	}
	return lines[:i+1], lines[i+1:], true
}

func columns(s string) int {
	n := 0
	for _, p := range piecesOf(s) {
		n += p.width
		if p.space && n > p.width {
			n++
		}
	}
	return n
}

func TestSubtitlesNeedTimes(t *testing.T) {
	d := sampleDocument()
	d.Timed = false
	for _, f := range Formats() {
		err := Write(t.Context(), io.Discard, f, d, Options{Times: true})
		if f.Subtitles() != errors.Is(err, ErrNoTimes) || !f.Subtitles() && err != nil {
			t.Errorf("%s: %v", f, err)
		}
	}
	if got := writtenAs(t, Text, d, Options{Times: true}); strings.Contains(got, "[0:") {
		t.Errorf("%s", got)
	}
	// Some services tell no end, or the wrong one.
	d = Document{Timed: true, Lines: []transcripts.Line{{Start: time.Second, End: time.Second, Text: "a"}, {Start: 2 * time.Second, End: time.Second, Text: "b"}}}
	if got := writtenAs(t, SRT, d, Options{}); !strings.Contains(got, "00:00:01,000 --> 00:00:02,000") || !strings.Contains(got, "00:00:02,000 --> 00:00:04,000") {
		t.Errorf("%s", got)
	}
}

func TestTwoLanguagesStandTogether(t *testing.T) {
	d := Document{Title: "Viaje", Timed: true, Lines: []transcripts.Line{
		{Start: 0, End: 2 * time.Second, Text: "Nadie les ha enseñado el camino.", Translation: "Nobody has taught them the way."},
		{Start: 3 * time.Second, End: 4 * time.Second, Text: "Lo encuentran."},
	}}
	want := map[Format]string{
		Text:     "[0:00] Nadie les ha enseñado el camino.\nNobody has taught them the way.\n\n[0:03] Lo encuentran.\n",
		SRT:      "1\r\n00:00:00,000 --> 00:00:02,000\r\nNadie les ha enseñado el camino.\r\nNobody has taught them the way.\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,000\r\nLo encuentran.\r\n\r\n",
		VTT:      "WEBVTT\n\n00:00:00.000 --> 00:00:02.000\nNadie les ha enseñado el camino.\nNobody has taught them the way.\n\n00:00:03.000 --> 00:00:04.000\nLo encuentran.\n\n",
		Markdown: "# Viaje\n\n**\\[0:00\\]** Nadie les ha enseñado el camino.\n\n> Nobody has taught them the way.\n\n**\\[0:03\\]** Lo encuentran.\n",
		CSV:      "\ufeffstart,end,text,translation\r\n00:00:00.000,00:00:02.000,Nadie les ha enseñado el camino.,Nobody has taught them the way.\r\n00:00:03.000,00:00:04.000,Lo encuentran.,\r\n",
	}
	for f, want := range want {
		if got := writtenAs(t, f, d, Options{Times: true, Language: OriginalAndTranslation}); got != want {
			t.Errorf("%s: %q,\nnot %q", f, got, want)
		}
	}
	for _, f := range Formats() {
		if f == Word {
			continue
		}
		one, other := writtenAs(t, f, d, Options{Language: Original}), writtenAs(t, f, d, Options{Language: Translated})
		if strings.Contains(one, "Nobody") || !strings.Contains(one, "Nadie") || strings.Contains(other, "Nadie") || !strings.Contains(other, "Nobody") || !strings.Contains(other, "Lo encuentran.") {
			t.Errorf("%s: %q, %q", f, one, other)
		}
	}
	got := asDocument(t, Document{Title: "Viaje", Timed: true, Lines: d.Lines}, Options{Times: true, Language: OriginalAndTranslation})
	if !strings.Contains(got.Text, "Nadie les ha enseñado el camino.") || !strings.Contains(got.Text, "Nobody has taught them the way.") {
		t.Errorf("%q", got.Text)
	}
}

func TestATableHasNoFormulas(t *testing.T) {
	d := sampleDocument()
	file := writtenAs(t, CSV, d, Options{Times: true, Speakers: true, Language: OriginalAndTranslation})
	rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(file, "\ufeff"))).ReadAll()
	if err != nil || len(rows) != len(d.Lines)+1 || !slices.Equal(rows[0], []string{"start", "end", "speaker", "text", "translation"}) {
		t.Fatalf("%v, %d rows, %q", err, len(rows), rows[0])
	}
	for i, row := range rows[1:] {
		for _, field := range row {
			if field != "" && strings.ContainsRune("=+-@＝\t\r", []rune(field)[0]) {
				t.Errorf("a formula: %q", field)
			}
		}
		want := cleaned(d)[i]
		if strings.TrimPrefix(row[3], "'") != want || row[0] != stamp(d.Lines[i].Start, ".") {
			t.Errorf("%q, not %q", row, want)
		}
	}
	rows, err = csv.NewReader(strings.NewReader(strings.TrimPrefix(writtenAs(t, CSV, d, Options{}), "\ufeff"))).ReadAll()
	if err != nil || len(rows[0]) != 1 || rows[0][0] != "text" {
		t.Errorf("%v, %q", err, rows[0])
	}
}

func TestJSONIsReadAgainAsItWas(t *testing.T) {
	d := sampleDocument()
	got := read(t, writtenAs(t, JSON, d, Options{Times: true, Speakers: true, Language: OriginalAndTranslation}), "application/json")
	if got.Format != client.TranscriptVerbose || len(got.Segments) != len(d.Lines) || got.Language != "en" || got.Duration != d.Length {
		t.Fatalf("%s, %d segments, %s, %v", got.Format, len(got.Segments), got.Language, got.Duration)
	}
	for i, s := range got.Segments {
		if want := cleaned(d)[i]; s.Text != want || s.Start != d.Lines[i].Start || s.End != d.Lines[i].End {
			t.Errorf("line %d: %+v, not %q", i, s, want)
		}
	}
	if got := read(t, writtenAs(t, JSON, d, Options{}), "application/json"); slices.ContainsFunc(got.Segments, func(s client.Span) bool { return s.Timed }) {
		t.Error("there are times that nobody wanted")
	}
}

func TestMarkdownShowsWhatWasSaid(t *testing.T) {
	d := sampleDocument()
	for _, o := range []Options{{Times: true, Speakers: true}, {Speakers: true}, {}, {Times: true, Language: OriginalAndTranslation}} {
		source := []byte(writtenAs(t, Markdown, d, o))
		root := goldmark.New(goldmark.WithExtensions(extension.GFM)).Parser().Parse(gmtext.NewReader(source))
		var shown strings.Builder
		_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
			if !entering {
				return ast.WalkContinue, nil
			}
			switch n := n.(type) {
			case *ast.Text:
				shown.Write(n.Value(source))
				if n.SoftLineBreak() {
					shown.WriteByte(' ')
				}
			case *ast.String:
				shown.Write(n.Value)
			case *ast.AutoLink: // an address is one, wherever it stands
				shown.Write(n.Label(source))
			case *ast.Document, *ast.Paragraph, *ast.Blockquote, *ast.Emphasis:
			case *ast.Heading:
				if n.Level != 1 {
					t.Errorf("a heading of level %d", n.Level)
				}
			default:
				t.Errorf("%+v: a %s became of it:\n%s", o, n.Kind(), source)
				return ast.WalkStop, nil
			}
			return ast.WalkContinue, nil
		})
		text := unescaped(shown.String())
		for _, want := range append(cleaned(d), d.Title) {
			if !strings.Contains(text, want) {
				t.Errorf("%+v: %q is missing in %q", o, want, text)
			}
		}
	}
}

// unescaped takes the backslashes out that goldmark's nodes still have.
func unescaped(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) && strings.IndexByte("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", s[i+1]) >= 0 {
			i++
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// asDocument writes a document of Word and reads it as a file that somebody opens.
func asDocument(t testing.TB, d Document, o Options) documents.Document {
	t.Helper()
	all := SaveAll(t.Context(), t.TempDir(), 1, func(int) (Document, error) { return d, nil }, []Format{Word}, o)
	if all[0].Err != nil {
		t.Fatal(all[0].Err)
	}
	path := all[0].Path
	z, err := zip.OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	for _, f := range z.File { // each part is XML as a whole
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		for x := xml.NewDecoder(r); ; {
			if _, err := x.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", f.Name, err)
			}
		}
		_ = r.Close()
	}
	got, err := documents.Read(t.Context(), path, documents.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func TestWordShowsWhatWasSaid(t *testing.T) {
	d := sampleDocument()
	for _, o := range []Options{{Times: true, Speakers: true}, {}} {
		got := asDocument(t, d, o)
		if got.Title != d.Title {
			t.Errorf("%q", got.Title)
		}
		text := unescaped(got.Text)
		for i, want := range cleaned(d) {
			// Who reads a document aloud leaves out the sign of a damaged character.
			if want = oneLine(strings.ReplaceAll(want, "\ufffd", "")); !strings.Contains(text, want) {
				t.Errorf("%q is missing", want)
			}
			if at := "[" + FormatClock(d.Lines[i].Start) + "]"; o.Times != strings.Contains(text, at) {
				t.Errorf("%s", at)
			}
		}
	}
	arabic := Document{Title: "عربي", Lines: []transcripts.Line{{Text: "مرحبا بالعالم"}}}
	if got := asDocument(t, arabic, Options{}); !strings.Contains(got.Text, "مرحبا بالعالم") {
		t.Errorf("%q", got.Text)
	}
}

func TestTextHasParagraphs(t *testing.T) {
	d := Document{Timed: true, Lines: []transcripts.Line{
		{Start: 0, End: time.Second, Text: "Shall we?", Speaker: "Ada"},
		{Start: time.Second, End: 2 * time.Second, Text: "I think so.", Speaker: "Ada"},
		{Start: 2 * time.Second, End: 3 * time.Second, Text: "Yes.", Speaker: "Tom"},
		{Start: 9 * time.Second, End: 10 * time.Second, Text: "Later.", Speaker: "Tom"},
		{Start: 10 * time.Second, End: 11 * time.Second, Text: "你好。", Speaker: "Li"},
		{Start: 11 * time.Second, End: 12 * time.Second, Text: "再见。", Speaker: "Li"},
	}}
	if got, want := writtenAs(t, Text, d, Options{Speakers: true}), "Ada: Shall we? I think so.\n\nTom: Yes.\n\nTom: Later.\n\nLi: 你好。再见。\n"; got != want {
		t.Errorf("%q", got)
	}
	if got, want := writtenAs(t, Text, d, Options{Times: true}), "[0:00] Shall we?\n[0:01] I think so.\n[0:02] Yes.\n[0:09] Later.\n[0:10] 你好。\n[0:11] 再见。\n"; got != want {
		t.Errorf("%q", got)
	}
	for _, f := range Formats() {
		if err := Write(t.Context(), io.Discard, f, Document{Timed: true}, Options{Times: true}); err != nil {
			t.Errorf("%s of nothing: %v", f, err)
		}
	}
}

func TestManyAreSavedAtOnceAndNothingIsReplaced(t *testing.T) {
	folder := t.TempDir()
	titles := []string{"Same", "Same", "a/b", "broken"}
	if err := os.WriteFile(filepath.Join(folder, "Same.txt"), []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	failed := errors.New("not there")
	got := SaveAll(t.Context(), folder, len(titles), func(i int) (Document, error) {
		if titles[i] == "broken" {
			return Document{}, failed
		}
		d := sampleDocument()
		d.Title, d.Timed = titles[i], titles[i] != "a/b"
		return d, nil
	}, []Format{Text, SRT}, Options{})
	var told []string
	for _, s := range got {
		told = append(told, fmt.Sprint(s.Document, filepath.Base(s.Path), errors.Is(s.Err, ErrNoTimes), errors.Is(s.Err, failed)))
	}
	want := []string{"0Same (2).txt false false", "0Same.srt false false", "1Same (3).txt false false", "1Same (2).srt false false", "2a b.txt false false", "2. true false", "3. false true", "3. false true"}
	if len(told) != len(want) {
		t.Fatalf("%q", told)
	}
	for i := range want {
		if strings.ReplaceAll(told[i], " ", "") != strings.ReplaceAll(want[i], " ", "") {
			t.Errorf("%q, not %q", told[i], want[i])
		}
	}
	if mine, err := os.ReadFile(filepath.Join(folder, "Same.txt")); err != nil || string(mine) != "mine" {
		t.Errorf("%q, %v", mine, err)
	}
	entries, err := os.ReadDir(folder)
	if err != nil || len(entries) != 6 {
		t.Errorf("%v, %v", entries, err)
	}
	// A folder that is not there leaves nothing behind.
	all := SaveAll(t.Context(), filepath.Join(folder, "no"), 1, func(int) (Document, error) { return sampleDocument(), nil }, []Format{Text}, Options{})
	if all[0].Err == nil || all[0].Path != "" {
		t.Errorf("saved into no folder: %+v", all[0])
	}
}

func TestADocumentIsMaskedWhole(t *testing.T) {
	d := Document{Title: "key", Lines: []transcripts.Line{{Text: "a key", Translation: "key b", Speaker: "key"}}}
	got := d.Masked(func(text string) string { return strings.ReplaceAll(text, "key", "•••") })
	var b bytes.Buffer
	if err := Write(t.Context(), &b, JSON, got, Options{Times: true, Speakers: true, Language: OriginalAndTranslation}); err != nil {
		t.Fatal(err)
	}
	if d.Lines[0].Text != "a key" || strings.Contains(fmt.Sprintf("%+v", got), "key") || !strings.Contains(b.String(), "a •••") {
		t.Errorf("%+v, %s", got, &b)
	}
}

// In a spreadsheet times are numbers, and what was said is text even if it looks like a number.
func TestTheTableHasTimesAndText(t *testing.T) {
	d := Document{Title: "Walk", Timed: true, Lines: []transcripts.Line{{Start: time.Second, End: 90 * time.Minute, Text: "2026"}}}
	s := sheetOf(d, Options{Times: true})
	if s.Name != "Walk" || !slices.Equal(s.Head, []string{"start", "end", "text"}) || len(s.Rows) != 1 {
		t.Fatalf("%+v", s)
	}
	if row := s.Rows[0]; row[0].Kind != spreadsheet.KindNumber || row[1].Value != 0.0625 || row[1].Text != "01:30:00.000" || row[2] != spreadsheet.Text("2026") {
		t.Errorf("%+v", row)
	}
}
