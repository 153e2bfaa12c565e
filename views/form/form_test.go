package form_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"

	"parlando/views/form"
	"parlando/views/form/formtest"
	"parlando/views/seen"
	"parlando/views/theme"
	"parlando/views/wheel"
	"parlando/views/widgets"
)

// show shows a form in a window of 400 by 300.
func show(t *testing.T, f *form.Form) fyne.Canvas {
	t.Helper()
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Light, 1))
	w := test.NewWindow(nil)
	t.Cleanup(w.Close)
	f.Scroll = wheel.NewVScroll(container.NewStack(f.Object()))
	f.Update()
	w.SetContent(f.Scroll)
	w.Resize(fyne.NewSize(400, 300))
	return w.Canvas()
}

// control returns the control with this name.
func control[T interface {
	fyne.CanvasObject
	fyne.Accessible
}](t *testing.T, f *form.Form, name string) T {
	t.Helper()
	for _, o := range test.LaidOutObjects(f.Object()) {
		if c, ok := o.(T); ok && c.AccessibilityLabel() == name {
			return c
		}
	}
	t.Fatalf("there is no control %q", name)
	panic("unreachable")
}

func TestAControlKeepsItsFocusAndHalfTypedTextByItsName(t *testing.T) {
	value, lines := "stored", 1
	f := form.New(6, func(f *form.Form) {
		for range lines {
			f.Button("Line", nil)
		}
		f.Add(f.Field(form.Field{Name: "Title", Value: value, OnDone: func(string) {}}))
	})
	c := show(t, f)
	field := control[*widgets.Field](t, f, "Title")
	c.Focus(field)
	test.Type(field, "half ")
	value, lines = "changed elsewhere", 3
	f.Update()
	if now := control[*widgets.Field](t, f, "Title"); now != field || c.Focused() != fyne.Focusable(field) || field.Text != "half stored" {
		t.Errorf("%q, focused: %v", now.Text, c.Focused() == fyne.Focusable(now))
	}
	c.Unfocus()
	f.Update()
	if field.Text != value {
		t.Errorf("a field that was left shows %q", field.Text)
	}
}

func TestAFieldTellsWhatWasTypedOnceWhenItIsLeft(t *testing.T) {
	var done []string
	f := form.New(6, func(f *form.Form) {
		f.Add(f.Field(form.Field{Name: "Title", Value: "old", OnDone: func(s string) { done = append(done, s) }}))
	})
	c := show(t, f)
	field := control[*widgets.Field](t, f, "Title")
	c.Focus(field)
	c.Unfocus()
	if done != nil {
		t.Errorf("nothing was typed: %q", done)
	}
	c.Focus(field)
	field.SetText(" new ")
	field.OnSubmitted(field.Text)
	c.Unfocus()
	if len(done) != 1 || done[0] != "new" {
		t.Errorf("%q", done)
	}
}

func TestTheControlInThePlaceOfAFocusedOneThatIsGoneIsFocused(t *testing.T) {
	items := []string{"a", "b", "c"}
	f := form.New(6, func(f *form.Form) {
		for _, item := range items {
			f.Scope(item, func() { f.AddRow(f.Button("Open", nil), f.ButtonCalled("Delete", "Delete "+item, widgets.Danger, nil)) })
		}
	})
	c := show(t, f)
	for _, step := range []struct {
		left  []string
		focus string
	}{
		{[]string{"a", "c"}, "Delete c"},
		{[]string{"a"}, "Delete a"},
		{nil, ""},
	} {
		if step.left != nil && c.Focused() == nil {
			c.Focus(control[*widgets.Button](t, f, "Delete b"))
		}
		items = step.left
		f.Update()
		name := ""
		if b, ok := c.Focused().(*widgets.Button); ok {
			name = b.AccessibilityLabel()
		}
		if name != step.focus {
			t.Errorf("with %q left, the focus is on %q, not %q", step.left, name, step.focus)
		}
	}
}

func TestInAListTheSameControlOfTheNextItemIsFocused(t *testing.T) {
	items := []string{"a", "b"}
	f := form.New(6, func(f *form.Form) {
		f.AddRow(f.Button("Delete", nil))
		for _, item := range items {
			f.Scope(item, func() {
				f.AddRow(f.ButtonCalled("Open", "Open "+item, widgets.Secondary, nil), f.ButtonCalled("Delete", "Delete "+item, widgets.Secondary, nil), f.Button("More", nil))
			})
		}
	})
	c := show(t, f)
	c.Focus(control[*widgets.Button](t, f, "Delete b"))
	items = items[:1]
	f.Update()
	if b, ok := c.Focused().(*widgets.Button); !ok || b.AccessibilityLabel() != "Delete a" {
		t.Errorf("the focus is on %v", c.Focused())
	}
}

