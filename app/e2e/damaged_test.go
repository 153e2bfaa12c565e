//go:build e2e

package e2e_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"parlando/app/e2e"
)

// A library that cannot be opened is recovered in the window, which goes on with the new one; the
// next start opens that, too.
func TestEndToEndADamagedLibraryIsRecovered(t *testing.T) {
	screen, ctx := open(t, e2e.ScreenOptions{NoKeyring: true})
	library := filepath.Join(screen.Dir, "library")
	p := begin(t, ctx, screen, "--data-dir", library)
	p.click("Try it now")
	p.click("Write a message…")
	p.typ("Tell me about rivers")
	p.key("Return")
	p.readsToTheEnd()
	p.do("quit", p.program.Quit(ctx))
	file := filepath.Join(library, "data", "library.db")
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	copy(data, "no SQLite file any more")
	if err := os.WriteFile(file, data, 0o600); err != nil {
		t.Fatal(err)
	}

	p.start(screen, "--data-dir", library)
	p.sees("Your chats can't be opened")
	p.key("Return") // Recover
	p.sees("Your chats were recovered")
	p.sees("1 chat and 2 messages came over.")
	p.click("Open Parlando")
	p.sees("Tell me about rivers")
	p.click("Write a message…")
	p.typ("And about lakes")
	p.key("Return")
	p.sees("And about lakes")
	p.do("quit", p.program.Quit(ctx))
	if now, err := os.ReadFile(file); err != nil || string(now) != string(data) {
		t.Errorf("the damaged file has changed: %v", err)
	}

	p.start(screen, "--data-dir", library)
	p.sees("And about lakes")
	p.do("quit", p.program.Quit(ctx))
	if _, err := os.Stat(filepath.Join(library, "data-"+time.Now().Format(time.DateOnly), "library.db")); err != nil {
		t.Error(err)
	}
}
