package main

import (
	"context"
	"fmt"
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
		func() error { _, err := t.running.WaitFor(ctx, model); return err },
	)
}

// ask types a message and sends it.
func (t *tourist) ask(ctx context.Context, text string) error {
	return all(
		func() error { return t.running.Click(ctx, "Write a message…") },
		func() error { return t.running.Type(ctx, text) },
		func() error { return t.running.Key(ctx, "Return") },
	)
}

// answered waits until nothing is being written any more.
func (t *tourist) answered(ctx context.Context) error {
	return t.running.WaitGone(ctx, "Stop")
}

// newTrouble asks for one kind of failure in a new chat and waits for it.
func (t *tourist) newTrouble(ctx context.Context, word string) error {
	return all(
		func() error { return t.running.Key(ctx, "Escape", "ctrl+n") },
		func() error { return t.choose(ctx, "Practice trouble") },
		func() error { return t.ask(ctx, "Please show me: "+word) },
		func() error { _, err := t.running.WaitFor(ctx, "Please show me: "+word); return err },
		func() error { return t.answered(ctx) },
	)
}

// slide drags the slider called name to a share of its length.
func (t *tourist) slide(ctx context.Context, name string, share float64) error {
	r, err := t.running.WaitFor(ctx, name)
	if err != nil {
		return err
	}
	y := r.Y + r.Height/2
	return t.running.Drag(ctx, r.X+r.Width/2, y, r.X+int(float64(r.Width)*share), y)
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
		func() error { return t.running.Key(ctx, "Escape", "ctrl+comma") },
		func() error { return t.running.Click(ctx, "Add another service") },
		func() error { return t.running.Click(ctx, "Service address") },
		func() error { return t.running.Key(ctx, "ctrl+a") },
		func() error { return t.running.Type(ctx, l.Addr().String()) },
		func() error { return t.running.Click(ctx, "API key") },
		func() error { return t.running.Type(ctx, "sk-of-the-tour") },
		func() error { return t.running.Key(ctx, "Return") },
		func() error { _, err := t.running.WaitFor(ctx, "oak-small"); return err },
	)
	_ = server.Close()
	<-served
	return err
}
