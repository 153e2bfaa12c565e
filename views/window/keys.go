package window

import (
	"parlando/app/settings"
	"parlando/docs/help"
	"parlando/views/i18n"
	"parlando/views/shell"
	"parlando/views/words"
)

// do carries out a command that the page has not handled. A Cancel command ends a dictation first.
func (v *Window) do(c shell.Command) {
	if v.core.Look != nil && !worksInBackup(c) {
		v.Say(words.BackupUnchangeable())
		return
	}
	if c == shell.Cancel {
		if !v.chat.EndDictation() {
			v.frame.Page().Do(c)
		}
		return
	}
	commands := map[shell.Command]func(){
		shell.NewChat: v.chat.NewChat, shell.TemporaryChat: v.chat.TemporaryChat, shell.OpenTranscribe: v.ShowTranscribe, shell.OpenSpeak: v.ShowSpeak,
		shell.SearchEverything: v.searchEverything, shell.Find: v.searchEverything,
		shell.ChooseConnection: v.chat.ChooseConnection, shell.ToggleSidebar: v.frame.ToggleSidebar, shell.Dictate: v.chat.Dictate,
		shell.LargerText: func() { v.settings.StepTextSize(1) }, shell.SmallerText: func() { v.settings.StepTextSize(-1) },
		shell.NormalText: func() { v.settings.SetTextSize(1) }, shell.OpenSettings: v.settings.Open,
		shell.ToggleAnnouncements: func() { v.toggleAnnouncements(v.frame.Toasts()) },
		shell.ShowHelp:            v.showHelp, shell.ShowKeys: v.showKeys,
		shell.Quit: func() { v.quit() },
	}
	if do := commands[c]; do != nil {
		do()
		return
	}
	v.playback.Do(c)
}

// showHelp opens the help at the page that belongs to the one shown, or else at the page that was
// read last.
func (v *Window) showHelp() {
	page := ""
	switch {
	case v.transcribe != nil && v.frame.IsCurrent(v.transcribe):
		page = help.Transcribe
	case v.speak != nil && v.frame.IsCurrent(v.speak):
		page = help.ReadAloud
	}
	v.openHelp(page)
}

func (v *Window) showKeys() { v.openHelp(help.Keys) }

// openHelp opens a page of the help, "" for the one that was read last. It does not fit into the
// quick window.
func (v *Window) openHelp(page string) {
	if v.quick.shown {
		v.Raise()
	}
	v.help.Open(page)
}

// sendKeys returns the keys to send a message and to break the line, for the list of keys.
func sendKeys(c settings.Comfort) (send, line string) {
	if c.SendWith == settings.SendShiftEnter {
		return "Shift Enter", "Enter"
	}
	return "Enter", "Shift Enter"
}

// controlKeys returns keys handled by controls, for the list of keys.
func (v *Window) controlKeys() []shell.KeyBinding {
	send, line := sendKeys(v.core.Settings.Get().Comfort)
	return []shell.KeyBinding{
		{Group: shell.WritingKeys, DisplayedKeys: send, Description: i18n.Text("Send message")},
		{Group: shell.WritingKeys, DisplayedKeys: line, Description: i18n.Text("Start a new line")},
		{Group: shell.WritingKeys, DisplayedKeys: "Up", Description: i18n.Text("Edit your last message (when the message box is empty)")},
		{Group: shell.WritingKeys, DisplayedKeys: "Alt Left, Right", Description: i18n.Text("Move the selected attachment")},
		{Group: shell.ChatKeys, DisplayedKeys: "Esc", Description: i18n.Text("Stop the reply, or close the open window")},
		{Group: shell.ChatKeys, DisplayedKeys: "Ctrl Z", Description: i18n.Text("Bring back what you just deleted (while Undo is shown)")},
		{Group: shell.ChatKeys, DisplayedKeys: "Space", Description: i18n.Text("In voice chat: send what you said, or interrupt the reply")},
		{Group: shell.NavigationKeys, DisplayedKeys: "Tab", Description: i18n.Text("Go to the next button or field")},
		{Group: shell.NavigationKeys, DisplayedKeys: "Up, Down", Description: i18n.Text("With announcements on: previous or next paragraph of a reply or of the help")},
	}
}

// typedRune handles a character typed while nothing has the focus.
func (v *Window) typedRune(r rune) {
	if !v.connector.TypeRune(r) && !v.frame.HasOverlay() && !v.atWelcome() {
		v.frame.TypeOn(r)
	}
}

func (v *Window) searchEverything() {
	if v.frame.BodyOnly() {
		return
	}
	v.frame.ShowSidebar()
	v.sidebar.FocusSearch()
}
