package window

import (
	"context"
	"slices"

	"fyne.io/fyne/v2/lang"

	"parley/app/changes"
	"parley/app/chat"
	"parley/app/speech"
	"parley/views/conversation"
	"parley/views/shell"
	"parley/views/sidebar"
)

// goTo shows a page in place of another, and marks its entry in the sidebar.
func (v *Window) goTo(p shell.Page, entry sidebar.Page) {
	v.sidebar.SetPage(entry)
	v.frame.Show(p)
}

// chatting is the page of the conversation.
type chatting struct {
	window *Window
	scene  *shell.Scene
}

func (c *chatting) Scene() *shell.Scene         { return c.scene }
func (c *chatting) Title() string               { return "" }
func (c *chatting) Hide()                       {}
func (c *chatting) Accept(paths []string)       { c.window.attachFiles(paths) }
func (c *chatting) Flush(context.Context) error { return nil }

// Show implements shell.Page.
func (c *chatting) Show() { c.markReading() }

// Changed implements shell.Page.
func (c *chatting) Changed(cs []changes.Change) {
	if slices.ContainsFunc(cs, func(c changes.Change) bool { return c.Topic == changes.Speech }) {
		c.markReading()
	}
}

// markReading marks the sentence that is read aloud.
func (c *chatting) markReading() {
	r := conversation.Reading{}
	if s := c.window.core.Speech.Snapshot(); s.Phase != speech.Idle && s.Source.Kind == speech.Message {
		r = conversation.Reading{
			Message: chat.ID(s.Source.ID), Start: s.Start, End: s.End,
			Paused: s.Phase == speech.Paused || s.Phase == speech.Failed,
		}
	}
	c.window.view.SetReading(r)
}

// Do implements shell.Page.
func (c *chatting) Do(command shell.Command) bool {
	v := c.window
	switch command {
	case shell.TogglePanel:
		v.toggleAdjust()
	case shell.FocusText:
		v.composer.FocusText()
	case shell.ChooseModel:
		v.top.OpenPicker()
	case shell.AddFile:
		v.choosePictures()
	case shell.PickPreset:
		if v.chat.scene.NoPanel {
			v.frame.Toasts.Say(lang.L("Simple view is on."), lang.L("Turn off"), func() { v.settings.SetSimple(false) })
		} else {
			v.presets.ShowMenu()
		}
	case shell.Quote:
		v.quoteByKey()
	case shell.Cancel:
		v.core.Replies.Stop(v.open.ID)
	case shell.ReadAloud:
		id, ok := v.view.Last(chat.Assistant)
		if !ok || v.reading() {
			return false
		}
		v.playback.Read(id, -1)
	case shell.TryAgain:
		if id, ok := v.view.Last(chat.Assistant); ok {
			v.view.OnRegenerate(id)
		}
	default:
		return false
	}
	return true
}

// reading reports whether something is being read aloud, or is paused.
func (v *Window) reading() bool { return v.core.Speech.Snapshot().Phase != speech.Idle }

// showChat shows the conversation.
func (v *Window) showChat() { v.goTo(v.chat, sidebar.Chats) }
