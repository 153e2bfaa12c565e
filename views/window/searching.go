package window

import (
	"slices"
	"time"

	"parley/views/sidebar"
	"parley/views/transcribe"
)

// searchLimit is how many places a search shows.
const searchLimit = 50

// search looks through everything; an answer for a query that is no longer there is dropped.
func (v *Window) search(query string) {
	if query == "" {
		v.sidebar.SetHits(query, nil)
		return
	}
	v.thread.Go(func() func() {
		hits := v.find(query)
		return func() { v.sidebar.SetHits(query, hits) }
	})
}

// find asks the chats and the transcripts, and gives what was changed last first.
func (v *Window) find(query string) []sidebar.Hit {
	type found struct {
		sidebar.Hit
		at time.Time
	}
	var all []found
	chats, err := v.core.History.Search(v.ctx, query, searchLimit)
	if err != nil {
		v.core.Log.Error("Search", "error", err)
	}
	for _, h := range chats {
		all = append(all, found{sidebar.Hit{Conversation: h.Conversation.ID, Title: h.Conversation.Title, Snippet: h.Snippet, Marks: h.Marks, Message: h.Message}, h.At})
	}
	written, err := v.transcripts.Search(v.ctx, query, searchLimit)
	if err != nil {
		v.core.Log.Error("Search in transcripts", "error", err)
	}
	for _, h := range written {
		title := h.Transcript.Title
		if h.Line != 0 {
			title = transcribe.Title(h.Transcript)
		}
		all = append(all, found{sidebar.Hit{Transcript: h.Transcript.ID, Line: h.Line, Title: title, Snippet: h.Snippet, Marks: h.Marks}, h.At})
	}
	slices.SortStableFunc(all, func(a, b found) int { return b.at.Compare(a.at) })
	out := make([]sidebar.Hit, min(len(all), searchLimit))
	for i := range out {
		out[i] = all[i].Hit
	}
	return out
}
