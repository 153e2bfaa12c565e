package chat

import (
	"slices"
	"time"

	"parlando/app/problem"
)

// Role is the author of a message (GATEWAY.md 2.2).
type Role string

// The roles of GATEWAY.md 2.2.
const (
	System    Role = "system"
	User      Role = "user"
	Assistant Role = "assistant"
	Tool      Role = "tool"
)

// State is the progress of a message. Its value is stored.
type State string

// The states of a message. Only Waiting and Writing are followed by other states.
const (
	// Waiting: the request was sent or queued, and nothing has arrived.
	Waiting State = "waiting"
	// Writing: some of the reply has arrived.
	Writing State = "writing"
	// Done: the reply ended normally. User messages are always Done.
	Done State = "done"
	// Stopped: the user pressed Stop. The received text is kept.
	Stopped State = "stopped"
	// CutOff: the stream, or the program, ended before the reply. The received text is kept.
	CutOff State = "cutoff"
	// Failed: the service refused the request or could not be reached before any text arrived.
	Failed State = "failed"
)

// Ended reports whether the state is final.
func (s State) Ended() bool { return s != Waiting && s != Writing }

// FinishReason is the reason given by the service for the end of a reply (GATEWAY.md 2.5), "" if
// none.
type FinishReason string

// The finish reasons of GATEWAY.md 2.5.
const (
	FinishStop          FinishReason = "stop"
	FinishLength        FinishReason = "length"
	FinishToolCalls     FinishReason = "tool_calls"
	FinishContentFilter FinishReason = "content_filter"
)

// Usage is the token count of one request (GATEWAY.md 2.5).
type Usage struct {
	Prompt     int `json:"prompt"`
	Completion int `json:"completion"`
	Total      int `json:"total"`
}

// Message is a node in the tree of a conversation. Alternative answers and edited questions are
// siblings: they share Parent. An ended message never changes.
type Message struct {
	ID           ID
	Conversation ID
	// Parent is the preceding message, "" for the first of a conversation.
	Parent ID
	Role   Role
	State  State
	Finish FinishReason
	// Choice is the index of the choice within its request (GATEWAY.md 4.1.4), 0 for the first.
	Choice  int
	Created time.Time
	Parts   []Part
	// Preparing is the name of the tool whose call the model is writing, "" for none. It is not
	// stored.
	Preparing string
	// Loading reports that the service is still loading the model. It is not stored.
	Loading bool
	// Drawing reports that the data of a picture is arriving or is not on disk yet. It is not
	// stored.
	Drawing bool
	// Request is the last request of this reply, nil for user messages. "Continue" and tool calls
	// add requests.
	Request *Request
	// Earlier are the requests before Request, oldest first.
	Earlier []Request
	// Sibling is the position of this message among its siblings by age, from 1; Siblings is their
	// number. Failed siblings do not count, except this message.
	Sibling, Siblings int
}

// Requests returns all requests of this reply, oldest first.
func (m Message) Requests() []Request {
	if m.Request == nil {
		return nil
	}
	return append(slices.Clip(m.Earlier), *m.Request)
}

// Usage returns the total tokens of all requests, nil if the service reported none (GATEWAY.md
// 2.5).
func (m Message) Usage() (sum *Usage) {
	for _, r := range m.Requests() {
		if r.Usage == nil {
			continue
		}
		if sum == nil {
			sum = &Usage{}
		}
		sum.Prompt += r.Usage.Prompt
		sum.Completion += r.Usage.Completion
		sum.Total += r.Usage.Total
	}
	return sum
}

// Duration returns the total duration of all requests, without the time in between for running
// tools and waiting for the user.
func (m Message) Duration() (sum time.Duration) {
	for _, r := range m.Requests() {
		if !r.Started.IsZero() && r.Ended.After(r.Started) {
			sum += r.Ended.Sub(r.Started)
		}
	}
	return sum
}

// Unfinished reports whether a reply ended early: it was stopped or cut off, or reached the length
// limit (GATEWAY.md 2.5).
func (m Message) Unfinished() bool {
	return m.State == CutOff || m.State == Stopped || m.State == Done && m.Finish == FinishLength
}

// MaxReplyBytes bounds the text that one request adds to a reply, and MaxMessageBytes the text of
// all requests of a reply, including continuations. Reasoning, tool calls and their results count,
// pictures do not.
const (
	MaxReplyBytes   = 4 << 20
	MaxMessageBytes = 16 << 20
)

// TextBytes returns the size of everything in the message that counts towards MaxMessageBytes.
func (m Message) TextBytes() (n int) {
	for _, p := range m.Parts {
		n += len(p.Text)
	}
	return n
}

// IsCut reports whether any text of the message was read from the library only in part.
func (m Message) IsCut() bool { return slices.ContainsFunc(m.Parts, Part.IsCut) }

// CanContinue reports whether a reply ended early and its text is below MaxMessageBytes.
func (m Message) CanContinue() bool {
	return m.Role == Assistant && m.Unfinished() && m.TextBytes() < MaxMessageBytes && !m.IsCut()
}

// Text returns the joined text parts, for Copy and for search. Continued parts are joined directly;
// parts with a tool call in between are separated by a blank line.
func (m Message) Text() string {
	var text string
	for i, at := range m.TextOffsets() {
		if at >= 0 {
			text += ToolCallSeparator[:at-len(text)] + m.Parts[i].Text
		}
	}
	return text
}

// ToolCallSeparator separates two texts with a tool call in between.
const ToolCallSeparator = "\n\n"

// TextOffsets returns the byte offset of each part in Text, -1 for a part that Text omits.
func (m Message) TextOffsets() []int {
	offsets := make([]int, len(m.Parts))
	end := 0
	called := false
	for i, p := range m.Parts {
		offsets[i] = -1
		switch {
		case p.Kind == PartToolCall:
			called = true
		case p.Kind.IsSpoken() && p.Text != "":
			if called && end > 0 {
				end += len(ToolCallSeparator)
			}
			called = false
			offsets[i] = end
			end += len(p.Text)
		}
	}
	return offsets
}

// Request is one request to a service with its result.
type Request struct {
	ID ID
	// Continues is the earlier request that this one continues, or "".
	Continues ID
	// Asked is the requested model; Served the one reported by the service, "" if none.
	Asked, Served string
	Params        Parameters
	// Usage is nil if the service did not report it.
	Usage *Usage
	// Problem is the reason why the request failed, nil if it did not.
	Problem *problem.Problem
	// HTTPID is the service's request ID from the headers, ReplyID the ID from the body (GATEWAY.md
	// 2.5). The service's support may ask for either.
	HTTPID, ReplyID string
	// Sent are the optional fields in the body of the last attempt; nil if nothing was sent, or if
	// an older version stored the request. LeftOut are the fields of Params that were not sent
	// because the model refuses them.
	Sent, LeftOut []RequestField
	// Background is the content sent before the messages of the chat; nil if there was none.
	Background *SentBackground
	// Started is the time of sending, Ended that of the last received byte, zero until the end.
	Started, Ended time.Time
}
