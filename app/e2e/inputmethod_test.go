//go:build e2e

package e2e_test

import (
	"testing"

	"parlando/app/e2e"
)

// A message is composed with an input method.
func TestEndToEndAMessageIsComposedWithAnInputMethod(t *testing.T) {
	screen, ctx := open(t, e2e.ScreenOptions{NoKeyring: true})
	if err := screen.StartInputMethod(ctx); err != nil {
		t.Fatal(err)
	}
	p := begin(t, ctx, screen, "--practice")
	p.click("Write a message…")
	p.typ("gksrmf ")
	p.seesNoMore("Write a message…")
	p.key("Return")
	p.sees("Write a message…")
	p.sees("한글")
	p.do("quit", p.program.Quit(ctx))
}

// The window opens in Wayland, takes a message and closes again.
func TestEndToEndAMessageIsWrittenInWayland(t *testing.T) {
	screen, ctx := open(t, e2e.ScreenOptions{Bare: true})
	if err := screen.StartWayland(ctx); err != nil {
		t.Fatal(err)
	}
	p := begin(t, ctx, screen, "--practice")
	p.sees("Write a message…")
	p.waitsForKeyboard("Write a message…")
	p.typ("a question about lighthouses")
	p.seesNoMore("Write a message…")
	p.key("Return")
	p.sees("Write a message…")
	p.sees("a question about lighthouses")
	p.do("quit", p.program.Quit(ctx))
}

// waitsForKeyboard types a letter until the empty field that shows placeholder has it, and removes
// it: on a busy machine a compositor gives a new window the keyboard late, or not until it is
// asked. A click cannot ask for it, because the position of the window in the compositor is
// unknown.
func (p user) waitsForKeyboard(placeholder string) {
	p.Helper()
	empty := func() bool {
		_, ok, err := p.program.Where(placeholder)
		if err != nil {
			p.Fatal(err)
		}
		return ok
	}
	for p.typ("x"); empty() && p.ctx.Err() == nil; p.typ("x") {
		p.do("ask for the keyboard", p.program.AskForKeyboard(p.ctx))
	}
	for !empty() && p.ctx.Err() == nil {
		p.key("BackSpace")
	}
}
