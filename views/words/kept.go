package words

import (
	"errors"

	"parlando/app/history"
	"parlando/app/speechexports"
	"parlando/views/i18n"
)

// WriteFailed returns the sentence for a failed write.
func WriteFailed(err error) string {
	if errors.Is(err, history.ErrReadOnly) {
		return i18n.Text("Nothing can be changed: the library is open for reading only.")
	}
	return i18n.Text("This could not be kept. Is the disk full?")
}

// ExportFailed returns the sentence for a text that cannot be exported to a sound file.
func ExportFailed(err error) string {
	switch {
	case errors.Is(err, speechexports.ErrNothing):
		return i18n.Text("There is nothing in the text that can be spoken.")
	case errors.Is(err, speechexports.ErrTooLong):
		return i18n.Text("A WAV file cannot be that long. Choose FLAC instead.")
	case errors.Is(err, speechexports.ErrFormat):
		return i18n.Text("A file of this type cannot be made. Choose another one.")
	}
	return WriteFailed(err)
}

// DeletedItem returns the sentence for an item that cannot be read because it was deleted, "" for
// any other error.
func DeletedItem(err error) string {
	if errors.Is(err, history.ErrNotFound) {
		return i18n.Text("This chat or message was deleted.")
	}
	return ""
}
