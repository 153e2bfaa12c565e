// Package problem names the kinds of problem a user can meet. A Problem is a value: it is stored
// with the request that met it, and views/words turns its kind into a sentence and one button.
package problem

import (
	"net/http"
	"time"

	"parlando/client"
)

// Kind is one sort of problem, with one sentence and one button. The stored word is the value
// itself.
type Kind string

// The kinds. Each comment names the user's next step.
const (
	NoKey       Kind = "no_key"        // enter a key
	KeyRejected Kind = "key_rejected"  // enter a key (401)
	NoCredit    Kind = "no_credit"     // add credit at the service (402, quota 429)
	Forbidden   Kind = "forbidden"     // choose another model (403)
	NoSuchModel Kind = "no_such_model" // choose another model (404 naming the model)
	// check the address (a web page, plain 404, 405, redirect)
	WrongAddress Kind = "wrong_address"
	// try again: the service answered something Parlando cannot read
	NotUnderstood Kind = "not_understood"
	// the service refused the question as asked (400, 415, 422)
	BadRequest Kind = "bad_request"
	// RefusedSetting: the model does not accept a setting, or its value: change it or leave it out
	// (400, with Refusal).
	RefusedSetting Kind = "refused_setting"
	TooLong        Kind = "too_long"    // start a new chat, or choose a model that takes more
	TooLarge       Kind = "too_large"   // send less or smaller pictures (413)
	Filtered       Kind = "filtered"    // reword
	Busy           Kind = "busy"        // wait (429, with RetryAfter)
	Timeout        Kind = "timeout"     // try again
	Server         Kind = "server"      // try again later (5xx)
	Offline        Kind = "offline"     // no connection could be made
	Insecure       Kind = "insecure"    // the service's certificate is not valid
	CutOff         Kind = "cut_off"     // continue
	Silent         Kind = "silent"      // nothing came for a minute: try again
	Interrupted    Kind = "interrupted" // Parlando ended while the reply was written: continue
	Empty          Kind = "empty"       // the reply had no text: try again
	// the model calls a function and says nothing: ask it to answer without
	WantsTool Kind = "wants_tool"
	// an answer as a table or JSON went on without end and without news: continue
	Stuck Kind = "stuck"
	// of a reply that is Done: not all came that were asked for at once
	FewerReplies Kind = "fewer_replies"
	CannotSee    Kind = "cannot_see"  // the model takes no pictures: switch
	BadPicture   Kind = "bad_picture" // the service cannot read a picture: replace it
	// the model is not known to take documents: mark it, switch, or send the text
	CannotRead Kind = "cannot_read"
	Storage    Kind = "storage" // the disk is full or read-only
	// the service makes no speech: use the voice of this computer
	NoSpeech   Kind = "no_speech"
	NoVoice    Kind = "no_voice"   // this computer has no voice: use a service
	NoOutput   Kind = "no_output"  // nothing can be heard: connect a loudspeaker
	Unplayable Kind = "unplayable" // a sound in a format that cannot be played: save it
	// the connection of the chat was forgotten: choose another
	Gone          Kind = "gone"
	Proxy         Kind = "proxy"       // the proxy cannot be reached or refuses: check it
	ProxyLogin    Kind = "proxy_login" // the proxy wants a name and a password (407)
	NothingToRead Kind = "nothing_to_read"
	NoTranscriber Kind = "no_transcriber" // nobody said which model makes text of speech: name it
	SoundMissing  Kind = "sound_missing"  // the sound file is not where it was: bring it back
	// the file is no sound that can be written down: convert it
	NotSound     Kind = "not_sound"
	SoundDamaged Kind = "sound_damaged" // the sound file is damaged: make it anew
	SoundChanged Kind = "sound_changed" // the sound file changed while it was sent: try again
	NothingHeard Kind = "nothing_heard" // nothing is said in the recording

	NoMicrophone Kind = "no_microphone" // connect one
	// nothing answers that could know a microphone: start it
	NoSoundSystem  Kind = "no_sound_system"
	MicrophoneBusy Kind = "microphone_busy" // another program has it: close that
	// the system does not allow it: allow it there
	MicrophoneForbidden Kind = "microphone_forbidden"
	// it was unplugged: plug it in; what was heard is kept
	MicrophoneLost   Kind = "microphone_lost"
	MicrophoneFailed Kind = "microphone_failed" // it cannot be opened: choose another one
	// nothing but exact silence comes: turn it on
	MicrophoneMuted Kind = "microphone_muted"
	// the disk is full or read-only: make room; what was stored is kept
	RecordingNotStored Kind = "recording_not_stored"
	// Parlando ended while it was recorded: what was heard is kept
	RecordingInterrupted Kind = "recording_interrupted"
	// nothing is read aloud while it hears: stop it first
	MicrophoneOpen Kind = "microphone_open"

	// the microphone is at work for something else: stop that first
	AlreadyRecording Kind = "already_recording"
)

// Problem is one problem, with its details.
type Problem struct {
	Kind Kind `json:"kind"`
	// Status is the HTTP status, 0 when there was no answer.
	Status int `json:"status,omitempty"`
	// Host is the service it came from, without the path.
	Host string `json:"host,omitempty"`
	// RequestID is the service's id for the request, for support.
	RequestID string `json:"request_id,omitempty"`
	// ReplyID is the id inside the answer, the reply's own (GATEWAY.md 2.5).
	ReplyID string `json:"reply_id,omitempty"`
	// Refusal is the refused field, with RefusedSetting; else nil.
	Refusal *Refusal `json:"refusal,omitempty"`
	// Detail is the raw answer or cause, at most 2,000 characters, with the key taken out.
	Detail string `json:"detail,omitempty"`
	// MovedTo is the new address that the service names, with WrongAddress; "" if it names none.
	MovedTo string `json:"moved_to,omitempty"`
	// Format is the kind of sound that cannot be read, as people call it ("AMR"); "" if that is not
	// known.
	Format string `json:"format,omitempty"`
	// RetryAfter is the wait that the service asks for, from At; 0 when it asks for none.
	RetryAfter time.Duration `json:"retry_after,omitempty"`
	// MayHaveArrived: the request was sent and lost, so that asking again may be billed twice.
	MayHaveArrived bool      `json:"may_have_arrived,omitempty"`
	At             time.Time `json:"at"`
}

// Here reports whether it came from this computer.
func (p Problem) Here() bool {
	address, err := client.ParseAddress(p.Host)
	return err == nil && address.Loopback()
}

// Error makes a Problem usable as an error inside app.
func (p Problem) Error() string { return string(p.Kind) + ": " + p.Detail }

// StatusText returns the usual words for the status the service answered with, "" without one.
func (p Problem) StatusText() string { return http.StatusText(p.Status) }
