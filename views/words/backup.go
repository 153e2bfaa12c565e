package words

import (
	"context"
	"errors"
	"io/fs"
	"syscall"
	"time"

	"parlando/app/backups"
	"parlando/app/history"
	"parlando/views/i18n"
)

// Date formats a day, with the year unless it is the current one.
func Date(t, now time.Time) string {
	at := t.In(now.Location())
	data := map[string]any{"Day": at.Day(), "Month": month(at.Month()), "Year": at.Year()}
	if at.Year() == now.Year() {
		return i18n.Text("{{.Day}} {{.Month}}", data)
	}
	return i18n.Text("{{.Day}} {{.Month}} {{.Year}}", data)
}

// BackupName returns the name of a backup: its day, or the reason why it was made.
func BackupName(m backups.Manifest, now time.Time) string {
	switch {
	case m.Reason == backups.Version && m.Program != "":
		return i18n.Text("Backup before the update to {{.Version}}", map[string]any{"Version": m.Program})
	case m.Reason == backups.Version, m.Reason == backups.Upgrade:
		return i18n.Text("Backup before an update")
	case m.Reason == backups.Restore:
		return i18n.Text("Backup before chats were put back")
	case m.Reason == backups.Move:
		return i18n.Text("Backup for another computer")
	}
	return backupOf(m.Made, now)
}

// BackupTime returns when a backup was made, "" if its name says so.
func BackupTime(m backups.Manifest, now time.Time) string {
	switch at := m.Made.In(now.Location()); {
	case BackupName(m, now) != backupOf(m.Made, now):
		return TimeText(m.Made, now)
	case isDay(at, now):
		return ""
	default:
		return at.Format("15:04")
	}
}

func backupOf(t, now time.Time) string {
	at := t.In(now.Location())
	switch {
	case isDay(at, now):
		return i18n.Text("Backup of today, {{.Time}}", map[string]any{"Time": at.Format("15:04")})
	case isDay(at, now.AddDate(0, 0, -1)):
		return i18n.Text("Backup of yesterday")
	}
	return i18n.Text("Backup of {{.Date}}", map[string]any{"Date": Date(t, now)})
}

func isDay(t, day time.Time) bool { return t.Format(time.DateOnly) == day.Format(time.DateOnly) }

// BackupFailed returns the sentence about a backup that could not be made or opened.
func BackupFailed(err error) string {
	switch {
	case errors.Is(err, history.ErrFull), errors.Is(err, syscall.ENOSPC):
		return i18n.Text("The disk is full, so no backup could be made. Make room, or choose another folder.")
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		return i18n.Text("Parlando isn't allowed to write to the folder for backups. Choose another folder.")
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		return i18n.Text("The folder for backups isn't there. If it is on a drive, connect the drive, or choose another folder.")
	case errors.Is(err, history.ErrDamaged):
		return LibraryDamaged() + " " + i18n.Text("No backup could be made of it.")
	case errors.Is(err, context.Canceled):
		return i18n.Text("The backup was stopped.")
	}
	return i18n.Text("The backup couldn't be made: {{.Why}}", map[string]any{"Why": err.Error()})
}

// BackupUnreadable returns the sentence about a backup that cannot be opened or checked.
func BackupUnreadable(err error) string {
	switch {
	case errors.Is(err, backups.ErrNewer):
		return i18n.Text("This backup is from a newer Parlando. Update Parlando to open it.")
	case errors.Is(err, backups.ErrDamaged), errors.Is(err, history.ErrDamaged):
		return i18n.Text("This backup is damaged. An older one may be whole.")
	case errors.Is(err, backups.ErrPassphrase):
		return i18n.Text("The passphrase is wrong.")
	case errors.Is(err, history.ErrFull), errors.Is(err, syscall.ENOSPC):
		return i18n.Text("The disk is full. Make room, then try again. Nothing was lost.")
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, fs.ErrPermission):
		return i18n.Text("This backup can't be read. If it is on a drive, connect the drive and try again.")
	}
	return i18n.Text("This didn't work: {{.Why}}", map[string]any{"Why": err.Error()})
}
