package settings

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"parlando/app/catalog"
	"parlando/app/settings"
	"parlando/views/form"
	"parlando/views/modelchoice"
	"parlando/views/seen"
	"parlando/views/theme"
	"parlando/views/widgets"
)

func window(t *testing.T, p theme.Preference, w, h float32) fyne.Window {
	t.Helper()
	test.NewTempApp(t).Settings().SetTheme(theme.New(p, 1))
	win := test.NewWindow(nil)
	t.Cleanup(win.Close)
	win.SetPadded(false)
	win.Resize(fyne.NewSize(w, h))
	return win
}

func exampleState() pageState {
	chosen := settings.Defaults()
	chosen.Theme = settings.Light
	chosen.Recording = settings.Recording{Device: "usb", DeviceName: "USB headset"}
	chosen.Dictation.Words = []string{"Kubernetes", "jay son -> JSON"}
	return pageState{
		Settings: chosen, Folder: "/home/ana/.local/share/parlando", EarlierFolder: "/home/ana/old chats", Version: "0.1.0",
		Reading:    readingState{Voices: []string{"alloy", "nova"}, Voice: "nova", Model: modelChoice("tts-1", "tts-1-hd"), DefaultModel: "tts-1", Kept: 12_300_000},
		Dictation:  dictationState{Microphones: []microphone{{"built-in", "Built-in microphone"}, {"usb", "USB headset"}}},
		Limit:      limitState{Name: "Work"},
		Connection: connectionState{Name: "Work", Where: "api.example.org", Wrong: "The service didn't accept your key."},
	}
}

// modelChoice is a choice of models, the first of them chosen.
func modelChoice(ids ...string) modelchoice.Choice {
	c := modelchoice.Choice{Model: ids[0]}
	for _, id := range ids {
		c.Options = append(c.Options, catalog.Model{ID: id, Name: id})
	}
	return c
}

// press taps the first control with this name, in any section: it opens the sections in turn. A
// name with a dropdown before a colon, as "Voice: Alloy", chooses from its menu.
func press(t *testing.T, p *page, name string) {
	t.Helper()
	menu, option, isMenu := strings.Cut(name, ": ")
	for i := range p.all {
		p.goTo((p.at + min(i, 1)) % len(p.all))
		for _, o := range test.LaidOutObjects(p) {
			d, ok := o.(*widgets.Dropdown)
			if isMenu && ok && strings.HasPrefix(seen.Label(d), menu+": ") {
				test.Tap(d)
				tap(t, widgets.CanvasOf(p).Overlays().Top(), option)
				return
			}
			if b, ok := o.(fyne.Tappable); ok && !isMenu && seen.Label(o) == name {
				test.Tap(b)
				return
			}
		}
	}
	t.Fatalf("there is no %q to press", name)
}

func tap(t *testing.T, in fyne.CanvasObject, name string) {
	t.Helper()
	for _, o := range test.LaidOutObjects(in) {
		if b, ok := o.(fyne.Tappable); ok && seen.Label(o) == name {
			test.Tap(b)
			return
		}
	}
	t.Fatalf("the menu has no %q", name)
}

// fieldCalled is the one with this name.
func fieldCalled(t *testing.T, o fyne.CanvasObject, name string) *widgets.Field {
	t.Helper()
	for _, o := range test.LaidOutObjects(o) {
		if f, ok := o.(*widgets.Field); ok && f.AccessibilityLabel() == name {
			return f
		}
	}
	t.Fatalf("no field %q", name)
	return nil
}

