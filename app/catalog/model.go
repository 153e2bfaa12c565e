// Package catalog stores the models of each connection and their capabilities: from the service's
// list, from the user, and learned from replies and refusals. The list is optional (GATEWAY.md
// 4.4), so a connection without one is normal.
package catalog

import (
	"cmp"
	"slices"
	"strings"
	"time"
	"unicode"

	"parlando/app/cost"
	"parlando/client"
)

// Tristate is yes, no or unknown.
type Tristate uint8

// The values of a Tristate.
const (
	Unknown Tristate = iota
	Yes
	No
)

// Purpose is the purpose of a model; "" is unknown.
type Purpose string

// The purposes of a model, named as in package client.
const (
	PurposeChat          Purpose = "chat"
	PurposeSpeech        Purpose = "speech"
	PurposeTranscription Purpose = "transcription"
	PurposeOther         Purpose = "other"
)

// Model is one model of a connection.
type Model struct {
	ID string
	// Name is the display name; the ID if the service names none.
	Name string
	// Purpose is the purpose according to the service's list.
	Purpose Purpose
	// Sees, Reads, Tools and Schemas report whether the model accepts pictures, PDF documents,
	// tools, and JSON Schemas for its answers, Thinks whether it thinks before it answers.
	Sees, Reads, Tools, Schemas, Thinks Tristate
	// Modalities are the kinds of output to request of a model that makes pictures: "image", with
	// "text" if it writes, too. nil for other models.
	Modalities []string
	// WebSearch is the way in which the model searches the web, "" if it is not known to do so.
	// SearchRefused reports that the model has refused to search.
	WebSearch     client.WebSearch
	SearchRefused bool
	// Context is the size of the model's context in tokens, 0 if unknown.
	Context int
	// Formats are the listed formats of a speech model, nil if unknown.
	Formats []string
	// Voices are the listed voices of a speech model, nil if unknown; see Catalog.Voices.
	Voices []string
	// Diarizes reports that the model tells speakers apart, according to the list.
	Diarizes bool
	// Ends is the last day of the model according to the list, in UTC; zero if the list has none.
	Ends time.Time
	// Guessed, set by ModelsFor, reports that only the ID suggests the purpose. Refused and Gone
	// are set by Models and ModelsFor: Refused reports that the service refused the model for the
	// purpose, Gone that it did or that it no longer lists the model.
	Guessed, Refused, Gone bool
	Favorite               bool
	// LastUsed is the time of the last message to the model, zero if there was none.
	LastUsed time.Time
	// Chosen is the time at which the user last chose the model for a new chat, zero if never.
	Chosen time.Time
	// Listed reports that the service lists the model. If not, it was typed or named by a reply.
	Listed bool
	// Price is the price typed by the user, otherwise the listed one; nil if neither is known.
	// PriceTyped reports that the user typed it.
	Price      *cost.Price
	PriceTyped bool
}

