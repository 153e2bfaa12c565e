package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"parlando/app/chat"
	"parlando/app/e2e"
	"parlando/app/history"
)

// manyChats is the number of chats in the larger library.
const manyChats = 20_000

// chatRounds is the number of measurements in each library, alternating.
const chatRounds = 3

// chats measures the cost of a large library: memory and processor time of a short reply in an
// empty library and in one with 20,000 chats.
func (b *bench) chats(ctx context.Context) {
	libraries := []struct {
		name string
		add  func(context.Context, *history.Store, chat.ID)
		pss  []float64
		cpu  []float64
	}{
		{name: "empty", add: func(context.Context, *history.Store, chat.ID) {}},
		{name: "20,000 chats", add: shortChats},
	}
	folder := func(i int) string { return filepath.Join(b.dir, fmt.Sprint("chats-", i)) }
	for i, l := range libraries {
		fill(ctx, folder(i), b.load.address, l.add)
	}
	for range chatRounds {
		for i := range libraries {
			l := &libraries[i]
			pss, used := b.shortReply(ctx, folder(i))
			l.pss, l.cpu = append(l.pss, pss), append(l.cpu, used.Seconds())
		}
	}
	empty, many := libraries[0], libraries[1]
	b.report("14 memory after a short reply, "+many.name+" against none", "≤ +5 MB", "%+.1f MB (%.1f against %.1f; %.1f, %.1f)",
		median(many.pss)-median(empty.pss), median(many.pss), median(empty.pss), many.pss, empty.pss)
	b.report("14 processor of that reply", "≤ 1.1 x", "%.2f x (%.2f against %.2f s; %.2f, %.2f)",
		median(many.cpu)/median(empty.cpu), median(many.cpu), median(empty.cpu), many.cpu, empty.cpu)
}

// shortReply measures one reply of two seconds in a new chat, with its fonts already loaded: from
// Enter until eight seconds after its end.
func (b *bench) shortReply(ctx context.Context, library string) (pss float64, used time.Duration) {
	p := must(b.screen.StartProgram(ctx, b.program, "--data-dir", library))
	defer p.Kill()
	check(p.Key(ctx, "ctrl+n"))
	choose(ctx, p, warmUp)
	check(errors.Join(p.Type(ctx, question), p.Key(ctx, "Return"), p.WaitGone(ctx, "Stop"), p.Key(ctx, "ctrl+n")))
	choose(ctx, p, short)
	check(p.Type(ctx, question))
	pause(ctx, 8*time.Second)
	b.load.waitDone(2 * time.Minute)
	used = cpuOf(p.Process.Pid, func() {
		check(p.Key(ctx, "Return"))
		b.load.waitDone(time.Minute)
		pause(ctx, 8*time.Second)
	})
	b.tellHeap(p)
	return must(e2e.PSS(p.Process.Pid)), used
}

// shortChats adds chats with one question and answer, an hour apart, every second one with its own
// parameters.
func shortChats(ctx context.Context, h *history.Store, connection chat.ID) {
	begun := time.Now().Add(-manyChats * time.Hour)
	var list []history.ImportedConversation
	for i := range manyChats {
		at := begun.Add(time.Duration(i) * time.Hour)
		c := chat.Conversation{ID: chat.NewID(), Title: fmt.Sprintf("What comes after the number %d?", i), Connection: connection, Model: warmUp, Created: at, Pinned: i%1000 == 999}
		if i%2 == 1 {
			warm := 0.7
			c.Params = chat.Parameters{Temperature: &warm, Instructions: "Answer in one sentence, and in the language of the question."}
		}
		asked := chat.Message{ID: chat.NewID(), Conversation: c.ID, Role: chat.User, State: chat.Done, Created: at, Parts: []chat.Part{{Kind: chat.PartText, Text: c.Title}}}
		said := chat.Message{
			ID: chat.NewID(), Conversation: c.ID, Parent: asked.ID, Role: chat.Assistant, State: chat.Done, Finish: chat.FinishStop, Created: at,
			Parts:   []chat.Part{{Kind: chat.PartText, Text: fmt.Sprintf("After %d comes %d.", i, i+1)}},
			Request: &chat.Request{ID: chat.NewID(), Asked: warmUp, Started: at, Ended: at},
		}
		list = append(list, history.ImportedConversation{Conversation: c, Messages: []chat.Message{asked, said}})
		if len(list) == 1000 || i == manyChats-1 {
			check(h.Import(ctx, list))
			list = nil
		}
	}
}
