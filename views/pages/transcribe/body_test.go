package transcribe

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"parlando/app/catalog"
	"parlando/app/chat"
	"parlando/app/problem"
	"parlando/app/recordings"
	"parlando/app/transcripts"
	"parlando/app/transcripts/transcriber"
	"parlando/views/modelchoice"
	"parlando/views/seen"
	"parlando/views/seen/seentest"
	"parlando/views/theme"
	"parlando/views/widgets"
	"parlando/views/words"
)

var now = time.Date(2026, 11, 21, 15, 0, 0, 0, time.UTC)

// world is the page in a window, and what it said.
type world struct {
	*body
	t      *testing.T
	window fyne.Window
	said   []string
	// nothing means that the page has told that it is empty.
	nothing bool
}

func (w *world) say(f string, a ...any) { w.said = append(w.said, fmt.Sprintf(f, a...)) }

// listActionsOf are the listActions of the page.
type listActionsOf struct{ *world }

func (l listActionsOf) Rename(id chat.ID, title string) { l.say("rename %s %s", id, title) }
func (l listActionsOf) Pin(id chat.ID, on bool)         { l.say("pin %s %v", id, on) }
func (l listActionsOf) Delete(id chat.ID)               { l.say("delete %s", id) }
func (l listActionsOf) KeepCopy(id chat.ID)             { l.say("copy %s", id) }
func (l listActionsOf) ShowInFolder(id chat.ID)         { l.say("folder %s", id) }
func (l listActionsOf) SaveAnswers(id chat.ID)          { l.say("answers %s", id) }
func (l listActionsOf) TranscribeAgain(id chat.ID)      { l.say("again %s", id) }

// queueActionsOf are the queueActions of the page.
type queueActionsOf struct{ *world }

func (q queueActionsOf) Pause(id chat.ID)  { q.say("pause %s", id) }
func (q queueActionsOf) Resume(id chat.ID) { q.say("resume %s", id) }
func (q queueActionsOf) Cancel(id chat.ID) { q.say("cancel %s", id) }
func (q queueActionsOf) Retry(id chat.ID)  { q.say("retry %s", id) }
func (q queueActionsOf) RetryWith(id chat.ID, f string, to *float64) {
	q.say("retry %s %s %v", id, f, to)
}
func (q queueActionsOf) Move(id chat.ID, place int)  { q.say("move %s %d", id, place) }
func (q queueActionsOf) Fix(id chat.ID)              { q.say("fix %s", id) }
func (q queueActionsOf) HasServicePage(chat.ID) bool { return true }
func (q queueActionsOf) ModelChoice(t transcripts.Transcript) modelchoice.Choice {
	return modelchoice.Choice{
		Model: t.Model, Question: words.ModelQuestion{Offer: catalog.Offer{Gone: true, Instead: "whisper-large"}, Text: "Which?", Use: "Use whisper-large", Keep: "Keep it"},
		Choose: func(id string) { q.say("use %s for %s", id, t.ID) }, Keep: func() { q.say("keep for %s", t.ID) },
	}
}

// recorder are the recordingActions of the page.
type recorder struct{ *world }

func (r recorder) Record()                         { r.say("stop") }
func (r recorder) Dismiss()                        { r.say("dismiss") }
func (r recorder) Discard()                        { r.say("discard") }
func (r recorder) Play(id chat.ID)                 { r.say("play %s", id) }
func (r recorder) Transcribe(id chat.ID)           { r.say("transcribe %s", id) }
func (r recorder) Save(id chat.ID)                 { r.say("save %s", id) }
func (r recorder) Keep(id chat.ID)                 { r.say("keep %s", id) }
func (r recorder) Rename(id chat.ID, title string) { r.say("name %s %s", id, title) }
func (r recorder) Delete(id chat.ID)               { r.say("throw %s", id) }

// batchActionsOf are the batchActions of the page.
type batchActionsOf struct{ *world }

