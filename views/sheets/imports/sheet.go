// Package imports is the sheet that brings chats from other programs: it explains how to export
// them, shows what is in an export, imports what the user chooses, and lists earlier imports.
package imports

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"time"

	"parlando/app/backups"
	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/history"
	"parlando/app/imports"
	"parlando/views/askfile"
	"parlando/views/i18n"
	"parlando/views/shell"
	"parlando/views/uithread"
	"parlando/views/widgets"
	"parlando/views/words"
)

// Imports owns the imports (imports.Imports).
type Imports interface {
	Read(ctx context.Context, paths []string, progress func(imports.Reading)) (*imports.Export, error)
	Import(e *imports.Export, leave func(chat.ID) bool) error
	Stop()
	Status() imports.Status
	List(ctx context.Context) ([]imports.FinishedImport, error)
	TakeBack(ctx context.Context, number int64) (kept []history.KeptChat, err error)
	Notes(ctx context.Context, number int64) ([]history.ImportNote, error)
	Unsearched(ctx context.Context) (messages int, err error)
}

// Links are the helpers from outside the sheet.
type Links struct {
	Saving *askfile.Asker
	// HideKeys replaces keys in the saved reports.
	HideKeys func(text string) string
	// OpenBackup opens a backup in one file, or an export of everything.
	OpenBackup func(path string)
	// Remember lets the user choose sentences to remember from a text of an import.
	Remember func(number int64, n history.ImportNote)
	// Instructions returns the instructions with which new chats begin. AddInstructions adds to
	// them, and returns how to take that back; nil if they could not be stored.
	Instructions    func() string
	AddInstructions func(text string) (undo func())
	Projects        Projects
	Chats           Chats
}

// Sheet brings chats from other programs. Use it only on the window's thread.
type Sheet struct {
	frame  shell.Host
	thread *uithread.Thread
	log    *slog.Logger
	owner  Imports
	links  Links

	view *page // nil while the sheet is closed
	step *widgets.SheetStep
	// export is the export that is shown; nil before it is read completely.
	export *imports.Export
	// kept holds the content of the closed sheet about export.
	kept contents
	// stopReading ends the reading of an export; nil if none is read.
	stopReading context.CancelFunc
	reads       *uithread.Scope
	// ran reports that an import was running when the sheet looked last.
	ran bool
}

// New returns the sheet, which is not open yet. It also says the end of an import while it is
// closed.
func New(f shell.Host, t *uithread.Thread, log *slog.Logger, owner Imports, l Links) *Sheet {
	s := &Sheet{frame: f, thread: t, log: log, owner: owner, links: l, reads: uithread.NewScope(t)}
	f.Subscribe(s.changed)
	return s
}

// IsOpen reports whether the sheet is open.
func (s *Sheet) IsOpen() bool { return s.view != nil }

// Open shows the sheet over the window, unless it is open already. An export that was shown when it
// was closed is shown again, with its ticks.
func (s *Sheet) Open() {
	if s.view != nil {
		return
	}
	s.view = newPage(pageCalls{
		OnFiles: s.chooseFiles, OnFolder: func() { s.frame.Files().ChooseFolder("", func(dir string) { s.Read(dir) }) },
		OnImport: s.start, OnBack: s.back, OnStop: s.owner.Stop, OnReport: s.reopenReport, OnTakeBack: s.askTakeBack, OnCopy: s.copyReport, OnSave: s.saveReport,
		OnNotes: s.readNotes, OnCopyNote: s.copyNote, OnReadNote: func(name, text string) { shell.ShowText(s.frame, name, text) },
		OnProjects: s.readProjects, OnMake: s.makeProjects, OnInstruct: s.askToInstruct,
		OnRemember: func(n history.ImportNote) { s.links.Remember(s.view.state.Shown.Number, n) },
	})
	s.step = shell.ShowStep(s.frame, i18n.Text("Bring your chats"), s.view, 760, 660)
	s.step.OnEscape = s.leaveEarlier
	s.step.OnHide = func() {
		if s.export != nil && len(s.view.state.Chats) > 0 {
			s.kept = s.view.state
		} else {
			s.leaveExport()
		}
		s.reads.Reset()
		s.view = nil
	}
	if s.export != nil {
		s.view.state, s.kept = s.kept, contents{}
	}
	s.ran = s.owner.Status().Running
	s.update()
	s.readEarlier()
}

