package sqlite

import (
	"database/sql"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// index makes an index of texts in memory, as the library has it.
func index(t testing.TB, texts ...string) *sql.DB {
	t.Helper()
	db, err := openEmpty(t.Context(), Migrations())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	for i, text := range texts {
		if _, err := db.ExecContext(t.Context(), `INSERT INTO search (rowid, text) VALUES (?, ?)`, i+1, IndexText(text)); err != nil {
			t.Fatal(err)
		}
	}
	return db
}

func finds(t testing.TB, db *sql.DB, q Query) int {
	t.Helper()
	var n int
	if err := db.QueryRowContext(t.Context(), `SELECT count(*) FROM search WHERE search MATCH ?`, q.Match()).Scan(&n); err != nil {
		t.Fatalf("%q: %v", q.Match(), err)
	}
	return n
}

func TestWhatIsTypedIsFound(t *testing.T) {
	for _, c := range []struct {
		text, typed string
		found       bool
	}{
		{"The Résumé is here", "resume", true},
		{"The resume is here", "RÉSUMÉ", true},
		{"Straße", "straße", true},
		{"The harbor", "harb", true},
		{"The harbor", "harb ", false}, // a space ends the word
		{"The harbor", "arbor", false},
		{"the quick brown fox", "fox quick", true},
		{"the quick brown fox", "quick cat", false},
		{"a state-of-the-art thing", "of-the", true},
		{"foo_bar.baz(1)", "bar.baz", true},
		{"C++ and C#", "c++", true},
		{"东京大学在北京", "北京", true},
		{"东京大学在北京", "京大", true},
		{"东京大学在北京", "京", true},
		{"东京大学在北京", "学北", false},
		{"东京大学在北京", "大学 东京", true},
		{"我用Go写程序", "go写", true},
		{"我用Go写程序", "用go写程", true},
		{"我用Go写程序", "用 Go", true},
		{"スーパーマーケット", "ーマー", true},
		{"カタカナ", "カ", true},
		{"안녕하세요 여러분", "하세", true},
		{"Привет, мир", "ПРИВ", true},
		{"naïve café", "naive cafe", true},
		{"one", "one\ttwo", false},
		{"NEAR AND OR NOT", "near or", true},
	} {
		q := NewQuery(c.typed)
		if got := finds(t, index(t, c.text), q) == 1; got != c.found {
			t.Errorf("%q in %q: found %v (%s)", c.typed, c.text, got, q.Match())
		}
		if c.found && len(q.Matches(c.text)) == 0 {
			t.Errorf("%q in %q: found but not marked", c.typed, c.text)
		}
	}
}

func TestMarksStandWhereTheWordsDo(t *testing.T) {
	for _, c := range []struct {
		text, typed string
		want        []string
	}{
		{"Cafés and a café.", "cafe", []string{"Cafés", "café"}},
		{"Cafés and a café.", "cafe ", []string{"café"}},
		{"state-of-the-art", "of-the", []string{"of-the"}},
		{"东京大学在北京", "京", []string{"京", "京"}},
		{"东京大学在北京", "大学", []string{"大学"}},
		{"go, go Go gone", "go", []string{"go", "go", "Go", "gone"}},
		{"a b a", "a b", []string{"a", "b", "a"}},
		{"e\u0301te\u0301 here", "ete", []string{"e\u0301te\u0301"}},
		{"nothing", "else", nil},
	} {
		var got []string
		for _, m := range NewQuery(c.typed).Matches(c.text) {
			got = append(got, c.text[m[0]:m[1]])
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%q in %q: %q, want %q", c.typed, c.text, got, c.want)
		}
	}
}

func TestWhatHasNoWordsIsEmpty(t *testing.T) {
	for _, typed := range []string{"", " ", `"`, `""`, "*", "-", "😀", "( ) : ^ {", "\x00", "\xff\xfe"} {
		if q := NewQuery(typed); !q.Empty() {
			t.Errorf("%q looks for %s", typed, q.Match())
		}
	}
}

// FuzzQuery: nothing that a user types or pastes is an error, and marks lie in the text.
func FuzzQuery(f *testing.F) {
	for _, s := range []string{
		`"`, `a"b`, "*", "a*", "-a", "a NEAR b", "NEAR(a b, 2)", "a AND", "text:a", "{text}:a", "^a", "(", "a)", "+", "😀", "日", "日本 語a",
		"\x00", "a\x00b", "\xff", "'; DROP TABLE part; --", strings.Repeat("a ", 500), strings.Repeat("日", 300), "ｶﾅ", "e\u0301", "İ", "ǅ", "ﬁ",
	} {
		f.Add(s, "the quick 日本語 fox "+s)
	}
	db := index(f, "The quick brown fox", "東京大学 harbor")
	f.Fuzz(func(t *testing.T, typed, text string) {
		q := NewQuery(typed)
		if !q.Empty() {
			finds(t, db, q)
		}
		last := 0
		for _, m := range q.Matches(text) {
			if m[0] < last || m[1] <= m[0] || m[1] > len(text) {
				t.Fatalf("marks %v of %q in %q", m, typed, text)
			}
			if utf8.ValidString(text) && !utf8.ValidString(text[m[0]:m[1]]) {
				t.Fatalf("mark %v cuts a character of %q", m, text)
			}
			last = m[1]
		}
		if _, err := db.ExecContext(t.Context(), `INSERT OR REPLACE INTO search (rowid, text) VALUES (99, ?)`, IndexText(text)); err != nil {
			t.Fatalf("index %q: %v", text, err)
		}
	})
}
