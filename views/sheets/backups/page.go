package backups

import (
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"parlando/app/backups"
	"parlando/app/settings"
	"parlando/views/form"
	"parlando/views/format"
	"parlando/views/i18n"
	"parlando/views/widgets"
	"parlando/views/words"
)

// inUse describes the open library.
type inUse struct {
	Chats int
	backups.Size
}

// checkState is the state of the check of a backup.
type checkState struct {
	Running bool
	Percent int
	// Said is the result, Wrong that it is a bad one.
	Said  string
	Wrong bool
}

// contents is the content of the page.
type contents struct {
	Now   time.Time
	InUse inUse
	// Backups are the newest first. BackupsRead is false until they have been read.
	Backups     []backups.Backup
	BackupsRead bool
	Libraries   []Library
	// These parts could not be read, or not completely.
	InUseUnread, BackupsUnread, LibrariesUnread bool
	// Checks maps the paths of backups to their checks.
	Checks   map[string]checkState
	Settings settings.Backups
	Status   backups.Status
	// Folder is the folder of the backups, Computer the name of this computer.
	Folder, DefaultFolder, Computer string
}

// pageCalls holds the callbacks of the page.
type pageCalls struct {
	// OnChange is called with each change of a setting.
	OnChange func(change func(*settings.Settings))
	// OnMake makes a backup. OnChooseFolder asks for their folder, OnDefaultFolder chooses the
	// default.
	OnMake, OnChooseFolder, OnDefaultFolder func()
	// OnOpen opens a backup, OnOpenLibrary another library.
	OnOpen        func(backups.Backup)
	OnOpenLibrary func(Library)
	// OnMoveOut saves everything for another computer, OnMoveIn brings chats from another one.
	OnMoveOut, OnMoveIn func()
	// OnExport saves everything for other programs.
	OnExport func()
	// OnEncrypt encrypts later backups or not, OnPassphrase asks for another passphrase for them.
	OnEncrypt    func(on bool)
	OnPassphrase func()
	// OnTryAgain reads the lists again.
	OnTryAgain func()
	// OnMore shows the menu of a backup. OnStopCheck stops its check.
	OnMore      func(anchor *widgets.IconButton, b backups.Backup)
	OnStopCheck func()
}

// page lists what is on this computer. Use it only on Fyne's thread.
type page struct {
	widget.BaseWidget
	*form.Form
	pageCalls

	state contents
	all   bool              // all backups are shown
	frame fyne.CanvasObject // contains the form
}

// firstBackups is the number of backups shown at first.
const firstBackups = 5

func newPage(calls pageCalls) *page {
	p := &page{pageCalls: calls, state: contents{Checks: map[string]checkState{}}}
	p.Form, p.frame = form.NewPage(0, p.fill)
	p.ExtendBaseWidget(p)
	return p
}

// set changes the content. The visible part keeps its position, but the top stays in sight: new
// backups are listed there.
func (p *page) set(change func(*contents)) {
	show := func() {
		change(&p.state)
		p.Update()
	}
	if p.Scroll.Offset.Y == 0 {
		show()
		return
	}
	p.KeepView(show)
}

// InnerContent implements widgets.ContentHolder.
func (p *page) InnerContent() fyne.CanvasObject { return p.frame }

// CreateRenderer implements fyne.Widget.
func (p *page) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(p.frame) }

func (p *page) fill(*form.Form) {
	s := p.state
	if s.Settings.Off {
		p.Muted(i18n.Text("Backups are made only when you make them. They are checked, and kept for a year."))
	} else {
		p.Muted(i18n.Text("Backups are made automatically, checked, and kept for a year."))
	}
	if s.Status.Failed != nil {
		p.Add(widgets.Gap(8))
		p.Wrong(words.BackupFailed(s.Status.Failed))
	}
	p.addInUse()
	p.addBackups()
	for _, l := range s.Libraries {
		p.Scope("library "+l.Folder, func() { p.addLibrary(l) })
	}
	if s.BackupsUnread || s.LibrariesUnread || s.InUseUnread {
		p.Add(widgets.Gap(12))
		p.Caution(i18n.Text("Not everything could be listed. It's still there. If it is on a drive, connect the drive."))
		p.Add(widgets.Gap(8))
		p.AddRow(p.Button(i18n.Text("Try again"), p.OnTryAgain))
	}
	p.Add(widgets.Gap(16))
	now := p.Button(i18n.Text("Back up now"), p.OnMake).SetIcon("archive")
	if s.Status.Making {
		now.SetText(i18n.Text("Backing up…"))
		now.SetDisabled(i18n.Text("A backup is being made."))
	}
	p.AddRow(now, p.Button(i18n.Text("Move to another computer…"), p.OnMoveOut).SetIcon("laptop"), p.Button(i18n.Text("Export everything…"), p.OnExport).SetIcon("download"))
	p.Add(widgets.Gap(8))
	p.addChoices()
}

