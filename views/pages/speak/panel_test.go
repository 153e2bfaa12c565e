package speak

import (
	"cmp"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"parlando/app/catalog"
	"parlando/app/chat"
	"parlando/app/problem"
	"parlando/app/settings"
	"parlando/app/speechexports"
	"parlando/views/form"
	"parlando/views/modelchoice"
	"parlando/views/seen"
	"parlando/views/theme"
	"parlando/views/widgets"
)

// shownPanel is a panel in a window, and what it has asked for.
type shownPanel struct {
	*panel
	*askedCalls
	window fyne.Window
}

// askedCalls records what a panel asks for.
type askedCalls struct{ did []string }

func (a *askedCalls) add(what ...string) {
	a.did = append(a.did, strings.TrimSpace(strings.Join(what, " ")))
}

func (a *askedCalls) ChooseVoice(name string)          { a.add("voice", name) }
func (a *askedCalls) ChooseLocal()                     { a.add("local") }
func (a *askedCalls) Try(voice string)                 { a.add("try", voice) }
func (a *askedCalls) ChooseSpeed(float64)              { a.add("speed") }
func (a *askedCalls) ChooseInstructions(text string)   { a.add("how", text) }
func (a *askedCalls) AskForVoice()                     { a.add("other voice") }
func (a *askedCalls) ChooseFormat(format string)       { a.add("format", format) }
func (a *askedCalls) ForgetRefusals(field string)      { a.add("forget", field) }
func (a *askedCalls) Play(id chat.ID)                  { a.add("play", string(id)) }
func (a *askedCalls) Save(id chat.ID)                  { a.add("again", string(id)) }
func (a *askedCalls) Cancel(id chat.ID)                { a.add("cancel", string(id)) }
func (a *askedCalls) Delete(id chat.ID)                { a.add("delete", string(id)) }
func (a *askedCalls) Resume(id chat.ID, format string) { a.add("resume", string(id), format) }
func (a *askedCalls) MakeAgain(id chat.ID, _ *float64) { a.add("make again", string(id)) }

func open(t *testing.T, look theme.Preference) *shownPanel {
	t.Helper()
	app := test.NewTempApp(t)
	app.Settings().SetTheme(theme.New(look, 1))
	s := &shownPanel{askedCalls: &askedCalls{}}
	s.panel = newPanel(panelOptions{Voice: s.askedCalls, Files: s.askedCalls, OnClose: func() { s.add("close") }})
	s.window = test.NewTempWindow(t, s.panel)
	s.window.SetPadded(false)
	s.window.Resize(fyne.NewSize(287, 692))
	s.Set(chosen{Voice: "nova", Voices: []string{"alloy", "echo", "fable", "onyx", "nova", "shimmer"}, Speed: 1, Model: modelchoice.Choice{Model: "tts-1", Options: []catalog.Model{{ID: "tts-1", Name: "tts-1"}}}, Format: "mp3", Formats: []speechexports.FileType{{Format: "mp3"}, {Format: "opus"}, {Format: "aac"}, {Format: "flac"}, {Format: "wav"}, {Format: "pcm"}}})
	return s
}

func (s *shownPanel) reads(words string) bool {
	return strings.Contains(strings.Join(seen.Texts(s.window.Canvas()), " "), words)
}

func (s *shownPanel) how() *widgets.Field { return s.column.Named("How to read it").(*widgets.Field) }

func (s *shownPanel) click(t *testing.T, name string) {
	t.Helper()
	found := seen.Find(s.window.Canvas(), true, name)
	place := cmp.Or(found.Control, found.LongerControl)
	if place == nil {
		t.Fatalf("there is no %q", name)
	}
	test.TapCanvas(s.window.Canvas(), place.Center())
}

func TestEachControlSaysWhatItDoes(t *testing.T) {
	s := open(t, theme.Light)
	for _, name := range []string{"Echo", "Try the voice Onyx", "Close"} {
		s.click(t, name)
	}
	if got, want := strings.Join(s.did, ", "), "voice echo, try onyx, close"; got != want {
		t.Errorf("it did %s; want %s", got, want)
	}
}

func TestAVoiceThatAServiceListsTwiceIsOfferedOnce(t *testing.T) {
	s := open(t, theme.Light)
	c := s.chosen
	c.Voices = []string{"echo", "nova", "echo"}
	s.Set(c)
	if voices := form.Controls[*widgets.TryOption](s.column); len(voices) != 2 {
		t.Errorf("there are %d voices", len(voices))
	}
}

func TestARefusedFileTypeIsTriedAgainFromTheMenu(t *testing.T) {
	s := open(t, theme.Light)
	c := s.chosen
	c.Formats = []speechexports.FileType{{Format: "mp3"}, {Format: "opus", Obstacle: speechexports.Refused}}
	s.Set(c)
	s.click(t, "File type for saving: MP3")
	s.click(t, "Ask the service again for the other file types")
	if got := strings.Join(s.did, ", "); got != "forget response_format" {
		t.Errorf("it did %s", got)
	}
}

