//go:build e2e

package e2e_test

import (
	"image"
	"path/filepath"
	"strings"
	"testing"

	"parlando/app/e2e"
)

// A second start brings the first window to the front, with the files it was given, and ends.
func TestEndToEndASecondStartRaisesTheFirst(t *testing.T) {
	screen, ctx := open(t, e2e.ScreenOptions{})
	library := filepath.Join(screen.Dir, "library")
	p := begin(t, ctx, screen, "--data-dir", library)
	p.click("Try it now")
	p.sees("Write a message…")
	p.do("cover it", screen.Cover(ctx))
	again := func(args ...string) {
		t.Helper()
		out, err := screen.Run(ctx, programFile(t), append([]string{"--data-dir", library}, args...)...)
		p.do("start again: "+out, err)
	}
	again()
	p.do("see it in front", screen.WaitActive(ctx, "Parlando"))

	p.do("put it away", p.program.Minimize(ctx))
	photo := filepath.Join(screen.Dir, "a espresso.jpg")
	p.do("write the photo", e2e.WritePhoto(photo))
	again(photo)
	p.do("see it in front", screen.WaitActive(ctx, "Parlando"))
	p.sees("a espresso.jpg")

	// A socket that a crash has left is in nobody's way.
	p.program.Kill()
	p.start(screen, "--data-dir", library)
	p.sees("Write a message…")
	p.do("cover it", screen.Cover(ctx))
	again()
	p.do("see it in front", screen.WaitActive(ctx, "Parlando"))
	p.click("Write a message…") // the keyboard may come a moment later
	p.do("quit", p.program.Quit(ctx))
}

// The quick window asks in a chat of its own, which is one of Parlando's.
func TestEndToEndTheQuickWindow(t *testing.T) {
	screen, ctx := open(t, e2e.ScreenOptions{})
	library := filepath.Join(screen.Dir, "library")
	p := begin(t, ctx, screen, "--data-dir", library)
	p.click("Try it now")
	p.sees("Write a message…")
	p.do("cover it", screen.Cover(ctx))
	quick := func() {
		t.Helper()
		_, err := screen.Run(ctx, programFile(t), "--data-dir", library, "--quick")
		p.do("ask for the quick window", err)
		p.do("see the quick window", screen.WaitActive(ctx, "Quick question"))
	}
	quick()
	p.typ("half a qu")
	p.key("Escape")
	quick()
	p.typ("estion about lighthouses")
	p.key("Return")
	p.sees("half a question about lighthouses") // in the sidebar of the large window
	p.key("Escape")
	if name, err := screen.Active(ctx); err == nil && strings.Contains(name, "Quick question") {
		t.Error("Escape does not hide it")
	}
}

// The window comes back where it stood, and stays where it is over several starts.
func TestEndToEndTheWindowStandsWhereItStood(t *testing.T) {
	theWindowStandsWhereItStood(t, 1)
}

// The same where there are two pixels to a unit, and as large as it was.
func TestEndToEndTheWindowStandsWhereItStoodOnFineDots(t *testing.T) {
	theWindowStandsWhereItStood(t, 2)
}

