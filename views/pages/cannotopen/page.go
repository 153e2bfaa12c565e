// Package cannotopen is the page shown when the library cannot be opened. It shows the diagnosis
// and the options, such as recovery or another folder. No option changes existing files.
package cannotopen

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"filippo.io/age"
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parlando/app/backups"
	"parlando/app/recovery"
	"parlando/views/format"
	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/uithread"
	"parlando/views/wheel"
	"parlando/views/widgets"
	"parlando/views/words"
)

// Library recovers the library, or switches to another one.
type Library interface {
	Recover(ctx context.Context, progress func(recovery.Progress)) (recovery.Report, error)
	StartEmpty(ctx context.Context) error
	UseLibrary(dir string) error
	// FindBackups returns the usable backups of this computer, the newest first.
	FindBackups() []backups.Backup
	UseBackup(ctx context.Context, b backups.Backup, identity age.Identity, progress func(files int)) (missing int, err error)
	// EarlierLibrary returns the folder of the library that was used before this one, "" for none.
	EarlierLibrary() string
}

// Links connect the page to the program.
type Links struct {
	// Canvas is the window's canvas.
	Canvas fyne.Canvas
	// ChooseFolder asks for a folder, and calls chosen on the window's thread unless canceled.
	ChooseFolder func(chosen func(dir string))
	// ShowInFolder shows a file in the desktop's file manager.
	ShowInFolder func(ctx context.Context, path string) error
	Copy         func(text string)
	// Open opens the library that is then in the settings, and replaces the page.
	Open func()
	// Close closes the window.
	Close func()
}

// Page explains that the library cannot be opened, and offers options. Use it only on the window's
// thread.
type Page struct {
	widget.BaseWidget

	ctx       context.Context
	thread    *uithread.Thread
	library   Library
	links     Links
	diagnosis recovery.Diagnosis
	// backups are those that can be used, the newest first; without those that proved to be
	// damaged.
	backups []backups.Backup

	// choosing reports that the options are shown; first is the button that gets the focus.
	choosing bool
	first    fyne.Focusable
	focuses  bool

	column *fyne.Container
	scroll *wheel.Scroll
	about  *widgets.Text // shows the diagnosis
	// problem shows the error of the option chosen last.
	problem *widgets.Text
	// stopExamining cancels Examine; nil before Examine is called.
	stopExamining context.CancelFunc
	// stop cancels the running recovery; nil if no recovery is running.
	stop context.CancelFunc
	bar  *widgets.Progress
	done *widgets.Text
	// working counts the options that are being carried out; see Wait.
	working sync.WaitGroup
}

// New returns the page. Its background work ends with ctx; see Wait.
func New(ctx context.Context, t *uithread.Thread, library Library, f recovery.Diagnosis, links Links) *Page {
	p := &Page{ctx: ctx, thread: t, library: library, links: links, diagnosis: f}
	p.column = container.New(&widgets.Column{Gap: 10})
	p.scroll = wheel.NewVScroll(container.New(&middle{scroll: func() fyne.Size { return p.scroll.Size() }}, p.column))
	p.about = widgets.NewBody(words.LibraryProblem(f)).NoMargin()
	p.problem = widgets.NewText("", theme.ColorDanger, fynetheme.SizeNameText, fyne.TextStyle{}).NoMargin()
	p.problem.Hide()
	p.ExtendBaseWidget(p)
	p.showWays()
	return p
}

// Examine looks for backups in the background and offers the newest. It also examines the library's
// file and updates the diagnosis, until the user chooses an option.
func (p *Page) Examine() {
	p.thread.Go(func() func() {
		list := p.library.FindBackups()
		return func() {
			if p.backups = list; len(list) > 0 && p.choosing {
				p.showWays()
			}
		}
	})
	var ctx context.Context
	ctx, p.stopExamining = context.WithCancel(p.ctx)
	p.thread.Go(func() func() {
		f, err := recovery.Examine(ctx, filepath.Dir(p.diagnosis.Path))
		return func() {
			if err == nil && f.Kind == p.diagnosis.Kind {
				f.Opens = p.diagnosis.Opens
				p.diagnosis = f
				p.about.SetText(words.LibraryProblem(f))
				p.scroll.Refresh()
				if p.choosing && p.backupFirst() {
					p.showWays()
				}
			}
		}
	})
}