// entry is the stored record of one model. Each source has its own fields, so none overwrites
// another.
type entry struct {
	ID     string `json:"id"`
	Name   string `json:"name,omitempty"`
	Listed bool   `json:"listed,omitempty"`
	// Typed reports that the user typed the model's ID, Served that a reply named the model.
	Typed  bool `json:"typed,omitempty"`
	Served bool `json:"served,omitempty"`
	// Purpose and Ends are from the service's list.
	Purpose Purpose   `json:"purpose,omitempty"`
	Ends    time.Time `json:"ends,omitzero"`
	// EndSeen is the date in Ends for which the user has closed the notice.
	EndSeen time.Time `json:"end_seen,omitzero"`
	// Works are the purposes for which a request succeeded, RefusedFor those for which the service
	// refused the model, TypedFor those, besides chats (Typed), for which the user typed its ID.
	Works      []Purpose `json:"works,omitempty"`
	RefusedFor []Purpose `json:"refused_for,omitempty"`
	TypedFor   []Purpose `json:"typed_for,omitempty"`
	// SeesListed, ReadsListed and ToolsListed are from the service's list, SeesTicked and
	// ReadsTicked from the user.
	SeesListed  Tristate `json:"sees_listed,omitempty"`
	ReadsListed Tristate `json:"reads_listed,omitempty"`
	ReadsTicked Tristate `json:"reads_ticked,omitempty"`
	ToolsListed Tristate `json:"tools_listed,omitempty"`
	SeesTicked  Tristate `json:"sees_ticked,omitempty"`
	// SchemasListed and ThinksListed are from the service's list.
	SchemasListed Tristate `json:"schemas_listed,omitempty"`
	ThinksListed  Tristate `json:"thinks_listed,omitempty"`
	// SeesLearned, ReadsLearned, ToolsLearned and ThinksLearned come from a refusal or a success.
	SeesLearned   Tristate `json:"sees_learnt,omitempty"`
	ReadsLearned  Tristate `json:"reads_learnt,omitempty"`
	ToolsLearned  Tristate `json:"tools_learnt,omitempty"`
	ThinksLearned Tristate `json:"thinks_learnt,omitempty"`
	Context       int      `json:"context,omitempty"`
	// Modalities are from the service's list.
	Modalities []string `json:"modalities,omitempty"`
	// WebSearch is from the service's list.
	WebSearch client.WebSearch `json:"web_search,omitempty"`
	// Formats are the listed audio formats of a speech model.
	Formats []string `json:"formats,omitempty"`
	// Voices are the listed voices.
	Voices []string `json:"voices,omitempty"`
	// Refusals are the refused fields and values.
	Refusals []Refusal `json:"refusals,omitempty"`
	// Unsupported are field names that an older version stored, without value, reason or date. They
	// are dropped when the file is read, so that the fields are tried again.
	Unsupported []string `json:"unsupported,omitempty"`
	// Diarizes is from the service's list.
	Diarizes bool `json:"diarizes,omitempty"`
	// Transcript is the response_format learned for transcription.
	Transcript string `json:"transcript,omitempty"`
	// AudioSeconds is the learned maximum length of a recording; 0 if unknown.
	AudioSeconds float64 `json:"audio_seconds,omitempty"`
	// PriceListed is the price from the service's list, PriceTyped the one typed by the user.
	PriceListed *cost.Price `json:"price_listed,omitempty"`
	PriceTyped  *cost.Price `json:"price_typed,omitempty"`
	Favorite    bool        `json:"favourite,omitempty"`
	LastUsed    time.Time   `json:"last_used,omitzero"`
	Chosen      time.Time   `json:"chosen,omitzero"`
}

func (e *entry) model() Model {
	name := cmp.Or(e.Name, e.ID)
	search := cmp.Or(searchesByName(e.ID), e.WebSearch)
	return Model{
		WebSearch: search, SearchRefused: search.IsRefused(e.refusedFields()),
		ID: e.ID, Name: name, Purpose: e.Purpose, Listed: e.Listed, Context: e.Context,
		Formats: e.Formats, Voices: e.Voices, Diarizes: e.Diarizes, Ends: e.Ends, Favorite: e.Favorite, LastUsed: e.LastUsed, Chosen: e.Chosen,
		Sees:  cmp.Or(e.SeesTicked, e.SeesLearned, e.SeesListed),
		Reads: cmp.Or(e.ReadsTicked, e.ReadsLearned, e.ReadsListed, readsByName(e.ID)),
		Tools: cmp.Or(e.ToolsLearned, e.ToolsListed), Schemas: e.SchemasListed, Thinks: cmp.Or(e.ThinksLearned, e.ThinksListed), Modalities: e.Modalities,
		Price: cmp.Or(e.PriceTyped, e.PriceListed), PriceTyped: e.PriceTyped != nil,
	}
}

// modelFor returns an entry as a model for a purpose.
func (s *service) modelFor(e *entry, purpose Purpose) Model {
	m := e.model()
	m.Refused = slices.Contains(e.RefusedFor, purpose)
	m.Gone = m.Refused || !e.Listed && s.withdrew(e.ID)
	return m
}

// IgnoresSampling reports whether the model is known to ignore temperature, top_p and the penalties
// while it thinks: DeepSeek documents that of its models.
func (m Model) IgnoresSampling() bool {
	return m.Thinks == Yes && strings.Contains(strings.ToLower(m.ID), "deepseek")
}

// Draws reports whether the model makes pictures.
func (m Model) Draws() Tristate {
	if slices.Contains(m.Modalities, "image") {
		return Yes
	}
	return Unknown
}

// Searches reports whether the model searches the web, always or where the user wants it.
func (m Model) Searches() Tristate {
	if m.MaySearch() || m.AlwaysSearches() {
		return Yes
	}
	return Unknown
}

