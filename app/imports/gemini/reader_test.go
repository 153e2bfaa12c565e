package gemini_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"parlando/app/imports/foreign"
	"parlando/app/imports/foreign/foreigntest"
	"parlando/app/imports/gemini"
)

type object = map[string]any

// asked returns an entry as Takeout writes it.
func asked(title, at, answer string) object {
	o := object{"header": "Gemini Apps", "title": title, "time": at, "products": []string{"Gemini Apps"}, "activityControls": []string{"x"}}
	if answer != "" {
		o["safeHtmlItem"] = []object{{"html": answer}}
	}
	return o
}

func read(t *testing.T, entries ...object) (all []foreign.Conversation) {
	t.Helper()
	var r gemini.Reader
	for _, entry := range entries {
		data, err := json.Marshal(entry)
		if err != nil {
			t.Fatal(err)
		}
		ended, err := r.Add(data)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, ended...)
	}
	all = append(all, r.End()...)
	for _, c := range all {
		if err := foreigntest.Check(c); err != nil {
			t.Error(err)
		}
		if !c.Guessed {
			t.Errorf("%q is not marked as a guess", c.Title)
		}
	}
	return all
}

func TestPausesSeparateChats(t *testing.T) {
	t.Parallel()
	entries := []object{
		asked("Prompted Last", "2026-01-03T00:10:00Z", "<p>6</p>"),
		asked("Prompted Before midnight", "2026-01-02T23:50:00Z", "<p>5</p>"),
		asked("Prompted Third", "2026-01-02T10:55:00.5Z", "<p>3</p>"),
		asked("Prompted Second", "2026-01-02T10:30:00Z", ""),
		asked("Prompted First", "2026-01-02T10:00:00Z", "<p>1</p>"),
		asked("Prompted Yesterday", "2026-01-01T09:00:00Z", "<p>0</p>"),
	}
	var got []string
	all := read(t, entries...)
	for _, c := range all {
		got = append(got, fmt.Sprintf("%s %d", c.Title, len(c.Messages)))
	}
	if want := []string{"Last 2", "Before midnight 2", "First 5", "Yesterday 2"}; !slices.Equal(got, want) {
		t.Errorf("the chats are %q, want %q", got, want)
	}
	first := all[2]
	if first.Created.Hour() != 10 || first.Updated.Minute() != 55 {
		t.Errorf("the chat lasted from %v to %v", first.Created, first.Updated)
	}
	// a later export begins with newer questions
	longer := read(t, append([]object{asked("Prompted Fourth", "2026-01-02T11:20:00Z", "<p>4</p>")}, entries[2:]...)...)
	if longer[0].ID != first.ID || longer[0].Messages[4].ID != first.Messages[4].ID || len(longer[0].Messages) != 7 {
		t.Errorf("the longer chat is %+v", longer[0])
	}
}

