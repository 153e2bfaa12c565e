package window

import (
	"context"
	"errors"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"

	"parlando/app/core"
	"parlando/app/history"
	"parlando/views/format"
	"parlando/views/i18n"
	"parlando/views/shell"
	"parlando/views/widgets"
	"parlando/views/words"
)

// goneLibrary holds the state of the messages about a library whose folder is gone.
type goneLibrary struct {
	// noticed means that the user was told that the library is gone.
	noticed bool
	// question is the question to hide once the library is back, nil if none is shown.
	question *widgets.Overlay
}

// ask stores the question until it is answered.
func (g *goneLibrary) ask(question *widgets.Overlay) {
	g.question = question
	question.OnHide = func() { g.question = nil }
}

// hide hides the question.
func (g *goneLibrary) hide() {
	if g.question != nil {
		g.question.Hide()
	}
}

// followPlace says that the library's folder is gone, or that it is back, and then hides the
// question.
func (v *Window) followPlace() {
	gone := v.core.History.Gone()
	if gone {
		v.sayGone()
	} else if v.shutdown.gone.noticed {
		v.shutdown.gone.hide()
		v.frame.Toasts().Say(i18n.Text("The folder with your chats is back. You can continue."), "", nil)
	}
	v.shutdown.gone.noticed = gone
}

// sayGone shows a toast that the library's folder is gone, unless the chat's notice or a question
// already says so.
func (v *Window) sayGone() {
	said := words.LibraryGone()
	v.frame.Toasts().ClearSaid(said)
	if v.core.History.Gone() && (!v.frame.IsCurrent(v.chat) || v.frame.HasOverlay()) && v.shutdown.gone.question == nil {
		v.frame.Toasts().Say(said, saveElsewhereLabel(), v.SaveElsewhere)
	}
}

// refusedAsGone tells the user about a failed write and returns true if it failed because the
// library's folder is gone.
func (v *Window) refusedAsGone(err error) bool {
	if !errors.Is(err, history.ErrGone) {
		return false
	}
	v.thread.Go(func() func() {
		if v.core.History.InPlace() != nil {
			return v.sayGone
		}
		return func() {
			v.Say(i18n.Text("This couldn't be saved while the folder with your chats was gone. Try again."))
		}
	})
	return true
}

func saveElsewhereLabel() string { return i18n.Text("Save my chats to another folder…") }

// askBeforeLeavingGone asks whether to close although the library's folder is gone.
func (v *Window) askBeforeLeavingGone(unsaved []string, end func()) {
	v.core.Log.Error("The library is missing while closing", "texts", len(unsaved))
	var beside []fyne.CanvasObject
	if len(unsaved) > 0 {
		beside = append(beside, v.copyButton(unsaved))
	}
	beside = append(beside, widgets.NewButton(i18n.Text("Close anyway"), widgets.Secondary, func() {
		v.shutdown.gone.hide()
		end()
	}))
	sentence := format.Sentences(words.LibraryGone(), i18n.Text("Otherwise, what isn't saved to another folder may be lost when Parlando closes."))
	v.frame.Toasts().ClearSaid(words.LibraryGone()) // otherwise the toast covers the question
	v.shutdown.gone.ask(widgets.Ask(v.window.Canvas(), i18n.Text("Not everything could be saved"), widgets.NewBody(sentence),
		saveElsewhereLabel(), i18n.Text("Cancel"), v.SaveElsewhere, beside...))
}

// SaveElsewhere asks for a folder, saves the open library there although its own folder is gone,
// and switches to the saved library in the same window.
func (v *Window) SaveElsewhere() {
	v.frame.Files().ChooseFolder(v.frame.Files().Folder(shell.SaveText), func(dir string) {
		// Pass on texts that only the window has. Writing them fails while the folder is gone.
		_ = v.flush()
		ctx, stop := context.WithCancel(v.frame.Context())
		saving := v.showSaving(stop)
		v.thread.Go(func() func() {
			saved, err := v.core.SaveElsewhere(ctx, dir)
			return func() {
				stopped := ctx.Err() != nil
				stop()
				saving.Hide()
				switch {
				case err == nil && saved.Missing == 0:
					v.useSaved(saved)
				case err == nil:
					v.askWithoutMissing(saved)
				case !stopped:
					v.core.Log.Error("The chats could not be saved to another folder", "folder", dir, "error", err)
					v.reportNotSaved()
				}
			}
		})
	})
}

