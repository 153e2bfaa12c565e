//go:build e2e

package e2e_test

import (
	"path/filepath"
	"strings"
	"testing"

	"parley/app/e2e"
)

// A second start brings the first window to the front, with the files it was given, and ends.
func TestEndToEndASecondStartRaisesTheFirst(t *testing.T) {
	screen, ctx := open(t, e2e.ScreenOptions{})
	library := filepath.Join(screen.Dir, "library")
	program, err := screen.StartProgram(ctx, programFile(t), "--data-dir", library)
	if err != nil {
		t.Fatal(err)
	}
	p := person{t, ctx, program}
	p.click("Try it now")
	p.sees("Write a message…")
	p.do("cover it", screen.Cover(ctx))
	again := func(args ...string) {
		t.Helper()
		out, err := screen.Run(ctx, programFile(t), append([]string{"--data-dir", library}, args...)...)
		p.do("start again: "+out, err)
	}
	again()
	p.do("see it in front", screen.WaitActive(ctx, "Parley"))

	p.do("put it away", program.Minimize(ctx))
	photo := filepath.Join(screen.Dir, "a meadow.jpg")
	p.do("write the photo", e2e.WritePhoto(photo))
	again(photo)
	p.do("see it in front", screen.WaitActive(ctx, "Parley"))
	p.sees("a meadow.jpg")

	// A socket that a crash has left is in nobody's way.
	program.Kill()
	program, err = screen.StartProgram(ctx, programFile(t), "--data-dir", library)
	if err != nil {
		t.Fatal(err)
	}
	p.program = program
	p.sees("Write a message…")
	p.do("cover it", screen.Cover(ctx))
	again()
	p.do("see it in front", screen.WaitActive(ctx, "Parley"))
	p.click("Write a message…") // the keyboard may come a moment later
	p.do("quit", program.Quit(ctx))
}

// The quick window asks in a chat of its own, which is one of Parley's.
func TestEndToEndTheQuickWindow(t *testing.T) {
	screen, ctx := open(t, e2e.ScreenOptions{})
	library := filepath.Join(screen.Dir, "library")
	program, err := screen.StartProgram(ctx, programFile(t), "--data-dir", library)
	if err != nil {
		t.Fatal(err)
	}
	p := person{t, ctx, program}
	p.click("Try it now")
	p.sees("Write a message…")
	p.do("cover it", screen.Cover(ctx))
	quick := func() {
		t.Helper()
		_, err := screen.Run(ctx, programFile(t), "--data-dir", library, "--quick")
		p.do("ask for the quick window", err)
		p.do("see the quick window", screen.WaitActive(ctx, "Ask quickly"))
	}
	quick()
	p.typ("half a qu")
	p.key("Escape")
	quick()
	p.typ("estion about lighthouses")
	p.key("Return")
	p.sees("half a question about lighthouses") // in the sidebar of the large window
	p.key("Escape")
	if name, err := screen.Active(ctx); err == nil && strings.Contains(name, "Ask quickly") {
		t.Error("Escape does not hide it")
	}
}
