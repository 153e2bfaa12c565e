package answers_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"parlando/app/answers"
	"parlando/app/chat"
)

var update = flag.Bool("update", false, "write what is read into testdata")

var receipts = []chat.Column{
	{Name: "Shop", Kind: chat.ColumnText},
	{Name: "Date", Kind: chat.ColumnDate},
	{Name: "Total", Kind: chat.ColumnAmount},
	{Name: "Paid by", Kind: chat.ColumnOption, Options: []string{"card", "cash"}},
}

// misbehavior returns the answers of testdata, each with its texts, by name.
func misbehavior(t testing.TB) map[string][]string {
	t.Helper()
	files, err := filepath.Glob("testdata/answers/*.txt")
	if err != nil || len(files) < 40 {
		t.Fatalf("%d answers, %v", len(files), err)
	}
	all := map[string][]string{}
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		all[strings.TrimSuffix(filepath.Base(f), ".txt")] = strings.Split(string(data), "\n=== next ===\n")
	}
	return all
}

func read(texts []string) answers.Table {
	r := answers.NewReader(receipts)
	r.Read(texts, true)
	return r.Table()
}

// shown is a table as testdata has it.
func shown(t answers.Table) string {
	var b strings.Builder
	fmt.Fprintf(&b, "found: %v\n", t.Found)
	for _, row := range t.Rows {
		data, _ := json.Marshal(row)
		fmt.Fprintf(&b, "row: %s\n", data)
	}
	for _, f := range t.Faults {
		fmt.Fprintf(&b, "unfit: row %d, column %d, %s\n", f.Row+1, f.Column+1, f.Reason)
	}
	fmt.Fprintf(&b, "before: %q\nafter: %q\n", t.Before, t.After)
	return b.String()
}

func TestWhatModelsWriteInPlaceOfATableIsRead(t *testing.T) {
	for name, texts := range misbehavior(t) {
		got := shown(read(texts))
		golden := filepath.Join("testdata/answers", name+".want")
		if *update {
			if err := os.WriteFile(golden, []byte(got), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// However an answer is cut into pieces, the same table comes of it, and no row is shown that the
// end does not have.
func TestAnyPiecesOfAnAnswerGiveTheSameTable(t *testing.T) {
	dice := rand.New(rand.NewPCG(1, 2))
	for name, texts := range misbehavior(t) {
		want := read(texts)
		for round := range 30 {
			r := answers.NewReader(receipts)
			var rows [][]string
			for i := range texts {
				for end := 0; end < len(texts[i]); {
					end = min(end+1+dice.IntN(1+round), len(texts[i]))
					so := append(slices.Clone(texts[:i]), texts[i][:end])
					changed := r.Read(so, false)
					now := r.Table().Rows
					if i == 0 && (len(now) < len(rows) || !prefix(rows[:min(changed, len(rows))], now)) {
						t.Fatalf("%s: rows before %d changed from %q to %q", name, changed, rows, now)
					}
					rows = slices.Clone(now)
					if len(texts) == 1 && !prefix(rows, want.Rows) {
						t.Fatalf("%s: after %q there are %q, in the end %q", name, texts[i][:end], rows, want.Rows)
					}
				}
			}
			r.Read(texts, true)
			if diff := cmp.Diff(shown(want), shown(r.Table())); diff != "" {
				t.Fatalf("%s in pieces of up to %d bytes: %s", name, 1+round, diff)
			}
		}
	}
}

// prefix reports whether rows are the first ones of all.
func prefix(rows, all [][]string) bool {
	return len(rows) <= len(all) && slices.EqualFunc(rows, all[:len(rows)], slices.Equal[[]string])
}

func FuzzReader(f *testing.F) {
	for _, texts := range misbehavior(f) {
		f.Add(strings.Join(texts, "\n"), 3)
	}
	f.Fuzz(func(t *testing.T, text string, step int) {
		want := read([]string{text})
		if step < 1 || step > 1<<20 || len(text) > 2000 {
			return
		}
		r := answers.NewReader(receipts)
		for end := step; end < len(text); end += step {
			r.Read([]string{text[:end]}, false)
		}
		r.Read([]string{text}, true)
		if got := r.Table(); json.Valid([]byte(text)) && !slices.EqualFunc(got.Rows, want.Rows, slices.Equal[[]string]) {
			t.Errorf("whole: %q, in pieces of %d: %q", want.Rows, step, got.Rows)
		}
	})
}