func theWindowStandsWhereItStood(t *testing.T, fine int) {
	screen, ctx := open(t, e2e.ScreenOptions{Width: 1600, Height: 1000, Scale: fine})
	library := filepath.Join(screen.Dir, "library")
	p := user{T: t, ctx: ctx}
	start := func() (x, y int) {
		t.Helper()
		p.start(screen, "--data-dir", library)
		x, y, err := p.program.At(ctx)
		p.do("find the window", err)
		return x, y
	}
	quit := func() (x, y int) {
		t.Helper()
		x, y, err := p.program.At(ctx)
		p.do("find the window", err)
		p.do("quit", p.program.Quit(ctx))
		return x, y
	}
	start()
	p.click("Try it now")
	p.sees("Write a message…")
	p.do("move it", p.program.PutAt(ctx, 231*fine, 117*fine))
	p.do("make it smaller", p.program.Resize(ctx, 1001, 703))
	size := func() image.Point {
		t.Helper()
		img, err := p.program.Screenshot(ctx)
		p.do("look at it", err)
		return img.Bounds().Size()
	}
	large := size()
	x, y := quit()
	for range 2 {
		if gotX, gotY := start(); gotX != x || gotY != y {
			t.Errorf("it stood at %d, %d and comes back at %d, %d", x, y, gotX, gotY)
		}
		if got := size(); got != large {
			t.Errorf("it was %v large and comes back %v", large, got)
		}
		p.sees("Write a message…")
		quit()
	}

	// As large as the screen it was left, and so it comes back.
	t.Setenv("DISPLAY", screen.Display())
	start()
	p.sees("Write a message…")
	p.do("make it large", p.program.Maximize(ctx))
	quit()
	start()
	p.sees("Write a message…")
	p.do("see it large", p.program.WaitMaximized(ctx))
	quit()
}

// Keys of the user's own open the quick window from any program, and keys that another has are
// told.
func TestEndToEndKeysOpenTheQuickWindow(t *testing.T) {
	screen, ctx := open(t, e2e.ScreenOptions{})
	p := begin(t, ctx, screen, "--data-dir", filepath.Join(screen.Dir, "library"))
	p.click("Try it now")
	p.sees("Write a message…")
	choose := func(keys string) {
		t.Helper()
		p.click("Quick question shortcut")
		p.key("ctrl+a")
		p.typ(keys)
		p.key("Return")
	}
	p.opensSection("Shortcuts")
	choose("alt f4") // the window manager's own
	p.sees("Another program already uses this shortcut. Choose another one.")
	choose("ctrl+alt+k")
	p.seesNoMore("Another program already uses this shortcut. Choose another one.")
	p.do("cover it", screen.Cover(ctx))
	p.key("ctrl+alt+k")
	p.do("see the quick window", screen.WaitActive(ctx, "Quick question"))
}

// With text twice as large in a narrow window, with the keys swapped and in the simple view a
// message is written, sent and answered.
func TestEndToEndTheWindowFollowsTheSettings(t *testing.T) {
	screen, ctx := open(t, e2e.ScreenOptions{})
	library := filepath.Join(screen.Dir, "library")
	p := begin(t, ctx, screen, "--data-dir", library)
	p.click("Try it now")
	p.sees("Write a message…")
	p.do("make it narrow", p.program.Resize(ctx, 720, 800))
	p.opensSection("Shortcuts")
	p.click("=Shift+Enter or Ctrl+Enter")
	p.key("Escape", "ctrl+l")
	p.typ("one line")
	p.key("Return")
	p.typ("and another")
	p.sees("Shift+Enter to send")
	p.key("shift+Return")
	p.seesNoMore("Shift+Enter to send")
	p.sees("Shift+Enter to send") // the reply has come to its end
	p.key("ctrl+plus", "ctrl+plus", "ctrl+plus", "ctrl+plus", "ctrl+plus", "ctrl+plus")
	for _, name := range []string{"=Send", "=Dictate", "=More", "Shift+Enter to send"} {
		r, err := p.program.WaitFor(ctx, name)
		p.do("see "+name, err)
		if r.X < 0 || r.Y < 0 || r.X+r.Width > 720 || r.Y+r.Height > 800 {
			t.Errorf("%s is at %+v, not in the window", name, r)
		}
	}
	p.key("ctrl+0")
	p.opensSection("Appearance")
	p.click("=Simple view")
	p.key("Escape")
	p.seesNoMore("=Adjust replies")
	p.key("ctrl+l")
	p.typ("and a third")
	p.click("=Send")
	p.sees("and a third")
	p.do("quit", p.program.Quit(ctx))
	if n := count(t, library, `SELECT count(*) FROM part WHERE text = 'one line' || char(10) || 'and another'`); n != 1 {
		t.Errorf("the first message is stored %d times", n)
	}
}
