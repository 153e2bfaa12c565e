package transcribe

import (
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parlando/app/problem"
	"parlando/app/recordings"
	"parlando/app/transcripts"
	"parlando/views/i18n"
	"parlando/views/modelchoice"
	"parlando/views/theme"
	"parlando/views/wheel"
	"parlando/views/widgets"
	"parlando/views/words"
)

// stateCard shows the progress of an unfinished transcript, or its problem.
type stateCard struct {
	options bodyOptions
	object  *fyne.Container
	column  *fyne.Container
	shown   transcripts.Transcript
	words   *widgets.Text
	bar     *widgets.Progress
	// gone asks for another model of a transcript that waits because its model is Gone.
	gone *modelchoice.Note
}

func newStateCard(o bodyOptions) *stateCard {
	s := &stateCard{options: o, column: container.New(&widgets.Column{Gap: 12})}
	s.object = container.New(centered(), s.column)
	return s
}

func (s *stateCard) set(t transcripts.Transcript) {
	was := s.shown
	s.shown = t
	if s.bar != nil && was.ID == t.ID && was.State == t.State && was.Title == t.Title && was.Pausing == t.Pausing &&
		was.Problem.Kind == t.Problem.Kind && was.Unsaved == t.Unsaved && was.Blocked.Kind == t.Blocked.Kind && was.Gone == t.Gone {
		s.setGone(t)
		s.words.SetText(stateWords(t))
		s.bar.Set(share(t.Progress))
		return
	}
	c, id := s.options.Queue, t.ID
	s.column.RemoveAll()
	s.words, s.bar = widgets.NewBody(stateWords(t)).NoMargin(), widgets.NewProgress()
	title := widgets.NewHeading(t.Name()).NoMargin()
	s.column.Add(title)
	button := func(words, icon string, kind widgets.ButtonKind, do func()) fyne.CanvasObject {
		return widgets.NewButton(words, kind, do).SetIcon(icon)
	}
	var buttons []fyne.CanvasObject
	leave := button(i18n.Text("Cancel"), "x", widgets.Secondary, func() { c.Cancel(id) })
	switch t.State {
	case transcripts.Working, transcripts.Waiting:
		s.column.Add(s.words)
		if t.State == transcripts.Working {
			s.bar.Set(share(t.Progress))
			s.column.Add(s.bar)
		}
		s.gone = modelchoice.NewNote()
		s.column.Add(s.gone.Object)
		s.setGone(t)
		if t.Blocked.Kind != "" {
			s.problem(t.Blocked, theme.ColorCaution, theme.ColorCautionGround)
			refused := i18n.Text("The service rejected another recording, so this one is waiting.")
			if t.Blocked.Kind == problem.Storage {
				refused = i18n.Text("Another transcript couldn't be saved, so this one is waiting.")
			}
			s.column.Add(widgets.NewMuted(refused).NoMargin())
			buttons = append(buttons, button(i18n.Text("Continue"), "play", widgets.Primary, func() { c.Retry(id) }))
		}
		if !t.Pausing {
			buttons = append(buttons, button(i18n.Text("Pause"), "pause", widgets.Secondary, func() { c.Pause(id) }))
		}
		buttons = append(buttons, leave)
	case transcripts.Paused:
		s.column.Add(s.words)
		s.problem(t.Problem, theme.ColorCaution, theme.ColorCautionGround)
		buttons = append(buttons, button(i18n.Text("Continue"), "play", widgets.Primary, func() { c.Resume(id) }), leave)
	case transcripts.Failed:
		if t.Model != "" {
			s.column.Add(widgets.NewMuted(i18n.Text("Model: {{.Model}}", map[string]any{"Model": t.Model})).NoMargin())
		}
		s.problem(t.Problem, theme.ColorDanger, theme.ColorDangerGround)
		buttons = append(s.help(t), button(i18n.Text("Delete"), "trash-2", widgets.Secondary, func() { s.options.Transcripts.Delete(id) }))
	case transcripts.Done:
	}
	s.column.Add(container.New(&widgets.Flow{Gap: 8}, buttons...))
	s.column.Refresh()
	s.object.Refresh()
}

// setGone asks for another model if a waiting transcript needs one.
func (s *stateCard) setGone(t transcripts.Transcript) {
	if !t.Gone {
		return
	}
	c := s.options.Queue.ModelChoice(t)
	if s.gone.Set(c, func() { c.ShowMenu(s.gone.Object) }) {
		s.object.Refresh()
	}
}

