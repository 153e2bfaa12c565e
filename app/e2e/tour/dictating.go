package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"time"

	"parley/assets/spoken"
	"parley/media/audio"
)

// dictating are the steps of somebody who would rather speak than type. A computer without a sound server has no microphone, and the pictures say so.
var dictating = []step{
	{"90-listening", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Key(ctx, "Escape") },
			func() error { return t.newChat(ctx, "Practice writer") },
			func() error { return t.running.Key(ctx, "ctrl+l") },
			func() error { return t.running.Type(ctx, "To all neighbours:") },
			func() error { return t.running.Key(ctx, "ctrl+shift+d") },
			func() error { return t.hearing(ctx, "=Cancel") },
			func() error { return t.speak(ctx, 6*time.Second) },
		)
	}},
	{"91-written-down", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Key(ctx, "ctrl+shift+d") },
			func() error { return t.running.WaitGone(ctx, "=Cancel") },
			func() error { return wait(ctx, time.Second) },
		)
	}},
	{"92-muted", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Key(ctx, "ctrl+shift+d") },
			func() error { return t.hearing(ctx, "=Cancel") },
			func() error { return wait(ctx, 3*time.Second) },
		)
	}},
	{"93-nobody-spoke", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Key(ctx, "ctrl+shift+d") },
			func() error { return t.running.WaitGone(ctx, "=Cancel") },
			func() error { _, err := t.running.WaitFor(ctx, "=Try again"); return err },
		)
	}},
	{"94-conversation", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.newChat(ctx, "Practice writer") },
			func() error { return t.running.Click(ctx, "=Conversation by voice") },
			func() error { return t.hearing(ctx, "=End") },
			func() error { return t.speak(ctx, 3*time.Second) },
		)
	}},
	{"95-the-reply-is-read", func(ctx context.Context, t *tourist) error {
		if t.microphone == nil {
			return nil
		}
		return all(
			func() error { return t.reads(ctx) },
			func() error { return wait(ctx, 3*time.Second) },
		)
	}},
	{"96-interrupted", func(ctx context.Context, t *tourist) error {
		if t.microphone == nil {
			return nil
		}
		return all(
			func() error { return t.running.Key(ctx, "space") },
			func() error { _, err := t.running.WaitFor(ctx, "=Send now"); return err },
		)
	}},
	{"97-unplugged", func(ctx context.Context, t *tourist) error {
		if t.microphone != nil {
			if err := t.microphone.Disconnect(ctx); err != nil {
				return err
			}
		}
		return all(
			func() error { return wait(ctx, 3*time.Second) },
			func() error { return t.running.Key(ctx, "Escape", "ctrl+n", "ctrl+shift+d") },
			func() error { return wait(ctx, 3*time.Second) },
		)
	}},
	{"98-settings-of-dictation", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Key(ctx, "Escape", "Escape", "ctrl+comma") },
			func() error { _, err := t.running.WaitFor(ctx, "Appearance"); return err },
			func() error {
				return errors.Join(t.running.Scroll(ctx, t.look.width/2, t.look.height/2, 14), wait(ctx, time.Second))
			},
		)
	}},
	{"99-settings-closed", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Key(ctx, "Escape") },
			func() error { return t.running.WaitGone(ctx, "Appearance") },
			func() error { return t.running.Click(ctx, "=Close") }, // what was said of the microphone
			func() error { return t.running.WaitGone(ctx, "=Try again") },
		)
	}},
}

// hearing waits until the microphone is heard, or it is said why not.
func (t *tourist) hearing(ctx context.Context, button string) error {
	if t.microphone == nil {
		button = "=Try again"
	}
	_, err := t.running.WaitFor(ctx, button)
	return errors.Join(err, wait(ctx, time.Second))
}

// speak says the first sentences of a recording that practice knows.
func (t *tourist) speak(ctx context.Context, length time.Duration) error {
	if t.microphone == nil {
		return nil
	}
	d, err := audio.NewDecoder(bytes.NewReader(spoken.Sound("pear-tree.mp3")))
	if err != nil {
		return err
	}
	d = audio.Mono(d)
	rate := d.Rate()
	samples := make([]float32, int(length.Seconds()*float64(rate)))
	for n := 0; n < len(samples); {
		read, err := d.Read(samples[n:])
		n += read
		if err == io.EOF { //nolint:errorlint // as io.Reader
			break
		}
		if err != nil {
			return err
		}
	}
	return t.microphone.Speak(ctx, samples, rate)
}
