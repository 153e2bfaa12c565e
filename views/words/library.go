package words

import (
	"errors"
	"io/fs"
	"syscall"
	"time"

	"parlando/app/history"
	"parlando/app/recovery"
	"parlando/views/format"
	"parlando/views/i18n"
)

// LibraryProblem returns a sentence that explains why a library cannot be opened.
func LibraryProblem(f recovery.Diagnosis) string {
	if f.Opens {
		return i18n.Text("Part of the file with your chats is damaged. You can go back and use what can still be read.")
	}
	switch f.Kind {
	case recovery.Missing:
		return i18n.Text("The file with your chats isn't where it was.")
	case recovery.Empty:
		return i18n.Text("The file with your chats is empty. This can happen when the power fails.")
	case recovery.NotAFile:
		return i18n.Text("There is a folder where the file with your chats should be.")
	case recovery.FolderMissing:
		return i18n.Text("The folder with your chats isn't there. If it is on a drive, connect the drive and try again.")
	case recovery.Unreadable:
		return i18n.Text("The file can't be read. The disk may have failed, or Parlando isn't allowed to open the file.")
	case recovery.Damaged:
	}
	if f.UnreadablePages == 0 || f.Pages == 0 {
		return i18n.Text("The file is damaged.")
	}
	switch percent := f.UnreadablePages * 100 / f.Pages; {
	case percent >= 100:
		return i18n.Text("The file is damaged: nothing of it can be read.")
	case percent < 1:
		return i18n.Text("The file is damaged: less than {{.Percent}} of it can't be read.", map[string]any{"Percent": format.Percent(1)})
	case percent <= 10:
		return i18n.Text("The file is damaged: about {{.Percent}} of it can't be read. Most of it is whole.", map[string]any{"Percent": format.Percent(percent)})
	default:
		return i18n.Text("The file is damaged: about {{.Percent}} of it can't be read.", map[string]any{"Percent": format.Percent(percent)})
	}
}

// LibraryFile returns the size and the modification time of a library's file, "" if there is none.
func LibraryFile(f recovery.Diagnosis, now time.Time) string {
	if f.Changed.IsZero() {
		return ""
	}
	return i18n.Text("{{.Size}}, last changed: {{.Time}}", map[string]any{"Size": format.Size(f.Size), "Time": TimeText(f.Changed, now)})
}

// Recovered returns sentences with the numbers of items that a recovery has saved.
func Recovered(r recovery.Report) string {
	var what []string
	for _, one := range []struct {
		count int
		said  string
	}{
		{r.Chats, i18n.Plural("{{.N}} chats", r.Chats)},
		{r.Messages, MessageCount(r.Messages)},
		{r.Transcripts, i18n.Plural("{{.N}} transcripts", r.Transcripts)},
		{r.Recordings, i18n.Plural("{{.N}} recordings", r.Recordings)},
	} {
		if one.count > 0 {
			what = append(what, one.said)
		}
	}
	var said string
	switch {
	case len(what) == 0: // only pictures were recovered
		said = i18n.Text("No chats could be read.")
	case r.Chats+r.Messages == 0:
		said = i18n.Text("No chats could be read, but {{.What}} came over.", map[string]any{"What": fileList(what)})
	case len(what) == 4:
		said = i18n.Text("{{.Chats}}, {{.Messages}}, {{.Transcripts}} and {{.Recordings}} came over.",
			map[string]any{"Chats": what[0], "Messages": what[1], "Transcripts": what[2], "Recordings": what[3]})
	default:
		said = i18n.Text("{{.What}} came over.", map[string]any{"What": fileList(what)})
	}
	if r.Wordless > 0 {
		said = format.Sentences(said, i18n.Plural("{{.N}} of these messages have lost their text.", r.Wordless))
	}
	return said
}

// RecoveryGap returns the name of a chat or transcript that was recovered only in part, with what
// is known to be lost.
func RecoveryGap(g recovery.Gap) string {
	title := g.Title
	switch {
	case g.Transcript:
		return i18n.Text("Transcript: {{.Title}}", map[string]any{"Title": g.Title})
	case g.ID == "":
		return i18n.Text("An unsent message")
	case g.Title == "":
		title = i18n.Text("Untitled chat")
	}
	if g.Wordless > 0 {
		return i18n.Plural("{{.Title}} (text of {{.N}} messages lost)", g.Wordless, map[string]any{"Title": title})
	}
	return title
}

// OtherLibraryFailed returns a sentence about an error while switching to another library.
func OtherLibraryFailed(err error) string {
	switch {
	case errors.Is(err, recovery.ErrNoLibrary):
		return i18n.Text("There are no Parlando chats in this folder. Choose the folder with the file library.db.")
	case errors.Is(err, recovery.ErrNothingRecovered):
		return i18n.Text("Nothing could be read. What is there is unchanged.")
	case errors.Is(err, history.ErrFull), errors.Is(err, syscall.ENOSPC):
		return i18n.Text("The disk is full. Make room, then try again. Nothing was lost.")
	case errors.Is(err, fs.ErrPermission):
		return i18n.Text("Parlando isn't allowed to read the file, or to make a folder beside it.")
	}
	return i18n.Text("This didn't work: {{.Why}}", map[string]any{"Why": err.Error()})
}
