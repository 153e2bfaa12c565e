package words

import (
	"parlando/app/secrets"
	"parlando/views/i18n"
)

// KeyNotStored returns the reason why the password store did not store a key.
func KeyNotStored(k secrets.Kind) string {
	switch k {
	case secrets.Locked:
		return i18n.Text("This computer's password store is locked, so the key couldn't be saved.")
	case secrets.Missing:
		return i18n.Text("No password store is running on this computer, so the key couldn't be saved.")
	case secrets.TimedOut:
		return i18n.Text("This computer's password store didn't respond, so the key couldn't be saved.")
	case secrets.NotFound, secrets.Failed:
	}
	return i18n.Text("This computer's password store rejected the key.")
}
