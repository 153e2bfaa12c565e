package catalog

import (
	"maps"
	"slices"
	"time"

	"parlando/app/chat"
	"parlando/app/problem"
)

// Ability is a capability of a connection. Its value is stored.
type Ability string

// The abilities.
const (
	ListsModels       Ability = "lists"       // lists its models
	RepliesToMessages Ability = "chats"       // answers messages
	StreamsReplies    Ability = "streams"     // streams its replies
	AcceptsPictures   Ability = "sees"        // accepts pictures
	AcceptsPDF        Ability = "reads"       // accepts documents
	SynthesizesSpeech Ability = "speaks"      // generates speech
	TranscribesAudio  Ability = "transcribes" // transcribes speech
	CallsTools        Ability = "calls_tools" // calls functions
)

// often is the minimum time between two equal records, to avoid writing at each request.
const often = time.Minute

// maxAnswerLength is the maximum length of a stored response, in characters.
const maxAnswerLength = 500

// Abilities returns all abilities in display order.
func Abilities() []Ability {
	return []Ability{ListsModels, RepliesToMessages, StreamsReplies, AcceptsPictures, AcceptsPDF, SynthesizesSpeech, TranscribesAudio, CallsTools}
}

// Evidence is the last proof that a connection has an ability or lacks it, never a guess.
type Evidence struct {
	Can Tristate `json:"can"`
	// At is the time of the last evidence; zero while Can is Unknown.
	At time.Time `json:"at,omitzero"`
	// Model is the requested model that proved the ability, "" if no model was involved.
	Model string `json:"model,omitempty"`
}

// Condition is the learned state of a connection.
type Condition struct {
	Abilities map[Ability]Evidence `json:"abilities,omitempty"`
	// Models is the length of the service's list when it was last read.
	Models int `json:"models,omitempty"`
	// Success is the time of the last request that succeeded; zero if none did.
	Success time.Time `json:"success,omitzero"`
	// Problem is the last problem, with at most 500 letters of detail and without keys; nil if
	// none.
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

// Condition returns the learned state of a connection.
func (c *Catalog) Condition(connection chat.ID) Condition {
	c.mu.Lock()
	defer c.mu.Unlock()
	if s := c.document.Connections[connection]; s != nil {
		return s.Condition.clone()
	}
	return Condition{}
}

// Learn records evidence for an ability of a connection: Yes for a success, No for a refusal. A No
// for one model does not replace a Yes for another, because the connection still has the ability.
// Unknown changes nothing.
func (c *Catalog) Learn(connection chat.ID, a Ability, can Tristate, model string) {
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

// RecordSuccess records that a request to a connection just succeeded.
func (c *Catalog) RecordSuccess(connection chat.ID) {
	if connection == "" {
		return
	}
	now := c.now().UTC()
	if known := c.Condition(connection); now.Sub(known.Success) < often && (known.Problem == nil || known.Problem.At.Before(known.Success)) {
		return
	}
	c.change(connection, func(s *service, _ map[string]*entry) { s.Condition.Success = now })
}

// RecordProblem records the last problem of a connection. The problem must not contain a key.
func (c *Catalog) RecordProblem(connection chat.ID, p problem.Problem) {
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
