// Package spoken carries two short recordings of spoken text, to try transcribing with, and the
// times of their words, by which the practice gateway writes them down (docs/gateway.md 4.3). The
// script make beside it made them; they are read where they are asked for, and cost nothing before.
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

// Recording is one of the recordings.
type Recording struct {
	// Name is what its file is called: "pear-tree.mp3".
	Name string
	// Title is what its transcript may be called, in its own language.
	Title string
	// Language is its ISO 639-1 code.
	Language string
	// Speakers is how many people speak.
	Speakers int
}

// Recordings are all there are, in the order in which they are offered.
func Recordings() []Recording {
	return []Recording{
		{Name: "pear-tree.mp3", Title: "The old pear tree", Language: "en", Speakers: 2},
		{Name: "mariposas.mp3", Title: "El viaje de las mariposas", Language: "es", Speakers: 1},
	}
}

// Sound is the file of a recording, an MP3 of one channel; nil for a name that none has.
func Sound(name string) []byte {
	b, err := sounds.ReadFile(name)
	if err != nil {
		return nil
	}
	return b
}

// Word is a word of a recording, as it stands in its text with what follows it.
type Word struct {
	Text         string
	Start, End   time.Duration
	EndsSentence bool
}

// Words are what is said in a recording; none for a name that none has.
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
