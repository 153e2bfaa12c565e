package recordings

import (
	"time"

	"parlando/app/chat"
	"parlando/app/problem"
)

// Purpose is the use for which a recording was begun. The stored word is the value itself.
type Purpose string

// The purposes.
const (
	Dictation Purpose = "dictation" // to be written into a message
	VoiceChat Purpose = "talk"      // a turn of the conversation by voice
	Keeping   Purpose = "keeping"   // to be kept, as by the Record button of Transcribe
)

// State is the state of a recording. The stored word is the value itself.
type State string

// The states.
const (
	Running  State = "recording" // it is being recorded
	Kept     State = "kept"      // until it is deleted
	Sent     State = "sent"      // its text was taken over; it goes after a day
	Canceled State = "cancelled" //nolint:misspell // the stored word; it goes after a day
)

// Recording is one of the list, as recording.json keeps it.
type Recording struct {
	ID chat.ID `json:"id"`
	// Title is the user's name for it, "" if there is none.
	Title   string        `json:"title,omitempty"`
	Purpose Purpose       `json:"purpose"`
	State   State         `json:"state"`
	Started time.Time     `json:"started"`
	Length  time.Duration `json:"length_ns,omitempty"`
	// Bytes is the size of its file.
	Bytes int64 `json:"bytes,omitempty"`
	// Device is the name of the microphone.
	Device string `json:"device,omitempty"`
	// Text is its transcript, if there is one.
	Text string `json:"text,omitempty"`
	// Silent: there is no voice in it. Known once it is no longer Running.
	Silent bool `json:"silent,omitempty"`
	// Problem ended it, or is that of the request to transcribe it.
	Problem problem.Problem `json:"problem,omitzero"`
	// Damaged: the program ended, or the disk was full, before the end of the recording was noted.
	// All that was written is there.
	Damaged bool `json:"damaged,omitempty"`
	// Until is the time at which it is deleted by itself, zero for never.
	Until time.Time `json:"until,omitzero"`
	// Deleted is the time of its deletion, zero if it was not deleted.
	Deleted time.Time `json:"deleted,omitzero"`
}

// Phase is the state of the microphone.
type Phase uint8

// The phases.
const (
	Idle    Phase = iota
	Opening       // the microphone is being opened: nothing is heard yet
	Hearing       //
	Closing       // what was heard is on its way to the disk
	Failed        // Live.Problem tells; until the next Start or Dismiss
)

// Live is the state of the recording under way.
type Live struct {
	Phase   Phase
	ID      chat.ID // of the recording
	Purpose Purpose
	// Elapsed is the length of the sound so far.
	Elapsed time.Duration
	// Level is the current level, 0 to 1 for a meter: 60 dB of it.
	Level float64
	// Voice: somebody speaks now. Heard: somebody has spoken. Pause is the time since then, without
	// end where nobody has.
	Voice, Heard bool
	Pause        time.Duration
	// DigitalSilence: for five seconds nothing came but the same number: the microphone is muted or
	// shut off.
	DigitalSilence bool
	Problem        problem.Problem
	// Kept says in Failed that what was saved until then is in the list.
	Kept bool
	// Device is the name of the microphone; Instead says that it is the default one, because the
	// chosen one is not there.
	Device  string
	Instead bool
}
