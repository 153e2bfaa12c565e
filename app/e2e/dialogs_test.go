//go:build e2e

package e2e_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parlando/app/e2e"
)

// Several files with strange names are opened in the dialog of a real portal, while a reply is
// written behind it.
func TestEndToEndFilesAreOpenedInTheDialogOfTheDesktop(t *testing.T) {
	screen, ctx := open(t, e2e.ScreenOptions{NoKeyring: true, Portal: true})
	names := []string{"Q1+Q2 report #1 100%.txt", "ä 空.txt"}
	folder := filepath.Join(screen.Dir, "home")
	p := begin(t, ctx, screen, "--data-dir", filepath.Join(screen.Dir, "library"))
	for _, name := range names {
		p.do("write a file", os.WriteFile(filepath.Join(folder, name), []byte("Words."), 0o600))
	}
	p.click("Try it now")
	p.sees("Write a message…")
	p.typ("How many words?")
	p.key("Return")
	p.sees("=Stop")
	p.click("=Add a picture or file")
	p.click("Picture or file…")
	p.do("wait for the dialog", screen.WaitActive(ctx, "Add pictures or files"))
	p.seesNoMore("=Stop")
	p.key("alt+Home")
	// The dialog reads the folder in its own time.
	for at := "Add pictures or files"; strings.Contains(at, "Add pictures or files"); {
		_, err := screen.Run(ctx, "xdotool", "getactivewindow", "mousemove", "--window", "%1", "500", "400", "click", "1")
		p.do("click into the list", err)
		p.key("ctrl+a", "Return")
		at, err = screen.Active(ctx)
		p.do("look which window is active", err)
	}
	for _, name := range names {
		p.sees(name)
	}
	p.do("quit", p.program.Quit(ctx))
}
