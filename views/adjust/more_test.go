package adjust

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"parlando/app/catalog"
	"parlando/app/chat"
	"parlando/app/problem"
	"parlando/app/settings"
	"parlando/views/form"
	"parlando/views/seen"
	"parlando/views/theme"
	"parlando/views/widgets"
)

func enter(f interface{ TypedKey(*fyne.KeyEvent) }) {
	f.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
}

func TestWhatIsBeingTypedIsTakenBeforeAChatIsAsked(t *testing.T) {
	s := show(t, theme.Light, 748)
	s.SetExpanded(true)
	controlOf[*widgets.Field](s.Panel, "Stop at these words").SetText("END")
	temperature := s.line("Creativity").number
	widgets.Focus(temperature)
	temperature.TypedRune('1')
	s.CommitEdit()
	if got := s.last(t); !slices.Equal(got.Stop, []string{"END"}) || got.Temperature == nil || *got.Temperature != 1 {
		t.Errorf("taken: %+v", got)
	}
	if c := widgets.CanvasOf(temperature); c.Focused() != fyne.Focusable(temperature) {
		t.Errorf("the keyboard is at %T, which is hidden", c.Focused())
	}
}

func TestWordsToStopAtAreTakenWithWhatCannotBeSeenInThem(t *testing.T) {
	s := show(t, theme.Light, 748)
	s.SetExpanded(true)
	field := controlOf[*widgets.Field](s.Panel, "Stop at these words")
	for _, typed := range []string{`\n\n`, "END", "END", `C:\\new\t`, " ", ""} {
		field.SetText(typed)
		enter(field)
	}
	if got, want := s.last(t).Stop, []string{"\n\n", "END", "C:\\new\t", " "}; !slices.Equal(got, want) {
		t.Fatalf("stop at %q, want %q", got, want)
	}
	if field.Visible() {
		t.Error("a fifth word can be typed")
	}
	shown := form.Controls[*tag](s.form)[2]
	if shown.word != `C:\\new\t` {
		t.Errorf("shown as %q", shown.word)
	}
	if at := shown.remove.Position().X; at < shown.Size().Width/2 || at+shown.remove.Size().Width > shown.Size().Width {
		t.Errorf("its button is at %v of %v", at, shown.Size().Width)
	}
	said := len(s.said)
	test.Tap(form.Controls[*tag](s.form)[0].remove)
	if got := s.last(t).Stop; !slices.Equal(got, []string{"END", "C:\\new\t", " "}) || len(s.said) != said+1 {
		t.Errorf("after one was removed: %q", got)
	}
	// What was typed is not lost when something else is written in.
	s.window.Canvas().Focus(field)
	field.SetText("###")
	s.window.Canvas().Unfocus()
	if got := s.last(t).Stop; len(got) != 4 || got[3] != "###" || field.Text != "" {
		t.Errorf("leaving the field gives %q, it still shows %q", got, field.Text)
	}
	field.SetText("half a wo")
	s.Set(chat.Parameters{Stop: []string{"a"}})
	if said := len(s.said); field.Text != "" || func() bool { field.OnFocusLost(); return len(s.said) != said }() {
		t.Errorf("what was typed for another chat is taken: %q", s.params.Stop)
	}
	field.SetText(strings.Repeat("x", chat.MaxStopLength+1))
	enter(field)
	if s.note("stop") == "" || len(s.params.Stop) != 1 {
		t.Errorf("a word that is too long: %q", s.params.Stop)
	}
	field.SetText("")
	field.TypedKey(&fyne.KeyEvent{Name: fyne.KeyBackspace})
	if got := s.last(t).Stop; got != nil {
		t.Errorf("the last one removed leaves %q", got)
	}
}

