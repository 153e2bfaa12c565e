package words

import (
	"parlando/app/history"
	"parlando/views/i18n"
)

// ReadOnlyNotice returns the sentence about a read-only library.
func ReadOnlyNotice(reason history.ReadOnlyReason) string {
	if reason == history.ReadOnlyNewer {
		return i18n.Text("Your chats were last used by a newer version of Parlando. You can read and copy them. To change them, update Parlando.")
	}
	return i18n.Text("Parlando can't write to this disk, so your chats can be read and copied, but not changed.")
}

// LibraryDamaged returns the sentence about a library that can only be read in part.
func LibraryDamaged() string { return i18n.Text("Part of the file with your chats is damaged.") }

// RecoverLibrary returns the label of the button that shows how to recover a damaged library.
func RecoverLibrary() string { return i18n.Text("Recover what can be read…") }

// LibraryGone returns the sentence about a library whose folder is no longer available.
func LibraryGone() string {
	return i18n.Text("The folder with your chats was removed, renamed or replaced, so nothing can be saved or sent. If you bring it back, you can continue.")
}
