package cannotopen

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"filippo.io/age"
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"parlando/app/backups"
	"parlando/app/history"
	"parlando/app/recovery"
	"parlando/views/seen"
	"parlando/views/theme"
	"parlando/views/uithread"
	"parlando/views/widgets"
)

// library goes the ways as a test says.
type library struct {
	recover func(ctx context.Context, progress func(recovery.Progress)) (recovery.Report, error)
	empty   error
	earlier string
	used    []string
	emptied int
	backups []backups.Backup
	// unpack is UseBackup with the time of the backup.
	unpack func(ctx context.Context, made time.Time) (missing int, err error)
}

func (l *library) FindBackups() []backups.Backup { return slices.Clone(l.backups) }

func (l *library) UseBackup(ctx context.Context, b backups.Backup, _ age.Identity, progress func(int)) (missing int, err error) {
	progress(1)
	return l.unpack(ctx, b.Made)
}

func (l *library) Recover(ctx context.Context, progress func(recovery.Progress)) (recovery.Report, error) {
	return l.recover(ctx, progress)
}

func (l *library) EarlierLibrary() string { return l.earlier }

func (l *library) StartEmpty(context.Context) error { l.emptied++; return l.empty }

func (l *library) UseLibrary(dir string) error {
	if dir == "" {
		return recovery.ErrNoLibrary
	}
	l.used = append(l.used, dir)
	return nil
}

// world is the page in a window of its own.
type world struct {
	t       *testing.T
	library *library
	page    *Page
	window  fyne.Window
	todo    chan func()
	// chosen is the answer of the folder dialog.
	chosen string
	copied string
	shown  chan string
	// showError is the error of the file manager.
	showError error
	opened    int
	closed    int
}

func newWorld(t *testing.T, f recovery.Diagnosis, size fyne.Size, how theme.Preference, scale float32) *world {
	t.Helper()
	app := test.NewTempApp(t)
	app.Settings().SetTheme(theme.New(how, scale))
	w := &world{t: t, library: &library{}, todo: make(chan func(), 1000), shown: make(chan string, 1)}
	w.window = test.NewTempWindow(t, nil)
	w.window.SetPadded(false)
	ctx, cancel := context.WithCancel(t.Context())
	w.page = New(ctx, uithread.New(func(f func()) { w.todo <- f }, func() {}), w.library, f, Links{
		Canvas: w.window.Canvas(), ChooseFolder: func(chosen func(string)) { chosen(w.chosen) },
		ShowInFolder: func(_ context.Context, path string) error { w.shown <- path; return w.showError },
		Copy:         func(text string) { w.copied = text }, Open: func() { w.opened++ }, Close: func() { w.closed++ },
	})
	t.Cleanup(func() { cancel(); w.page.Wait() })
	w.window.SetContent(w.page)
	w.window.Resize(size)
	w.page.Focus()
	return w
}

// until does what the window's thread has to do until something is true.
func (w *world) until(what string, ok func() bool) {
	w.t.Helper()
	limit := time.After(time.Minute)
	for !ok() {
		select {
		case f := <-w.todo:
			f()
		case <-limit:
			w.t.Fatalf("waited in vain for %s; the page says:\n%s", what, w.text())
		}
	}
}

func (w *world) text() string {
	return strings.Join(strings.Fields(strings.Join(seen.Texts(w.window.Canvas()), " ")), " ")
}

func (w *world) sees(words string) {
	w.t.Helper()
	w.until(words, func() bool { return strings.Contains(w.text(), words) })
}

// button returns the button with a name.
func (w *world) button(name string) *widgets.Button {
	w.t.Helper()
	for _, o := range test.LaidOutObjects(w.page) {
		if b, ok := o.(*widgets.Button); ok && b.Visible() && b.AccessibilityLabel() == name {
			return b
		}
	}
	w.t.Fatalf("there is no button %q; the page says:\n%s", name, w.text())
	return nil
}

func (w *world) taps(name string) { w.t.Helper(); test.Tap(w.button(name)) }

