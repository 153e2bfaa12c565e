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

// foundByTool limits the search. It is more than a tool returns, since places of other connections are left out.
const foundByTool = 100

// searchForTool finds what search_my_chats looks for: the newest places in chats of one connection, or of all, and in transcripts.
func (c *Core) searchForTool(ctx context.Context, connection chat.ID, everywhere bool, query string) ([]tools.Excerpt, error) {
	var all []tools.Excerpt
	hits, err := c.History.Search(ctx, query, foundByTool)
	if err != nil {
		return nil, err
	}
	for _, h := range hits {
		if !everywhere { // a hit does not name the connection
			found, err := c.History.Conversation(ctx, h.Conversation.ID)
			if err != nil {
				return nil, err
			}
			if found.Connection != connection {
				continue
			}
		}
		all = append(all, tools.Excerpt{Title: h.Conversation.Title, At: h.At, Text: h.Snippet})
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
