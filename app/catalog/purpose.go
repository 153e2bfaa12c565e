package catalog

import (
	"cmp"
	"slices"
	"strings"
	"time"
	"unicode"

	"parlando/app/chat"
)

// nameWords are words in model IDs that indicate a purpose, for models whose list names none. The
// first row that matches wins. A word in capitals matches only a whole word of the ID; other words
// match anywhere in the ID.
var nameWords = []struct {
	purpose Purpose
	words   []string
}{
	// Realtime models need a streaming connection, which Parlando does not support.
	{PurposeOther, []string{"realtime", "LIVE"}},
	{PurposeTranscription, []string{
		"whisper", "transcri", "speech-to-text", "ASR", "STT", "parakeet", "canary", "sensevoice", "paraformer", "moonshine", "scribe",
	}},
	{PurposeSpeech, []string{
		"tts", "text-to-speech", "orpheus", "kokoro", "chatterbox", "cosyvoice", "playai", "zonos", "parler", "AURA", "PIPER", "BARK",
	}},
	{PurposeSpeech, []string{"speech"}}, // also occurs in the names of chat models
}

// purposeByName guesses the purpose of a model from its ID, "" if the ID says nothing. A lower rank
// is a better guess.
func purposeByName(id string) (p Purpose, rank int) {
	id = strings.ToLower(id)
	whole := strings.FieldsFunc(id, func(r rune) bool { return !unicode.IsLetter(r) })
	for rank, row := range nameWords {
		for _, word := range row.words {
			if lower := strings.ToLower(word); word == lower && strings.Contains(id, word) || slices.Contains(whole, lower) {
				return row.purpose, rank
			}
		}
	}
	return "", 0
}

// ModelsFor returns the models of a connection for a purpose, the recommended ones first. Models
// that are Gone come last, models that end soon before them. Transcription models are also sorted
// by timesRank. Models named for the purpose by the list, the user or a success precede models
// whose ID only suggests it (Model.Guessed); otherwise the order is that of the list. Models that
// the service no longer lists are omitted, unless the user typed them.
func (c *Catalog) ModelsFor(connection chat.ID, purpose Purpose) []Model {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := c.document.Connections[connection]
	if s == nil {
		return nil
	}
	type rankedModel struct {
		Model
		rank [4]int
	}
	var all []rankedModel
	for _, e := range s.Models {
		known := e.Purpose == purpose || slices.Contains(e.Works, purpose) || slices.Contains(e.TypedFor, purpose)
		guess, guessRank := purposeByName(e.ID)
		if !known && (e.Purpose != "" || !e.Listed || len(e.Works) > 0 || guess != purpose) {
			continue
		}
		if !e.Listed && s.withdrew(e.ID) && !slices.Contains(e.TypedFor, purpose) {
			continue
		}
		m := rankedModel{Model: s.modelFor(e, purpose)}
		m.Guessed = !known
		m.rank = [4]int{order(m.Gone), order(c.endsSoon(e.Ends)), 0, 0}
		if m.Guessed {
			m.rank[3] = 1 + guessRank
		}
		if purpose == PurposeTranscription {
			m.rank[2] = e.timesRank()
		}
		all = append(all, m)
	}
	slices.SortStableFunc(all, func(a, b rankedModel) int { return slices.Compare(a.rank[:], b.rank[:]) })
	models := make([]Model, len(all))
	for i, m := range all {
		models[i] = m.Model
	}
	return models
}

// fixedModels are the models that the OpenAI interface documents (GATEWAY.md 2.7; 2.8 names none),
// used if nothing else is known.
var fixedModels = map[Purpose][]string{PurposeSpeech: {"tts-1", "tts-1-hd"}, PurposeTranscription: {"whisper-1"}}

