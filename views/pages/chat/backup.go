package chat

import (
	"parlando/app/chat"
	"parlando/app/history"
	"parlando/views/shell"
	"parlando/views/words"
)

// inBackup refuses the message actions that would change a backup or send something.
type inBackup struct {
	messages
	refuse func()
}

func (m inBackup) Regenerate(chat.ID)                  { m.refuse() }
func (m inBackup) Continue(chat.ID)                    { m.refuse() }
func (m inBackup) Edit(chat.ID)                        { m.refuse() }
func (m inBackup) Delete(chat.ID)                      { m.refuse() }
func (m inBackup) DeleteAlone(chat.ID)                 { m.refuse() }
func (m inBackup) Choose(chat.ID, int)                 { m.refuse() }
func (m inBackup) PerformAction(chat.ID, words.Action) { m.refuse() }
func (m inBackup) SendAgain(chat.ID, string, *float64) { m.refuse() }
func (m inBackup) ChangePicture(chat.ID, string)       { m.refuse() }

// isBackup reports whether the page shows a backup, which can only be read and copied.
func (p *Page) isBackup() bool { return p.Owners.History.ReadOnly() == history.ReadOnlyBackup }

// refuse says that a backup cannot be changed.
func (p *Page) refuse() { p.Frame.Toasts().Say(words.BackupUnchangeable(), "", nil) }

// showBackup leaves out everything that would change a backup or send something.
func (p *Page) showBackup() {
	p.composer.Hide()
	p.body.SetWithoutBox(words.ChooseChat())
	p.top.SetReadOnly(words.BackupUnchangeable())
}

// worksInBackup reports whether a command of the page works in a backup.
func worksInBackup(c shell.Command) bool {
	return c == shell.Find || c == shell.FindNext || c == shell.FindPrevious || c == shell.Cancel
}
