package transcribe

import (
	"reflect"
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parlando/app/problem"
	"parlando/app/recordings"
	"parlando/app/transcripts"
	"parlando/views/form"
	"parlando/views/format"
	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/wheel"
	"parlando/views/widgets"
	"parlando/views/words"
)

// stateCard shows the progress of an unfinished transcript, or its problem.
type stateCard struct {
	*form.Form
	options bodyOptions
	object  fyne.CanvasObject
	shown   transcripts.Transcript
}

func newStateCard(o bodyOptions) *stateCard {
	s := &stateCard{options: o}
	s.Form = form.New(12, s.fill)
	s.object = container.New(centered(), s.Object())
	s.OnUpdate = s.object.Refresh
	return s
}

func (s *stateCard) set(t transcripts.Transcript) {
	s.shown = t
	s.Update()
}

func (s *stateCard) fill(*form.Form) {
	t, c, id := s.shown, s.options.Queue, s.shown.ID
	s.Heading(t.Name())
	var buttons []fyne.CanvasObject
	button := func(words, icon string, kind widgets.ButtonKind, do func()) {
		buttons = append(buttons, s.ButtonCalled(words, words, kind, do).SetIcon(icon))
	}
	switch t.State {
	case transcripts.Working, transcripts.Waiting:
		s.Body(stateWords(t))
		if t.State == transcripts.Working {
			bar := form.Control(s.Form, "progress", widgets.NewProgress)
			bar.Set(share(t.Progress))
			s.Add(bar)
		}
		if t.Gone {
			choice := c.ModelChoice(t)
			choice.AddNote(s.Form, "", choice.ShowMenu)
		}
		if t.Blocked.Kind != "" {
			s.problem(t.Blocked, theme.ColorCaution, theme.ColorCautionGround)
			if refused := whyBlocked(t.Blocked.Kind); refused != "" {
				s.Muted(refused)
			}
			button(continueLabel(t.Blocked), "play", widgets.Primary, func() { c.Retry(id) })
		}
		if !t.Pausing {
			button(i18n.Text("Pause"), "pause", widgets.Secondary, func() { c.Pause(id) })
		}
		button(i18n.Text("Cancel"), "x", widgets.Secondary, func() { c.Cancel(id) })
	case transcripts.Paused:
		s.Body(stateWords(t))
		s.problem(t.Problem, theme.ColorCaution, theme.ColorCautionGround)
		button(i18n.TextIn("paused", "Continue"), "play", widgets.Primary, func() { c.Resume(id) })
		button(i18n.Text("Cancel"), "x", widgets.Secondary, func() { c.Cancel(id) })
	case transcripts.Failed:
		if t.Model != "" {
			s.Muted(i18n.Text("Model: {{.Model}}", map[string]any{"Model": t.Model}))
		}
		s.problem(t.Problem, theme.ColorDanger, theme.ColorDangerGround)
		s.help(button)
		button(i18n.Text("Delete"), "trash-2", widgets.Secondary, func() { s.options.Transcripts.Delete(id) })
	case transcripts.Done:
	}
	s.AddRow(buttons...)
}

// whyBlocked returns what happened to another transcript so that this one is waiting, "" if
// nothing did.
func whyBlocked(kind problem.Kind) string {
	switch kind {
	case problem.LimitReached:
		return ""
	case problem.Storage:
		return i18n.Text("Another transcript couldn't be saved, so this one is waiting.")
	}
	return i18n.Text("The service rejected another recording, so this one is waiting.")
}

// continueLabel returns the label of the button that continues a transcript that is blocked.
func continueLabel(p problem.Problem) string {
	if p.Kind == problem.LimitReached {
		return words.TextForTranscriptionProblem(p).Button
	}
	return i18n.TextIn("paused", "Continue")
}

