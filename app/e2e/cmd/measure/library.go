package main

import (
	"context"
	"fmt"
	"time"

	"parlando/app/chat"
	"parlando/app/core"
	"parlando/app/history"
	"parlando/app/settings"
)

// fill creates a library connected to the load gateway, with the content that add inserts.
func fill(ctx context.Context, dir, gateway string, add func(context.Context, *history.Store, chat.ID)) {
	paths := core.PathsIn(dir)
	check(paths.Make())
	connection := settings.Connection{ID: chat.NewID(), Kind: settings.Service, Name: "load", Address: gateway + "/v1", NoKey: true}
	check(must(settings.Load(paths.Config)).Update(func(s *settings.Settings) {
		s.Connections, s.Connection = []settings.Connection{connection}, connection.ID
		s.WindowWidth, s.WindowHeight = 1280, 760
	}))
	h := must(history.Open(ctx, paths.Data, history.Options{}))
	add(ctx, h, connection.ID)
	check(h.Close())
}

// twoLong adds a conversation of 10,000 messages and one of 2,000.
func twoLong(ctx context.Context, h *history.Store, connection chat.ID) {
	check(h.Import(ctx, []history.ImportedConversation{manyMessages(2000, connection), manyMessages(10000, connection)}))
}

// manyMessages returns a conversation of one-line questions and answers of some hundred characters
// of Markdown.
func manyMessages(n int, connection chat.ID) history.ImportedConversation {
	now := time.Now().Add(-time.Duration(n) * time.Minute)
	c := chat.Conversation{ID: chat.NewID(), Title: titleOf(n), Connection: connection, Model: loadModels[0], Created: now, Updated: time.Now()}
	out := history.ImportedConversation{Conversation: c}
	text := []rune(markdown(2000))
	parent := chat.ID("")
	for i := range n {
		m := chat.Message{
			ID: chat.NewID(), Conversation: c.ID, Parent: parent, Role: chat.User, State: chat.Done,
			Created: now.Add(time.Duration(i) * time.Minute),
			Parts:   []chat.Part{{Kind: chat.PartText, Text: fmt.Sprintf("Question %d: what comes next?", i+1)}},
		}
		if i%2 == 1 {
			from := (i * 37) % (len(text) - 800)
			m.Role, m.Finish = chat.Assistant, chat.FinishStop
			m.Parts[0].Text = string(text[from : from+300+i%400])
			m.Request = &chat.Request{ID: chat.NewID(), Asked: loadModels[0], Started: m.Created, Ended: m.Created.Add(time.Second)}
		}
		parent = m.ID
		out.Messages = append(out.Messages, m)
	}
	return out
}
