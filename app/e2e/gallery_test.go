//go:build e2e

package e2e_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"parlando/app/e2e"
	"parlando/client/practice"
)

// pictureWatcher is a practice gateway that remembers how wide the pictures of each request were,
// in their order.
type pictureWatcher struct {
	gateway http.Handler
	mu      sync.Mutex
	widths  [][]int
}

func (g *pictureWatcher) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	var q struct {
		Messages []struct {
			Content json.RawMessage `json:"content"`
		} `json:"messages"`
	}
	if json.Unmarshal(body, &q) == nil && len(q.Messages) > 0 {
		var parts []struct {
			Image struct {
				URL string `json:"url"`
			} `json:"image_url"`
		}
		if json.Unmarshal(q.Messages[len(q.Messages)-1].Content, &parts) == nil {
			var widths []int
			for _, p := range parts {
				if _, data, ok := strings.Cut(p.Image.URL, "base64,"); ok {
					file, _ := base64.StdEncoding.DecodeString(data)
					if c, _, err := image.DecodeConfig(bytes.NewReader(file)); err == nil {
						widths = append(widths, c.Width)
					}
				}
			}
			g.mu.Lock()
			g.widths = append(g.widths, widths)
			g.mu.Unlock()
		}
	}
	g.gateway.ServeHTTP(w, r)
}

// writeBoard writes a picture of one color.
func writeBoard(path string, width, height int, c color.NRGBA) error {
	img := image.NewNRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			img.SetNRGBA(x, y, c)
		}
	}
	var file bytes.Buffer
	if err := png.Encode(&file, img); err != nil {
		return err
	}
	return os.WriteFile(path, file.Bytes(), 0o600)
}

// Three pictures are put into another order with the mouse, sent in that order, and looked at
// large.
func TestEndToEndPicturesInTheOrderOnTheScreen(t *testing.T) {
	screen, ctx := open(t, e2e.ScreenOptions{NoKeyring: true})
	gateway := &pictureWatcher{gateway: practice.New(practice.Options{})}
	server := httptest.NewServer(gateway)
	t.Cleanup(server.Close)
	library := filepath.Join(screen.Dir, "library")
	p := begin(t, ctx, screen, "--data-dir", library)
	p.connects(server.URL)
	p.click("Keep the key until I close Parlando")
	p.sees("Write a message…")
	p.chooses("Practice eyes")

	var files []string
	for i, c := range []color.NRGBA{{200, 40, 40, 255}, {40, 160, 60, 255}, {40, 70, 200, 255}} {
		path := filepath.Join(screen.Dir, fmt.Sprintf("board%d.png", i+1))
		p.do("write a picture", writeBoard(path, 300+100*i, 200, c))
		files = append(files, path)
	}
	p.do("copy the pictures", p.program.SetClipboard(ctx, strings.Join(files, "\nfile://")))
	p.click("Write a message…")
	p.key("ctrl+v")
	p.sees("board3.png")

	// The first goes behind the third: the pointer takes it at its name.
	first, err := p.program.WaitFor(ctx, "board1.png")
	p.do("find the first", err)
	third, err := p.program.WaitFor(ctx, "board3.png")
	p.do("find the third", err)
	p.do("drag", p.program.Drag(ctx, first.X+first.Width/2, first.Y+first.Height/2, third.X+third.Width/2+30, third.Y+third.Height/2))
	p.typ("Which is the widest?")
	p.key("Return")
	p.sees("=Stop")
	p.seesNoMore("=Stop")
	gateway.mu.Lock()
	if want := []int{400, 500, 300}; len(gateway.widths) == 0 || !slices.Equal(gateway.widths[len(gateway.widths)-1], want) {
		t.Errorf("the service got pictures of the widths %v, not %v", gateway.widths, want)
	}
	gateway.mu.Unlock()

	// Looked at large: the wheel comes nearer, and the picture is saved.
	for range 4 {
		p.do("scroll", p.program.Scroll(ctx, 700, 300, -20))
	}
	p.click("Show picture board3.png")
	p.sees("2 of 3 · 500 × 200")
	p.sees("100%")
	p.do("come nearer", p.program.Scroll(ctx, 640, 400, -3))
	p.sees("182%") // the reply below may tell of 100%, too
	p.key("0")
	p.sees("100%")
	p.click("Save as…")
	p.sees("Save picture")
	p.key("Return")
	p.sees("Saved as board3.png.")
	var saved string
	for _, folder := range []string{"Pictures", "."} {
		path := filepath.Join(screen.Dir, "home", folder, "board3.png")
		if _, err := os.Stat(path); err == nil {
			saved = path
		}
	}
	if data, err := os.ReadFile(saved); err != nil {
		t.Errorf("not saved: %v", err)
	} else if c, err := png.DecodeConfig(bytes.NewReader(data)); err != nil || c.Width != 500 {
		t.Errorf("saved %d wide: %v", c.Width, err)
	}
	p.click("Copy picture")
	p.sees("Copied.")
	if png, err := screen.Run(ctx, "xclip", "-selection", "clipboard", "-target", "image/png", "-out"); err != nil || !strings.HasPrefix(png, "\x89PNG") {
		t.Errorf("on the clipboard are %d bytes: %v", len(png), err)
	}
	p.key("Escape")
	p.seesNoMore("2 of 3")
	p.do("quit", p.program.Quit(ctx))
}
