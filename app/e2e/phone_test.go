//go:build e2e

package e2e_test

import (
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"parlando/app/e2e"
	"parlando/client/practice"
)

// A picture of a phone is pasted as a file, decoded by the program beside Parlando, and sent as
// every service takes it.
func TestEndToEndAPictureOfAPhone(t *testing.T) {
	screen, ctx := open(t, e2e.ScreenOptions{NoKeyring: true})
	gateway := &pictureWatcher{gateway: practice.New(practice.Options{})}
	server := httptest.NewServer(gateway)
	t.Cleanup(server.Close)
	p := begin(t, ctx, screen, "--data-dir", filepath.Join(screen.Dir, "library"))
	p.connects(server.URL)
	p.click("Keep the key until I close Parlando")
	p.sees("Write a message…")
	p.chooses("Practice eyes")

	data, err := os.ReadFile(filepath.Join("..", "..", "media", "picture", "testdata", "turned.heic"))
	p.do("read the picture", err)
	path := filepath.Join(screen.Dir, "IMG_0042.HEIC")
	p.do("write the picture", os.WriteFile(path, data, 0o600))
	p.do("copy the picture", p.program.SetClipboard(ctx, path))
	p.click("Write a message…")
	p.key("ctrl+v")
	p.sees("IMG_0042.HEIC")
	p.typ("How large is it?")
	p.key("Return")
	p.sees("=Stop")
	p.seesNoMore("=Stop")
	p.sees("48 × 64") // upright
	gateway.mu.Lock()
	if n := len(gateway.widths); n == 0 || !slices.Equal(gateway.widths[n-1], []int{48}) {
		t.Errorf("the service got pictures of the widths %v", gateway.widths)
	}
	gateway.mu.Unlock()
	p.do("quit", p.program.Quit(ctx))
}