// Wait waits for the background work of the page. Call it after the context has ended.
func (p *Page) Wait() { p.working.Wait() }

// Cancel stops the running recovery, or else goes back to a library that can be opened.
func (p *Page) Cancel() {
	switch {
	case p.stop != nil:
		p.stop()
	case p.diagnosis.Opens:
		p.links.Open()
	}
}

// InnerContent implements widgets.ContentHolder.
func (p *Page) InnerContent() fyne.CanvasObject { return p.scroll }

// CreateRenderer implements fyne.Widget.
func (p *Page) CreateRenderer() fyne.WidgetRenderer {
	return widgets.Renderer{
		MinSize: func() fyne.Size { return fyne.NewSize(320, 200) },
		Place: func(s fyne.Size) {
			p.scroll.Resize(s)
			p.scroll.Content.Refresh()
		},
		RefreshesChildren: true,
	}.Of(p, p.scroll)
}

// show replaces the content of the page, and focuses first if Focus has been called.
func (p *Page) show(first fyne.Focusable, objects ...fyne.CanvasObject) {
	p.choosing, p.first = false, first
	p.column.Objects = objects
	p.scroll.Offset = fyne.Position{}
	p.Refresh()
	p.scroll.Content.Refresh()
	p.scroll.Refresh()
	if p.focuses {
		p.Focus()
	}
}

// Focus focuses the first button, now and after each change of the content. Call it when the page
// is in the window.
func (p *Page) Focus() {
	p.focuses = true
	p.links.Canvas.Focus(p.first)
}

// showWays shows the diagnosis and the options.
func (p *Page) showWays() {
	var ways []fyne.CanvasObject
	var first *widgets.Button
	add := func(icon, title, sentence, button string, do func()) {
		kind, fill := widgets.Secondary, theme.ColorSidebar
		if first == nil {
			kind, fill = widgets.Primary, theme.ColorChosen
		}
		b := widgets.NewButton(button, kind, do)
		if first == nil {
			first = b
		}
		ways = append(ways, newRow(icon, title, sentence, fill, b))
	}
	addBackup := func() {
		if len(p.backups) > 0 {
			latest := p.backups[0]
			add("archive", i18n.Text("Go back to a backup"), words.BackupLine(latest.Manifest, time.Now()), i18n.Text("Open backup"), func() { p.unlock(latest) })
		}
	}
	if p.backupFirst() {
		addBackup()
	}
	if p.diagnosis.Recoverable() {
		own := i18n.Text("Makes a new folder with your chats. The damaged file stays as it is.")
		if p.diagnosis.Kind == recovery.Missing {
			own = i18n.Text("Makes a new folder from what is still there.")
		}
		add("wrench", i18n.Text("Recover what can be read"), own, i18n.Text("Recover"), p.recover)
	}
	if !p.backupFirst() {
		addBackup()
	}
	add("folder-open", i18n.Text("Choose another folder"), i18n.Text("If you moved your chats, or have a copy of them in another folder."), i18n.Text("Choose a folder…"), p.chooseFolder)
	if earlier := p.library.EarlierLibrary(); earlier != "" {
		add("undo-2", i18n.Text("Open the chats that you had before"), i18n.Text("They are in {{.Folder}}.", map[string]any{"Folder": earlier}), i18n.Text("Open earlier chats"), func() { p.use(earlier) })
	}
	add("file-plus-corner", i18n.Text("Start without your chats"), i18n.Text("Everything that is there stays as it is. “Your data” in the settings leads back to it."), i18n.Text("Start empty"), p.startEmpty)

	title, back := i18n.Text("Your chats can't be opened"), i18n.Text("Try again")
	if p.diagnosis.Opens {
		title, back = i18n.Text("Recover your chats"), i18n.Text("Back to my chats")
	}
	foot := container.New(&widgets.EndRow{},
		widgets.NewButton(back, widgets.Secondary, p.links.Open), widgets.NewButton(i18n.Text("Close"), widgets.Secondary, p.links.Close))
	// The problem is at the top, so that even a small window shows it.
	p.show(first, slices.Concat(p.head(title, "triangle-alert", p.problem, p.about, p.file()), ways, []fyne.CanvasObject{foot})...)
	p.choosing = true
}

