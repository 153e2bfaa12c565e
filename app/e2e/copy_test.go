//go:build e2e

package e2e_test

import (
	"path/filepath"
	"strings"
	"testing"

	"parlando/app/e2e"
)

// A table of a reply is pasted as a table by a program that knows tables, as words by others and in
// Parlando itself; and what is copied in Parlando's own boxes, by its toolkit, takes the clipboard
// over.
func TestEndToEndATableIsPastedAsATable(t *testing.T) {
	screen, ctx := open(t, e2e.ScreenOptions{NoKeyring: true})
	p := begin(t, ctx, screen, "--data-dir", filepath.Join(screen.Dir, "library"))
	p.click("Try it now")
	p.sees("Write a message…")
	p.typ("How many words?")
	p.key("Return")
	p.sees("=Stop")
	p.readsToTheEnd()
	p.click("Copy") // of the reply, which is the last that is seen
	p.sees("Copied.")
	pasted := func(target string) string {
		out, err := screen.Run(ctx, "xclip", "-selection", "clipboard", "-target", target, "-out")
		if err != nil { // it says then that there is no such form
			return ""
		}
		return out
	}
	if html := pasted("text/html"); !strings.Contains(html, "<th>Counted</th>") {
		t.Errorf("as HTML: %.2000q", html)
	}
	if text := pasted("UTF8_STRING"); !strings.Contains(text, "Counted\tResult\n") {
		t.Errorf("as text: %.2000q", text)
	}
	p.click("Write a message…")
	p.key("ctrl+v", "ctrl+a", "ctrl+c")
	p.seesNoMore("Write a message…")
	if html, text := pasted("text/html"), pasted("UTF8_STRING"); html != "" || !strings.Contains(text, "Counted\tResult\n") {
		t.Errorf("copied by the toolkit: %.200q, %.200q", html, text)
	}
	p.do("quit", p.program.Quit(ctx))
}
