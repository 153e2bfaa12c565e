package catalog

import (
	"maps"
	"slices"
	"time"

	"parlando/app/chat"
	"parlando/app/problem"
)

// Ability is something a connection may be able to do. The stored word is the value itself.
type Ability string

// The abilities.
const (
	Lists       Ability = "lists"       // it tells its models
	Chats       Ability = "chats"       // it answers messages
	Streams     Ability = "streams"     // its answers come while they are written
	Sees        Ability = "sees"        // it takes pictures
	Reads       Ability = "reads"       // it takes documents
	Speaks      Ability = "speaks"      // it makes speech of text
	Transcribes Ability = "transcribes" // it makes text of speech
	CallsTools  Ability = "calls_tools" // it calls functions
)

// often is the shortest time between two notes of the same.
const often = time.Minute

// maxAnswerLength is how much of an answer is stored, in characters.
const maxAnswerLength = 500

// Abilities are all of them, in the order they are shown.
func Abilities() []Ability {
	return []Ability{Lists, Chats, Streams, Sees, Reads, Speaks, Transcribes, CallsTools}
}

// Evidence is the evidence for an ability of a connection, never a guess.
type Evidence struct {
	Can Tri `json:"can"`
	// At is the time of the last evidence; zero while Can is Unknown.
	At time.Time `json:"at,omitzero"`
	// Model is the one that showed it, "" where no model was asked.
	Model string `json:"model,omitempty"`
}

// Condition is the learned state of a connection.
type Condition struct {
	Abilities map[Ability]Evidence `json:"abilities,omitempty"`
	// Models is the number of models in its list when it was last read.
	Models int `json:"models,omitempty"`
	// Success is the time of the last request that succeeded; zero if none did.
	Success time.Time `json:"success,omitzero"`
	// Problem is the last one, with at most 500 letters of detail, in which no key is; nil
	// if none was.
	Problem *problem.Problem `json:"trouble,omitempty"`
}

func (c Condition) clone() Condition {
	c.Abilities = maps.Clone(c.Abilities)
	if c.Problem != nil {
		p := *c.Problem
		c.Problem = &p
	}
	return c
}

// Condition returns what a connection has shown of itself.
func (c *Catalog) Condition(connection chat.ID) Condition {
	c.mu.Lock()
	defer c.mu.Unlock()
	if s := c.document.Connections[connection]; s != nil {
		return s.Condition.clone()
	}
	return Condition{}
}

// Learn remembers what a connection has shown of an ability: Yes when it did it, No when it
// refused. That one model refuses does not unsay that another did it, so a No after a Yes of
// another model is not taken. Unknown changes nothing.
func (c *Catalog) Learn(connection chat.ID, a Ability, can Tri, model string) {
	if can == Unknown || connection == "" || !slices.Contains(Abilities(), a) {
		return
	}
	now, model := c.now().UTC().Truncate(time.Second), cleanID(model)
	if known := c.Condition(connection).Abilities[a]; known.Can == can && known.Model == model && now.Sub(known.At) < often {
		return
	}
	c.change(connection, func(s *service, _ map[string]*entry) {
		before := s.Condition.Abilities[a]
		if can == No && before.Can == Yes && before.Model != model {
			return
		}
		if s.Condition.Abilities == nil {
			s.Condition.Abilities = map[Ability]Evidence{}
		}
		s.Condition.Abilities[a] = Evidence{Can: can, At: now, Model: model}
	})
}

// Succeeded remembers that a connection did just now what it was asked.
func (c *Catalog) Succeeded(connection chat.ID) {
	if connection == "" {
		return
	}
	now := c.now().UTC()
	if known := c.Condition(connection); now.Sub(known.Success) < often && (known.Problem == nil || known.Problem.At.Before(known.Success)) {
		return
	}
	c.change(connection, func(s *service, _ map[string]*entry) { s.Condition.Success = now })
}

// Failed remembers the last problem of a connection. No key may be in it.
func (c *Catalog) Failed(connection chat.ID, p problem.Problem) {
	if connection == "" || p.Kind == "" {
		return
	}
	if letters := []rune(p.Detail); len(letters) > maxAnswerLength {
		p.Detail = string(letters[:maxAnswerLength])
	}
	if p.At.IsZero() {
		p.At = c.now()
	}
	c.change(connection, func(s *service, _ map[string]*entry) { s.Condition.Problem = &p })
}
