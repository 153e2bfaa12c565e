package words

import (
	"parlando/app/history"
	"parlando/views/i18n"
)

// ReadOnlyNotice returns the sentence about a read-only library.
func ReadOnlyNotice(reason history.ReadOnlyReason) string {
	if reason == history.ReadOnlyNewer {
		return i18n.Text("Opened for reading only: the library was written by a newer Parlando. Everything can be read and copied; update Parlando to go on.")
	}
	return i18n.Text("Opened for reading only: the disk cannot be written. Everything can be read and copied, and nothing is changed.")
}