func TestASeedIsAWholeNumberAndNothingElseChangesIt(t *testing.T) {
	s := show(t, theme.Light, 748)
	s.SetExpanded(true)
	for typed, want := range map[string]int64{"42": 42, "−7": -7, "1 000": 1000, "9007199254740991": 9007199254740991} {
		s.Set(chat.Parameters{})
		s.typeInto(s.line("Same reply every time").number, typed)
		if got := s.last(t).Seed; got == nil || *got != want {
			t.Errorf("%q gives %v", typed, got)
		}
	}
	for _, typed := range []string{"1.5", "many", "9007199254740992", "1e3"} {
		s.Set(chat.Parameters{Seed: of(int64(5))})
		said := len(s.said)
		s.typeInto(s.line("Same reply every time").number, typed)
		if s.note("seed") == "" || len(s.said) != said || *s.params.Seed != 5 || s.line("Same reply every time").number.shown != "5" {
			t.Errorf("%q: trouble %v, seed %v, shows %q", typed, s.note("seed") != "", *s.params.Seed, s.line("Same reply every time").number.shown)
		}
	}
	s.typeInto(s.line("Same reply every time").number, "")
	if s.last(t).Seed != nil {
		t.Error("an empty field does not switch it off")
	}
	test.Tap(controlOf[*widgets.IconButton](s.Panel, "Choose a random number"))
	first := s.last(t).Seed
	if first == nil || *first < 1 || *first > dieMost || s.note("seed") != "" {
		t.Errorf("the die gives %v", first)
	}
}

func TestSeveralRepliesAndTheIdAreSentOnlyWhenTheyAreSet(t *testing.T) {
	s := show(t, theme.Light, 1600)
	s.SetExpanded(true)
	menu := controlOf[*widgets.Dropdown](s.Panel, "Replies per message")
	picks := func(n int) {
		t.Helper()
		test.Tap(menu)
		var found fyne.Tappable
		seen.Walk(s.window.Canvas(), true, func(o fyne.CanvasObject, _ fyne.Position) {
			if row, ok := o.(fyne.Tappable); ok && seen.Pressable(o) && nameOf(o) == strconv.Itoa(n) {
				found = row
			}
		})
		test.Tap(found)
	}
	picks(chat.MaxReplies)
	if n := s.last(t).Replies; n == nil || *n != chat.MaxReplies || !s.says("You pay for each") {
		t.Errorf("the last one: %v", n)
	}
	picks(1)
	if n := s.last(t).Replies; n != nil || s.says("You pay for each") {
		t.Errorf("1 gives %v", *n)
	}
	test.Type(controlOf[*widgets.Field](s.Panel, "Your code name for the service"), " person 7 ")
	if got := s.last(t); got.User != "person 7" || !got.Equal(chat.Parameters{User: "person 7"}) {
		t.Errorf("%+v", got)
	}
	controlOf[*widgets.Field](s.Panel, "Your code name for the service").SetText(strings.Repeat("y", chat.MaxUserID+1))
	if got := s.params.User; got != "person 7" || s.note("user") == "" {
		t.Errorf("too long an id: %q", got)
	}
	controlOf[*widgets.Field](s.Panel, "Your code name for the service").SetText("")
	if !s.last(t).IsZero() {
		t.Errorf("emptied: %+v", s.last(t))
	}
	// Showing a chat says nothing.
	said := len(s.said)
	s.Set(chat.Parameters{Stop: []string{"x"}, Seed: of(int64(1)), Replies: of(2), User: "u"})
	if len(s.said) != said || controlOf[*widgets.Field](s.Panel, "Your code name for the service").Text != "u" || menu.AccessibilityLabel() != "Replies per message: 2" {
		t.Errorf("shown: %q, %q", controlOf[*widgets.Field](s.Panel, "Your code name for the service").Text, menu.AccessibilityLabel())
	}
}

