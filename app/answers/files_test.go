package answers

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parlando/app/spreadsheet"
)

func TestFilesOfATable(t *testing.T) {
	table := Table{Columns: columns("Shop", "Total"), Rows: [][]string{{"=A1", "-7,15"}, {"a \"b\"; <c>", ""}}, Before: "Before.", After: "After.", Found: true}
	saved := func(locale string) string {
		path, err := SaveSheet(t.Context(), t.TempDir(), "Receipts", spreadsheet.CSV, table, locale)
		if err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(path)
		if err != nil || filepath.Base(path) != "Receipts.csv" {
			t.Fatal(path, err)
		}
		return string(data)
	}
	if got, want := saved("de-DE"), "\ufeffShop;Total\r\n'=A1;-7,15\r\n\"a \"\"b\"\"; <c>\";\r\n"; got != want {
		t.Errorf("%q", got)
	}
	if got := saved("en-US"); !strings.Contains(got, "'=A1,\"-7,15\"\r\n") {
		t.Errorf("%q", got)
	}
	const want = "[\n  {\"Shop\": \"=A1\", \"Total\": \"-7,15\"},\n  {\"Shop\": \"a \\\"b\\\"; <c>\", \"Total\": \"\"}\n]\n"
	if got := TableJSON(table); got != want || !json.Valid([]byte(got)) {
		t.Errorf("%s", got)
	}
	if got := TableJSON(Table{Columns: table.Columns}); !json.Valid([]byte(got)) {
		t.Errorf("%s", got)
	}
}
