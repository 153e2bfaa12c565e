package speechexports

import (
	"parlando/app/ask"
	"parlando/app/catalog"
	"parlando/app/chat"
	"parlando/app/owner"
	"parlando/app/speech/clips"
	"parlando/app/speech/language"
	"parlando/app/speech/speechtext"
	"parlando/client/failure"
	localvoice "parlando/media/voice"
)

// Options are the dependencies of a Store.
type Options struct {
	owner.CommonOptions
	// Dir is the library's folder; speech exports have a subfolder in it.
	Dir      string
	Services ask.Services
	// Catalog may be nil; then nothing is learned about models.
	Catalog Catalog
	// Clips is the cache to search before a service is asked; nil means none.
	Clips *clips.Clips
	// Voice is the voice of this computer; nil if there is none.
	Voice *localvoice.Speaker
	// Languages decides in which language that voice reads; nil means English, or the language
	// that the script suggests.
	Languages *language.Chooser
	// Model returns the speech model of a connection for a voice that names none; nil means
	// "tts-1".
	Model      func(connection chat.ID) string
	WaitReason owner.WaitReason
	// Words returns the words that replace unreadable content; nil means none.
	Words func() speechtext.Words
	// MayRemove reports whether the folder of a speech export that was deleted long ago, or never
	// begun, may be removed; nil means it may. See sqlite.Removal.
	MayRemove func(path string) bool
}

// Catalog records what requests reveal about models (package catalog).
type Catalog interface {
	Model(connection chat.ID, id string) (catalog.Model, bool)
	Voice(connection chat.ID, model, chosen string) (voice string, exact bool)
	SoundFormat(connection chat.ID, model string, formats ...string) string
	RefusedFields(connection chat.ID, model string) []string
	Refusals(connection chat.ID, model string) []catalog.Refusal
	LearnRefusals(connection chat.ID, model string, refused []failure.Refusal)
	LearnAccepted(connection chat.ID, model, field, value string)
}
