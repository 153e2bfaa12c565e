package spreadsheet

import (
	"strings"
	"testing"
	"time"
)

// A cell alone in its table is decided by what it is.
func TestWhatACellHolds(t *testing.T) {
	const en, de = "en-US", "de-DE"
	for _, c := range []struct {
		text, locale string
		kind         Kind
		value        float64
		format       string
	}{
		{"0", en, KindNumber, 0, "0"},
		{"42", en, KindNumber, 42, "0"},
		{" 42 ", en, KindNumber, 42, "0"},
		{"-7", en, KindNumber, -7, "0"},
		{"−7", en, KindNumber, -7, "0"},
		{"4.50", en, KindNumber, 4.5, "0.00"},
		{"0.125", en, KindNumber, 0.125, "0.000"},
		{"0,125", en, KindNumber, 0.125, "0.000"},
		{"-0.5", de, KindNumber, -0.5, "0.0"},
		{"1234.567", en, KindNumber, 1234.567, "0.000"},
		{"1,234.50", en, KindNumber, 1234.5, "#,##0.00"},
		{"1.234,50", en, KindNumber, 1234.5, "#,##0.00"},
		{"1,234,567", en, KindNumber, 1234567, "#,##0"},
		{"1.234.567", en, KindNumber, 1234567, "#,##0"},
		{"1'234.50", en, KindNumber, 1234.5, "#,##0.00"},
		{"1\u00a0234,50", en, KindNumber, 1234.5, "#,##0.00"},
		{"1\u202f234", en, KindNumber, 1234, "#,##0"},
		{"2,5", de, KindNumber, 2.5, "0.0"},
		{"12%", en, KindNumber, 0.12, "0%"},
		{"7.1 %", en, KindNumber, 0.071, "0.0%"},
		{"$12.50", en, KindNumber, 12.5, `"$"0.00`},
		{"-$1,234.50", en, KindNumber, -1234.5, `"$"#,##0.00`},
		{"€ -3", en, KindNumber, -3, `"€ "0`},
		{"12,50 €", en, KindNumber, 12.5, `0.00" €"`},
		{"EUR 12.50", en, KindNumber, 12.5, `"EUR "0.00`},
		{"12.50 EUR", en, KindNumber, 12.5, `0.00" EUR"`},
		{"999999999999999", en, KindNumber, 999999999999999, "0"},
		{"2026-11-28", en, KindDate, 46354, "yyyy-mm-dd"},
		{"2026-11-28 12:00", en, KindDate, 46354.5, "yyyy-mm-dd hh:mm"},
		{"2026-11-28T18:00:00", en, KindDate, 46354.75, `yyyy-mm-dd"T"hh:mm:ss`},
		{"1900-03-01", en, KindDate, 61, "yyyy-mm-dd"},
		{"https://example.org/a?b=c#d", en, KindLink, 0, ""},
		{"http://example.org", en, KindLink, 0, ""},

		// One separator that may be either: nothing shows which.
		{"1,234", en, KindText, 0, ""},
		{"1.234", en, KindText, 0, ""},
		{"1.234", de, KindText, 0, ""},
		{"2,5", en, KindText, 0, ""},
		// A spreadsheet would lose a digit or a sign.
		{"007", en, KindText, 0, ""},
		{"00", en, KindText, 0, ""},
		{"-0", en, KindText, 0, ""},
		{"0049301234", en, KindText, 0, ""},
		{"+49 30 1234", en, KindText, 0, ""},
		{"+7", en, KindText, 0, ""},
		{"1234567890123456", en, KindText, 0, ""},
		{"4111 1111 1111 1111", en, KindText, 0, ""},
		{"0.1234567890123456", en, KindText, 0, ""},
		// Other things with digits.
		{"1e5", en, KindText, 0, ""},
		{"12E4", en, KindText, 0, ""},
		{"1.2.3", en, KindText, 0, ""},
		{"12.11.2026", de, KindText, 0, ""},
		{"12,34,567", en, KindText, 0, ""},
		{"1 234", en, KindText, 0, ""},
		{".5", en, KindText, 0, ""},
		{"5.", en, KindText, 0, ""},
		{"1,2,3", de, KindText, 0, ""},
		{"$5 €", en, KindText, 0, ""},
		{"--5", en, KindText, 0, ""},
		{"-$-5", en, KindText, 0, ""},
		{"ISO 9001", en, KindText, 0, ""},
		{"12 kg", en, KindText, 0, ""},
		{"½", en, KindText, 0, ""},
		{"٣", en, KindText, 0, ""},
		{"NaN", en, KindText, 0, ""},
		{"Infinity", en, KindText, 0, ""},
		{"0x10", en, KindText, 0, ""},
		{"TRUE", en, KindText, 0, ""},
		{"3-4", en, KindText, 0, ""},
		{"1/2", en, KindText, 0, ""},
		{"SEPT1", en, KindText, 0, ""},
		{"", en, KindText, 0, ""},
		// Dates that are none, ambiguous, before spreadsheets, or in a time zone.
		{"2026-02-30", en, KindText, 0, ""},
		{"28/11/2026", en, KindText, 0, ""},
		{"2026-11-28T18:00:00Z", en, KindText, 0, ""},
		{"2026-11-28T18:00:00.5", en, KindText, 0, ""},
		{"2026-11", en, KindText, 0, ""},
		{"18:30", en, KindText, 0, ""},
		{"1900-02-28", en, KindText, 0, ""},
		{"1789-07-14", en, KindText, 0, ""},
		// Formulas and what could run.
		{"=1+1", en, KindText, 0, ""},
		{`=HYPERLINK("https://example.org","x")`, en, KindText, 0, ""},
		{"@SUM(A1)", en, KindText, 0, ""},
		{"+1+1", en, KindText, 0, ""},
		{"-1+1", en, KindText, 0, ""},
		{"javascript:alert(1)", en, KindText, 0, ""},
		{"file:///etc/passwd", en, KindText, 0, ""},
		{"ftp://example.org", en, KindText, 0, ""},
		{"https://", en, KindText, 0, ""},
		{"https://example.org and more", en, KindText, 0, ""},
		{"see https://example.org", en, KindText, 0, ""},
	} {
		got := Read([][]string{{c.text}}, c.locale)[0][0]
		if got.Kind != c.kind || got.Value != c.value || got.Format != c.format || got.Text != c.text {
			t.Errorf("%q in %s is %+v, want %q %v %q", c.text, c.locale, got, c.kind, c.value, c.format)
		}
		if (got.URL != "") != (c.kind == KindLink) {
			t.Errorf("%q leads to %q", c.text, got.URL)
		}
	}
}

