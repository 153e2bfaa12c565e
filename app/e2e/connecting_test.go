//go:build e2e

package e2e_test

import (
	"path/filepath"
	"strings"
	"testing"

	"parlando/app/e2e"
	"parlando/client/practice"
)

// A second connection is added by pasting a curl line, switched to and back, and forgotten with
// undo; its key is in the password store.
func TestEndToEndASecondConnectionIsPastedSwitchedAndForgotten(t *testing.T) {
	screen, ctx := open(t, e2e.ScreenOptions{})
	gateway := servePractice(t)
	host := strings.TrimPrefix(gateway, "http://")
	library := filepath.Join(screen.Dir, "library")
	p := begin(t, ctx, screen, "--data-dir", library)
	p.click("Try it now")
	p.sees("Write a message…")

	p.key("ctrl+comma")
	p.click("=Add connection")
	p.sees("=Address of the service")
	curl := "curl " + gateway + "/v1/chat/completions \\\n  -H \"Authorization: Bearer " + practice.Key + "\" \\\n  -d '{\"model\":\"practice-writer\"}'"
	_, err := screen.Run(ctx, "sh", "-c", `printf '%s' "$1" | xclip -selection clipboard -i >/dev/null 2>&1`, "sh", curl)
	p.do("copy the curl line", err)
	p.click("=Address of the service")
	p.key("ctrl+v")
	p.sees("The address and key were filled in from what you pasted.")
	p.click("=Connect")
	p.sees("What can I help with?")
	p.sees("=" + host)
	if out, err := screen.Run(ctx, "secret-tool", "search", "--all", "service", "Parlando"); err != nil || !strings.Contains(out, practice.Key) {
		t.Errorf("the key is not in the password store: %v\n%s", err, out)
	}

	p.typ("What is a lighthouse for, in short?")
	p.key("Return")
	p.sees("=Stop")
	p.seesNoMore("=Stop")
	p.key("ctrl+shift+m")
	p.sees("All connections…")
	p.click("=Practice")
	p.sees("This chat now uses Practice.")
	p.click("=Undo")
	p.sees("=" + host)

	p.key("ctrl+comma")
	p.click("Connections and proxy")
	p.click("=More about " + host)
	p.click("=Remove")
	p.sees("“" + host + "” was removed. Your chats are still here.")
	p.click("=Undo")
	p.sees("=More about " + host)
	p.click("=More about " + host)
	p.click("=Remove")
	p.sees("=Undo")
	p.key("Escape", "Escape")
	p.sees("“" + host + "” was removed. You can still read")
	p.click("Write a message…")
	p.typ("And a foghorn?")
	p.sees("And a foghorn?") // no letter of it is lost, and none is sent
	p.do("quit", p.program.Quit(ctx))
	if out, _ := screen.Run(ctx, "secret-tool", "search", "--all", "service", "Parlando"); strings.Contains(out, practice.Key) {
		t.Errorf("the key of a forgotten connection is still in the password store:\n%s", out)
	}
	if n := count(t, library, "select count(*) from message where role='assistant' and state='done'"); n != 1 {
		t.Errorf("%d finished replies in the library, want 1", n)
	}
	keyIsNowhere(t, library)
}
