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
	s.more.stop.field.SetText("END")
	temperature := s.dials[0].line.number
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
	stop := s.more.stop
	for _, typed := range []string{`\n\n`, "END", "END", `C:\\new\t`, " ", ""} {
		stop.field.SetText(typed)
		enter(stop.field)
	}
	if got, want := s.last(t).Stop, []string{"\n\n", "END", "C:\\new\t", " "}; !slices.Equal(got, want) {
		t.Fatalf("stop at %q, want %q", got, want)
	}
	if stop.field.Visible() {
		t.Error("a fifth word can be typed")
	}
	shown := stop.chosen.Objects[2].(*tag)
	if shown.word != `C:\\new\t` {
		t.Errorf("shown as %q", shown.word)
	}
	said := len(s.said)
	test.Tap(stop.chosen.Objects[0].(*tag).remove)
	if got := s.last(t).Stop; !slices.Equal(got, []string{"END", "C:\\new\t", " "}) || len(s.said) != said+1 {
		t.Errorf("after one was removed: %q", got)
	}
	// What was typed is not lost when something else is written in.
	stop.field.SetText("###")
	stop.field.OnFocusLost()
	if got := s.last(t).Stop; len(got) != 4 || got[3] != "###" {
		t.Errorf("leaving the field gives %q", got)
	}
	stop.field.SetText("half a wo")
	s.Set(chat.Parameters{Stop: []string{"a"}})
	if said := len(s.said); stop.field.Text != "" || func() bool { stop.field.OnFocusLost(); return len(s.said) != said }() {
		t.Errorf("what was typed for another chat is taken: %q", s.params.Stop)
	}
	stop.field.SetText(strings.Repeat("x", chat.MaxStopLength+1))
	enter(stop.field)
	if !stop.problem.Visible() || len(s.params.Stop) != 1 {
		t.Errorf("a word that is too long: %q", s.params.Stop)
	}
	stop.field.SetText("")
	stop.field.TypedKey(&fyne.KeyEvent{Name: fyne.KeyBackspace})
	if got := s.last(t).Stop; got != nil {
		t.Errorf("the last one removed leaves %q", got)
	}
}

func TestASeedIsAWholeNumberAndNothingElseChangesIt(t *testing.T) {
	s := show(t, theme.Light, 748)
	s.SetExpanded(true)
	for typed, want := range map[string]int64{"42": 42, "−7": -7, "1 000": 1000, "9007199254740991": 9007199254740991} {
		s.Set(chat.Parameters{})
		s.typeInto(s.more.seed.line.number, typed)
		if got := s.last(t).Seed; got == nil || *got != want {
			t.Errorf("%q gives %v", typed, got)
		}
	}
	for _, typed := range []string{"1.5", "many", "9007199254740992", "1e3"} {
		s.Set(chat.Parameters{Seed: of(int64(5))})
		said := len(s.said)
		s.typeInto(s.more.seed.line.number, typed)
		if !s.more.seed.problem.Visible() || len(s.said) != said || *s.params.Seed != 5 || s.more.seed.line.number.shown != "5" {
			t.Errorf("%q: trouble %v, seed %v, shows %q", typed, s.more.seed.problem.Visible(), *s.params.Seed, s.more.seed.line.number.shown)
		}
	}
	s.typeInto(s.more.seed.line.number, "")
	if s.last(t).Seed != nil {
		t.Error("an empty field does not switch it off")
	}
	test.Tap(s.more.seed.die)
	first := s.last(t).Seed
	if first == nil || *first < 1 || *first > dieMost || s.more.seed.problem.Visible() {
		t.Errorf("the die gives %v", first)
	}
}

func TestSeveralRepliesAndTheIdAreSentOnlyWhenTheyAreSet(t *testing.T) {
	s := show(t, theme.Light, 1600)
	s.SetExpanded(true)
	if read := seen.Texts(s.window.Canvas()); !slices.Contains(read, strconv.Itoa(chat.MaxReplies)) {
		t.Errorf("the slider does not say that it ends at %d: %q", chat.MaxReplies, read)
	}
	s.more.replies.slider.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEnd})
	if n := s.last(t).Replies; n == nil || *n != chat.MaxReplies {
		t.Errorf("at the end of the slider: %v", n)
	}
	s.typeInto(s.more.replies.line.number, "9")
	if n := s.params.Replies; n == nil || *n != chat.MaxReplies {
		t.Errorf("9 gives %v", n)
	}
	s.typeInto(s.more.replies.line.number, "1")
	if n := s.last(t).Replies; n != nil {
		t.Errorf("1 gives %v", *n)
	}
	test.Type(s.more.user.field, " person 7 ")
	if got := s.last(t); got.User != "person 7" || !got.Equal(chat.Parameters{User: "person 7"}) {
		t.Errorf("%+v", got)
	}
	s.more.user.field.SetText(strings.Repeat("y", chat.MaxUserID+1))
	if got := s.params.User; got != "person 7" || !s.more.user.problem.Visible() {
		t.Errorf("too long an id: %q", got)
	}
	s.more.user.field.SetText("")
	if !s.last(t).IsZero() {
		t.Errorf("emptied: %+v", s.last(t))
	}
	// Showing a chat says nothing.
	said := len(s.said)
	s.Set(chat.Parameters{Stop: []string{"x"}, Seed: of(int64(1)), Replies: of(2), User: "u"})
	if len(s.said) != said || s.more.user.field.Text != "u" || s.more.replies.line.number.shown != "2" {
		t.Errorf("shown: %q, %q", s.more.user.field.Text, s.more.replies.line.number.shown)
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
		if s.Set(c.params); s.more.replies.withTools.Visible() != c.said {
			t.Errorf("%+v: said %v", c.params, !c.said)
		}
	}
}

