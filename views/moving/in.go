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
		Extensions: []string{extension, ".json"}, Type: i18n.Text("Parlando backups"),
	}, m.open)
}

// source is a backup that is brought in.
type source struct {
	backups.Backup
	close func() error
}

// open opens a chosen file and goes on with its backup.
func (m *Mover) open(path string) {
	var from source
	shell.RunWithProgress(m.frame.Context(), m.frame.Canvas(), m.thread, i18n.Text("Opening the backup…"), func(context.Context, func(float64)) (err error) {
		from.Backup, from.close, err = backups.OpenFile(path)
		return err
	}, func(err error) {
		if err == nil {
			unlock.Backup(m.frame.Context(), m.frame.Canvas(), m.thread, from.Backup,
				func(identity age.Identity) { m.bringIn(from, identity) }, func(err error) { m.end(from, err) })
			return
		}
		m.end(from, err)
	})
}

// bringIn makes a library out of the backup and opens it.
func (m *Mover) bringIn(from source, identity age.Identity) {
	m.links.Leave(func() {
		missing, total := 0, float64(max(from.UnpackedFiles(), 1))
		shell.RunWithProgress(m.frame.Context(), m.frame.Canvas(), m.thread, i18n.Text("Bringing your chats here…"), func(ctx context.Context, progress func(share float64)) (err error) {
			missing, err = m.library.MoveIn(ctx, from.Backup, identity, func(files int) { progress(float64(files) / total) })
			return err
		}, func(err error) {
			m.end(from, err)
			if err == nil {
				m.links.Reopen(words.MovedIn(from.Chats, missing))
			}
		})
	})
}

// end closes the file of a backup, and says the error unless the user has stopped it.
func (m *Mover) end(from source, err error) {
	if from.close != nil { // nil unless the file was opened
		if closeErr := from.close(); closeErr != nil {
			m.log.Warn("The file of another computer could not be closed", "error", closeErr)
		}
	}
	if err != nil && !errors.Is(err, context.Canceled) {
		m.sayFailed(err)
	}
}

func (m *Mover) sayFailed(err error) {
	m.log.Error("The file of another computer could not be brought in", "error", err)
	m.frame.Toasts().SayUntilClosed(words.MoveInFailed(err), i18n.Text("Choose another file…"), m.chooseFile)
}
