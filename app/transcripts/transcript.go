package transcripts

import (
	"path/filepath"
	"time"

	"parlando/app/chat"
	"parlando/app/problem"
	"parlando/app/transcripts/transcriber"
)

// State is the state of a transcript. Its value is stored.
type State string

// The states.
const (
	Waiting State = "waiting" // in the queue
	Working State = "working" // see Progress
	// Paused: until Resume, by the user or because the program ended during a request (see
	// Problem).
	Paused State = "paused"
	Failed State = "failed" // see Problem; Retry requests the rest
	Done   State = "done"
)

// Transcript is the transcript of one audio file. Its lines are read separately (Lines).
type Transcript struct {
	ID chat.ID
	// Title is the user's title, otherwise the file name without extension.
	Title string
	// Path is the file as chosen by the user; "" for one of Parlando's recordings, which is named
	// by Recording.
	Path      string
	Recording chat.ID
	// Copied reports that the library has a copy, which SoundPath returns.
	Copied bool
	Bytes  int64
	// Length and Covered are transcriber.Text.Length and Covered; 0 while unknown.
	Length, Covered time.Duration
	// Language is the requested language, and once Done the one reported by the service.
	// ChosenLanguage is the requested one of a Done transcript, "" if none was requested.
	Language, ChosenLanguage, Model string
	Connection                      chat.ID
	Created                         time.Time
	// Updated is the time of completion or of the last change of a line.
	Updated time.Time
	// Deleted is the time of deletion or cancellation, zero if the transcript is not deleted.
	Deleted time.Time
	Pinned  bool
	State   State
	// Progress is the progress while Working.
	Progress transcriber.Progress
	// Pausing reports that the job was paused, but is still Working until the current request,
	// which must be paid for, is answered.
	Pausing bool
	// Problem is the reason why it Failed or was Paused automatically; its Kind is "" otherwise.
	// MayHaveArrived means that continuing may be charged twice for one part.
	Problem problem.Problem
	// Unsaved reports that the last response is in memory only because the disk refused it
	// (Problem). Retry and Flush store it without requesting it again.
	Unsaved bool
	// Blocked is the reason why a Waiting transcript is not started: the service refused another
	// one for a reason that would apply to this one. Retry of any transcript of the service resumes
	// all. If its Kind is "", nothing blocks the transcript.
	Blocked problem.Problem
	// Gone reports that a Waiting transcript is not started because its service does not offer its
	// model anymore (catalog.Offer), until UseModel.
	Gone bool
	// Timed reports that every line has times.
	Timed bool
	// Lines is the number of lines.
	Lines int
	// Replaces is the unfinished transcript of the same sound to delete once this one is Done, ""
	// if none.
	Replaces chat.ID
	// Responses is the number of stored responses of the service (see Transcripts.Responses): 0, or
	// one for each part that was sent.
	Responses int
	// AskedAgain counts the parts whose response had very little text and that were sent again; see
	// transcriber.Text.
	AskedAgain int
	// Missing reports that the audio file did not exist at the last check. The text is still
	// readable.
	Missing bool
}

// Name returns the displayed name: the user's title, otherwise the file name with extension.
func (t Transcript) Name() string {
	base := filepath.Base(t.Path)
	if t.Path != "" && t.Title == base[:len(base)-len(filepath.Ext(base))] {
		return base
	}
	return t.Title
}

// Line is one line of a transcript.
type Line struct {
	// ID identifies the line; never 0. A line restored by Undo has its old ID.
	ID int64
	// Start and End are times in the audio file; both are 0 if unknown.
	Start, End time.Duration
	Text       string
	// Speaker is a name given by the user, or one like "Speaker 1" if the service told speakers
	// apart; otherwise "".
	Speaker string
	// Translation is Text in another language, "" if none.
	Translation string
}

// File is a sound to transcribe. Exactly one of Path and Recording is set.
type File struct {
	// Path is an audio file.
	Path string
	// Recording is one of Parlando's recordings (package recordings).
	Recording chat.ID
	// Title is the transcript's title; "" means the file name without extension.
	Title string
}

// RefusedFile is a file that Add refused.
type RefusedFile struct {
	File File
	// Problem is the reason: problem.NotSound, SoundMissing or Storage.
	Problem problem.Problem
}

// AddOptions select the service and the model; zero values mean the settings.
type AddOptions struct {
	// Connection is the connection to the service; "" means the one in use.
	Connection chat.ID
	// Model is the transcription model; "" means DefaultModel.
	Model string
	// Language is two letters of ISO 639-1; "" lets the service detect it.
	Language string
	// Temperature is 0 to 1 (GATEWAY.md 2.8); nil is not sent.
	Temperature *float64
	// Copy stores a copy of each file in the library.
	Copy bool
	// FewerRequests sends long parts to a model that returns no times, so that lines have no times.
	// Otherwise parts are short and lines get their times from them (transcriber.Job.ExactTimes).
	FewerRequests bool
}

// Hit is a search result.
type Hit struct {
	Transcript Transcript
	// Line is the ID of the matching line, 0 for the title. Start is the line's time in the sound.
	Line  int64
	Start time.Duration
	// Snippet is the title, or the text around the matches on one line. Marks are the byte ranges
	// of the matches in it, in order.
	Snippet string
	Marks   [][2]int
	// At is the time of the transcript's last change, to sort it among the results of
	// history.Search.
	At time.Time
}
