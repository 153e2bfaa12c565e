package practice

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"
)

// IDs of the practice models. The speech models have the names listed in docs/gateway.md 2.7.
const (
	WriterModel  = "practice-writer"  // writes Markdown about the message
	VisionModel  = "practice-eyes"    // describes pictures
	ToolModel    = "practice-hands"   // calls tools
	SlowModel    = "practice-slow"    // replies slowly
	FailingModel = "practice-trouble" // injects the fault that the message names
	StrictModel  = "practice-strict"  // accepts few parameters

	VoiceModel         = "tts-1"             // speaks
	VoiceHDModel       = "tts-1-hd"          // speaks at a higher sample rate
	VoiceMiniModel     = "practice-tts-mini" // speaks at a lower sample rate
	TranscriptionModel = "practice-ears"     // transcribes recordings
)

// ignoresN is the ID of the model that returns one choice regardless of n.
const ignoresN = faultPrefix + "n-ignored"

// contextTokens is the context length of the practice models; prompt and reply share it.
const contextTokens = 32768

// entry is a model of the catalog.
type entry struct {
	id, name, about string
	in, out         []string // the kinds of input and output: text, image, file (a PDF), audio
	parameters      []string // optional request fields that the model supports
	slowdown        int      // multiplies Options.TokenInterval
	price           price
}

// takes reports whether the model accepts an input modality.
func (e entry) takes(kind string) bool { return slices.Contains(e.in, kind) }

// heeds reports whether the model supports an optional request field.
func (e entry) heeds(field string) bool { return slices.Contains(e.parameters, field) }

// chats reports whether the model answers chat requests.
func (e entry) chats() bool { return e.takes("text") && slices.Contains(e.out, "text") }

// speaks reports whether the model makes speech.
func (e entry) speaks() bool { return slices.Contains(e.out, "audio") }

// listens reports whether the model transcribes speech.
func (e entry) listens() bool { return e.takes("audio") }

// Modalities and optional fields of the models.
var (
	inText, inAudio = []string{"text"}, []string{"audio"}

	chatFields = []string{
		"temperature", "top_p", "frequency_penalty", "presence_penalty", "max_tokens", "stop", "seed", "n", "stream", "stream_options", "user",
	}
	// strictFields lists the fields that the strict model accepts besides model and messages.
	strictFields = []string{"temperature", "max_tokens", "stop", "stream"}
	formFields   = append([]string{"response_format"}, chatFields...)
	toolFields   = append([]string{"tools", "tool_choice"}, formFields...)
	speechFields = []string{"voice", "response_format", "speed"}
	hearFields   = []string{"language", "response_format", "temperature"}
)

var catalog = []entry{
	{WriterModel, "Practice writer", "Shows what replies look like. It doesn't understand your questions.", inText, inText, formFields, 1, price{input: 2_000_000, output: 8_000_000}},
	{VisionModel, "Practice eyes", "Measures your pictures. It accepts PDFs, too.", []string{"text", "image", "file"}, inText, chatFields, 1, price{input: 3_000_000, output: 12_000_000}},
	{ToolModel, "Practice hands", "Uses the tools you turn on, and fills in tables.", inText, inText, toolFields, 1, price{input: 2_000_000, output: 8_000_000}},
	{SlowModel, "Practice slow", "Writes four words a second, so you can try waiting and stopping.", inText, inText, chatFields, 10, price{input: 1_000_000, output: 4_000_000}},
	{FailingModel, "Practice problems", "Fails on purpose, in the way you ask for.", inText, inText, chatFields, 1, price{}},
	{
		StrictModel, "Practice strict",
		"Accepts only Creativity up to 1 and replies of up to 500 tokens, shown all at once.",
		inText, inText, strictFields[:3], 1,
		price{input: 1_000_000, output: 4_000_000},
	},
	{VoiceModel, "Practice voice", "Reads your text aloud.", inText, inAudio, speechFields, 1, price{character: 15_000_000}},
	{VoiceHDModel, "Practice voice HD", "Reads your text aloud in high quality.", inText, inAudio, speechFields, 1, price{character: 30_000_000}},
	{VoiceMiniModel, "Practice voice mini", "Reads your text aloud in low quality.", inText, inAudio, speechFields, 1, price{character: 10_000_000}},
	{TranscriptionModel, "Practice ears", "Transcribes speech that practice made. Other recordings need a real service.", inAudio, inText, hearFields, 1, price{second: 100_000_000}},
}

// find looks up a model by ID. IDs that begin with faultPrefix are valid but not listed.
func find(id string) (entry, bool) {
	if name, ok := strings.CutPrefix(id, faultPrefix); ok {
		_, _, known := failureOf(name)
		e, _ := find(FailingModel)
		e.id = id
		_, scripted := toolScripts()[name]
		_, formatted := formatScripts()[name]
		if scripted || formatted {
			e.parameters = toolFields
		}
		if id == ignoresN {
			e.parameters = formFields
		}
		return e, known || scripted || formatted || id == ignoresN || hearingFault(id) != ""
	}
	i := slices.IndexFunc(catalog, func(e entry) bool { return e.id == id })
	if i < 0 {
		return entry{}, false
	}
	return catalog[i], true
}

// wire returns the catalog entry as JSON fields, including aliases that other services use.
func (e entry) wire() map[string]any {
	w := map[string]any{
		"id": e.id, "object": "model", "owned_by": "practice", "name": e.name, "description": e.about,
		"created":              time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC).Unix(),
		"architecture":         map[string]any{"input_modalities": e.in, "output_modalities": e.out},
		"supported_parameters": e.parameters,
	}
	if e.speaks() {
		w["response_formats"] = soundFormats()
	}
	if told := e.price.told(); told != nil {
		w["pricing"] = told
	}
	if e.chats() {
		w["context_length"] = contextTokens
	}
	return w
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

// wrongModel returns the fault for a model that exists but does not support the path.
func wrongModel(e entry, path string) fault {
	does := "chat: send it to /v1/chat/completions"
	switch {
	case e.speaks():
		does = "speech: send it to /v1/audio/speech"
	case e.listens():
		does = "transcription: send it to /v1/audio/transcriptions"
	}
	return fault{
		status: http.StatusBadRequest, param: "model", code: "model_not_supported",
		message: fmt.Sprintf("The model `%s` does not work with %s. It is for %s.", e.id, path, does),
	}
}

// answer writes a 200 with a JSON body.
func answer(w http.ResponseWriter, body any) {
	w.Header().Set("Content-Type", "application/json")
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(body)
}
