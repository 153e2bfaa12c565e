package chatexport

import (
	"slices"
	"testing"

	"parlando/app/spreadsheet"
)

func TestTablesOfARepliesBecomeSheets(t *testing.T) {
	const text = "# Harbors\n\n| Name | Depth | Page |\n|---|---|---|\n| **Whitby** | 4.50 | [its page](https://example.org/w) |\n| =1+1<br>two | 007 | see [it](https://example.org) |\n\n" +
		"More.\n\n- In a list:\n\n  | A |\n  |---|\n  | https://example.org/?a_b |\n"
	tables := Tables(Chat{Title: "A chat", Messages: []Message{{Parts: []Part{{Plain: "| no | table |\n|---|---|\n| 1 | 2 |"}}}, {Parts: []Part{{Markdown: text}}}}}, "en-US")
	if len(tables) != 2 || tables[0].Name != "Harbors" || !slices.Equal(tables[0].Head, []string{"Name", "Depth", "Page"}) {
		t.Fatalf("%+v", tables)
	}
	want := [][]spreadsheet.Cell{
		{spreadsheet.Text("Whitby"), {Kind: spreadsheet.KindNumber, Text: "4.50", Value: 4.5, Format: "0.00"}, spreadsheet.Link("its page", "https://example.org/w")},
		{spreadsheet.Text("=1+1\ntwo"), spreadsheet.Text("007"), spreadsheet.Text("see it")},
	}
	if !slices.EqualFunc(tables[0].Rows, want, slices.Equal) {
		t.Errorf("%+v", tables[0].Rows)
	}
	if got := tables[1].Rows; len(got) != 1 || got[0][0] != spreadsheet.Link("https://example.org/?a_b", "https://example.org/?a_b") {
		t.Errorf("%+v", got)
	}
}