func TestInstructionsArePassedOnAsTheyAreTyped(t *testing.T) {
	s := open(t, theme.Light)
	s.window.Resize(fyne.NewSize(287, 1100))
	s.window.Canvas().Focus(s.how())
	for _, r := range "Sad " {
		s.window.Canvas().Focused().TypedRune(r)
	}
	c := s.chosen
	s.Set(c) // as after any change
	if s.how().Text != "Sad " {
		t.Errorf("the field has %q", s.how().Text)
	}
	s.how().SetText(strings.Repeat("a", settings.MaxSpeechInstructions+1))
	if got := strings.Join(s.did, ", "); got != "how S, how Sa, how Sad" || !s.reads("Too long: use up to 1,000 characters.") {
		t.Errorf("it did %s: %v", got, seen.Texts(s.window.Canvas()))
	}
	s.how().SetText("Sad")
	if s.reads("Too long") {
		t.Error("it is still too long")
	}
	c.Refusals = []catalog.Refusal{{Refusal: problem.Refusal{Field: "instructions", AnyValue: true}}}
	s.Set(c)
	if !s.reads("Not sent: this model doesn't accept it") {
		t.Errorf("the refusal is not seen: %v", seen.Texts(s.window.Canvas()))
	}
	c.Local = true
	s.Set(c)
	if !s.how().Disabled() || !s.reads("This computer's voice always reads in the same way.") || s.reads("Not sent") {
		t.Errorf("this computer's voice takes them: %v", seen.Texts(s.window.Canvas()))
	}
	c.Local = false
	s.did = nil
	s.Set(c)
	s.click(t, "Try again")
	if got := strings.Join(s.did, ", "); got != "forget instructions" || s.how().Disabled() {
		t.Errorf("it did %s", got)
	}
}

func TestFilesOfEveryState(t *testing.T) {
	s := open(t, theme.Light)
	s.window.Resize(fyne.NewSize(287, 1100)) // so that no row is scrolled away
	list := []speechexports.SpeechExport{
		{ID: "m", Title: "Made now", State: speechexports.StateMaking, Parts: 12, PartsDone: 3, Share: 0.25, Left: 2 * time.Minute},
		{ID: "w", Title: "Next one", State: speechexports.Waiting, Parts: 2},
		{ID: "f", Title: "Broken one", State: speechexports.Failed, Parts: 4, PartsDone: 1, Problem: problem.Problem{Kind: problem.Offline}},
		{ID: "d", Title: "Chapter one of a book with a long name", State: speechexports.Done, Length: 12*time.Minute + 40*time.Second},
	}
	s.SetMade(list, "")
	s.SetUnread("Some files were not listed.")
	for _, words := range []string{"Saved audio", "Some files were not listed.", "Creating Made now", "3 of 12 parts · about 2 minutes left", "Waiting · 2 parts", "Stopped · 1 of 4 parts", "12:40"} {
		if !s.reads(words) {
			t.Errorf("it does not say %q: %v", words, seen.Texts(s.window.Canvas()))
		}
	}
	s.SetMade([]speechexports.SpeechExport{{ID: "m", Title: "Made now", State: speechexports.StateMaking, Parts: 12, PartsDone: 12, PartsJoined: 7, Share: 1}}, "")
	if words := "Putting the parts together · 7 of 12 parts"; !s.reads(words) {
		t.Errorf("it does not say %q: %v", words, seen.Texts(s.window.Canvas()))
	}
	s.SetMade(list, "")
	s.click(t, "Play Chapter one")
	if got := strings.Join(s.did, ", "); got != "play d" {
		t.Errorf("it did %s", got)
	}
	s.SetMade(list, "d")
	s.click(t, "Pause Chapter one")
	for _, n := range []string{"Cancel", "Continue"} {
		if seen.Find(s.window.Canvas(), true, n).Control == nil {
			t.Errorf("there is no %s", n)
		}
	}
	s.SetMade(nil, "")
	s.SetUnread("")
	if s.reads("Saved audio") || s.reads("Making") {
		t.Error("an empty list has a heading")
	}
}

func TestAFileTypeThatIsRefusedIsSaidWithTheServicesWords(t *testing.T) {
	s := open(t, theme.Light)
	s.window.Resize(fyne.NewSize(287, 1100))
	said := "practice cannot write 'opus'. These formats work: mp3, wav."
	s.SetMade([]speechexports.SpeechExport{{
		ID: "o", Title: "Boxes", State: speechexports.Failed, Format: "opus", Parts: 1,
		Problem: problem.Problem{Kind: problem.BadRequest, Format: "opus", Detail: said},
	}}, "")
	for _, words := range []string{"The service doesn't offer Opus files.", said} {
		if !s.reads(words) {
			t.Errorf("it does not say %q: %v", words, seen.Texts(s.window.Canvas()))
		}
	}
	s.click(t, "Create MP3")
	if got := strings.Join(s.did, ", "); got != "resume o mp3" || s.reads("Continue") {
		t.Errorf("it did %s", got)
	}
}

func TestTheLengthOfAFileIsSeenWhateverItsTitle(t *testing.T) {
	s := open(t, theme.Light)
	s.SetMade([]speechexports.SpeechExport{{ID: "d", Title: strings.Repeat("Long ", 30), State: speechexports.Done, Length: time.Minute}}, "")
	place := seen.Find(s.window.Canvas(), true, "· 1:00").Text
	if place == nil || place.Position.X+place.Size.Width > 287-2*28 {
		t.Errorf("the length is at %+v", place)
	}
}
