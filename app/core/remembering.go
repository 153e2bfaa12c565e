package core

import (
	"context"

	"parlando/app/chat"
	"parlando/app/tools"
)

// remember adds a memory of a chat to the list of its project, or to that of all chats. It masks
// the keys in use, because memories are sent to services.
func (c *Core) remember(ctx context.Context, r chat.ToolRequest, text string) error {
	if c.History.IsTemporary(r.Conversation) {
		return tools.ErrTemporary
	}
	found, err := c.History.Summaries(ctx, []chat.ID{r.Conversation})
	if err != nil {
		return err
	}
	_, err = c.Memories.Add(ctx, found[r.Conversation].Project, c.Secrets.Hide(text), r.Conversation)
	return err
}
