package main

import (
	"context"
	"strings"
)

// chapter is a text to be read aloud.
const chapter = "The last train had gone, and the platform was quiet. Marta sat down on her suitcase and laughed. " +
	"She had missed it by one minute, and one minute, she thought, is a very good reason to stay.\n\n" +
	"Across the road the café was still open. Somebody was stacking chairs to a song she had known by heart as a girl."

// speaking are the steps of somebody who turns a text into speech.
var speaking = []step{
	{"70-speak-empty", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Key(ctx, "Escape", "ctrl+t") },
			func() error { _, err := t.running.WaitFor(ctx, "Open text file"); return err },
		)
	}},
	{"71-speak-text", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.paste(ctx, chapter) },
			func() error { _, err := t.running.WaitFor(ctx, "304 characters · about"); return err },
		)
	}},
	{"72-speak-listening", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Click(ctx, "=Listen") },
			func() error { _, err := t.running.WaitFor(ctx, "Stop reading"); return err },
		)
	}},
	{"73-speak-saving", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Click(ctx, "Stop reading") },
			func() error { return t.withPanel(ctx, func() error { return t.running.Click(ctx, "Save audio…") }) },
			func() error { _, err := t.running.WaitFor(ctx, "MP3 file in"); return err },
		)
	}},
	{"74-speak-saved", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Key(ctx, "Return") },
			func() error { _, err := t.running.WaitFor(ctx, "Play The last train"); return err },
		)
	}},
	{"75-speak-long", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Key(ctx, "Escape") },
			func() error {
				return t.paste(ctx, strings.Repeat(chapter+"\n\nשלום עולם, מה שלומך? 😀\n\n", 200))
			},
			func() error { _, err := t.running.WaitFor(ctx, "Listen"); return err },
		)
	}},
	{"76-speak-failed", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.speechModel(ctx, "practice-trouble/400") },
			func() error { return t.running.Click(ctx, "=Listen") },
			func() error { _, err := t.running.WaitFor(ctx, "The service refused to read this."); return err },
		)
	}},
	{"77-speak-why", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Click(ctx, "=Details") },
			func() error { _, err := t.running.WaitFor(ctx, "Copy for support"); return err },
		)
	}},
	{"78-speak-left", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Key(ctx, "Escape") },
			func() error { return t.running.Click(ctx, "Stop reading") },
			func() error { return t.speechModel(ctx, "tts-1") },
			func() error { return t.running.Key(ctx, "Escape", "ctrl+n") },
		)
	}},
}

// speechModel names the model that reads.
func (t *tourist) speechModel(ctx context.Context, id string) error {
	return all(
		func() error { return t.withPanel(ctx, func() error { return t.running.Click(ctx, "Quality:") }) },
		func() error { return t.running.Click(ctx, "=Another model…") },
		func() error { _, err := t.running.WaitFor(ctx, "=Use"); return err },
		func() error { return t.running.Type(ctx, id) },
		func() error { return t.running.Key(ctx, "Return") },
		func() error { return t.running.WaitGone(ctx, "=Use") },
		func() error {
			if t.look.narrow() {
				return t.running.Click(ctx, "=Voice")
			}
			return nil
		},
	)
}

// withPanel does something in the panel of voices, and shows it first where there is no room for it.
func (t *tourist) withPanel(ctx context.Context, do func() error) error {
	if !t.look.narrow() {
		return do()
	}
	return all(
		func() error { return t.running.Click(ctx, "=Voice") },
		do,
	)
}