// help adds the buttons that help with a failed transcript.
func (s *stateCard) help(button func(words, icon string, kind widgets.ButtonKind, do func())) {
	t, c, id := s.shown, s.options.Queue, s.shown.ID
	kind := widgets.Primary // only the retry that changes least is primary
	for _, way := range slices.Backward(words.TranscriptionRetries(t.Problem.Refusal)) {
		button(way.Label, "", kind, func() { c.RetryWith(id, t.Problem.Refusal.Field, way.Value) })
		kind = widgets.Secondary
	}
	fix := words.TextForTranscriptionProblem(t.Problem)
	if fix.Button != "" && fix.Action != words.TryAgain && (fix.Action != words.OpenServicePage || c.HasServicePage(t.Connection)) {
		button(fix.Button, "", widgets.Primary, func() { c.Fix(id) })
	}
	if again := words.RetryTranscriptionLabel(t.Problem); again != "" {
		button(again, "refresh-cw", widgets.Secondary, func() { c.Retry(id) })
	}
}

// problem adds a problem, a sentence about what is safe, and a button that copies the details for
// support.
func (s *stateCard) problem(p problem.Problem, color, ground fyne.ThemeColorName) {
	if p.Kind == "" {
		return
	}
	w := words.TextForTranscriptionProblem(p)
	if s.shown.Unsaved {
		w.Safe = i18n.Text("The last part isn't saved yet. Free up some space and try again before you close Parlando. You won't be charged again.")
	}
	s.Add(widgets.NewBox(s.Group(&widgets.Column{Gap: 4}, func() {
		s.Add(widgets.NewText(w.Title, color, fynetheme.SizeNameText, fyne.TextStyle{Bold: true}).NoMargin())
		s.Body(w.Safe)
		if p.MayHaveArrived {
			s.Muted(i18n.Text("One part had already been sent. If it's sent again, you may be charged twice."))
		}
		if detail := words.ErrorDetails(p); p.Status != 0 && detail != "" {
			s.Muted(detail)
		}
		if detail := problem.MaskKeys(p.Detail); detail != "" && p.Kind != problem.LimitReached {
			s.AddRow(s.ButtonCalled("details", i18n.Text("Copy details"), widgets.Link, func() { s.options.OnCopy(detail) }))
		}
	}), ground, "", theme.RadiusCard, 14, 12))
}

// recordingCard shows a recording and its actions.
type recordingCard struct {
	*form.Form
	actions recordingActions
	object  fyne.CanvasObject
	shown   recordings.Recording
	playing bool
	now     time.Time
}

func newRecordingCard(actions recordingActions) *recordingCard {
	r := &recordingCard{actions: actions}
	r.Form = form.New(12, r.fill)
	r.object = container.New(centered(), r.Object())
	r.OnUpdate = r.object.Refresh
	return r
}

func (r *recordingCard) set(rec recordings.Recording, playing bool, now time.Time) {
	r.shown, r.playing, r.now = rec, playing, now
	r.Update()
}

func (r *recordingCard) fill(*form.Form) {
	rec, c, id := r.shown, r.actions, r.shown.ID
	r.Heading(words.RecordingName(rec.Title, rec.Started, r.now))
	r.Body(join(join(words.PositionTime(rec.Length), format.Size(rec.Bytes)), rec.Device))
	for _, s := range recordingWords(rec) {
		r.Muted(s)
	}
	if rec.Text != "" {
		r.Add(widgets.NewBox(widgets.NewBody(rec.Text).NoMargin(), theme.ColorCard, theme.ColorLine, theme.RadiusCard, 14, 12))
	}
	if rec.State == recordings.Running {
		r.AddRow()
		return
	}
	play, icon := i18n.Text("Play"), "play"
	if r.playing {
		play, icon = i18n.Text("Pause"), "pause"
	}
	again := i18n.TextIn("action", "Transcribe")
	if rec.Problem.Kind != "" && !rec.Damaged {
		again = i18n.Text("Try again")
	}
	buttons := []fyne.CanvasObject{
		r.Primary(again, func() { c.Transcribe(id) }).SetIcon("audio-lines"),
		r.ButtonCalled("play", play, widgets.Secondary, func() { c.Play(id) }).SetIcon(icon),
		r.Button(i18n.Text("Save as…"), func() { c.Save(id) }).SetIcon("download"),
	}
	if !rec.Until.IsZero() {
		buttons = append(buttons, r.Button(i18n.Text("Keep"), func() { c.Keep(id) }).SetIcon("pin"))
	}
	r.AddRow(append(buttons, r.Button(i18n.Text("Delete"), func() { c.Delete(id) }).SetIcon("trash-2"))...)
}

