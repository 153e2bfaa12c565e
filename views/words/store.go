package words

import (
	"parlando/app/secrets"
	"parlando/views/i18n"
)

// KeyNotStored returns why the password store did not store a key.
func KeyNotStored(k secrets.Kind) string {
	switch k {
	case secrets.Locked:
		return i18n.Text("This computer's password store is locked, so the key was not kept there.")
	case secrets.Missing:
		return i18n.Text("This computer has no password store that is running, so the key was not kept.")
	case secrets.TimedOut:
		return i18n.Text("This computer's password store did not answer, so the key was not kept there.")
	case secrets.NotFound, secrets.Failed:
	}
	return i18n.Text("This computer's password store did not take the key.")
}
