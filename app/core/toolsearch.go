package core

import (
	"context"
	"errors"
	"slices"
	"strings"

	"parlando/app/chat"
	"parlando/app/history"
	"parlando/app/tools"
	"parlando/app/transcripts"
)

// openTools opens the tools. Tools of the user that cannot be read stay on disk; the error is
// logged.
func (c *Core) openTools() {
	var err error
	if c.Tools, err = tools.New(tools.Options{Dir: c.Paths.Data, Search: c.searchForTool, Remember: c.remember, CommonOptions: c.common}); err != nil {
		c.Log.Warn("The user's own tools could not be read", "error", err)
	}
	c.atClose("tools", c.Tools.Close)
}

// searchForTool returns the results of search_my_chats, newest first. It masks the keys in use,
// because the results are sent to a service.
func (c *Core) searchForTool(ctx context.Context, r chat.ToolRequest, everywhere bool, query string) (all []tools.Excerpt, err error) {
	scope := history.Scope{Connection: r.Connection, Without: r.Conversation}
	if everywhere {
		scope.Connection = ""
	}
	found, err := c.History.Excerpts(ctx, query, scope, tools.MaxExcerpts)
	if err != nil && (len(found) == 0 || !errors.Is(err, history.ErrDamaged)) {
		return nil, err
	}
	for _, e := range found {
		all = append(all, tools.Excerpt{Title: e.Title, At: e.At, Text: e.Text})
	}
	spoken, err := c.searchTranscripts(ctx, scope.Connection, query)
	if err != nil {
		return nil, err
	}
	all = append(all, spoken...)
	for i := range all {
		all[i].Title, all[i].Text = c.Secrets.Hide(all[i].Title), c.Secrets.Hide(all[i].Text)
	}
	slices.SortStableFunc(all, func(a, b tools.Excerpt) int { return b.At.Compare(a.At) })
	return all[:min(len(all), tools.MaxExcerpts)], nil
}

// transcriptsFound bounds the search results. It is larger than tools.MaxExcerpts, because results
// from other connections are dropped.
const transcriptsFound = 100

// searchTranscripts finds lines of the transcripts of one connection, "" for all. Each excerpt
// includes the neighboring lines.
func (c *Core) searchTranscripts(ctx context.Context, connection chat.ID, query string) (all []tools.Excerpt, err error) {
	hits, err := c.Transcripts.Search(ctx, query, transcriptsFound)
	if err != nil {
		return nil, err
	}
	hits = slices.DeleteFunc(hits, func(h transcripts.Hit) bool { return connection != "" && h.Transcript.Connection != connection })
	read := map[chat.ID][]transcripts.Line{}
	for _, h := range hits[:min(len(hits), tools.MaxExcerpts)] {
		lines, ok := read[h.Transcript.ID]
		if !ok {
			if lines, err = c.Transcripts.Lines(ctx, h.Transcript.ID); err != nil {
				return nil, err
			}
			read[h.Transcript.ID] = lines
		}
		at := slices.IndexFunc(lines, func(l transcripts.Line) bool { return l.ID == h.Line })
		var text strings.Builder
		for _, l := range lines[max(at-1, 0):] {
			if text.WriteString(l.Text + " "); text.Len() > tools.MaxExcerptRunes {
				break
			}
		}
		all = append(all, tools.Excerpt{Title: h.Transcript.Title, At: h.At, Text: text.String(), Transcript: true})
	}
	return all, nil
}