// backupFirst reports whether a backup is the best option, because nothing of the library's file
// can be read.
func (p *Page) backupFirst() bool {
	return len(p.backups) > 0 && p.diagnosis.Pages > 0 && p.diagnosis.UnreadablePages >= p.diagnosis.Pages
}

// head returns a title with an icon, and the objects below the title.
func (p *Page) head(title, icon string, below ...fyne.CanvasObject) []fyne.CanvasObject {
	heading := widgets.NewText(title, fynetheme.ColorNameForeground, fynetheme.SizeNameHeadingText, fyne.TextStyle{Bold: true}).NoMargin()
	objects := []fyne.CanvasObject{container.New(&beside{gap: 14}, widgets.NewIcon(icon, 8), heading)}
	return append(append(objects, below...), widgets.Gap(8))
}

// file returns the path, size and time of the library's file, with a link that shows the file.
func (p *Page) file() fyne.CanvasObject {
	text := p.diagnosis.Path
	if more := words.LibraryFile(p.diagnosis, time.Now()); more != "" {
		text += "\n" + more
	}
	shown := container.New(&widgets.Column{Gap: 4}, widgets.NewMuted(text).NoMargin())
	if p.diagnosis.Kind != recovery.FolderMissing {
		shown.Add(container.New(&widgets.Flow{}, widgets.NewButton(i18n.Text("Show in folder"), widgets.Link, p.showInFolder)))
	}
	return shown
}

func (p *Page) showInFolder() {
	path := p.diagnosis.Path
	if p.diagnosis.Kind == recovery.Missing {
		path = filepath.Dir(path)
	}
	p.thread.Go(func() func() {
		err := p.links.ShowInFolder(p.ctx, path)
		return func() {
			if err != nil && p.stop == nil {
				p.setProblem(i18n.Text("The file manager can't be opened."))
				p.scroll.Offset = fyne.Position{}
				p.scroll.Content.Refresh()
				p.scroll.Refresh()
			}
		}
	})
}

// setProblem sets the error of the option chosen last, "" for none.
func (p *Page) setProblem(sentence string) {
	p.problem.SetText(sentence)
	widgets.SetVisible(p.problem, sentence != "")
}

// fail shows the options again, with the error of the option chosen last.
func (p *Page) fail(sentence string) {
	p.setProblem(sentence)
	p.showWays()
}

func (p *Page) chooseFolder() {
	p.links.ChooseFolder(p.use)
}

func (p *Page) use(dir string) {
	p.do(func() error { return p.library.UseLibrary(dir) }, p.links.Open, p.otherFailed)
}

func (p *Page) startEmpty() {
	p.do(func() error { return p.library.StartEmpty(p.ctx) }, p.links.Open, p.otherFailed)
}

func (p *Page) otherFailed(err error) { p.fail(words.OtherLibraryFailed(err)) }

// do runs work in the background, and then calls next or failed.
func (p *Page) do(work func() error, next func(), failed func(error)) {
	widgets.CallIfSet(p.stopExamining)
	p.setProblem("")
	p.working.Add(1)
	p.thread.Go(func() func() {
		defer p.working.Done()
		err := work()
		return func() {
			switch {
			case errors.Is(err, context.Canceled):
				p.showWays()
			case err != nil:
				failed(err)
			default:
				next()
			}
		}
	})
}

