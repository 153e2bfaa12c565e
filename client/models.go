package client

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"

	"parlando/client/failure"
	"parlando/client/fieldname"
	"parlando/client/wire"
)

// maxModels is the number of catalog entries that are read.
const maxModels = 20000

// Model is an entry of the catalog. A missing value is unknown; it does not mean "no".
type Model struct {
	ID   string
	Name string
	// Purpose is "" if not reported.
	Purpose Purpose
	// AcceptsPictures (pictures), AcceptsPDF (PDF documents), AcceptsTools, AcceptsSchema (a
	// response_format with a schema) and Thinks (before it answers) are nil if not reported.
	AcceptsPictures, AcceptsPDF, AcceptsTools, AcceptsSchema, Thinks *bool
	// Modalities are the kinds of output of a model that makes pictures, as ChatRequest.Modalities
	// requests them: "image", with "text" if it writes, too. nil for other models.
	Modalities []string
	// WebSearch is the way in which the model searches the web, "" if not reported.
	WebSearch WebSearch
	// Diarizes means that, according to the catalog, the model distinguishes speakers.
	Diarizes bool
	// Context is the context length in tokens, 0 if not reported.
	Context int
	// Formats are the supported values of response_format of a speech model, nil if not reported.
	Formats []AudioFormat
	// Voices are the voices of a speech model, nil if not reported.
	Voices []string
	// Price is nil if not reported.
	Price *Price
	// Ends is the last day of the model, at 0:00 UTC; zero if not reported.
	Ends time.Time
}

// Models requests the catalog. GATEWAY.md 4.4 makes the catalog optional: failure.NoModelList means
// that the service has none, which is not a problem. The list may be empty. It has the service's
// order, without duplicates and entries without an id.
func (c *Client) Models(ctx context.Context) ([]Model, error) {
	a, _, err := c.ask(ctx, nil, func([]string) (request, error) {
		return request{method: http.MethodGet, path: "/models", silence: c.options.SilenceTimeout, accept: "application/json", packed: true}, nil
	})
	if err != nil {
		return nil, err
	}
	defer a.release()
	body, err := a.readAll(isEntry)
	if err != nil {
		return nil, err
	}
	body = bytes.TrimPrefix(bytes.TrimSpace(body), wire.BOM)
	models, ok := readModels([]byte(c.mask.JSON(string(body))))
	o, _ := wire.ParseObject(body)
	head := string(body[:min(len(body), wire.MaxErrorBody)])
	switch {
	case ok:
		setSearchOfHost(c.options.Address.Host(), models)
		return models, nil
	case failure.IsWebPage(head):
		return nil, a.failure(failure.WrongAddress, failure.PageTitle(head), nil)
	case wire.ReportsError(o):
		return nil, a.failedInside(failure.ParseJSONError(body))
	case wire.IsTruncated(body):
		return nil, a.failure(failure.Truncated, head, io.ErrUnexpectedEOF)
	}
	return nil, a.failure(failure.BadReply, head, nil)
}

// isEntry reports whether a value is a single model and not a list: some services write one model
// per line.
func isEntry(value []byte) bool {
	o, ok := wire.ParseObject(value)
	_, named := wire.ParseString(o["id"])
	return ok && named
}

// listNames lists the members that contain the list, or an object with it.
var listNames = []string{
	"data", "models", "result", "results", "items", "model_list", "list", "available_models",
	"model_ids", "records", "rows", "entries", "response", "body",
}

