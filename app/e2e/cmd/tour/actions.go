package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"parlando/app/e2e"
)

// action is a single action or a wait of the tour.
type action func(context.Context, *tourist) error

// all returns an action that runs the given ones in order until one fails.
func all(actions ...action) action {
	return func(ctx context.Context, t *tourist) error {
		for i, do := range actions {
			if err := do(ctx, t); err != nil {
				return fmt.Errorf("action %d: %w", i+1, err)
			}
		}
		return nil
	}
}

// key presses keys one after the other.
func key(keys ...string) action {
	return func(ctx context.Context, t *tourist) error { return t.running.Key(ctx, keys...) }
}

// write types on the keyboard.
func write(text string) action {
	return func(ctx context.Context, t *tourist) error { return t.running.Type(ctx, text) }
}

// click waits for the element called name and clicks it.
func click(name string) action {
	return func(ctx context.Context, t *tourist) error { return t.running.Click(ctx, name) }
}

// see waits until an element called name is visible.
func see(name string) action {
	return at(name, func(context.Context, *tourist, e2e.Rect) error { return nil })
}

// at waits until an element called name is visible, and calls do with its rectangle.
func at(name string, do func(context.Context, *tourist, e2e.Rect) error) action {
	return func(ctx context.Context, t *tourist) error {
		r, err := t.running.WaitFor(ctx, name)
		if err != nil {
			return err
		}
		return do(ctx, t, r)
	}
}

// gone waits until no element called name is visible.
func gone(name string) action {
	return func(ctx context.Context, t *tourist) error { return t.running.WaitGone(ctx, name) }
}

// pause does nothing for a while.
func pause(d time.Duration) action {
	return func(ctx context.Context, _ *tourist) error { return e2e.Wait(ctx, d) }
}

// whenNarrow runs an action in the narrow look only.
func whenNarrow(do action) action {
	return func(ctx context.Context, t *tourist) error {
		if !t.look.narrow() {
			return nil
		}
		return do(ctx, t)
	}
}

// shell runs a script in the folder of the tour's files.
func shell(script string, args ...string) action {
	return func(ctx context.Context, t *tourist) error {
		_, err := t.screen.Run(ctx, "sh", append([]string{"-c", `cd "$HOME/.." && ` + script, "sh"}, args...)...)
		return err
	}
}

// newFile writes a file to the folder of the tour's files.
func newFile(name string, data []byte) action {
	return func(_ context.Context, t *tourist) error {
		return os.WriteFile(filepath.Join(t.screen.Dir, name), data, 0o600)
	}
}

// pasteFiles copies files like a file manager and pastes them.
func pasteFiles(names ...string) action {
	return func(ctx context.Context, t *tourist) error {
		var list []string
		for _, name := range names {
			file := url.URL{Scheme: "file", Path: filepath.Join(t.screen.Dir, name)}
			list = append(list, file.String())
		}
		return paste(strings.Join(list, "\n"))(ctx, t)
	}
}

// choose selects a model by name with the keyboard.
func choose(model string) action {
	return all(key("ctrl+m"), enter(model), see("="+model))
}

// enter types on the keyboard, and presses Enter.
func enter(text string) action { return all(write(text), key("Return")) }

// ask types a message and sends it.
func ask(text string) action { return all(key("ctrl+l"), enter(text)) }

// converse starts a chat with a model and waits for its reply.
func converse(model, text string) action { return all(newChat(model), ask(text), replied) }

// enlarge sets the largest text size.
var enlarge = key("ctrl+plus", "ctrl+plus", "ctrl+plus", "ctrl+plus", "ctrl+plus")

// paste pastes a text into the message.
func paste(text string) action { return all(key("ctrl+l"), pasteHere(text)) }

// pasteHere pastes a text into the focused field.
func pasteHere(text string) action {
	return all(shell(`printf '%s' "$1" | xclip -selection clipboard -i >/dev/null 2>&1`, text), key("ctrl+v"))
}

// attach pastes the photo into the message.
var attach = all(pasteFiles(photo), see(photo))

// begun waits until a reply starts, answered until it ends, whose end it shows.
var begun, answered = see("=Stop"), all(gone("=Stop"), func(ctx context.Context, t *tourist) error { return t.running.GoToEnd(ctx) })

