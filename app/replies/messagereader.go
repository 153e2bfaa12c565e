package replies

import (
	"context"
	"fmt"
	"slices"

	"parlando/app/chat"
)

// messageReader reads messages from memory if they are newer there, otherwise from disk.
type messageReader struct {
	history Reader
	live    *liveReplies
}

func (r messageReader) message(ctx context.Context, id chat.ID) (chat.Message, error) {
	all, err := r.messages(ctx, []chat.ID{id})
	if err != nil {
		return chat.Message{}, err
	}
	return all[0], nil
}

// messages returns the messages with these IDs; the error is ErrNoReply if one of them is missing.
func (r messageReader) messages(ctx context.Context, ids []chat.ID) ([]chat.Message, error) {
	all, err := r.history.Messages(ctx, ids)
	if err != nil {
		return nil, fmt.Errorf("read the messages: %w", err)
	}
	if len(all) != len(ids) {
		return nil, ErrNoReply
	}
	r.live.replace(all)
	return all, nil
}

// branch returns the messages of a conversation from the first one to last, both included.
func (r messageReader) branch(ctx context.Context, conversation, last chat.ID) ([]chat.Message, error) {
	heads, err := r.history.Thread(ctx, conversation)
	if err != nil {
		return nil, fmt.Errorf("read the conversation: %w", err)
	}
	if end := slices.IndexFunc(heads, func(h chat.Head) bool { return h.ID == last }); end >= 0 {
		return r.messages(ctx, headIDs(heads[:end+1]))
	}
	// The conversation shows another branch by now: go up from the message.
	var up []chat.Message
	for id := last; id != ""; id = up[len(up)-1].Parent {
		m, err := r.message(ctx, id)
		if err != nil {
			return nil, err
		}
		up = append(up, m)
	}
	slices.Reverse(up)
	return up, nil
}

// before returns the messages that precede a new question: all visible ones or, unless edits is "",
// those before the message that the question edits. The error is ErrNoReply if edits is not a
// question of the conversation.
func (r messageReader) before(ctx context.Context, conversation chat.ID, visible []chat.Head, edits chat.ID) ([]chat.ID, error) {
	if edits == "" {
		return headIDs(visible), nil
	}
	if at := slices.IndexFunc(visible, func(h chat.Head) bool { return h.ID == edits }); at >= 0 {
		if visible[at].Role != chat.User {
			return nil, ErrNoReply
		}
		return headIDs(visible[:at]), nil
	}
	// The conversation shows another branch by now.
	m, err := r.message(ctx, edits)
	if err != nil {
		return nil, err
	}
	if m.Conversation != conversation || m.Role != chat.User {
		return nil, ErrNoReply
	}
	up, err := r.branch(ctx, conversation, m.Parent)
	ids := make([]chat.ID, 0, len(up)+1) // the question follows
	for _, m := range up {
		ids = append(ids, m.ID)
	}
	return ids, err
}

func headIDs(heads []chat.Head) []chat.ID {
	ids := make([]chat.ID, 0, len(heads)+1) // the question follows
	for _, h := range heads {
		ids = append(ids, h.ID)
	}
	return ids
}