// recordingWords returns additional facts about a recording.
func recordingWords(r recordings.Recording) (said []string) {
	if r.Silent {
		said = append(said, i18n.Text("No speech was found in it. A service may make up words for silence."))
	}
	if r.Damaged {
		w := words.TextForKind(problem.RecordingInterrupted)
		said = append(said, w.Title+" "+w.Safe)
	} else if r.Problem.Kind != "" {
		said = append(said, words.TextForTranscriptionProblem(r.Problem).Title)
	}
	if !r.Until.IsZero() {
		said = append(said, i18n.Text("It was kept in case you need it, and will be deleted tomorrow."))
	}
	return said
}

// invitation is shown while nothing is open: an area that invites dropping files, although the
// whole window accepts them. With the buttons it takes the place of the lists, too, while they are
// empty.
type invitation struct {
	*form.Form
	options bodyOptions
	object  fyne.CanvasObject
	shown   invitationContent
}

// invitationContent holds the parts of the invitation that change.
type invitationContent struct {
	examples []example
	// about names the receiver of the sound and the price, "" for nothing.
	about string
	// buttons shows the buttons that are otherwise in the top bar; noRecording is the reason why
	// nothing can be recorded, "" for none.
	buttons     bool
	noRecording string
}

// example is a bundled recording.
type example struct{ Name, Title, Detail string }

// The space around the invitation, and its corner radius.
const (
	invitationMargin = 28
	invitationRadius = 20
)

func newInvitation(o bodyOptions) *invitation {
	i := &invitation{options: o, shown: invitationContent{buttons: true}}
	i.Form = form.New(12, i.fill)
	// With large text, the invitation can be taller than the window, so it scrolls.
	i.Scroll = wheel.NewVScroll(container.New(centered(), i.Object()))
	i.object = container.New(layout.NewCustomPaddedLayout(0, invitationMargin, invitationMargin, invitationMargin),
		widgets.NewBox(i.Scroll, theme.ColorTint, "", invitationRadius, 0, 0))
	i.Update()
	return i
}

// change changes what is shown.
func (i *invitation) change(change func(*invitationContent)) {
	before := i.shown
	if change(&i.shown); !reflect.DeepEqual(before, i.shown) {
		i.Update()
	}
}

func (i *invitation) fill(*form.Form) {
	icon := widgets.NewIcon("audio-lines", 14).SetColor(theme.ColorAccent)
	i.Add(container.NewCenter(widgets.NewBox(icon, theme.ColorChosen, "", 38, 22, 22)), widgets.Gap(0),
		widgets.NewTitle(i18n.Text("Drop a recording here"), fynetheme.SizeNameHeadingText).Center())
	i.Text(i18n.Text("Voice messages, meetings, interviews, videos. Any length. You can correct the text while you listen, and ask questions about it."), theme.ColorMuted, fynetheme.SizeNameText).Center()
	if i.shown.buttons {
		record := i.Button(i18n.Text("Record now"), i.options.Recordings.Record).SetIcon("mic").SetOnTint()
		record.SetDisabled(i.shown.noRecording)
		i.Add(widgets.Gap(0), container.NewCenter(i.Group(layout.NewCustomPaddedHBoxLayout(10), func() {
			i.Form.Add(i.Primary(i18n.Text("Choose files…"), i.options.Batch.ChooseFiles).SetIcon("folder-open"), record)
		})))
	}
	if i.shown.about != "" {
		i.Text(i.shown.about, theme.ColorMuted, fynetheme.SizeNameCaptionText).Center()
	}
	if len(i.shown.examples) == 0 {
		return
	}
	i.Text(i18n.Text("Or try one of these:"), theme.ColorMuted, fynetheme.SizeNameCaptionText).Center()
	for _, e := range i.shown.examples {
		b := i.Button(e.Title, func() { i.options.Batch.AddExample(e.Name) }).SetIcon("audio-lines").SetOnTint()
		b.SetHint(e.Detail)
		i.Add(container.NewCenter(b))
	}
}

