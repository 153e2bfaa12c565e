// Package problem defines the kinds of problems a user can encounter. A Problem is a value: it is
// stored with its request, and views/words turns its kind into a sentence and one button.
package problem

import (
	"net/http"
	"time"

	"parlando/client"
)

// Kind is a kind of problem, with one sentence and one button. Its value is stored.
type Kind string

// The kinds. Each comment gives the cause and the user's next step.
const (
	NoKey       Kind = "no_key"        // enter a key
	KeyRejected Kind = "key_rejected"  // enter a key (401)
	NoCredit    Kind = "no_credit"     // add credit at the service (402, quota 429)
	Forbidden   Kind = "forbidden"     // choose another model (403)
	NoSuchModel Kind = "no_such_model" // choose another model (404 naming the model)
	// check the address (a web page, plain 404, 405, redirect)
	WrongAddress Kind = "wrong_address"
	// NotUnderstood: the response cannot be parsed; try again.
	NotUnderstood Kind = "not_understood"
	// the service refused the question as asked (400, 415, 422)
	BadRequest Kind = "bad_request"
	// RefusedSetting: the model does not accept a parameter or its value; change it or leave it out
	// (400, with Refusal).
	RefusedSetting Kind = "refused_setting"
	TooLong        Kind = "too_long"  // start a new chat, or choose a model with a larger context
	TooLarge       Kind = "too_large" // send less or smaller pictures (413)
	Filtered       Kind = "filtered"  // the service's filter refused the question or reply; reword
	Busy           Kind = "busy"      // wait (429, with RetryAfter)
	Timeout        Kind = "timeout"   // try again
	ServerError    Kind = "server"    // try again later (5xx)
	// Restarting: the service is shutting down and left the request undone; try again in a moment.
	Restarting Kind = "restarting"
	// Template: the model's chat template refuses the messages; choose another model.
	Template Kind = "template"
	// Loading: the service is still loading the model; try again.
	Loading     Kind = "loading"
	Offline     Kind = "offline"     // no connection could be made
	Insecure    Kind = "insecure"    // the service's certificate is not valid
	CutOff      Kind = "cut_off"     // the stream ended early; continue
	Silent      Kind = "silent"      // nothing received for a minute: try again
	Interrupted Kind = "interrupted" // Parlando ended during the reply: continue
	Empty       Kind = "empty"       // the reply had no text: try again
	// WantsTool: the model calls a function and writes no text; ask it to answer without functions.
	WantsTool Kind = "wants_tool"
	// CutInCall: the reply reached its maximum length within a call of the tool Detail; allow more.
	CutInCall Kind = "cut_in_call"
	// RepeatsItself: an answer as a table or JSON repeats itself endlessly; continue.
	RepeatsItself Kind = "stuck"
	// ReplyTooLong: Parlando ended a reply at the maximum length that it stores; continue.
	ReplyTooLong Kind = "reply_too_long"
	// FewerReplies: the replies are Done, but fewer arrived than were requested.
	FewerReplies Kind = "fewer_replies"
	CannotSee    Kind = "cannot_see"  // the model does not accept pictures: switch
	BadPicture   Kind = "bad_picture" // the service cannot read a picture: replace it
	// CannotRead: the model is not known to accept documents; mark it, switch, or send the text.
	CannotRead Kind = "cannot_read"
	Storage    Kind = "storage" // the disk is full or read-only
	// StoppedByDisk: a reply ended because the disk refused a write, but the end could be stored;
	// continue.
	StoppedByDisk Kind = "stopped_by_disk"
	// NoSpeech: the service cannot speak; use the voice of this computer.
	NoSpeech Kind = "no_speech"
	NoVoice  Kind = "no_voice" // this computer has no voice: use a service
	// NoVoiceLeft: neither the service nor this computer can read aloud; choose another model.
	NoVoiceLeft Kind = "no_voice_left"
	NoOutput    Kind = "no_output"  // there is no sound output: connect a loudspeaker
	Unplayable  Kind = "unplayable" // a sound in a format that cannot be played: save it
	// LimitReached: the monthly limit of the connection Detail is reached; continue this month.
	LimitReached Kind = "limit_reached"
	// ConnectionGone: the connection of the chat was removed; choose another.
	ConnectionGone Kind = "gone"
	Proxy          Kind = "proxy"       // the proxy refuses the request: check its settings
	ProxyLogin     Kind = "proxy_login" // the proxy requires a name and a password (407)
	// ProxyUnreachable: no connection to the proxy could be made; start it, or check its address.
	ProxyUnreachable Kind = "proxy_unreachable"
	// ProxyInvalid: the server at the address is not a proxy of this type; check address and type.
	ProxyInvalid Kind = "proxy_invalid"
	// ProxyCannotConnect: the proxy cannot reach the service; try again.
	ProxyCannotConnect Kind = "proxy_cannot_connect"
	NothingToRead      Kind = "nothing_to_read"
	NoTranscriber      Kind = "no_transcriber" // no transcription model is known: name one
	SoundMissing       Kind = "sound_missing"  // the sound file was moved or deleted: bring it back
	// NotSound: the file cannot be transcribed; convert it.
	NotSound     Kind = "not_sound"
	SoundDamaged Kind = "sound_damaged" // the sound file is damaged: record or export it again
	SoundChanged Kind = "sound_changed" // the sound file changed while it was sent: try again
	NothingHeard Kind = "nothing_heard" // the recording contains no speech

	NoMicrophone Kind = "no_microphone" // there is no microphone; connect one
	// NoSoundSystem: there is no sound server; start it.
	NoSoundSystem  Kind = "no_sound_system"
	MicrophoneBusy Kind = "microphone_busy" // another program is using it; close that program
	// the system does not allow it: allow it there
	MicrophoneForbidden Kind = "microphone_forbidden"
	// MicrophoneLost: the microphone was unplugged; plug it in. The recording is kept.
	MicrophoneLost Kind = "microphone_lost"
	// the microphone cannot be opened; choose another one
	MicrophoneFailed Kind = "microphone_failed"
	// MicrophoneMuted: the recording is digital silence; turn the microphone on.
	MicrophoneMuted Kind = "microphone_muted"
	// RecordingNotStored: the disk is full or read-only; free space. The stored sound is kept.
	RecordingNotStored Kind = "recording_not_stored"
	// RecordingInterrupted: Parlando ended during the recording; the sound is kept.
	RecordingInterrupted Kind = "recording_interrupted"
	// MicrophoneOpen: nothing is read aloud while recording; stop the recording first.
	MicrophoneOpen Kind = "microphone_open"

	// AlreadyRecording: the microphone is in use by another recording; stop that first.
	AlreadyRecording Kind = "already_recording"
)