// help returns the buttons that help with a failed transcript.
func (s *stateCard) help(t transcripts.Transcript) (buttons []fyne.CanvasObject) {
	c, id := s.options.Queue, t.ID
	kind := widgets.Primary // what changes least
	for _, way := range slices.Backward(words.TranscriptionRetries(t.Problem.Refusal)) {
		buttons = append(buttons, widgets.NewButton(way.Label, kind, func() { c.RetryWith(id, t.Problem.Refusal.Field, way.Value) }))
		kind = widgets.Secondary
	}
	fix := words.TextForTranscriptionProblem(t.Problem)
	if fix.Button != "" && fix.Action != words.TryAgain && (fix.Action != words.OpenServicePage || c.HasServicePage(t.Connection)) {
		buttons = append(buttons, widgets.NewButton(fix.Button, widgets.Primary, func() { c.Fix(id) }))
	}
	if again := words.RetryTranscriptionLabel(t.Problem); again != "" {
		buttons = append(buttons, widgets.NewButton(again, widgets.Secondary, func() { c.Retry(id) }).SetIcon("refresh-cw"))
	}
	return buttons
}

// problem shows a problem and what is safe, with the details for support behind a button.
func (s *stateCard) problem(p problem.Problem, color, ground fyne.ThemeColorName) {
	if p.Kind == "" {
		return
	}
	w := words.TextForTranscriptionProblem(p)
	if s.shown.Unsaved {
		w.Safe = i18n.Text("The last part of the reply isn't saved yet. Free up disk space and try again before closing Parlando. You won't be charged again.")
	}
	column := container.New(&widgets.Column{Gap: 4}, widgets.NewText(w.Title, color, fynetheme.SizeNameText, fyne.TextStyle{Bold: true}).NoMargin(),
		widgets.NewBody(w.Safe).NoMargin())
	if p.MayHaveArrived {
		column.Add(widgets.NewMuted(i18n.Text("One part was being transcribed. Sending it again may be charged twice.")).NoMargin())
	}
	if detail := words.ErrorDetails(p); p.Status != 0 && detail != "" {
		column.Add(widgets.NewMuted(detail).NoMargin())
	}
	if detail := problem.MaskKeys(p.Detail); detail != "" {
		column.Add(container.NewHBox(widgets.NewButton(i18n.Text("Copy details"), widgets.Link, func() { s.options.OnCopy(detail) })))
	}
	s.column.Add(widgets.NewBox(column, ground, "", theme.RadiusCard, 14, 12))
}

// recordingCard shows a recording and its actions.
type recordingCard struct {
	actions recordingActions
	object  *fyne.Container
	column  *fyne.Container
	shown   recordings.Recording
	played  bool
}

func newRecordingCard(actions recordingActions) *recordingCard {
	r := &recordingCard{actions: actions, column: container.New(&widgets.Column{Gap: 12})}
	r.object = container.New(centered(), r.column)
	return r
}

func (r *recordingCard) set(rec recordings.Recording, playing bool, now time.Time) {
	if r.shown == rec && r.played == playing && len(r.column.Objects) > 0 {
		return
	}
	r.shown, r.played = rec, playing
	c, id := r.actions, rec.ID
	r.column.RemoveAll()
	r.column.Add(widgets.NewHeading(words.RecordingName(rec.Title, rec.Started, now)).NoMargin())
	about := join(words.PositionTime(rec.Length), words.FileSize(rec.Bytes))
	r.column.Add(widgets.NewBody(join(about, rec.Device)).NoMargin())
	for _, s := range recordingWords(rec) {
		r.column.Add(widgets.NewMuted(s).NoMargin())
	}
	if rec.Text != "" {
		r.column.Add(widgets.NewBox(widgets.NewBody(rec.Text).NoMargin(), theme.ColorCard, theme.ColorLine, theme.RadiusCard, 14, 12))
	}
	play, icon := i18n.Text("Play"), "play"
	if playing {
		play, icon = i18n.Text("Pause"), "pause"
	}
	again := i18n.Text("Transcribe")
	if rec.Problem.Kind != "" && !rec.Damaged {
		again = i18n.Text("Try again")
	}
	buttons := []fyne.CanvasObject{
		widgets.NewButton(again, widgets.Primary, func() { c.Transcribe(id) }).SetIcon("audio-lines"),
		widgets.NewButton(play, widgets.Secondary, func() { c.Play(id) }).SetIcon(icon),
		widgets.NewButton(i18n.Text("Save as…"), widgets.Secondary, func() { c.Save(id) }).SetIcon("download"),
	}
	if !rec.Until.IsZero() {
		buttons = append(buttons, widgets.NewButton(i18n.Text("Keep"), widgets.Secondary, func() { c.Keep(id) }).SetIcon("pin"))
	}
	buttons = append(buttons, widgets.NewButton(i18n.Text("Delete"), widgets.Secondary, func() { c.Delete(id) }).SetIcon("trash-2"))
	if rec.State == recordings.Running {
		buttons = nil
	}
	r.column.Add(container.New(&widgets.Flow{Gap: 8}, buttons...))
	r.column.Refresh()
	r.object.Refresh()
}

