package e2e

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Program is a running Parlando.
type Program struct {
	// Process is the process of the program; use Quit, Terminate or Kill to end it.
	Process *os.Process
	// Seek, if set, is called every two seconds while WaitFor waits, for example to scroll a page.
	Seek func(context.Context) error

	screen *Screen
	cmd    *exec.Cmd
	window string
	socket string
	exited chan struct{}
	driver io.Writer
}

// Rect is a rectangle in the window, in layout units from its top left corner.
type Rect struct{ X, Y, Width, Height int }

// StartProgram starts the binary (built with the tag e2e) on the screen and waits for its window.
func (s *Screen) StartProgram(ctx context.Context, binary string, args ...string) (*Program, error) {
	p := &Program{screen: s, exited: make(chan struct{})}
	p.socket = filepath.Join(s.Dir, "e2e.socket")
	_ = os.Remove(p.socket)
	p.cmd = exec.Command(binary, args...)
	p.cmd.Env = append(slices.Concat(s.Env, s.programEnv), "PARLANDO_E2E_SOCKET="+p.socket)
	p.cmd.Stdout, p.cmd.Stderr = os.Stderr, os.Stderr
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	p.Process = p.cmd.Process
	go func() { _ = p.cmd.Wait(); close(p.exited) }()
	err := until(ctx, 60*time.Second, "the window of "+filepath.Base(binary), func() (bool, error) {
		select {
		case <-p.exited:
			return false, fmt.Errorf("%s ended by itself: %s", binary, p.cmd.ProcessState)
		default:
		}
		if _, err := p.ask("idle"); err != nil {
			return false, nil
		}
		if p.window = s.compositor; p.window != "" {
			return true, nil
		}
		out, err := s.Run(ctx, "xdotool", "search", "--onlyvisible", "--pid", strconv.Itoa(p.Process.Pid), "--name", "Parlando")
		p.window = strings.TrimSpace(strings.SplitN(out, "\n", 2)[0])
		return err == nil && p.window != "", nil
	})
	if err != nil {
		p.Kill()
		return nil, err
	}
	_, err = s.Run(ctx, "xdotool", "windowfocus", "--sync", p.window)
	return p, err
}

// AskForKeyboard gives the display's keyboard to Weston, and in Weston to the window, with the key
// that switches windows.
func (p *Program) AskForKeyboard(ctx context.Context) error {
	return p.drive(ctx, "windowfocus", "--sync", p.window, "key", "super+Tab")
}

// ask sends a question to the program's socket.
func (p *Program) ask(question string) (string, error) {
	conn, err := net.DialTimeout("unix", p.socket, 2*time.Second)
	if err != nil {
		return "", err
	}
	defer conn.Close()
	if err := conn.SetDeadline(time.Now().Add(30 * time.Second)); err != nil {
		return "", err
	}
	if _, err := fmt.Fprintln(conn, question); err != nil {
		return "", err
	}
	answer, err := bufio.NewReader(conn).ReadString('\n')
	return strings.TrimSuffix(answer, "\n"), err
}

// Where finds the visible element called name: the label of a button, a text, or the placeholder of
// a field. It returns false if there is none.
func (p *Program) Where(name string) (Rect, bool, error) {
	answer, err := p.ask("where " + name)
	if err != nil || answer == "none" {
		return Rect{}, false, err
	}
	var r Rect
	_, err = fmt.Sscan(answer, &r.X, &r.Y, &r.Width, &r.Height)
	scale := p.screen.Scale
	return Rect{r.X / scale, r.Y / scale, r.Width / scale, r.Height / scale}, err == nil, err
}

