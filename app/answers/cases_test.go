package answers

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"parlando/app/chat"
)

// misbehavior is a file of testdata: what models have answered, and the table that it is.
type misbehavior struct {
	// Columns are those of the table; ["Shop", "Total"] if there are none.
	Columns       []string
	Texts         []string
	Rows          [][]string
	Before, After string // of the table
}

func misbehaviors(t testing.TB) map[string]misbehavior {
	t.Helper()
	files, err := filepath.Glob("testdata/cases/*.json")
	if err != nil || len(files) < 40 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	all := map[string]misbehavior{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var m misbehavior
		if err := json.Unmarshal(text, &m); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		if m.Columns == nil {
			m.Columns = []string{"Shop", "Total"}
		}
		all[strings.TrimSuffix(filepath.Base(file), ".json")] = m
	}
	return all
}

func (m misbehavior) columns() []chat.Column { return columns(m.Columns...) }

func TestMisbehaviorBecomesATable(t *testing.T) {
	for name, m := range misbehaviors(t) {
		r := NewReader(m.columns())
		r.Read(m.Texts, true)
		got := r.Table()
		if !slices.EqualFunc(got.Rows, m.Rows, slices.Equal) || got.Before != m.Before || got.After != m.After || got.Found != (len(m.Rows) > 0) {
			t.Errorf("%s:\nrows   %q\nwant   %q\nbefore %q\nwant   %q\nafter  %q\nwant   %q", name, got.Rows, m.Rows, got.Before, m.Before, got.After, m.After)
		}
	}
}

// However an answer is split, it ends as the same table, and no row is ever there that is not in
// it.
func TestAnySplitEndsAsTheSameTable(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for name, m := range misbehaviors(t) {
		r := NewReader(m.columns())
		r.Read(m.Texts, true)
		want := r.Table()
		total := len(strings.Join(m.Texts, ""))
		for round := range 60 {
			mean := 1 + round*round/20
			if total > 10_000 {
				mean = total / 20
			}
			if err := readInChunks(m, want, func() int { return 1 + random.IntN(2*mean) }); err != nil {
				t.Errorf("%s: %v", name, err)
				break
			}
			if round == 0 && total <= 10_000 {
				if err := readInChunks(m, want, func() int { return 1 }); err != nil {
					t.Errorf("%s, byte by byte: %v", name, err)
					break
				}
			}
		}
	}
}

// readInChunks reads an answer in chunks. The error names the first row that later changed.
func readInChunks(m misbehavior, want Table, size func() int) error {
	r := NewReader(m.columns())
	var previous Table
	read := func(texts []string, whole bool) error {
		changed := r.Read(texts, whole)
		got := r.Table()
		if changed < len(previous.Rows) && slices.Equal(got.Rows[changed], previous.Rows[changed]) {
			return fmt.Errorf("row %d is said to have changed after %q", changed, texts)
		}
		for i := range min(changed, len(previous.Rows)) {
			if !slices.Equal(got.Rows[i], previous.Rows[i]) {
				return fmt.Errorf("row %d changed unsaid after %q", i, texts)
			}
		}
		if len(got.Rows) < len(previous.Rows) || len(got.Rows) > len(want.Rows) {
			return fmt.Errorf("%d rows after %q, were %d", len(got.Rows), texts, len(previous.Rows))
		}
		for i, row := range got.Rows {
			if !m.shows(i, row, want) {
				return fmt.Errorf("row %d is %q after %q", i, row, texts)
			}
		}
		previous = got
		return nil
	}
	for i, text := range m.Texts {
		for end := 0; end < len(text); {
			end = min(len(text), end+size())
			if err := read(append(slices.Clone(m.Texts[:i]), text[:end]), false); err != nil {
				return err
			}
		}
	}
	if err := read(m.Texts, true); err != nil {
		return err
	}
	got := previous
	if !slices.EqualFunc(got.Rows, want.Rows, slices.Equal) || got.Before != want.Before || got.After != want.After || !slices.Equal(got.Faults, want.Faults) {
		return fmt.Errorf("it ends as %q %q %q, want %q %q %q", got.Rows, got.Before, got.After, want.Rows, want.Before, want.After)
	}
	return nil
}

// shows reports whether a row is that of the end, or that of the end before cells were asked again.
func (m misbehavior) shows(i int, row []string, want Table) bool {
	if slices.Equal(row, want.Rows[i]) {
		return true
	}
	for n := 1; n < len(m.Texts); n++ {
		r := NewReader(m.columns())
		r.Read(m.Texts[:n], true)
		if rows := r.Table().Rows; i < len(rows) && slices.Equal(rows[i], row) {
			return true
		}
	}
	return false
}