func TestThePanelSaysWhichPresetIsInUseAndWhetherItIsTheSame(t *testing.T) {
	s := show(t, theme.Light, 748)
	if s.preset.object.Visible() {
		t.Error("presets are offered where nobody keeps them")
	}
	var asked []string
	s.OnPresets = func(fyne.CanvasObject) { asked = append(asked, "menu") }
	s.OnSavePreset = func() { asked = append(asked, "save") }
	s.OnUpdatePreset = func() { asked = append(asked, "update") }
	precise := settings.Preset{ID: "p", Name: "Precise", Parameters: chat.Parameters{Temperature: of(0.2)}}
	s.SetPresets([]settings.Preset{precise})
	s.Set(chat.Parameters{})
	wants := func(name string, update, save bool) {
		t.Helper()
		if got := s.preset.choice.AccessibilityLabel(); got != "Preset: "+name || s.preset.update.Visible() != update || s.preset.save.Visible() != save {
			t.Errorf("%q, update %v, save %v; want %q, %v, %v", got, s.preset.update.Visible(), s.preset.save.Visible(), name, update, save)
		}
	}
	wants("none", false, false)
	s.Set(precise.Apply(chat.Parameters{User: "me", Instructions: "Mine."}, settings.Preset{}))
	wants("Precise", false, false)
	undone := 0
	s.OfferUndo(func() { undone++ })
	test.Tap(s.preset.undo)
	if undone != 1 || !s.preset.undo.Visible() {
		t.Errorf("taken back %d times", undone)
	}
	s.typeInto(s.dials[0].line.number, "0.9")
	wants("Precise (changed)", true, true)
	if s.preset.undo.Visible() {
		t.Error("what was changed since would be lost by Undo")
	}
	test.Tap(s.preset.update)
	test.Tap(s.preset.save)
	test.Tap(s.preset.choice)
	if !slices.Equal(asked, []string{"update", "save", "menu"}) {
		t.Errorf("asked for %q", asked)
	}
	s.typeInto(s.dials[0].line.number, "0.2")
	wants("Precise", false, false)
	test.Tap(s.reset)
	wants("none", false, false)
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
	s.SetRefusals([]catalog.Refusal{
		{Refusal: problem.Refusal{Field: "temperature", Value: "1.5", Max: &top, Reason: "must be at most 1"}},
		{Refusal: problem.Refusal{Field: "seed", Value: "7", AnyValue: true}},
	})
	under := func(field string) *refusal {
		i := slices.IndexFunc(s.refusals, func(r *refusal) bool { return slices.Contains(r.fields, field) })
		return s.refusals[i]
	}
	creativity := under("temperature")
	if said := creativity.Text.Text(); !creativity.Object.Visible() || !strings.HasPrefix(said, "This model accepts up to 1.0 (") || !strings.HasSuffix(said, "“must be at most 1”") {
		t.Errorf("under Creativity: %q", said)
	}
	if said := under("seed").Text.Text(); !strings.HasPrefix(said, "Not sent: this model doesn't accept it") {
		t.Errorf("under the seed: %q", said)
	}
	if under("top_p").Object.Visible() {
		t.Error("something stands under Focus")
	}
	test.Tap(creativity.Again)
	if !slices.Equal(again, []string{"temperature"}) {
		t.Errorf("tried again: %v", again)
	}
	s.SetRefusals(nil)
	if creativity.Object.Visible() {
		t.Error("it stays")
	}
}

func TestRepliesAreShownAllAtOnceByTheBoxUnderMore(t *testing.T) {
	s := show(t, theme.Light, 748)
	s.SetExpanded(true)
	test.Tap(s.more.whole.check)
	if !s.last(t).AllAtOnce {
		t.Error("not taken")
	}
	s.Set(chat.Parameters{})
	if s.more.whole.check.On() {
		t.Error("the next chat has it too")
	}
}