func (b batchActionsOf) ChooseFiles()                { b.say("add") }
func (b batchActionsOf) AddExample(name string)      { b.say("example %s", name) }
func (b batchActionsOf) Remove(at int)               { b.say("leave out %d", at) }
func (b batchActionsOf) ForgetRefusals(field string) { b.say("forget %s", field) }
func (b batchActionsOf) Start()                      { b.say("start") }
func (b batchActionsOf) Cancel()                     { b.say("no") }

// Change changes the options of the question.
func (b batchActionsOf) Change(change func(*choices)) {
	was := b.question.choices
	c := was
	change(&c)
	if c.Language != was.Language {
		b.say("language %s", c.Language)
	}
	if c.Model != was.Model {
		b.say("model %s", c.Model)
	}
	if c.Copy != was.Copy {
		b.say("keep copy %v", c.Copy)
	}
	if c.FewerRequests != was.FewerRequests {
		b.say("fewer requests %v", c.FewerRequests)
	}
	if c.Temperature != was.Temperature {
		b.say("temperature %v", c.Temperature != nil)
	}
}

func openBody(t *testing.T, look theme.Preference, width float32) *world {
	t.Helper()
	test.NewTempApp(t).Settings().SetTheme(theme.New(look, 1))
	w := &world{t: t}
	w.body = newBody(bodyOptions{
		View: widgets.Gap(0), Transcripts: listActionsOf{w}, Queue: queueActionsOf{w}, Recordings: recorder{w}, Batch: batchActionsOf{w},
		OnOpen:          func(id chat.ID) { w.say("open %s", id); w.Open(id) },
		OnOpenRecording: func(id chat.ID) { w.say("recording %s", id); w.OpenRecording(id) },
		OnCopy:          func(string) { w.say("copied") },
		OnDeep:          func(deep bool) { w.say("deep %v", deep) },
		OnEmpty:         func(empty bool) { w.nothing = empty },
	})
	w.window = test.NewWindow(w.body)
	t.Cleanup(w.window.Close)
	w.window.SetPadded(false)
	w.window.Resize(fyne.NewSize(width, 748))
	w.said, w.nothing = nil, true
	return w
}

func someTranscripts() []transcripts.Transcript {
	return []transcripts.Transcript{
		{
			ID: "choir", Title: "Choir rehearsal", Path: "/a/Choir rehearsal.wav", State: transcripts.Working,
			Progress: transcriber.Progress{Phase: transcriber.Uploading, Sent: 64, Total: 100, Left: 4 * time.Minute},
		},
		{ID: "memo", Title: "Voice memo 12", Path: "/a/Voice memo 12.mp3", State: transcripts.Waiting},
		{ID: "lecture", Title: "Lecture 3", Path: "/a/Lecture 3.webm", State: transcripts.Failed, Problem: problem.Problem{Kind: problem.SoundDamaged, Detail: "EBML"}},
		{ID: "paused", Title: "Walk in the park", Path: "/a/Walk in the park.ogg", State: transcripts.Paused},
		{ID: "costa", Title: "Interview with Ms Costa", Path: "/a/Interview with Ms Costa.m4a", State: transcripts.Done, Length: 42*time.Minute + 10*time.Second, Language: "pt", Pinned: true},
		{ID: "named", Title: "What Grandmother told us about the house by the river", Path: "/a/REC0012.mp3", State: transcripts.Done, Length: 3723 * time.Second, Language: "german", Missing: true},
	}
}

func kept() []recordings.Recording {
	return []recordings.Recording{
		{ID: "one", Started: now.Add(-time.Hour), Length: 72 * time.Second, Bytes: 2_300_000, State: recordings.Kept, Device: "Built-in microphone"},
		{ID: "two", Title: "Idea for the garden", Started: now.Add(-30 * time.Hour), Length: 9 * time.Second, Bytes: 288_000, State: recordings.Sent, Text: "Plant the apple tree behind the shed.", Until: now.Add(time.Hour)},
		{ID: "three", Started: now.Add(-90 * time.Hour), Length: 4 * time.Second, Silent: true, State: recordings.Kept},
		{ID: "four", Started: now.Add(-91 * time.Hour), Length: 40 * time.Minute, State: recordings.Kept, Problem: problem.Problem{Kind: problem.Offline}},
		{ID: "five", Started: now.Add(-92 * time.Hour), Length: 3 * time.Minute, State: recordings.Kept, Damaged: true},
	}
}

