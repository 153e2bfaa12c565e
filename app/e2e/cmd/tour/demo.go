package main

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
)

// demo are the steps of a one-minute demonstration of the main features.
var demo = []step{
	{"1-welcome", says("Parlando opens its window.", start, see("Welcome to Parlando"))},
	{"2-photo-attached", says("It connects to practice; a photo is attached to a question.",
		click("Try it now"),
		see("Write a message…"),
		choose("Practice eyes"),
		handOver(photo),
		key("ctrl+l"),
		write("How do I make the coffee in this photo at home?"),
	)},
	{"3-streaming", says("The question is sent, and the reply streams in.", key("Return"), begun)},
	{"4-replied", says("The reply is complete.", replied)},
	{"5-read-aloud", says("The reply is read aloud; where there is no sound output, its sound is saved.", click("Read aloud"), reads, saveIfSilent)},
	{"6-transcribed", says("A recording has been transcribed.",
		key("ctrl+shift+s", "ctrl+shift+t"),
		click("=The old pear tree"),
		see("0:34 · "),
		click("=Start"),
		see("Save as…"),
	)},
}

// says prints a sentence and runs actions.
func says(sentence string, actions ...action) action {
	return func(ctx context.Context, t *tourist) error {
		fmt.Println(sentence)
		return all(actions...)(ctx, t)
	}
}

// handOver passes a file to the running program, like a second start.
func handOver(name string) action {
	return func(ctx context.Context, t *tourist) error {
		_, err := t.screen.Run(ctx, t.program, "--data-dir", t.library, filepath.Join(t.screen.Dir, name))
		if err != nil {
			return err
		}
		return see(name)(ctx, t)
	}
}

// saveIfSilent saves the text read aloud as a sound file if there is no sound output.
func saveIfSilent(ctx context.Context, t *tourist) error {
	texts, err := t.running.Texts()
	if err != nil || !strings.Contains(texts, "No speakers found.") {
		return err
	}
	return all(click("=Save as audio file"), see("MP3 file, "), key("Return"), see("Saved as"))(ctx, t)
}
