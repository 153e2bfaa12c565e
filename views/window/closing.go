package window

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"parlando/app/chat"
	"parlando/app/core"
	"parlando/app/history"
	"parlando/app/recordings"
	"parlando/app/settings"
	"parlando/app/voicechat"
	"parlando/views/i18n"
	"parlando/views/widgets"
)

// shutdown holds the functions and the questions for closing a Window.
type shutdown struct {
	// question asks whether to close although something would be lost. It may be hidden already.
	question *widgets.Overlay
	// reopen opens the library again; see SetReopen.
	reopen func(Next)
	// gone holds the question about a library whose folder is gone.
	gone     goneLibrary
	language languageChange
	// openNext makes Parlando start a program once it has closed; see SetOpenNext.
	openNext func(program string)
	// recover shows how to recover the library; see SetRecover.
	recover func()
}

// SetReopen sets the function that closes this Window and its library, and then opens the library
// that the settings name, or the one to look at, in the same window. To switch to another library,
// change settings.Settings.Library and call v.shutdown.reopen on the window's thread. Continue of
// the new Window then gets its argument.
func (v *Window) SetReopen(reopen func(Next)) { v.shutdown.reopen = reopen }

// Say shows a sentence in a toast.
func (v *Window) Say(sentence string) { v.frame.Toasts().Say(sentence, "", nil) }

// SetRecover sets the function that closes this Window and its library, and then shows in the same
// window how to recover the readable part of the library.
func (v *Window) SetRecover(f func()) { v.shutdown.recover = f }

// RecoverLibrary shows how to recover the library. Like quit, it first asks if something would be
// lost.
func (v *Window) RecoverLibrary() { v.leave(v.shutdown.recover) }

// quit stores the draft and the window's state, then closes the window and returns true. It asks
// first, and returns false, if user edits or settings cannot be written, or if closing would end
// work that does not resume at the next start.
func (v *Window) quit() bool { return v.leave(v.closeNow) }

// leave is like quit, but calls end instead of closing the window.
func (v *Window) leave(end func()) bool {
	if !v.chat.LeaveTemporary(func() { v.leave(end) }) {
		return false
	}
	err, unsaved := v.flush(), v.unsavedTexts()
	if v.shutdown.question != nil {
		v.shutdown.question.Hide()
	}
	v.shutdown.gone.hide()
	ask := func(title, sentence, yes string, beside ...fyne.CanvasObject) {
		v.shutdown.question = widgets.AskBeforeLoss(v.window.Canvas(), title, widgets.NewBody(sentence), yes, i18n.Text("Cancel"), end, beside...)
	}
	if v.core.History.InPlace() != nil {
		v.askBeforeLeavingGone(unsaved, end)
		return false
	}
	if err != nil || len(unsaved) > 0 {
		v.core.Log.Error("Not everything could be stored before closing", "texts", len(unsaved), "error", err)
		sentence := i18n.Text("Your latest changes couldn't be saved and will be lost if you close Parlando now. Your disk may be full.")
		if v.core.History.ReadOnly() != history.Writable {
			sentence = i18n.Text("Your chats are read-only, so what you typed couldn't be saved. It will be lost when Parlando closes.")
		}
		var beside []fyne.CanvasObject
		if len(unsaved) > 0 {
			beside = append(beside, v.copyButton(unsaved))
		}
		ask(i18n.Text("Not everything could be saved"), sentence, i18n.Text("Close without saving"), beside...)
		return false
	}
	if ends := endsByClosing(v.core); ends != "" {
		ask(i18n.Text("Close Parlando?"), ends, i18n.Text("Close anyway"))
		return false
	}
	end()
	return true
}

// unsavedTexts returns the texts that the user typed and that are not on disk, after flush.
func (v *Window) unsavedTexts() (all []string) {
	all = v.core.Drafts.Unsaved()
	if v.speak != nil {
		all = append(all, v.speak.Unsaved(v.core.History.InPlace() != nil))
	}
	return slices.DeleteFunc(all, func(text string) bool { return strings.TrimSpace(text) == "" })
}

// copyButton returns a button that copies texts to the clipboard and then says so.
func (v *Window) copyButton(texts []string) *widgets.Button {
	var b *widgets.Button
	b = widgets.NewButton(i18n.Text("Copy what I typed"), widgets.Secondary, func() {
		v.frame.Copy(strings.Join(texts, chat.DraftSeparator))
		b.SetText(i18n.Text("Copied."))
	})
	return b
}

// endsByClosing returns a sentence about work that closing would abort, "" if there is none.
// Replies, tables, transcripts, translations and sound files keep their partial results and resume
// later.
func endsByClosing(c *core.Core) string {
	live := c.Recordings.Live()
	hears := live.Phase == recordings.Opening || live.Phase == recordings.Hearing
	if hears && live.Purpose == recordings.PurposeKeep {
		return i18n.Text("Closing Parlando stops the recording. What was recorded so far is saved.")
	}
	spoken := !hears || live.Heard
	if d := c.Dictation.Snapshot(); d.Busy() && spoken {
		return i18n.Text("Your dictation isn't in your message yet. If you close Parlando now, only the recording is saved.")
	}
	if phase := c.VoiceChat.Snapshot().Phase; (phase == voicechat.Listening || phase == voicechat.Transcribing) && spoken {
		return i18n.Text("What you said isn't sent yet. If you close Parlando now, only the recording is saved.")
	}
	return ""
}

// closeNow stores the window's state, ignoring errors, and closes it.
func (v *Window) closeNow() {
	place, known := placeOf(v.window)
	v.keepScene(func(s *settings.Settings) { keepPlace(s, v.window.Canvas().Size(), place, known) })
	v.window.Close()
}

// keepScene stores the state of the window; more may change further settings.
func (v *Window) keepScene(more func(*settings.Settings)) {
	if err := v.core.Settings.Update(func(s *settings.Settings) {
		more(s)
		s.SidebarOpen, s.AdjustOpen = v.frame.SidebarOpen(), v.chat.Scene().PanelOpen
		if v.core.Look == nil {
			s.Conversation = v.chat.Stored()
		}
	}); err != nil {
		v.core.Log.Warn("The state of the window could not be stored", "error", err)
	}
}