var damaged = recovery.Diagnosis{
	Path: filepath.Join(string(filepath.Separator)+"home", "ana", "data", "library.db"), Kind: recovery.Damaged,
	Size: 612_000_000, Changed: time.Now().Add(-time.Minute), Pages: 12418, UnreadablePages: 3,
}

var windowSize = fyne.NewSize(1280, 800)

func TestADamagedLibraryIsRecovered(t *testing.T) {
	w := newWorld(t, damaged, windowSize, theme.Light, 1)
	goOn := make(chan bool)
	w.library.recover = func(_ context.Context, progress func(recovery.Progress)) (recovery.Report, error) {
		progress(recovery.Progress{Done: 306_000_000, Total: 612_000_000})
		<-goOn
		gaps := []recovery.Gap{{}, {ID: "1", Title: "Plum jam", Wordless: 2}, {ID: "2", Title: "Interview", Transcript: true}, {ID: "3"}}
		return recovery.Report{Chats: 1282, Messages: 14033, Transcripts: 12, Recordings: 3, MissingFiles: 1, Wordless: 2, Folder: "/home/ana/new", Gaps: gaps}, nil
	}
	w.sees("Your chats can't be opened")
	w.sees("The file is damaged: less than 1% of it can't be read.")
	w.sees("612.0 MB, last changed: ")
	if w.window.Canvas().Focused() != fyne.Focusable(w.button("Recover")) {
		t.Error("Enter does not recover")
	}
	w.taps("Show in folder")
	if path := <-w.shown; path != damaged.Path {
		t.Errorf("the file manager shows %s", path)
	}
	w.page.Focus()
	w.window.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	w.sees("306.0 MB of 612.0 MB")
	w.button("Stop")
	close(goOn)
	w.sees("What could be read was recovered")
	w.sees("1,282 chats, 14,033 messages, 12 transcripts and 3 recordings came over. 2 of these messages have lost their text.")
	w.sees("Your chats are now in this folder: /home/ana/new The old folder is unchanged: " + filepath.Dir(damaged.Path))
	w.sees("One picture or recording wasn't there any more.")
	w.sees("In 4 places, something is missing or may be wrong: An unsent message Plum jam (text of 2 messages lost) Transcript: Interview Untitled chat")
	w.taps("Copy the list")
	if want := "In 4 places, something is missing or may be wrong:\nAn unsent message\nPlum jam (text of 2 messages lost)\nTranscript: Interview\nUntitled chat"; w.copied != want {
		t.Errorf("copied %q", w.copied)
	}
	w.sees("Copied.")
	w.taps("Open Parlando")
	if w.opened != 1 {
		t.Errorf("opened %d times", w.opened)
	}
}

func TestARecoveryCanBeStoppedAndTriedAgainAfterAnError(t *testing.T) {
	w := newWorld(t, damaged, windowSize, theme.Light, 1)
	var once sync.Once
	started := make(chan bool)
	w.library.recover = func(ctx context.Context, _ func(recovery.Progress)) (recovery.Report, error) {
		once.Do(func() { close(started) })
		<-ctx.Done()
		return recovery.Report{}, ctx.Err()
	}
	w.taps("Recover")
	w.sees("Recovering your chats")
	<-started
	w.page.Cancel() // Escape
	w.sees("Recover what can be read")
	if strings.Contains(w.text(), "didn't work") {
		t.Errorf("stopping is called an error: %s", w.text())
	}
	for err, sentence := range map[error]string{
		recovery.ErrNothingRecovered: "Nothing could be read. What is there is unchanged.",
		errors.New("no luck"):        "This didn't work: no luck",
	} {
		w.library.recover = func(context.Context, func(recovery.Progress)) (recovery.Report, error) { return recovery.Report{}, err }
		w.taps("Recover")
		w.sees(sentence)
	}
	w.library.recover = func(context.Context, func(recovery.Progress)) (recovery.Report, error) {
		return recovery.Report{Chats: 1, Messages: 2}, nil
	}
	w.taps("Recover")
	w.sees("Your chats were recovered 1 chat and 2 messages came over.")
	w.page.showReport(recovery.Report{Transcripts: 1, Recordings: 2})
	w.sees("No chats could be read, but 1 transcript and 2 recordings came over.")
}

