package e2e

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// StartInputMethod starts fcitx, which composes Hangul from keys typed into programs started after
// it.
func (s *Screen) StartInputMethod(ctx context.Context) error {
	dir := filepath.Join(s.Dir, "home", ".config", "fcitx5")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	for name, text := range map[string]string{
		"config": "[Behavior]\nActiveByDefault=True\n",
		"profile": "[Groups/0]\nName=Default\nDefault Layout=us\nDefaultIM=hangul\n\n[Groups/0/Items/0]\nName=keyboard-us\n\n" +
			"[Groups/0/Items/1]\nName=hangul\n\n[GroupOrder]\n0=Default\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			return err
		}
	}
	// X11 supports input methods only in a locale that is installed.
	s.Env = append(s.Env, "XMODIFIERS=@im=fcitx", "LC_CTYPE=C.UTF-8")
	if err := s.start(exec.Command("fcitx5", "--disable=wayland,waylandim")); err != nil {
		return err
	}
	return until(ctx, 20*time.Second, "the input method", func() (bool, error) {
		out, err := s.Run(ctx, "xprop", "-root", "XIM_SERVERS")
		return err == nil && strings.Contains(out, "fcitx"), nil
	})
}

// StartWayland starts Weston in a window of a bare screen. Programs started later open their
// windows in Weston, where they can be driven only with the keyboard.
func (s *Screen) StartWayland(ctx context.Context) error {
	const socket = "wayland-e2e"
	// A window that opens during the startup animation may not receive the keyboard focus.
	config := filepath.Join(s.Dir, "weston.ini")
	if err := os.WriteFile(config, []byte("[shell]\nstartup-animation=none\n"), 0o600); err != nil {
		return err
	}
	cmd := exec.Command("weston", "--backend=x11-backend.so", "--socket="+socket, "--config="+config, "--idle-time=0", "--width=1300", "--height=820")
	if err := s.start(cmd); err != nil {
		return err
	}
	s.programEnv = []string{"DISPLAY=", "WAYLAND_DISPLAY=" + socket}
	pixels, err := OpenFrameBuffer(s.FrameBuffer)
	if err != nil {
		return err
	}
	defer pixels.Close()
	last := 0
	return until(ctx, 20*time.Second, "Weston", func() (bool, error) {
		out, err := s.Run(ctx, "xdotool", "search", "--onlyvisible", "--class", "Weston")
		s.compositor = strings.TrimSpace(strings.SplitN(out, "\n", 2)[0])
		before := last
		last = pixels.Brightness(650, 400)
		return err == nil && s.compositor != "" && last > 0 && last == before, nil
	})
}
