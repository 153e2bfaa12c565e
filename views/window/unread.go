package window

import (
	"slices"

	"parlando/app/core"
	"parlando/views/format"
	"parlando/views/i18n"
)

// tellUnread reports stored data that could not be read at startup and would otherwise seem lost,
// each only once.
func (v *Window) tellUnread() {
	told := slices.DeleteFunc(slices.Clone(v.core.ReadFailures()), func(u core.ReadFailure) bool { return slices.Contains(v.reports.unread, u) })
	v.reports.unread = append(v.reports.unread, told...)
	v.sayUnread(told)
}

// sayUnread shows which data could not be read, with a button to retry if that is possible.
func (v *Window) sayUnread(unread []core.ReadFailure) {
	if len(unread) == 0 {
		return
	}
	var said []string
	var again func()
	for _, u := range unread {
		said = append(said, unreadSentence(u))
		if canReadAgain(u) {
			again = v.readUnread
		}
	}
	if again != nil { // until closed: without this data, the window looks like a first start
		v.frame.Toasts().SayUntilClosed(format.Sentences(said...), i18n.Text("Try again"), again)
		return
	}
	v.frame.Toasts().Say(format.Sentences(said...), "", nil)
}

// canReadAgain reports whether the data of u can be read again without a restart.
func canReadAgain(u core.ReadFailure) bool {
	return u == core.SettingsReadFailed || u == core.ModelsReadFailed || u == core.ToolsReadFailed || u == core.FormsReadFailed
}

// readUnread reads the data again for which that is possible, and applies it.
func (v *Window) readUnread() {
	v.thread.Go(func() func() {
		err := v.core.ReadAgain()
		return func() {
			if err != nil {
				v.core.Log.Error("Not everything could be read again", "error", err)
			}
			v.reports.unread = slices.DeleteFunc(v.reports.unread, canReadAgain)
			v.tellUnread()
			if !v.core.Settings.ReadFailed() {
				v.settingsRead()
			}
		}
	})
}

// settingsRead applies settings that were read late.
func (v *Window) settingsRead() {
	s := v.core.Settings.Get()
	v.settings.ApplyAppearance()
	v.chat.SettingsRead()
	v.grabQuickKeys(nil)
	// Without settings, this start seemed to be the first, and showed the welcome page.
	if _, ok := v.core.Connections.Current(); ok && v.atWelcome() {
		v.showChat()
		v.begin(s)
		v.takeWaiting()
	}
}

// notWritten reports that the settings or the list of models were not written. If that is because
// they could not be read, it shows the notice about reading instead.
func (v *Window) notWritten(err error) {
	unread := slices.DeleteFunc(slices.Clone(v.core.ReadFailures()), func(u core.ReadFailure) bool { return !canReadAgain(u) })
	if len(unread) == 0 {
		v.couldNotKeep(err)
		return
	}
	v.core.Log.Error("The settings or the list of models could not be stored", "error", err)
	v.sayUnread(unread)
}

// couldNotKeep reports a failed write, unless a visible reply says so: a toast would cover that
// reply.
func (v *Window) couldNotKeep(err error) {
	if v.frame.IsCurrent(v.chat) && v.chat.ConversationView().ShowsNotStored() {
		v.core.Log.Error("A change could not be stored", "error", err)
		return
	}
	v.frame.ReportWriteError(err)
}

// unlisted returns a sentence for a list that could not be read completely, else "".
func unlisted(c *core.Core, list core.ReadFailure) string {
	if !slices.Contains(c.ReadFailures(), list) {
		return ""
	}
	return unreadSentence(list)
}

func unreadSentence(u core.ReadFailure) string {
	return map[core.ReadFailure]string{
		core.SettingsReadFailed:    i18n.Text("Your settings couldn't be read. They're still saved."),
		core.SettingsDamaged:       i18n.Text("Your settings file was damaged. What could be read is used; the old file was kept."),
		core.ModelsReadFailed:      i18n.Text("Your list of models and favorites couldn't be read. It's still on your computer."),
		core.ToolsReadFailed:       i18n.Text("Your custom tools couldn't be read. They're still saved."),
		core.ToolsDamaged:          i18n.Text("The list of your tools was damaged. You'll need to create them again. The old file was kept."),
		core.ModelsDamaged:         i18n.Text("Your list of models was damaged, so your favorites are gone. The old file was kept."),
		core.SoundFilesReadFailed:  i18n.Text("Some of your audio files couldn't be listed. They're still saved."),
		core.TranscriptsReadFailed: i18n.Text("Some of your transcripts couldn't be listed. They're still saved."),
		core.FormsReadFailed:       i18n.Text("What you typed in unfinished forms couldn't be read. It's still saved."),
		core.RecordingsReadFailed:  i18n.Text("Some of your recordings couldn't be listed. They're still saved."),
	}[u]
}
