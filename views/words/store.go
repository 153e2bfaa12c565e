package words

import (
	"fyne.io/fyne/v2/lang"

	"parlando/app/secrets"
)

// KeyNotKept says why the password store did not keep a key.
func KeyNotKept(k secrets.Kind) string {
	switch k {
	case secrets.Locked:
		return lang.L("This computer's password store is locked, so the key was not kept there.")
	case secrets.Missing:
		return lang.L("This computer has no password store that is running, so the key was not kept.")
	case secrets.Slow:
		return lang.L("This computer's password store did not answer, so the key was not kept there.")
	case secrets.NotFound, secrets.Failed:
	}
	return lang.L("This computer's password store did not take the key.")
}
