package moving

import (
	"context"
	"errors"

	"filippo.io/age"

	"parlando/app/backups"
	"parlando/views/i18n"
	"parlando/views/shell"
	"parlando/views/unlock"
	"parlando/views/words"
)

// In asks for a file of another computer, and opens the library in it in place of the open one,
// which stays on the disk.
func (m *Mover) In() {
	if !m.links.HasChats() {
		m.chooseFile()
		return
	}
	shell.Ask(m.frame, i18n.Text("Bring chats from another computer"),
		i18n.Text("Parlando will show the chats and use the settings of the other computer. Your chats here stay as they are, in a folder of their own: “Your data” in the settings leads back to them."),
		i18n.Text("Choose a file…"), m.chooseFile)
}

func (m *Mover) chooseFile() {
	m.frame.Files().ChooseOne(shell.FileRequest{
		Purpose: shell.OpenBackup, Title: i18n.Text("File from the other computer"),
		Extensions: []string{backups.FileExtension, exportExtension, ".json"}, Type: i18n.Text("Parlando backups"),
	}, m.open)
}

// open opens a chosen file and brings its library in.
func (m *Mover) open(path string) {
	unlock.File(m.frame.Context(), m.frame.Canvas(), m.thread, path, m.bringIn, func(err error) {
		if err != nil {
			m.sayFailed(err)
		}
	})
}

// bringIn makes a library out of the backup and opens it.
func (m *Mover) bringIn(from unlock.OpenFile, identity age.Identity) {
	m.links.Leave(func() {
		missing, total := 0, float64(max(from.UnpackedFiles(), 1))
		shell.RunWithProgress(m.frame.Context(), m.frame.Canvas(), m.thread, i18n.Text("Bringing your chats here…"), func(ctx context.Context, progress func(share float64)) (err error) {
			missing, err = m.library.MoveIn(ctx, from.Backup, identity, func(files int) { progress(float64(files) / total) })
			return err
		}, func(err error) {
			if closeErr := from.Close(); closeErr != nil {
				m.log.Warn("The file of another computer could not be closed", "error", closeErr)
			}
			switch {
			case errors.Is(err, context.Canceled):
			case err != nil:
				m.sayFailed(err)
			default:
				m.links.Reopen(words.MovedIn(from.Chats, missing))
			}
		})
	})
}

func (m *Mover) sayFailed(err error) {
	m.log.Error("The file of another computer could not be brought in", "error", err)
	m.frame.Toasts().SayUntilClosed(words.MoveInFailed(err), i18n.Text("Choose another file…"), m.chooseFile)
}