func someQuestion() *shownQuestion {
	return &shownQuestion{
		Host: "api.example.org", choices: choices{Model: "whisper-1"}, ModelChoice: modelchoice.Choice{
			Model: "whisper-1", Options: []catalog.Model{{ID: "whisper-1", Name: "whisper-1"}, {ID: "whisper-large", Name: "whisper-large"}},
		},
		Files: []askedFile{
			{Name: "Interview with Ms Costa.m4a", Estimate: transcriber.Estimate{Length: 42*time.Minute + 10*time.Second, Bytes: 40_100_000, Parts: 2, Takes: 3 * time.Minute}},
			{Name: "Choir rehearsal.wav", Estimate: transcriber.Estimate{Length: time.Hour, Bytes: 630_000_000, Parts: 2, Takes: 5 * time.Minute, Converts: true}},
			{Name: "notes.docx", Problem: problem.Problem{Kind: problem.NotSound}},
			{Name: "Voice memo 12.mp3", Measuring: true},
		},
	}
}

// find is the place of something with a name.
func (w *world) find(name string) (fyne.Position, bool) {
	if p := seen.Find(w.window.Canvas(), true, name).Best(); p != nil {
		return p.Center(), true
	}
	return fyne.Position{}, false
}

func (w *world) press(name string) {
	w.t.Helper()
	at, ok := w.find(name)
	if !ok {
		w.t.Fatalf("nothing is called %q; there is: %s", name, w.text())
	}
	test.TapCanvas(w.window.Canvas(), at)
}

func (w *world) text() string { return strings.Join(seen.Texts(w.window.Canvas()), " | ") }

func (w *world) heard(want ...string) {
	w.t.Helper()
	if got := strings.Join(w.said, ", "); got != strings.Join(want, ", ") {
		w.t.Fatalf("said %q, want %q", got, strings.Join(want, ", "))
	}
	w.said = nil
}

// row is the place of a title's row.
func (w *world) row(title string) *seen.Rect {
	w.t.Helper()
	p := seen.Find(w.window.Canvas(), true, title).Control
	if p == nil {
		w.t.Fatalf("no row shows %q", title)
	}
	return p
}

// bars are the places of bars in the list.
func (w *world) bars() (at []fyne.Position) {
	seen.Walk(w.window.Canvas(), true, func(o fyne.CanvasObject, p fyne.Position) {
		if _, ok := o.(*widgets.Progress); ok && p.X < sideDefault {
			at = append(at, p)
		}
	})
	return at
}

// menu is the menu of a transcript.
func (w *world) menu(id chat.ID) []widgets.MenuItem {
	t, _ := w.side.find(id)
	return w.side.menu(t)
}

func (w *world) key(name fyne.KeyName) { w.side.transcripts.TypedKey(&fyne.KeyEvent{Name: name}) }

func TestRowsSayHowFarEachIs(t *testing.T) {
	w := openBody(t, theme.Light, 1024)
	w.SetTranscripts(someTranscripts())
	for _, want := range []string{
		"Choir rehearsal.wav", "Uploading 64% · about 4 minutes left", "Waiting", "Couldn't be read", "Details", "Try again", "Paused", "Continue",
		"42:10 · Portuguese", "1:02:03 · German · audio not found", "Drop audio here",
	} {
		if !strings.Contains(w.text(), want) {
			t.Errorf("%q is not there: %s", want, w.text())
		}
	}
	// The bar is as full as the upload.
	bars, choir := w.bars(), w.row("Choir rehearsal.wav")
	if len(bars) != 1 || bars[0].Y < choir.Position.Y || bars[0].Y > choir.Position.Y+choir.Size.Height {
		t.Errorf("bars are at %v, the choir is at %v", bars, choir)
	}
}

