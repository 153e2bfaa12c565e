// Package backups is the sheet of what is on this computer: the library, its backups and other
// libraries beside it. The user makes, checks and opens backups there, and chooses their folder.
package backups

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"time"

	"filippo.io/age"

	"parlando/app/backups"
	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/settings"
	"parlando/views/i18n"
	"parlando/views/shell"
	"parlando/views/uithread"
	"parlando/views/widgets"
	"parlando/views/words"
)

// Backups owns the backups (backups.Backups).
type Backups interface {
	List() ([]backups.Backup, error)
	Make(ctx context.Context, reason backups.Reason) (backups.Backup, error)
	Measure(ctx context.Context) (backups.Size, error)
	Encrypt(ctx context.Context, passphrase string) error
	Status() backups.Status
	Folder() string
	DefaultFolder() string
	Computer() string
}

// Chats lists the chats of the open library (history.Store).
type Chats interface {
	Order(ctx context.Context) (chat.Order, error)
}

// Settings holds the user's choices (settings.Store).
type Settings interface {
	Get() settings.Settings
	Change(change func(*settings.Settings))
}

// Owners holds the services that the sheet uses.
type Owners struct {
	Backups  Backups
	Chats    Chats
	Settings Settings
}

// Library is a library on this computer that is not open.
type Library struct {
	Folder  string
	Changed time.Time
	Bytes   int64
	// Chats is the number of chats, unknown if the library is Damaged.
	Chats   int
	Damaged bool
}

// Links connects the sheet to other parts of the program.
type Links struct {
	// FindLibraries returns the libraries that are not open.
	FindLibraries func(ctx context.Context) ([]Library, error)
	// OpenBackup and OpenLibrary unpack what is opened, in the background, and return the function
	// that shows it. progress is called with the number of files read.
	OpenBackup  func(ctx context.Context, b backups.Backup, identity age.Identity, progress func(files int)) (show func(), err error)
	OpenLibrary func(ctx context.Context, l Library) (show func(), err error)
	// MoveOut saves everything in a file for another computer, MoveIn opens such a file.
	MoveOut, MoveIn func()
	// Export saves everything for other programs.
	Export func()
}

// Sheet shows what is on this computer over the window. Use it only on the window's thread.
type Sheet struct {
	frame  shell.Host
	thread *uithread.Thread
	log    *slog.Logger
	owners Owners
	links  Links
	view   *page // nil while the sheet is closed
	reads  *uithread.Scope
	// check is the check that is running.
	check check
}

// New returns the sheet, which is not open yet.
func New(f shell.Host, t *uithread.Thread, log *slog.Logger, owners Owners, links Links) *Sheet {
	return &Sheet{frame: f, thread: t, log: log, owners: owners, links: links, reads: uithread.NewScope(t)}
}

// Open shows the sheet over the window, unless it is open already.
func (s *Sheet) Open() {
	if s.view != nil {
		return
	}
	s.view = newPage(pageCalls{
		OnChange: func(change func(*settings.Settings)) {
			s.owners.Settings.Change(change)
			s.update()
		},
		OnMake: s.make, OnChooseFolder: s.chooseFolder, OnDefaultFolder: func() { s.useFolder("") },
		OnMoveOut: s.links.MoveOut, OnMoveIn: s.links.MoveIn, OnExport: s.links.Export,
		OnEncrypt: s.setEncrypted, OnPassphrase: s.choosePassphrase,
		OnTryAgain: s.read, OnOpen: s.openBackup, OnOpenLibrary: s.openLibrary, OnMore: s.showMenu, OnStopCheck: func() { s.check.stop() },
	})
	stop := s.frame.Subscribe(s.changed)
	o := shell.ShowStep(s.frame, i18n.Text("What is on this computer"), s.view, 640, 660)
	o.OnHide = func() {
		stop()
		s.check.stop()
		s.reads.Reset()
		s.view = nil
	}
	s.read()
}

func (s *Sheet) changed(cs []changes.Change) {
	if slices.ContainsFunc(cs, func(c changes.Change) bool { return c.Topic == changes.Backups }) {
		s.read()
	} else if slices.ContainsFunc(cs, func(c changes.Change) bool { return c.Topic == changes.Settings }) {
		s.update()
	}
}

// update shows the settings and the state of the backups.
func (s *Sheet) update() {
	if s.view == nil {
		return
	}
	s.view.set(func(c *contents) {
		c.Settings, c.Status = s.owners.Settings.Get().Backups, s.owners.Backups.Status()
		c.Folder, c.DefaultFolder, c.Computer = s.owners.Backups.Folder(), s.owners.Backups.DefaultFolder(), s.owners.Backups.Computer()
		c.Now = time.Now()
	})
}

