package speech

import (
	"parlando/app/catalog"
	"parlando/app/chat"
)

// Voice is a voice with its request parameters.
type Voice struct {
	// Connection is the connection to the service.
	Connection chat.ID `json:"connection,omitempty"`
	// Model is the speech model; "" means DefaultModel.
	Model string `json:"model,omitempty"`
	// Voice is one of Voices, or another name known to the service.
	Voice string `json:"voice,omitempty"`
	// Speed is the speed requested from the service (GATEWAY.md 2.7), 0.25 to 4; 0 means 1 and is
	// not sent. It is not the playback speed.
	Speed float64 `json:"speed,omitempty"`
	// Instructions tell the service how to read (settings.Speech.Instructions).
	Instructions string `json:"instructions,omitempty"`
	// Local selects the voice of this computer; nothing is sent.
	Local bool `json:"local,omitempty"`
}

// Voices returns the voices of the interface (GATEWAY.md 2.7).
func Voices() []string { return catalog.DefaultVoices() }
