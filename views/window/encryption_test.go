package window

import (
	"testing"

	"parlando/app/backups"
)

func TestBackupsAreEncryptedAndNoLonger(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.opensBackups()
		p.clicks("Encrypt backups")
		p.sees("not even you: Parlando keeps no copy.")
		p.clicks("Encrypt")
		p.sees("Enter a passphrase.")
		p.clicks("Passphrase")
		p.types("correct horse")
		p.clicks("Encrypt")
		p.sees("The two passphrases differ.")
		p.clicks("Passphrase again")
		p.types("correct horse")
		p.clicks("Encrypt")
		p.sees("Later backups are encrypted.")
		first := p.Settings.Get().Backups.Recipient
		if b := p.backs(backups.ByHand); !b.Encrypted() {
			t.Error("the backup is not encrypted")
		} else if _, err := b.Unlock("correct horse"); err != nil {
			t.Error(err)
		}
		p.sees("checked, encrypted")

		p.clicks("Change passphrase…")
		p.clicks("Cancel")
		if now := p.Settings.Get().Backups.Recipient; now != first {
			t.Errorf("after Cancel the key is %q", now)
		}
		p.clicks("Encrypt backups")
		p.sees("Later backups aren't encrypted.")
		if b := p.backs(backups.ByHand); b.Encrypted() {
			t.Error("the backup is encrypted")
		}
	})
}
