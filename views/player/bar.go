package player

import (
	"cmp"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parlando/app/speech"
	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/widgets"
	"parlando/views/words"
)

// Controls changes how something is read.
type Controls interface {
	// Previous and Next go by sentences, Toggle pauses and goes on.
	Previous()
	Next()
	Toggle()
	// Seek goes to a place, 0 to the length, once the user let go of it.
	Seek(to time.Duration)
	// SetSpeed takes a speed of playing, 0.5 to 2, and SetVolume 0 to 1.
	SetSpeed(speed float64)
	SetVolume(volume float64)
	// ChooseVoice takes a voice of the service, or local for that of this computer.
	ChooseVoice(name string, local bool)
}

// Calls are the actions outside of the player.
type Calls struct {
	// OnClose ends the reading.
	OnClose func()
	// OnFix does what the button of a problem promises.
	OnFix func(words.Action)
	// OnReadAgain reads on with another number for a field of the request that was refused, or with
	// nil without it.
	OnReadAgain func(field string, value *float64)
	// OnTitle shows what is being read, OnSave makes a file of it.
	OnTitle, OnSave func()
	// OnAskForVoice asks for the name of a voice; nil leaves it out.
	OnAskForVoice func()
	// OnCopy is given the details of a problem for the clipboard.
	OnCopy func(string)
}

// Bar is the player. All of it is used on Fyne's thread. A nil callback is not called; without
// OnSave nothing is offered to be saved.
type Bar struct {
	widget.BaseWidget

	// Controls is set before anything is shown.
	Controls Controls
	Calls    Calls

	shown speech.Snapshot
	// set says that anything was shown yet.
	set bool

	previous, play, next *widgets.IconButton
	title                *widgets.Button
	note                 *canvas.Text
	place                *track
	clock                *canvas.Text
	voice, speed         *widgets.Button
	volume, save, close  *widgets.IconButton
	warning              *canvas.Image
	problem              *widgets.Words
	// fix does what helps, without leaves out a setting that was refused where fix changes it.
	fix, without, details *widgets.Button
}

// New makes a bar that shows nothing.
func New() *Bar {
	b := &Bar{note: canvas.NewText("", nil), clock: canvas.NewText("", nil)}
	b.previous = widgets.NewIconButton("skip-back", i18n.Text("The sentence before"), func() { b.Controls.Previous() })
	b.play = widgets.NewIconButton("pause", i18n.Text("Pause"), func() { b.Controls.Toggle() })
	b.next = widgets.NewIconButton("skip-forward", i18n.Text("The next sentence"), func() { b.Controls.Next() })
	for _, button := range []*widgets.IconButton{b.previous, b.play, b.next} {
		button.SetColor(fynetheme.ColorNameForeground)
	}
	b.title = widgets.NewButton("", widgets.Bare, func() { widgets.Call(b.Calls.OnTitle) })
	b.place = newTrack(b)
	b.voice = widgets.NewButton("", widgets.Secondary, b.chooseVoice).SetSmall()
	b.voice.SetHint(i18n.Text("Choose a voice"))
	b.speed = widgets.NewButton("", widgets.Secondary, b.chooseSpeed).SetSmall()
	b.speed.SetHint(i18n.Text("How fast it is played"))
	b.volume = widgets.NewIconButton("volume-2", i18n.Text("How loud it is played"), b.chooseVolume)
	b.save = widgets.NewIconButton("download", i18n.Text("Save as a sound file"), func() { widgets.Call(b.Calls.OnSave) })
	b.close = widgets.NewIconButton("x", i18n.Text("Stop reading"), func() { widgets.Call(b.Calls.OnClose) })
	b.warning = canvas.NewImageFromResource(nil)
	b.warning.FillMode = canvas.ImageFillContain
	b.warning.SetMinSize(fyne.NewSquareSize(theme.IconSize))
	b.problem = widgets.NewWords("", theme.ColorCaution, fynetheme.SizeNameText, fyne.TextStyle{}).Flush()
	b.fix = widgets.NewButton("", widgets.Primary, b.pressFix).SetSmall()
	b.without = widgets.NewButton("", widgets.Secondary, func() { b.readAgain(0) }).SetSmall()
	b.details = widgets.NewButton(i18n.Text("Details"), widgets.Link, b.showDetails)
	b.ExtendBaseWidget(b)
	return b
}

