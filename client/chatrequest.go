package client

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"parlando/client/failure"
	"parlando/client/fieldname"
)

// ChatRequest is the body of a chat completion (GATEWAY.md 2.1). Nil and empty fields are omitted,
// so that the model's defaults apply.
type ChatRequest struct {
	Model            string
	Messages         []Message
	Temperature      *float64 // 0 to 2
	TopP             *float64 // 0 to 1
	FrequencyPenalty *float64 // -2 to 2
	PresencePenalty  *float64 // -2 to 2
	MaxTokens        *int     // longest reply, at least 1
	Stop             []string // stop sequences; most services accept four
	Seed             *int64
	N                int    // 0 and 1 are omitted
	User             string // end-user identifier
	ReasoningEffort  ReasoningEffort
	// Modalities are the kinds of output of a model that makes pictures, see Model.Modalities.
	Modalities []string
	// WebSearch requests a search of the web, see Model.WebSearch.
	WebSearch      WebSearch
	ResponseFormat ResponseFormat
	Tools          []Tool
	ToolChoice     ToolChoice
	// OmitUsage omits the request for a token count at the end of a stream (stream_options).
	OmitUsage bool
	// MaxBytes bounds the text of each choice, including its reasoning, its refusal and the
	// arguments of its tool calls, but not pictures. A choice that would become longer is cut
	// between two characters, and the request ends with failure.ReplyTooLong. 0 is no bound.
	MaxBytes int
	// NoStream requests the whole reply at once instead of a stream.
	NoStream bool
	// Omit names fields to leave out because the model is known to refuse them, from an earlier
	// Stream.Dropped. With max_tokens in Omit, the limit is sent as max_completion_tokens; with
	// "stream", the whole reply is requested at once.
	Omit []string
	// OnSend, if not nil, is called before each attempt with the optional fields that are sent, and
	// those that are left out because the model refuses them, both in the order of GATEWAY.md 2.1.
	OnSend func(sent, leftOut []failure.Field)
	// OnLoading, if not nil, is called when the service is still loading the model. The request is
	// repeated every 5 s for up to 5 minutes.
	OnLoading func()
	// OnPicture, if not nil, is called by Stream.Next while the data of a picture arrives, many
	// times before the chunk with the picture.
	OnPicture func()
}

// numbers are the fields of a ChatRequest that are optional fractions, in the order of GATEWAY.md
// 2.1.
var numbers = []struct {
	name string
	of   func(*ChatRequest) **float64
}{
	{fieldname.Temperature, func(r *ChatRequest) **float64 { return &r.Temperature }},
	{fieldname.TopP, func(r *ChatRequest) **float64 { return &r.TopP }},
	{fieldname.FrequencyPenalty, func(r *ChatRequest) **float64 { return &r.FrequencyPenalty }},
	{fieldname.PresencePenalty, func(r *ChatRequest) **float64 { return &r.PresencePenalty }},
}

// SetNumber sets one of the optional fractions by its name on the wire, such as "top_p"; nil omits
// the field. Other names change nothing.
func (r *ChatRequest) SetNumber(name string, v *float64) {
	for _, n := range numbers {
		if n.name == name {
			*n.of(r) = v
		}
	}
}

// Message is one message on the wire (GATEWAY.md 2.2).
type Message struct {
	Role string
	// Content is sent as a plain string when it is one text part, as an array of parts otherwise.
	Content    []ContentPart
	ToolCalls  []ToolCall
	ToolCallID string
	// Thinking is the reasoning of an assistant message, sent back to the model that wrote it.
	Thinking ThinkingMembers
}

// ContentPart is a content part: either Text or ImageURL is set (GATEWAY.md 2.2).
type ContentPart struct {
	Text string
	// ImageURL is an http(s) address or a data: URL.
	ImageURL string
}

// ImagePart returns a part that contains a picture (PNG, JPEG, WebP or GIF, for some models also
// PDF: GATEWAY.md 4.1.3). mime is its media type, such as "image/png".
func ImagePart(mime string, data []byte) ContentPart {
	var b strings.Builder
	b.Grow(len(mime) + len("data:;base64,") + base64.StdEncoding.EncodedLen(len(data)))
	b.WriteString("data:" + mime + ";base64,")
	enc := base64.NewEncoder(base64.StdEncoding, &b)
	_, _ = enc.Write(data) // writing to a strings.Builder cannot fail
	_ = enc.Close()
	return ContentPart{ImageURL: b.String()}
}

