package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"net"
	"net/http"
	"time"
)

// choose picks a model by its name, with the keyboard.
func (t *tourist) choose(ctx context.Context, model string) error {
	return all(
		func() error { return t.running.Key(ctx, "ctrl+m") },
		func() error { return t.running.Type(ctx, model) },
		func() error { return t.running.Key(ctx, "Return") },
		func() error { _, err := t.running.WaitFor(ctx, "="+model); return err },
	)
}

// ask types a message and sends it.
func (t *tourist) ask(ctx context.Context, text string) error {
	return all(
		func() error { return t.running.Key(ctx, "ctrl+l") },
		func() error { return t.running.Type(ctx, text) },
		func() error { return t.running.Key(ctx, "Return") },
	)
}

// paste puts a text into the message.
func (t *tourist) paste(ctx context.Context, text string) error {
	return all(
		func() error { return t.running.Key(ctx, "ctrl+l") },
		func() error { return t.pasteHere(ctx, text) },
	)
}

// attach pastes the photo.
func (t *tourist) attach(ctx context.Context) error {
	return all(
		func() error { return t.running.SetClipboard(ctx, t.photo) },
		func() error { return t.running.Key(ctx, "ctrl+l", "ctrl+v") },
		func() error { _, err := t.running.WaitFor(ctx, "meadow.jpg"); return err },
	)
}

// begun waits until a reply is being written, answered until nothing is any more.
func (t *tourist) begun(ctx context.Context) error {
	_, err := t.running.WaitFor(ctx, "=Stop")
	return err
}

func (t *tourist) answered(ctx context.Context) error { return t.running.WaitGone(ctx, "=Stop") }

// replied waits for the end of the first reply of a chat, which can be so short that nobody sees it being written.
func (t *tourist) replied(ctx context.Context) error {
	return all(
		func() error { _, err := t.running.WaitFor(ctx, "Try again"); return err },
		func() error { return t.answered(ctx) },
	)
}

// newChat begins a chat with a model.
func (t *tourist) newChat(ctx context.Context, model string) error {
	return all(
		func() error { return t.running.Key(ctx, "ctrl+n") },
		func() error { return t.choose(ctx, model) },
	)
}

// newTrouble asks for one kind of failure in a new chat and waits for it.
func (t *tourist) newTrouble(ctx context.Context, word string) error {
	return all(
		func() error { return t.newChat(ctx, "Practice trouble") },
		func() error { return t.ask(ctx, "Please show me: "+word) },
		func() error { _, err := t.running.WaitFor(ctx, "Please show me: "+word); return err },
		func() error { return t.answered(ctx) },
	)
}

// search looks for words in everything, which opens the sidebar where it is folded away.
func (t *tourist) search(ctx context.Context, words string) error {
	return all(
		func() error { return t.running.Key(ctx, "ctrl+k") },
		func() error { return t.running.Type(ctx, words) },
	)
}

// withSidebar does something in the sidebar, and shows it first where there is no room for it.
func (t *tourist) withSidebar(ctx context.Context, do func() error) error {
	if !t.look.narrow() {
		return do()
	}
	return all(
		func() error { return t.running.Key(ctx, "ctrl+b") },
		do,
	)
}

// slide drags the slider called name to a share of its length.
func (t *tourist) slide(ctx context.Context, name string, share float64) error {
	r, err := t.running.WaitFor(ctx, "="+name)
	if err != nil {
		return err
	}
	y := r.Y + r.Height/2
	return t.running.Drag(ctx, r.X+r.Width/2, y, r.X+int(float64(r.Width)*share), y)
}

// point rests the pointer on what is called name until a hint can have come.
func (t *tourist) point(ctx context.Context, name string) error {
	r, err := t.running.WaitFor(ctx, name)
	if err != nil {
		return err
	}
	if err := t.running.MoveTo(ctx, r.X+r.Width/2, r.Y+r.Height/2); err != nil {
		return err
	}
	return wait(ctx, time.Second)
}

// secondary presses the right mouse button on what is called name.
func (t *tourist) secondary(ctx context.Context, name string) error {
	if err := t.point(ctx, name); err != nil {
		return err
	}
	_, err := t.screen.Run(ctx, "xdotool", "click", "3")
	return err
}

// wheel turns the wheel in the middle of the conversation: down for steps above 0.
func (t *tourist) wheel(ctx context.Context, steps int) error {
	return t.running.Scroll(ctx, t.look.width-200, t.look.height/2, steps)
}

// still waits until the upper half of the window stands still, so that every picture that is going to be there is there. The caret
// blinks in the lower half.
func (t *tourist) still(ctx context.Context) error {
	var last []byte
	for range 20 {
		look, err := t.running.Look(ctx)
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
		if err := wait(ctx, time.Second); err != nil {
			return err
		}
	}
	return errors.New("waited in vain for the window to stand still")
}

// upperHalf is the upper half of a picture.
type upperHalf struct{ image.Image }

// Bounds is the place of the half.
func (u upperHalf) Bounds() image.Rectangle {
	r := u.Image.Bounds()
	r.Max.Y = (r.Min.Y + r.Max.Y) / 2
	return r
}

func wait(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// deadService connects to a service on this computer that is there for the list of models and gone afterwards.
func (t *tourist) deadService(ctx context.Context) error {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	server := &http.Server{ReadHeaderTimeout: time.Second, Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, `{"object":"list","data":[{"id":"oak-small","object":"model"}]}`)
	})}
	served := make(chan struct{})
	go func() { defer close(served); _ = server.Serve(l) }()
	err = all(
		func() error { return t.running.Key(ctx, "ctrl+comma") },
		func() error { return t.running.Click(ctx, "=Add a connection") },
		func() error { return t.running.Click(ctx, "=Service address") },
		func() error { return t.running.Key(ctx, "ctrl+a") },
		func() error { return t.running.Type(ctx, l.Addr().String()) },
		func() error { return t.running.Click(ctx, "=API key") },
		func() error { return t.running.Type(ctx, "sk-of-the-tour") },
		func() error { return t.running.Key(ctx, "Return") },
		func() error { _, err := t.running.WaitFor(ctx, "oak-small"); return err },
	)
	_ = server.Close()
	<-served
	return err
}