func (p *page) addBackups() {
	s := p.state
	switch {
	case !s.BackupsRead:
		p.Add(widgets.Gap(12))
		p.Muted(i18n.Text("Looking for backups…"))
	case len(s.Backups) == 0 && !s.BackupsUnread:
		p.Add(widgets.Gap(12))
		p.Body(i18n.Text("There are no backups in this folder yet."))
	}
	shown := s.Backups
	if !p.all && len(shown) > firstBackups+1 {
		shown = shown[:firstBackups]
	}
	for i, b := range shown {
		p.Scope(b.Path, func() { p.addBackup(b, isAlone(s.Backups, i, s.Now)) })
	}
	if more := len(s.Backups) - len(shown); more > 0 {
		p.Add(widgets.Gap(12))
		p.AddRow(p.Button(i18n.Plural("Show {{.N}} older backups", more), func() {
			p.all = true
			p.Update()
		}))
	}
}

// isAlone reports whether no other backup has the name of the one at an index.
func isAlone(all []backups.Backup, at int, now time.Time) bool {
	name := words.BackupName(all[at].Manifest, now)
	return !slices.ContainsFunc(all, func(b backups.Backup) bool {
		return b.Path != all[at].Path && words.BackupName(b.Manifest, now) == name
	})
}

// limits are the offered limits in gigabytes.
var limits = []int{5, 10, 20, 50, 100, 500}

// addChoices adds the folder and the other settings.
func (p *page) addChoices() {
	s := p.state
	where := s.Folder
	if s.Folder == s.DefaultFolder {
		where = i18n.Text("this computer. A second drive or a synced folder is safer.")
	}
	buttons := []fyne.CanvasObject{p.Button(i18n.Text("Choose a folder…"), p.OnChooseFolder)}
	if s.Folder != s.DefaultFolder {
		buttons = append(buttons, p.Button(i18n.Text("Use the usual folder"), p.OnDefaultFolder))
	}
	p.Row(i18n.Text("Backups go to"), where, beside(buttons...))
	p.OnOff(i18n.Text("Back up automatically"), i18n.Text("Once a day if something has changed, and before each update"), !s.Settings.Off, func(on bool) {
		p.choose(func(b *settings.Backups) { b.Off = !on })
	})
	p.OnOff(words.Sounds(s.InUse.Sounds), "", !s.Settings.WithoutSounds, func(on bool) {
		p.choose(func(b *settings.Backups) { b.WithoutSounds = !on })
	})
	p.Row(i18n.Text("Room for backups"), i18n.Text("Old backups are removed if all of them need more."), p.Dropdown(i18n.Text("Room for backups"), gigabytes(s.Settings.LimitGB), func(anchor *widgets.Dropdown) {
		var items []widgets.MenuItem
		for _, gb := range offered(s.Settings.LimitGB) {
			items = append(items, widgets.MenuItem{Text: gigabytes(gb), Chosen: gb == s.Settings.LimitGB, Do: func() {
				p.choose(func(b *settings.Backups) { b.LimitGB = gb })
			}})
		}
		widgets.ShowMenu(anchor, items)
	}))
	p.OnOff(i18n.Text("Encrypt backups"), i18n.Text("Later backups can be read only with a passphrase."), s.Settings.Recipient != "", p.OnEncrypt)
	if s.Settings.Recipient != "" {
		p.Row(i18n.Text("Passphrase of later backups"), "", p.Button(i18n.Text("Change passphrase…"), p.OnPassphrase))
	}
	p.Row(i18n.Text("Chats from another computer"), i18n.Text("They open in place of yours, which stay and can be opened again."), p.Button(i18n.Text("Bring them here…"), p.OnMoveIn))
}

// choose changes the settings of the backups.
func (p *page) choose(change func(*settings.Backups)) {
	p.OnChange(func(s *settings.Settings) { change(&s.Backups) })
}

// offered returns the limits to choose from, with the one in use.
func offered(now int) []int {
	all := slices.Clone(limits)
	if !slices.Contains(all, now) {
		all = append(all, now)
		slices.Sort(all)
	}
	return all
}

func gigabytes(n int) string { return i18n.Text("{{.N}} GB", map[string]any{"N": format.Number(n)}) }
