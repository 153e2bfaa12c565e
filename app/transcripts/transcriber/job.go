package transcriber

import (
	"time"

	"parlando/app/chat"
	"parlando/app/settings"
)

// DefaultLimit is the assumed maximum upload of a service in bytes: GATEWAY.md 8 leaves it open.
const DefaultLimit int64 = settings.TranscriptionLimit

// Job is one audio file to transcribe.
type Job struct {
	// Path is the file; it is never changed.
	Path string
	// Connection is the connection to the service; "" means the one in use.
	Connection chat.ID
	// Model is the transcription model (GATEWAY.md 2.8). It must not be empty.
	Model string
	// Language is the spoken language as two letters of ISO 639-1; "" lets the service detect it.
	Language string
	// Names are names that may occur in the sound; they help the model to spell them.
	Names []string
	// Temperature is 0 to 1; nil is not sent.
	Temperature *float64
	// Keep is a folder for the finished parts of this job, created if missing; with "" a failed job
	// starts over. The caller deletes it.
	Keep string
	// Limit is the maximum upload in bytes; 0 means DefaultLimit. A smaller learned limit takes
	// precedence.
	Limit int64
	// ExactTimes sends parts of 10 to 25 seconds to a model that returns no times, so that each
	// line gets the time of its part.
	ExactTimes bool
	// Hold, if not nil, is called before each request; if it returns true, Transcribe ends with
	// ErrPaused and finished parts are not lost.
	Hold func() bool
}

// Text is the transcript of a file.
type Text struct {
	// Text is the whole text without times, one line for each of Lines.
	Text string
	// Lines are the sentences or cues in order. None is empty.
	Lines []Line
	// Timed is false if any part has no times: Start and End of its lines are 0.
	Timed bool
	// Language is the language as named by the service ("en", "english"). If it names none, it is
	// Job.Language, or "" if the model refuses that language.
	Language string
	// Length is the length of the sound, 0 if unknown. Covered is the length up to the end of the
	// last text, without parts in which nothing was recognized; 0 if unknown. A Covered well below
	// Length means that the end may be missing.
	Length, Covered time.Duration
	// Responses is the number of responses in the job's folder (see Responses): one per part, or 0
	// if not all of them were stored.
	Responses int
	// AskedAgain counts the parts whose response had very little text and that were sent again in
	// smaller parts.
	AskedAgain int
}

// Line is one sentence or cue with its time.
type Line struct {
	Start, End time.Duration
	Text       string
	// Speaker numbers the speakers, from 1 in the order of the text; 0 if the service did not tell
	// them apart. The same person may get several numbers, but two people never share one.
	Speaker int
}

// Phase is the current step of a job.
type Phase string

// The phases in order. Uploading and Waiting occur once per part.
const (
	// Measuring: the file, or a part with little text, is examined and split if necessary.
	Measuring  Phase = "measuring"
	Converting Phase = "converting" // the file is converted on this computer
	Uploading  Phase = "uploading"
	// Waiting: a part was sent completely. From now until the next phase the service may charge for
	// it, even if the job ends.
	Waiting Phase = "waiting"
)

// Progress is the progress of a job.
type Progress struct {
	Phase Phase
	// Part is the current part, 1 to Parts; both are 0 while unknown.
	Part, Parts int
	// Sent and Total are the bytes of all parts; parts stored earlier count as sent. While
	// Converting they are the bytes of the file.
	Sent, Total int64
	// Left is the estimated remaining time, 0 while unknown.
	Left time.Duration
}

// Estimate describes a file before it is sent.
type Estimate struct {
	// Format is the detected format: "mp3", "wav", "flac" and so on.
	Format string
	// Length is 0 if unknown.
	Length time.Duration
	Bytes  int64
	// Parts is the minimum number of requests.
	Parts int
	// Converts reports that the file is converted on this computer first; Upload is the approximate
	// number of bytes to send.
	Converts bool
	Upload   int64
	// Takes is the estimated duration, based on earlier transcriptions.
	Takes time.Duration
}