func TestEachChoiceOfDictationIsTold(t *testing.T) {
	w := window(t, theme.Light, 600, 900)
	p := newPage(exampleState(), pageCalls{})
	var said []string
	say := func(f string, a ...any) { said = append(said, fmt.Sprintf(f, a...)) }
	now := exampleState().Settings
	p.state.Dictation.Model.Enter = func(typed string) { say("model %s", typed) }
	p.OnTest, p.OnLanguage = func() { say("try") }, func() { say("language") }
	p.OnChange = func(change func(*settings.Settings)) {
		before := now
		change(&now)
		switch {
		case now.Recording != before.Recording:
			say("microphone %s (%s)", now.Recording.Device, now.Recording.DeviceName)
		case !slices.Equal(now.Dictation.Words, before.Dictation.Words):
			say("words %q", now.Dictation.Words)
		case now.Dictation.TidyUp != before.Dictation.TidyUp:
			say("tidy %v", now.Dictation.TidyUp)
		case now.Dictation.SendAtOnce != before.Dictation.SendAtOnce:
			say("send %v", now.Dictation.SendAtOnce)
		case now.Dictation.Pause != before.Dictation.Pause:
			say("pause %v", now.Dictation.Pause)
		default:
			say("nothing")
		}
	}
	p.Update()
	w.SetContent(p)
	for _, b := range []string{"Microphone: Default microphone", "Microphone: Built-in microphone", "Test the microphone", "Send dictated messages right away", "2 s", "Let the chat's model tidy up dictation"} {
		press(t, p, b)
	}
	for _, o := range test.LaidOutObjects(p) {
		if c, ok := o.(*widgets.Dropdown); ok && strings.HasPrefix(seen.Label(c), "Language") {
			test.Tap(c)
		}
	}
	field := fieldCalled(t, p, "Words to get right")
	field.SetText(" Kubernetes\n\nAna Costa ")
	field.SetText("Kubernetes\nAna Costa")
	p.Update() // something else has changed
	w.Canvas().Unfocus()
	p.goTo(5)
	if now := fieldCalled(t, p, "Words to get right").Text; now != "Kubernetes\nAna Costa" {
		t.Errorf("the words that were typed became %q", now)
	}
	model := fieldCalled(t, p, "Model for transcribing")
	model.SetText(" listen-1 ")
	model.FocusLost()
	want := []string{
		"microphone  (Default microphone)", "microphone built-in (Built-in microphone)", "try", "send true", "pause 2", "tidy true", "language", `words ["Kubernetes" "Ana Costa"]`, "model listen-1",
	}
	if !slices.Equal(said, want) {
		t.Errorf("said %q", said)
	}
	s := exampleState()
	s.Dictation.Testing, s.Settings.Recording = true, settings.Recording{Device: "gone", DeviceName: "Old headset"}
	p.set(s)
	press(t, p, "Stop test")
	press(t, p, "Microphone: Old headset (not connected)")
	p.setLevel(0.5, true, false)
	if p.heard.Text() != "Say something. The bar should move." {
		t.Errorf("%q", p.heard.Text())
	}
	p.setLevel(0, false, true)
	if p.heard.Text() != "No sound from the microphone. Is it muted?" {
		t.Errorf("%q", p.heard.Text())
	}
	p.set(exampleState())
	p.setLevel(1, true, false) // nothing is tried any more
}

func TestEachChoiceOfTranscriptionIsTold(t *testing.T) {
	w := window(t, theme.Light, 600, 900)
	s := exampleState()
	s.Settings.Transcription.Limit = 40_000_000
	p := newPage(s, pageCalls{})
	var said []string
	now := s.Settings
	p.OnChange = func(change func(*settings.Settings)) {
		before := now
		if change(&now); now.Transcription.ConcurrentFiles != before.Transcription.ConcurrentFiles {
			said = append(said, fmt.Sprint(now.Transcription.ConcurrentFiles))
		} else {
			said = append(said, fmt.Sprint(now.Transcription.Limit))
		}
	}
	w.SetContent(p)
	for _, b := range []string{"Two at once", "40 MB", "100 MB", "One at a time"} {
		press(t, p, b)
	}
	if want := []string{"2", "100000000", "1"}; !slices.Equal(said, want) {
		t.Errorf("said %q, want %q", said, want)
	}
}

func TestEachChoiceIsTold(t *testing.T) {
	w := window(t, theme.Light, 600, 900)
	p := newPage(exampleState(), pageCalls{})
	var said []string
	say := func(s string) func() { return func() { said = append(said, s) } }
	now := exampleState().Settings
	p.OnChange = func(change func(*settings.Settings)) {
		before := now
		change(&now)
		switch {
		case now.Theme != before.Theme:
			said = append(said, string(now.Theme))
		case now.TextSize > before.TextSize:
			said = append(said, "larger")
		}
	}
	choose := func(id string) { said = append(said, id) }
	p.state.Reading.Model.Choose, p.state.Reading.Model.Enter = choose, choose
	p.OnOpenFolder, p.OnShowEarlier, p.OnOpenEarlier = say("folder"), say("earlier folder"), say("earlier chats")
	p.OnOpen = func(s Target) {
		say(map[Target]string{
			Connections: "connections", AddConnection: "add", Costs: "costs", Prices: "prices", Limit: "limit", Deleted: "deleted", Help: "help", Shortcuts: "keys", Licenses: "licenses",
		}[s])()
	}
	p.OnVoice = func(voice string, local bool) { said = append(said, fmt.Sprint(voice, " ", local)) }
	p.OnClearSound = say("clear")
	p.Update()
	w.SetContent(p)
	for _, b := range []string{"Dark", "Large", "Voice: Alloy", "Voice: This computer's voice", "Delete kept audio", "Connections and proxy…", "Add connection", "Show costs…", "Set prices…", "Set a limit…", "Open folder", "Show earlier folder", "Open earlier chats", "Recently deleted", "Help", "Keyboard shortcuts", "Licenses"} {
		press(t, p, b)
	}
	p.goTo(4)
	press(t, p, "Model: tts-1-hd")
	field := fieldCalled(t, p, "Model for reading aloud")
	field.SetText(" my-own-voice ")
	field.FocusLost()
	field.SetText("")
	field.OnSubmitted("")
	want := "dark,larger,alloy false,alloy true,clear,connections,add,costs,prices,limit,folder,earlier folder,earlier chats,deleted,help,keys,licenses,tts-1-hd,my-own-voice,"
	if got := strings.Join(said, ","); got != want {
		t.Fatalf("said %s\nwant %s", got, want)
	}
}

