package window

import (
	"errors"
	"testing"

	"fyne.io/fyne/v2"

	"parlando/app/backups"
	"parlando/views/seen"
	"parlando/views/widgets"
)

// fieldText returns the text in the field of a name, "" if there is no such field.
func (p *user) fieldText(name string) (text string) {
	seen.Walk(p.canvas, true, func(o fyne.CanvasObject, _ fyne.Position) {
		if f, ok := o.(*widgets.Field); ok && f.AccessibilityLabel() == name {
			text = f.Text
		}
	})
	return text
}

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
		p.types("correct hat")
		p.clicks("Encrypt")
		p.sees("The two passphrases differ.")
		for name, typed := range map[string]string{"Passphrase": "correct horse", "Passphrase again": "correct hat"} {
			if now := p.fieldText(name); now != typed {
				t.Errorf("%s is now %q", name, now)
			}
		}
		p.clicks("Passphrase again")
		p.presses(fyne.KeyEnd)
		for range len("at") {
			p.presses(fyne.KeyBackspace)
		}
		p.types("orse")
		p.clicks("Encrypt")
		p.sees("Later backups are encrypted.")
		first := p.Settings.Get().Backups.Recipient
		earlier := p.backs(backups.ByHand)
		if !earlier.Encrypted() {
			t.Error("the backup is not encrypted")
		} else if _, err := earlier.Unlock("correct horse"); err != nil {
			t.Error(err)
		}
		p.sees("checked, encrypted")

		p.clicks("Change passphrase…")
		p.sees("Earlier backups keep the passphrase they were made with.")
		p.clicks("Cancel")
		if now := p.Settings.Get().Backups.Recipient; now != first {
			t.Errorf("after Cancel the key is %q", now)
		}
		p.clicks("Change passphrase…")
		p.types("battery staple")
		p.clicks("Passphrase again")
		p.types("battery staple")
		p.presses(fyne.KeyReturn)
		p.sees("Later backups have the new passphrase.")
		if b := p.backs(backups.ByHand); !b.Encrypted() {
			t.Error("the backup is not encrypted")
		} else if _, err := b.Unlock("battery staple"); err != nil {
			t.Error(err)
		} else if _, err := b.Unlock("correct horse"); !errors.Is(err, backups.ErrPassphrase) {
			t.Errorf("the earlier passphrase opens a later backup: %v", err)
		}
		if _, err := earlier.Unlock("correct horse"); err != nil {
			t.Error(err)
		}
		p.clicks("Encrypt backups")
		p.sees("Later backups aren't encrypted.")
		if b := p.backs(backups.ByHand); b.Encrypted() {
			t.Error("the backup is encrypted")
		}
	})
}
