package window

import (
	"strings"

	"parlando/app/chat"
	"parlando/views/i18n"
	"parlando/views/widgets"
)

// saveElsewhere asks for a folder, saves the open library there although its own folder is gone,
// and goes on with it in the same window.
func (v *Window) saveElsewhere() {
	v.frame.Files().ChooseFolder("", func(dir string) {
		// what is only in the window gets to its owners; the disk is refused until later
		_ = v.flush()
		v.thread.Go(func() func() {
			missing, err := v.core.SaveElsewhere(v.frame.Context(), dir)
			return func() {
				if err != nil {
					v.core.Log.Error("The chats were not saved to another folder", "folder", dir, "error", err)
					v.reportNotSaved()
					return
				}
				v.reportSaved(missing)
			}
		})
	})
}

// reportSaved says that the chats are saved, and opens them.
func (v *Window) reportSaved(missing int) {
	sentence := i18n.Text("From now on Parlando uses them there.")
	if missing > 0 {
		sentence = i18n.Plural("{{.N}} pictures or recordings weren't there any more.", missing) + " " + sentence
	}
	open := func() { widgets.CallIfSet(v.ending.reopen) }
	widgets.Ask(v.window.Canvas(), i18n.Text("Your chats are saved"), widgets.NewBody(sentence), i18n.Text("Open them"), i18n.Text("Later"), open)
}

// reportNotSaved says that nothing could be saved, and offers what was typed from memory.
func (v *Window) reportNotSaved() {
	texts := v.unsavedTexts()
	sentence := i18n.Text("Your chats couldn't be saved there. Choose another folder, or copy what you need.")
	if len(texts) == 0 {
		v.frame.Toasts().Say(sentence, "", nil)
		return
	}
	v.frame.Toasts().Say(sentence, i18n.Text("Copy what I typed"), func() {
		v.frame.Copy(strings.Join(texts, chat.DraftSeparator))
	})
}
