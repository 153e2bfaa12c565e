package transcripts

import (
	"path/filepath"
	"time"

	"parlando/app/chat"
	"parlando/app/problem"
	"parlando/app/transcripts/transcriber"
)

// State is the state of a transcript. The stored word is the value itself.
type State string

// The states.
const (
	Waiting State = "waiting" // for its turn
	Working State = "working" // see Progress
	// until Resume: by the user, or since the program ended in a request (Problem tells then)
	Paused State = "paused"
	Failed State = "failed" // Problem has the reason; Retry asks for the rest
	Done   State = "done"
)

// Transcript is one sound file and what became of it. Its lines are read by themselves (Lines).
type Transcript struct {
	ID chat.ID
	// Title is the user's, else the name of the file without its ending.
	Title string
	// Path is the file as the user gave it; "" for a recording of Parlando's own, which Recording
	// names.
	Path      string
	Recording chat.ID
	// Copied: the library has a copy of its own, which SoundPath gives.
	Copied bool
	Bytes  int64
	// Length and Covered are those of transcriber.Text; 0 while they are not known.
	Length, Covered time.Duration
	// Language is the service's word for it once it is done, before that the one that was asked
	// for.
	Language, Model string
	Connection      chat.ID
	Created         time.Time
	// Updated is the time it was done, or of the last change of a line.
	Updated time.Time
	Pinned  bool
	State   State
	// Progress is that of a job that is Working.
	Progress transcriber.Progress
	// Pausing: it is Working still, until the request under way is answered, since that one is paid
	// for.
	Pausing bool
	// Problem is the reason why it Failed, or was Paused by itself; Kind "" is none.
	// MayHaveArrived: going on may be billed twice for one part.
	Problem problem.Problem
	// Unsaved: what the service answered last is in memory only, as the disk refused it (Problem).
	// Retry stores it, as Flush does, and does not ask for it again.
	Unsaved bool
	// Blocked is why a Waiting transcript is not started: the service refused another one for
	// a reason that this one would meet, too. Retry of any of them goes on with all. With Kind ""
	// it waits for its turn alone.
	Blocked problem.Problem
	// Timed: every line has its times.
	Timed bool
	// Lines is the number of lines.
	Lines int
	// Replaces is the unfinished transcript of the same sound that is deleted once this one is
	// Done, "" for none.
	Replaces chat.ID
	// Answers is the number of the service's answers that are kept as they came
	// (Transcripts.Answers): 0, or one for each part that was sent.
	Answers int
	// AskedAgain counts the parts that came back with very little text and were sent once more, as
	// transcriber.Text does.
	AskedAgain int
	// Missing: the sound file was not there when it was last looked for. The text can be read all
	// the same.
	Missing bool
}

// Name returns what the transcript is called: the name of its file as a whole, unless the user gave
// it another title.
func (t Transcript) Name() string {
	base := filepath.Base(t.Path)
	if t.Path != "" && t.Title == base[:len(base)-len(filepath.Ext(base))] {
		return base
	}
	return t.Title
}

// Line is one line of a transcript.
type Line struct {
	// ID names it as long as it lives; never 0. A line that comes back by Undo has the ID it had.
	ID int64
	// Start and End are in the sound file; both are 0 where times are not known.
	Start, End time.Duration
	Text       string
	// Speaker is a name the user gave, "" is none.
	Speaker string
	// Translation is Text in another language, "" is none.
	Translation string
}

// File is a sound that is to be written down. Exactly one of Path and Recording is set.
type File struct {
	// Path is a file.
	Path string
	// Recording is one of Parlando's own (package recordings).
	Recording chat.ID
	// Title is that of the transcript; "" is the name of the file without its ending.
	Title string
}

// RefusedFile is a file that Add did not take.
type RefusedFile struct {
	File File
	// Problem is the reason: problem.NotSound, SoundMissing or Storage.
	Problem problem.Problem
}

// AddOptions select the service and the model; zero values are those of the settings.
type AddOptions struct {
	// Connection is the way to the service; "" is the one in use.
	Connection chat.ID
	// Model is for speech to text; "" is DefaultModel.
	Model string
	// Language is by its two letters in ISO 639-1; "" lets the service find out.
	Language string
	// Temperature is 0 to 1 (GATEWAY.md 2.8); nil is not sent.
	Temperature *float64
	// Copy keeps a copy of each file in the library.
	Copy bool
}

// Hit is a place that Search found.
type Hit struct {
	Transcript Transcript
	// Line is the line with the words, 0 when it is the title. Start is its place in the sound.
	Line  int64
	Start time.Duration
	// Snippet is the title, or what stands around the words on one line. Marks are the bytes in it
	// from and to which they stand, in order.
	Snippet string
	Marks   [][2]int
	// At is the time of the last change of the transcript, to sort it among the results of
	// history.Search.
	At time.Time
}
