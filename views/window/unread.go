package window

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2/lang"

	"parley/app/core"
)

// tellUnread tells once what could not be read when the program started: it would seem to be lost.
func (v *Window) tellUnread() {
	var said []string
	for _, u := range v.core.Unread() {
		if !slices.Contains(v.toldUnread, u) {
			v.toldUnread = append(v.toldUnread, u)
			said = append(said, unreadSentence(u))
		}
	}
	if len(said) > 0 {
		v.toasts.Say(strings.Join(said, " "), "", nil)
	}
}

// showUnread says on the pages, as long as it is so, which of their lists are not whole.
func (v *Window) showUnread() {
	unread := v.core.Unread()
	words := func(u core.Unread) string {
		if !slices.Contains(unread, u) {
			return ""
		}
		return unreadSentence(u)
	}
	if v.transcribe != nil {
		v.transcribe.page.SetUnread(words(core.TranscriptsUnread), words(core.RecordingsUnread))
	}
	if v.speak != nil {
		v.speak.panel.SetUnread(words(core.SoundFilesUnread))
	}
}

func unreadSentence(u core.Unread) string {
	switch u {
	case core.SettingsUnread:
		return lang.L("Your settings could not be read. They are still on the disk: start Parley again to have them back.")
	case core.SettingsDamaged:
		return lang.L("Your settings were damaged. What could be read of them is used, and the old file was kept.")
	case core.ModelsUnread:
		return lang.L("What Parley knows of your models could not be read, your favourites too. It is still on the disk: start Parley again to have it back.")
	case core.ModelsDamaged:
		return lang.L("Your list of models was damaged: mark your favourites again. The old file was kept.")
	case core.SoundFilesUnread:
		return lang.L("Not all of your sound files could be listed. They are still on the disk.")
	case core.TranscriptsUnread:
		return lang.L("Not all of your transcripts could be listed. They are still on the disk.")
	case core.RecordingsUnread:
		return lang.L("Not all of your recordings could be listed. They are still on the disk.")
	}
	return ""
}
