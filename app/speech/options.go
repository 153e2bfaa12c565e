package speech

import (
	"time"

	"parlando/app/ask"
	"parlando/app/catalog"
	"parlando/app/chat"
	"parlando/app/owner"
	"parlando/app/settings"
	"parlando/app/speech/clips"
	"parlando/app/speech/language"
	"parlando/media/speaker"
	"parlando/media/voice"
)

// Options are the dependencies of Speech.
type Options struct {
	owner.CommonOptions
	Services ask.Services
	Catalog  Catalog
	Settings Settings
	Clips    *clips.Clips
	Speaker  Speaker
	// Voice is the voice of this computer; nil if there is none.
	Voice *voice.Speaker
	// Languages chooses the language for the system's voice. If it is nil, the writing system of
	// the text decides, with English as the fallback.
	Languages *language.Chooser
	// Temporary reports whether the sound of a conversation must not be stored on disk; nil if
	// none.
	Temporary func(conversation chat.ID) bool
}

// Catalog provides and stores the known properties of models (package catalog).
type Catalog interface {
	Recommended(connection chat.ID, purpose catalog.Purpose) (id string, known bool)
	Voices(connection chat.ID, model string) (voices []string, own bool)
	Voice(connection chat.ID, model, chosen string) (voice string, exact bool)
	SoundFormat(connection chat.ID, model string, formats ...string) string
	RefusedFields(connection chat.ID, model string) []string
}

// Settings provides the user's choices (package settings).
type Settings interface {
	Get() settings.Settings
	Change(change func(*settings.Settings))
}

// Speaker is the program's sound output (package speaker; see NewSpeaker).
type Speaker interface {
	Play(open speaker.Opener, from speaker.Position, speed float64) Sound
	OpenInAdvance()
	SetVolume(volume float64)
	OutputError() error
}

// Sound is a playing sound, as described by speaker.Sound.
type Sound interface {
	Pause()
	Resume()
	Stop()
	Seek(to speaker.Position)
	SetSpeed(speed float64)
	Position() speaker.Position
	Length(clip int) (time.Duration, bool)
	Level() float64
	State() speaker.State
	Done() <-chan struct{}
	Err() error
}

// NewSpeaker adapts the program's speaker to Speaker.
func NewSpeaker(s *speaker.Speaker) Speaker { return output{s} }

type output struct{ *speaker.Speaker }

// Play implements Speaker.
func (o output) Play(open speaker.Opener, from speaker.Position, speed float64) Sound {
	return o.Speaker.Play(open, from, speed)
}