// readModels parses a catalog: a list, an object with the list as one of listNames, or one entry
// per line.
func readModels(body []byte) ([]Model, bool) {
	if inner, ok := wire.ParseString(body); ok { // JSON encoded twice
		body = []byte(inner)
	}
	if repaired, ok := wire.RepairJSON(body); ok {
		body = repaired
	}
	list, ok := findList(body, 0)
	if !ok {
		o, isObject := wire.ParseObject(body)
		if !isObject {
			if list = jsonLines(body); list == nil {
				return nil, len(body) == 0 || wire.IsNull(body) && json.Valid(body)
			}
		} else if _, known := o["data"]; !known {
			if _, known = o["models"]; !known {
				return nil, false
			}
		}
		if isObject && wire.ReportsError(o) {
			return nil, false
		}
	}
	models := []Model{}
	seen := map[string]bool{}
	for _, raw := range list[:min(len(list), maxModels)] {
		m, ok := readModel(raw)
		if ok && !seen[m.ID] {
			seen[m.ID] = true
			models = append(models, m)
		}
	}
	return models, true
}

// findList finds the list of models in a response. An object whose keys are ids counts as a list.
func findList(value json.RawMessage, depth int) ([]json.RawMessage, bool) {
	if list, ok := wire.ParseArray(value); ok {
		if len(list) == 1 && wire.FirstByte(list[0]) == '[' {
			return wire.ParseArray(list[0])
		}
		return list, true
	}
	o, ok := wire.ParseObject(value)
	if !ok || depth > 3 || depth == 0 && wire.ReportsError(o) {
		return nil, false
	}
	for _, name := range listNames {
		if list, ok := findList(o[name], depth+1); ok {
			return list, true
		}
	}
	if depth == 0 {
		return nil, false
	}
	list := []json.RawMessage{}
	for _, id := range slices.Sorted(maps.Keys(o)) {
		if several, ok := wire.ParseArray(o[id]); ok { // a list for each provider
			list = append(list, several...)
			continue
		}
		entry, ok := wire.ParseObject(o[id])
		if !ok {
			return nil, false
		}
		if _, named := entry["id"]; !named {
			entry["id"], _ = encode(id)
		}
		raw, _ := encode(entry)
		list = append(list, raw)
	}
	return list, len(list) > 0
}

// jsonLines parses one object per line; nil if body has another format.
func jsonLines(body []byte) (list []json.RawMessage) {
	for line := range bytes.Lines(body) {
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		if wire.FirstByte(line) != '{' || !json.Valid(line) {
			return nil
		}
		list = append(list, json.RawMessage(line))
	}
	return list
}

// readModel parses one entry: an object with an id, or just the id.
func readModel(raw json.RawMessage) (Model, bool) {
	if s, ok := wire.ParseString(raw); ok {
		return named(s, "")
	}
	o, ok := wire.ParseObject(raw)
	if !ok {
		return Model{}, false
	}
	if inner, ok := wire.ParseObject(o["model"]); ok && wire.IsNull(o["id"]) {
		o = inner
	}
	id := wire.FirstString(o, "id", "model", "name", "slug", "model_id", "model_name", "modelId", "modelName", "key", "deployment_name")
	if name, _ := wire.ParseString(o["name"]); uuid.MatchString(id) && strings.Contains(name, "/") {
		id = name // Cloudflare: id is a UUID, but requests need the name
	}
	m, ok := named(id, wire.FirstString(o, "display_name", "displayName", "name", "title"))
	if !ok {
		return m, false
	}
	m.Context = firstInt(o, "context_length", "max_context_length", "context_window", "max_model_len",
		"max_input_tokens", "input_token_limit", "context_size", "inputTokenLimit",
		"max_context_tokens", "contextLength", "contextWindow")
	if m.Context == 0 {
		caps, _ := wire.ParseObject(o["capabilities"])
		for _, from := range []json.RawMessage{
			o["top_provider"], o["limits"], o["limit"], o["model_info"], o["meta"], caps["limits"],
		} {
			if inner, ok := wire.ParseObject(from); ok && m.Context == 0 {
				m.Context = firstInt(inner, "context_length", "max_input_tokens", "context", "context_window", "n_ctx_train", "max_context_window_tokens")
			}
		}
	}
	m.AcceptsPictures, m.AcceptsPDF, m.AcceptsTools, m.Thinks = abilities(o)
	m.AcceptsSchema = acceptsSchema(o)
	m.Diarizes = diarizesByList(o)
	m.Purpose = purposeOf(o)
	m.Modalities = pictureModalities(o)
	if m.Purpose == "" || m.Purpose == PurposeChat {
		m.WebSearch = webSearchByList(o)
	}
	m.Price = readPrice(o)
	m.Ends = lastDay(wire.FirstString(o, "shutdown_date", "expiration_date"))
	if list, ok := wire.ParseArray(o["response_formats"]); ok && m.Purpose == PurposeSpeech {
		for _, raw := range list[:min(len(list), maxFormats)] {
			if f, _ := wire.ParseString(raw); f != "" {
				m.Formats = append(m.Formats, AudioFormat(strings.ToLower(f)))
			}
		}
	}
	if m.Purpose == "" || m.Purpose == PurposeSpeech {
		m.Voices = voicesOf(o)
	}
	return m, true
}