// changed follows the changes of the imports.
func (s *Sheet) changed(cs []changes.Change) {
	if !slices.ContainsFunc(cs, func(c changes.Change) bool { return c.Topic == changes.Imports }) {
		return
	}
	status := s.owner.Status()
	ended := s.ran && !status.Running
	s.ran = status.Running
	switch {
	case ended && s.view == nil:
		s.sayEnded(status)
	case ended:
		s.view.set(func(c *contents) { c.Step = stepStart })
		if status.Report != nil {
			s.showReport(*status.Report)
		} else {
			s.frame.Toasts().SayUntilClosed(words.ImportFailed(status.Failed), "", nil)
		}
	}
	if s.view != nil {
		s.update()
		if !status.Running {
			s.readEarlier()
		}
	}
}

// sayEnded says in a toast that an import has ended.
func (s *Sheet) sayEnded(status imports.Status) {
	if status.Report == nil {
		s.frame.Toasts().SayUntilClosed(words.ImportFailed(status.Failed), "", nil)
		return
	}
	report := *status.Report
	s.frame.Toasts().SayUntilClosed(words.ImportLines(report)[0], i18n.Text("Show report"), func() {
		s.Open()
		s.showReport(report)
	})
}

// update shows the state of the running import.
func (s *Sheet) update() {
	status := s.owner.Status()
	s.view.set(func(c *contents) {
		c.Now = time.Now()
		c.Running, c.Done, c.Total = status.Running, status.Done, status.Total
	})
}

// readEarlier reads the list of the earlier imports.
func (s *Sheet) readEarlier() {
	s.reads.Reset()
	ctx := s.frame.Context()
	type earlier struct {
		list       []imports.FinishedImport
		unsearched int
	}
	uithread.Load(s.reads, func() (e earlier, err error) {
		e.list, err = s.owner.List(ctx)
		if err == nil {
			e.unsearched, err = s.owner.Unsearched(ctx)
		}
		return e, err
	}, func(e earlier) {
		s.view.set(func(c *contents) { c.Earlier, c.Unsearched, c.EarlierUnread = e.list, e.unsearched, false })
	}, func(err error) {
		s.log.Error("The imports could not be listed", "error", err)
		s.view.set(func(c *contents) { c.EarlierUnread = true })
	})
}

func (s *Sheet) chooseFiles() {
	s.frame.Files().Choose(shell.FileRequest{
		Purpose: shell.OpenExport, Title: i18n.Text("Files from the other program"), Extensions: []string{".zip", ".json", ".jsonl", backups.FileExtension},
		Type: i18n.Text("Exported chats"), Multiple: true,
	}, func(paths []string) { s.Read(paths...) })
}

// chatsBetweenUpdates is the number of chats that are read between two updates of the page:
// building it takes longer than reading some chats.
const chatsBetweenUpdates = 500

// Read opens the sheet, reads files or folders, and shows what is in them.
func (s *Sheet) Read(paths ...string) {
	if s.Open(); s.owner.Status().Running {
		return // the sheet shows the import that is running
	}
	s.leaveExport()
	ctx, cancel := context.WithCancel(s.frame.Context())
	s.stopReading = cancel
	s.view.resetList()
	s.view.set(func(c *contents) {
		*c = contents{Now: c.Now, Earlier: c.Earlier, Step: stepRead, Left: map[chat.ID]bool{}}
	})
	told := 0
	s.thread.Go(func() func() {
		if len(paths) == 1 && backups.IsOneFile(paths[0]) {
			return func() { s.openBackup(ctx, paths[0]) }
		}
		e, err := s.owner.Read(ctx, paths, func(r imports.Reading) {
			r.Chats = slices.Clone(r.Chats)
			s.thread.Do(func() {
				if ctx.Err() != nil || s.view == nil {
					return
				}
				s.view.state.add(r)
				if n := len(s.view.state.Chats); told == 0 || n-told >= chatsBetweenUpdates {
					told = n
					s.view.set((*contents).sort)
				}
			})
		})
		return func() { s.showExport(ctx, e, err) }
	})
}

// openBackup opens an export of Parlando itself in place of one of another program.
func (s *Sheet) openBackup(ctx context.Context, path string) {
	if ctx.Err() == nil && s.view != nil {
		s.back()
		s.links.OpenBackup(path)
	}
}

// showExport shows an export that was read completely.
func (s *Sheet) showExport(ctx context.Context, e *imports.Export, err error) {
	if ctx.Err() != nil || s.view == nil {
		if e != nil {
			s.close(e)
		}
		return
	}
	s.stopReading = nil
	if err != nil {
		s.log.Error("An export could not be read", "error", err)
		s.view.set(func(c *contents) { c.Step, c.Failed = stepStart, words.ImportFailed(err) })
		return
	}
	s.export = e
	s.view.set(func(c *contents) {
		c.Export, c.Chats, c.Source, c.Read = e, slices.Clone(e.Chats), e.Source, 1
		c.sort()
	})
}

