package settings

import (
	"context"
	"errors"

	"fyne.io/fyne/v2/container"

	"parlando/app/updates"
	"parlando/views/form"
	"parlando/views/i18n"
	"parlando/views/shell"
	"parlando/views/widgets"
)

// updatesStep shows what is new in later versions. Use it only on the window's thread.
type updatesStep struct {
	*form.Form
	sheet *Sheet
	// checking means that the homepage has not responded yet; news or err is its last response.
	checking bool
	news     updates.News
	err      error
	check    func()
}

// checkUpdates looks for a later version and shows what is new in it.
func (s *Sheet) checkUpdates() {
	u := &updatesStep{sheet: s}
	page, frame := form.NewPageWithFoot(10, u.fill)
	u.Form = page
	ctx, cancel := context.WithCancel(s.frame.Context())
	u.check = func() { u.checkFor(ctx) }
	shell.ShowStep(s.frame, i18n.Text("Updates"), frame, 640, 560).OnHide = cancel
	u.check()
}

func (u *updatesStep) checkFor(ctx context.Context) {
	u.checking = true
	u.Update()
	u.sheet.thread.Go(func() func() {
		news, err := u.sheet.owners.Updates.Check(ctx)
		return func() {
			if ctx.Err() != nil {
				return // the step is closed
			}
			if err != nil {
				u.sheet.log.Warn("The list of changes was not read", "error", err)
			}
			u.checking, u.news, u.err = false, news, err
			u.Update()
		}
	})
}

func (u *updatesStep) fill(f *form.Form) {
	buttons := func() {}
	switch {
	case u.checking:
		f.Muted(i18n.Text("Looking for a later version…"))
	case u.err != nil:
		f.Body(u.problem())
		buttons = func() {
			f.Add(container.New(&widgets.EndRow{}, f.Button(i18n.Text("Show all versions"), u.open), f.Primary(i18n.Text("Try again"), u.check)))
		}
	case len(u.news.Later) == 0:
		f.Body(i18n.Text("You have the latest version, {{.Version}}.", map[string]any{"Version": u.version()}))
	default:
		u.listChanges()
		buttons = u.addWay
	}
	f.Foot(buttons)
}

func (u *updatesStep) version() string { return u.sheet.owners.Updates.Version() }

// problem returns the sentence about a check that failed.
func (u *updatesStep) problem() string {
	if errors.Is(u.err, updates.ErrNoList) {
		return i18n.Text("The homepage of Parlando didn't send the list of changes. You can look at all versions in your browser.")
	}
	return i18n.Text("The homepage of Parlando couldn't be reached. Check your internet connection, then try again.")
}

// listChanges adds the later versions with their changes.
func (u *updatesStep) listChanges() {
	u.Body(i18n.Text("Parlando {{.Later}} is available. You have {{.Version}}.", map[string]any{"Later": u.news.Later[0].Number, "Version": u.version()}))
	for _, v := range u.news.Later {
		u.Heading(i18n.Text("New in {{.Version}}", map[string]any{"Version": v.Number}))
		u.Bullets(v.Changes)
	}
	if u.news.More {
		u.Muted(i18n.Text("Earlier changes are on the page with all versions."))
	}
}

// addWay adds the way to the later version.
func (u *updatesStep) addWay() {
	switch u.news.By {
	case updates.System:
		u.Body(i18n.Text("Your system updates Parlando together with your other programs."))
	case updates.Winget:
		u.Body(i18n.Text("Parlando was installed with winget. To update it, enter this in a terminal: {{.Command}}", map[string]any{"Command": "winget upgrade Parlando.Parlando"}))
	default:
		u.Add(container.New(&widgets.EndRow{}, u.Primary(i18n.Text("Go to the download"), u.open)))
	}
}

// open shows the page with all versions in the browser.
func (u *updatesStep) open() {
	shell.ShowInBrowser(u.sheet.frame, u.sheet.log, u.sheet.owners.Updates.Page())
}