// lastDay parses a date, which a time may follow; it returns the zero time for other text.
func lastDay(date string) time.Time {
	day, err := time.Parse(time.DateOnly, date[:min(len(date), len(time.DateOnly))])
	if err != nil || day.Year() < 2000 || day.Year() > 2200 {
		return time.Time{}
	}
	return day
}

// maxVoices is the number of voices read per model.
const maxVoices = 200

// voicesOf returns the voices of a speech model: names, or objects with an id.
func voicesOf(o map[string]json.RawMessage) (voices []string) {
	parameters, _ := wire.ParseObject(o["supported_parameters"]) // OpenRouter
	voice, _ := wire.ParseObject(parameters[fieldname.Voice])
	for _, raw := range []json.RawMessage{voice["values"], o["supported_voices"], o["available_voices"], o["voices"]} {
		list, _ := wire.ParseArray(raw)
		for _, raw := range list[:min(len(list), maxVoices)] {
			name, ok := wire.ParseString(raw)
			if !ok {
				one, _ := wire.ParseObject(raw)
				name = wire.FirstString(one, "voice_id", "id", "slug", "name")
			}
			if m, ok := named(name, ""); ok && !slices.Contains(voices, m.ID) {
				voices = append(voices, m.ID)
			}
		}
		if voices != nil {
			break
		}
	}
	return voices
}

var uuid = regexp.MustCompile(`^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$`)

// maxFormats is the number of formats read per model.
const maxFormats = 32

// named returns a Model with an id; false if the id is empty, too long or unprintable.
func named(id, title string) (Model, bool) {
	id = strings.TrimSpace(id)
	if id == "" || len(id) > 512 || strings.ContainsFunc(id, func(r rune) bool { return r < ' ' || r == '\uFFFD' }) {
		return Model{}, false
	}
	title = strings.TrimSpace(title)
	if title == id || len(title) > 200 {
		title = ""
	}
	return Model{ID: id, Name: title}, true
}

func firstInt(o map[string]json.RawMessage, names ...string) int {
	for _, name := range names {
		if n, ok := wire.ParseInt(o[name]); ok && n > 0 {
			return n
		}
	}
	return 0
}

// featureLists are the members of an entry that may list what a model supports.
var featureLists = []string{"supported_parameters", "supported_features", "features", "capabilities"}

// findFlag returns the first of the flags that one of the objects has, nil if none has any.
func findFlag(flags []string, objects ...map[string]json.RawMessage) *bool {
	for _, o := range objects {
		for _, name := range flags {
			if b, ok := wire.ParseBool(o[name]); ok {
				return &b
			}
		}
	}
	return nil
}