// read reads the lists, if the sheet is open. Each of them is shown as soon as it is read, since
// the folder of the backups may be on a slow drive.
func (s *Sheet) read() {
	if s.view == nil {
		return
	}
	s.update()
	s.reads.Reset() // drops the results of earlier reads
	ctx := s.frame.Context()
	uithread.Load(s.reads, func() (l inUse, err error) {
		order, err := s.owners.Chats.Order(ctx)
		l.Chats = len(order)
		var sizeErr error
		l.Size, sizeErr = s.owners.Backups.Measure(ctx)
		return l, errors.Join(err, sizeErr)
	}, func(l inUse) { s.view.set(func(c *contents) { c.InUse, c.InUseUnread = l, false }) }, func(err error) {
		s.log.Error("The library could not be measured", "error", err)
		s.view.set(func(c *contents) { c.InUseUnread = true })
	})
	type backupList struct {
		list []backups.Backup
		err  error
	}
	uithread.Load(s.reads, func() (backupList, error) {
		list, err := s.owners.Backups.List()
		return backupList{list, err}, ctx.Err()
	}, func(l backupList) {
		if l.err != nil {
			s.log.Error("Not all backups could be listed", "error", l.err)
		}
		s.view.set(func(c *contents) { c.Backups, c.BackupsRead, c.BackupsUnread = l.list, true, l.err != nil })
	}, func(error) {}) // fails only while Parlando is closing
	uithread.Load(s.reads, func() ([]Library, error) { return s.links.FindLibraries(ctx) },
		func(l []Library) { s.view.set(func(c *contents) { c.Libraries, c.LibrariesUnread = l, false }) },
		func(err error) {
			s.log.Error("Other libraries could not be found", "error", err)
			s.view.set(func(c *contents) { c.LibrariesUnread = true })
		})
}

// make makes a backup. The page follows the changes of its state.
func (s *Sheet) make() {
	ctx := s.frame.Context()
	s.thread.Go(func() func() {
		_, err := s.owners.Backups.Make(ctx, backups.ByHand)
		return func() {
			if err == nil && ctx.Err() == nil {
				s.frame.Toasts().Say(i18n.Text("The backup is made and checked."), "", nil)
			}
		}
	})
}

// chooseFolder asks for the folder of the backups.
func (s *Sheet) chooseFolder() {
	s.frame.Files().ChooseFolder(s.owners.Backups.Folder(), s.useFolder)
}

// useFolder uses another folder for backups, and shows what is in it.
func (s *Sheet) useFolder(dir string) {
	if dir == s.owners.Backups.DefaultFolder() {
		dir = ""
	}
	s.owners.Settings.Change(func(c *settings.Settings) { c.Backups.Folder = dir })
	if s.view != nil {
		s.view.set(func(c *contents) { c.Backups, c.BackupsRead = nil, false })
		s.read()
	}
}

// showMenu shows the menu of a backup.
func (s *Sheet) showMenu(anchor *widgets.IconButton, b backups.Backup) {
	items := []widgets.MenuItem{{Icon: "folder-open", Text: i18n.Text("Open folder"), Do: func() { s.frame.Files().Show(b.Path) }}}
	if b.Damaged == nil {
		items = slices.Insert(items, 0, widgets.MenuItem{Icon: "check", Text: i18n.Text("Check every byte"), Do: func() { s.startCheck(b) }})
	}
	widgets.ShowMenu(anchor, items)
}

// check is the check of a backup.
type check struct {
	cancel context.CancelFunc // nil unless a check is running
}

// stop stops the check, if one is running.
func (c *check) stop() {
	if c.cancel != nil {
		c.cancel()
	}
}

// startCheck checks a backup in the background, and shows the progress and the result in its row.
func (s *Sheet) startCheck(b backups.Backup) {
	s.check.stop()
	ctx, cancel := context.WithCancel(s.frame.Context())
	s.check.cancel = cancel
	s.showCheck(b.Path, checkState{Running: true})
	total, shown := max(b.Bytes(), 1), int64(0)
	s.thread.Go(func() func() {
		err := b.Check(ctx, func(read int64) {
			if percent := read * 100 / total; percent > shown && percent < 100 {
				shown = percent
				s.thread.Do(func() {
					if ctx.Err() == nil {
						s.showCheck(b.Path, checkState{Running: true, Percent: int(percent)})
					}
				})
			}
		})
		return func() {
			stopped := ctx.Err() != nil
			cancel()
			state := checkState{Said: i18n.Text("Every byte is as it was written.")}
			switch {
			case stopped:
				state = checkState{}
			case err != nil:
				s.log.Error("A backup was checked", "path", b.Path, "error", err)
				state = checkState{Said: words.BackupUnreadable(err), Wrong: true}
			}
			s.showCheck(b.Path, state)
		}
	})
}

func (s *Sheet) showCheck(path string, state checkState) {
	if s.view != nil {
		s.view.set(func(c *contents) { c.Checks[path] = state })
	}
}

// IsOpen reports whether the sheet is open.
func (s *Sheet) IsOpen() bool { return s.view != nil }
