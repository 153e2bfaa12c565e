package backups

import (
	"context"
	"errors"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"parlando/app/settings"
	"parlando/views/form"
	"parlando/views/i18n"
	"parlando/views/shell"
	"parlando/views/widgets"
	"parlando/views/words"
)

// setEncrypted asks for a passphrase for later backups, or stores later backups as they are.
func (s *Sheet) setEncrypted(on bool) {
	if on {
		s.choosePassphrase()
		return
	}
	s.owners.Settings.Change(func(c *settings.Settings) { c.Backups.Recipient = "" })
	s.update()
	s.frame.Toasts().Say(i18n.Text("Later backups aren't encrypted. Earlier ones can still be read with their passphrase."), "", nil)
}

// choosePassphrase asks for a new passphrase, twice, and encrypts later backups with it.
func (s *Sheet) choosePassphrase() {
	title, more, action, done := i18n.Text("Encrypt backups"), "", i18n.Text("Encrypt"), i18n.Text("Later backups are encrypted. Keep the passphrase in a safe place.")
	if s.owners.Settings.Get().Backups.Recipient != "" {
		title, action = i18n.Text("Change passphrase"), i18n.Text("Change")
		more = i18n.Text("Earlier backups keep the passphrase they were made with.")
		done = i18n.Text("Later backups have the new passphrase. Keep it in a safe place.")
	}
	var card *widgets.Overlay
	var f *form.Form
	first, second, wrong := "", "", ""
	cancel := func() { card.Hide() }
	submit := func() {
		switch {
		case first == "":
			wrong = i18n.Text("Enter a passphrase.")
		case first != second:
			wrong = i18n.Text("The two passphrases differ.")
		default:
			s.encrypt(first, func() {
				card.Hide()
				s.frame.Toasts().Say(done, "", nil)
			}, func(err error) {
				wrong = words.BackupFailed(err)
				f.Update()
			})
			return
		}
		f.Update()
	}
	field := func(name string, value *string) fyne.CanvasObject {
		return f.Field(form.Field{Name: name, Placeholder: name, Value: *value, Secret: true, Wrong: &wrong, OnChange: func(text string) { *value = text }, OnSubmit: submit, OnEscape: cancel})
	}
	f = form.New(10, func(f *form.Form) {
		f.Heading(title)
		f.Body(i18n.Text("Without this passphrase, no one can read these backups, not even you: Parlando keeps no copy."))
		if more != "" {
			f.Body(more)
		}
		f.Add(field(i18n.Text("Passphrase"), &first), field(i18n.Text("Passphrase again"), &second))
		if wrong != "" {
			f.Wrong(wrong)
		}
		f.Add(container.New(&widgets.EndRow{}, f.Button(i18n.Text("Cancel"), cancel), f.Primary(action, submit)))
	})
	card = f.ShowOver(s.frame.Canvas(), 440)
	card.OnHide = s.update // the switch is off again after Cancel
}

// encrypt makes a key for the passphrase, which takes about a second.
func (s *Sheet) encrypt(passphrase string, done func(), failed func(error)) {
	shell.RunWithProgress(s.frame.Context(), s.frame.Canvas(), s.thread, i18n.Text("Making the key…"), func(ctx context.Context, _ func(float64)) error {
		return s.owners.Backups.Encrypt(ctx, passphrase)
	}, func(err error) {
		switch {
		case errors.Is(err, context.Canceled):
		case err != nil:
			s.log.Error("Backups could not be encrypted", "error", err)
			failed(err)
		default:
			done()
		}
	})
}
