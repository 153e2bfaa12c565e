package speechexports

import (
	"time"

	"parlando/app/chat"
	"parlando/app/problem"
	"parlando/app/speech"
)

// State is the progress of a speech export.
type State string

// The states. Their values are stored.
const (
	Waiting     State = "waiting" // in the queue; with a Problem, until the limit is lifted
	StateMaking State = "making"
	// Stopped means stopped by Cancel or by the end of the program (see Problem); Resume continues.
	Stopped State = "stopped"
	Failed  State = "failed" // Problem is set; Resume continues
	// Done means that the library has the file; with a Problem, saving the copy failed.
	Done State = "done"
)

// Formats returns the possible formats of a speech export, by their names in GATEWAY.md 2.7.
func Formats() []string { return []string{"mp3", "opus", "aac", "flac", "wav", "pcm"} }

// Job describes a speech export to make.
type Job struct {
	Title string
	// Text is markdown, unless Plain is set.
	Text  string
	Plain bool
	Voice speech.Voice
	// Format is one of Formats.
	Format string
	// Path is the absolute path of the copy to save, "" for none. An existing file is overwritten
	// only with Replace; otherwise the copy gets a free name, such as "Moby Dick (2).mp3".
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
	// Problem is set in Failed, in Stopped after the end of the program, in Done if saving the copy
	// failed, and in Waiting while the limit of the connection is reached.
	Problem problem.Problem `json:"problem,omitzero"`
	// Parts is the number of parts, and PartsDone the number of those on disk; Share is the
	// fraction of the text they cover, 0 to 1.
	Parts     int     `json:"parts"`
	PartsDone int     `json:"-"`
	Share     float64 `json:"-"`
	// PartsJoined is the number of parts concatenated so far, which starts once all are on disk.
	PartsJoined int `json:"-"`
	// Left is the estimated time remaining; 0 if unknown.
	Left time.Duration `json:"-"`
	// Characters is the number of spoken characters.
	Characters int `json:"characters"`
	// Length and Bytes describe the finished file; before, Length is an estimate.
	Length time.Duration `json:"length_ns,omitempty"`
	Bytes  int64         `json:"bytes,omitempty"`
	// Path and Replace are Job.Path and Job.Replace.
	Path    string `json:"path,omitempty"`
	Replace bool   `json:"replace,omitempty"`
	// SavedAs is the path of the last copy, "" if there is none.
	SavedAs string `json:"saved_as,omitempty"`
	// Deleted is the time of deletion, zero if the speech export is not deleted.
	Deleted time.Time `json:"deleted,omitzero"`
}