func TestControlsOfTheSameNameInTwoSectionsAreTwo(t *testing.T) {
	on := map[string]bool{}
	f := form.New(6, func(f *form.Form) {
		for _, section := range []string{"One", "Two"} {
			f.Heading(section)
			f.OnOff("Switch", "", on[section], func(is bool) { on[section] = is })
			f.OnOff("Another", "", on[section+" another"], func(is bool) { on[section+" another"] = is })
		}
	})
	show(t, f)
	switches := form.Controls[*widgets.Switch](f)
	if len(switches) != 4 {
		t.Fatalf("%d switches", len(switches))
	}
	test.Tap(switches[1])
	test.Tap(switches[2])
	if !on["One another"] || !on["Two"] || on["One"] || on["Two another"] {
		t.Errorf("%v", on)
	}
}

func TestWhatIsPressedKeepsItsPlaceOnTheScreen(t *testing.T) {
	lines := 20
	f := form.New(6, func(f *form.Form) {
		for range lines {
			f.Body("A line above")
		}
		f.AddRow(f.Button("More above", func() {
			lines += 5
			f.Update()
		}))
		for range 20 {
			f.Body("A line below")
		}
	})
	show(t, f)
	b := control[*widgets.Button](t, f, "More above")
	f.Reveal(b)
	y := func() float32 { return fyne.CurrentApp().Driver().AbsolutePositionForObject(b).Y }
	before := y()
	if before < 0 || before > 300 {
		t.Fatalf("the button is at %v", before)
	}
	test.Tap(b)
	if y() != before {
		t.Errorf("pressed at %v, it is now at %v", before, y())
	}
	f.KeepView(func() {
		lines -= 3
		f.Update()
	})
	if y() != before {
		t.Errorf("it was at %v, and is now at %v", before, y())
	}
}

func TestAKeptFieldShowsWhatWasTypedWhenItsFormIsBuiltAgain(t *testing.T) {
	store := formtest.Store{}
	open := func() *form.Form {
		f := form.New(6, func(f *form.Form) { f.Add(f.Field(form.Field{Name: "Title", Value: "first", Kept: "title"})) })
		f.Draft = form.Open(store, "form")
		return f
	}
	f := open()
	show(t, f)
	control[*widgets.Field](t, f, "Title").SetText("typed")
	f.Update()
	if text := control[*widgets.Field](t, f, "Title").Text; text != "typed" {
		t.Errorf("after another build: %q", text)
	}
	again := open()
	show(t, again)
	if text := control[*widgets.Field](t, again, "Title").Text; text != "typed" {
		t.Errorf("when it is opened again: %q", text)
	}
	again.Draft.Discard()
	if text := control[*widgets.Field](t, again, "Title").Text; text != "first" || len(store) != 0 {
		t.Errorf("discarded: %q, %v", text, store)
	}
}

func TestAKeptFieldFollowsItsValueOnceItsTextIsUsed(t *testing.T) {
	value, seen := "first", ""
	f := form.New(6, func(f *form.Form) {
		before := value
		f.Add(f.Field(form.Field{Name: "Title", Value: value, Kept: "title", OnChange: func(text string) {
			seen = before + " " + text
			f.Update()
		}}))
	})
	f.Draft = form.Open(formtest.Store{}, "form")
	c := show(t, f)
	field := control[*widgets.Field](t, f, "Title")
	c.Focus(field)
	for _, step := range []struct {
		value, typed string
		used         bool
		text, seen   string
	}{
		{"second", "", false, "second", ""}, // nothing is typed
		{"second", "ab", false, "absecond", "second absecond"},
		{"third", "", false, "absecond", "second absecond"},
		{"third", "c", false, "abcsecond", "third abcsecond"},
		{"fourth", "", true, "fourth", "third abcsecond"},
	} {
		value = step.value
		if step.used {
			f.Draft.Used()
		}
		f.Update()
		test.Type(field, step.typed)
		if field.Text != step.text || seen != step.seen {
			t.Errorf("%+v: %q, %q", step, field.Text, seen)
		}
	}
	if !f.Draft.Empty() {
		t.Error("something is kept")
	}
}

