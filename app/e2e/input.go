package e2e

import (
	"context"
	"fmt"
	"os/exec"
	"strconv"
	"time"
)

// pause is the maximum time until a key press or pointer movement reaches the program.
const pause = 100 * time.Millisecond

// pixels converts layout units to pixels of the screen, as xdotool expects them.
func (p *Program) pixels(units int) string { return strconv.Itoa(units * p.screen.Scale) }

// drive runs xdotool and waits until the program has processed the input.
func (p *Program) drive(ctx context.Context, args ...string) error {
	if _, err := p.screen.Run(ctx, "xdotool", args...); err != nil {
		return err
	}
	return p.waitUntilIdle(ctx)
}

// Click waits for the element called name and clicks its center.
func (p *Program) Click(ctx context.Context, name string) error {
	r, err := p.WaitFor(ctx, name)
	if err != nil {
		return err
	}
	return p.ClickAt(ctx, r.X+r.Width/2, r.Y+r.Height/2)
}

// ClickAt clicks at a position in the window.
func (p *Program) ClickAt(ctx context.Context, x, y int) error {
	if err := p.MoveTo(ctx, x, y); err != nil {
		return err
	}
	return p.drive(ctx, "click", "1")
}

// MoveTo moves the pointer to a position in the window and leaves it there.
func (p *Program) MoveTo(ctx context.Context, x, y int) error {
	return p.drive(ctx, "mousemove", "--window", p.window, p.pixels(x), p.pixels(y))
}

// Drag presses the button at one position, moves to another one in steps, and releases the button.
func (p *Program) Drag(ctx context.Context, fromX, fromY, toX, toY int) error {
	if err := p.MoveTo(ctx, fromX, fromY); err != nil {
		return err
	}
	if _, err := p.screen.Run(ctx, "xdotool", "mousedown", "1"); err != nil {
		return err
	}
	// The toolkit reads the pointer's position once per frame and releases the button at the last
	// one it read; MoveTo waits for that.
	const steps = 8
	for i := 1; i <= steps; i++ {
		x, y := fromX+(toX-fromX)*i/steps, fromY+(toY-fromY)*i/steps
		if err := p.MoveTo(ctx, x, y); err != nil {
			return err
		}
	}
	return p.drive(ctx, "mouseup", "1")
}

// Scroll turns the wheel at a position, down for positive steps.
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

// Resize sets the size of the window's content.
func (p *Program) Resize(ctx context.Context, width, height int) error {
	return p.drive(ctx, "windowsize", "--sync", p.window, p.pixels(width), p.pixels(height))
}

// Press sends a command ("click 1", "key Escape") to a running xdotool and returns at once. It is
// for measuring responses, since starting xdotool would take longer.
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

// Fill moves the window to the corner of the screen and sets its size, including its border.
func (p *Program) Fill(ctx context.Context, width, height int) error {
	for _, args := range [][]string{{"windowmove", p.window, "0", "0"}, {"windowsize", p.window, p.pixels(width), p.pixels(height)}} {
		if _, err := p.screen.Run(ctx, "xdotool", args...); err != nil {
			return err
		}
	}
	return p.waitUntilIdle(ctx)
}

// SetClipboard copies a file as a file manager does.
func (p *Program) SetClipboard(ctx context.Context, file string) error {
	_, err := p.screen.Run(ctx, "sh", "-c", `printf 'file://%s' "$1" | xclip -selection clipboard -i >/dev/null 2>&1`, "sh", file)
	return err
}

// waitUntilIdle waits until the program has received the input and painted its effect.
func (p *Program) waitUntilIdle(ctx context.Context) error {
	if err := Wait(ctx, pause); err != nil {
		return err
	}
	return p.Idle()
}

// Wait waits in real time, like a user.
func Wait(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