// What one number leaves open, another one of its column shows, or one of another column.
func TestNumbersOfATableShowTheirNotation(t *testing.T) {
	for _, c := range []struct {
		name   string
		rows   [][]string
		column int
		want   []float64 // -1 is text
	}{
		{"points", [][]string{{"1.234"}, {"0.5"}}, 0, []float64{1.234, 0.5}},
		{"commas", [][]string{{"1.234"}, {"1.234,50"}}, 0, []float64{1234, 1234.5}},
		{"thousands", [][]string{{"1,234"}, {"1,234,567"}, {"12"}}, 0, []float64{1234, 1234567, 12}},
		{"another column", [][]string{{"1.234", "0,5"}}, 0, []float64{1234}},
		{"its own column first", [][]string{{"1.234", "0,5"}, {"1.5", "2"}}, 0, []float64{1.234, 1.5}},
		{"contradiction", [][]string{{"1.234"}, {"0,5"}, {"0.5"}, {"7"}}, 0, []float64{-1, -1, -1, 7}},
		{"nothing shows it", [][]string{{"1.234"}, {"5.678"}}, 0, []float64{-1, -1}},
		{"uneven rows", [][]string{{"1"}, {"1.234", "0.5"}}, 0, []float64{1, 1.234}},
	} {
		for r, row := range Read(c.rows, "en-US") {
			got := row[c.column]
			if want := c.want[r]; (got.Kind == KindText) != (want == -1) || want != -1 && got.Value != want {
				t.Errorf("%s: %q is %+v, want %v", c.name, c.rows[r][c.column], got, want)
			}
		}
	}
}

func TestATimeIsThatOfItsClock(t *testing.T) {
	got := Time(time.Date(2026, time.November, 28, 6, 0, 0, 0, time.FixedZone("", 5*60*60)))
	if got.Kind != KindDate || got.Value != 46354.25 || got.Text != "2026-11-28 06:00:00" {
		t.Errorf("%+v", got)
	}
}

func TestSheetsHaveNamesThatSpreadsheetsAccept(t *testing.T) {
	taken := map[string]bool{}
	for _, c := range []struct{ name, want string }{
		{"Receipts", "Receipts"},
		{"receipts", "receipts (2)"},
		{"", "Table"},
		{"History", "Table (2)"},
		{"[a]: b/c?", "(a) b c"},
		{"'quoted'", "quoted"},
		{"A very long title that goes on and on", "A very long title that goes on"},
		{"A very long title that goes on again", "A very long title that goes (2)"},
		{"😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀", "😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀"},
	} {
		if got := sheetName(c.name, taken); got != c.want {
			t.Errorf("%q becomes %q, want %q", c.name, got, c.want)
		}
	}
}

func TestWidthsFit(t *testing.T) {
	s := Sheet{Head: []string{"A", "B", "C", "D"}, Rows: [][]Cell{{Text("a long name of something"), Text("one\ntwo words"), Text("日本語の列"), Number(1)}, {}}}
	for i, want := range []float64{26, 11, 12, 12} {
		if got := s.widths()[i]; got != want {
			t.Errorf("column %d is %v wide, want %v", i, got, want)
		}
	}
}

func TestLinesAreCounted(t *testing.T) {
	for _, c := range []struct {
		text string
		want int
	}{
		{"", 1}, {"short", 1}, {"one\ntwo", 2}, {"one\n\ntwo\n", 3}, {strings.Repeat("word ", 20), 6}, {strings.Repeat("日", 20), 3},
	} {
		if got := CountLines(c.text, 20); got != c.want {
			t.Errorf("%q has %d lines, want %d", c.text, got, c.want)
		}
	}
}