// MaySearch reports whether the user can switch the search of the web on.
func (m Model) MaySearch() bool { return m.WebSearch != "" && !m.AlwaysSearches() && !m.SearchRefused }

// AlwaysSearches reports whether the model searches the web for each message.
func (m Model) AlwaysSearches() bool { return m.WebSearch == client.SearchAlways }

// SearchesByOpenRouter reports whether OpenRouter searches, whose price is known.
func (m Model) SearchesByOpenRouter() bool { return m.WebSearch == client.SearchOpenRouter }

// searchesByName returns SearchAlways for the models known to search the web for each message:
// those of Perplexity, of OpenAI's search, and those that OpenRouter calls online.
func searchesByName(id string) client.WebSearch {
	id = strings.ToLower(id[strings.LastIndexByte(id, '/')+1:])
	if strings.HasPrefix(id, "sonar") || strings.HasSuffix(id, ":online") || strings.Contains(id, "-search-preview") || strings.Contains(id, "-search-api") {
		return client.SearchAlways
	}
	return ""
}

// readsByName returns Yes for the one family of models known to accept PDF documents (GATEWAY.md
// 4.1.3).
func readsByName(id string) Tristate {
	if strings.Contains(strings.ToLower(id), "claude") {
		return Yes
	}
	return Unknown
}

// chats reports whether the model can be used for chats: the list, the user or a success says so,
// or there is no sign of another purpose. An unlisted model that was only priced or refused does
// not count.
func (e *entry) chats() bool {
	switch {
	case e.Typed, e.Purpose == PurposeChat, slices.Contains(e.Works, PurposeChat):
		return true
	case e.Purpose != "", e.Transcript != "", e.AudioSeconds != 0, len(e.Works) > 0, len(e.TypedFor) > 0 && !e.Listed:
		return false
	}
	onlyPriced := e.PriceTyped != nil && !e.Listed && !e.Served && e.LastUsed.IsZero()
	onlyRefused := len(e.RefusedFor) > 0 && !e.Listed && !e.Served && e.LastUsed.IsZero()
	return !onlyPriced && !onlyRefused
}

// dear reports whether the entry has data that reading the service's list again would not restore.
func (e *entry) dear() bool {
	return e.Typed || len(e.TypedFor) > 0 || len(e.Works) > 0 || len(e.RefusedFor) > 0 || e.Served || e.Favorite || !e.LastUsed.IsZero() || !e.Chosen.IsZero() || e.SeesTicked != Unknown ||
		e.ReadsTicked != Unknown || e.ReadsLearned != Unknown ||
		e.SeesLearned != Unknown || e.ToolsLearned != Unknown || e.ThinksLearned != Unknown || len(e.Refusals) > 0 || e.Transcript != "" || e.AudioSeconds != 0 || e.PriceTyped != nil
}

// MarshalJSON writes yes, no or unknown.
func (t Tristate) MarshalJSON() ([]byte, error) {
	switch t {
	case Yes:
		return []byte(`"yes"`), nil
	case No:
		return []byte(`"no"`), nil
	}
	return []byte(`"unknown"`), nil
}

// UnmarshalJSON reads yes and no; any other word is unknown.
func (t *Tristate) UnmarshalJSON(data []byte) error {
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

// other are parts of IDs of models that are neither for chats nor for audio (see nameWords).
var other = []string{
	"embed", "moderation", "dall-e", "gpt-image", "stable-diffusion", "sdxl", "flux", "imagen",
	"rerank", "babbage", "davinci-002", "guard", "ocr", "sora", "veo-", "bge-", "clip-",
}

// looksChatty reports whether a model with this ID is most likely a chat model.
func looksChatty(id string) bool {
	id = strings.ToLower(id)
	for _, piece := range other {
		if strings.Contains(id, piece) {
			return false
		}
	}
	purpose, _ := purposeByName(id)
	return purpose == ""
}

// maxID is the maximum length of a model ID in bytes; real IDs have less than 100.
const maxID = 256

// cleanID removes spaces and invisible characters from a typed or received ID; "" means invalid.
func cleanID(id string) string {
	id = cleanName(id)
	if len(id) > maxID {
		return ""
	}
	return id
}

// cleanTyped returns the model ID in the user's input, which may be in quotes; "" means invalid.
func cleanTyped(input string) string { return cleanID(strings.Trim(strings.TrimSpace(input), `"'`)) }

// cleanReason removes invisible characters from a service's message.
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
