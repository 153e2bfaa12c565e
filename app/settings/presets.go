package settings

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf8"

	"parlando/app/chat"
)

// Preset is a set of parameters under a name, which a chat can take over.
type Preset struct {
	ID chat.ID `json:"id"`
	// Name is the user's name for it; "" for a BuiltIn one under its first name, which package
	// words knows.
	Name string `json:"name"`
	// Model is the one it is meant for, which a chat takes over with it; "" leaves the chat its
	// own.
	Model      string          `json:"model,omitempty"`
	Parameters chat.Parameters `json:"parameters"`
	// BuiltIn is one that was there at the first start, as it was then but for its name. Its
	// instructions are not stored: package words says them in the language of the window.
	BuiltIn bool `json:"built_in,omitempty"`
}

// PresetsMost is the number of presets that can be kept.
const PresetsMost = 200

// The ids of the presets that are there at first.
const (
	Balanced    chat.ID = "balanced"
	Precise     chat.ID = "precise"
	Creative    chat.ID = "creative"
	Short       chat.ID = "short"
	Translator  chat.ID = "translator"
	Proofreader chat.ID = "proofreader"
	Explainer   chat.ID = "explainer"
)

// FirstPresets are the presets that are there at first, in their order.
func FirstPresets() []Preset {
	number := func(v float64) *float64 { return &v }
	first := func(id chat.ID, p chat.Parameters) Preset { return Preset{ID: id, Parameters: p, BuiltIn: true} }
	return []Preset{
		first(Balanced, chat.Parameters{Temperature: number(0.7)}),
		first(Precise, chat.Parameters{Temperature: number(0.2), TopP: number(0.9)}),
		first(Creative, chat.Parameters{Temperature: number(1.1), PresencePenalty: number(0.4)}),
		first(Short, chat.Parameters{}),
		first(Explainer, chat.Parameters{}),
		first(Translator, chat.Parameters{Temperature: number(0.3)}),
		first(Proofreader, chat.Parameters{Temperature: number(0.2)}),
	}
}

// Apply returns the parameters of a chat that takes over p. from is the preset the chat followed
// until now, if any. The id for the service stays the chat's, and so do instructions of the user's
// own where p has none.
func (p Preset) Apply(to chat.Parameters, from Preset) chat.Parameters {
	next := p.Parameters.Clone()
	next.User, next.Preset = to.User, p.ID
	if next.Instructions == "" && to.Instructions != from.Parameters.Instructions {
		next.Instructions = to.Instructions
	}
	return next
}

// Matches reports whether a chat with these parameters is as p says. What p leaves to the chat does
// not count.
func (p Preset) Matches(chats chat.Parameters) bool {
	chats.User = p.Parameters.User
	if p.Parameters.Instructions == "" {
		chats.Instructions = ""
	}
	return p.Parameters.Equal(chats)
}

// Preset returns the preset with this id.
func (s Settings) Preset(id chat.ID) (Preset, bool) {
	i := slices.IndexFunc(s.Presets, func(p Preset) bool { return p.ID == id })
	if i < 0 || id == "" {
		return Preset{}, false
	}
	return s.Presets[i], true
}

// MissingPresets are those of FirstPresets that are no longer there.
func (s Settings) MissingPresets() []Preset {
	return slices.DeleteFunc(FirstPresets(), func(p Preset) bool { _, there := s.Preset(p.ID); return there })
}

// UnmarshalJSON implements json.Unmarshaler. What is not in data becomes empty, also where p was
// not: the first presets stand there when a file is read.
func (p *Preset) UnmarshalJSON(data []byte) error {
	type plain Preset
	var fresh plain
	if err := json.Unmarshal(data, &fresh); err != nil {
		return err
	}
	*p = Preset(fresh)
	return nil
}

// holdPresets returns a copy of list without what a file mended by hand may have: no id or one that
// is there twice, no name.
func holdPresets(list []Preset) []Preset {
	seen := map[chat.ID]bool{}
	var valid []Preset
	for _, p := range list {
		p.Name = strings.TrimSpace(p.Name)
		first := slices.IndexFunc(FirstPresets(), func(f Preset) bool { return f.ID == p.ID })
		p.BuiltIn = p.BuiltIn && first >= 0
		if p.ID == "" || seen[p.ID] || p.Name == "" && !p.BuiltIn || len(valid) == PresetsMost {
			continue
		}
		seen[p.ID] = true
		p.Parameters = hold(p.Parameters)
		p.Parameters.User, p.Parameters.Preset = "", "" // they belong to a user and a chat
		valid = append(valid, p)
	}
	return valid
}

// holdMore holds what stands under "More" to what can be sent.
func holdMore(p chat.Parameters) chat.Parameters {
	p.Stop = slices.DeleteFunc(p.Stop, func(word string) bool { return word == "" || utf8.RuneCountInString(word) > chat.StopLongest })
	p.Stop = p.Stop[:min(len(p.Stop), chat.StopMost)]
	if p.Seed != nil && (*p.Seed > chat.SeedMost || *p.Seed < -chat.SeedMost) {
		p.Seed = nil
	}
	if p.Replies != nil && (*p.Replies < 1 || *p.Replies > chat.RepliesMost) {
		p.Replies = nil
	}
	if utf8.RuneCountInString(p.User) > chat.UserMost {
		p.User = ""
	}
	return p
}