// clockStep is the time between two pictures for the place alone: without a graphics card each
// picture of the window costs a fortieth of a second. A new sentence shows the place, too.
const clockStep = 5 * time.Second

// goesOn reports whether nothing has changed but that a little more was read.
func (b *Bar) goesOn(s speech.Snapshot) bool {
	if on := s.Place - b.shown.Place; on < 0 || on >= clockStep || s.Phase != speech.Playing || b.place.moved {
		return false
	}
	if s.Estimated && (s.Length-b.shown.Length).Abs() < time.Second {
		s.Length = b.shown.Length // a guess that changes with each moment
	}
	s.Place = b.shown.Place
	return s == b.shown
}

// Set shows what is read now. What did not change is not painted again.
func (b *Bar) Set(s speech.Snapshot) {
	if b.set && (s == b.shown || b.goesOn(s)) {
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
		b.voice.SetWords(voiceWords(s.Voice))
	}
	if first || was.Speed != s.Speed {
		b.speed.SetWords(Speed(s.Speed))
	}
	if first || was.Volume != s.Volume {
		b.volume.SetIcon(volumeIcon(s.Volume), i18n.Text("How loud it is played"))
	}
	b.place.set(s.Place, s.Length)
	b.Refresh()
}

// showPhase puts the icon of what pressing would do on the button, and takes out of use what cannot
// be done now.
func (b *Bar) showPhase() {
	if b.shown.Phase == speech.Paused {
		b.play.SetIcon("play", i18n.Text("Go on"))
	} else {
		b.play.SetIcon("pause", i18n.Text("Pause"))
	}
}

// showWords shows the text that is read, and its problem.
func (b *Bar) showWords() {
	s := b.shown
	b.title.SetWords(title(s))
	switch {
	case s.Phase == speech.NoOutput:
		b.title.SetHint("")
	case s.Source.IsSound() && note(s) != "": // it may be cut short
		b.title.SetHint(note(s))
	default:
		b.title.SetHint(i18n.Text("Show what is being read"))
	}
	b.voice.SetHint(cmp.Or(note(s), i18n.Text("Choose a voice")))
	if s.Phase == speech.Failed {
		t := words.AboutReading(s.Problem)
		b.problem.SetText(sentence(t))
		b.fix.SetWords(t.Button)
		b.without.SetWords("")
		if again := words.ReadAgain(s.Problem.Refusal); len(again) > 0 {
			b.fix.SetWords(again[len(again)-1].Words)
			if len(again) > 1 {
				b.without.SetWords(again[0].Words)
			}
		}
		b.problem.SetColor(problemColor(s.Problem.Kind))
	}
}

// detailed reports whether there is more to be known than the sentence says.
func (b *Bar) detailed() bool {
	p := b.shown.Problem
	return p.Status != 0 || p.Detail != "" || p.RequestID != ""
}

// failed reports whether the bar shows a problem in place of its controls.
func (b *Bar) failed() bool { return b.shown.Phase == speech.Failed }

// readAgain sends what was refused in one of the ways of [words.ReadAgain].
func (b *Bar) readAgain(way int) {
	again := words.ReadAgain(b.shown.Problem.Refusal)
	if way < len(again) && b.Calls.OnReadAgain != nil {
		b.Calls.OnReadAgain(b.shown.Problem.Refusal.Field, again[way].Value)
	}
}

func (b *Bar) pressFix() {
	if n := len(words.ReadAgain(b.shown.Problem.Refusal)); n > 0 {
		b.readAgain(n - 1)
		return
	}
	action := words.AboutReading(b.shown.Problem).Action
	if action == words.ChooseVoice {
		b.voicesUnder(b.fix)
		return
	}
	widgets.Tell(b.Calls.OnFix, action)
}

// MinSize is small: the bar takes what room there is.
func (b *Bar) MinSize() fyne.Size {
	b.ExtendBaseWidget(b)
	return fyne.NewSize(240, Height)
}