// WaitFor waits until an element called name is visible.
func (p *Program) WaitFor(ctx context.Context, name string) (Rect, error) {
	var r Rect
	sought, found := time.Now(), true
	err := until(ctx, 60*time.Second, fmt.Sprintf("%q to be seen", name), func() (bool, error) {
		var ok bool
		var err error
		r, ok, err = p.Where(name)
		switch {
		case err != nil || p.Seek == nil:
		case ok && !found: // perhaps hidden by the edge of its page
			found = true
			err = p.Seek(ctx)
			return false, err
		case !ok && time.Since(sought) > 2*time.Second:
			found = false
			err = p.Seek(ctx)
			sought = time.Now()
		}
		return ok, err
	})
	return r, err
}

// WaitGone waits until no element called name is visible.
func (p *Program) WaitGone(ctx context.Context, name string) error {
	return until(ctx, 60*time.Second, fmt.Sprintf("%q to be gone", name), func() (bool, error) {
		_, ok, err := p.Where(name)
		return !ok, err
	})
}

// WaitForReply waits for the end of the open chat's first reply, and scrolls to it.
func (p *Program) WaitForReply(ctx context.Context) error {
	return until(ctx, 60*time.Second, "the end of the reply to be seen", func() (bool, error) {
		if _, ended, err := p.Where("Try again"); ended || err != nil {
			return ended, err
		}
		return false, p.GoToEnd(ctx)
	})
}

// GoToEnd scrolls to the end of the open chat.
func (p *Program) GoToEnd(ctx context.Context) error {
	const end = "To the end"
	if _, away, err := p.Where(end); !away || err != nil {
		return err
	}
	return p.Click(ctx, end)
}

// Idle waits until the window has painted all changes.
func (p *Program) Idle() error { return p.tell("idle") }

// Repaint makes the window repaint everything and waits for it.
func (p *Program) Repaint() error { return p.tell("repaint") }

// Age expires the entries that Fyne drops from its cache after a minute of work.
func (p *Program) Age() error { return p.tell("age") }

// Suspend expires the entries that Fyne drops from its cache when the computer has slept for a
// minute.
func (p *Program) Suspend() error { return p.tell("suspend") }

// tell sends a command to the program and waits until the program has carried it out.
func (p *Program) tell(what string) error {
	_, err := p.ask(what)
	return err
}

// Texts returns all visible texts, line by line from the top.
func (p *Program) Texts() (string, error) {
	answer, err := p.ask("texts")
	if err != nil {
		return "", err
	}
	return strconv.Unquote(answer)
}

// Memory returns the size of the program's heap. If profile is not
// "", it writes a heap profile to that file.
func (p *Program) Memory(profile string) (string, error) { return p.ask("memory " + profile) }

// Kill kills the program, as a power cut would.
func (p *Program) Kill() {
	_ = syscall.Kill(-p.Process.Pid, syscall.SIGKILL)
	<-p.exited
}

// Quit closes the window as a user does and waits for the program to end.
func (p *Program) Quit(ctx context.Context) error {
	// Alt+F4 asks the program to close; xdotool's windowclose would destroy the window.
	key := "alt+F4"
	if p.screen.bare {
		key = "ctrl+q"
	}
	if _, err := p.screen.Run(ctx, "xdotool", "key", key); err != nil {
		return err
	}
	return p.waitEnd(ctx)
}

// Terminate ends the program as a shutdown does, and returns the time until it has ended.
func (p *Program) Terminate(ctx context.Context) (time.Duration, error) {
	began := time.Now()
	if err := p.Process.Signal(syscall.SIGTERM); err != nil {
		return 0, err
	}
	err := p.waitEnd(ctx)
	return time.Since(began), err
}

// printStacks makes a hanging program print the stacks of its goroutines and exit.
func (p *Program) printStacks() {
	_ = syscall.Kill(p.Process.Pid, syscall.SIGQUIT)
	select {
	case <-p.exited:
	case <-time.After(5 * time.Second):
	}
}

func (p *Program) waitEnd(ctx context.Context) error {
	select {
	case <-p.exited:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(20 * time.Second):
		p.printStacks()
		p.Kill()
		return fmt.Errorf("the program did not end within 20 s of closing its window; above is what it was doing")
	}
}