// askWithoutMissing asks whether to switch to a library that was saved without some pictures and
// sounds. If the user waits and the old folder comes back, nothing is missing.
func (v *Window) askWithoutMissing(s core.SavedLibrary) {
	sentence := i18n.Text("Your chats are now in this folder: {{.Folder}}", map[string]any{"Folder": s.Folder}) + "\n" +
		format.Sentences(i18n.Plural("{{.N}} pictures or recordings aren't there, because they were in the folder that is gone.", s.Missing),
			i18n.Text("If you bring that folder back, your chats have them again."))
	v.shutdown.gone.ask(widgets.AskBeforeLoss(v.window.Canvas(), i18n.Text("Continue without some pictures or recordings?"), widgets.NewBody(sentence),
		i18n.Text("Continue without them"), i18n.Text("Not yet"), func() { v.useSaved(s) }))
}

// useSaved switches to a library that was saved in another folder.
func (v *Window) useSaved(s core.SavedLibrary) {
	v.thread.Go(func() func() {
		err := v.core.UseLibrary(s.Folder)
		return func() {
			if err != nil {
				v.core.Log.Error("The settings could not be switched to the saved library", "folder", s.Folder, "error", err)
				v.reportUnnamed(s)
				return
			}
			v.shutdown.reopen(Next{Sentence: i18n.Text("Your chats are saved in {{.Folder}}. Parlando uses them there from now on.", map[string]any{"Folder": s.Folder})})
		}
	})
}

// showSaving covers the window while the library is being saved, because text typed meanwhile would
// not be saved.
func (v *Window) showSaving(stop func()) *widgets.Overlay {
	button := widgets.NewButton(i18n.Text("Stop"), widgets.Secondary, stop)
	o := widgets.ShowOverlay(v.window.Canvas(), container.New(layout.NewCustomPaddedVBoxLayout(10),
		widgets.NewHeading(i18n.Text("Saving your chats…")).NoMargin(), container.New(&widgets.EndRow{}, button)), true, widgets.Centered(440))
	o.SetSticky(true)
	o.OnEscape = func() bool {
		stop()
		return true
	}
	v.window.Canvas().Focus(button)
	return o
}

// reportUnnamed says that the library was saved, but that the next start will not find it.
func (v *Window) reportUnnamed(s core.SavedLibrary) {
	sentence := i18n.Text("They are in {{.Folder}}. Parlando's settings couldn't be changed, so choose that folder when Parlando asks for it.", map[string]any{"Folder": s.Folder})
	widgets.Ask(v.window.Canvas(), i18n.Text("Your chats are saved"), widgets.NewBody(sentence), i18n.Text("Close Parlando"), i18n.Text("Cancel"), v.closeNow)
}

// reportNotSaved says that saving failed, and offers another folder and copies of the texts.
func (v *Window) reportNotSaved() {
	var beside []fyne.CanvasObject
	if texts := v.unsavedTexts(); len(texts) > 0 {
		beside = append(beside, v.copyButton(texts))
	}
	if v.chat.Conversation().ID != "" {
		var b *widgets.Button
		b = widgets.NewButton(i18n.Text("Copy this chat"), widgets.Secondary, func() {
			v.chat.CopyChat(func() { b.SetText(i18n.Text("Copied.")) })
		})
		beside = append(beside, b)
	}
	v.shutdown.gone.ask(widgets.Ask(v.window.Canvas(), i18n.Text("Your chats couldn't be saved there"), widgets.NewBody(i18n.Text("Choose another folder, or copy what you need.")),
		i18n.Text("Choose a folder…"), i18n.Text("Cancel"), v.SaveElsewhere, beside...))
}