// Options returns the models to choose from for a purpose: those of ModelsFor, or fixedModels if
// there are none, and finally the chosen model if it is missing.
func (c *Catalog) Options(connection chat.ID, purpose Purpose, chosen string) []Model {
	all := c.ModelsFor(connection, purpose)
	c.mu.Lock()
	defer c.mu.Unlock()
	s := cmp.Or(c.document.Connections[connection], &service{})
	add := func(id string) {
		if id != "" && !slices.ContainsFunc(all, func(m Model) bool { return m.ID == id }) {
			all = append(all, s.modelFor(cmp.Or(c.index[connection][id], &entry{ID: id}), purpose))
		}
	}
	if len(all) == 0 {
		for _, id := range fixedModels[purpose] {
			add(id)
		}
	}
	add(chosen)
	return all
}

// Recommended returns the ID of the model to use for speech or transcripts if the user chose none:
// the first of ModelsFor, otherwise of fixedModels. known reports whether the connection is known
// to have the model.
func (c *Catalog) Recommended(connection chat.ID, purpose Purpose) (id string, known bool) {
	all, fixed := c.ModelsFor(connection, purpose), fixedModels[purpose][0]
	switch {
	case len(all) == 0:
		return fixed, false
	case all[0].Gone && !c.Offer(connection, fixed, purpose).Gone:
		return fixed, false
	}
	return all[0].ID, true
}

func order(later bool) int {
	if later {
		return 1
	}
	return 0
}

// timesRank ranks transcription models by whether their transcripts contain times: 0 if a
// transcript had times or the ID suggests it, 1 if unknown, 2 if not.
func (e *entry) timesRank() int {
	switch e.Transcript {
	case "verbose_json", "srt", "vtt":
		return 0
	case "json", "text":
		return 2
	}
	id := strings.ToLower(e.ID)
	switch {
	case strings.Contains(id, "whisper"), strings.Contains(id, "parakeet"), strings.Contains(id, "diariz"):
		return 0
	case strings.Contains(id, "gpt-") && strings.Contains(id, "transcri"):
		return 2
	}
	return 1
}

// AddTypedFor adds a model whose ID the user typed for a purpose, marks it as not Gone, and returns
// the ID as it will be sent; "" if the input is not an ID.
func (c *Catalog) AddTypedFor(connection chat.ID, input string, purpose Purpose) string {
	id := cleanTyped(input)
	c.set(connection, id, func(e *entry) { e.TypedFor = with(e.TypedFor, purpose) })
	if id != "" {
		c.KeepModel(connection, id, purpose)
	}
	return id
}

// LearnServes records the outcome of a request for a purpose: Yes after a success, No after the
// service refused the model. Unknown changes nothing.
func (c *Catalog) LearnServes(connection chat.ID, model string, purpose Purpose, serves Tristate) {
	c.mu.Lock()
	e, s := c.index[connection][model], c.document.Connections[connection]
	known := e != nil && (serves == Yes && slices.Contains(e.Works, purpose) && !slices.Contains(e.RefusedFor, purpose) && !s.withdrew(model) ||
		serves == No && slices.Contains(e.RefusedFor, purpose))
	c.mu.Unlock()
	if known || serves == Unknown {
		return
	}
	c.set(connection, model, func(e *entry) {
		if serves == No {
			e.RefusedFor = with(e.RefusedFor, purpose)
			return
		}
		e.Works = with(e.Works, purpose)
	})
	if serves == Yes {
		c.KeepModel(connection, model, purpose)
	}
}

func with(all []Purpose, p Purpose) []Purpose {
	if slices.Contains(all, p) {
		return all
	}
	return append(slices.Clone(all), p)
}

func without(all []Purpose, p Purpose) []Purpose {
	return slices.DeleteFunc(slices.Clone(all), func(other Purpose) bool { return other == p })
}

// NoticeBeforeEnd is the time by which the notice that a model ends precedes the announced end.
const NoticeBeforeEnd = 30 * 24 * time.Hour

