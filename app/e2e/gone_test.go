//go:build e2e

package e2e_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"parlando/app/e2e"
)

// The folder with the chats is renamed while the window shows one. The chats are saved to another
// folder, which the program uses from then on.
func TestEndToEndTheFolderWithTheChatsGoesAway(t *testing.T) {
	screen, ctx := open(t, e2e.ScreenOptions{NoKeyring: true})
	library := filepath.Join(screen.Dir, "library")
	data, moved := filepath.Join(library, "data"), filepath.Join(library, "moved")
	p := begin(t, ctx, screen, "--data-dir", library)
	p.click("Try it now")
	p.click("Write a message…")
	p.typ("Tell me about rivers")
	p.key("Return")
	p.readsToTheEnd()
	p.do("rename the folder", os.Rename(data, moved))
	p.sees("Save my chats to another folder…")
	p.click("Write a message…")
	p.typ("And about lakes")
	p.key("alt+F4")
	p.sees("Not everything could be saved")
	p.key("Return") // save them
	p.click("=Open")
	p.seesNoMore("Save my chats to another folder…")
	p.sees("And about lakes")
	p.key("Return")
	p.sees("=Stop")
	p.seesNoMore("=Stop")
	p.do("quit", p.program.Quit(ctx))

	p.start(screen, "--data-dir", library)
	p.sees("Tell me about rivers")
	p.do("quit", p.program.Quit(ctx))
	stored, err := os.ReadFile(filepath.Join(screen.Dir, "home", "Parlando", "library.db"))
	if err != nil || !bytes.Contains(stored, []byte("And about lakes")) {
		t.Errorf("of %d bytes none are the message, %v", len(stored), err)
	}
}