// recordingWords returns additional facts about a recording.
func recordingWords(r recordings.Recording) (said []string) {
	if r.Silent {
		said = append(said, i18n.Text("No speech was found in it. A service may invent words for silence."))
	}
	if r.Damaged {
		w := words.TextForKind(problem.RecordingInterrupted)
		said = append(said, w.Title+" "+w.Safe)
	} else if r.Problem.Kind != "" {
		said = append(said, words.TextForTranscriptionProblem(r.Problem).Title)
	}
	if !r.Until.IsZero() {
		said = append(said, i18n.Text("It was kept just in case and will be deleted tomorrow."))
	}
	return said
}

// invitation is shown on the right side while nothing is open.
type invitation struct {
	object   *fyne.Container
	examples *fyne.Container
}

// example is a bundled recording.
type example struct{ Name, Title, Detail string }

func newInvitation(b batchActions) *invitation {
	i := &invitation{examples: container.New(&widgets.Column{Gap: 8})}
	i.examples.Hide()
	title := widgets.NewTitle(i18n.Text("Audio to text"), fynetheme.SizeNameHeadingText)
	about := widgets.NewText(i18n.Text("Add a recording of any length: an interview, a lecture, a voice message. Before anything is sent, Parlando shows where it goes and how long it will take."), theme.ColorMuted, fynetheme.SizeNameText, fyne.TextStyle{}).NoMargin()
	// Where letters are large it is higher than the window.
	i.object = container.NewStack(wheel.NewVScroll(container.New(centered(), container.New(&widgets.Column{Gap: 18}, title, about, newDrop(b), i.examples))))
	return i
}

func (i *invitation) set(b batchActions, examples []example) {
	i.examples.RemoveAll()
	if len(examples) > 0 {
		i.examples.Add(widgets.NewMuted(i18n.Text("Or try one of these:")).NoMargin())
	}
	for _, e := range examples {
		i.examples.Add(widgets.NewStarter("audio-lines", e.Title, e.Detail, func() { b.AddExample(e.Name) }))
	}
	widgets.SetVisible(i.examples, len(examples) > 0)
	i.object.Refresh()
}

// liveCard shows the running recording: its length, its level, and a problem if there is no signal.
type liveCard struct {
	widget.BaseWidget
	title, problem *widgets.Text
	level          *widgets.Progress
	// dismiss takes the place of stop after a failure.
	stop, dismiss, discard *widgets.Button
	box                    *widgets.Box
	column                 *fyne.Container
}

func newLiveCard(r recordingActions) *liveCard {
	l := &liveCard{level: widgets.NewProgress()}
	l.title = widgets.NewBody("").NoWrap().NoMargin()
	l.problem = widgets.NewText("", theme.ColorCaution, fynetheme.SizeNameCaptionText, fyne.TextStyle{}).NoMargin()
	l.problem.Hide()
	l.stop = widgets.NewButton(i18n.Text("Stop"), widgets.Primary, r.Record).SetIcon("square").SetSmall()
	l.dismiss = widgets.NewButton(i18n.Text("Close"), widgets.Secondary, r.Dismiss).SetSmall()
	l.discard = widgets.NewButton(i18n.Text("Discard"), widgets.Secondary, r.Discard).SetSmall()
	// The problem comes and goes: the buttons above it stay under the pointer.
	l.column = container.New(&widgets.Column{Gap: 10}, l.title, l.level, container.New(&widgets.Flow{Gap: 8}, l.stop, l.dismiss, l.discard), l.problem)
	l.box = widgets.NewBox(l.column, theme.ColorCard, theme.ColorLine, theme.RadiusCard, 12, 12)
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
	title, failed := "", ""
	switch now.Phase {
	case recordings.Opening:
		title = i18n.Text("Opening the microphone…")
	case recordings.Hearing:
		title = i18n.Text("Recording · {{.Elapsed}}", map[string]any{"Elapsed": words.PositionTime(now.Elapsed)})
		if now.DigitalSilence {
			failed = i18n.Text("No sound from the microphone. Is it muted?")
		} else if now.Instead {
			failed = i18n.Text("The selected microphone isn't connected. Using {{.Device}}.", map[string]any{"Device": now.Device})
		}
	case recordings.Closing:
		title = i18n.Text("Saving the recording…")
	case recordings.Failed:
		title = i18n.Text("Recording couldn't start")
		if now.Elapsed > 0 {
			title = i18n.Text("Recording stopped")
		}
		said := words.TextForDictation(now.Problem.Kind, now.Kept)
		failed = said.Title + " " + said.Safe
	case recordings.Idle:
	}
	l.title.SetText(title)
	l.level.Set(now.Level)
	widgets.SetVisible(l.stop, now.Phase != recordings.Failed)
	widgets.SetVisible(l.dismiss, now.Phase == recordings.Failed)
	widgets.SetVisible(l.discard, now.Phase == recordings.Hearing || now.Phase == recordings.Opening)
	if failed != l.problem.Text() {
		l.problem.SetText(failed)
		widgets.SetVisible(l.problem, failed != "")
		changed = true
	}
	return changed
}

// CreateRenderer implements fyne.Widget.
func (l *liveCard) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(l.box) }
