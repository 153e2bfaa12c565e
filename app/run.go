package app

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"sync"
	"syscall"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"parlando/app/core"
	"parlando/app/instance"
	_ "parlando/app/quiet" // silences the toolkit's complaints about the locale before Main
	"parlando/media/speaker"
	"parlando/views/i18n"
	"parlando/views/window"
)

// Main runs the program with its command-line arguments and returns the exit status.
func Main(args []string, out, errOut io.Writer) int {
	log.SetOutput(errOut)
	if len(args) == 1 && args[0] == speaker.OutputFlag {
		return serveOutput(out, errOut)
	}
	flags, err := core.ParseFlags(args, errOut, say)
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
	case !hasDisplay() && !flags.Quit:
		fmt.Fprintln(errOut, say("Parlando opens a window, and there is no display here. (make tour shows it on a virtual one.)"))
		return 1
	}
	return start(context.Background(), flags, errOut)
}

// systemLanguage selects the language of the user's system for the terminal.
var systemLanguage = sync.OnceFunc(func() { i18n.Load("") })

// say returns a sentence for the terminal. Only what is printed loads a language.
func say(sentence string, data ...any) string {
	systemLanguage()
	return i18n.Text(sentence, data...)
}

// start opens the window and runs it until it is closed, or brings the window of a running Parlando
// to the front. It returns the exit status.
func start(ctx context.Context, flags core.Flags, errOut io.Writer) int {
	if core.AskRunning(ctx, flags) == nil {
		return 0
	}
	if flags.Quit {
		fmt.Fprintln(errOut, say("parlando: no window is open that can be closed"))
		return 1
	}
	choosePlatform(ctx)
	noise := &core.EarlyLog{}
	log.SetFlags(0)
	log.SetOutput(noise)
	running, stop := context.WithCancel(ctx)
	defer stop()
	p, err := open(running, flags, noise)
	switch {
	case errors.Is(err, core.ErrRunning) && core.AskStarting(ctx, flags) == nil:
		return 0
	case err != nil:
		noise.Redirect(errOut)
		fmt.Fprintln(errOut, "parlando:", err)
		window.ShowCannotStart(p.window, err, errors.Is(err, core.ErrRunning))
		p.window.ShowAndRun()
		return 1
	}
	if p.failure != nil {
		fmt.Fprintln(errOut, "parlando:", p.failure)
	}
	core.KeepCrashes(p.core.Paths.Log, p.core.Log)
	return p.run(running)
}

// run shows the window until it is closed or the program is terminated, then stores pending changes
// and returns the exit status.
func (p *program) run(ctx context.Context) int {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	closing := context.WithoutCancel(ctx)
	fillWhenCreated(p.window, window.StartSize(p.core.Settings.Get()), func() {
		<-p.fonts
		p.scheme.wait()
		p.fill(closing)
	})
	if w, ok := p.window.(desktop.Window); ok && p.place != nil {
		w.RequestPosition(p.place.X, p.place.Y)
	}
	listen(p.window)
	end := sync.OnceValue(func() int {
		stop()
		return p.close(closing)
	})
	returned := make(chan struct{})
	// Until the window is shown, a signal ends the program at once: there is nothing to store.
	p.app.Lifecycle().SetOnStarted(func() {
		closed, closeWindow := signal.NotifyContext(closing, syscall.SIGINT, syscall.SIGTERM)
		p.window.SetOnClosed(closeWindow)
		go endAnyway(closed.Done(), returned, func() {
			log.Print("The event loop did not end")
			os.Exit(end())
		})
		debug.SetGCPercent(runningGC)
		go repaintForgotten(ctx, p.app.Driver())
		p.begin()
	})
	p.window.ShowAndRun()
	close(returned)
	return end()
}

// onWindow returns a function that runs the requests of other starts on the window's thread.
func onWindow(do func(instance.Request) bool) func(context.Context, instance.Request) bool {
	return func(ctx context.Context, r instance.Request) bool {
		done := make(chan bool, 1)
		fyne.Do(func() {
			if ctx.Err() == nil { // otherwise the other start has given up
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

// serveOutput runs the sound output process of a running Parlando.
func serveOutput(out, errOut io.Writer) int {
	if err := speaker.ServeOutput(os.Stdin, out); err != nil {
		fmt.Fprintln(errOut, "parlando:", err)
		return 1
	}
	return 0
}

// servePractice serves the practice gateway until it is interrupted.
func servePractice(address string, out, errOut io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := core.ServePractice(ctx, address, core.Options{}, out); err != nil {
		fmt.Fprintln(errOut, "parlando:", err)
		return 1
	}
	return 0
}

// hasDisplay reports whether a window can be opened; without a display Fyne exits cryptically.
func hasDisplay() bool {
	return runtime.GOOS != "linux" && runtime.GOOS != "freebsd" || os.Getenv("DISPLAY") != "" || os.Getenv("WAYLAND_DISPLAY") != ""
}