func TestWhatARowOffersIsDone(t *testing.T) {
	w := openBody(t, theme.Light, 1024)
	w.SetTranscripts(someTranscripts())
	w.press("Try again")
	w.heard("retry lecture")
	w.press("Details")
	w.heard("open lecture")
	if !strings.Contains(w.text(), "The audio file is damaged.") {
		t.Errorf("it is not said why: %s", w.text())
	}
	w.press("Voice memo 12.mp3")
	w.heard("open memo")
	w.Open("paused")
	w.said = nil
	w.press("Continue")
	w.heard("resume paused")
}

func TestTheListIsUsedWithTheKeyboard(t *testing.T) {
	w := openBody(t, theme.Light, 1024)
	w.SetTranscripts(someTranscripts())
	w.FocusList()
	w.key(fyne.KeyDown)
	w.key(fyne.KeyReturn)
	w.heard("open memo")
	w.key(fyne.KeyEnd)
	w.key(fyne.KeyDelete)
	w.heard("delete named")
	w.key(fyne.KeyF2)
	f, ok := w.window.Canvas().Focused().(*widgets.Field)
	if !ok || f.Text != "What Grandmother told us about the house by the river" {
		t.Fatal("the title cannot be written")
	}
	f.SetText("Grandmother")
	f.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	w.heard("rename named Grandmother")
	if f.Visible() || w.window.Canvas().Focused() != fyne.Focusable(w.side.transcripts) {
		t.Error("the field stayed, or the keyboard is nowhere")
	}
}

func TestTheMenuOfTheQueueMovesPausesAndCancels(t *testing.T) {
	w := openBody(t, theme.Light, 1024)
	w.SetTranscripts(someTranscripts())
	does := func(id chat.ID, words string) {
		t.Helper()
		for _, i := range w.menu(id) {
			if i.Text == words {
				i.Do()
				return
			}
		}
		t.Errorf("%s does not offer %s", id, words)
	}
	does("memo", "Move up")
	does("memo", "Move down")
	does("memo", "Pause")
	does("choir", "Cancel")
	does("costa", "Unpin")
	does("costa", "Show in folder")
	does("costa", "Keep a copy of the audio")
	w.heard("move memo 0", "move memo 2", "pause memo", "cancel choir", "pin costa false", "folder costa", "copy costa")
	for _, i := range w.menu("choir") {
		if i.Text == "Move up" {
			t.Error("the first can be moved up")
		}
	}
	for _, i := range w.menu("named") {
		if i.Text == "Show in folder" && i.DisabledReason == "" {
			t.Error("a file that is gone can be shown")
		}
	}
}

func TestWhatIsAskedBeforeAnythingIsSent(t *testing.T) {
	w := openBody(t, theme.Light, 1024)
	q := someQuestion()
	w.Ask(q)
	for _, want := range []string{"42:10 · 40.1 MB · takes about 3 minutes · 2 requests", "Parlando can't read this audio file.", "Start sends the audio to api.example.org."} {
		if !strings.Contains(w.text(), want) {
			t.Errorf("%q is not said: %s", want, w.text())
		}
	}
	w.press("Start")
	w.heard() // a file is being looked at still
	q.Files = q.Files[:3]
	w.Ask(q)
	w.press("Remove notes.docx")
	w.press("Keep a copy of the audio in Parlando")
	w.press("Start")
	w.heard("leave out 2", "keep copy true", "start")
	q.Files, q.Model = q.Files[:1], ""
	w.Ask(q)
	w.press("Start")
	w.heard()
	if got := w.asking.Named("Start").(*widgets.Button).ToolTip(); got != "Choose a model first." {
		t.Errorf("it says %q", got)
	}
	if !strings.Contains(w.text(), "Choose a model first.") {
		t.Error("the reason is not shown")
	}
}

