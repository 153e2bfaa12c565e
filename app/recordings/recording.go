package recordings

import (
	"time"

	"parlando/app/chat"
	"parlando/app/problem"
)

// Purpose is the intended use of a recording. Its value is stored.
type Purpose string

// The purposes.
const (
	PurposeDictation Purpose = "dictation" // dictated into a message
	PurposeVoiceChat Purpose = "talk"      // a turn in a voice chat
	// PurposeKeep is for a recording to keep, as with the Record button of Transcribe.
	PurposeKeep Purpose = "keeping"
)

// State is the state of a recording. Its value is stored.
type State string

// The states.
const (
	Running  State = "recording" // recording now
	Kept     State = "kept"      // kept until the user deletes it
	Sent     State = "sent"      // its text was used; deleted after a day
	Canceled State = "cancelled" //nolint:misspell // the stored word; deleted after a day
)

// Recording describes a recording, as stored in recording.json.
type Recording struct {
	ID chat.ID `json:"id"`
	// Title is the user's name for the recording, "" if there is none.
	Title   string        `json:"title,omitempty"`
	Purpose Purpose       `json:"purpose"`
	State   State         `json:"state"`
	Started time.Time     `json:"started"`
	Length  time.Duration `json:"length_ns,omitempty"`
	// Bytes is the size of the sound file.
	Bytes int64 `json:"bytes,omitempty"`
	// Device is the name of the microphone.
	Device string `json:"device,omitempty"`
	// Text is the transcript of the recording, "" if there is none.
	Text string `json:"text,omitempty"`
	// Silent reports that the recording contains no speech. It is set when the recording ends.
	Silent bool `json:"silent,omitempty"`
	// Problem is the reason why the recording ended or why its transcription failed.
	Problem problem.Problem `json:"problem,omitzero"`
	// Damaged reports that the end is missing, because the program ended or the disk filled up.
	// Everything written until then is preserved.
	Damaged bool `json:"damaged,omitempty"`
	// Until is the time of automatic deletion, zero for never.
	Until time.Time `json:"until,omitzero"`
	// Deleted is the time of deletion, zero if the recording is not deleted.
	Deleted time.Time `json:"deleted,omitzero"`
}

// Phase is the state of the microphone.
type Phase uint8

// The phases.
const (
	Idle      Phase = iota
	Opening         // the microphone is being opened: nothing is recorded yet
	Hearing         // the microphone is recording
	Finishing       // the remaining samples are being written
	Failed          // Live.Problem is set; ends with the next Start or Dismiss
)

// Live is the state of the running recording.
type Live struct {
	Phase   Phase
	ID      chat.ID // of the running recording
	Purpose Purpose
	// Elapsed is the length of the sound so far.
	Elapsed time.Duration
	// Level is the current level for a meter, 0 to 1 over 60 dB.
	Level float64
	// Voice reports that there is speech now, Heard that there was any so far. Pause is the time
	// since the last speech, infinite if there was none.
	Voice, Heard bool
	Pause        time.Duration
	// DigitalSilence reports five seconds of identical samples: the microphone is muted or switched
	// off.
	DigitalSilence bool
	Problem        problem.Problem
	// Kept reports in the phase Failed that the list has the sound recorded so far.
	Kept bool
	// Device is the name of the microphone in use. Instead reports that it is the default
	// microphone because the chosen one is missing.
	Device  string
	Instead bool
}
