package app

import (
	"context"
	"errors"
	"log"
	"log/slog"
	"os/exec"

	"fyne.io/fyne/v2"

	"parlando/app/core"
	"parlando/app/instance"
	"parlando/views/uithread"
	"parlando/views/window"
	"parlando/views/words"
)

// content is the content of the main window.
type content interface {
	// HandleRequest carries out a request of a second start, and reports whether that succeeded.
	HandleRequest(instance.Request) bool
	ReloadTheme()
	RunStartupWork()
	// Close ends the content's activity. Before Close, Clear closes the windows and overlays beside
	// the main window, which will show other content.
	Close()
	Clear()
}

// openCore opens the core with the library that the settings name. If that library cannot be
// opened, the core has none and failure is set.
func (p *program) openCore(ctx context.Context) (err error) {
	o := options()
	o.SpeakerName = words.SpeakerName
	o.Practice.Text, o.Practice.Plural = words.PracticeText, words.PracticePlural
	o.Recover, p.recover = p.recover, false
	o.Look, o.PutsBack = p.next.Look, p.next.PutBack != nil
	p.core, err = core.Open(context.WithoutCancel(ctx), p.flags, o)
	p.failure, _ = errors.AsType[*core.LibraryError](err)
	if p.failure != nil {
		return nil
	}
	return err
}

// fill shows the core in the window: the library, or the reason why it cannot be opened.
func (p *program) fill(ctx context.Context) {
	p.noise.Redirect(slog.NewLogLogger(p.core.Log.Handler(), slog.LevelWarn).Writer())
	thread := uithread.New(fyne.Do, func() { repaint(p.app.Driver()) })
	if p.failure != nil {
		p.next.Look = nil // the library that opens next is the one that the settings name
		p.content = window.NewCannotOpen(ctx, p.core, p.failure, thread, p.app, p.window, func() { p.reopen(ctx) })
		p.scheme.onDark = p.content.ReloadTheme
		return
	}
	view := window.New(ctx, p.core, thread, p.app, p.window)
	view.SetReopen(func(n window.Next) {
		p.next = n
		p.reopen(ctx)
	})
	view.SetRecover(func() {
		p.recover = true
		p.reopen(ctx)
	})
	view.SetOpenNext(func(program string) { p.openNext = program })
	p.content, p.scheme.onDark = view, view.ReloadTheme
	view.Continue(p.next)
	p.next = window.Next{}
}

// begin starts the startup work and the requests that wait until the content is shown.
func (p *program) begin() {
	p.core.HandleSecondStarts(onWindow(func(r instance.Request) bool { return p.content != nil && p.content.HandleRequest(r) }))
	p.content.RunStartupWork()
	if r := p.request; !r.IsZero() && p.failure == nil {
		p.request = instance.Request{}
		p.content.HandleRequest(r)
	}
}

// reopen closes the core and its content, then opens the library that the settings name afterwards
// and shows it in the same window. It must be called on the window's thread.
func (p *program) reopen(ctx context.Context) {
	if p.content == nil {
		return // already reopening
	}
	p.content.Clear()
	p.content.Close()
	p.content, p.scheme.onDark = nil, nil
	window.ShowOpening(p.window)
	p.reopening.Go(func() {
		if err := p.core.Close(ctx); err != nil {
			log.Print("The previous library could not be closed: ", err)
		}
		err := p.openCore(ctx)
		fyne.Do(func() {
			if err != nil {
				window.ShowCannotStart(p.window, err, errors.Is(err, core.ErrRunning))
				return
			}
			p.speak()
			p.fill(ctx)
			p.begin()
		})
	})
}

// startNext starts the program that is opened after this one, with the same library.
func (p *program) startNext() error {
	if p.openNext == "" {
		return nil
	}
	var args []string
	if p.flags.DataDir != "" {
		args = []string{"--data-dir", p.flags.DataDir}
	}
	return exec.Command(p.openNext, args...).Start() //nolint:noctx // it outlives this one
}

// close waits for a reopen in progress, then closes the content and the core, and starts the
// program that is opened next. It returns the exit status.
func (p *program) close(ctx context.Context) (status int) {
	p.reopening.Wait()
	if p.content != nil {
		p.content.Close()
	}
	if p.core == nil {
		return 1
	}
	defer func() { // once the lock is released
		if err := p.startNext(); err != nil {
			log.Print("The other program could not be started: ", err)
			status = 1
		}
	}()
	if err := p.core.Close(ctx); err != nil {
		p.core.Log.Error("Parlando could not be closed", "error", err)
		return 1
	}
	if p.failure != nil {
		return 1
	}
	return 0
}