func TestAKeptFieldThatIsMadeAnewHasItsText(t *testing.T) {
	shown, value := true, ""
	f := form.New(6, func(f *form.Form) {
		if shown {
			f.Add(f.Field(form.Field{Name: "Title", Value: value, Kept: "title"}))
		}
	})
	f.Draft = form.Open(formtest.Store{}, "form")
	c := show(t, f)
	before := control[*widgets.Field](t, f, "Title")
	before.SetText("typed")
	for _, shown = range []bool{false, true} {
		f.Update()
	}
	field := control[*widgets.Field](t, f, "Title")
	if field == before || field.Text != "typed" {
		t.Errorf("%q", field.Text)
	}
	f.Draft.Discard()
	if field.Text != "" || c.Focused() != fyne.Focusable(field) || !f.Draft.Empty() {
		t.Errorf("discarded: %q, the focus is on %v", field.Text, c.Focused())
	}
	value = "stored"
	f.Update()
	field.SetText("typed")
	if f.Draft.Discard(); field.Text != value {
		t.Errorf("discarded, it shows %q, not %q", field.Text, value)
	}
}

func TestATextThatIsSetIsKeptAsIfItHadBeenTyped(t *testing.T) {
	told := ""
	f := form.New(6, func(f *form.Form) {
		f.Add(f.Field(form.Field{Name: "Title", Value: "first", Kept: "title", OnChange: func(text string) { told = text }}))
	})
	store := formtest.Store{}
	f.Draft = form.Open(store, "form")
	f.SetText("Title", "too early")
	show(t, f)
	f.SetText("Title", "pasted")
	f.Update()
	if text := control[*widgets.Field](t, f, "Title").Text; text != "pasted" || told != text || store["form\ntitle"] != text {
		t.Errorf("%q, told %q, kept %q", text, told, store)
	}
}

func TestAFieldIsSubmittedAfterItHasToldItsText(t *testing.T) {
	var did []string
	f := form.New(6, func(f *form.Form) {
		f.Add(f.Field(form.Field{
			Name: "Title", OnDone: func(s string) { did = append(did, "done "+s) }, OnSubmit: func() { did = append(did, "submit") },
		}))
	})
	c := show(t, f)
	field := control[*widgets.Field](t, f, "Title")
	c.Focus(field)
	test.Type(field, "x")
	field.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	c.Unfocus()
	if want := []string{"done x", "submit"}; !slices.Equal(did, want) {
		t.Errorf("%q, want %q", did, want)
	}
}

func TestFactsStandInTwoColumns(t *testing.T) {
	f := form.New(6, func(f *form.Form) {
		f.Facts(form.Fact{Name: "Key", Value: strings.Repeat("none ", 30)}, form.Fact{Name: "Response", Value: "No", Color: theme.ColorDanger, Mono: true})
	})
	show(t, f)
	at := f.Object().Objects[0].(*fyne.Container).Objects
	key, none, answer, no := at[0].Position(), at[1].Position(), at[2].Position(), at[3].Position()
	if key.X != answer.X || none.X != no.X || none.X <= key.X || key.Y != none.Y || answer.Y != no.Y || answer.Y < none.Y+2*at[0].MinSize().Height {
		t.Errorf("%v %v, %v %v", key, none, answer, no)
	}
}

func TestAfterEachUpdateTheOwnerIsTold(t *testing.T) {
	updates := 0
	f := form.New(6, func(f *form.Form) { f.Body("Words") })
	f.OnUpdate = func() { updates++ }
	f.Update()
	f.Update()
	if updates != 2 {
		t.Errorf("%d updates are told", updates)
	}
}

func TestRareOptionsAreShownOnDemand(t *testing.T) {
	f := form.New(6, func(f *form.Form) { f.More("More", func() { f.Body("Rare") }) })
	c := show(t, f)
	if slices.Contains(seen.Texts(c), "Rare") {
		t.Error("they are shown at once")
	}
	test.Tap(control[*widgets.Button](t, f, "More"))
	if !slices.Contains(seen.Texts(c), "Rare") {
		t.Errorf("%q", seen.Texts(c))
	}
}

