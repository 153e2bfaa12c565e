package main

import (
	"context"

	"parlando/assets/spoken"
)

// transcribing are the steps of the Transcribe page and its failures.
var transcribing = []step{
	{"80-transcribe-empty", all(key("Escape", "ctrl+shift+t"), see("Drop a recording here"))},
	{"81-transcribe-asked", all(click("=The old pear tree"), see("0:34 · "))},
	{"82-transcribe-written", all(click("=Start"), see("Save as…"))},
	{"83-transcribe-heard", all(
		writeDown("mariposas.mp3", "Butterflies over Mexico.mp3"),
		writeDown("pear-tree.mp3", "Talk about the pear tree.mp3"),
		click("00:12"),
		func(ctx context.Context, t *tourist) error { return t.running.MoveTo(ctx, t.look.width-40, 20) },
		see("=Pause"),
	)},
	{"84-transcribe-save-all", all(
		whenNarrow(click("=Back to the list")),
		click("=All transcripts"),
		click("=Save all transcripts…"),
		see("Include translations"),
	)},
	{"85-transcribe-no-sound", all(
		key("Escape"),
		newFile("Lecture 3.mp3", []byte("these are words, and no sound")),
		pasteFiles("Lecture 3.mp3"),
		see("Lecture 3.mp3"),
	)},
	{"86-transcribe-left", key("Escape", "Escape", "ctrl+n")},
}

// writeDown transcribes one of Parlando's example recordings, saved under a name of the user's.
func writeDown(recording, name string) action {
	return all(
		newFile(name, spoken.Sound(recording)),
		pasteFiles(name),
		see("Transcribe this recording?"),
		gone("Checking"),
		click("=Start"),
		see("=Ask about it"),
	)
}