// chatBody returns the JSON body of a request (GATEWAY.md 2.1), the optional fields in it, and
// those omitted because of Omit.
func chatBody(r ChatRequest) (body []byte, sent, leftOut []failure.Field, err error) {
	messages := make([]any, len(r.Messages))
	for i, m := range r.Messages {
		messages[i] = wireMessage(m, r.Omit)
	}
	b := map[string]any{fieldname.Model: r.Model, fieldname.Messages: messages}
	set := func(name string, there bool, value any) {
		if !there || err != nil {
			return
		}
		var data []byte
		if data, err = encode(value); err != nil {
			return
		}
		if f := (failure.Field{Name: name, Value: data}); slices.Contains(r.Omit, name) {
			leftOut = append(leftOut, f)
		} else {
			b[name] = f.Value
			sent = append(sent, f)
		}
	}
	for _, n := range numbers {
		v := *n.of(&r)
		set(n.name, v != nil, v)
	}
	if slices.Contains(r.Omit, fieldname.MaxTokens) {
		set(fieldname.MaxCompletionTokens, r.MaxTokens != nil, r.MaxTokens)
	} else {
		set(fieldname.MaxTokens, r.MaxTokens != nil, r.MaxTokens)
	}
	set(fieldname.Stop, len(r.Stop) > 0, r.Stop)
	set(fieldname.Seed, r.Seed != nil, r.Seed)
	set(fieldname.N, r.N > 1, r.N)
	set(fieldname.User, r.User != "", r.User)
	if effort, accepted := r.ReasoningEffort.accepted(r.Omit); accepted {
		set(fieldname.ReasoningEffort, effort != "", effort)
	} else {
		leftOut = append(leftOut, failure.Field{Name: fieldname.ReasoningEffort, Value: textJSON(string(r.ReasoningEffort))})
	}
	set(fieldname.Modalities, len(r.Modalities) > 0, r.Modalities)
	set(fieldname.ResponseFormat, !r.ResponseFormat.IsZero(), r.ResponseFormat)
	search, accepted := r.WebSearch.field(r.Omit)
	if !accepted {
		leftOut = append(leftOut, search)
	}
	if search.Name != fieldname.SearchTool {
		set(search.Name, accepted && search.Name != "", search.Value)
	}
	set(fieldname.Tools, len(r.Tools) > 0, r.Tools)
	if accepted && search.Name == fieldname.SearchTool && err == nil {
		offered := r.Tools
		if _, sendsTools := b[fieldname.Tools]; !sendsTools {
			offered = nil
		}
		b[fieldname.Tools] = toolsWithSearch(offered, search)
		sent = append(sent, search)
	}
	set(fieldname.ToolChoice, r.ToolChoice != ToolChoice{}, r.ToolChoice)
	set(fieldname.Stream, !r.NoStream, true)
	if streams(r) {
		set(fieldname.StreamOptions, !r.OmitUsage, map[string]bool{"include_usage": true})
	}
	if err != nil {
		return nil, nil, nil, err
	}
	body, err = encode(b)
	return body, sent, leftOut, err
}

// encode returns a value as JSON for a request.
func encode(value any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	// The body is no web page: escaping < and & would only make it longer.
	enc.SetEscapeHTML(false)
	if err := enc.Encode(value); err != nil {
		return nil, fmt.Errorf("building the request: %w", err)
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// streams reports whether the request asks for a stream.
func streams(r ChatRequest) bool { return !r.NoStream && !slices.Contains(r.Omit, fieldname.Stream) }

// callsAlone reports whether a message has tool calls and no content.
func callsAlone(m Message) bool { return len(m.Content) == 0 && len(m.ToolCalls) > 0 }

// bareCalls returns the content of messages with only tool calls, as a field that a service may
// refuse. It is nil without such messages, or if the service has refused all forms of the content.
func (r ChatRequest) bareCalls() []failure.Field {
	switch {
	case !slices.ContainsFunc(r.Messages, callsAlone), slices.Contains(r.Omit, failure.FieldNoContent):
		return nil
	case slices.Contains(r.Omit, failure.FieldNullContent):
		return []failure.Field{{Name: failure.FieldNoContent, Value: []byte("null")}}
	}
	return []failure.Field{{Name: failure.FieldNullContent, Value: []byte("null")}}
}

// wireMessage returns a message in the format of GATEWAY.md 2.2. omit is ChatRequest.Omit.
func wireMessage(m Message, omit []string) map[string]any {
	w := map[string]any{"role": m.Role}
	switch {
	case callsAlone(m) && slices.Contains(omit, failure.FieldNoContent):
		w["content"] = ""
	case callsAlone(m) && slices.Contains(omit, failure.FieldNullContent):
	case callsAlone(m):
		w["content"] = nil
	case len(m.Content) == 0:
		w["content"] = ""
	case len(m.Content) == 1 && m.Content[0].ImageURL == "":
		// Every gateway accepts a plain string; several accept arrays only for the role user.
		w["content"] = m.Content[0].Text
	default:
		parts := make([]any, len(m.Content))
		for i, p := range m.Content {
			if p.ImageURL != "" {
				parts[i] = map[string]any{"type": "image_url", "image_url": map[string]string{"url": p.ImageURL}}
			} else {
				parts[i] = map[string]string{"type": "text", "text": p.Text}
			}
		}
		w["content"] = parts
	}
	if len(m.ToolCalls) > 0 {
		w["tool_calls"] = m.ToolCalls
	}
	m.setThinking(w, omit)
	if m.ToolCallID != "" {
		w["tool_call_id"] = m.ToolCallID
	}
	return w
}
