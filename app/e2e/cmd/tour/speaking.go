package main

import (
	"strings"
)

// chapter is a text to read aloud.
const chapter = "The last train had gone, and the platform was quiet. Marta sat down on her suitcase and laughed. " +
	"She had missed it by one minute, and one minute, she thought, is a very good reason to stay.\n\n" +
	"Across the road the café was still open. Somebody was stacking chairs to a song she had known by heart as a girl."

// speaking are the steps of the Speak page.
var speaking = []step{
	{"70-speak-empty", all(key("Escape", "ctrl+t"), see("Open text file"))},
	{"71-speak-text", all(paste(chapter), see("304 characters · about"))},
	{"72-speak-listening", all(click("=Listen"), see("Stop reading"))},
	{"73-speak-saving", all(click("Stop reading"), withPanel(click("Save audio…")), see("MP3 file in"))},
	{"74-speak-saved", all(key("Return"), see("Play The last train"))},
	{"75-speak-long", all(key("Escape"), paste(strings.Repeat(chapter+"\n\nשלום עולם, מה שלומך? 😀\n\n", 200)), see("Listen"))},
	{"76-speak-failed", all(speechModel("practice-trouble/400"), click("=Listen"), see("The service refused to read this."))},
	{"77-speak-why", all(click("=Details"), see("Copy details"))},
	{"78-speak-left", all(key("Escape"), click("Stop reading"), speechModel("tts-1"), key("Escape", "ctrl+n"))},
}

// speechModel selects the speech model.
func speechModel(id string) action {
	return all(
		withPanel(click("Quality:")),
		click("=Enter a model name…"),
		see("=Use"),
		enter(id),
		gone("=Use"),
		whenNarrow(click("=Voice")),
	)
}

// withPanel runs an action in the panel of voices, opening the panel first if it is collapsed.
func withPanel(do action) action { return all(whenNarrow(click("=Voice")), do) }
