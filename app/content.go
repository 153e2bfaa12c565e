package app

import (
	"context"
	"errors"
	"log"
	"log/slog"

	"fyne.io/fyne/v2"

	"parlando/app/core"
	"parlando/app/instance"
	"parlando/views/uithread"
	"parlando/views/window"
	"parlando/views/words"
)

// content is what the main window shows of the program.
type content interface {
	// HandleRequest carries out the request of another start, and reports whether it did.
	HandleRequest(instance.Request) bool
	ReloadTheme()
	RunStartupWork()
	// Close ends its activity. Clear closes before that what it shows beside the main window, for a
	// window that goes on with other content.
	Close()
	Clear()
}

// openCore opens the library that the settings name.
func (p *program) openCore(ctx context.Context) (*core.Core, error) {
	o := options()
	o.SpeakerName = words.SpeakerName
	return core.Open(context.WithoutCancel(ctx), p.flags, o)
}

// fill shows the open core in the window.
func (p *program) fill(ctx context.Context) {
	p.noise.Redirect(slog.NewLogLogger(p.core.Log.Handler(), slog.LevelWarn).Writer())
	thread := uithread.New(fyne.Do, func() { repaint(p.app.Driver()) })
	view := window.New(ctx, p.core, thread, p.app, p.window)
	view.SetReopen(func() { p.reopen(ctx) })
	p.content, p.scheme.onDark = view, view.ReloadTheme
}

// begin starts what waits until the content is shown.
func (p *program) begin() {
	p.core.HandleSecondStarts(onWindow(func(r instance.Request) bool { return p.content != nil && p.content.HandleRequest(r) }))
	p.content.RunStartupWork()
	if r := p.request; !r.IsZero() {
		p.request = instance.Request{}
		p.content.HandleRequest(r)
	}
}

// reopen closes the core and its content, and opens and shows the library that the settings name by
// then, in the same window. Call it on the window's thread.
func (p *program) reopen(ctx context.Context) {
	if p.content == nil {
		return // it reopens already
	}
	p.content.Clear()
	p.content.Close()
	p.content, p.scheme.onDark = nil, nil
	window.ShowOpening(p.window)
	p.reopening.Go(func() {
		var err error
		if err := p.core.Close(ctx); err != nil {
			log.Print("Closing before another library is opened: ", err)
		}
		p.core, err = p.openCore(ctx)
		fyne.Do(func() {
			if err != nil {
				window.ShowCannotStart(p.window, err, errors.Is(err, core.ErrRunning))
				return
			}
			size := p.window.Canvas().Size()
			p.fill(ctx)
			p.window.Resize(size)
			p.begin()
		})
	})
}

// close waits for a library that is being opened, and closes the content and the core. It returns
// the exit status.
func (p *program) close(ctx context.Context) int {
	p.reopening.Wait()
	if p.content != nil {
		p.content.Close()
	}
	if p.core == nil {
		return 1
	}
	if err := p.core.Close(ctx); err != nil {
		p.core.Log.Error("Closing", "error", err)
		return 1
	}
	return 0
}