// recover recovers the library into a new folder, and shows the progress and then the report.
func (p *Page) recover() {
	var report recovery.Report
	p.doWithProgress(i18n.Text("Recovering your chats"), "wrench", i18n.Text("What can be read is written into a new folder. The old file stays as it is."),
		func(ctx context.Context) (err error) {
			report, err = p.library.Recover(ctx, func(at recovery.Progress) { p.thread.Do(func() { p.showProgress(at) }) })
			return err
		}, func() { p.showReport(report) }, p.otherFailed)
}

// doWithProgress is do with a bar and Stop.
func (p *Page) doWithProgress(title, icon, sentence string, work func(ctx context.Context) error, next func(), failed func(error)) {
	ctx, cancel := context.WithCancel(p.ctx)
	p.stop = cancel
	p.bar, p.done = widgets.NewProgress(), widgets.NewMuted("").NoMargin()
	stop := widgets.NewButton(i18n.Text("Stop"), widgets.Secondary, p.Cancel)
	p.show(stop, append(p.head(title, icon, widgets.NewBody(sentence).NoMargin()), p.bar, p.done, container.New(&widgets.EndRow{}, stop))...)
	p.do(func() error {
		err := work(ctx)
		p.thread.Do(func() { cancel(); p.stop = nil })
		return err
	}, next, failed)
}

func (p *Page) showProgress(at recovery.Progress) {
	if at.Total > 0 {
		p.bar.Set(float64(at.Done) / float64(at.Total))
	}
	p.done.SetText(i18n.Text("{{.Done}} of {{.Total}}", map[string]any{"Done": format.Size(at.Done), "Total": format.Size(at.Total)}))
}

// maxGaps is the maximum number of gaps in the list; Copy copies all gaps.
const maxGaps = 500

// showReport shows what was recovered and what is missing.
func (p *Page) showReport(r recovery.Report) {
	below := []fyne.CanvasObject{widgets.NewBody(words.Recovered(r)).NoMargin()}
	if r.MissingFiles > 0 {
		below = append(below, widgets.NewBody(i18n.Plural("{{.N}} pictures or recordings weren't there any more.", r.MissingFiles)).NoMargin())
	}
	below = append(below, widgets.NewMuted(i18n.Text("Your chats are now in this folder: {{.Folder}}", map[string]any{"Folder": r.Folder})).NoMargin(),
		widgets.NewMuted(i18n.Text("The old folder is unchanged: {{.Folder}}", map[string]any{"Folder": filepath.Dir(p.diagnosis.Path)})).NoMargin())
	open := widgets.NewButton(i18n.Text("Open Parlando"), widgets.Primary, p.links.Open)
	if len(r.Gaps) == 0 {
		p.show(open, append(p.head(i18n.Text("Your chats were recovered"), "circle-check", below...), container.New(&widgets.Flow{Gap: 8}, open))...)
		return
	}
	var names []string
	for _, g := range r.Gaps {
		names = append(names, words.RecoveryGap(g))
	}
	heading := i18n.Plural("In {{.N}} places, something is missing or may be wrong:", len(names))
	var copies *widgets.Button
	copies = widgets.NewButton(i18n.Text("Copy the list"), widgets.Secondary, func() {
		p.links.Copy(heading + "\n" + strings.Join(names, "\n"))
		copies.SetText(i18n.Text("Copied."))
	})
	// The buttons are above the list, so that they are visible even if the list is long.
	p.show(open, append(p.head(i18n.Text("What could be read was recovered"), "circle-check", below...),
		container.New(&widgets.Flow{Gap: 8}, open, copies), widgets.Gap(8),
		widgets.NewHeading(heading).NoMargin(),
		widgets.NewBox(widgets.NewBody(strings.Join(names[:min(len(names), maxGaps)], "\n")).NoMargin(), theme.ColorSidebar, "", theme.RadiusLarge, 18, 14))...)
}
