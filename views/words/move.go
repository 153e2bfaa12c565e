package words

import (
	"errors"
	"io/fs"
	"syscall"

	"parlando/app/backups"
	"parlando/app/history"
	"parlando/views/format"
	"parlando/views/i18n"
)

// MoveOutFailed returns the sentence about a file for another computer that could not be saved.
func MoveOutFailed(err error) string {
	switch {
	case errors.Is(err, backups.ErrDamaged):
		return BackupUnreadable(err)
	case errors.Is(err, syscall.ENOSPC):
		return i18n.Text("There isn't enough room for the file. Make room, or choose another folder.")
	case errors.Is(err, syscall.EFBIG):
		return i18n.Text("This drive can't hold such a large file. Choose another drive.")
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		return i18n.Text("Parlando isn't allowed to save in this folder. Choose another one.")
	case errors.Is(err, fs.ErrNotExist):
		return i18n.Text("The folder isn't there any more. If it is on a drive, connect the drive, or choose another folder.")
	}
	return i18n.Text("The file couldn't be saved: {{.Why}}", map[string]any{"Why": err.Error()})
}

// MoveInFailed returns the sentence about a file of another computer that cannot be brought in.
func MoveInFailed(err error) string {
	switch {
	case errors.Is(err, backups.ErrNotABackup):
		return i18n.Text("This file isn't a backup of Parlando. Choose the file that ends in .parlando.")
	case errors.Is(err, backups.ErrNewer):
		return i18n.Text("This file is from a newer Parlando. Update Parlando on this computer, then try again.")
	case errors.Is(err, backups.ErrDamaged), errors.Is(err, history.ErrDamaged):
		return i18n.Text("This file is damaged. Save it once more on the other computer.")
	}
	return BackupUnreadable(err)
}

// MovedIn returns the sentences shown after the chats of another computer have come. missing is the
// number of files that could not be read.
func MovedIn(chats, missing int) string {
	said := i18n.Plural("Your {{.N}} chats are here. If a service needs a key, enter it once more under Connections.", chats)
	if missing > 0 {
		said = format.Sentences(said, i18n.Plural("{{.N}} pictures or recordings couldn't be read.", missing))
	}
	return said
}

// ExportIncomplete returns the sentences about an export without some files, which could not be
// read.
func ExportIncomplete(name string, unread int) string {
	return format.Sentences(i18n.Text("Saved as {{.Name}}.", map[string]any{"Name": name}), i18n.Plural("{{.N}} pictures or recordings couldn't be read.", unread))
}

// Sounds returns the label of the recordings and sound files with so many bytes, 0 if unknown.
func Sounds(bytes int64) string {
	if bytes == 0 {
		return i18n.Text("Recordings and sound files")
	}
	return i18n.Text("Recordings and sound files, {{.Size}}", map[string]any{"Size": format.Size(bytes)})
}
