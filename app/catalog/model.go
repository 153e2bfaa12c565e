// Package catalog knows the models of each connection and what they can do: what the service's list
// says, what the user has typed or ticked, and what was learned from replies and refusals.
// GATEWAY.md 4.4 leaves the list open, so a connection without one is a normal thing.
package catalog

import (
	"cmp"
	"strings"
	"time"
	"unicode"

	"parlando/app/cost"
)

// Tri is yes, no, or nobody knows.
type Tri uint8

// The values of a Tri.
const (
	Unknown Tri = iota
	Yes
	No
)

// Purpose is the use of a model; "" is unknown.
type Purpose string

// The purposes of a model, by the words of the client.
const (
	Chat          Purpose = "chat"
	Speech        Purpose = "speech"
	Transcription Purpose = "transcription"
	Other         Purpose = "other"
)

// Model is one model of a connection.
type Model struct {
	ID string
	// Name is for people; the ID when the service has no other.
	Name string
	// Purpose is the use that the list gives.
	Purpose Purpose
	// Sees (pictures), Reads (PDF documents) and Tools are its abilities.
	Sees, Reads, Tools Tri
	// Context is the number of tokens that fit into its context, 0 if not known.
	Context int
	// Formats are the formats that a model for speech makes by the list, nil if that does not tell.
	Formats  []string
	Favorite bool
	// LastUsed is the time of the last message to it; zero if there was none.
	LastUsed time.Time
	// Listed: the service's list has it. Else it was typed, or a reply named it.
	Listed bool
	// Price is the one that the user typed, or else that of the list; nil if neither is known.
	// PriceTyped tells which.
	Price      *cost.Price
	PriceTyped bool
}

// entry is the stored record of one model: each source by itself, so that none overwrites another.
type entry struct {
	ID     string `json:"id"`
	Name   string `json:"name,omitempty"`
	Listed bool   `json:"listed,omitempty"`
	// Typed: the user entered it. Served: a reply named it.
	Typed  bool `json:"typed,omitempty"`
	Served bool `json:"served,omitempty"`
	// Purpose is the list's word.
	Purpose Purpose `json:"purpose,omitempty"`
	// SeesListed and the like are the list's word, SeesTicked and the like the user's.
	SeesListed  Tri `json:"sees_listed,omitempty"`
	ReadsListed Tri `json:"reads_listed,omitempty"`
	ReadsTicked Tri `json:"reads_ticked,omitempty"`
	ToolsListed Tri `json:"tools_listed,omitempty"`
	SeesTicked  Tri `json:"sees_ticked,omitempty"`
	// SeesLearned and the other fields of this kind hold what a refusal or a success has shown.
	SeesLearned  Tri `json:"sees_learnt,omitempty"`
	ReadsLearned Tri `json:"reads_learnt,omitempty"`
	ToolsLearned Tri `json:"tools_learnt,omitempty"`
	Context      int `json:"context,omitempty"`
	// Formats are the list's word on the formats of speech.
	Formats []string `json:"formats,omitempty"`
	// Refusals are the fields and values that it has refused.
	Refusals []Refusal `json:"refusals,omitempty"`
	// Unsupported are refusals in the form of an older version: names without value, reason or
	// date. They are dropped when the file is read, so that the fields are tried again.
	Unsupported []string `json:"unsupported,omitempty"`
	// Transcript is the format of transcripts that was learned.
	Transcript string `json:"transcript,omitempty"`
	// AudioSeconds is the longest recording that it transcribes, as it was learned; 0 while it
	// refused none.
	AudioSeconds float64 `json:"audio_seconds,omitempty"`
	// PriceListed is the list's word on its price, PriceTyped the user's.
	PriceListed *cost.Price `json:"price_listed,omitempty"`
	PriceTyped  *cost.Price `json:"price_typed,omitempty"`
	Favorite    bool        `json:"favourite,omitempty"`
	LastUsed    time.Time   `json:"last_used,omitzero"`
}