func TestWithToolsOneReplyIsAskedFor(t *testing.T) {
	s := show(t, theme.Light, 748)
	s.SetExpanded(true)
	for _, c := range []struct {
		params chat.Parameters
		said   bool
	}{
		{chat.Parameters{Replies: of(2)}, false}, {chat.Parameters{Replies: of(2), Tools: []string{"calculator"}}, true}, {chat.Parameters{Tools: []string{"calculator"}}, false},
	} {
		s.Set(c.params)
		if s.says("One while tools are on") != c.said {
			t.Errorf("%+v: said %v", c.params, !c.said)
		}
	}
}

func TestThePanelSaysWhichPresetIsInUseAndWhetherItIsTheSame(t *testing.T) {
	s := show(t, theme.Light, 748)
	if s.presetMenu != nil {
		t.Error("presets are offered where nobody keeps them")
	}
	var asked []string
	s.OnPresets = func(fyne.CanvasObject) { asked = append(asked, "menu") }
	precise := settings.Preset{ID: "p", Name: "Precise", Parameters: chat.Parameters{Temperature: of(0.2)}}
	s.SetPresets([]settings.Preset{precise})
	s.Set(chat.Parameters{})
	wants := func(name string) {
		t.Helper()
		if got := s.presetMenu.AccessibilityLabel(); got != "Preset: "+name {
			t.Errorf("%q, want %q", got, name)
		}
	}
	wants("None")
	s.Set(precise.Apply(chat.Parameters{User: "me", Instructions: "Mine."}))
	wants("Precise")
	undone := 0
	s.OfferUndo(func() { undone++ })
	test.Tap(s.button("Undo"))
	if undone != 1 || s.button("Undo") == nil {
		t.Errorf("taken back %d times", undone)
	}
	s.typeInto(s.line("Creativity").number, "0.9")
	wants("Precise (changed)")
	if s.button("Undo") != nil {
		t.Error("what was changed since would be lost by Undo")
	}
	test.Tap(s.presetMenu)
	if !slices.Equal(asked, []string{"menu"}) {
		t.Errorf("asked for %q", asked)
	}
	s.typeInto(s.line("Creativity").number, "0.2")
	wants("Precise")
	test.Tap(s.button("Reset all"))
	wants("None")
}

func TestUndoOfAPresetIsPressedOnlyOnce(t *testing.T) {
	s := show(t, theme.Light, 748)
	s.OnPresets = func(fyne.CanvasObject) {}
	undone := 0
	s.OfferUndo(func() {
		undone++
		s.Set(chat.Parameters{})
	})
	c := s.window.Canvas()
	c.Focus(s.button("Undo"))
	for range 2 {
		enter(c.Focused())
	}
	if undone != 1 || c.Focused() != fyne.Focusable(s.presetMenu) {
		t.Errorf("undone %d times, the focus is on %T", undone, c.Focused())
	}
}

func TestWhatIsTypedStaysUntilAnotherChatIsShown(t *testing.T) {
	s := show(t, theme.Light, 748)
	s.SetExpanded(true)
	tooLong := strings.Repeat("y", chat.MaxUserID+1)
	field := func(name string) *widgets.Field { return controlOf[*widgets.Field](s.Panel, name) }
	user, stop, instructions := field("Your code name"), field("Stop at"), field("Your instructions")
	user.SetText(tooLong)
	stop.SetText("half a wo")
	s.SetExpanded(false)
	s.typeInto(s.line("Creativity").number, "0.4")
	s.SetExpanded(true)
	if user.Text != tooLong || s.note("user") == "" || stop.Text != "half a wo" || field("Stop at") != stop {
		t.Errorf("after another change: %q, %q, %q", user.Text, s.note("user"), stop.Text)
	}
	s.window.Canvas().Focus(instructions)
	test.Type(instructions, "Half a sen")
	s.Set(chat.Parameters{Instructions: "Be kind.", User: "me"})
	if user.Text != "me" || s.note("user") != "" || stop.Text != "" || instructions.Text != "Be kind." {
		t.Errorf("for another chat: %q, %q, %q, %q", user.Text, s.note("user"), stop.Text, instructions.Text)
	}
}

