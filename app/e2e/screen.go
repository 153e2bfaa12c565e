package e2e

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"parlando/media/soundserver"
	"parlando/media/virtualscreen"
)

// Screen is a virtual display with a window manager, a message bus and an unlocked password store,
// or a bare display. Its home folder is empty at first.
type Screen struct {
	// Dir is the folder of all its files; FrameBuffer is the file with the display's memory.
	Dir         string
	FrameBuffer string
	// Scale is the number of pixels per layout unit.
	Scale int
	// Env is the environment for programs on the screen.
	Env []string

	bare       bool   // the display only
	compositor string // ID of Weston's X11 window, "" without Weston
	programEnv []string
	endDisplay func() // nil before the display is started
	started    []*exec.Cmd
	sound      *soundserver.Server // nil before StartSound
}

// ScreenOptions describe a Screen.
type ScreenOptions struct {
	// Width and Height are in layout units; 0 means large enough for a window of 1280 by 800 with
	// its border.
	Width, Height int
	// Scale is the number of pixels per layout unit; 0 means 1.
	Scale int
	// NoKeyring starts no password store.
	NoKeyring bool
	// Portal adds the desktop portal, with the dialogs of GTK.
	Portal bool
	// Bare starts the display only, without window manager, message bus and password store.
	Bare bool
}

// OpenScreen starts a Screen below dir. Close ends every process that it starts.
func OpenScreen(ctx context.Context, dir string, o ScreenOptions) (*Screen, error) {
	if o.Width == 0 {
		o.Width, o.Height = 1320, 860
	}
	s := &Screen{Dir: dir, Scale: max(o.Scale, 1), bare: o.Bare}
	runtime := filepath.Join(dir, "runtime")
	for _, d := range []string{runtime, filepath.Join(dir, "home"), filepath.Join(dir, "fb")} {
		if err := os.MkdirAll(d, 0o700); err != nil {
			return nil, err
		}
	}
	s.FrameBuffer = filepath.Join(dir, "fb", "Xvfb_screen0")
	s.Env = append(clean(os.Environ()),
		"HOME="+filepath.Join(dir, "home"), "XDG_RUNTIME_DIR="+runtime, "LANG=en_US.UTF-8", "FYNE_SCALE="+strconv.Itoa(s.Scale))
	steps := []func(context.Context, ScreenOptions) error{s.startDisplay, s.startWindowManager, s.startBus, s.startKeyring, s.startPortal}
	if o.Bare {
		// Set an address that leads nowhere: otherwise programs start a message bus of their own,
		// which outlives them.
		s.Env = append(s.Env, "DBUS_SESSION_BUS_ADDRESS=unix:path=/nonexistent")
		steps = steps[:1]
	}
	for _, step := range steps {
		if err := step(ctx, o); err != nil {
			s.Close()
			return nil, err
		}
	}
	return s, nil
}

// clean removes the variables that refer to another display, bus, folder or locale.
func clean(env []string) []string {
	var out []string
	for _, e := range env {
		name, _, _ := strings.Cut(e, "=")
		if name == "DISPLAY" || name == "WAYLAND_DISPLAY" || name == "HOME" || strings.HasPrefix(name, "XDG_") ||
			strings.HasPrefix(name, "DBUS_") || strings.HasPrefix(name, "FYNE_") || name == "LANG" || strings.HasPrefix(name, "LC_") {
			continue
		}
		out = append(out, e)
	}
	return out
}

func (s *Screen) start(cmd *exec.Cmd) error {
	cmd.Env = s.Env
	// Use a process group, so that Close also ends child processes.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("start %s: %w", filepath.Base(cmd.Path), err)
	}
	s.started = append(s.started, cmd)
	return nil
}

func (s *Screen) startDisplay(ctx context.Context, o ScreenOptions) error {
	// Do not use ctx, which is for starting: the display must run until Close.
	name, end, err := virtualscreen.Start(context.Background(), fmt.Sprintf("%dx%dx24", o.Width*s.Scale, o.Height*s.Scale),
		"+extension", "GLX", "-fbdir", filepath.Dir(s.FrameBuffer))
	if err != nil {
		return err
	}
	s.endDisplay = end
	s.Env = append(s.Env, "DISPLAY="+name)
	// xdotool's first key press changes the display's keyboard map. The window manager then grabs
	// its keys again, and a key pressed meanwhile, such as Alt+F4, would be lost.
	_, err = s.Run(ctx, "xdotool", "key", "shift")
	return err
}

