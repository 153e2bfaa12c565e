package exporter

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"parlando/app/chat"
)

// frame is a window of which only the context is asked for.
type frame struct {
	Frame
	ctx context.Context
}

func (f frame) Context() context.Context { return f.ctx }

func TestTheSimpleViewOffersNoFormatsForPrograms(t *testing.T) {
	simple := true
	e := New(Options{Frame: frame{ctx: t.Context()}, IsSimple: func() bool { return simple }})
	all := []string{"docx", "md", "csv"}
	// the one chosen before stays
	for chosen, want := range map[string][]string{"docx": {"docx"}, "md": {"docx", "md"}} {
		if got := e.offered(slices.Clone(all), chosen); !slices.Equal(got, want) {
			t.Errorf("with %s chosen, it offers %q", chosen, got)
		}
	}
	simple = false
	if got := e.offered(slices.Clone(all), "docx"); !slices.Equal(got, all) {
		t.Errorf("the full view offers %q", got)
	}
}

func TestATableIsSavedInEachKindOfFormat(t *testing.T) {
	columns := []chat.Column{{Name: "Shop", Kind: chat.ColumnText}, {Name: "Total", Kind: chat.ColumnAmount}}
	m := chat.Message{
		Role: chat.Assistant, State: chat.Done, Parts: []chat.Part{{Kind: chat.PartText, Text: `{"rows":[{"shop":"Livraria","total":"18.00"}]}`}},
		Request: &chat.Request{Params: chat.Parameters{Answer: &chat.AnswerForm{Kind: chat.AnswerTable, Columns: columns}}},
	}
	e := New(Options{Frame: frame{ctx: t.Context()}, HideKeys: func(text string) string { return text }})
	for format, want := range map[string]string{"csv": "Livraria,18", "json": `"Livraria"`, "md": "| Livraria | 18.00 |"} {
		path, err := e.saveTable(m, t.TempDir(), "Receipts", format)
		data, _ := os.ReadFile(path)
		if err != nil || filepath.Base(path) != "Receipts."+format || !strings.Contains(string(data), want) {
			t.Errorf("%s: %s holds %q, %v", format, path, data, err)
		}
	}
}
