package words

import (
	"runtime"

	"parlando/app/secrets"
	"parlando/views/i18n"
)

// KeyStore returns the name of the store for passwords that this computer's system has.
func KeyStore() string {
	switch runtime.GOOS {
	case "windows":
		return i18n.Text("Windows Credential Manager")
	case "darwin":
		return i18n.Text("the Keychain")
	}
	return i18n.Text("the keyring")
}

// KeyNotStored returns the reason why the password store did not store a key.
func KeyNotStored(k secrets.Kind) string {
	store := map[string]any{"Store": KeyStore()}
	switch k {
	case secrets.Locked:
		return i18n.Text("The key couldn't be saved because {{.Store}} is locked. Unlock it and try again.", store)
	case secrets.Missing:
		return i18n.Text("The key couldn't be saved because this computer has no keyring, a safe place for passwords.")
	case secrets.TimedOut:
		return i18n.Text("The key couldn't be saved because {{.Store}} didn't respond.", store)
	case secrets.NotFound, secrets.Failed:
	}
	return i18n.Text("The key couldn't be saved in {{.Store}}.", store)
}
