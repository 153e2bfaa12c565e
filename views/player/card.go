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

// CardState is the state of a [Card].
type CardState struct {
	// Now is the current speech; its Phase is Idle for none.
	Now speech.Snapshot
	// Listen is the name of the play button while nothing is played. ListenReason disables it, and
	// SaveReason the button that saves; "" enables.
	Listen, ListenReason, SaveReason string
	// Length is the expected length of the text, 0 if it is not known.
	Length time.Duration
	// Voice is the voice that reads the text.
	Voice speech.Voice
	// Text is the sentence about the text in the line below the card.
	Text string
	// Making is the progress of the running export, shown in place of Text; "" for none.
	Making string
}

// CardCallbacks are the callbacks of a Card. All are required.
type CardCallbacks struct {
	// OnListen reads the text, OnStop ends what is played.
	OnListen, OnStop func()
	// OnSave saves the text as a sound file, OnCancel cancels the running export.
	OnSave, OnCancel func()
	// OnVoice opens the menu of the voices at anchor.
	OnVoice func(anchor fyne.CanvasObject)
}

// Card is the player of the page Read aloud: a card at its foot, and below it a line about the
// text. Its parts are in one row, or in more where there is no room. Use it only on Fyne's thread.
type Card struct {
	widget.BaseWidget

	controls Controls
	shown    CardState
	// set is true after the first call of Set.
	set bool

	ground       *widgets.Box
	play         *widgets.RoundButton
	stop         *widgets.IconButton
	place        *track
	at, length   *canvas.Text
	voice, speed *widgets.Dropdown
	save         *widgets.Button
	line         *widgets.Text
	cancel       *widgets.Button
}

// NewCard returns a card. Call Set before it is shown.
func NewCard(controls Controls, calls CardCallbacks) *Card {
	c := &Card{controls: controls, at: canvas.NewText("", nil), length: canvas.NewText("", nil)}
	c.ground = widgets.NewBox(widgets.Gap(1), theme.ColorCard, theme.ColorFrame, theme.RadiusSheet, 0, 0)
	c.play = widgets.NewRoundButton("play", i18n.Text("Listen"), playSide, func() {
		if c.shown.Now.Phase == speech.Idle {
			calls.OnListen()
		} else {
			controls.Toggle()
		}
	})
	c.stop = widgets.NewIconButton("square", i18n.Text("Stop reading"), calls.OnStop)
	c.stop.SetColor(fynetheme.ColorNameForeground)
	c.place = newTrack(c.Refresh, func() Controls { return controls })
	c.voice = widgets.NewDropdown(i18n.Text("Voice"), func() { calls.OnVoice(c.voice) }).SetCompact()
	c.voice.SetHint(i18n.Text("Choose a voice"))
	c.speed = widgets.NewDropdown(i18n.Text("Playback speed"), func() {
		ShowSpeedMenu(c.speed, c.shown.Now.Speed, controls.SetSpeed)
	}).SetCompact()
	c.speed.SetHint(i18n.Text("Playback speed"))
	c.save = widgets.NewButton(i18n.Text("Save audio…"), widgets.Secondary, calls.OnSave).SetIcon("download")
	c.line = widgets.NewMuted("").NoMargin().Center()
	c.cancel = widgets.NewButton(i18n.Text("Cancel"), widgets.Link, calls.OnCancel)
	c.ExtendBaseWidget(c)
	return c
}

// Set shows a state, and repaints only what has changed.
func (c *Card) Set(s CardState) {
	if c.set && (s == c.shown || c.goesOn(s)) {
		return
	}
	c.place.moved = false
	was := c.shown
	c.shown = s
	c.showPlay()
	if !c.set || was.SaveReason != s.SaveReason {
		c.save.SetDisabled(s.SaveReason)
	}
	voice := s.Voice
	if c.reads() {
		voice = s.Now.Voice
	}
	c.voice.Set(voiceWords(voice))
	c.speed.Set(format.Speed(s.Now.Speed))
	c.line.SetText(s.about())
	at, length := s.Now.Place, s.Now.Length
	if s.Now.Phase == speech.Idle {
		at, length = 0, 0
	}
	c.place.set(at, length)
	c.set = true
	c.Refresh()
}

// goesOn reports whether s differs from what is shown only by a small advance of the position.
func (c *Card) goesOn(s CardState) bool {
	now := s.Now
	s.Now = c.shown.Now
	return s == c.shown && !c.place.moved && goesOn(c.shown.Now, now)
}

// reads reports whether the text is being read, and not a sound file played.
func (c *Card) reads() bool {
	return c.shown.Now.Phase != speech.Idle && c.shown.Now.Source.Kind == speech.Document
}

// showPlay shows on the play button what it does.
func (c *Card) showPlay() {
	s := c.shown
	reason := ""
	if s.Now.Phase == speech.Idle {
		c.play.SetIcon("play", s.Listen)
		reason = s.ListenReason
	} else {
		setPlay(c.play, s.Now.Phase)
	}
	if c.play.Disabled() != (reason != "") {
		c.play.SetDisabled(reason)
	}
	widgets.SetVisible(c.stop, s.Now.Phase != speech.Idle)
}

// about returns the line below the card.
func (s CardState) about() string {
	now := s.Now
	switch {
	case now.Phase == speech.NoOutput:
		return words.NoOutput()
	case now.Phase != speech.Idle && note(now) != "":
		return note(now)
	case s.Making != "":
		return s.Making
	case now.Phase != speech.Idle && now.Source.Kind != speech.Document:
		return title(now)
	case now.Phase == speech.Preparing:
		return doing(now)
	}
	return s.Text
}

// times returns what stands below the ends of the track.
func (c *Card) times() (at, length string) {
	now := c.shown.Now
	expected, guessed := now.Length, now.Estimated
	if now.Phase == speech.Idle {
		if c.shown.ListenReason != "" {
			return "", ""
		}
		expected, guessed = c.shown.Length, true
	}
	at = words.PositionTime(c.place.PlaybackPosition())
	switch {
	case expected <= 0:
		return at, ""
	case guessed:
		return at, i18n.Text("about {{.Length}}", map[string]any{"Length": words.PositionTime(expected)})
	}
	return at, words.PositionTime(expected)
}

// ChooseVolume shows a slider for the volume.
func (c *Card) ChooseVolume() { showVolume(c.voice, c.shown.Now.Volume, c.controls.SetVolume) }

// cancels reports whether the line is about an export that can be canceled.
func (c *Card) cancels() bool { return c.shown.Making != "" && c.line.Text() == c.shown.Making }

// MinSize implements fyne.Widget.
func (c *Card) MinSize() fyne.Size {
	c.ExtendBaseWidget(c)
	return fyne.NewSize(240, c.HeightFor(cmp.Or(c.Size().Width, 240)))
}