func (s *Screen) startWindowManager(ctx context.Context, _ ScreenOptions) error {
	if err := s.start(exec.Command("openbox")); err != nil {
		return err
	}
	return until(ctx, 20*time.Second, "the window manager", func() (bool, error) {
		out, err := s.Run(ctx, "xprop", "-root", "_NET_SUPPORTING_WM_CHECK")
		return err == nil && strings.Contains(out, "window id"), nil
	})
}

// busConfig configures a bus that starts no services on demand, because the installed services
// differ between computers.
const busConfig = `<busconfig>
  <type>session</type>
  <listen>unix:tmpdir=/tmp</listen>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
`

func (s *Screen) startBus(context.Context, ScreenOptions) error {
	r, w, err := os.Pipe()
	if err != nil {
		return err
	}
	defer r.Close()
	config := filepath.Join(s.Dir, "bus.conf")
	if err := os.WriteFile(config, []byte(busConfig), 0o600); err != nil {
		return err
	}
	cmd := exec.Command("dbus-daemon", "--config-file="+config, "--nofork", "--print-address=3")
	cmd.ExtraFiles = []*os.File{w}
	err = s.start(cmd)
	w.Close()
	if err != nil {
		return err
	}
	address, err := bufio.NewReader(r).ReadString('\n')
	if err != nil {
		return fmt.Errorf("the message bus did not start: %w", err)
	}
	s.Env = append(s.Env, "DBUS_SESSION_BUS_ADDRESS="+strings.TrimSpace(address))
	return nil
}

func (s *Screen) startKeyring(ctx context.Context, o ScreenOptions) error {
	if o.NoKeyring {
		return nil
	}
	cmd := exec.Command("gnome-keyring-daemon", "--unlock", "--foreground", "--components=secrets")
	cmd.Stdin = strings.NewReader("a password of the test\n")
	if err := s.start(cmd); err != nil {
		return err
	}
	return s.waitService(ctx, "org.freedesktop.secrets")
}

func (s *Screen) startPortal(ctx context.Context, o ScreenOptions) error {
	if !o.Portal {
		return nil
	}
	services := [][2]string{
		{"xdg-desktop-portal-gtk", "org.freedesktop.impl.portal.desktop.gtk"},
		{"xdg-desktop-portal", "org.freedesktop.portal.Desktop"},
	}
	for _, service := range services {
		if err := s.start(exec.Command("/usr/libexec/" + service[0])); err != nil {
			return err
		}
		if err := s.waitService(ctx, service[1]); err != nil {
			return err
		}
	}
	return nil
}

// waitService waits until a name is owned on the message bus.
func (s *Screen) waitService(ctx context.Context, name string) error {
	return until(ctx, 20*time.Second, "the service "+name, func() (bool, error) {
		out, err := s.Run(ctx, "dbus-send", "--session", "--print-reply", "--dest=org.freedesktop.DBus", "/",
			"org.freedesktop.DBus.NameHasOwner", "string:"+name)
		return err == nil && strings.Contains(out, "boolean true"), nil
	})
}

// Run runs a short command on the screen and returns its output.
func (s *Screen) Run(ctx context.Context, name string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env = s.Env
	out, err := cmd.CombinedOutput()
	if err != nil {
		return string(out), fmt.Errorf("%s: %w: %s", name, err, out)
	}
	return string(out), nil
}

// Close ends all started processes, the last one first.
func (s *Screen) Close() {
	for i := len(s.started) - 1; i >= 0; i-- {
		cmd := s.started[i]
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		_ = cmd.Wait()
	}
	s.started = nil
	if s.endDisplay != nil {
		s.endDisplay()
	}
	if s.sound != nil {
		s.sound.Kill()
	}
}

// until calls ready repeatedly until it returns true or an error, or the time most has passed.
func until(ctx context.Context, most time.Duration, what string, ready func() (bool, error)) error {
	ctx, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for {
		ok, err := ready()
		if err != nil {
			return err
		}
		if ok {
			return nil
		}
		select {
		case <-ctx.Done():
			return errors.New("waited in vain for " + what)
		case <-tick.C:
		}
	}
}