func (e *entry) model() Model {
	name := cmp.Or(e.Name, e.ID)
	return Model{
		ID: e.ID, Name: name, Purpose: e.Purpose, Listed: e.Listed, Context: e.Context,
		Formats: e.Formats, Favorite: e.Favorite, LastUsed: e.LastUsed,
		Sees:  cmp.Or(e.SeesTicked, e.SeesLearned, e.SeesListed),
		Reads: cmp.Or(e.ReadsTicked, e.ReadsLearned, e.ReadsListed, readsByName(e.ID)),
		Tools: cmp.Or(e.ToolsLearned, e.ToolsListed),
		Price: cmp.Or(e.PriceTyped, e.PriceListed), PriceTyped: e.PriceTyped != nil,
	}
}

// readsByName says yes for the one family of models that is known to take PDF documents (GATEWAY.md
// 4.1.3).
func readsByName(id string) Tri {
	if strings.Contains(strings.ToLower(id), "claude") {
		return Yes
	}
	return Unknown
}

// chats reports whether one may chat with the model: if the list says so, or says nothing and it
// was not met writing down speech, or if the user has typed it. One of which only a typed price
// is known may be for anything.
func (e *entry) chats() bool {
	priced := e.PriceTyped != nil && !e.Listed && !e.Served && e.LastUsed.IsZero()
	return e.Purpose == "" && e.Transcript == "" && e.AudioSeconds == 0 && !priced || e.Purpose == Chat || e.Typed
}

// dear reports whether something is kept of the model that the service's list could not bring back.
func (e *entry) dear() bool {
	return e.Typed || e.Served || e.Favorite || !e.LastUsed.IsZero() || e.SeesTicked != Unknown ||
		e.ReadsTicked != Unknown || e.ReadsLearned != Unknown ||
		e.SeesLearned != Unknown || e.ToolsLearned != Unknown || len(e.Refusals) > 0 || e.Transcript != "" || e.AudioSeconds != 0 || e.PriceTyped != nil
}

// MarshalJSON writes yes, no or unknown.
func (t Tri) MarshalJSON() ([]byte, error) {
	switch t {
	case Yes:
		return []byte(`"yes"`), nil
	case No:
		return []byte(`"no"`), nil
	}
	return []byte(`"unknown"`), nil
}

// UnmarshalJSON reads yes and no; any other word is unknown.
func (t *Tri) UnmarshalJSON(data []byte) error {
	switch string(data) {
	case `"yes"`, `true`:
		*t = Yes
	case `"no"`, `false`:
		*t = No
	default:
		*t = Unknown
	}
	return nil
}

// other are pieces of the ids of models that do something else than chat.
var other = []string{
	"embed", "tts", "whisper", "transcri", "moderation", "dall-e", "gpt-image", "stable-diffusion", "sdxl", "flux", "imagen",
	"rerank", "realtime", "babbage", "davinci-002", "guard", "ocr", "-asr", "speech", "sora", "veo-", "bge-", "clip-",
}

// looksChatty reports whether a model of this id most likely chats.
func looksChatty(id string) bool {
	id = strings.ToLower(id)
	for _, piece := range other {
		if strings.Contains(id, piece) {
			return false
		}
	}
	return true
}

// maxID is the longest id of a model in bytes; real ones have less than 100.
const maxID = 256

// cleanID takes spaces and invisible characters off an id that was typed or came over the wire; ""
// is no id.
func cleanID(id string) string {
	id = cleanName(id)
	if len(id) > maxID {
		return ""
	}
	return id
}

// cleanReason takes invisible characters off what a service said.
func cleanReason(reason string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return ' '
		}
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, reason))
}

func cleanName(name string) string {
	name = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == unicode.ReplacementChar {
			return -1
		}
		return r
	}, name)
	name = strings.TrimSpace(name)
	if runes := []rune(name); len(runes) > maxID {
		name = string(runes[:maxID])
	}
	return name
}
