package player

import (
	"cmp"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parlando/app/speech"
	"parlando/views/format"
	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/widgets"
	"parlando/views/words"
)

// Controls controls the speech being played.
type Controls interface {
	// Previous and Next move by one sentence; Toggle pauses and resumes.
	Previous()
	Next()
	Toggle()
	// Seek moves to a position, 0 to the length, when the user releases the thumb.
	Seek(to time.Duration)
	// SetSpeed sets the playback speed, 0.5 to 2, and SetVolume the volume, 0 to 1.
	SetSpeed(speed float64)
	SetVolume(volume float64)
	// ChooseVoice selects a voice of the service, or this computer's own if local is set.
	ChooseVoice(name string, local bool)
	// VoicesOf returns the voices to choose from in place of v, and v itself.
	VoicesOf(v speech.Voice) []string
}

// Callbacks are the callbacks for actions outside the player.
type Callbacks struct {
	// OnClose stops the speech.
	OnClose func()
	// OnProblemAction performs the action of a problem's button.
	OnProblemAction func(words.Action)
	// OnRetryWith continues with a different value for the refused request field, or without the
	// field if value is nil.
	OnRetryWith func(field string, value *float64)
	// OnTitle shows the source being read, OnSave exports it to a file.
	OnTitle, OnSave func()
	// OnAskForVoice asks for the name of a voice; nil hides that choice.
	OnAskForVoice func()
	// OnCopy copies the details of a problem to the clipboard.
	OnCopy func(string)
}

// Bar is the player. Use it only on Fyne's thread. A nil callback is not called; without OnSave,
// the save button is hidden.
type Bar struct {
	widget.BaseWidget

	// Controls must be set before the first call of Set.
	Controls Controls
	Calls    Callbacks

	shown speech.Snapshot
	// set is true after the first call of Set.
	set bool

	previous, play, next *widgets.IconButton
	title                *widgets.Button
	note                 *canvas.Text
	place                *track
	clock                *canvas.Text
	voice, speed         *widgets.Button
	volume, save, close  *widgets.IconButton
	warning              *canvas.Image
	problem              *widgets.Text
	// fix performs the suggested action. without omits the refused setting where fix would change
	// it.
	fix, without, details *widgets.Button
}

// New returns an empty bar.
func New() *Bar {
	b := &Bar{note: canvas.NewText("", nil), clock: canvas.NewText("", nil)}
	b.previous = widgets.NewIconButton("skip-back", i18n.Text("Previous sentence"), func() { b.Controls.Previous() })
	b.play = widgets.NewIconButton("pause", i18n.Text("Pause"), func() { b.Controls.Toggle() })
	b.next = widgets.NewIconButton("skip-forward", i18n.Text("Next sentence"), func() { b.Controls.Next() })
	for _, button := range []*widgets.IconButton{b.previous, b.play, b.next} {
		button.SetColor(fynetheme.ColorNameForeground)
	}
	b.title = widgets.NewButton("", widgets.Bare, func() { widgets.CallIfSet(b.Calls.OnTitle) })
	b.place = newTrack(b.Refresh, func() Controls { return b.Controls })
	b.voice = widgets.NewButton("", widgets.Secondary, b.chooseVoice).SetSmall()
	b.voice.SetHint(i18n.Text("Choose a voice"))
	b.speed = widgets.NewButton("", widgets.Secondary, b.chooseSpeed).SetSmall()
	b.speed.SetHint(i18n.Text("Playback speed"))
	b.volume = widgets.NewIconButton("volume-2", i18n.Text("Volume"), b.chooseVolume)
	b.save = widgets.NewIconButton("download", i18n.Text("Save as audio file"), func() { widgets.CallIfSet(b.Calls.OnSave) })
	b.close = widgets.NewIconButton("x", i18n.Text("Stop reading"), func() { widgets.CallIfSet(b.Calls.OnClose) })
	b.warning = canvas.NewImageFromResource(nil)
	b.warning.FillMode = canvas.ImageFillContain
	b.warning.SetMinSize(fyne.NewSquareSize(theme.IconSize))
	b.problem = widgets.NewText("", theme.ColorCaution, fynetheme.SizeNameText, fyne.TextStyle{}).NoMargin()
	b.fix = widgets.NewButton("", widgets.Primary, b.pressFix).SetSmall()
	b.without = widgets.NewButton("", widgets.Secondary, func() { b.readAgain(0) }).SetSmall()
	b.details = widgets.NewButton(i18n.Text("Details"), widgets.Link, b.showDetails)
	b.ExtendBaseWidget(b)
	return b
}

