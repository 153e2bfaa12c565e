package main

import (
	"context"
	"net"
	"net/http"
	"time"

	"parley/client/practice"
)

// connecting are the steps of somebody who has several services.
var connecting = []step{
	{"115-settings-connections", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Key(ctx, "Escape", "ctrl+n", "ctrl+comma") },
			func() error { _, err := t.running.WaitFor(ctx, "=Add a connection"); return err },
		)
	}},
	{"116-connections", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Click(ctx, "All ") },
			func() error { _, err := t.running.WaitFor(ctx, "=More about Practice"); return err },
		)
	}},
	{"117-connection", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Click(ctx, "=Practice") },
			func() error { _, err := t.running.WaitFor(ctx, "=Test it"); return err },
		)
	}},
	{"118-connection-tested", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Click(ctx, "=Test it") },
			func() error { _, err := t.running.WaitFor(ctx, "It answers, with"); return err },
			func() error { return t.running.Click(ctx, "=Ask a short question") },
			func() error { return wait(ctx, 3*time.Second) },
		)
	}},
	{"119-add-a-connection", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Key(ctx, "Escape") },
			func() error { return t.running.Click(ctx, "=Add a connection") },
			func() error { return t.running.WaitGone(ctx, "Looking for") },
		)
	}},
	{"120-pasted-curl-line", func(ctx context.Context, t *tourist) error {
		address, err := t.serveMore()
		return all(
			func() error { return err },
			func() error { return t.running.Click(ctx, "=Service address") },
			func() error {
				return t.pasteHere(ctx, "curl "+address+"/v1/chat/completions \\\n  -H \"Authorization: Bearer "+practice.Key+"\" \\\n  -d '{\"model\":\"practice-writer\"}'")
			},
			func() error { _, err := t.running.WaitFor(ctx, "The address and the key were taken"); return err },
		)
	}},
	{"121-connections-menu", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Click(ctx, "=Connect") },
			func() error { _, err := t.running.WaitFor(ctx, "What can I help with?"); return err },
			func() error { return t.ask(ctx, "What is a lighthouse for, in short?") },
			func() error { return t.replied(ctx) },
			func() error { return t.running.Key(ctx, "ctrl+shift+m") },
			func() error { _, err := t.running.WaitFor(ctx, "All connections…"); return err },
		)
	}},
	{"122-models-of-all", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Key(ctx, "Escape", "ctrl+m") },
			func() error { return t.running.Type(ctx, "writer") },
			func() error { return t.running.Key(ctx, "Down") },
		)
	}},
	{"122-three-connections", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Key(ctx, "Escape", "ctrl+comma") },
			func() error { return t.running.Click(ctx, "All ") },
			func() error { _, err := t.running.WaitFor(ctx, "=More about "+t.more); return err },
			// The keyboard is at the one in use, which stands below the other.
			func() error { return t.rename(ctx, "My own gateway") },
			func() error { return t.running.Key(ctx, "Up") },
			func() error { return t.rename(ctx, "At work") },
			func() error { t.more = "My own gateway"; return nil },
		)
	}},
	{"123-forgotten", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Click(ctx, "=More about "+t.more) },
			func() error { return t.running.Click(ctx, "=Forget") },
			func() error { _, err := t.running.WaitFor(ctx, "=Undo"); return err },
		)
	}},
	{"124-connection-gone", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Key(ctx, "Escape", "Escape") },
			func() error { return t.running.Click(ctx, "Write a message…") },
			func() error { return t.running.Type(ctx, "And a foghorn?") },
			func() error { _, err := t.running.WaitFor(ctx, "=Choose another"); return err },
		)
	}},
	{"124-connection-chosen", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Click(ctx, "=Choose another") },
			func() error { return t.running.Click(ctx, "=Practice") },
			func() error { _, err := t.running.WaitFor(ctx, "This chat goes on with Practice."); return err },
			// Practice answered last, so it took the place of the one that was forgotten.
			func() error { return t.running.Key(ctx, "ctrl+a", "BackSpace") },
		)
	}},
}

// serveMore serves a second gateway on this computer for as long as the tour lasts, and returns its address.
func (t *tourist) serveMore() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	server := &http.Server{ReadHeaderTimeout: time.Second, Handler: practice.New(practice.Options{})}
	go func() { _ = server.Serve(l) }()
	t.more = l.Addr().String()
	return "http://" + t.more, nil
}

// rename gives the connection the keyboard is at another name.
func (t *tourist) rename(ctx context.Context, name string) error {
	return all(
		func() error { return t.running.Key(ctx, "F2", "ctrl+a") },
		func() error { return t.running.Type(ctx, name) },
		func() error { return t.running.Key(ctx, "Return") },
		func() error { _, err := t.running.WaitFor(ctx, "=More about "+name); return err },
	)
}

// pasteHere pastes a text where it is written.
func (t *tourist) pasteHere(ctx context.Context, text string) error {
	_, err := t.screen.Run(ctx, "sh", "-c", `printf '%s' "$1" | xclip -selection clipboard -i >/dev/null 2>&1`, "sh", text)
	return all(
		func() error { return err },
		func() error { return t.running.Key(ctx, "ctrl+v") },
	)
}
