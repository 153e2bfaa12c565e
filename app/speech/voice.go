package speech

import "parlando/app/chat"

// Voice is a voice with the parameters of its requests.
type Voice struct {
	// Connection is the service that is asked.
	Connection chat.ID `json:"connection,omitempty"`
	// Model is the model for speech; "" is the one that DefaultModel gives.
	Model string `json:"model,omitempty"`
	// Voice is one of Voices, or what the service calls another one.
	Voice string `json:"voice,omitempty"`
	// Speed is asked of the service (GATEWAY.md 2.7), 0.25 to 4; 0 is 1 and not sent. It is not the
	// speed of playing.
	Speed float64 `json:"speed,omitempty"`
	// Local reads with the voice of this computer; nothing is sent.
	Local bool `json:"local,omitempty"`
}

// Voices are the names of the interface (GATEWAY.md 2.7).
func Voices() []string { return []string{"alloy", "echo", "fable", "onyx", "nova", "shimmer"} }