// A failure is red; a transcript that waits, or audio to be careful with, is amber.
func TestAProblemHasTheColorOfItsSeverity(t *testing.T) {
	w := openBody(t, theme.Light, 1024)
	offline := problem.Problem{Kind: problem.Offline}
	w.SetTranscripts([]transcripts.Transcript{
		{ID: "failed", Title: "Failed", State: transcripts.Failed, Problem: offline},
		{ID: "paused", Title: "Paused", State: transcripts.Paused, Problem: offline},
		{ID: "blocked", Title: "Blocked", State: transcripts.Waiting, Blocked: offline},
	})
	paints := func(what, begin, want string) {
		t.Helper()
		if got := seentest.Paint(w.window.Canvas(), begin); got != want {
			t.Errorf("%s: %q is painted %q, want %q: %s", what, begin, got, want, w.text())
		}
	}
	title := words.TextForTranscriptionProblem(offline).Title
	for id, want := range map[chat.ID]string{"failed": "danger on dangerGround", "paused": "caution on cautionGround", "blocked": "caution on cautionGround"} {
		w.Open(id)
		paints(string(id), title, want)
	}
	q := someQuestion()
	q.Files = []askedFile{{Name: "notes.docx", Problem: problem.Problem{Kind: problem.NotSound}}, {Name: "silence.mp3", Silent: true}, {Name: "half.mp3", Damaged: true}}
	w.Ask(q)
	for begin, want := range map[string]string{
		"Parlando can't read": "danger", "0 bytes · There is no speech": "caution", "0 bytes · Some damaged parts": "caution",
	} {
		paints("before it is sent", begin, want+" on card")
	}
	w.SetLive(recordings.Live{Purpose: recordings.PurposeKeep, Phase: recordings.Hearing, DigitalSilence: true})
	paints("recording", "No sound from", "caution on card")
}

func TestANarrowPageShowsOneSideAtATime(t *testing.T) {
	w := openBody(t, theme.Light, 720)
	w.SetTranscripts(someTranscripts())
	if w.right.Visible() || !w.side.Visible() {
		t.Fatal("both sides are there, or the wrong one")
	}
	w.said = nil
	w.Open("lecture")
	if !w.right.Visible() || w.side.Visible() {
		t.Fatal("what was opened is not there alone")
	}
	w.heard("deep true")
	w.Back()
	w.heard("deep false")
	if w.right.Visible() || !w.side.Visible() {
		t.Fatal("the list has not come back")
	}
	w.window.Resize(fyne.NewSize(1024, 748))
	if !w.right.Visible() || !w.side.Visible() {
		t.Fatal("one side is missing where both have room")
	}
}

func TestARecordingThatHearsNothingSaysSo(t *testing.T) {
	w := openBody(t, theme.Light, 1024)
	hears := recordings.Live{Purpose: recordings.PurposeKeep, Phase: recordings.Hearing, Elapsed: 12 * time.Second, Level: 0.5}
	w.SetLive(hears)
	if !strings.Contains(w.text(), "Recording · 0:12") || strings.Contains(w.text(), "muted") {
		t.Errorf("it says %s", w.text())
	}
	where := func() fyne.Position {
		return fyne.CurrentApp().Driver().AbsolutePositionForObject(w.side.live.Named("Stop"))
	}
	before := where()
	hears.DigitalSilence = true
	w.SetLive(hears)
	if at := where(); at != before || at.Y == 0 {
		t.Errorf("Stop has gone from %v to %v, away from the pointer", before, at)
	}
	if !strings.Contains(w.text(), "No sound from the microphone. Is it | muted?") {
		t.Errorf("it says %s", w.text())
	}
	w.press("Stop")
	w.heard("stop")
	hears.Purpose = recordings.PurposeDictation
	w.SetLive(hears)
	if w.side.live.Visible() {
		t.Error("a dictation is shown here")
	}
}

func TestRecordingsArePlayedSavedAndWrittenDown(t *testing.T) {
	w := openBody(t, theme.Light, 1024)
	w.SetRecordings(kept(), "two", now)
	w.ShowRecordings()
	for _, want := range []string{"no sound", "not transcribed", "incomplete", "deleted tomorrow"} {
		if !strings.Contains(w.text(), want) {
			t.Errorf("%q is not said: %s", want, w.text())
		}
	}
	w.press("Play Today, 14:00")
	w.press("Pause Idea for the garden")
	w.heard("play one", "play two")
	w.press("Idea for the garden")
	w.heard("recording two")
	for _, want := range []string{"Plant the apple tree behind the shed.", "deleted tomorrow"} {
		if !strings.Contains(w.text(), want) {
			t.Errorf("%q is not said: %s", want, w.text())
		}
	}
	w.press("Save as…")
	w.press("Keep")
	w.heard("save two", "keep two")
}

