package core

import (
	"context"
	"slices"

	"parley/app/chat"
	"parley/app/tools"
)

// openTools opens the tools. What could not be read of the user's own is kept as it is, and said in the log.
func (c *Core) openTools() {
	var err error
	if c.Tools, err = tools.New(tools.Options{Dir: c.Paths.Data, Search: c.searchForTool, Common: c.common}); err != nil {
		c.Log.Warn("The user's own tools could not be read", "error", err)
	}
	c.atClose("tools", c.Tools.Close)
}

// foundByTool is how many places are looked at for a tool, so that those of other connections can be left out.
const foundByTool = 100

// searchForTool finds what search_my_chats looks for: the newest places in chats of one connection, or of all, and in transcripts.
func (c *Core) searchForTool(ctx context.Context, connection chat.ID, everywhere bool, query string) ([]tools.Excerpt, error) {
	var all []tools.Excerpt
	hits, err := c.History.Search(ctx, query, foundByTool)
	if err != nil {
		return nil, err
	}
	for _, h := range hits {
		found, err := c.History.Conversation(ctx, h.Conversation.ID)
		if err != nil {
			return nil, err
		}
		if everywhere || found.Connection == connection {
			all = append(all, tools.Excerpt{Title: found.Title, At: h.At, Text: h.Snippet})
		}
	}
	lines, err := c.Transcripts.Search(ctx, query, foundByTool)
	if err != nil {
		return nil, err
	}
	for _, h := range lines {
		if everywhere || h.Transcript.Connection == connection {
			all = append(all, tools.Excerpt{Title: h.Transcript.Title, At: h.At, Text: h.Snippet, Transcript: true})
		}
	}
	slices.SortStableFunc(all, func(a, b tools.Excerpt) int { return b.At.Compare(a.At) })
	return all, nil
}
