package main

import (
	"strings"
)

// chapter is a text to read aloud.
const chapter = "The last train had gone, and the platform was quiet. Marta sat down on her suitcase and laughed. " +
	"She had missed it by one minute, and one minute, she thought, is a very good reason to stay.\n\n" +
	"Across the road the café was still open. Somebody was stacking chairs to a song she had known by heart as a girl."

// speaking are the steps of the page Read aloud.
var speaking = []step{
	{"70-read-aloud-empty", all(key("Escape", "ctrl+t"), see("Open a text…"))},
	{"71-read-aloud-text", all(paste(chapter), see("60 words"))},
	{"72-read-aloud-listening", all(click("=Listen"), see("Stop reading"))},
	{"73-read-aloud-saving", all(click("Stop reading"), click("Save audio…"), see("MP3 file, "))},
	{"74-read-aloud-saved", all(key("Return"), click("=More"), click("Saved audio"), see("Play The last train"))},
	// a long time moves the buttons
	{"75-read-aloud-long", all(key("Escape"), paste(strings.Repeat(chapter+"\n\nשלום עולם, מה שלומך? 😀\n\n", 200)), see("about 1:12"))},
	{"76-read-aloud-failed", all(speechModel("practice-trouble/400"), click("=Listen"), see("The service refused to read this."))},
	{"77-read-aloud-why", all(click("=Details"), see("Copy details"))},
	{"78-read-aloud-left", all(key("Escape"), click("Stop reading"), speechModel("tts-1"), key("ctrl+n"))},
}

// speechModel selects the speech model.
func speechModel(id string) action {
	return all(
		click("Voice: "),
		click("More voices and settings…"),
		click("Quality:"),
		click("=Enter a model name…"),
		see("=Use"),
		enter(id),
		gone("=Use"),
		key("Escape"),
	)
}