func FuzzChunks(f *testing.F) {
	for _, m := range misbehaviors(f) {
		for _, text := range m.Texts {
			if len(text) < 10_000 {
				f.Add(text, 7)
			}
		}
	}
	f.Fuzz(func(t *testing.T, text string, size int) {
		if len(text) > 20_000 || !utf8.ValidString(text) {
			return
		}
		m := misbehavior{Columns: []string{"Shop", "Total"}, Texts: []string{text}}
		r := NewReader(m.columns())
		r.Read(m.Texts, true)
		size = 1 + max(size, -size)%50
		if err := readInChunks(m, r.Table(), func() int { return size }); err != nil {
			t.Error(err)
		}
		for _, row := range r.Table().Rows {
			if len(row) != 2 {
				t.Errorf("%q", row)
			}
		}
	})
}

func manyRows(n int) string {
	var b strings.Builder
	b.WriteString(`{"rows":[`)
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"shop":"Shop number %d with a \"name\"","total":"%d,50 €","note":"…"}`, i, i)
	}
	b.WriteString("]}\n")
	return b.String()
}

// Reading costs what is new, however long the answer is already and however small the chunks are.
func TestReadingIsLinear(t *testing.T) {
	hostile := map[string]string{
		"rows":       manyRows(100_000)[:6<<20],
		"no JSON":    strings.Repeat("words and { braces } and [brackets] < ", 30_000),
		"one cell":   `{"rows":[{"shop":"` + strings.Repeat(`a \n b ' " c `, 100_000) + `","total":"1"}]}`,
		"blanks":     `{"rows":[{"shop":"A"` + strings.Repeat(" ", 1<<20),
		"quotes":     `{"rows":[{"shop":"` + strings.Repeat(`" `, 1<<19),
		"braces":     strings.Repeat("{", 1<<20),
		"lists":      "[" + strings.Repeat("[", 1<<20),
		"objects":    strings.Repeat(`{"a":`, 200_000),
		"unquoted":   `{"rows":[` + strings.Repeat("word ", 200_000),
		"comment":    `{"rows":[ /*` + strings.Repeat("word ", 200_000),
		"think":      "<think>" + strings.Repeat("<thin ", 200_000),
		"backslash":  `{"a":"` + strings.Repeat(`\`, 1<<20),
		"blanks{":    strings.Repeat("{"+strings.Repeat(" ", 300), 3_000),
		"long value": `{"rows":[{"shop":` + strings.Repeat(`{"a":["`, 100_000),
	}
	for name, text := range hostile {
		columns := columns("Shop", "Total", "Note")
		columns[1].Kind = chat.ColumnAmount
		r := NewReader(columns)
		for end := 0; end < len(text); {
			end = min(len(text), end+1000)
			r.Read([]string{text[:end]}, false)
			r.Table()
		}
		limit := 8
		switch name {
		case "braces", "blanks{", "quotes": // each of them looks ahead as far as it may
			limit = maxBlanksAhead + maxKeyAhead
		}
		if steps := r.steps / len(text); steps > limit {
			t.Errorf("%s: %d steps for each byte", name, steps)
		}
	}
}

func BenchmarkReader(b *testing.B) {
	text := manyRows(100_000)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		r := NewReader(columns("Shop", "Total", "Note"))
		r.Read([]string{text}, true)
		if len(r.Table().Rows) != 100_000 {
			b.Fatal(len(r.Table().Rows))
		}
	}
}

// Tables that were read stay as they are, whatever is read later.
func TestATableStaysAsItWas(t *testing.T) {
	r := NewReader(receipts.Columns[3:4])
	first := `{"rows":[{"total":"many"},{"total":"2"}`
	r.Read([]string{first}, false)
	was := r.Table()
	if changed := r.Read([]string{first, `{"rows":[{"row":"1","total":"1"},{"total":"few"}]}`}, true); changed != 0 {
		t.Errorf("changed from %d", changed)
	}
	now := r.Table()
	if was.Rows[0][0] != "many" || len(was.Rows) != 2 || !slices.Equal(was.Faults, []CellFault{{0, 0, NotAnAmount}}) {
		t.Errorf("the table is %+v now", was)
	}
	if now.Rows[0][0] != "1" || len(now.Rows) != 3 || !slices.Equal(now.Faults, []CellFault{{2, 0, NotAnAmount}}) {
		t.Errorf("%+v", now)
	}
	if changed := r.Read([]string{first, `{"rows":[{"row":"1","total":"1"},{"total":"few"}]}`}, true); changed != 3 {
		t.Errorf("changed from %d without a change", changed)
	}
	if changed := r.Read([]string{`{"rows":[{"total":"many"},{"total":"3"}`}, true); changed != 0 || len(r.Table().Rows) != 2 {
		t.Errorf("another answer changed from %d, %q", changed, r.Table().Rows)
	}
	if changed := r.Read([]string{`{"rows":[{"total":"many"},{"total":"4"}]}`}, true); changed != 1 {
		t.Errorf("an edited answer changed from %d", changed)
	}
}
