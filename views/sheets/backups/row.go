package backups

import (
	"cmp"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"

	"parlando/app/backups"
	"parlando/views/format"
	"parlando/views/i18n"
	"parlando/views/widgets"
	"parlando/views/words"
)

// besideGap is the space between the status and the buttons of a row.
const besideGap = 12

// beside places objects beside each other, in the middle of the row.
func beside(objects ...fyne.CanvasObject) fyne.CanvasObject {
	for i, o := range objects {
		objects[i] = container.New(layout.NewCenterLayout(), o)
	}
	return container.New(layout.NewCustomPaddedHBoxLayout(besideGap), objects...)
}

func status(said string) fyne.CanvasObject { return widgets.NewMuted(said).NoWrap().NoMargin() }

// addInUse adds the row of the open library.
func (p *page) addInUse() {
	l, about, size := p.state.InUse, "", ""
	if !l.Changed.IsZero() {
		about = i18n.Text("{{.Chats}}, last changed: {{.Time}}", map[string]any{"Chats": i18n.Plural("{{.N}} chats", l.Chats), "Time": changed(l.Changed, p.state.Now)})
		size = format.Size(l.Bytes)
	}
	p.IconRow("book-open", i18n.Text("Your chats"), about, beside(status(size), widgets.NewBody(i18n.Text("In use")).NoWrap().NoMargin()))
}

// changed returns when a library was changed last.
func changed(t, now time.Time) string {
	if now.Sub(t) < time.Minute {
		return i18n.TextIn("moment", "now")
	}
	return words.TimeText(t, now)
}

// addBackup adds the row of a backup. alone means that no other backup has its name.
func (p *page) addBackup(b backups.Backup, alone bool) {
	if b.Damaged != nil {
		p.IconRow("triangle-alert", i18n.Text("Damaged backup"), words.BackupUnreadable(b.Damaged), beside(status(i18n.Text("can't be read")), p.more(b, i18n.Text("Damaged backup"))))
		return
	}
	name, about := words.BackupName(b.Manifest, p.state.Now), []string{i18n.Plural("{{.N}} chats", b.Chats)}
	if when := words.BackupTime(b.Manifest, p.state.Now); when != "" && (!alone || len(when) > len("15:04")) {
		about = append(about, when)
	}
	if b.Computer != "" && b.Computer != p.state.Computer {
		about = append(about, i18n.Text("of the computer {{.Name}}", map[string]any{"Name": b.Computer}))
	}
	if b.Unread > 0 {
		about = append(about, i18n.Plural("without {{.N}} files that couldn't be read", b.Unread))
	}
	check, icon, is := p.state.Checks[b.Path], "archive", i18n.Text("checked")
	if b.Encrypted() {
		is = i18n.Text("checked, encrypted")
	}
	if check.Wrong {
		icon, is = "triangle-alert", i18n.Text("damaged")
	}
	if check.Running {
		is = i18n.Text("Checking… {{.Percent}}", map[string]any{"Percent": format.Percent(check.Percent)})
		p.IconRow(icon, name, format.List(about), beside(status(is), p.Button(i18n.Text("Stop"), p.OnStopCheck)))
		return
	}
	p.IconRow(icon, name, cmp.Or(check.Said, format.List(about)), beside(status(is), p.Button(i18n.Text("Open"), func() { p.OnOpen(b) }), p.more(b, name)))
}

// more returns the button with the menu of a backup.
func (p *page) more(b backups.Backup, name string) *widgets.IconButton {
	var button *widgets.IconButton
	button = p.IconButton("ellipsis", i18n.Text("More about {{.Name}}", map[string]any{"Name": name}), func() { p.OnMore(button, b) })
	return button
}

// addLibrary adds the row of a library that is not open.
func (p *page) addLibrary(l Library) {
	date := map[string]any{"Date": words.Date(l.Changed, p.state.Now)}
	icon, name, about := "hard-drive", words.EarlierLibrary(l.Changed, p.state.Now), i18n.Plural("{{.N}} chats", l.Chats)
	if l.Damaged {
		icon, name, about = "triangle-alert", i18n.Text("Damaged library of {{.Date}}", date), i18n.Text("can be read in part")
	}
	p.IconRow(icon, name, about, beside(status(format.Size(l.Bytes)), p.Button(i18n.Text("Open"), func() { p.OnOpenLibrary(l) })))
}
