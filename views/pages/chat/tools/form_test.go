package tools

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"parlando/app/catalog"
	"parlando/app/tools"
	"parlando/views/seen"
	"parlando/views/shell"
	"parlando/views/widgets"
)

const (
	moreOfTool = "More: identifier, JSON Schema"
	schemaName = "JSON Schema"
)

func (r *room) text(name string) string { r.t.Helper(); return r.named(name).(*widgets.Field).Text }

// has reports whether a control is shown.
func (r *room) has(name string) (found bool) {
	seen.Walk(r.host.canvas, true, func(o fyne.CanvasObject, _ fyne.Position) {
		if _, is := o.(fyne.Focusable); is && seen.Label(o) == name {
			found = true
		}
	})
	return found
}

// picks chooses an item of the menu of a control.
func (r *room) picks(control, item string) {
	r.t.Helper()
	r.press(control)
	r.press(item)
}

func newTool(r *room) {
	r.t.Helper()
	r.Show()
	r.press("Add your own tool…")
}

func TestAToolIsMadeWithoutJSON(t *testing.T) {
	r := newRoom(t)
	newTool(r)
	r.types("Name", "Stock in the storeroom")
	r.types("What it is for", "How many pieces there are")
	r.types("Name of value 1", "Article")
	r.types("What it means", "its name or number")
	r.press("Add")
	r.types("Name of value 2", "From date")
	r.press("Remove")
	r.press("Add")
	r.types("Name of value 2", "Pay by")
	r.picks("Kind: Text", "Choice of…")
	r.press("Save")
	if !r.says("Enter the options") {
		t.Fatalf("a choice of nothing: %q", seen.Texts(r.host.canvas))
	}
	r.types("Options", " card,cash , ")
	r.picks("Required or optional: Required", "Optional")
	r.press("Save")
	want := tools.OwnTool{Name: "stock_in_the_storeroom", Title: "Stock in the storeroom", Description: "How many pieces there are"}
	own := r.owner.OwnTools()
	if len(own) != 1 {
		t.Fatalf("%+v: %q", own, seen.Texts(r.host.canvas))
	}
	fields, ok := tools.Fields(own[0].Parameters)
	if want.Parameters = own[0].Parameters; own[0] != want || !ok {
		t.Errorf("%+v", own[0])
	}
	if wanted := []tools.Field{{Name: "From date"}, {Name: "Pay by", Kind: tools.FieldChoice, Options: []string{"card", "cash"}, Optional: true}}; !reflect.DeepEqual(fields[len(fields)-1:], wanted[1:]) {
		t.Errorf("the fields are %+v", fields)
	}
	if !r.says("Stock in the storeroom") {
		t.Errorf("listed: %q", seen.Texts(r.host.canvas))
	}
}

// The rows and the schema show the same, whichever is edited.
func TestRowsAndSchemaAreKeptEqual(t *testing.T) {
	r := newRoom(t)
	newTool(r)
	r.types("Name", "Ask my wife")
	r.press(moreOfTool)
	if id := r.text("Identifier"); id != "ask_my_wife" {
		t.Errorf("the identifier is %q", id)
	}
	r.types("Name of value 1", "Dinner time")
	if !strings.Contains(r.text(schemaName), `"dinner_time"`) {
		t.Errorf("the schema is %s", r.text(schemaName))
	}
	r.types(schemaName, strings.ReplaceAll(r.text(schemaName), "Dinner time", "Tea time"))
	if r.text("Name of value 1") != "Tea time" || !r.says("Tea time") {
		t.Errorf("the row has %q", r.text("Name of value 1"))
	}
	const list = `{"type":"object","properties":{"guests":{"type":"array","items":{"type":"string"}}}}`
	for _, c := range []struct{ schema, says string }{
		{list, "This tool uses more than the rows can show. Edit the schema."}, {list[:30], "The schema isn't complete. Edit it below."},
	} {
		r.types(schemaName, c.schema)
		if !r.says(c.says) || r.has("Name of value 1") {
			t.Errorf("%s: %q", c.schema, seen.Texts(r.host.canvas))
		}
	}
	if r.press("Save"); len(r.owner.OwnTools()) > 0 {
		t.Error("half a schema was saved")
	}
	r.types(schemaName, list)
	r.press("Save")
	if own := r.owner.OwnTools(); len(own) != 1 || own[0].Parameters != list {
		t.Fatalf("%+v", own)
	}
	r.press("Change…")
	if !r.has(schemaName) || r.has("Name of value 1") {
		t.Errorf("opened again: %q", seen.Texts(r.host.canvas))
	}
	r.types(schemaName, oneCity)
	if r.text("Name of value 1") != "city" {
		t.Errorf("the row has %q", r.text("Name of value 1"))
	}
}