func TestAListWithoutRecordingsSaysWhereTheyStay(t *testing.T) {
	w := openBody(t, theme.Light, 1024)
	w.SetTranscripts(someTranscripts())
	w.SetRecordings(nil, "", now)
	w.ShowRecordings()
	said, tab := seen.Find(w.window.Canvas(), true, "Recordings stay on").LongerText, w.row("Recordings")
	if said == nil || said.Position.Y < tab.Position.Y+tab.Size.Height || said.Position.X < tab.Position.X-sideDefault {
		t.Errorf("it is said at %+v, below the tab at %+v: %s", said, tab, w.text())
	}
}

// While there is nothing in the lists, the whole page invites to drop a recording, and has the
// buttons that are otherwise above it.
func TestAnEmptyPageIsOnePlaceToDrop(t *testing.T) {
	for _, width := range []float32{480, 1024} {
		w := openBody(t, theme.Light, width)
		w.SetExamples(nil, "Sent to Oak Cloud")
		w.SetNoRecording("")
		ground := w.invitation.object.(*fyne.Container).Objects[0]
		if w.side.Visible() || ground.Size().Width != width-2*invitationMargin || ground.Size().Height != 748-invitationMargin {
			t.Errorf("%v wide: the list is there: %v, the place to drop is %v large", width, w.side.Visible(), ground.Size())
		}
		if !strings.Contains(w.text(), "Sent to Oak Cloud") {
			t.Errorf("it says %q", w.text())
		}
		w.FocusList()
		w.window.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
		w.press("Record now")
		w.heard("add", "stop")
		w.SetRecordings(kept(), "", now)
		if !w.side.Visible() || w.nothing || strings.Contains(w.text(), "Record now") {
			t.Errorf("%v wide, with a recording: the list is there: %v, the page is empty: %v, and says %q", width, w.side.Visible(), w.nothing, w.text())
		}
	}
}

// A temperature that the model has refused is told below it: as a warning where it is set again.
func TestARefusedTemperatureIsTold(t *testing.T) {
	w := openBody(t, theme.Light, 1024)
	q := someQuestion()
	q.Refusals = []catalog.Refusal{{Refusal: problem.Refusal{Field: "temperature", Value: "0.9"}, At: now}}
	w.Ask(q)
	w.press("More")
	told := words.KnownRefusal(q.Refusals[0])[:20]
	high, low := 0.9, 0.2
	for _, c := range []struct {
		set   *float64
		color string
	}{{nil, "muted"}, {&low, "muted"}, {&high, "caution"}} {
		q.Temperature = c.set
		w.Ask(q)
		if got := seentest.Paint(w.window.Canvas(), told); got != c.color {
			t.Errorf("set %v: %q is painted %q, want it %s: %s", c.set, told, got, c.color, w.text())
		}
	}
}

func TestTenThousandTranscriptsHaveAScreenfulOfRows(t *testing.T) {
	w := openBody(t, theme.Light, 1024)
	many := make([]transcripts.Transcript, 10_000)
	for i := range many {
		many[i] = transcripts.Transcript{ID: chat.ID(fmt.Sprint(i)), Title: fmt.Sprint("Talk ", i), State: transcripts.Done}
	}
	w.SetTranscripts(many)
	n := 0
	seen.Walk(w.window.Canvas(), true, func(o fyne.CanvasObject, _ fyne.Position) {
		if a, ok := o.(fyne.Accessible); ok && strings.HasPrefix(a.AccessibilityLabel(), "Talk ") {
			n++
		}
	})
	if n < 8 || n > 20 {
		t.Errorf("%d rows", n)
	}
	w.Open("9999")
	w.row("Talk 9999")
}