func TestTheVerbBeforeAQuestionIsLeftOutInEveryLanguage(t *testing.T) {
	t.Parallel()
	var entries []object
	for i, question := range []string{"Wie geht das?", "Wer war Ada?", "Was: nun?", "Wie weit?", "Warum"} {
		entries = append(entries, asked("Eingegebener Prompt: "+question, fmt.Sprintf("2026-01-02T10:%02d:00Z", 10-i), "<p>Ja</p>"))
	}
	entries = append(entries, asked("Gemini Apps verwendet", "2026-01-02T10:01:00Z", ""))
	var got []string
	for _, c := range read(t, entries...) {
		for _, m := range c.Messages {
			if m.Role == "user" {
				got = append(got, m.Parts[0].Text)
			}
		}
	}
	want := []string{"Gemini Apps verwendet", "Warum", "Wie weit?", "Was: nun?", "Wer war Ada?", "Wie geht das?"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if c := read(t, asked("Live Prompt Hello", "2026-01-02T10:01:00Z", "")); c[0].Title != "Hello" {
		t.Errorf("the title is %q", c[0].Title)
	}
}

func TestFilesOfAQuestionAreBesideTheFile(t *testing.T) {
	t.Parallel()
	entry := asked("Prompted See\nthis", "2026-01-02T10:01:00Z", "<p>Seen</p>")
	entry["imageFile"], entry["attachedFiles"] = "a.png", []string{"a.png", "b.pdf"}
	got := foreigntest.Transcript(read(t, entry)[0])
	_, got, _ = strings.Cut(got, "\n")
	want := "  file a.png  a.png\n  file b.pdf  b.pdf\n  text \"See\\nthis\"\n"
	if !strings.HasPrefix(got, want) {
		t.Errorf("got\n%s", got)
	}
}

func TestOnlyGeminiIsRead(t *testing.T) {
	t.Parallel()
	var r gemini.Reader
	for _, in := range []string{`{"header": "Search", "title": "Searched for x", "time": "2026-01-01T00:00:00Z", "products": ["Search"]}`, `{}`, `[]`, `5`} {
		if _, err := r.Add([]byte(in)); !errors.Is(err, foreign.ErrNoConversation) {
			t.Errorf("%s: %v", in, err)
		}
	}
	if all := r.End(); len(all) > 0 {
		t.Errorf("%d chats", len(all))
	}
	long, err := json.Marshal(asked("Prompted x", "2026-01-01T00:00:00Z", strings.Repeat("<li>", 3<<20)))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Add(long); !errors.Is(err, gemini.ErrAnswerTooLong) {
		t.Errorf("a long answer: %v", err)
	}
}

func TestStrangeEntriesComeOver(t *testing.T) {
	t.Parallel()
	var r gemini.Reader
	for _, in := range []string{
		`{"header": "Gemini", "title": "a\u0000\ud800", "time": "soon", "safeHtmlItem": [{"html": "1"}, 5, {"html": null}]}`,
		`{"header": "Gemini", "title": "a\u0000\ud800", "time": "soon", "safeHtmlItem": {"html": "1"}}`,
		`{"header": "Bard", "title": null, "products": "Gemini", "attachedFiles": null}`,
	} {
		if _, err := r.Add([]byte(in)); err != nil {
			t.Errorf("%s: %v", in, err)
		}
	}
	all := r.End()
	if len(all) != 1 || len(all[0].Messages) != 3 || foreigntest.Check(all[0]) != nil {
		t.Errorf("%d chats, %+v", len(all), all)
	}
}

func TestALongDayIsSeveralChats(t *testing.T) {
	t.Parallel()
	var r gemini.Reader
	var all []foreign.Conversation
	at := time.Date(2026, 1, 1, 23, 59, 59, 0, time.UTC)
	for i := range 5000 {
		entry, err := json.Marshal(asked(fmt.Sprint("Prompted ", i), at.Add(-time.Duration(i)*time.Second).Format(time.RFC3339), "<p>x</p>"))
		if err != nil {
			t.Fatal(err)
		}
		ended, err := r.Add(entry)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, ended...)
	}
	sum := 0
	for _, c := range append(all, r.End()...) {
		if sum += len(c.Messages); len(c.Messages) > 2000 {
			t.Errorf("a chat has %d messages", len(c.Messages))
		}
	}
	if sum != 10_000 {
		t.Errorf("%d messages came over", sum)
	}
}

func BenchmarkReader(b *testing.B) {
	answer := "<h3>Foxes</h3>\n" + strings.Repeat("<p>The <strong>quick</strong> brown fox.</p>\n<ul>\n<li>jumps</li>\n<li><code>over</code></li>\n</ul>\n", 30)
	var entries [][]byte
	size := 0
	for i := range 1000 {
		data, err := json.Marshal(asked("Prompted a fox", time.Unix(int64(1_767_323_045-i*600), 0).UTC().Format(time.RFC3339), answer))
		if err != nil {
			b.Fatal(err)
		}
		entries = append(entries, data)
		size += len(data)
	}
	b.SetBytes(int64(size))
	for b.Loop() {
		var r gemini.Reader
		for _, entry := range entries {
			if _, err := r.Add(entry); err != nil {
				b.Fatal(err)
			}
		}
		r.End()
	}
}

func FuzzReader(f *testing.F) {
	for _, in := range []string{
		`{"header":"Gemini","title":"Prompted a","time":"2026-01-01T00:00:00Z","safeHtmlItem":[{"html":"<ol start=3><li><p>a<pre><code class=language-go>x\n  y</code></pre><table><tr><th>a<td>b|c</table><b>x <a href='https://a'>y</a>"}],"imageFile":"a"}`,
	} {
		f.Add([]byte(in), []byte(in))
	}
	f.Fuzz(func(t *testing.T, a, b []byte) {
		var r gemini.Reader
		var all []foreign.Conversation
		for _, entry := range [][]byte{a, b, a} {
			ended, _ := r.Add(entry)
			all = append(all, ended...)
		}
		for _, c := range append(all, r.End()...) {
			if err := foreigntest.Check(c); err != nil {
				t.Error(err)
			}
		}
	})
}