// A tool of an earlier version that is opened and saved, or gets another purpose, keeps its bytes.
func TestAnOldToolIsSavedAsItWas(t *testing.T) {
	r := newRoom(t)
	was := tools.OwnTool{Name: "book-It", Description: "Books.", Parameters: oneCity}
	if err := r.owner.Save(was, ""); err != nil {
		t.Fatal(err)
	}
	r.Show()
	r.press("Change…")
	if r.text("Name of value 1") != "city" || r.text("What it means") != "A city" {
		t.Errorf("the row is %q, %q", r.text("Name of value 1"), r.text("What it means"))
	}
	r.press("Save")
	if own := r.owner.OwnTools(); !slices.Equal(own, []tools.OwnTool{was}) {
		t.Errorf("saved: %+v", own)
	}
	r.press("Change…")
	r.types("What it is for", "Books a table.")
	r.press("Save")
	if was.Description = "Books a table."; !slices.Equal(r.owner.OwnTools(), []tools.OwnTool{was}) {
		t.Errorf("saved: %+v", r.owner.OwnTools())
	}
}

func TestWhatIsTypedForAToolIsThereAgain(t *testing.T) {
	r := newRoom(t)
	newTool(r)
	r.types("Name", "Stock")
	r.types("What it means", "of a value without a name")
	r.press("Add")
	r.types("Name of value 2", "Article")
	r.press(moreOfTool)
	r.types("Identifier", "mine")
	shell.CloseOverlays(r.host)
	newTool(r)
	r.press(moreOfTool)
	if r.text("Name") != "Stock" || r.text("Name of value 1") != "" || r.text("Name of value 2") != "Article" || r.text("Identifier") != "mine" || !strings.Contains(r.text(schemaName), "Article") {
		t.Errorf("there is %q", seen.Texts(r.host.canvas))
	}
	r.press("Discard")
	if r.text("Name") != "" || r.has("Name of value 2") || r.text("Identifier") != "" || len(r.host.forms) > 0 {
		t.Errorf("after Discard: %q, %v", seen.Texts(r.host.canvas), r.host.forms)
	}
}

// The form shows the card of the chat with made-up values, and nothing on it that can be pressed.
func TestTheExampleFollowsWhatIsTyped(t *testing.T) {
	r := newRoom(t)
	r.service.Name = "Work"
	newTool(r)
	r.types("Name", "Stock")
	r.types("Name of value 1", "Article")
	for _, want := range []string{"How you will be asked", "with asks you: Stock", "Article", "an example", "Your answer will be sent to “Work”."} {
		if !r.says(want) {
			t.Errorf("%q is not in %q", want, seen.Texts(r.host.canvas))
		}
	}
	for kind, value := range map[string]string{"Date": "2026-11-30", "Number": "2.5", "Whole number": "3", "Yes or no": "\nYes\n"} {
		r.press(r.kind())
		r.press(kind)
		if !r.says(value) {
			t.Errorf("%s: %q", kind, seen.Texts(r.host.canvas))
		}
	}
}

// The buttons of the rehearsal work as in a chat, and each ends with the sentence that nothing was
// sent.
func TestATryOfAToolSendsNothing(t *testing.T) {
	r := newRoom(t)
	newTool(r)
	r.types("Name", "Stock")
	r.types("Name of value 1", "Article")
	for _, label := range []string{"Answer…", "Don't answer", "Details"} {
		if r.says(label) {
			t.Errorf("the example has %q", label)
		}
	}
	r.press("Try it")
	if !r.says("Nothing is sent while you try.") || !r.says("with asks you: Stock") {
		t.Errorf("before a press: %q", seen.Texts(r.host.canvas))
	}
	for _, step := range []struct {
		name string
		do   func()
		says string
	}{
		{"answered", func() { r.press("Answer…"); r.types("Your answer", " Two pots "); r.press("Answer") }, "The model would continue with “Two pots”. Nothing was sent."},
		{"denied", func() { r.press("Don't answer") }, "The model would be told that you didn't answer. Nothing was sent."},
		{"answered with nothing", func() { r.press("Answer…"); r.press("Answer") }, "The model would continue with an empty answer. Nothing was sent."},
		{"canceled", func() { r.press("Answer…"); r.press("Cancel") }, "The model would continue with an empty answer. Nothing was sent."},
	} {
		if step.do(); !r.says(step.says) {
			t.Errorf("%s: %q", step.name, seen.Texts(r.host.canvas))
		}
	}
	r.press("Close")
	if r.text("Name") != "Stock" || len(r.owner.OwnTools()) > 0 {
		t.Errorf("afterwards: %q, tools %v", r.text("Name"), r.owner.OwnTools())
	}
}

// A model that cannot use tools asks nothing, so the example shows another.
func TestTheExampleNamesAModelThatCanAsk(t *testing.T) {
	r := newRoom(t)
	r.open.Model = "without"
	newTool(r)
	if r.says("without asks you") || !r.says("with asks you") {
		t.Errorf("it says %q", seen.Texts(r.host.canvas))
	}
	shell.CloseOverlays(r.host)
	r.models.SetListed("here", []catalog.Model{{ID: "without", Tools: catalog.No}})
	newTool(r)
	if !r.says("The model asks you") {
		t.Errorf("it says %q", seen.Texts(r.host.canvas))
	}
}

// kind returns the name of the control for the kind of the first row.
func (r *room) kind() (name string) {
	seen.Walk(r.host.canvas, true, func(o fyne.CanvasObject, _ fyne.Position) {
		if label := seen.Label(o); name == "" && strings.HasPrefix(label, "Kind: ") {
			name = label
		}
	})
	return name
}
