package app

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"image"
	"io"
	"log"
	"log/slog"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"sync"
	"syscall"

	"fyne.io/fyne/v2"
	fyneapp "fyne.io/fyne/v2/app"
	"fyne.io/fyne/v2/driver/desktop"

	"parlando/app/core"
	"parlando/app/instance"
	_ "parlando/app/quiet" // the toolkit must not complain of the locale before Main
	"parlando/assets"
	"parlando/media/speaker"
	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/uithread"
	"parlando/views/window"
)

// Main runs the program with the arguments of its command line and returns its exit status.
func Main(args []string, out, errOut io.Writer) int {
	log.SetOutput(errOut)
	if len(args) == 1 && args[0] == speaker.OutputFlag {
		return serveOutput(out, errOut)
	}
	flags, err := core.ParseFlags(args, errOut)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		return 2
	case flags.Version:
		fmt.Fprintln(out, "Parlando", core.Release())
		return 0
	case flags.PracticeGateway != "":
		return servePractice(flags.PracticeGateway, out, errOut)
	case !hasDisplay():
		fmt.Fprintln(errOut, "Parlando opens a window, and there is no display here. (make tour shows it on a virtual one.)")
		return 1
	}
	ctx := context.Background()
	if core.AskFirst(ctx, flags) == nil {
		return 0
	}
	choosePlatform(ctx)
	noise := &core.Noise{}
	log.SetFlags(0)
	log.SetOutput(noise)
	// The library opens on one processor while the window's fonts load on the other.
	type opened struct {
		parts *core.Core
		err   error
		place *image.Point // where the window is to open, nil for wherever
	}
	ready := make(chan opened, 1)
	go func() {
		parts, err := core.Open(ctx, flags, options())
		o := opened{parts: parts, err: err}
		if err == nil {
			if x, y, ok := window.StartPlace(parts.Settings.Get()); ok {
				o.place = &image.Point{X: x, Y: y}
			}
		}
		ready <- o
	}()
	running, stop := context.WithCancel(ctx)
	defer stop()
	scheme := watchColorScheme(running, fyne.Do)
	a, w := open(scheme)
	library := <-ready
	scheme.wait()
	parts, err := library.parts, library.err
	if errors.Is(err, core.ErrRunning) && core.AskFirstAgain(ctx, flags) == nil {
		return 0
	}
	if err != nil {
		noise.To(errOut)
		fmt.Fprintln(errOut, "parlando:", err)
		window.ShowCannotStart(w, err, errors.Is(err, core.ErrRunning))
		w.ShowAndRun()
		return 1
	}
	noise.To(slog.NewLogLogger(parts.Log.Handler(), slog.LevelWarn).Writer())
	core.KeepCrashes(parts.Paths.Log, parts.Log)
	view := window.New(ctx, parts, uithread.New(fyne.Do, func() { repaint(a.Driver()) }), a, w)
	if at, ok := w.(desktop.Window); ok && library.place != nil {
		at.RequestPosition(library.place.X, library.place.Y)
	}
	scheme.onDark = view.ChangeLook
	listen(w)
	a.Lifecycle().SetOnStarted(func() {
		debug.SetGCPercent(runningGC)
		go repaintForgotten(running, a.Driver())
		parts.AnswerStarts(onWindow(view.Asked))
		view.Started()
		if r := flags.Request(); !r.IsZero() {
			view.Asked(r)
		}
	})
	end := sync.OnceValue(func() int {
		stop()
		view.Close()
		if err := parts.Close(ctx); err != nil {
			parts.Log.Error("Closing", "error", err)
			return 1
		}
		return 0
	})
	closed, closeWindow := signal.NotifyContext(ctx, syscall.SIGINT, syscall.SIGTERM)
	w.SetOnClosed(closeWindow)
	returned := make(chan struct{})
	go endAnyway(closed.Done(), returned, func() {
		parts.Log.Warn("The event loop did not end")
		os.Exit(end())
	})
	w.ShowAndRun()
	close(returned)
	return end()
}

// onWindow runs what other starts ask for on the window's thread.
func onWindow(do func(instance.Request) bool) func(context.Context, instance.Request) bool {
	return func(ctx context.Context, r instance.Request) bool {
		done := make(chan bool, 1)
		fyne.Do(func() {
			if ctx.Err() == nil { // else it was told that nobody answers
				done <- do(r)
			}
		})
		select {
		case did := <-done:
			return did
		case <-ctx.Done():
			return false
		}
	}
}

// serveOutput is the sound output of a Parlando that runs.
func serveOutput(out, errOut io.Writer) int {
	if err := speaker.ServeOutput(os.Stdin, out); err != nil {
		fmt.Fprintln(errOut, "parlando:", err)
		return 1
	}
	return 0
}

// servePractice serves the practice gateway until somebody interrupts it.
func servePractice(address string, out, errOut io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := core.ServePractice(ctx, address, core.Options{}, out); err != nil {
		fmt.Fprintln(errOut, "parlando:", err)
		return 1
	}
	return 0
}

// How much the heap may grow, in percent of what lives, before garbage is collected. Until the
// first picture there is hardly any. Later, half of what lives is the toolkit's fonts, in which the
// collector has nothing to look for: collecting often costs little and keeps the program small.
const (
	startingGC = 400
	runningGC  = 20
)

// open makes Fyne's app and one window.
func open(scheme *colorScheme) (fyne.App, fyne.Window) {
	debug.SetGCPercent(startingGC)
	icon := assets.AppIcon()
	fyneapp.SetMetadata(fyne.AppMetadata{
		ID: core.ID, Name: "Parlando", Version: core.Version, Build: 1, Icon: icon, Migrations: map[string]bool{"fyneDo": true},
	})
	if dir, err := os.UserCacheDir(); err == nil {
		// Fyne makes a folder in it, and complains in the log where there is none
		_ = os.MkdirAll(dir, 0o700)
	}
	a := steadyApp{fyneapp.NewWithID(core.ID), scheme}
	fyne.SetCurrentApp(a)
	a.SetIcon(icon)
	i18n.Load()
	loaded := make(chan struct{})
	go func() { loadFonts(a); close(loaded) }()
	w := a.NewWindow("Parlando") // reaches the display meanwhile
	<-loaded
	return a, w
}

// loadFonts measures a word in the styles of the first picture, which makes Fyne read their fonts
// and look through the system's: the longest part of a start.
func loadFonts(a fyne.App) {
	for _, style := range []fyne.TextStyle{{}, {Bold: true}} {
		a.Driver().RenderedTextSize("Parlando", theme.SizeText, style, theme.FontFor("Parlando", style))
	}
}

// hasDisplay reports whether a window can be opened at all; Fyne would end the program with a
// cryptic line.
func hasDisplay() bool {
	return runtime.GOOS != "linux" && runtime.GOOS != "freebsd" || os.Getenv("DISPLAY") != "" || os.Getenv("WAYLAND_DISPLAY") != ""
}
