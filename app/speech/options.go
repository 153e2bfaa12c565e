package speech

import (
	"context"
	"io"
	"time"

	"parlando/app/catalog"
	"parlando/app/chat"
	"parlando/app/owner"
	"parlando/app/settings"
	"parlando/app/speech/clips"
	"parlando/client"
	"parlando/client/failure"
	"parlando/media/speaker"
	"parlando/media/voice"
)

// Options are the dependencies of Speech.
type Options struct {
	owner.Common
	Gateways Gateways
	Catalog  Catalog
	Settings Settings
	Clips    *clips.Clips
	Speaker  Speaker
	// Voice is the voice of this computer; nil is none.
	Voice *voice.Speaker
}

// Gateways knows the services.
type Gateways interface {
	// Service completes a connection, "" is the one in use, and gives its base address; "" where
	// there is none. It asks neither a network nor the keys.
	Service(connection chat.ID) (id chat.ID, address string)
	// Client is a connection's client. The error says which problem it is (package problem).
	Client(ctx context.Context, connection chat.ID) (Gateway, error)
}

// Gateway is one service (package client).
type Gateway interface {
	Speech(ctx context.Context, r client.SpeechRequest) (Body, error)
}

// Body is a sound on its way, as client.Speech describes.
type Body interface {
	io.ReadCloser
	// Format is that of the bytes, "" if it is not known.
	Format() client.AudioFormat
	// Dropped names the fields that the service refused.
	Dropped() []failure.Refusal
}

// Catalog knows models (package catalog).
type Catalog interface {
	ModelsFor(connection chat.ID, purpose catalog.Purpose) []catalog.Model
	Without(connection chat.ID, model string) []string
	LearnRefusals(connection chat.ID, model string, refused []failure.Refusal)
	LearnAccepted(connection chat.ID, model, field, value string)
}

// Settings has the user's choices (package settings).
type Settings interface {
	Get() settings.Settings
	Change(change func(*settings.Settings))
}

// Speaker is the output of the program (package speaker; see On).
type Speaker interface {
	Play(open speaker.Opener, from speaker.Place, speed float64) Sound
	Warm()
	SetVolume(volume float64)
	OutputError() error
}

// Sound is one that is played, as speaker.Sound describes.
type Sound interface {
	Pause()
	Resume()
	Stop()
	Seek(to speaker.Place)
	SetSpeed(speed float64)
	Position() speaker.Place
	Length(clip int) (time.Duration, bool)
	State() speaker.State
	Done() <-chan struct{}
	Err() error
}

// On makes the speaker of the program one for Options.
func On(s *speaker.Speaker) Speaker { return output{s} }

type output struct{ *speaker.Speaker }

// Play implements Speaker.
func (o output) Play(open speaker.Opener, from speaker.Place, speed float64) Sound {
	return o.Speaker.Play(open, from, speed)
}