// leaveExport stops reading and closes what is open.
func (s *Sheet) leaveExport() {
	if s.stopReading != nil {
		s.stopReading()
		s.stopReading = nil
	}
	if s.export != nil {
		s.close(s.export)
		s.export = nil
	}
}

func (s *Sheet) close(e *imports.Export) {
	if err := e.Close(); err != nil {
		s.log.Warn("An export could not be closed", "error", err)
	}
}

// back returns to the first step.
func (s *Sheet) back() {
	s.leaveExport()
	s.view.set(func(c *contents) { *c = contents{Now: c.Now, Earlier: c.Earlier, Unsearched: c.Unsearched} })
}

// start imports what is chosen.
func (s *Sheet) start() {
	left := s.view.state.Left
	e := s.export
	s.export = nil // the import closes it
	if err := s.owner.Import(e, func(id chat.ID) bool { return left[id] }); err != nil {
		if !errors.Is(err, imports.ErrRunning) {
			s.log.Error("An import could not be started", "error", err)
		}
		s.close(e)
	}
	s.ran = true
	s.view.set(func(c *contents) { *c = contents{Now: c.Now, Earlier: c.Earlier, Unsearched: c.Unsearched} })
	s.update()
}

func (s *Sheet) showReport(r imports.Report) {
	s.view.set(func(c *contents) { c.Step, c.Report, c.Reopened = stepReport, r, false })
}

// reopenReport shows the report of an earlier import.
func (s *Sheet) reopenReport(r imports.Report) {
	s.view.set(func(c *contents) { c.Step, c.Report, c.Reopened = stepReport, r, true })
}

// leaveEarlier returns from the report, the notes or the projects of an earlier import to the first
// step. It returns false if none is shown.
func (s *Sheet) leaveEarlier() bool {
	c := &s.view.state
	if c.Step != stepNotes && c.Step != stepProjects && (c.Step != stepReport || !c.Reopened) {
		return false
	}
	s.back()
	return true
}

func (s *Sheet) copyReport(r imports.Report) {
	s.frame.Copy(reportText(r))
	shell.SayCopied(s.frame)
}

func reportText(r imports.Report) string { return strings.Join(words.ImportLines(r), "\n") }

// saveReport asks for a name and a folder, and saves the report as a text file.
func (s *Sheet) saveReport(r imports.Report) {
	s.links.Saving.Ask(askfile.Question{
		Purpose: shell.SaveText, Title: i18n.Text("Save report"), Names: []string{i18n.Text("Import report")},
		FileType: words.FileFormat(imports.ReportExt), Extension: func() string { return imports.ReportExt },
	}, func(name, folder string) {
		s.thread.Go(func() func() {
			path, err := imports.SaveReport(folder, name, s.links.HideKeys(reportText(r)))
			return func() {
				if err != nil {
					s.frame.ReportWriteError(err)
					return
				}
				s.links.Saving.Saved(path)
			}
		})
	})
}

// readNotes shows what an import kept beside the chats.
func (s *Sheet) readNotes(one imports.FinishedImport) {
	ctx := s.frame.Context()
	uithread.Load(s.reads, func() ([]history.ImportNote, error) { return s.owner.Notes(ctx, one.Number) }, func(notes []history.ImportNote) {
		s.view.set(func(c *contents) { c.Step, c.Shown, c.Notes = stepNotes, one, notes })
	}, s.frame.ReadErrorHandler(i18n.Text("These texts couldn't be read. They're still saved."), func() { s.readNotes(one) }))
}

func (s *Sheet) copyNote(text string) {
	s.frame.Copy(text)
	shell.SayCopied(s.frame)
}

// askTakeBack asks before an import is taken back.
func (s *Sheet) askTakeBack(one imports.FinishedImport) {
	shell.AskBeforeLoss(s.frame, i18n.Text("Take this import back?"),
		i18n.Text("Its chats are removed for good. Chats in which you have written stay. The same file can be imported again."),
		i18n.Text("Take back"), func() { s.takeBack(one.Number) })
}

func (s *Sheet) takeBack(number int64) {
	ctx := s.frame.Context()
	s.thread.Go(func() func() {
		kept, err := s.owner.TakeBack(ctx, number)
		return func() {
			switch {
			case err != nil:
				s.log.Error("An import could not be taken back", "error", err)
				s.frame.Toasts().Say(words.TakeBackFailed(err), "", nil)
			default:
				var titles []string
				for _, k := range kept {
					titles = append(titles, k.Title)
				}
				s.frame.Toasts().Say(words.TakenBack(titles), "", nil)
			}
		}
	})
}
