package practice

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"time"
)

// The ids of the practice models.
const (
	Writer  = "practice-writer"  // well-set text on whatever is asked
	Eyes    = "practice-eyes"    // looks at pictures
	Slow    = "practice-slow"    // takes its time
	Trouble = "practice-trouble" // fails in the way it is asked to
)

// contextTokens is how much a practice model takes, question and reply together.
const contextTokens = 32768

// entry is a model of the catalogue.
type entry struct {
	id, name, about string
	sees            bool
	pace            int // times Options.Pace
}

var catalog = []entry{
	{Writer, "Practice writer", "Shows what a reply can look like. It does not understand what you ask.", false, 1},
	{Eyes, "Practice eyes", "Measures the picture you send and tells what it found.", true, 1},
	{Slow, "Practice slow", "Writes four words a second, to try waiting and stopping.", false, 10},
	{Trouble, "Practice trouble", "Fails on purpose, in the way you name.", false, 1},
}

// find looks a model up.
func find(id string) (entry, bool) {
	i := slices.IndexFunc(catalog, func(e entry) bool { return e.id == id })
	if i < 0 {
		return entry{}, false
	}
	return catalog[i], true
}

// wire is an entry as the catalogue tells it, with the fields that other services use for the same.
func (e entry) wire() map[string]any {
	in := []string{"text"}
	if e.sees {
		in = append(in, "image")
	}
	return map[string]any{
		"id": e.id, "object": "model", "owned_by": "practice", "name": e.name, "description": e.about,
		"created":        time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC).Unix(),
		"context_length": contextTokens,
		"architecture":   map[string]any{"input_modalities": in, "output_modalities": []string{"text"}},
		"supported_parameters": []string{
			"temperature", "top_p", "frequency_penalty", "presence_penalty", "max_tokens", "stop", "seed", "n", "stream", "user",
		},
	}
}

// models answers GET /v1/models.
func (g *Gateway) models(w http.ResponseWriter, _ *http.Request) {
	data := make([]any, len(catalog))
	for i, e := range catalog {
		data[i] = e.wire()
	}
	answer(w, map[string]any{"object": "list", "data": data})
}

// model answers GET /v1/models/{id}.
func (g *Gateway) model(w http.ResponseWriter, r *http.Request) {
	e, ok := find(r.PathValue("id"))
	if !ok {
		refuse(w, unknownModel(r.PathValue("id")))
		return
	}
	answer(w, e.wire())
}

func unknownModel(id string) fault {
	return fault{
		status: http.StatusNotFound, param: "model", code: "model_not_found",
		message: fmt.Sprintf("The model `%.100s` does not exist or you do not have access to it.", id),
	}
}

// answer writes a 200 with a JSON body.
func answer(w http.ResponseWriter, body any) {
	w.Header().Set("Content-Type", "application/json")
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(body)
}
