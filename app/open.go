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
// Later the toolkit's fonts, which have no pointers to scan, are half of the live heap, so frequent
// collections cost little and keep memory small.
const (
	startingGC = 400
	runningGC  = 20
)

// program holds the core and Fyne's app with its window.
type program struct {
	flags core.Flags
	// core is nil while another library is being opened, and if opening failed.
	core *core.Core
	// recover reports that the library is to be recovered when it is opened next.
	recover bool
	// next describes the library that is opened next.
	next window.Next
	// failure is the reason why the core is open without a library; nil if it has one.
	failure *core.LibraryError
	// content shows the core; nil while there is none. It belongs to the window's thread.
	content content
	// openNext is the path of the program to start after this one has closed, "" for none.
	openNext string
	// reopening is the group of running reopens; close waits for it.
	reopening sync.WaitGroup
	// request holds the request of the command line until it is carried out.
	request instance.Request
	noise   *core.EarlyLog

	app    fyne.App
	window fyne.Window
	scheme *colorScheme
	place  *image.Point // position of the window on the screen, nil for any
	// fonts is closed when the fonts of the first repaint have loaded.
	fonts <-chan struct{}
}

// open opens the core and the window. The window is open even if the core returns an error, which
// open returns. The desktop's color scheme is followed until ctx is done.
func open(ctx context.Context, flags core.Flags, noise *core.EarlyLog) (p *program, err error) {
	p = &program{flags: flags, request: flags.Request(), noise: noise}
	// The core opens on one processor while the window's fonts load on the other.
	opened := make(chan struct{})
	go func() {
		defer close(opened)
		err = p.openCore(ctx)
		p.speak()
	}()
	p.scheme = watchColorScheme(ctx, fyne.Do)
	p.app, p.window, p.fonts = openWindow(p.scheme)
	<-opened
	if err != nil {
		return p, err
	}
	// Do not connect earlier: two threads that first use Wine's display at the same time may
	// deadlock.
	if x, y, ok := window.StartPosition(p.core.Settings.Get()); ok {
		p.place = &image.Point{X: x, Y: y}
	}
	return p, nil
}

// speak makes the window speak the language of the settings.
func (p *program) speak() {
	language := ""
	if p.core != nil {
		language = p.core.Settings.Get().Language
	}
	i18n.Load(language)
}

// openWindow creates Fyne's app and one window, and starts loading the fonts.
func openWindow(scheme *colorScheme) (fyne.App, fyne.Window, <-chan struct{}) {
	debug.SetGCPercent(startingGC)
	a := newApp(scheme)
	loaded := make(chan struct{})
	go func() { loadFonts(a); close(loaded) }()
	return a, a.NewWindow("Parlando"), loaded
}

// newApp creates Fyne's app without an ID, because Fyne would store preferences under the ID in the
// user's configuration folder, whatever --data-dir is. steadyApp provides the ID.
func newApp(scheme *colorScheme) fyne.App {
	icon := assets.AppIcon()
	fyneapp.SetMetadata(fyne.AppMetadata{
		Name: "Parlando", Version: core.Version, Build: 1, Icon: icon, Migrations: map[string]bool{"fyneDo": true},
	})
	if dir, err := os.UserCacheDir(); err == nil {
		// Fyne 2.8.1 creates a folder in dir, and logs an error if dir does not exist.
		_ = os.MkdirAll(dir, 0o700)
	}
	a := steadyApp{fyneapp.NewWithID(""), scheme}
	// Without an ID Fyne creates a new cache folder at each start. Parlando does not use it.
	_ = os.Remove(a.Cache().RootURI().Path())
	fyne.SetCurrentApp(a)
	a.SetIcon(icon)
	return a
}

// loadFonts measures a word in the styles of the first repaint. This makes Fyne load the fonts and
// search those of the system, which takes longest at a start.
func loadFonts(a fyne.App) {
	for _, style := range []fyne.TextStyle{{}, {Bold: true}} {
		a.Driver().RenderedTextSize("Parlando", theme.SizeText, style, theme.FontFor("Parlando", style))
	}
}
