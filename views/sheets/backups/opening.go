package backups

import (
	"context"
	"errors"

	"fyne.io/fyne/v2/container"

	"parlando/app/backups"
	"parlando/views/form"
	"parlando/views/i18n"
	"parlando/views/widgets"
	"parlando/views/words"
)

// openBackup opens a backup to look at it, after asking for its passphrase if it has one.
func (s *Sheet) openBackup(b backups.Backup) {
	if b.Encrypted() {
		s.askPassphrase(b)
		return
	}
	s.unpack(i18n.Text("Opening the backup…"), len(b.Files), func(ctx context.Context, progress func(files int)) (func(), error) {
		return s.links.OpenBackup(ctx, b, "", progress)
	}, s.sayNotOpened)
}

// openLibrary opens another library to look at it.
func (s *Sheet) openLibrary(l Library) {
	s.unpack(i18n.Text("Reading what is there…"), 0, func(ctx context.Context, _ func(int)) (func(), error) {
		return s.links.OpenLibrary(ctx, l)
	}, s.sayNotOpened)
}

func (s *Sheet) sayNotOpened(err error) {
	s.frame.Toasts().Say(words.BackupUnreadable(err), "", nil)
}

// unpack runs read under a card with the progress and Stop, then shows what was read or calls
// failed. files is the number of files to read, 0 if it is unknown.
func (s *Sheet) unpack(title string, files int, read func(ctx context.Context, progress func(files int)) (show func(), err error), failed func(error)) {
	ctx, cancel := context.WithCancel(s.frame.Context())
	stop := widgets.NewButton(i18n.Text("Stop"), widgets.Secondary, cancel)
	bar := widgets.NewProgress()
	widgets.SetVisible(bar, files > 0)
	o := widgets.ShowOverlay(s.frame.Canvas(), container.New(&widgets.Column{Gap: 12}, widgets.NewHeading(title).NoMargin(), bar, container.New(&widgets.EndRow{}, stop)), true, widgets.Centered(440))
	o.SetSticky(true)
	o.OnEscape = func() bool {
		cancel()
		return true
	}
	s.frame.Canvas().Focus(stop)
	shown := 0
	s.thread.Go(func() func() {
		show, err := read(ctx, func(done int) {
			if percent := done * 100 / max(files, 1); percent > shown {
				shown = percent
				s.thread.Do(func() { bar.Set(float64(percent) / 100) })
			}
		})
		return func() {
			stopped := ctx.Err() != nil
			cancel()
			o.Hide()
			switch {
			case stopped:
			case err != nil:
				s.log.Error("A backup could not be opened", "error", err)
				failed(err)
			default:
				show()
			}
		}
	})
}

// askPassphrase asks for the passphrase of a backup, until it is right or the user cancels.
func (s *Sheet) askPassphrase(b backups.Backup) {
	var o *widgets.Overlay
	var wrong string
	var field *widgets.Field
	var f *form.Form
	open := func() {
		passphrase := field.Text
		s.unpack(i18n.Text("Opening the backup…"), len(b.Files), func(ctx context.Context, progress func(files int)) (func(), error) {
			return s.links.OpenBackup(ctx, b, passphrase, progress)
		}, func(err error) {
			if wrong = words.BackupUnreadable(err); !errors.Is(err, backups.ErrPassphrase) {
				o.Hide()
				s.sayNotOpened(err)
				return
			}
			f.Update()
			s.frame.Canvas().Focus(field)
		})
	}
	leave := func() { o.Hide() }
	f = form.New(10, func(f *form.Form) {
		f.Heading(i18n.Text("This backup is encrypted"))
		field = f.Field(form.Field{Name: i18n.Text("Passphrase"), Placeholder: i18n.Text("Passphrase"), Value: textOf(field), Secret: true, Wrong: &wrong, OnSubmit: open, OnEscape: leave})
		f.Add(field)
		if wrong != "" {
			f.Wrong(wrong)
		}
		f.AddRow(f.Button(i18n.Text("Cancel"), leave), f.Primary(i18n.Text("Open"), open))
	})
	o = f.ShowOver(s.frame.Canvas(), 400)
}

// textOf returns the text of a field, "" before there is one.
func textOf(f *widgets.Field) string {
	if f == nil {
		return ""
	}
	return f.Text
}
