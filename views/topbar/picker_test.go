package topbar

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"parlando/views/seen"
	"parlando/views/theme"
	"parlando/views/wheel"
	"parlando/views/widgets"
	"parlando/views/widgets/list"
)

func words(entries []entry) []string {
	var out []string
	for _, e := range entries {
		out = append(out, e.words())
	}
	return out
}

func press(p *picker, names ...fyne.KeyName) {
	for _, n := range names {
		p.field.TypedKey(&fyne.KeyEvent{Name: n})
	}
}

func TestModelsStandUnderFavoritesThenRecentThenTheOthers(t *testing.T) {
	test.NewTempApp(t)
	got := words(sections([]ModelItem{
		{ID: "b"},
		{ID: "older", LastUsed: used.Add(-time.Hour)},
		{ID: "newer", LastUsed: used},
		{ID: "star", Favorite: true, LastUsed: used},
		{ID: "a"},
	}, ""))
	want := []string{"Favorites", "star", "Recent", "newer", "older", "Other models", "a", "b"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if got := words(sections([]ModelItem{{ID: "a"}}, "")); !slices.Equal(got, []string{"All models", "a"}) {
		t.Errorf("alone: %q", got)
	}
}

// marksOf are the names of the marks in the line of a model.
func marksOf(t *testing.T, b *Topbar, model string) []string {
	t.Helper()
	row := seen.Find(b.picker.canvas, true, model).Control
	if row == nil {
		t.Fatalf("%s is not in sight", model)
	}
	var names []string
	seen.Walk(b.picker.canvas, true, func(o fyne.CanvasObject, at fyne.Position) {
		if s, ok := o.(*widgets.MarkIcon); ok && at.Y >= row.Position.Y && at.Y < row.Position.Y+row.Size.Height {
			names = append(names, s.AccessibilityLabel())
		}
	})
	return names
}

func TestTheModelsAreMarkedWithWhatTheyAreKnownToDo(t *testing.T) {
	b, _ := bar(t, theme.Light, fyne.NewSize(1024, 620))
	b.SetModels(someModels())
	b.SetModel("oak-small")
	b.OpenPicker()
	for model, want := range map[string][]string{
		"oak-small": {"Can use tools"}, "oak-large": {"Accepts pictures", "Searches the web"},
		"Birch Vision": {"Accepts pictures", "Can use tools"}, "larch-00": nil,
	} {
		if got := marksOf(t, b, model); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", model, got, want)
		}
	}
	// where the button for pictures takes the place of the mark
	press(b.picker, fyne.KeyDown, fyne.KeyDown)
	if i, _ := b.picker.highlighted(); i.ID != "birch-vision" {
		t.Fatalf("highlighted %+v", i)
	}
	if got := marksOf(t, b, "Birch Vision"); !slices.Equal(got, []string{"Can use tools"}) {
		t.Errorf("highlighted: %q", got)
	}
}

func TestTheListShowsOnlyTheModelsThatCanDoWhatIsChosen(t *testing.T) {
	b, _ := bar(t, theme.Light, fyne.NewSize(1024, 620))
	b.SetModels(someModels())
	b.SetModel("larch-03")
	b.OpenPicker()
	all := words(b.picker.entries)
	tap := func(name string) {
		t.Helper()
		for _, o := range b.picker.filters.Objects {
			if button, ok := o.(*widgets.Button); ok && button.AccessibilityLabel() == name {
				test.Tap(button)
				return
			}
		}
		t.Fatalf("there is no %q", name)
	}
	shows := func(why string, want ...string) {
		t.Helper()
		if got := words(b.picker.entries); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", why, got, want)
		}
	}
	tap("Can use tools")
	shows("tools", "Favorites", "oak-small", "Recent", "Birch Vision")
	if i, _ := b.picker.highlighted(); i.ID != "oak-small" || b.picker.canvas.Focused() != b.picker.field {
		t.Errorf("highlighted %+v, the keyboard is at %v", i, b.picker.canvas.Focused())
	}
	test.Type(b.picker.field, "oak")
	shows("tools, typed", "oak-small", "Use “oak”")
	b.picker.field.SetText("")
	tap("Accepts pictures")
	shows("both", "Recent", "Birch Vision")
	items := someModels()
	items[2].Tools = No // the service has refused them meanwhile
	b.SetModels(items)
	shows("none", "None of the listed models says it supports this.")
	press(b.picker, fyne.KeyDown, fyne.KeyPageDown, fyne.KeyReturn) // nothing to pick, and no panic
	tap("Can use tools")
	shows("pictures", "Recent", "oak-large", "Birch Vision")
	tap("Accepts pictures")
	shows("all", all...)
}