// replied waits for the end of a chat's first reply, which may be too short for begun.
var replied = all(func(ctx context.Context, t *tourist) error { return t.running.WaitForReply(ctx) }, answered)

// newChat begins a chat with a model.
func newChat(model string) action { return all(key("ctrl+n"), choose(model)) }

// newProblem causes one kind of failure in a new chat and waits for the failure.
func newProblem(word string) action {
	// Down, as a model that refused before is not selected by Enter alone.
	return all(key("ctrl+n", "ctrl+m"), write("Practice problems"), key("Down", "Return"), ask("Please show me: "+word), see("Please show me: "+word), answered)
}

// search searches everything, opening the sidebar if it is collapsed.
func search(words string) action { return all(key("ctrl+k"), write(words)) }

// withSidebar runs an action in the sidebar, opening the sidebar first if it is collapsed.
func withSidebar(do action) action { return all(whenNarrow(key("ctrl+b")), do) }

// slide drags the slider called name to a fraction of its length.
func slide(name string, share float64) action {
	return at("="+name, func(ctx context.Context, t *tourist, r e2e.Rect) error {
		y := r.Y + r.Height/2
		return t.running.Drag(ctx, r.X+r.Width/2, y, r.X+int(float64(r.Width)*share), y)
	})
}

// point rests the pointer on the element called name until its tooltip may have appeared.
func point(name string) action {
	return all(at(name, func(ctx context.Context, t *tourist, r e2e.Rect) error {
		return t.running.MoveTo(ctx, r.X+r.Width/2, r.Y+r.Height/2)
	}), pause(time.Second))
}

// secondary right-clicks the element called name.
func secondary(name string) action { return all(point(name), shell("xdotool click 3")) }

// showWholeReply makes the window taller, fillScreen gives it the size of the look again.
func showWholeReply(ctx context.Context, t *tourist) error {
	return t.running.Resize(ctx, t.look.width, t.look.height+taller)
}

func fillScreen(ctx context.Context, t *tourist) error {
	return t.running.Fill(ctx, t.look.width, t.look.height)
}

// wheel turns the wheel in the middle of the conversation, down for positive steps.
func wheel(steps int) action {
	return func(ctx context.Context, t *tourist) error {
		return t.running.Scroll(ctx, t.look.width/2+100, t.look.height/2, steps)
	}
}

// moveTo moves the pointer to a place in the window.
func moveTo(x, y int) action {
	return func(ctx context.Context, t *tourist) error { return t.running.MoveTo(ctx, x, y) }
}

// still waits until the upper half of the window stops changing. The lower half has the blinking
// caret.
func still(ctx context.Context, t *tourist) error {
	var last []byte
	for range 20 {
		look, err := t.running.Screenshot(ctx)
		if err != nil {
			return err
		}
		var seen bytes.Buffer
		if err := png.Encode(&seen, upperHalf{look}); err != nil {
			return err
		}
		if bytes.Equal(last, seen.Bytes()) {
			return nil
		}
		last = seen.Bytes()
		if err := e2e.Wait(ctx, time.Second); err != nil {
			return err
		}
	}
	return errors.New("waited in vain for the window to stand still")
}

// upperHalf is the upper half of an image.
type upperHalf struct{ image.Image }

// Bounds returns the bounds of the upper half.
func (u upperHalf) Bounds() image.Rectangle {
	r := u.Image.Bounds()
	r.Max.Y = (r.Min.Y + r.Max.Y) / 2
	return r
}

// deadService connects to a local service that answers the request for models and then disappears.
func deadService(ctx context.Context, t *tourist) error {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, `{"object":"list","data":[{"id":"oak-small","object":"model"}]}`)
	}))
	defer server.Close()
	return addConnection(server, "oak-small")(ctx, t)
}

// addConnection connects to a service on this computer, and waits for its model.
func addConnection(service *httptest.Server, model string) action {
	return all(
		key("ctrl+comma"),
		click("=Add connection"),
		click("=Address of the service"),
		key("ctrl+a"),
		write(service.Listener.Addr().String()),
		click("=Key from the service (API key)"),
		enter("sk-of-the-tour"),
		see(model),
	)
}