func TestTheFocusOfAControlThatIsGonePassesToTheNamedOne(t *testing.T) {
	asks := true
	f := form.New(6, func(f *form.Form) {
		if asks {
			f.AddRow(f.Button("Yes", func() { asks = false; f.Update() }))
			f.NextFocus(f.Named("Yes"), "Start")
		}
		f.AddRow(f.Button("Other", nil), f.Primary("Start", nil))
	})
	c := show(t, f)
	f.Focus(c, "Yes")
	yes, ok := c.Focused().(*widgets.Button)
	if !ok || yes != f.Named("Yes") {
		t.Fatalf("the focus is on %v", c.Focused())
	}
	test.Tap(yes)
	if f.Named("Yes") != nil || c.Focused() != f.Named("Start").(fyne.Focusable) {
		t.Errorf("the focus is on %v", c.Focused())
	}
}

func TestAControlRunsAndShowsWhatTheLastBuildGaveIt(t *testing.T) {
	values := []float64{0.2, 0.7}
	build := 0
	var did []string
	f := form.New(6, func(f *form.Form) {
		now := build
		said := func(what string) func() { return func() { did = append(did, fmt.Sprint(what, " ", now)) } }
		f.Add(f.ButtonCalled("go", "Go", []widgets.ButtonKind{widgets.Secondary, widgets.Bare}[now], said("go")),
			f.IconButton("x", "Remove", said("remove")),
			f.Slider("Speed", 0, 1, 0.1, &values[now], func(v float64) { did = append(did, fmt.Sprintf("%.1f %d", v, now)) }))
		if now == 1 {
			f.Refused("speed", "Not 0.7", true, said("again"))
		}
		f.Refused("voice", "Not this voice", false, nil)
	})
	c := show(t, f)
	high := control[*widgets.Button](t, f, "Go").MinSize().Height
	slider := control[*widgets.Slider](t, f, "Speed")
	quiet := f.Named("refused voice")
	build++
	f.Update()
	if low := control[*widgets.Button](t, f, "Go").MinSize().Height; low >= high {
		t.Errorf("the button is %v high, was %v", low, high)
	}
	test.Tap(control[*widgets.Button](t, f, "Go"))
	test.Tap(control[*widgets.IconButton](t, f, "Remove"))
	slider.TypedKey(&fyne.KeyEvent{Name: fyne.KeyRight})
	test.Tap(control[*widgets.Button](t, f, "Try again"))
	if want := []string{"go 1", "remove 1", "0.8 1", "again 1"}; !slices.Equal(did, want) {
		t.Errorf("%q, want %q", did, want)
	}
	if quiet == nil || f.Named("refused voice") != quiet || !slices.Contains(seen.Texts(c), "Not 0.7") {
		t.Errorf("%q", seen.Texts(c))
	}
}

func TestABlockHasAGapOfItsOwn(t *testing.T) {
	f := form.New(20, func(f *form.Form) {
		f.Block(3, func() { f.Add(f.Button("First", nil), f.Button("Second", nil)) })
		f.Add(f.Button("Third", nil))
	})
	show(t, f)
	from := float32(0)
	for i, name := range []string{"First", "Second", "Third"} {
		from += []float32{0, 3, 20}[i]
		b := f.Named(name)
		if y := f.Top(b); y != from {
			t.Errorf("%s is at %v, not %v", name, y, from)
		}
		from += b.Size().Height
	}
}

func TestAnotherThingReplacesHalfTypedText(t *testing.T) {
	value := "stored"
	f := form.New(6, func(f *form.Form) {
		f.Add(f.Field(form.Field{Name: "Title", Value: value, OnDone: func(string) {}}))
	})
	c := show(t, f)
	field := form.Controls[*widgets.Field](f)[0]
	c.Focus(field)
	test.Type(field, "half ")
	value = "another"
	f.Update()
	if field.Text != "half stored" {
		t.Errorf("an update shows %q", field.Text)
	}
	f.Reload()
	if field.Text != "another" || c.Focused() != fyne.Focusable(field) {
		t.Errorf("another thing shows %q, focused: %v", field.Text, c.Focused())
	}
	test.Type(field, "half ")
	typed := field.Text
	if f.Update(); field.Text != typed || typed == value {
		t.Errorf("the update after it shows %q, typed was %q", field.Text, typed)
	}
}

