package client

import (
	"encoding/base64"
	"strings"
	"time"
)

// ChatRequest is the body of a chat completion (GATEWAY.md 2.1). A nil or empty field is left out of
// the body: the model decides.
type ChatRequest struct {
	Model            string
	Messages         []Message
	Temperature      *float64 // 0 to 2
	TopP             *float64 // 0 to 1
	FrequencyPenalty *float64 // -2 to 2
	PresencePenalty  *float64 // -2 to 2
	MaxTokens        *int
	Stop             []string
	Seed             *int64
	N                int    // 0 and 1 are not sent
	User             string // end-user identifier
	ResponseFormat   ResponseFormat
	Tools            []Tool
	ToolChoice       ToolChoice
	// NoUsage leaves out the wish for a token count at the end of a stream (stream_options).
	NoUsage bool
	// Without names fields that the model is known to refuse, as an earlier Stream.Dropped told: they are
	// left out, max_tokens is sent as max_completion_tokens, "stream" asks for the whole reply at once.
	Without []string
}

// Message is one message on the wire (GATEWAY.md 2.2).
type Message struct {
	Role string
	// Content is sent as a plain string when it is one text part, as an array of parts otherwise.
	Content    []Part
	ToolCalls  []ToolCall
	ToolCallID string
}

// Part is a content part: either Text or ImageURL is set (GATEWAY.md 2.2).
type Part struct {
	Text string
	// ImageURL is an http(s) address or a data: URL.
	ImageURL string
}

// Image is a part with a picture in it (PNG, JPEG, WebP or GIF, for some models also PDF: GATEWAY.md 4.1.3).
// mime is its media type: "image/png".
func Image(mime string, data []byte) Part {
	var b strings.Builder
	b.Grow(len(mime) + len("data:;base64,") + base64.StdEncoding.EncodedLen(len(data)))
	b.WriteString("data:" + mime + ";base64,")
	enc := base64.NewEncoder(base64.StdEncoding, &b)
	_, _ = enc.Write(data) // a strings.Builder takes everything
	_ = enc.Close()
	return Part{ImageURL: b.String()}
}

// Chunk is one step of a reply. It is valid until the next call of Stream.Next.
type Chunk struct {
	// ID is the service's id of the reply, Model the model that serves it; "" where it did not say.
	ID, Model string
	Choices   []Delta
	// Usage is non-nil on the chunk that carried it.
	Usage *Usage
}

// Delta is what one chunk adds to one choice.
type Delta struct {
	Index     int
	Text      string
	Reasoning string
	Refusal   string
	// Images are data: URLs or addresses the reply carries; addresses are never fetched by client.
	Images []string
	// ToolCalls are whole calls, handed over only after the end was seen.
	ToolCalls []ToolCall
	// Finish is "" until the choice ended: stop, length, tool_calls, content_filter, error or another word.
	Finish string
}

// Usage is the token count (GATEWAY.md 2.5).
type Usage struct{ Prompt, Completion, Total int }

// Model is one entry of the catalogue. What the service did not tell is unknown, not "no".
type Model struct {
	ID   string
	Name string
	// Purpose is what it is for, "" when the catalogue does not tell.
	Purpose Purpose
	// Sees and Tools are nil when the catalogue does not tell.
	Sees, Tools *bool
	// Context is the number of tokens it takes, 0 if not told.
	Context int
}

// Kind is a class of error; each has one sentence and one button in the window.
type Kind string

// The kinds of error.
const (
	KindAuth             Kind = "auth"              // 401
	KindCredit           Kind = "credit"            // 402
	KindQuota            Kind = "quota"             // 429 that waiting does not mend
	KindForbidden        Kind = "forbidden"         // 403
	KindNotFound         Kind = "not_found"         // 404 naming the model
	KindWrongAddress     Kind = "wrong_address"     // a web page, a plain 404, 405, a redirect
	KindNoModelList      Kind = "no_model_list"     // 404 or 405 of the catalogue: no alarm
	KindBadRequest       Kind = "bad_request"       // 400, 415, 422
	KindUnsupportedParam Kind = "unsupported_param" // Param is the field
	KindTooLong          Kind = "too_long"          // more than the context takes
	KindTooLarge         Kind = "too_large"         // 413
	KindContentFilter    Kind = "content_filter"
	KindRateLimit        Kind = "rate_limit" // 429, RetryAfter
	KindTimeout          Kind = "timeout"    // 408, 504, 524, no answer in time
	KindServer           Kind = "server"     // 409, 5xx, 529
	KindNetwork          Kind = "network"    // no connection, or it was lost
	KindTLS              Kind = "tls"        // the certificate is not valid
	KindTruncated        Kind = "truncated"  // ended without end mark
	KindSilent           Kind = "silent"     // the watchdog: nothing came
	KindEmptyReply       Kind = "empty_reply"
	KindBadReply         Kind = "bad_reply" // not understood
	KindBadToolCall      Kind = "bad_tool_call"
	KindNoVision         Kind = "no_vision" // the model takes no pictures
)

// Error is every failure this package reports, except the context's own.
type Error struct {
	Kind Kind
	// Status is the HTTP status, 0 without an answer.
	Status int
	// Host is host[:port] of the service.
	Host string
	// RequestID is the service's id for the request, from its headers.
	RequestID string
	// Detail is the first 2,000 characters of the answer or the cause, with the key taken out.
	Detail string
	// RetryAfter is how long the service asks to wait, 0 if it does not say.
	RetryAfter time.Duration
	// Param is the refused field of KindUnsupportedParam.
	Param string
	// Sent: the whole request had left when it failed without an answer, so it may have been billed.
	Sent bool
	// Dropped names the fields that were refused and left out before the request failed all the same.
	Dropped []string
	Err     error

	// unsent: not a byte of the request left, so that it may be sent again.
	unsent bool
}

// Error gives the kind and the detail, for the log.
func (e *Error) Error() string {
	s := "gateway: " + string(e.Kind)
	if e.Detail != "" {
		s += ": " + e.Detail
	}
	return s
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }
