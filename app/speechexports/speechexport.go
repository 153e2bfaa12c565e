package speechexports

import (
	"time"

	"parlando/app/chat"
	"parlando/app/problem"
	"parlando/app/speech"
)

// State is the progress of a speech export.
type State string

// The states. The stored word is the value itself.
const (
	Waiting State = "waiting" // for another one that is being made
	Making  State = "making"
	Stopped State = "stopped" // by Cancel, or as the program ended (Problem tells); Resume goes on
	Failed  State = "failed"  // Problem is set; Resume goes on
	// with a Problem it is in the library, but could not be saved where it was to go
	Done State = "done"
)

// Formats are the formats a speech export can be made in, by their names in GATEWAY.md 2.7.
func Formats() []string { return []string{"mp3", "opus", "aac", "flac", "wav", "pcm"} }

// Job is the order of a speech export.
type Job struct {
	Title string
	// Text is markdown, unless Plain is set.
	Text  string
	Plain bool
	Voice speech.Voice
	// Format is one of Formats.
	Format string
	// Path is the destination of the file, absolute; "" keeps it in the library alone. A file that
	// is there is only replaced with Replace: else the file gets a free name, such as "Moby Dick
	// (2).mp3".
	Path    string
	Replace bool
}

// SpeechExport is a sound file made of a text, as stored in narration.json.
type SpeechExport struct {
	ID      chat.ID      `json:"id"`
	Title   string       `json:"title"`
	Voice   speech.Voice `json:"voice"`
	Format  string       `json:"format"`
	Created time.Time    `json:"created"`
	State   State        `json:"state"`
	// Problem is set in Failed, in Stopped by the end of the program, and in Done when saving
	// failed.
	Problem problem.Problem `json:"problem,omitzero"`
	// Parts is the number of parts, PartsDone the number of those on disk; Share is their share of
	// the text, 0 to 1.
	Parts     int     `json:"parts"`
	PartsDone int     `json:"-"`
	Share     float64 `json:"-"`
	// PartsJoined is the number of those in the file already, which is put together once all are on
	// disk.
	PartsJoined int `json:"-"`
	// Left is the estimated time until it is done; 0 is not known.
	Left time.Duration `json:"-"`
	// Characters is the number of spoken characters.
	Characters int `json:"characters"`
	// Length and Bytes are of the file, once it is there; Length is estimated before.
	Length time.Duration `json:"length_ns,omitempty"`
	Bytes  int64         `json:"bytes,omitempty"`
	// Path and Replace are those of the Job.
	Path    string `json:"path,omitempty"`
	Replace bool   `json:"replace,omitempty"`
	// SavedAs is the last place it was saved to, "" if it was not.
	SavedAs string `json:"saved_as,omitempty"`
	// Deleted is the time of its deletion, zero if it was not deleted.
	Deleted time.Time `json:"deleted,omitzero"`
}