func TestEachKindHasItsWays(t *testing.T) {
	for d, first := range map[recovery.Diagnosis]string{
		{Kind: recovery.Damaged}: "Recover", {Kind: recovery.Unreadable}: "Recover",
		{Kind: recovery.Empty}: "", {Kind: recovery.Empty, Beside: true}: "Recover",
		{Kind: recovery.Missing}: "", {Kind: recovery.Missing, Beside: true}: "Recover",
		{Kind: recovery.NotAFile}: "", {Kind: recovery.FolderMissing}: "",
	} {
		t.Run(fmt.Sprint(d.Kind, d.Beside), func(t *testing.T) {
			ways := []string{"Choose a folder…", "Start empty"}
			if first != "" {
				ways = append([]string{first}, ways...)
			}
			d.Path = damaged.Path
			w := newWorld(t, d, windowSize, theme.Light, 1)
			if w.window.Canvas().Focused() != fyne.Focusable(w.button(ways[0])) {
				t.Errorf("Enter does not press %s", ways[0])
			}
			var names []string
			for _, o := range test.LaidOutObjects(w.page) {
				if b, ok := o.(*widgets.Button); ok && b.AccessibilityLabel() != "Show in folder" {
					names = append(names, b.AccessibilityLabel())
				}
			}
			if got, want := strings.Join(names, ", "), strings.Join(append(ways, "Try again", "Close"), ", "); got != want {
				t.Errorf("the buttons are %s, want %s", got, want)
			}
			w.taps("Try again")
			w.taps("Close")
			if w.opened != 1 || w.closed != 1 {
				t.Errorf("opened %d times, closed %d times", w.opened, w.closed)
			}
		})
	}
}

func TestAnotherFolderOrAnEmptyLibraryIsOpened(t *testing.T) {
	w := newWorld(t, recovery.Diagnosis{Path: damaged.Path, Kind: recovery.FolderMissing}, windowSize, theme.Light, 1)
	w.taps("Choose a folder…")
	w.sees("There are no Parlando chats in this folder.")
	w.chosen = "/media/stick"
	w.taps("Choose a folder…")
	w.until("the library", func() bool { return w.opened == 1 && len(w.library.used) == 1 })
	w.taps("Start empty")
	w.until("the empty library", func() bool { return w.opened == 2 && w.library.emptied == 1 })
}

func TestTheEarlierChatsAreOpenedAgain(t *testing.T) {
	w := newWorld(t, damaged, windowSize, theme.Light, 1)
	w.library.earlier = "/home/ana/recovered"
	w.page.showWays()
	w.sees("They are in /home/ana/recovered.")
	w.taps("Open earlier chats")
	w.until("the library", func() bool { return w.opened == 1 && slices.Equal(w.library.used, []string{w.library.earlier}) })
}