// endsSoon reports whether a date is in the past or within NoticeBeforeEnd.
func (c *Catalog) endsSoon(ends time.Time) bool {
	return !ends.IsZero() && ends.Before(c.now().Add(NoticeBeforeEnd))
}

// maxWithdrawn is the maximum length of service.Withdrawn.
const maxWithdrawn = 1000

// withdrew reports whether the service once listed the model and no longer does.
func (s *service) withdrew(id string) bool { return slices.Contains(s.Withdrawn, id) }

// noteWithdrawn updates Withdrawn from the entries before a new list. An empty list withdraws
// nothing, because a service sends one while it is starting or if the key has no rights.
func (s *service) noteWithdrawn(before []*entry, listed map[string]bool) {
	if len(listed) == 0 {
		return
	}
	s.Withdrawn = slices.DeleteFunc(s.Withdrawn, func(id string) bool { return listed[id] })
	for _, e := range before {
		if e.Listed && !listed[e.ID] {
			s.Withdrawn = append(s.Withdrawn, e.ID)
		}
	}
	s.Withdrawn = s.Withdrawn[max(0, len(s.Withdrawn)-maxWithdrawn):]
}

// Offer describes whether a service still offers a model for a purpose.
type Offer struct {
	// Ends is the announced last day of the model in UTC; zero if none is known, or the day is more
	// than 30 days away. The model may still work after that day.
	Ends time.Time
	// EndSeen reports that the user has closed the notice about Ends (Catalog.CloseEnd).
	EndSeen bool
	// Gone reports that the service no longer lists the model or refused it. Unknown reports that
	// the service refused a model that it never listed and that never worked, so that its ID may be
	// misspelled.
	Gone, Unknown bool
	// Instead is the ID of the model to continue with if Gone or Ends is set; "" if none is known.
	Instead string
}

// Offer returns what is known of a model for a purpose. It reads memory only.
func (c *Catalog) Offer(connection chat.ID, model string, purpose Purpose) Offer {
	if model == "" {
		return Offer{}
	}
	var o Offer
	c.mu.Lock()
	if s := c.document.Connections[connection]; s != nil {
		e := cmp.Or(c.index[connection][model], &entry{ID: model})
		withdrawn := s.withdrew(model)
		if c.endsSoon(e.Ends) {
			o.Ends, o.EndSeen = e.Ends, e.EndSeen.Equal(e.Ends)
		}
		o.Gone = withdrawn || slices.Contains(e.RefusedFor, purpose)
		o.Unknown = o.Gone && !withdrawn && !e.Listed && len(e.Works) == 0 && e.LastUsed.IsZero()
	}
	c.mu.Unlock()
	if o.Gone || !o.Ends.IsZero() {
		o.Instead = c.insteadOf(connection, model, purpose)
	}
	return o
}

// insteadOf returns the model to continue with; "" if no better model is known.
func (c *Catalog) insteadOf(connection chat.ID, model string, purpose Purpose) string {
	if purpose == PurposeChat {
		if id, lasts := c.defaultModel(connection); lasts && id != model {
			return id
		}
		return ""
	}
	for _, m := range c.ModelsFor(connection, purpose) {
		if m.ID != model && !m.Gone {
			return m.ID
		}
	}
	return ""
}

// CloseEnd records that the user has closed the notice that a model ends, in all chats. The notice
// returns if the date changes.
func (c *Catalog) CloseEnd(connection chat.ID, model string) {
	c.set(connection, model, func(e *entry) { e.EndSeen = e.Ends })
}

// KeepModel clears Gone for a model that the user continues with, until it is refused again.
func (c *Catalog) KeepModel(connection chat.ID, model string, purpose Purpose) {
	c.change(connection, func(s *service, known map[string]*entry) {
		s.Withdrawn = slices.DeleteFunc(s.Withdrawn, func(id string) bool { return id == model })
		if e := known[model]; e != nil {
			e.RefusedFor = without(e.RefusedFor, purpose)
		}
	})
}
