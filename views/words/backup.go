package words

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"syscall"
	"time"

	"parlando/app/backups"
	"parlando/app/history"
	"parlando/views/format"
	"parlando/views/i18n"
)

// Date formats a day, with the year unless it is the current one.
func Date(t, now time.Time) string {
	at := t.In(now.Location())
	if at.Year() == now.Year() {
		return format.DayOfYear(at)
	}
	return format.Date(at)
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
	case m.Reason == backups.Import:
		return i18n.Text("Backup before chats were imported")
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
		return format.Clock(at)
	}
}

// BackupLine returns when a backup was made and the number of its chats.
func BackupLine(m backups.Manifest, now time.Time) string {
	name, at := backupOf(m.Made, now), m.Made.In(now.Location())
	if !isDay(at, now) {
		name = format.At(name, format.Clock(at))
	}
	return i18n.Text("{{.Backup}}: {{.Chats}}.", map[string]any{"Backup": name, "Chats": i18n.Plural("{{.N}} chats", m.Chats)})
}

func backupOf(t, now time.Time) string {
	at := t.In(now.Location())
	switch {
	case isDay(at, now):
		return i18n.Text("Backup of today, {{.Time}}", map[string]any{"Time": format.Clock(at)})
	case isDay(at, now.AddDate(0, 0, -1)):
		return i18n.Text("Backup of yesterday")
	}
	return i18n.Text("Backup of {{.Date}}", map[string]any{"Date": Date(t, now)})
}

func isDay(t, day time.Time) bool {
	return t.Year() == day.Year() && t.YearDay() == day.YearDay()
}

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
		return format.Sentences(LibraryDamaged(), i18n.Text("No backup could be made of it."))
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

// BackupUnchangeable returns the sentence about an action that would change a backup.
func BackupUnchangeable() string {
	return i18n.Text("A backup can be read and copied, but not changed. Put the chat back first.")
}

// ChooseChat returns the sentence of an empty page of a backup.
func ChooseChat() string { return i18n.Text("Choose a chat to read it.") }

// BackupLookedAt returns the sentence above a backup of that time that is open. missing is the
// number of its files that could not be unpacked.
func BackupLookedAt(made, now time.Time, missing int) string {
	return lookedAt(i18n.Text("Backup of {{.Time}}. You can read and copy, but not change it.", map[string]any{"Time": format.Moment(made.In(now.Location()))}), missing)
}

// LibraryLookedAt is BackupLookedAt for an earlier or damaged library that was changed last at that
// time.
func LibraryLookedAt(changed, now time.Time, damaged bool, missing int) string {
	data := map[string]any{"Time": format.Moment(changed.In(now.Location()))}
	if damaged {
		return lookedAt(i18n.Text("What can be read of the damaged library of {{.Time}}. You can read and copy, but not change it.", data), missing)
	}
	return lookedAt(i18n.Text("Earlier library of {{.Time}}. You can read and copy, but not change it.", data), missing)
}

func lookedAt(sentence string, missing int) string {
	if missing == 0 {
		return sentence
	}
	return format.Sentences(sentence, i18n.Plural("{{.N}} pictures or other files of it are missing or damaged.", missing))
}

// maxPresent is the number of titles named of chats that were there already.
const maxPresent = 3

// PutBack returns the sentence about what was put back. title is that of the only chat that was
// added, else "". others are the other items, such as "3 recordings".
func PutBack(title string, r history.RestoreResult, others []string) string {
	var said []string
	switch {
	case title != "":
		said = append(said, i18n.Text("“{{.Title}}” is back.", map[string]any{"Title": ShortName(title, MaxNameInSentence)}))
	case len(r.Added) > 0:
		said = append(said, i18n.Plural("{{.N}} chats are back.", len(r.Added)))
	case len(r.Present)+len(others) == 0:
		return i18n.Text("There was nothing to put back.")
	}
	if len(r.Present) > 0 {
		said = append(said, i18n.Plural("{{.N}} chats were here already: {{.Titles}}.", len(r.Present), map[string]any{"Titles": presentTitles(r.Present)}))
	}
	if len(others) > 0 {
		said = append(said, i18n.Text("Also back: {{.What}}.", map[string]any{"What": fileList(others)}))
	}
	return format.Sentences(said...)
}

// SoundItems returns the numbers of items that are not 0, such as "3 recordings".
func SoundItems(transcripts, recordings, soundFiles int) (what []string) {
	for _, one := range []struct {
		count int
		said  string
	}{
		{transcripts, i18n.Plural("{{.N}} transcripts", transcripts)},
		{recordings, i18n.Plural("{{.N}} recordings", recordings)},
		{soundFiles, i18n.Plural("{{.N}} audio files", soundFiles)},
	} {
		if one.count > 0 {
			what = append(what, one.said)
		}
	}
	return what
}

func presentTitles(titles []string) string {
	var quoted []string
	for _, t := range titles[:min(len(titles), maxPresent)] {
		quoted = append(quoted, i18n.Text("“{{.Title}}”", map[string]any{"Title": ShortName(cmp.Or(t, i18n.Text("Untitled chat")), MaxNameInSentence)}))
	}
	if len(titles) > maxPresent {
		quoted = append(quoted, "…")
	}
	return format.List(quoted)
}

// PutBackFailed returns the sentence about chats that could not be put back.
func PutBackFailed(err error) string {
	switch {
	case errors.Is(err, history.ErrFull), errors.Is(err, syscall.ENOSPC):
		return i18n.Text("The disk is full, so not everything could be put back. Make room, then try again. Nothing was lost.")
	case errors.Is(err, history.ErrReadOnly):
		return i18n.Text("Your chats can't be changed at the moment.")
	}
	return i18n.Text("Not everything could be put back. Nothing was lost: {{.Why}}", map[string]any{"Why": err.Error()})
}

// EarlierLibrary returns the name of a library that was changed last at that time.
func EarlierLibrary(changed, now time.Time) string {
	return i18n.Text("Earlier library of {{.Date}}", map[string]any{"Date": Date(changed, now)})
}

// ChatsElsewhere returns the sentence of an empty list of chats about a backup or a library that
// has some.
func ChatsElsewhere(name string, chats int) string {
	return i18n.Plural("Your list of chats is empty, but there are {{.N}} chats in “{{.Name}}”.", chats, map[string]any{"Name": name})
}
