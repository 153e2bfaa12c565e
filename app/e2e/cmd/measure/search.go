package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"parlando/app/chat"
	"parlando/app/history"
	"parlando/app/history/historytest"
)

// search measures goal 12 without a window: finding the first fifty results for a word among
// 100,000 messages, and appending to a reply.
func (b *bench) search(ctx context.Context) {
	h := must(history.Open(ctx, filepath.Join(b.dir, "search"), history.Options{}))
	defer h.Close()
	must(historytest.Fill(ctx, h, 100, 1000, time.Now()))
	const times = 50
	for _, w := range []struct{ name, query string }{
		{"common", historytest.Common}, {"rare", historytest.Rare}, {"Chinese", historytest.Chinese}, {"half-typed", historytest.Common[:2]},
	} {
		found := 0
		used := cpuOf(os.Getpid(), func() {
			for range times {
				found = len(must(h.Search(ctx, w.query, 50)))
			}
		})
		b.report("12 search of 100,000 messages, a "+w.name+" word", "≤ 10 ms of processor", "%.1f ms for %d chats", milliseconds(used)/times, found)
	}
	b.append(ctx, h)
}

// append measures the disk time of half a second of a streaming reply.
func (b *bench) append(ctx context.Context, h *history.Store) {
	c := chat.Conversation{ID: chat.NewID(), Model: "m"}
	user := chat.Message{ID: chat.NewID(), Conversation: c.ID, Role: chat.User, State: chat.Done, Parts: []chat.Part{{Kind: chat.PartText, Text: question}}}
	reply := chat.Message{
		ID: chat.NewID(), Conversation: c.ID, Parent: user.ID, Role: chat.Assistant, State: chat.Waiting,
		Request: &chat.Request{ID: chat.NewID(), Asked: "m", Started: time.Now()},
	}
	check(h.BeginTurn(ctx, history.Turn{Conversation: &c, User: &user, Replies: []chat.Message{reply}}))
	var took []time.Duration
	for i := range 500 {
		start := time.Now()
		check(h.AppendTail(ctx, []history.Tail{{Message: reply.ID, Kind: chat.PartText, Text: fmt.Sprintf("and %d hundred letters more ", i)}}))
		took = append(took, time.Since(start))
	}
	b.report("12 append to a reply", "≤ 1 ms median", "%.2f ms", milliseconds(median(took)))
}
