package transcriber

import (
	"time"

	"parlando/app/chat"
	"parlando/app/settings"
)

// DefaultLimit is the usual largest recording that a service takes, in bytes: GATEWAY.md 8 leaves
// it open.
const DefaultLimit int64 = settings.TranscriptionLimit

// Job is one sound file that is to be written down.
type Job struct {
	// Path is the file. It is only read.
	Path string
	// Connection is the way to the service; "" is the one in use.
	Connection chat.ID
	// Model is for speech to text (GATEWAY.md 2.8). It must not be empty.
	Model string
	// Language is the language that is spoken by its two letters in ISO 639-1; "" lets the service
	// find out.
	Language string
	// Prompt holds names that may be heard; "" is none.
	Prompt string
	// Temperature is 0 to 1; nil is not sent.
	Temperature *float64
	// Keep is a folder of this job alone for the parts that are done, made if it is not there; ""
	// keeps none: a job that failed begins anew then. Whoever gives it removes it.
	Keep string
	// Limit is the largest recording that the service takes, in bytes; 0 is DefaultLimit. A smaller
	// learned limit holds.
	Limit int64
	// Hold, if not nil, is asked before each request; true ends Write with ErrOnHold and loses
	// nothing.
	Hold func() bool
}

// Text is the transcript of a file.
type Text struct {
	// Text is all of it, without times: a line for each of Lines.
	Text string
	// Lines are its sentences or cues in order. None is empty.
	Lines []Line
	// Timed is false when the service told no times, or not for every part: Start and End of those
	// lines are 0.
	Timed bool
	// Language is the service's word for it ("en", "english"), else that of the Job.
	Language string
	// Length is that of the sound, 0 if it is unknown. Covered is the length up to the end of the
	// last text, less the parts in which nothing was heard; 0 if that is not known. A Covered well
	// below Length means that the end may be missing.
	Length, Covered time.Duration
	// Answers is the number of answers in the folder of the job (Answers): one for each part, or 0
	// if not all of them were kept.
	Answers int
	// AskedAgain counts the parts that came back with very little text and were sent once more in
	// smaller pieces.
	AskedAgain int
}

// Line is one sentence or cue, with its place in the sound.
type Line struct {
	Start, End time.Duration
	Text       string
}

// Phase is the current step of a job.
type Phase string

// The phases, in their order. Uploading and Waiting come once for each part.
const (
	// the file, or a part with little text, is looked through and cut if it must be
	Measuring  Phase = "measuring"
	Converting Phase = "converting" // it is made into what the service takes, on this computer
	Uploading  Phase = "uploading"
	// Waiting: a whole part has left. From here on until the next phase it may be paid for,
	// whatever happens.
	Waiting Phase = "waiting"
)

// Progress is the progress of a job.
type Progress struct {
	Phase Phase
	// Part is the one that is under way, 1 to Parts; both are 0 while that is not known.
	Part, Parts int
	// Sent and Total are bytes of all parts together, what was kept from before being sent already.
	// While Converting they are bytes of the file.
	Sent, Total int64
	// Left is about how long it will take, 0 if that is not known yet.
	Left time.Duration
}

// Estimate describes a file before it is sent.
type Estimate struct {
	// Format is the format of its bytes: "mp3", "wav", "flac" and so on.
	Format string
	// Length is 0 if it cannot be told.
	Length time.Duration
	Bytes  int64
	// Parts is the least number of requests.
	Parts int
	// Converts says that it is made into another format on this computer first; Upload is about how
	// many bytes are sent.
	Converts bool
	Upload   int64
	// Takes is about how long it takes, from the pace of what was written down before.
	Takes time.Duration
}
