package e2e

import (
	"context"
	"fmt"
	"os/exec"
	"strconv"
	"time"
)

// pause is the longest time that a key or a movement of the pointer takes to reach the program.
const pause = 100 * time.Millisecond

// pixels are so many units of the window's layout on its screen, as xdotool wants them.
func (p *Program) pixels(units int) string { return strconv.Itoa(units * p.screen.Scale) }

// drive gives one command to the driver of mouse and keyboard, and lets it reach the program.
func (p *Program) drive(ctx context.Context, args ...string) error {
	if _, err := p.screen.Run(ctx, "xdotool", args...); err != nil {
		return err
	}
	return p.waitUntilIdle(ctx)
}

// Click waits for what is called name and presses the mouse button in the middle of it.
func (p *Program) Click(ctx context.Context, name string) error {
	r, err := p.WaitFor(ctx, name)
	if err != nil {
		return err
	}
	return p.ClickAt(ctx, r.X+r.Width/2, r.Y+r.Height/2)
}

// ClickAt presses the left mouse button at a place in the window.
func (p *Program) ClickAt(ctx context.Context, x, y int) error {
	if err := p.MoveTo(ctx, x, y); err != nil {
		return err
	}
	return p.drive(ctx, "click", "1")
}

// MoveTo moves the pointer to a place in the window and lets it rest there.
func (p *Program) MoveTo(ctx context.Context, x, y int) error {
	return p.drive(ctx, "mousemove", "--window", p.window, p.pixels(x), p.pixels(y))
}

// Drag presses at one place, moves in steps to another and lets go.
func (p *Program) Drag(ctx context.Context, fromX, fromY, toX, toY int) error {
	if err := p.MoveTo(ctx, fromX, fromY); err != nil {
		return err
	}
	if _, err := p.screen.Run(ctx, "xdotool", "mousedown", "1"); err != nil {
		return err
	}
	// The toolkit looks at where the pointer is once for each picture, and lets go at the place it
	// knows; MoveTo waits for that.
	const steps = 8
	for i := 1; i <= steps; i++ {
		x, y := fromX+(toX-fromX)*i/steps, fromY+(toY-fromY)*i/steps
		if err := p.MoveTo(ctx, x, y); err != nil {
			return err
		}
	}
	return p.drive(ctx, "mouseup", "1")
}

// Scroll turns the wheel over a place: down for steps above 0, up below.
func (p *Program) Scroll(ctx context.Context, x, y, steps int) error {
	if err := p.MoveTo(ctx, x, y); err != nil {
		return err
	}
	button := "5"
	if steps < 0 {
		button, steps = "4", -steps
	}
	return p.drive(ctx, "click", "--repeat", strconv.Itoa(steps), "--delay", "20", button)
}

// Type types text on the keyboard.
func (p *Program) Type(ctx context.Context, text string) error {
	return p.drive(ctx, "type", "--delay", "15", "--", text)
}

// Key presses keys such as "Return" or "ctrl+slash", one after the other.
func (p *Program) Key(ctx context.Context, keys ...string) error {
	for _, k := range keys {
		if _, err := p.screen.Run(ctx, "xdotool", "key", k); err != nil {
			return err
		}
	}
	return p.waitUntilIdle(ctx)
}

// Resize makes the window's content this large.
func (p *Program) Resize(ctx context.Context, width, height int) error {
	return p.drive(ctx, "windowsize", "--sync", p.window, p.pixels(width), p.pixels(height))
}

// Press gives one command to a driver of mouse and keyboard that is already running ("click 1",
// "key Escape") and returns at once, for measuring what follows: starting a driver takes longer
// than what is measured.
func (p *Program) Press(ctx context.Context, command string) error {
	if p.driver == nil {
		cmd := exec.CommandContext(ctx, "xdotool", "-")
		cmd.Env = p.screen.Env
		in, err := cmd.StdinPipe()
		if err != nil {
			return err
		}
		if err := p.screen.start(cmd); err != nil {
			return err
		}
		p.driver = in
	}
	_, err := fmt.Fprintln(p.driver, command)
	return err
}

// Fill puts the window in the corner of the screen and makes it, frame included, as large as that.
func (p *Program) Fill(ctx context.Context, width, height int) error {
	for _, args := range [][]string{{"windowmove", p.window, "0", "0"}, {"windowsize", p.window, p.pixels(width), p.pixels(height)}} {
		if _, err := p.screen.Run(ctx, "xdotool", args...); err != nil {
			return err
		}
	}
	return p.waitUntilIdle(ctx)
}

// SetClipboard copies a file, as a file manager does.
func (p *Program) SetClipboard(ctx context.Context, file string) error {
	_, err := p.screen.Run(ctx, "sh", "-c", `printf 'file://%s' "$1" | xclip -selection clipboard -i >/dev/null 2>&1`, "sh", file)
	return err
}

// waitUntilIdle lets what was pressed reach the program and be painted.
func (p *Program) waitUntilIdle(ctx context.Context) error {
	if err := Wait(ctx, pause); err != nil {
		return err
	}
	return p.Idle()
}

// Wait waits in real time: a user's hand, not a condition of the program.
func Wait(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