// Problem is one problem, with its details.
type Problem struct {
	Kind Kind `json:"kind"`
	// Status is the HTTP status, 0 without a response.
	Status int `json:"status,omitempty"`
	// Host is the host of the service.
	Host string `json:"host,omitempty"`
	// RequestID is the service's ID of the request, for support.
	RequestID string `json:"request_id,omitempty"`
	// ReplyID is the ID in the response body (GATEWAY.md 2.5).
	ReplyID string `json:"reply_id,omitempty"`
	// Refusal is the refused field for RefusedSetting, otherwise nil.
	Refusal *Refusal `json:"refusal,omitempty"`
	// Detail is the raw response or cause, at most 2,000 characters, with keys removed.
	Detail string `json:"detail,omitempty"`
	// MovedTo is the new address named by the service for WrongAddress, "" if none.
	MovedTo string `json:"moved_to,omitempty"`
	// Format is the common name of a sound format that cannot be decoded ("AMR"), "" if unknown.
	Format string `json:"format,omitempty"`
	// RetryAfter is the delay from At requested by the service, 0 if none.
	RetryAfter time.Duration `json:"retry_after,omitempty"`
	// MayHaveArrived reports that the request was sent without a response, so that a retry may be
	// charged twice.
	MayHaveArrived bool      `json:"may_have_arrived,omitempty"`
	At             time.Time `json:"at"`
}

// IsLocal reports whether the problem was caused on this computer.
func (p Problem) IsLocal() bool {
	address, err := client.ParseAddress(p.Host)
	return err == nil && address.IsLoopback()
}

// Error implements error, for use inside app.
func (p Problem) Error() string { return string(p.Kind) + ": " + p.Detail }

// StatusText returns the standard text of the HTTP status, "" without one.
func (p Problem) StatusText() string { return http.StatusText(p.Status) }