// Set shows a snapshot, and repaints only what has changed.
func (b *Bar) Set(s speech.Snapshot) {
	if b.set && (s == b.shown || !b.place.moved && goesOn(b.shown, s)) {
		return
	}
	b.place.moved = false
	was, first := b.shown, !b.set
	b.shown, b.set = s, true
	if first || was.Phase != s.Phase {
		b.showPhase()
	}
	b.showWords()
	if first || was.Voice != s.Voice {
		b.voice.SetText(voiceWords(s.Voice))
	}
	if first || was.Speed != s.Speed {
		b.speed.SetText(format.Speed(s.Speed))
	}
	if first || was.Volume != s.Volume {
		b.volume.SetIcon(volumeIcon(s.Volume), i18n.Text("Volume"))
	}
	b.place.set(s.Place, s.Length)
	b.Refresh()
}

// showPhase updates the icon of the play button and disables unavailable controls.
func (b *Bar) showPhase() {
	setPlay(b.play, b.shown.Phase)
}

// playButton is the button that plays and pauses, of the bar or the card.
type playButton interface{ SetIcon(icon, name string) }

// setPlay shows on the play button of a reading what it does.
func setPlay(button playButton, phase speech.Phase) {
	switch {
	case phase.CanPause():
		button.SetIcon("pause", i18n.Text("Pause"))
	case phase == speech.NoOutput:
		button.SetIcon("play", i18n.Text("Try again"))
	default:
		button.SetIcon("play", i18n.TextIn("paused", "Continue"))
	}
}

// showWords shows the title of the text being read, and its problem.
func (b *Bar) showWords() {
	s := b.shown
	b.title.SetText(title(s))
	switch {
	case s.Phase == speech.NoOutput:
		b.title.SetHint("")
	case s.Source.IsSound() && note(s) != "": // the bar may truncate the note
		b.title.SetHint(note(s))
	default:
		b.title.SetHint(i18n.Text("Show the text being read"))
	}
	b.voice.SetHint(cmp.Or(note(s), i18n.Text("Choose a voice")))
	if s.Phase == speech.Failed {
		t := words.TextForReadingProblem(s.Problem)
		b.problem.SetText(sentence(t))
		b.fix.SetText(t.Button)
		b.without.SetText("")
		if again := words.ReadingRetries(s.Problem.Refusal); len(again) > 0 {
			b.fix.SetText(again[len(again)-1].Label)
			if len(again) > 1 {
				b.without.SetText(again[0].Label)
			}
		}
		b.problem.SetColor(problemColor(s.Problem.Kind))
	}
}

// detailed reports whether the problem has details beyond its sentence.
func (b *Bar) detailed() bool {
	p := b.shown.Problem
	return p.Status != 0 || p.Detail != "" || p.RequestID != ""
}

// failed reports whether the bar shows a problem in place of its controls.
func (b *Bar) failed() bool { return b.shown.Phase == speech.Failed }

// readAgain retries a refused request with the given entry of [words.ReadingRetries].
func (b *Bar) readAgain(way int) {
	again := words.ReadingRetries(b.shown.Problem.Refusal)
	if way < len(again) && b.Calls.OnRetryWith != nil {
		b.Calls.OnRetryWith(b.shown.Problem.Refusal.Field, again[way].Value)
	}
}

func (b *Bar) pressFix() {
	if n := len(words.ReadingRetries(b.shown.Problem.Refusal)); n > 0 {
		b.readAgain(n - 1)
		return
	}
	action := words.TextForReadingProblem(b.shown.Problem).Action
	if action == words.ChooseVoice {
		b.voicesUnder(b.fix)
		return
	}
	widgets.CallWith(b.Calls.OnProblemAction, action)
}

// MinSize implements fyne.Widget. It is small: the bar adapts to the available width.
func (b *Bar) MinSize() fyne.Size {
	b.ExtendBaseWidget(b)
	return fyne.NewSize(240, Height)
}