func TestAFolderThatIsGoneIsNotCalledTheOneOfTheChats(t *testing.T) {
	state := exampleState()
	state.FolderGone = true
	w := window(t, theme.Light, 600, 4000)
	p := newPage(state, pageCalls{})
	p.goTo(9)
	w.SetContent(p)
	said := strings.Join(seen.Texts(w.Canvas()), " ")
	if !strings.Contains(said, "The folder with your chats was removed, renamed or replaced") || strings.Contains(said, "Your chats are saved on this computer") {
		t.Errorf("the page says:\n%s", said)
	}
}

func TestWhatIsTypedStaysWhenSomethingElseChanges(t *testing.T) {
	w := window(t, theme.Light, 600, 900)
	p := newPage(exampleState(), pageCalls{})
	w.SetContent(p)
	p.goTo(4)
	field := fieldCalled(t, p, "Model for reading aloud")
	w.Canvas().Focus(field)
	for _, r := range "my own " {
		field.TypedRune(r)
	}
	found := exampleState()
	found.Dictation.Microphones = append(found.Dictation.Microphones, microphone{"desk", "Desk microphone"})
	found.Settings.Dictation.Words = []string{"Ana Costa"}
	found.Reading.Model.Enter = func(string) {}
	p.set(found)
	if now := fieldCalled(t, p, "Model for reading aloud"); now.Text != "my own " || w.Canvas().Focused() != fyne.Focusable(now) {
		t.Errorf("%q is left, and the keyboard is at %v", now.Text, w.Canvas().Focused())
	}
	w.Canvas().Unfocus()
	p.goTo(5)
	if now := fieldCalled(t, p, "Words to get right").Text; now != "Ana Costa" {
		t.Errorf("the other field shows %q", now)
	}
}

func TestTheQuickShortcutIsTold(t *testing.T) {
	w := window(t, theme.Light, 600, 900)
	p := newPage(exampleState(), pageCalls{})
	p.goTo(3)
	w.SetContent(p)
	typed := ""
	p.OnQuickKeys = func(keys string) { typed = keys }
	field := fieldCalled(t, p, "Quick question shortcut")
	field.SetText("Ctrl+Space")
	field.OnSubmitted(field.Text)
	p.Update()
	if now := fieldCalled(t, p, "Quick question shortcut").Text; typed != "Ctrl+Space" || now != typed {
		t.Errorf("typed %q, the field shows %q", typed, now)
	}
	s := exampleState()
	s.Quick.Problem = "Another program uses this shortcut."
	p.set(newPage(s, pageCalls{}).state)
	if !slices.Contains(seen.Texts(w.Canvas()), s.Quick.Problem) {
		t.Error("a shortcut that does not work is hidden")
	}
}

func TestNoWordOfALicenseIsLost(t *testing.T) {
	text := "Name\n\n" + strings.Repeat("word ", 300) + "\r\n" + strings.Repeat("x", 400) + "\n\tend"
	lines := folded(text)
	for _, l := range lines {
		if len([]rune(l)) > noticeRunes {
			t.Fatalf("a line of %d", len(l))
		}
	}
	strip := func(s string) string { return strings.Join(strings.Fields(s), "") }
	if strip(strings.Join(lines, " ")) != strip(text) {
		t.Fatal("something is missing")
	}
}

// The simple view has a text size of its own, which Settings shows and changes, and the other one
// stays.
func TestTheSimpleViewShowsItsOwnTextSize(t *testing.T) {
	w := window(t, theme.Light, 800, 900)
	state := exampleState()
	state.Settings.Comfort.Simple = true
	p := newPage(state, pageCalls{})
	w.SetContent(p)
	shown := func() string {
		for _, c := range form.Controls[*widgets.SegmentedControl](p.Form) {
			if strings.HasPrefix(c.AccessibilityLabel(), "Text size") {
				return c.AccessibilityLabel()
			}
		}
		return ""
	}
	if shown() != "Text size: Large" {
		t.Errorf("the settings begin with %q", shown())
	}
	press(t, p, "Largest")
	now := p.state.Settings
	if shown() != "Text size: Largest" || now.TextSize != 1 || textSize(now) != 2 {
		t.Errorf("%s, %v, in use %v", shown(), now.TextSize, textSize(now))
	}
	press(t, p, "Simple view")
	if shown() != "Text size: Normal" {
		t.Errorf("back in the other view: %s", shown())
	}
}

func TestMoreContrastFollowsTheChoiceOrTheDesktop(t *testing.T) {
	for _, c := range []struct {
		chosen     settings.Contrast
		desk, want bool
	}{{settings.ContrastSystem, false, false}, {settings.ContrastSystem, true, true}, {settings.ContrastNormal, true, false}, {settings.ContrastMore, false, true}} {
		s := settings.Defaults()
		s.Theme, s.Comfort.Contrast = settings.Light, c.chosen
		_, _, _, alpha := ThemeFor(s, DesktopWishes{MoreContrast: c.desk}).Color(theme.ColorEdge, 0).RGBA()
		if (alpha > 0) != c.want {
			t.Errorf("%+v: an edge is visible: %v", c, alpha > 0)
		}
	}
}