func TestPresetsAreOrderedRenamedAndDeletedByMouseAndKeyboard(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Light, 1))
	p := NewPresets()
	list := []settings.Preset{{ID: "a", Name: "A"}, {ID: "b", Name: "B"}, {ID: "c", Name: "C"}}
	var deleted []chat.ID
	p.OnMove = func(id chat.ID, to int) {
		i := slices.IndexFunc(list, func(o settings.Preset) bool { return o.ID == id })
		one := list[i]
		list = slices.Insert(slices.Delete(list, i, i+1), to, one)
		p.Set(list, false)
	}
	p.OnRename = func(id chat.ID, name string) {
		i := slices.IndexFunc(list, func(o settings.Preset) bool { return o.ID == id })
		list[i].Name = name
		p.Set(list, false)
	}
	p.OnDelete = func(id chat.ID) { deleted = append(deleted, id) }
	p.Set(list, false)
	w := test.NewTempWindow(t, p)
	w.Resize(fyne.NewSize(440, 400))
	order := func() (out string) {
		var at []float32
		names := map[float32]string{}
		seen.Walk(w.Canvas(), true, func(o fyne.CanvasObject, place fyne.Position) {
			if _, ok := o.(fyne.Draggable); ok && seen.Pressable(o) {
				at, names[place.Y] = append(at, place.Y), nameOf(o)
			}
		})
		slices.Sort(at)
		for _, y := range at {
			out += names[y]
		}
		return out
	}
	c := w.Canvas()
	find := func(name string) fyne.CanvasObject {
		t.Helper()
		var found fyne.CanvasObject
		seen.Walk(c, true, func(o fyne.CanvasObject, _ fyne.Position) {
			if seen.Pressable(o) && nameOf(o) == name {
				found = o
			}
		})
		if found == nil {
			t.Fatalf("there is no %q", name)
		}
		return found
	}
	row := func(name string) fyne.Focusable { return find(name).(fyne.Focusable) }
	drag := func(name string, by ...float32) {
		g := find(name).(fyne.Draggable)
		for _, y := range by {
			g.Dragged(&fyne.DragEvent{Dragged: fyne.NewDelta(0, y)})
		}
		g.DragEnd()
	}
	rename := func(name, to string) *widgets.Field {
		t.Helper()
		test.Tap(find("Rename " + name).(fyne.Tappable))
		f, ok := c.Focused().(*widgets.Field)
		if !ok {
			t.Fatalf("the keyboard is at %T", c.Focused())
		}
		f.SetText(to)
		return f
	}
	c.Focus(row("A"))
	press := func(k fyne.KeyName) {
		c.Focused().(fyne.Shortcutable).TypedShortcut(&desktop.CustomShortcut{KeyName: k, Modifier: fyne.KeyModifierAlt})
	}
	press(fyne.KeyUp)
	press(fyne.KeyDown)
	press(fyne.KeyDown)
	press(fyne.KeyDown)
	if got := order(); got != "BCA" || c.Focused() != row("A") {
		t.Errorf("by the keyboard: %s, at %T", got, c.Focused())
	}
	drag("B", presetRow*0.9, presetRow*0.5)
	if got := order(); got != "CBA" {
		t.Errorf("dragged by 1.4 rows: %s", got)
	}
	drag("A", -10*presetRow)
	if got := order(); got != "ACB" {
		t.Errorf("dragged beyond the top: %s", got)
	}
	enter(rename("C", "  See "))
	if got := order(); got != "ASeeB" {
		t.Errorf("renamed: %s", got)
	}
	for _, leave := range []func(f *widgets.Field){
		func(f *widgets.Field) { f.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape}) },
		func(f *widgets.Field) { f.SetText(" "); enter(f) },
	} {
		f := rename("A", "other")
		leave(f)
		if got := order(); got != "ASeeB" || f.Visible() {
			t.Errorf("left: %s", got)
		}
	}
	// What is being written stays when the list changes.
	f := rename("See", "Half a na")
	list = []settings.Preset{list[1], list[0], list[2]}
	p.Set(list, false)
	if !f.Visible() || f.Text != "Half a na" || order() != "SeeAB" || c.Focused() != fyne.Focusable(f) {
		t.Errorf("what was written is gone: %q in %s", f.Text, order())
	}
	enter(f)
	if order() != "Half a naAB" || c.Focused() != row("Half a na") {
		t.Errorf("written: %s, the keyboard is at %T", order(), c.Focused())
	}
	list = []settings.Preset{{ID: "a", Name: "A"}, {ID: "c", Name: "See"}, {ID: "b", Name: "B"}}
	p.Set(list, false)
	picked := chat.ID("")
	p.OnPick = func(id chat.ID) { picked = id }
	test.Tap(find("See").(fyne.Tappable))
	row("B").TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if picked != "b" {
		t.Errorf("picked %q", picked)
	}
	test.Tap(find("Delete See").(fyne.Tappable))
	row("B").TypedKey(&fyne.KeyEvent{Name: fyne.KeyDelete})
	if !slices.Equal(deleted, []chat.ID{"c", "b"}) {
		t.Errorf("deleted %q", deleted)
	}
}