func TestTypingFindsModelsAndOffersWhatWasTyped(t *testing.T) {
	test.NewTempApp(t)
	items := []ModelItem{{ID: "v/oak-small"}, {ID: "oak-large", Name: "Oak, large"}, {ID: "birch"}}
	for query, want := range map[string][]string{
		"oak":        {"Oak, large", "v/oak-small", "Use “oak”"},
		"LARGE oak":  {"Oak, large", "Use “LARGE oak”"},
		"birch":      {"birch"},
		" birch ":    {"birch"},
		"larch":      {"Use “larch”"},
		"oak, Large": {"Oak, large"},
	} {
		if got := words(matches(items, query)); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", query, got, want)
		}
	}
}

// The offer stands behind everything that matches. It is in sight however much that is, and so is
// the row that Enter takes.
func TestWhatWasTypedIsOfferedLastAndInSight(t *testing.T) {
	b, _ := bar(t, theme.Light, fyne.NewSize(1024, 620))
	items := atHome()
	for i := range 30 {
		items = append(items, ModelItem{ID: fmt.Sprintf("elm-%02d", i), Connection: "w", Service: "Work"})
	}
	b.SetModels(items)
	b.SetService("Home")
	b.SetModel("birch")
	b.OpenPicker()
	test.Type(b.picker.field, "oak")
	if got, want := words(b.picker.entries), []string{"oak", "oak"}; !slices.Equal(got, want) {
		t.Errorf("a model that is known: %q, want %q", got, want)
	}
	b.picker.field.SetText("")
	test.Type(b.picker.field, "oa")
	if got, want := words(b.picker.entries), []string{"oak", "oak", "Use “oa”"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	b.picker.field.SetText("")
	test.Type(b.picker.field, "elm-")
	l := b.picker.list
	inSight := func(why string) {
		t.Helper()
		if y := litRow(t, b); y < -0.5 || y+rowHeight() > l.Size().Height+0.5 {
			t.Errorf("%s: the highlighted line is out of sight at %v", why, y)
		}
	}
	if i, _ := b.picker.highlighted(); i.ID != "elm-" || scrolled(l) != 0 {
		t.Errorf("highlighted %+v, scrolled by %v", i, scrolled(l))
	}
	inSight("typed")
	for range 20 {
		press(b.picker, fyne.KeyDown)
	}
	if i, _ := b.picker.highlighted(); i.ID != "elm-19" {
		t.Errorf("twenty lines down is %+v", i)
	}
	inSight("twenty down")
	if y := litRow(t, b); y+2*rowHeight() > l.Size().Height+0.5 {
		t.Errorf("the highlighted line lies behind the offer at %v", y)
	}
}

// atHome are the models of a chat's own service and of three others, of which one has told none.
func atHome() []ModelItem {
	return []ModelItem{
		{ID: "oak"},
		{ID: "birch", Favorite: true},
		{ID: "oak", Connection: "w", Service: "Work"},
		{ID: "elm", Connection: "w", Service: "Work", LastUsed: used},
		{ID: "fir", Connection: "w", Service: "Work", Favorite: true},
		{Connection: "q", Service: "Quiet"},
	}
}

func TestModelsOfOtherServicesStandUnderTheirNames(t *testing.T) {
	test.NewTempApp(t)
	got := words(sections(atHome(), "Home"))
	if want := []string{"Favorites", "birch", "Home", "oak", "Work", "fir", "elm", "oak", "Quiet", "Connect and enter a model's name"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestEnterLeadsToNoOtherServiceByItself(t *testing.T) {
	for _, c := range []struct {
		why, typed string
		keys       []fyne.KeyName
		want       ModelItem
	}{
		{"its own model comes first", "oak", nil, ModelItem{ID: "oak"}},
		{"a name only another service knows is typed for this one", "elm", nil, ModelItem{ID: "elm"}},
		{"an arrow leads to the other one", "elm", []fyne.KeyName{fyne.KeyDown}, ModelItem{ID: "elm", Connection: "w", Service: "Work", LastUsed: used}},
		{"a model that is no longer offered is not meant by a part of its name", "ol", nil, ModelItem{ID: "ol"}},
		{"nor by its whole name", "old oak", nil, ModelItem{}},
		{"an arrow leads to it", "old oak", []fyne.KeyName{fyne.KeyDown}, ModelItem{ID: "old", Name: "Old oak", Gone: true}},
		{"a service is found by its name", "quiet", []fyne.KeyName{fyne.KeyUp}, ModelItem{Connection: "q", Service: "Quiet"}},
	} {
		b, _ := bar(t, theme.Light, fyne.NewSize(1024, 620))
		var picked ModelItem
		b.OnPick = func(i ModelItem) { picked = i }
		b.SetModels(append(atHome(), ModelItem{ID: "old", Name: "Old oak", Gone: true}))
		b.SetService("Home")
		b.SetModel("birch")
		b.OpenPicker()
		test.Type(b.picker.field, c.typed)
		press(b.picker, append(c.keys, fyne.KeyReturn)...)
		if picked != c.want {
			t.Errorf("%s: picked %+v", c.why, picked)
		}
	}
}

func TestWithoutModelsOfItsOwnNothingIsHighlighted(t *testing.T) {
	b, _ := bar(t, theme.Light, fyne.NewSize(1024, 620))
	var picked []ModelItem
	b.OnPick = func(i ModelItem) { picked = append(picked, i) }
	b.SetModels(atHome()[2:])
	b.OpenPicker()
	press(b.picker, fyne.KeyReturn)
	if len(picked) != 0 {
		t.Errorf("Enter alone picked %+v", picked)
	}
	press(b.picker, fyne.KeyDown, fyne.KeyReturn)
	if len(picked) != 1 || picked[0].ID != "fir" || picked[0].Service != "Work" {
		t.Errorf("picked %+v", picked)
	}
}

func TestEnterPicksWhatIsHighlighted(t *testing.T) {
	for _, c := range []struct {
		why, typed string
		keys       []fyne.KeyName
		want       string
	}{
		{"the chosen one at first", "", nil, "oak-large"},
		{"the first match after typing", "birch", nil, "birch-vision"},
		{"the next line", "larch", []fyne.KeyName{fyne.KeyDown}, "larch-01"},
		{"from the first up to the last: what was typed", "larch", []fyne.KeyName{fyne.KeyUp}, "larch"},
		{"a name that is not listed", "my/own", nil, "my/own"},
		{"over a heading", "", []fyne.KeyName{fyne.KeyUp}, "oak-small"},
		{"a page on, and back", "larch", []fyne.KeyName{fyne.KeyPageDown, fyne.KeyPageUp}, "larch-00"},
	} {
		b, w := bar(t, theme.Light, fyne.NewSize(1024, 620))
		picked := ""
		b.OnPick = func(i ModelItem) { picked = i.ID }
		b.SetModels(someModels())
		b.SetModel("oak-large")
		b.OpenPicker()
		if w.Canvas().Focused() != b.picker.field {
			t.Fatalf("%s: the search field is not focused", c.why)
		}
		test.Type(b.picker.field, c.typed)
		press(b.picker, append(c.keys, fyne.KeyReturn)...)
		if picked != c.want {
			t.Errorf("%s: picked %q, want %q", c.why, picked, c.want)
		}
		if b.picker != nil {
			t.Errorf("%s: the picker stays open", c.why)
		}
	}
}

func TestEscapeAndASecondCloseLeaveTheModelAsItWas(t *testing.T) {
	b, w := bar(t, theme.Light, fyne.NewSize(1024, 620))
	b.OnPick = func(i ModelItem) { t.Errorf("picked %q", i.ID) }
	b.SetModels(someModels())
	b.OpenPicker()
	press(b.picker, fyne.KeyEscape)
	if b.picker != nil || len(w.Canvas().Overlays().List()) != 0 {
		t.Error("Escape left the picker open")
	}
	b.OpenPicker()
	b.OpenPicker()
	if n := len(w.Canvas().Overlays().List()); n != 1 {
		t.Errorf("%d pickers are open", n)
	}
	b.picker.overlay.Hide()
	if b.picker != nil {
		t.Error("the picker is still open")
	}
}

func TestAStarIsSaidAndMovesNoLine(t *testing.T) {
	b, _ := bar(t, theme.Light, fyne.NewSize(1024, 620))
	b.SetModels(someModels())
	b.SetModel("birch-vision")
	type pickerCalls struct {
		id string
		on bool
	}
	var stars, eyes []pickerCalls
	b.OnFavorite = func(i ModelItem, on bool) {
		stars = append(stars, pickerCalls{i.ID, on})
		b.SetModels(b.items) // an answer that comes at once changes nothing twice
	}
	b.OnAcceptsPictures = func(i ModelItem, sees bool) { eyes = append(eyes, pickerCalls{i.ID, sees}) }
	b.OpenPicker()
	before := words(b.picker.entries)
	tap := func(name string) {
		t.Helper()
		y := fyne.CurrentApp().Driver().AbsolutePositionForObject(b.picker.list).Y + litRow(t, b)
		var button fyne.Tappable
		seen.Walk(b.picker.canvas, true, func(o fyne.CanvasObject, at fyne.Position) {
			if i, ok := o.(*widgets.IconButton); ok && i.AccessibilityLabel() == name && at.Y >= y && at.Y < y+rowHeight() {
				button = i
			}
		})
		if button == nil {
			t.Fatalf("there is no %q at the highlighted line", name)
		}
		test.Tap(button)
	}
	tap("Add to favorites")
	tap("Mark as not accepting pictures")
	if got := words(b.picker.entries); !slices.Equal(got, before) {
		t.Errorf("the lines moved: %q", got)
	}
	if i, _ := b.picker.highlighted(); i.ID != "birch-vision" || !i.Favorite || i.AcceptsPictures != No {
		t.Errorf("the line shows %+v", i)
	}
	tap("Remove from favorites")
	if !slices.Equal(stars, []pickerCalls{{"birch-vision", true}, {"birch-vision", false}}) || !slices.Equal(eyes, []pickerCalls{{"birch-vision", false}}) {
		t.Errorf("stars %v, eyes %v", stars, eyes)
	}
}

// litRow is the distance of the highlighted row from the top of the list.
func litRow(t *testing.T, b *Topbar) float32 {
	t.Helper()
	if i := b.picker.list.Current(); i >= 0 {
		if p := seen.Find(b.picker.canvas, true, b.picker.entries[i].words()).Control; p != nil {
			return p.Position.Y - fyne.CurrentApp().Driver().AbsolutePositionForObject(b.picker.list).Y
		}
	}
	t.Fatal("no line is highlighted")
	return 0
}

func scrolled(l *list.List) float32 {
	s, _ := l.InnerContent().(*wheel.Scroll)
	return s.Offset.Y
}

func TestAnOpenPickerTakesANewListAndKeepsWhatWasTyped(t *testing.T) {
	b, _ := bar(t, theme.Light, fyne.NewSize(1024, 620))
	b.OpenPicker()
	if got := words(b.picker.entries); len(got) != 1 {
		t.Errorf("without models: %q", got)
	}
	press(b.picker, fyne.KeyDown, fyne.KeyPageDown, fyne.KeyReturn) // nothing to pick, and no panic
	test.Type(b.picker.field, "lar")
	b.SetModels(someModels())
	if b.picker.field.Text != "lar" || len(b.picker.entries) != 14 {
		t.Errorf("typed %q, %d lines", b.picker.field.Text, len(b.picker.entries))
	}
	if i, ok := b.picker.highlighted(); !ok || i.ID != "larch-00" {
		t.Errorf("highlighted %+v, %v", i, ok)
	}
}

func TestAThousandModelsCostNoMoreWidgetsThanAreInSight(t *testing.T) {
	b, _ := bar(t, theme.Light, fyne.NewSize(1024, 620))
	var many []ModelItem
	for i := range 1000 {
		many = append(many, ModelItem{ID: fmt.Sprintf("model-%04d", i)})
	}
	b.SetModels(many)
	b.SetModel("model-0700")
	b.OpenPicker()
	for range 40 {
		press(b.picker, fyne.KeyPageUp)
	}
	if i, _ := b.picker.highlighted(); i.ID >= "model-0400" {
		t.Errorf("forty pages up lead to %s", i.ID)
	}
	n := 0
	seen.Walk(b.picker.canvas, true, func(o fyne.CanvasObject, _ fyne.Position) {
		if a, ok := o.(fyne.Accessible); ok && strings.HasPrefix(a.AccessibilityLabel(), "model-") {
			n++
		}
	})
	if n > 16 {
		t.Errorf("%d widgets for the lines in sight", n)
	}
	if y := litRow(t, b); y < 0 || y+rowHeight() > b.picker.list.Size().Height+0.5 {
		t.Errorf("the highlighted line is out of sight at %v", y)
	}
}

func TestTheBarSaysWhichModelAnswers(t *testing.T) {
	b, w := bar(t, theme.Light, fyne.NewSize(720, 400))
	if b.model.AccessibilityLabel() != "Choose a model" || b.adjust.AccessibilityLabel() != "Adjust replies" {
		t.Errorf("names: %q, %q", b.model.AccessibilityLabel(), b.adjust.AccessibilityLabel())
	}
	b.SetModel("birch-vision")
	b.SetModels(someModels())
	if got := b.model.AccessibilityLabel(); got != "Birch Vision" {
		t.Errorf("the model is called %q", got)
	}
	if got := b.model.ToolTip(); got != "Accepts pictures · Can use tools" {
		t.Errorf("the hint of the model is %q", got)
	}
	b.SetModel("typed/by-hand")
	if got := b.model.AccessibilityLabel(); got != "typed/by-hand" || b.model.ToolTip() != "" {
		t.Errorf("a model that is not listed is called %q, its hint is %q", got, b.model.ToolTip())
	}
	if b.sidebar.Visible() || b.badge.Visible() || b.more.Visible() {
		t.Error("something is shown that was not asked for")
	}
	b.SetSidebarButton(true, false)
	b.SetPractice(true)
	b.SetModel("vendor/a-model-with-a-very-long-name-indeed-2026-03-01-preview-that-goes-on-and-on-and-on-and-on")
	w.Resize(fyne.NewSize(480, 400))
	if end, next := b.model.Position().X+b.model.Size().Width, b.badge.Position().X; end > next {
		t.Errorf("the model button ends at %v, the badge begins at %v", end, next)
	}
	for _, o := range []interface{ AccessibilityLabel() string }{b.sidebar, b.more} {
		if o.AccessibilityLabel() == "" {
			t.Error("a button that is an icon alone has no name")
		}
	}
}

// The name of a model of another service, typed where this one refused it, finds the one that is
// offered.
func TestAModelThatIsGoneComesAfterThoseOfOtherServices(t *testing.T) {
	items := []ModelItem{
		{ID: "gpt-5", Name: "gpt-5", Gone: true},
		{ID: "gpt-5-mini", Name: "gpt-5-mini"},
		{ID: "gpt-5", Name: "GPT-5", Connection: "other", Service: "Other"},
		{ID: "old-gpt-5", Name: "old-gpt-5", Connection: "other", Service: "Other", Gone: true},
	}
	for query, want := range map[string]string{"gpt-5": "gpt-5-mini", "gpt": "gpt-5-mini"} {
		found := matches(items, query)
		if found[0].item.ID != want || found[1].item.Connection != "other" || found[1].item.Gone || !found[2].item.Gone || !found[3].item.Gone {
			t.Errorf("%q finds %+v", query, found)
		}
	}
	if found := matches(append(items[:1:1], items[2]), "gpt-5"); found[0].item.Connection != "other" {
		t.Errorf("first is %+v", found[0])
	}
}
