// Package spoken carries two short recordings of spoken text, to try transcribing with, and what
// the practice gateway needs to recognize them (docs/gateway.md 4.3). The script make beside it
// made them; they are read where they are asked for, and cost nothing before.
package spoken

import "embed"

//go:embed *.mp3
var sounds embed.FS

//go:embed *.utterance
var utterances embed.FS

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

// Utterances are what each recording sounds like and says, as client/practice/ear keeps it
// (ear.Memory.Include).
func Utterances() [][]byte {
	entries, err := utterances.ReadDir(".")
	if err != nil {
		return nil
	}
	all := make([][]byte, 0, len(entries))
	for _, e := range entries {
		if b, err := utterances.ReadFile(e.Name()); err == nil {
			all = append(all, b)
		}
	}
	return all
}