// liveCard shows the running recording: its length, its level, and a problem if there is no signal.
type liveCard struct {
	widget.BaseWidget
	*form.Form
	actions recordingActions
	box     *widgets.Box
	level   *widgets.Progress
	shown   liveState
}

// liveState holds the texts of the card, and the phase, which selects the buttons.
type liveState struct {
	phase          recordings.Phase
	title, problem string
}

func newLiveCard(r recordingActions) *liveCard {
	l := &liveCard{actions: r, level: widgets.NewProgress()}
	l.Form = form.New(10, l.fill)
	l.box = widgets.NewBox(l.Object(), theme.ColorCard, theme.ColorLine, theme.RadiusCard, 12, 12)
	l.ExtendBaseWidget(l)
	l.Hide()
	return l
}

// set shows the state of the recording and reports whether the height or the visibility of the card
// has changed.
func (l *liveCard) set(now recordings.Live) bool {
	mine := now.Purpose == recordings.PurposeKeep && now.Phase != recordings.Idle
	changed := l.Visible() != mine
	widgets.SetVisible(l, mine)
	if !mine {
		return changed
	}
	l.level.Set(now.Level)
	before := l.shown
	if l.shown = liveStateOf(now); l.shown != before {
		l.Update()
	}
	return changed || l.shown.problem != before.problem
}

func liveStateOf(now recordings.Live) liveState {
	s := liveState{phase: now.Phase}
	switch now.Phase {
	case recordings.Opening:
		s.title = i18n.Text("Opening the microphone…")
	case recordings.Hearing:
		s.title = i18n.Text("Recording · {{.Elapsed}}", map[string]any{"Elapsed": words.PositionTime(now.Elapsed)})
		if now.DigitalSilence {
			s.problem = i18n.Text("No sound from the microphone. Is it muted?")
		} else if now.Instead {
			s.problem = i18n.Text("Your chosen microphone isn't connected. {{.Name}} is used instead.", map[string]any{"Name": now.Device})
		}
	case recordings.Finishing:
		s.title = i18n.Text("Saving the recording…")
	case recordings.Failed:
		s.title = i18n.Text("Recording couldn't start")
		if now.Elapsed > 0 {
			s.title = i18n.Text("Recording stopped")
		}
		said := words.TextForDictation(now.Problem.Kind, now.Kept)
		s.problem = format.Sentences(said.Title, said.Safe)
	case recordings.Idle:
	}
	return s
}

func (l *liveCard) fill(*form.Form) {
	l.Add(widgets.NewBody(l.shown.title).NoWrap().NoMargin(), l.level)
	// The problem comes and goes, so it is below the buttons, which then stay under the pointer.
	if l.shown.phase == recordings.Failed {
		l.AddRow(l.Button(i18n.Text("Close"), l.actions.Dismiss).SetSmall())
	} else {
		buttons := []fyne.CanvasObject{l.Primary(i18n.Text("Stop"), l.actions.Record).SetIcon("square").SetSmall()}
		if l.shown.phase != recordings.Finishing {
			buttons = append(buttons, l.Button(i18n.Text("Discard"), l.actions.Discard).SetSmall())
		}
		l.AddRow(buttons...)
	}
	if l.shown.problem != "" {
		l.Caution(l.shown.problem)
	}
}

// CreateRenderer implements fyne.Widget.
func (l *liveCard) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(l.box) }
