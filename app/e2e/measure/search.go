package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"parley/app/chat"
	"parley/app/e2e"
	"parley/app/history"
	"parley/app/history/historytest"
)

// search measures goal 12 in the library itself: 100,000 messages, the first fifty places of a word, and what is added to a reply.
func (b *bench) search(ctx context.Context) error {
	dir := filepath.Join(b.dir, "search")
	h, err := history.Open(ctx, dir, history.Options{})
	if err != nil {
		return err
	}
	defer h.Close()
	if _, err := historytest.Fill(ctx, h, 100, 1000, time.Now()); err != nil {
		return err
	}
	const times = 50
	for _, w := range []struct{ name, query string }{
		{"common", historytest.Common}, {"rare", historytest.Rare}, {"Chinese", historytest.Chinese}, {"half-typed", historytest.Common[:2]},
	} {
		before, err := e2e.CPU(os.Getpid())
		if err != nil {
			return err
		}
		found := 0
		for range times {
			hits, err := h.Search(ctx, w.query, 50)
			if err != nil {
				return err
			}
			found = len(hits)
		}
		after, err := e2e.CPU(os.Getpid())
		if err != nil {
			return err
		}
		b.report("12 search of 100,000 messages, a "+w.name+" word", "≤ 10 ms of processor", "%.1f ms for %d chats", float64((after-before).Microseconds())/times/1000, found)
	}
	return b.append(ctx, h)
}

// append measures what half a second of a streaming reply costs on disk.
func (b *bench) append(ctx context.Context, h *history.Store) error {
	c := chat.Conversation{ID: chat.NewID(), Model: "m"}
	user := chat.Message{ID: chat.NewID(), Conversation: c.ID, Role: chat.User, State: chat.Done, Parts: []chat.Part{{Kind: chat.PartText, Text: question}}}
	reply := chat.Message{
		ID: chat.NewID(), Conversation: c.ID, Parent: user.ID, Role: chat.Assistant, State: chat.Waiting,
		Request: &chat.Request{ID: chat.NewID(), Asked: "m", Started: time.Now()},
	}
	if err := h.Begin(ctx, history.Turn{Conversation: &c, User: &user, Replies: []chat.Message{reply}}); err != nil {
		return err
	}
	var took []time.Duration
	for i := range 500 {
		start := time.Now()
		if err := h.AppendTail(ctx, []history.Tail{{Message: reply.ID, Kind: chat.PartText, Text: fmt.Sprintf("and %d hundred letters more ", i)}}); err != nil {
			return err
		}
		took = append(took, time.Since(start))
	}
	b.report("12 append to a reply", "≤ 1 ms median", "%.2f ms", float64(median(took).Microseconds())/1000)
	return nil
}
