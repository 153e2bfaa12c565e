package window

import (
	"parlando/app/announcements"
	"parlando/app/settings"
	"parlando/views/format"
	"parlando/views/i18n"
	"parlando/views/screenreader"
	"parlando/views/widgets"
)

// SetOpenNext sets the function that makes Parlando start another program once it has closed.
func (v *Window) SetOpenNext(openNext func(program string)) { v.shutdown.openNext = openNext }

// offerScreenReaderProgram offers Parlando for screen readers to a user whose screen reader is
// running, once.
func (v *Window) offerScreenReaderProgram() {
	if screenreader.Supported || v.core.Settings.Get().Comfort.ScreenReaderOffered {
		return
	}
	v.thread.Go(func() func() {
		if !v.core.ScreenReader.Runs() {
			return nil
		}
		program := v.core.ScreenReader.Program()
		if program == "" {
			return nil
		}
		return func() { v.askForScreenReaderProgram(program) }
	})
}

// askForScreenReaderProgram asks in the window and aloud whether to open Parlando for screen
// readers in place of this one.
func (v *Window) askForScreenReaderProgram(program string) {
	v.core.Settings.Change(func(s *settings.Settings) { s.Comfort.ScreenReaderOffered = true })
	title := i18n.Text("A screen reader is running")
	sentence := i18n.Text("There is an early version of Parlando for screen readers. It may close unexpectedly, but nothing you typed is lost then. You can open it later, too, as “Parlando for screen readers”.")
	widgets.Ask(v.window.Canvas(), title, widgets.NewBody(sentence), i18n.Text("Open it"), i18n.Text("Stay here"), func() {
		v.leave(func() {
			v.shutdown.openNext(program)
			v.closeNow()
		})
	})
	v.core.Announcements.SayAlways(announcements.ScreenReader,
		format.Sentences(format.Period(title), sentence, i18n.Text("Press Enter to open it, or Escape to stay here.")))
}
