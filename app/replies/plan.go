package replies

import (
	"time"

	"parlando/app/chat"
)

// turnPlan holds the request of a turn. It is complete before the turn starts and never changes.
type turnPlan struct {
	conversation chat.ID
	// target is the target that the caller requested, nil for that of the conversation.
	target *chat.Target
	// queued reports that the message was queued. The conversation may have a newer target, which
	// the turn must not replace.
	queued bool
	// newTarget is the target to store in the conversation, nil to leave it unchanged.
	newTarget *chat.Target

	connection chat.ID
	model      string
	params     chat.Parameters
	// tools are offered with each request. refusedTools are the names of the requested tools that
	// the model or its service is known to refuse.
	tools        []chat.ToolDefinition
	refusedTools []string

	// background is sent before the messages.
	background chat.Background

	// continues reports that the turn appends to a stored reply.
	continues bool
	// cells reports that the turn requests the cells of a table that do not fit its columns.
	cells bool
	// siblings is the number of further replies to request after this turn, one turn each.
	siblings int
	// branch are the messages up to the question, oldest first; nil if they must still be read.
	branch []chat.ID
}

// newRequest returns a request that starts now.
func (p *turnPlan) newRequest(now time.Time) chat.Request {
	return chat.Request{ID: chat.NewID(), Asked: p.model, Params: p.params, Background: p.background.Sent(), Started: now}
}
