package answers

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"parlando/app/chat"
	"parlando/app/settings"
	"parlando/views/form"
	"parlando/views/form/formtest"
	"parlando/views/seen"
	"parlando/views/shell"
	"parlando/views/theme"
	"parlando/views/widgets"
)

// host is a window without pages.
type host struct {
	shell.Host
	canvas fyne.Canvas
	forms  formtest.Store
}

func (h *host) Canvas() fyne.Canvas { return h.canvas }
func (h *host) Forms() form.Store   { return h.forms }

func TestEachButtonOfTheFormats(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Light, 1))
	anchor := widgets.NewButton("Format", widgets.Quiet, nil)
	w := test.NewTempWindow(t, anchor)
	w.Resize(fyne.NewSize(1000, 900))
	store, err := settings.Load(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = store.Close() }()
	h := &host{canvas: w.Canvas(), forms: formtest.Store{}}
	var params chat.Parameters
	c := New(h, store, nil, nil, nil, Chat{
		Open: func() chat.Conversation { return chat.Conversation{ID: "c", Params: params} }, SetParameters: func(p chat.Parameters) { params = p },
		FocusMessage: func() {},
	})
	// control returns the n-th of the topmost controls with a name.
	control := func(name string, n int) fyne.CanvasObject {
		t.Helper()
		var all []fyne.CanvasObject
		seen.Walk(h.canvas, true, func(o fyne.CanvasObject, _ fyne.Position) {
			if seen.Label(o) == name && seen.Pressable(o) {
				all = append(all, o)
			}
		})
		if n >= len(all) {
			t.Fatalf("there is no %q (%d) in %q", name, n, seen.Texts(h.canvas))
		}
		return all[n]
	}
	press := func(name string) { t.Helper(); test.Tap(control(name, 0).(fyne.Tappable)) }
	field := func(name string, n int, text string) {
		t.Helper()
		control(name, n).(*widgets.Field).SetText(text)
	}
	menu := func(item string) {
		t.Helper()
		c.ShowForms(anchor)
		listed := map[string]bool{}
		for _, text := range seen.Texts(h.canvas) {
			if text != "" && listed[text] {
				t.Errorf("the menu has %q twice", text)
			}
			listed[text] = true
		}
		press(item)
	}
	used := func() string {
		f := params.Answer
		if f == nil {
			return "text"
		}
		text := fmt.Sprintf("%s %q", f.Kind, f.Name)
		for _, column := range f.Columns {
			text += " " + column.Name
		}
		if f.Once {
			text += " once"
		}
		return text + string(f.Schema)
	}
	stored := func() string {
		var names []string
		for _, f := range store.Get().AnswerForms {
			if f.Once {
				t.Errorf("%s is stored for one message", f.Name)
			}
			names = append(names, f.Name)
		}
		return strings.Join(names, " ")
	}
	for _, step := range []struct {
		name         string
		do           func()
		used, stored string
	}{
		{"no column", func() { menu("New table…"); press("Use this table") }, "text", ""},
		{"for one message", func() { field("Column name", 0, "Who"); press("Use this table") }, `table "" Who once`, ""},
		{"Enter in the last, empty column", func() {
			menu("Change this format…")
			control("Column name", 0).(*widgets.Field).TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
			control("Column name", 1).(*widgets.Field).TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
		}, `table "" Who once`, ""},
		{"one more column and a name", func() {
			menu("Change this format…")
			press("Add column")
			field("Column name", 1, "Due")
			field("Name of this table format", 0, " Tasks ")
			press("Use this table")
		}, `table "Tasks" Who Due once`, "Tasks"},
		{"for the chat", func() { menu("Keep for this chat") }, `table "Tasks" Who Due`, "Tasks"},
		{"for one message again", func() { menu("Only for my next message") }, `table "Tasks" Who Due once`, "Tasks"},
		{"in text", func() { menu("Text") }, "text", "Tasks"},
		{"JSON with a name", func() {
			menu("JSON…")
			field("JSON Schema", 0, ` {"type": "object"} `)
			field("Name of this table format", 0, "Thing")
			press("Use this format")
		}, `json "Thing"{"type": "object"}`, "Thing Tasks"},
		{"a wrong schema", func() { menu("Change this format…"); field("JSON Schema", 0, "{"); press("Use this format") }, `json "Thing"{"type": "object"}`, "Thing Tasks"},
		{"discarded", func() { press("Discard"); press("Use this format") }, `json "Thing"{"type": "object"}`, "Thing Tasks"},
		{"renamed", func() {
			menu("Change this format…")
			field("Name of this table format", 0, "Things")
			press("Use this format")
		}, `json "Things"{"type": "object"}`, "Things Tasks"},
		{"the other one", func() { menu("Table: Tasks") }, `table "Tasks" Who Due`, "Tasks Things"},
		{"without its first column", func() { menu("Change this format…"); press("Remove column"); press("Use this table") }, `table "Tasks" Due`, "Tasks Things"},
		{"deleted", func() { menu("Change this format…"); field("Column name", 0, "typed"); press("Delete") }, "text", "Things"},
		{"the only one", func() { menu("JSON: Things") }, `json "Things"{"type": "object"}`, "Things"},
		{"a table for one message", func() { c.NewTable(); field("Column name", 1, "Price"); press("Use this table") }, `table "" Price once`, "Things"},
		{"kept", func() { menu("Keep for this chat") }, `table "" Price`, "Things"},
		{"edited and still kept", func() { menu("Change this format…"); field("Column name", 0, "Cost"); press("Use this table") }, `table "" Cost`, "Things"},
	} {
		step.do()
		if used() != step.used || stored() != step.stored {
			t.Errorf("%s: %s, stored %q; %q", step.name, used(), stored(), seen.Texts(h.canvas))
		}
	}
	// A column added to a table in use keeps what was there.
	was := []chat.Column{{Name: "Shop", Kind: chat.ColumnText}, {Name: "Paid", Kind: chat.ColumnOption, Options: []string{"card", "cash"}}, {Name: "Total", Kind: chat.ColumnAmount}}
	c.Use(&chat.AnswerForm{Kind: chat.AnswerTable, Columns: was, Name: "Receipts"})
	menu("Change this format…")
	press("Add column")
	field("Column name", 3, "Date")
	press("Use this table")
	want := chat.AnswerForm{Kind: chat.AnswerTable, Name: "Receipts", Columns: append(slices.Clone(was), chat.Column{Name: "Date", Kind: chat.ColumnDate})}
	if !reflect.DeepEqual(params.Answer, &want) || !reflect.DeepEqual(store.Get().AnswerForms[0], want) {
		t.Errorf("the chat has %+v, stored is %+v, want %+v", params.Answer, store.Get().AnswerForms[0], want)
	}
	if len(h.forms) > 0 {
		t.Errorf("kept of the sheets: %v", h.forms)
	}
}
