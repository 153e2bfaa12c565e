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

// State is the progress of a message. The stored word is the value itself.
type State string

// The states of a message. Waiting and Writing are the only ones that change again by themselves.
const (
	// Waiting: the request is on its way (or queued), nothing has arrived.
	Waiting State = "waiting"
	// Writing: some of the reply has arrived.
	Writing State = "writing"
	// Done: the reply ended as the service meant it to. User messages are always Done.
	Done State = "done"
	// Stopped: the user pressed Stop. What had arrived is kept.
	Stopped State = "stopped"
	// CutOff: the stream ended without an end mark, or the program did. What had arrived is kept.
	CutOff State = "cutoff"
	// Failed: the service refused or could not be reached before any text came.
	Failed State = "failed"
)

// Ended reports whether the state is final.
func (s State) Ended() bool { return s != Waiting && s != Writing }

// FinishReason is the service's word for why a reply ended (GATEWAY.md 2.5), or "" when it gave
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

// Message is one node in the tree of a conversation. Answers beside each other and edited
// questions are siblings: they share Parent. An ended message never changes.
type Message struct {
	ID           ID
	Conversation ID
	// Parent is the message before it, or "" for the first of a conversation.
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
	// Request is the request that this reply answers, nil for messages of the user. Where
	// "Continue" or tool calls made several, it is the last one.
	Request *Request
	// Earlier are the requests before Request, oldest first.
	Earlier []Request
	// Sibling is the place of this message among its siblings by age, from 1; Siblings their count.
	// Other ones that Failed do not count.
	Sibling, Siblings int
}

// Requests returns all requests that this reply answers, oldest first.
func (m Message) Requests() []Request {
	if m.Request == nil {
		return nil
	}
	return append(slices.Clip(m.Earlier), *m.Request)
}

// Usage returns the sum of the tokens of all requests; nil when the service told of none
// (GATEWAY.md 2.5).
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

// Took returns how long all requests took, without the time that tools and the user took between
// them.
func (m Message) Took() (sum time.Duration) {
	for _, r := range m.Requests() {
		if !r.Started.IsZero() && r.Ended.After(r.Started) {
			sum += r.Ended.Sub(r.Started)
		}
	}
	return sum
}

// Unfinished reports whether a reply ended before all of it was written: it was stopped or cut off,
// or reached the limit of its length (GATEWAY.md 2.5).
func (m Message) Unfinished() bool {
	return m.State == CutOff || m.State == Stopped || m.State == Done && m.Finish == FinishLength
}

// Text joins the text parts, for Copy and for search. Continued parts follow each other without a
// gap, as the model wrote them; a blank line stands where the model called a tool in between.
func (m Message) Text() string {
	var text string
	for i, at := range m.TextOffsets() {
		if at >= 0 {
			text += CallGap[:at-len(text)] + m.Parts[i].Text
		}
	}
	return text
}

// CallGap stands between two texts that a tool call separates.
const CallGap = "\n\n"

// TextOffsets returns, for each part, where its text begins in Text, in bytes; -1 for a part that
// is not in it.
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
				end += len(CallGap)
			}
			called = false
			offsets[i] = end
			end += len(p.Text)
		}
	}
	return offsets
}

// Request is one question put to the service, and how it went.
type Request struct {
	ID ID
	// Continues is the request this one goes on from after a cut, or "".
	Continues ID
	// Asked is the model that was asked for; Served the one the service says answered, "" if it did
	// not say.
	Asked, Served string
	Params        Parameters
	// Usage is nil when the service did not tell.
	Usage *Usage
	// Problem is set if it did not end well; nil if it did.
	Problem *problem.Problem
	// HTTPID is the service's id for the request, from its headers; ReplyID the reply's own
	// (GATEWAY.md 2.5). Support may ask for either.
	HTTPID, ReplyID string
	// Sent are the optional fields that the last attempt had in its body; nil when nothing left, or
	// an older Parlando asked. LeftOut are those that Params wanted and that were not sent, since
	// the model refuses them.
	Sent, LeftOut []Field
	// Started is the time at which the request left, Ended that of its last byte; Ended is zero
	// while it runs.
	Started, Ended time.Time
}