func TestAnUpdateLaysOutOnceAndKeepsTheTextsThatStay(t *testing.T) {
	words := []string{"first", "first"}
	f := form.New(6, func(f *form.Form) {
		for i, said := range words {
			f.Muted("stays")
			f.AddRow(f.ButtonCalled(string(rune('a'+i)), "Button", widgets.Secondary, nil))
			f.Body(said)
		}
	})
	show(t, f)
	counted := formtest.CountLayouts(f.Object())
	before := slices.Clone(f.Object().Objects)
	words[1] = "second"
	f.Update()
	if counted.Times != 1 {
		t.Errorf("laid out %d times", counted.Times)
	}
	for i, o := range f.Object().Objects {
		if _, is := o.(*widgets.Text); is && (o == before[i]) != (i != 5) {
			t.Errorf("line %d is new: %v", i, o != before[i])
		}
	}
	if said := f.Object().Objects[5].(*widgets.Text).Text(); said != "second" {
		t.Errorf("shows %q", said)
	}
}

func TestAPairStandsAtBothEndsOfItsLine(t *testing.T) {
	f := form.New(6, func(f *form.Form) { f.Pair("Speed", "1.2") })
	c := show(t, f)
	words, value := seen.Find(c, true, "Speed").Best(), seen.Find(c, true, "1.2").Best()
	if wide := value.Position.X + value.Size.Width - words.Position.X; wide != f.Object().Size().Width {
		t.Errorf("they take %v of %v", wide, f.Object().Size().Width)
	}
}

func TestAKeptTextThatActsWhenItIsShownBuildsOnceMore(t *testing.T) {
	store := formtest.Store{"form\ntitle": "kept"}
	title, builds := "", 0
	f := form.New(6, func(f *form.Form) {
		builds++
		f.Add(f.Field(form.Field{Name: "Title", Kept: "title", OnChange: func(text string) {
			title = text
			f.Update()
		}}))
		f.Body("Title: " + title)
	})
	f.Draft = form.Open(store, "form")
	c := show(t, f)
	if !slices.Contains(seen.Texts(c), "Title: kept") || builds != 2 {
		t.Errorf("after %d builds: %q", builds, seen.Texts(c))
	}
	if n := len(form.Controls[*widgets.Field](f)); n != 1 {
		t.Errorf("it has %d fields", n)
	}
}

func TestWhatIsWrongGoesWhenTheTextChanges(t *testing.T) {
	for _, kept := range []string{"", "title"} {
		wrong, title := "Enter a title.", ""
		f := form.New(6, func(f *form.Form) {
			f.Add(f.Field(form.Field{Name: "Title", Value: title, Kept: kept, OnChange: func(text string) { title = text }, Wrong: &wrong}))
			if wrong != "" {
				f.Wrong(wrong)
			}
		})
		f.Draft = form.Open(formtest.Store{}, "form")
		c := show(t, f)
		if !slices.Contains(seen.Texts(c), wrong) {
			t.Errorf("kept %q: it shows %q", kept, seen.Texts(c))
		}
		control[*widgets.Field](t, f, "Title").SetText("A title")
		if wrong != "" || title != "A title" || slices.Contains(seen.Texts(c), "Enter a title.") {
			t.Errorf("kept %q: %q, %q; it shows %q", kept, title, wrong, seen.Texts(c))
		}
	}
}

// What was typed since a text was used is kept.
func TestOneFieldOfAFormIsUsedOrDiscarded(t *testing.T) {
	store, values := formtest.Store{}, []string{"first", "second"}
	f := form.New(6, func(f *form.Form) {
		for _, value := range values {
			f.Scope(value[:1], func() { f.Add(f.Field(form.Field{Name: value[:1], Value: value, Kept: value[:1]})) })
		}
	})
	f.Draft = form.Open(store, "form")
	show(t, f)
	one, two := control[*widgets.Field](t, f, "f"), control[*widgets.Field](t, f, "s")
	one.SetText(" typed ")
	two.SetText("also typed")
	f.Draft.UsedField("f", "typed")
	values[0] = "from the disk"
	f.Update()
	if one.Text != "from the disk" || two.Text != "also typed" || f.Draft.Keeps("f") || !f.Draft.Keeps("s") {
		t.Errorf("used: %q, %q, %v", one.Text, two.Text, store)
	}
	one.SetText("typed")
	one.SetText("typed on")
	f.Draft.UsedField("f", "typed")
	f.Update()
	if one.Text != "typed on" || !f.Draft.Keeps("f") {
		t.Errorf("typed since: %q, %v", one.Text, store)
	}
	f.Draft.DiscardField("s")
	if two.Text != "second" || f.Draft.Keeps("s") {
		t.Errorf("discarded: %q, %v", two.Text, store)
	}
}
