// Package spoken has two short recordings of spoken text, to try transcription with, and the times
// of their words, from which the practice gateway makes its transcripts (docs/gateway.md 4.3). The
// script make.go generated them. They are read on demand.
package spoken

import (
	"embed"
	"encoding/json"
	"strings"
	"time"
)

//go:embed *.mp3
var sounds embed.FS

//go:embed *.json
var words embed.FS

// Recording describes one of the recordings.
type Recording struct {
	// Name is the file name: "pear-tree.mp3".
	Name string
	// Title is a title for the transcript, in the language of the recording.
	Title string
	// Language is the ISO 639-1 code of the language.
	Language string
	// Speakers is the number of speakers.
	Speakers int
}

// Recordings returns all recordings, in the order in which they are offered.
func Recordings() []Recording {
	return []Recording{
		{Name: "pear-tree.mp3", Title: "The old pear tree", Language: "en", Speakers: 2},
		{Name: "mariposas.mp3", Title: "El viaje de las mariposas", Language: "es", Speakers: 1},
	}
}

// Sound returns the file of a recording, a mono MP3, or nil for an unknown name.
func Sound(name string) []byte {
	b, err := sounds.ReadFile(name)
	if err != nil {
		return nil
	}
	return b
}

// Word is a word of a recording, with the punctuation and space that follow it in the text.
type Word struct {
	Text         string
	Start, End   time.Duration
	EndsSentence bool
}

// Words returns the words of a recording, or nil for an unknown name.
func Words(name string) []Word {
	b, err := words.ReadFile(strings.TrimSuffix(name, ".mp3") + ".json")
	if err != nil {
		return nil
	}
	var read []struct {
		Text       string
		Start, End time.Duration // in milliseconds
		Ends       bool
	}
	if json.Unmarshal(b, &read) != nil {
		return nil
	}
	all := make([]Word, len(read))
	for i, w := range read {
		all[i] = Word{w.Text, w.Start * time.Millisecond, w.End * time.Millisecond, w.Ends}
	}
	return all
}
