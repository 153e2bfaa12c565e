package window

import (
	"errors"
	"slices"
	"time"

	"fyne.io/fyne/v2/lang"

	"parley/views/sidebar"
	"parley/views/transcribe"
	"parley/views/uithread"
)

// searchLimit is how many places a search shows.
const searchLimit = 50

// search looks through everything; an answer for a query that is no longer there is dropped.
func (v *Window) search(query string) {
	v.searches.Reset()
	if query == "" {
		v.sidebar.SetHits(query, nil)
		return
	}
	var hits []sidebar.Hit
	uithread.Load(v.searches, func() (_ []sidebar.Hit, err error) {
		hits, err = v.find(query)
		return hits, err
	}, func(hits []sidebar.Hit) { v.sidebar.SetHits(query, hits) }, func(err error) {
		if len(hits) > 0 {
			v.sidebar.SetHits(query, hits) // what was found in the part that could be searched
		}
		v.couldNotRead(lang.L("Not everything could be searched."), func() { v.search(query) })(err)
	})
}

// find asks the chats and the transcripts, and gives what was changed last first. With an error it gives what was found all the same.
func (v *Window) find(query string) ([]sidebar.Hit, error) {
	type found struct {
		sidebar.Hit
		at time.Time
	}
	var all []found
	chats, notInChats := v.core.History.Search(v.ctx, query, searchLimit)
	for _, h := range chats {
		all = append(all, found{sidebar.Hit{Conversation: h.Conversation.ID, Title: h.Conversation.Title, Snippet: h.Snippet, Marks: h.Marks, Message: h.Message}, h.At})
	}
	written, notInTranscripts := v.transcripts.Search(v.ctx, query, searchLimit)
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
	return out, errors.Join(notInChats, notInTranscripts)
}
