package navigation

import (
	"errors"
	"slices"
	"time"

	"parlando/app/chat"
	"parlando/views/i18n"
	"parlando/views/sidebar"
	"parlando/views/uithread"
)

// linesLimit is the maximum number of transcript lines read to find transcripts.
const linesLimit = 200

// search searches chats and transcripts; the result of an outdated query is ignored.
func (n *Navigation) search(query string) {
	n.searches.Reset()
	if query == "" {
		n.sidebar.SetHits(query, nil)
		return
	}
	var hits []sidebar.Hit
	names := map[chat.ID]string{}
	for _, p := range n.sidebar.Projects() {
		names[p.ID] = p.Name
	}
	uithread.Load(n.searches, func() (_ []sidebar.Hit, err error) {
		hits, err = n.find(query, names)
		return hits, err
	}, func(hits []sidebar.Hit) { n.sidebar.SetHits(query, hits) }, func(err error) {
		if len(hits) > 0 {
			n.sidebar.SetHits(query, hits) // show what was found despite the error
		}
		n.host.ReadErrorHandler(i18n.Text("Some chats or transcripts couldn't be searched."), func() { n.search(query) })(err)
	})
}

// find returns the hits in chats and transcripts with the names of their projects, sorted by last
// change, newest first. If it returns an error, it still returns the hits found.
func (n *Navigation) find(query string, names map[chat.ID]string) ([]sidebar.Hit, error) {
	type searchResult struct {
		sidebar.Hit
		at time.Time
	}
	var all []*searchResult
	chats, notInChats := n.owners.History.Search(n.ctx, query, sidebar.MaxHits)
	for _, h := range chats {
		all = append(all, &searchResult{sidebar.Hit{
			Conversation: h.Conversation.ID, Title: h.Conversation.Title, TitleMarks: h.Title, Project: names[h.Conversation.Project],
			Message: h.Message, Snippet: h.Snippet, Marks: h.Marks, MatchCount: h.Places, HasMoreMatches: h.More,
		}, h.At})
	}
	lines, notInTranscripts := n.owners.Transcripts.Search(n.ctx, query, linesLimit)
	transcripts := map[chat.ID]*searchResult{}
	for _, h := range lines {
		f := transcripts[h.Transcript.ID]
		if f == nil {
			f = &searchResult{sidebar.Hit{Transcript: h.Transcript.ID, Title: h.Transcript.Name(), HasMoreMatches: len(lines) == linesLimit}, h.At}
			transcripts[h.Transcript.ID], all = f, append(all, f)
		}
		f.MatchCount++
		switch {
		case h.Line == 0 && h.Snippet == f.Title:
			f.TitleMarks = h.Marks
		case h.Line != 0 && f.Line == 0:
			f.Line, f.Snippet, f.Marks = h.Line, h.Snippet, h.Marks
		}
	}
	slices.SortStableFunc(all, func(a, b *searchResult) int { return b.at.Compare(a.at) })
	out := make([]sidebar.Hit, min(len(all), sidebar.MaxHits))
	for i := range out {
		out[i] = all[i].Hit
	}
	return out, errors.Join(notInChats, notInTranscripts)
}
