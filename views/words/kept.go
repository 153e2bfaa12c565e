package words

import (
	"errors"

	"parlando/app/history"
	"parlando/app/speechexports"
	"parlando/app/spreadsheet"
	"parlando/views/format"
	"parlando/views/i18n"
)

// WriteFailed returns the sentence for a failed write.
func WriteFailed(err error) string {
	if errors.Is(err, history.ErrReadOnly) {
		return i18n.Text("Your chats can't be changed at the moment.")
	}
	if errors.Is(err, history.ErrGone) {
		return LibraryGone()
	}
	if errors.Is(err, history.ErrDamaged) {
		return format.Sentences(LibraryDamaged(), i18n.Text("This couldn't be saved."))
	}
	if errors.Is(err, spreadsheet.ErrUnavailable) {
		return NoSpreadsheets()
	}
	if errors.Is(err, spreadsheet.ErrTooLarge) {
		return i18n.Text("This is too large for a spreadsheet (.xlsx). Save it as a table (.csv).")
	}
	return i18n.Text("This couldn't be saved. Your disk may be full.")
}

// ExportFailed returns the sentence for a failed export of a text to a sound file.
func ExportFailed(err error) string {
	switch {
	case errors.Is(err, speechexports.ErrNothing):
		return i18n.Text("The text contains nothing that can be read aloud.")
	case errors.Is(err, speechexports.ErrTooLong):
		return i18n.Text("A WAV file can't be this long. Choose FLAC instead.")
	case errors.Is(err, speechexports.ErrFormat):
		return i18n.Text("This file type isn't available. Choose another one.")
	}
	return WriteFailed(err)
}

// DeletedItem returns a sentence if err means that an item was deleted and so cannot be read, ""
// for any other error.
func DeletedItem(err error) string {
	if errors.Is(err, history.ErrNotFound) {
		return i18n.Text("This chat or message was deleted.")
	}
	return ""
}
