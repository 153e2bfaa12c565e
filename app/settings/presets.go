package settings

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"parlando/app/chat"
)

// Preset is a named set of parameters that a chat can adopt.
type Preset struct {
	ID chat.ID `json:"id"`
	// Name is the user's name for it; "" for a BuiltIn preset that was not renamed, whose name is
	// in package words.
	Name string `json:"name"`
	// Model is the model a chat adopts with the preset; "" leaves the chat's model.
	Model      string          `json:"model,omitempty"`
	Parameters chat.Parameters `json:"parameters"`
	// BuiltIn reports that the preset is one of DefaultPresets and unchanged except for its name.
	// Its instructions are not stored: package words has them in the language of the window.
	BuiltIn bool `json:"built_in,omitempty"`
}

// MaxPresets is the maximum number of presets.
const MaxPresets = 200

// The IDs of the presets of a first start.
const (
	Balanced    chat.ID = "balanced"
	Precise     chat.ID = "precise"
	Creative    chat.ID = "creative"
	Short       chat.ID = "short"
	Translator  chat.ID = "translator"
	Proofreader chat.ID = "proofreader"
	Explainer   chat.ID = "explainer"
)

// DefaultPresets returns the presets of a first start in order.
func DefaultPresets() []Preset {
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

// Apply returns the parameters of a chat without a preset that adopts p. The chat keeps its user ID
// for the service, and if p has no instructions also those that the user typed.
func (p Preset) Apply(to chat.Parameters) chat.Parameters {
	next := p.Parameters.Clone()
	next.User, next.Preset = to.User, p.ID
	if next.Instructions == "" {
		next.Instructions = to.Instructions
	}
	return next
}

// TakeOff returns the parameters of a chat that no longer follows p: what p changed is again as it
// was before, and what the user has changed since stays.
func (p Preset) TakeOff(from, before chat.Parameters) chat.Parameters {
	next, gave := from.Clone(), reflect.ValueOf(p.Apply(before))
	into, old := reflect.ValueOf(&next).Elem(), reflect.ValueOf(before.Clone())
	for i := range into.NumField() {
		if reflect.DeepEqual(into.Field(i).Interface(), gave.Field(i).Interface()) {
			into.Field(i).Set(old.Field(i))
		}
	}
	next.User, next.Preset = from.User, ""
	return next
}

// Matches reports whether a chat's parameters equal those of p, except those that Apply leaves.
func (p Preset) Matches(chats chat.Parameters) bool {
	chats.User = p.Parameters.User
	if p.Parameters.Instructions == "" {
		chats.Instructions = ""
	}
	return p.Parameters.Equal(chats)
}

// Preset returns the preset with this ID.
func (s Settings) Preset(id chat.ID) (Preset, bool) {
	i := slices.IndexFunc(s.Presets, func(p Preset) bool { return p.ID == id })
	if i < 0 || id == "" {
		return Preset{}, false
	}
	return s.Presets[i], true
}

// MissingPresets returns those of DefaultPresets that were removed.
func (s Settings) MissingPresets() []Preset {
	return slices.DeleteFunc(DefaultPresets(), func(p Preset) bool { _, there := s.Preset(p.ID); return there })
}

// UnmarshalJSON implements json.Unmarshaler. It clears fields that data lacks, because p may hold a
// default preset when a file is read.
func (p *Preset) UnmarshalJSON(data []byte) error {
	type plain Preset
	var fresh plain
	if err := json.Unmarshal(data, &fresh); err != nil {
		return err
	}
	*p = Preset(fresh)
	return nil
}

// holdPresets returns a copy of list without presets that have no name, no ID or a duplicate ID,
// which an edited file may contain.
func holdPresets(list []Preset) []Preset {
	seen := map[chat.ID]bool{}
	var valid []Preset
	for _, p := range list {
		p.Name = strings.TrimSpace(p.Name)
		first := slices.IndexFunc(DefaultPresets(), func(f Preset) bool { return f.ID == p.ID })
		p.BuiltIn = p.BuiltIn && first >= 0
		if p.ID == "" || seen[p.ID] || p.Name == "" && !p.BuiltIn || len(valid) == MaxPresets {
			continue
		}
		seen[p.ID] = true
		p.Parameters = hold(p.Parameters)
		p.Parameters.User, p.Parameters.Preset = "", "" // a preset has neither
		valid = append(valid, p)
	}
	return valid
}

// holdMore limits the parameters shown under "More" to values that can be sent.
func holdMore(p chat.Parameters) chat.Parameters {
	p.Stop = slices.DeleteFunc(p.Stop, func(word string) bool { return word == "" || utf8.RuneCountInString(word) > chat.MaxStopLength })
	p.Stop = p.Stop[:min(len(p.Stop), chat.MaxStops)]
	if p.Seed != nil && (*p.Seed > chat.MaxSeed || *p.Seed < -chat.MaxSeed) {
		p.Seed = nil
	}
	if p.Replies != nil && (*p.Replies < 1 || *p.Replies > chat.MaxReplies) {
		p.Replies = nil
	}
	if utf8.RuneCountInString(p.User) > chat.MaxUserID {
		p.User = ""
	}
	return p
}