// A backup that proves to be damaged is not offered again, but the one before it.
func TestTheLatestWholeBackupIsTaken(t *testing.T) {
	w := newWorld(t, damaged, windowSize, theme.Light, 1)
	backup := func(path string, made time.Time, chats int) backups.Backup {
		return backups.Backup{Path: path, Manifest: backups.Manifest{Made: made, Reason: backups.Daily, Inspection: history.Inspection{Chats: chats}}}
	}
	newest, older := time.Date(2021, 5, 4, 12, 30, 0, 0, time.Local), time.Date(2021, 5, 3, 9, 2, 0, 0, time.Local)
	w.library.backups = []backups.Backup{backup("2", newest, 1282), backup("1", older, 1280)}
	refused := backups.ErrDamaged
	w.library.unpack = func(_ context.Context, made time.Time) (int, error) {
		if made.Equal(newest) {
			return 0, refused
		}
		return 2, nil
	}
	w.page.Examine()
	w.sees("Go back to a backup Backup of 4 May 2021, 12:30: 1,282 chats.")
	w.taps("Open backup")
	w.sees("This backup is damaged. An older one may be whole.")
	w.sees("Backup of 3 May 2021, 09:02: 1,280 chats.")
	w.taps("Open backup")
	w.sees("Your chats are back Backup of 3 May 2021, 09:02: 1,280 chats. 2 pictures or recordings couldn't be read.")
	w.taps("Open Parlando")
	if w.opened != 1 {
		t.Errorf("opened %d times", w.opened)
	}

	refused = syscall.ENOSPC
	hopeless := damaged
	hopeless.UnreadablePages = hopeless.Pages
	w = newWorld(t, hopeless, windowSize, theme.Light, 1)
	w.library.backups = []backups.Backup{backup("2", newest, 1)}
	w.library.unpack = func(context.Context, time.Time) (int, error) { return 0, refused }
	w.page.Examine()
	w.sees("1 chat.")
	if w.window.Canvas().Focused() != fyne.Focusable(w.button("Open backup")) {
		t.Error("Enter does not open the backup, though nothing can be recovered")
	}
	w.taps("Open backup")
	w.sees("The disk is full. Make room, then try again. Nothing was lost.")
	w.button("Open backup")
	w.library.unpack = func(ctx context.Context, _ time.Time) (int, error) {
		<-ctx.Done()
		return 0, ctx.Err()
	}
	w.taps("Open backup")
	w.sees("Opening the backup")
	w.taps("Stop")
	w.sees("Go back to a backup")
}

// Where only a part is damaged, the page leads back to the rest.
func TestAPageAboutALibraryThatOpensLeadsBack(t *testing.T) {
	d := damaged
	d.Opens = true
	w := newWorld(t, d, windowSize, theme.Light, 1)
	w.page.Examine()
	w.sees("Recover your chats Part of the file with your chats is damaged. You can go back")
	w.taps("Back to my chats")
	w.page.Cancel() // Escape
	if w.opened != 2 {
		t.Errorf("went back %d times", w.opened)
	}
}

// An error is in sight, however little fits into the window.
func TestAnErrorIsInSight(t *testing.T) {
	w := newWorld(t, damaged, fyne.NewSize(720, 800), theme.Light, 2)
	w.library.recover = func(context.Context, func(recovery.Progress)) (recovery.Report, error) {
		return recovery.Report{}, recovery.ErrNothingRecovered
	}
	w.page.scroll.ScrollToBottom()
	w.taps("Recover")
	w.sees("Nothing could be read.")
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(w.page.problem)
	if at.Y < 0 || at.Y+w.page.problem.Size().Height > 800 {
		t.Errorf("the error is at %v, %v high", at, w.page.problem.Size().Height)
	}
	w.showError = errors.New("no file manager")
	w.window.Canvas().Focus(w.button("Show in folder"))
	w.taps("Show in folder")
	<-w.shown
	w.sees("The file manager can't be opened.")
	if w.window.Canvas().Focused() != fyne.Focusable(w.button("Show in folder")) {
		t.Error("the error takes the focus away")
	}
}

// Nothing is cut off or above another, however narrow the window and large the text.
func TestThePageFitsWhereThereIsLittleRoom(t *testing.T) {
	long := damaged
	long.Path = "/" + strings.Repeat("a-very-long-name-of-a-folder/", 9) + "library.db"
	for _, scale := range []float32{1, 2} {
		w := newWorld(t, long, fyne.NewSize(720, 500), theme.Dark, scale)
		w.library.earlier = long.Path
		w.page.backups = []backups.Backup{{}}
		w.page.showWays()
		edge := float32(720)
		for _, o := range test.LaidOutObjects(w.page) {
			b, ok := o.(*widgets.Button)
			if !ok {
				continue
			}
			at := fyne.CurrentApp().Driver().AbsolutePositionForObject(b)
			if min := b.MinSize(); at.X < 0 || at.X+b.Size().Width > edge || b.Size().Width < min.Width {
				t.Errorf("text size %v: %q is at %v, %v wide, needs %v", scale, b.AccessibilityLabel(), at, b.Size(), min)
			}
		}
	}
}
