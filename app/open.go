package app

import (
	"context"
	"image"
	"os"
	"runtime/debug"
	"sync"

	"fyne.io/fyne/v2"
	fyneapp "fyne.io/fyne/v2/app"

	"parlando/app/core"
	"parlando/app/instance"
	"parlando/assets"
	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/window"
)

// The garbage collector's GOGC in percent. Until the first repaint there is hardly any garbage.
// Later half of the live heap are the toolkit's fonts, which have no pointers to scan, so frequent
// collections cost little and keep the program small.
const (
	startingGC = 400
	runningGC  = 20
)

// program holds the core and Fyne's app with its window.
type program struct {
	flags core.Flags
	// core is nil while another library is being opened, and when that has failed.
	core *core.Core
	// recover says that the next library to open is to be recovered instead.
	recover bool
	// said is a sentence for the window to show once the next library is open, or "".
	said string
	// failure is the reason for which the core is open without a library; nil if it has one.
	failure *core.LibraryError
	// content shows the core, on the window's thread; nil while there is none.
	content content
	// reopening is waited for before the program ends.
	reopening sync.WaitGroup
	// request holds the request of the command line until it is carried out.
	request instance.Request
	noise   *core.EarlyLog

	app    fyne.App
	window fyne.Window
	scheme *colorScheme
	place  *image.Point // of the window on the screen, nil for any
	// fonts is closed when the fonts of the first repaint have loaded.
	fonts <-chan struct{}
}

// open opens the core and the window. An error is the core's; the window is open nevertheless. The
// desktop's color scheme is followed until ctx is done.
func open(ctx context.Context, flags core.Flags, noise *core.EarlyLog) (p *program, err error) {
	p = &program{flags: flags, request: flags.Request(), noise: noise}
	// The core opens on one processor while the window's fonts load on the other.
	opened := make(chan struct{})
	go func() {
		defer close(opened)
		err = p.openCore(ctx)
	}()
	p.scheme = watchColorScheme(ctx, fyne.Do)
	p.app, p.window, p.fonts = openWindow(p.scheme)
	<-opened
	if err != nil {
		return p, err
	}
	// Not earlier: two threads that use Wine's display for the first time at once may block each
	// other.
	if x, y, ok := window.StartPosition(p.core.Settings.Get()); ok {
		p.place = &image.Point{X: x, Y: y}
	}
	return p, nil
}

// openWindow creates Fyne's app and one window, and begins to load the fonts.
func openWindow(scheme *colorScheme) (fyne.App, fyne.Window, <-chan struct{}) {
	debug.SetGCPercent(startingGC)
	a := newApp(scheme)
	i18n.Load()
	loaded := make(chan struct{})
	go func() { loadFonts(a); close(loaded) }()
	return a, a.NewWindow("Parlando"), loaded
}

// newApp creates Fyne's app. Fyne does not learn its ID, because it would keep preferences under it
// in the user's configuration folder, whatever --data-dir says: steadyApp tells the ID.
func newApp(scheme *colorScheme) fyne.App {
	icon := assets.AppIcon()
	fyneapp.SetMetadata(fyne.AppMetadata{
		Name: "Parlando", Version: core.Version, Build: 1, Icon: icon, Migrations: map[string]bool{"fyneDo": true},
	})
	if dir, err := os.UserCacheDir(); err == nil {
		// Fyne 2.8.1 makes a folder in it without making its parents, and logs an error.
		_ = os.MkdirAll(dir, 0o700)
	}
	a := steadyApp{fyneapp.NewWithID(""), scheme}
	// Without an ID the folder has a new name at each start. Parlando has a cache of its own.
	_ = os.Remove(a.Cache().RootURI().Path())
	fyne.SetCurrentApp(a)
	a.SetIcon(icon)
	return a
}

// loadFonts measures a word in the styles of the first repaint, which makes Fyne load their fonts
// and search the system's: the longest part of a start.
func loadFonts(a fyne.App) {
	for _, style := range []fyne.TextStyle{{}, {Bold: true}} {
		a.Driver().RenderedTextSize("Parlando", theme.SizeText, style, theme.FontFor("Parlando", style))
	}
}
