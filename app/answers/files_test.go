package answers

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

func TestFilesOfATable(t *testing.T) {
	table := Table{Columns: columns("Shop", "Total"), Rows: [][]string{{"=A1", "-7,15"}, {"a \"b\"; <c>", ""}}, Before: "Before.", After: "After.", Found: true}
	var file bytes.Buffer
	if err := WriteCSV(&file, table, "de-DE"); err != nil {
		t.Fatal(err)
	}
	if want := "\ufeffShop;Total\r\n'=A1;-7,15\r\n\"a \"\"b\"\"; <c>\";\r\n"; file.String() != want {
		t.Errorf("%q", file.String())
	}
	file.Reset()
	if err := WriteCSV(&file, table, "en-US"); err != nil || !strings.Contains(file.String(), "'=A1,\"-7,15\"\r\n") {
		t.Errorf("%v: %q", err, file.String())
	}
	const want = "[\n  {\"Shop\": \"=A1\", \"Total\": \"-7,15\"},\n  {\"Shop\": \"a \\\"b\\\"; <c>\", \"Total\": \"\"}\n]\n"
	if got := TableJSON(table); got != want || !json.Valid([]byte(got)) {
		t.Errorf("%s", got)
	}
	if got := TableJSON(Table{Columns: table.Columns}); !json.Valid([]byte(got)) {
		t.Errorf("%s", got)
	}
}
