package e2e

import (
	"context"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"parlando/app/display"
)

// Cover opens a window of another program and waits until it has the focus.
func (s *Screen) Cover(ctx context.Context) error {
	if err := s.start(exec.Command("xev", "-geometry", "900x700+50+50")); err != nil {
		return err
	}
	return until(ctx, 20*time.Second, "the other program", func() (bool, error) {
		out, err := s.Run(ctx, "xdotool", "getactivewindow", "getwindowname")
		return err == nil && strings.Contains(out, "Event Tester"), nil
	})
}

// Active returns the title of the focused window.
func (s *Screen) Active(ctx context.Context) (string, error) {
	out, err := s.Run(ctx, "xdotool", "getactivewindow", "getwindowname")
	return strings.TrimSpace(out), err
}

// WaitActive waits until a window whose title contains words has the focus.
func (s *Screen) WaitActive(ctx context.Context, words string) error {
	last := ""
	err := until(ctx, 20*time.Second, fmt.Sprintf("the window %q to have the keyboard", words), func() (bool, error) {
		name, err := s.Active(ctx)
		last = name
		return err == nil && strings.Contains(name, words), nil
	})
	if err != nil {
		return fmt.Errorf("%w; %q has it", err, last)
	}
	return nil
}

// Minimize minimizes the window like its minimize button.
func (p *Program) Minimize(ctx context.Context) error {
	_, err := p.screen.Run(ctx, "xdotool", "windowminimize", "--sync", p.window)
	return err
}

// PutAt moves the window, including its border, to a position on the screen, in pixels.
func (p *Program) PutAt(ctx context.Context, x, y int) error {
	return p.drive(ctx, "windowmove", p.window, fmt.Sprint(x), fmt.Sprint(y))
}

// At returns the position of the window's content on the screen, in pixels.
func (p *Program) At(ctx context.Context) (x, y int, err error) {
	out, err := p.screen.Run(ctx, "xwininfo", "-id", p.window)
	if err != nil {
		return 0, 0, err
	}
	_, rest, _ := strings.Cut(out, "Absolute upper-left X:")
	_, err = fmt.Sscanf(rest, "%d\n  Absolute upper-left Y:%d", &x, &y)
	return x, y, err
}

// Maximize maximizes the window like its maximize button.
func (p *Program) Maximize(ctx context.Context) error {
	id, err := p.handle()
	if err != nil {
		return err
	}
	if err := display.Maximize(id); err != nil {
		return err
	}
	return p.waitUntilIdle(ctx)
}

// WaitMaximized waits until the window is as large as the screen.
func (p *Program) WaitMaximized(ctx context.Context) error {
	return until(ctx, 20*time.Second, "the window to be as large as the screen", func() (bool, error) {
		id, err := p.handle()
		if err != nil {
			return false, err
		}
		place, err := display.PositionOf(id)
		return place.Maximized, err
	})
}

// handle returns the X11 window ID.
func (p *Program) handle() (uintptr, error) {
	id, err := strconv.ParseUint(p.window, 10, 64)
	return uintptr(id), err
}

// Display returns the value of DISPLAY for this screen.
func (s *Screen) Display() string {
	for _, e := range s.Env {
		if d, ok := strings.CutPrefix(e, "DISPLAY="); ok {
			return d
		}
	}
	return ""
}
