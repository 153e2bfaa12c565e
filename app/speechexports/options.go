package speechexports

import (
	"parlando/app/catalog"
	"parlando/app/chat"
	"parlando/app/owner"
	"parlando/app/speech"
	"parlando/app/speech/clips"
	"parlando/app/speech/speechtext"
	"parlando/client/failure"
	localvoice "parlando/media/voice"
)

// Options are the dependencies of a Store.
type Options struct {
	owner.Common
	// Dir is the folder of the library; speech exports have one of their own in it.
	Dir      string
	Gateways speech.Gateways
	// Catalog may be nil: then nothing is learned about models.
	Catalog Catalog
	// Clips is searched for sound before a service is asked; nil is nowhere.
	Clips *clips.Clips
	// Voice is the voice of this computer; nil is none.
	Voice *localvoice.Speaker
	// Model completes a voice without one, for a connection; nil is "tts-1".
	Model func(connection chat.ID) string
	// Words replace whatever cannot be read; nil says nothing.
	Words func() speechtext.Words
}

// Catalog remembers what requests teach about models (package catalog).
type Catalog interface {
	Model(connection chat.ID, id string) (catalog.Model, bool)
	Without(connection chat.ID, model string) []string
	Refusals(connection chat.ID, model string) []catalog.Refusal
	LearnRefusals(connection chat.ID, model string, refused []failure.Refusal)
	LearnAccepted(connection chat.ID, model, field, value string)
}