// abilities returns whether a model accepts pictures, documents and tools, and whether it thinks,
// each nil if unknown.
func abilities(o map[string]json.RawMessage) (sees, reads, tools, thinks *bool) {
	arch, _ := wire.ParseObject(o["architecture"])
	info, _ := wire.ParseObject(o["model_info"]) // LiteLLM
	caps, _ := wire.ParseObject(o["capabilities"])
	supports, _ := wire.ParseObject(caps["supports"])
	meta, _ := wire.ParseObject(o["metadata"])
	// told reports whether the first list that is present has one of words (in a text: before an
	// arrow). Without any list it returns the first flag that is present.
	told := func(lists []json.RawMessage, words, flags []string) *bool {
		for _, raw := range lists {
			list, isList := wire.ParseArray(raw)
			text, isText := wire.ParseString(raw)
			in, _, _ := strings.Cut(text, "->")
			if isList || isText {
				has := slices.ContainsFunc(words, func(w string) bool { return hasWord(list, w) || strings.Contains(in, w) })
				return &has
			}
		}
		return findFlag(flags, o, info, caps, supports, meta)
	}
	inputs := []json.RawMessage{
		arch["input_modalities"], arch["modality"], o["input_modalities"], o["supported_input_modalities"], o["modalities"],
	}
	if kind, _ := wire.ParseString(o["type"]); kind == "vlm" { // LM Studio
		inputs = append(inputs, json.RawMessage(`["image"]`))
	}
	sees = told(append(inputs, o["capabilities"]), []string{"image", "vision"},
		[]string{
			"vision", "supports_vision", "supports_image_in", "image_input", "supports_image_input", "imageInput",
			"supportsImageInput",
		})
	reads = told([]json.RawMessage{arch["input_modalities"], o["input_modalities"]}, []string{"file", "pdf"},
		[]string{"supports_pdf_input", "pdf_input", "document_input", "file_input"})
	var features []json.RawMessage
	for _, name := range featureLists {
		features = append(features, o[name])
	}
	tools = told(features,
		[]string{"tools", "function_calling", "tool_calling", "tool_use"},
		[]string{
			"function_calling", "tools", "tool_calls", "supports_tools", "supports_function_calling", "tool_use",
			"supports_tool_calling", "toolCalling", "supportsTools",
		})
	thinks = told(features,
		[]string{fieldname.ReasoningEffort, "reasoning", "thinking", "include_reasoning"},
		[]string{"supports_reasoning", "reasoning", "supports_thinking", "thinking", "supportsReasoning", "supportsThinking"})
	return sees, reads, tools, thinks
}

// acceptsSchema returns whether a model accepts a response_format with a schema; nil if not
// reported. A list of a chat model's parameters without response_format means no.
func acceptsSchema(o map[string]json.RawMessage) *bool {
	info, _ := wire.ParseObject(o["model_info"]) // LiteLLM
	caps, _ := wire.ParseObject(o["capabilities"])
	supports, _ := wire.ParseObject(caps["supports"])
	names := []string{
		"supports_response_schema", "structured_outputs", "structured_output", "supports_structured_outputs", "supports_structured_output",
		"json_schema", "supports_json_schema",
	}
	if flag := findFlag(names, o, info, caps, supports); flag != nil {
		return flag
	}
	yes, no := true, false
	for _, name := range featureLists {
		list, _ := wire.ParseArray(o[name])
		has := func(word string) bool { return hasWord(list, word) }
		switch {
		case slices.ContainsFunc(names, has):
			return &yes
		case name == "supported_parameters" && (has(fieldname.Temperature) || has(fieldname.MaxTokens)) && !has(fieldname.ResponseFormat):
			return &no
		}
	}
	return nil
}

// diarizesByList reports whether a catalog entry says that the model distinguishes speakers.
func diarizesByList(o map[string]json.RawMessage) bool {
	words := []string{"diarize", "diarization", "speaker_diarization"}
	for _, name := range featureLists {
		list, _ := wire.ParseArray(o[name])
		flags, _ := wire.ParseObject(o[name])
		if slices.ContainsFunc(words, func(w string) bool { yes, _ := wire.ParseBool(flags[w]); return yes || hasWord(list, w) }) {
			return true
		}
	}
	return false
}

func hasWord(list []json.RawMessage, word string) bool {
	return slices.ContainsFunc(list, func(raw json.RawMessage) bool {
		s, _ := wire.ParseString(raw)
		return strings.EqualFold(strings.ReplaceAll(s, "-", "_"), word)
	})
}