func nameOf(o fyne.CanvasObject) string {
	if a, ok := o.(fyne.Accessible); ok {
		return a.AccessibilityLabel()
	}
	return ""
}

func TestWhatAModelRefusesStandsUnderItsControlAndIsTriedAgainWithAClick(t *testing.T) {
	s := show(t, theme.Light, 748)
	var again []string
	s.OnRetry = func(fields []string) { again = append(again, fields...) }
	s.SetExpanded(true)
	top := 1.0
	s.SetModel(catalog.Model{}, []catalog.Refusal{
		{Refusal: problem.Refusal{Field: "temperature", Value: "1.5", Max: &top, Reason: "must be at most 1"}},
		{Refusal: problem.Refusal{Field: "seed", Value: "7", AnyValue: true}},
	})
	under := func(field string) (said string, again *widgets.Button) {
		again, _ = s.form.Named("refused " + field).(*widgets.Button)
		containers(s.form.Object(), func(c *fyne.Container) {
			for i, o := range c.Objects {
				if row, ok := o.(*fyne.Container); ok && again != nil && slices.Contains(row.Objects, fyne.CanvasObject(again)) {
					said = c.Objects[i-1].(*widgets.Text).Text()
				}
			}
		})
		return said, again
	}
	said, retry := under("temperature")
	if !strings.HasPrefix(said, "This model accepts up to 1.0 (") || !strings.HasSuffix(said, "“must be at most 1”") {
		t.Errorf("under Creativity: %q", said)
	}
	if said, _ := under("seed"); !strings.HasPrefix(said, "Not sent: this model doesn't accept it") {
		t.Errorf("under the seed: %q", said)
	}
	if _, retry := under("top_p"); retry != nil {
		t.Error("something stands under Choice of words")
	}
	test.Tap(retry)
	if !slices.Equal(again, []string{"temperature"}) {
		t.Errorf("tried again: %v", again)
	}
	s.SetModel(catalog.Model{}, nil)
	if _, retry := under("temperature"); retry != nil {
		t.Error("it stays")
	}
}

func TestRepliesAreShownAllAtOnceByTheSwitchUnderMore(t *testing.T) {
	s := show(t, theme.Light, 748)
	s.SetExpanded(true)
	all := controlOf[*widgets.Switch](s.Panel, "Wait for complete replies")
	test.Tap(all)
	if !s.last(t).AllAtOnce {
		t.Error("not taken")
	}
	s.Set(chat.Parameters{})
	if all.AccessibilityDescription() != "Wait for complete replies, switch, off" {
		t.Error("the next chat has it too")
	}
}
