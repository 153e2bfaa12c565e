package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"parley/app/chat"
	"parley/app/e2e"
	"parley/app/history"
)

// manyChats is how many chats the larger library has.
const manyChats = 20_000

// chatRounds is how often a reply is measured in each library, the two in turn.
const chatRounds = 3

// chats measures what a large library costs: memory and processor of a short reply with no chat in the library, and with 20,000.
func (b *bench) chats(ctx context.Context) error {
	libraries := []struct {
		name string
		add  func(context.Context, *history.Store, chat.ID) error
		pss  []float64
		cpu  []float64
	}{
		{name: "empty", add: func(context.Context, *history.Store, chat.ID) error { return nil }},
		{name: "20,000 chats", add: shortChats},
	}
	folder := func(i int) string { return filepath.Join(b.dir, fmt.Sprint("chats-", i)) }
	for i, l := range libraries {
		if err := fill(ctx, folder(i), b.load.address, l.add); err != nil {
			return err
		}
	}
	for range chatRounds {
		for i := range libraries {
			l := &libraries[i]
			pss, seconds, err := b.shortReply(ctx, folder(i))
			if err != nil {
				return err
			}
			l.pss, l.cpu = append(l.pss, pss), append(l.cpu, seconds)
		}
	}
	empty, many := libraries[0], libraries[1]
	b.report("14 memory after a short reply, "+many.name+" against none", "≤ +5 MB", "%+.1f MB (%.1f against %.1f; %.1f, %.1f)",
		median(many.pss)-median(empty.pss), median(many.pss), median(empty.pss), many.pss, empty.pss)
	b.report("14 processor of that reply", "≤ 1.1 x", "%.2f x (%.2f against %.2f s; %.2f, %.2f)",
		median(many.cpu)/median(empty.cpu), median(many.cpu), median(empty.cpu), many.cpu, empty.cpu)
	return nil
}

// shortReply is what one reply of two seconds takes in a new chat, its fonts loaded before: from Enter until eight seconds after its end.
func (b *bench) shortReply(ctx context.Context, library string) (pss, seconds float64, err error) {
	p, err := b.screen.StartProgram(ctx, b.program, "--data-dir", library)
	if err != nil {
		return 0, 0, err
	}
	defer p.Kill()
	pid := p.Process.Pid
	err = errors.Join(p.Key(ctx, "ctrl+n"), choose(ctx, p, warmUp), p.Type(ctx, question), p.Key(ctx, "Return"), p.WaitGone(ctx, "Stop"),
		p.Key(ctx, "ctrl+n"), choose(ctx, p, short), p.Type(ctx, question), pauseFor(ctx, 8*time.Second))
	if err != nil {
		return 0, 0, err
	}
	<-b.load.done
	before, err := e2e.CPU(pid)
	if err != nil {
		return 0, 0, err
	}
	if err := p.Key(ctx, "Return"); err != nil {
		return 0, 0, err
	}
	select {
	case <-b.load.done:
	case <-time.After(time.Minute):
		return 0, 0, errors.New("the reply did not end")
	}
	if err := pauseFor(ctx, 8*time.Second); err != nil {
		return 0, 0, err
	}
	after, err := e2e.CPU(pid)
	if err != nil {
		return 0, 0, err
	}
	b.tellHeap(p)
	pss, err = e2e.PSS(pid)
	return pss, (after - before).Seconds(), err
}

// shortChats adds chats of a question and an answer, an hour apart, each other one with parameters of its own.
func shortChats(ctx context.Context, h *history.Store, connection chat.ID) error {
	begun := time.Now().Add(-manyChats * time.Hour)
	var list []history.Imported
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
		list = append(list, history.Imported{Conversation: c, Messages: []chat.Message{asked, said}})
		if len(list) == 1000 || i == manyChats-1 {
			if err := h.Import(ctx, list); err != nil {
				return err
			}
			list = nil
		}
	}
	return nil
}
