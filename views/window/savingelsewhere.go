package window

import (
	"context"
	"errors"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"

	"parlando/app/core"
	"parlando/app/history"
	"parlando/views/i18n"
	"parlando/views/shell"
	"parlando/views/widgets"
	"parlando/views/words"
)

// sayGone says that the library is not in its place, where the notice of the chat is not in sight.
func (v *Window) sayGone() {
	if v.core.History.Gone() && (!v.frame.IsCurrent(v.chat) || v.frame.HasOverlay()) {
		v.frame.Toasts().Say(words.LibraryGone(), saveElsewhereLabel(), v.SaveElsewhere)
	}
}

// refusedAsGone tells the user about a failed write if it failed because the library is not in its
// place.
func (v *Window) refusedAsGone(err error) bool {
	if !errors.Is(err, history.ErrGone) {
		return false
	}
	v.sayGone()
	return v.core.History.Gone()
}

func saveElsewhereLabel() string { return i18n.Text("Save my chats to another folder…") }

// askBeforeLeavingGone asks whether to close although the library is not in its place.
func (v *Window) askBeforeLeavingGone(unsaved []string, end func()) {
	v.core.Log.Error("The library is gone before closing", "texts", len(unsaved))
	var beside []fyne.CanvasObject
	if len(unsaved) > 0 {
		beside = append(beside, v.copyButton(unsaved))
	}
	beside = append(beside, widgets.NewButton(i18n.Text("Close and lose it"), widgets.Secondary, func() {
		v.shutdown.question.Hide()
		end()
	}))
	sentence := words.LibraryGone() + " " + i18n.Text("What isn't saved to another folder will be lost when Parlando closes.")
	v.shutdown.question = widgets.Ask(v.window.Canvas(), i18n.Text("Not everything could be saved"), widgets.NewBody(sentence),
		saveElsewhereLabel(), i18n.Text("Cancel"), v.SaveElsewhere, beside...)
}

// SaveElsewhere asks for a folder, saves the open library there although its own folder is gone,
// and goes on with it in the same window.
func (v *Window) SaveElsewhere() {
	v.frame.Files().ChooseFolder(v.frame.Files().Folder(shell.SaveText), func(dir string) {
		// what is only in the window gets to its owners; the disk is refused until later
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
				case err == nil:
					v.shutdown.reopen(savedSentence(saved))
				case saved.Folder != "":
					v.core.Log.Error("The settings do not name the saved chats", "folder", saved.Folder, "error", err)
					v.reportUnnamed(saved)
				case !stopped:
					v.core.Log.Error("The chats were not saved to another folder", "folder", dir, "error", err)
					v.reportNotSaved()
				}
			}
		})
	})
}

// showSaving covers the window while the library is being saved: what was typed meanwhile would not
// be in it.
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

// savedSentence tells the user where the library was saved and what is missing.
func savedSentence(s core.SavedLibrary) string {
	sentence := i18n.Text("Your chats are saved in {{.Folder}}. Parlando uses them there from now on.", map[string]any{"Folder": s.Folder})
	if s.Missing > 0 {
		sentence += " " + i18n.Plural("{{.N}} pictures or recordings weren't there any more.", s.Missing)
	}
	return sentence
}

// reportUnnamed says that the library was saved, but will not be found at the next start.
func (v *Window) reportUnnamed(s core.SavedLibrary) {
	sentence := i18n.Text("They are in {{.Folder}}. Parlando's settings couldn't be changed, so choose that folder when Parlando asks for it.", map[string]any{"Folder": s.Folder})
	widgets.Ask(v.window.Canvas(), i18n.Text("Your chats are saved"), widgets.NewBody(sentence), i18n.Text("Close Parlando"), i18n.Text("Cancel"), v.closeNow)
}

// reportNotSaved says that nothing could be saved, and offers another folder and what is in memory.
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
	widgets.Ask(v.window.Canvas(), i18n.Text("Your chats couldn't be saved there"), widgets.NewBody(i18n.Text("Choose another folder, or copy what you need.")),
		i18n.Text("Choose folder…"), i18n.Text("Cancel"), v.SaveElsewhere, beside...)
}
