package words

import (
	"errors"

	"fyne.io/fyne/v2/lang"

	"parlando/app/history"
	"parlando/app/narrations"
)

// NotKept returns the sentence for something that could not be written.
func NotKept(err error) string {
	if errors.Is(err, history.ErrReadOnly) {
		return lang.L("Nothing can be changed: the library is open for reading only.")
	}
	return lang.L("This could not be kept. Is the disk full?")
}

// NotMade returns the sentence for a text of which no sound file can be made.
func NotMade(err error) string {
	switch {
	case errors.Is(err, narrations.ErrNothing):
		return lang.L("There is nothing in the text that can be spoken.")
	case errors.Is(err, narrations.ErrTooLong):
		return lang.L("A WAV file cannot be that long. Choose FLAC instead.")
	case errors.Is(err, narrations.ErrFormat):
		return lang.L("A file of this type cannot be made. Choose another one.")
	}
	return NotKept(err)
}

// Deleted returns the sentence for something that cannot be read because it was deleted, "" for any
// other error.
func Deleted(err error) string {
	if errors.Is(err, history.ErrNotFound) {
		return lang.L("This chat or message was deleted.")
	}
	return ""
}
