package core_test

import (
	"slices"
	"strings"
	"testing"

	"parlando/app/catalog"
	"parlando/app/chat"
	"parlando/app/drafts"
	"parlando/app/problem"
	"parlando/app/settings"
	"parlando/client/practice"
)

func TestQuittingInTheMiddleOfAReplyKeepsIt(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.start()
		c := p.looksAround(practice.WriterModel)
		reply := p.asks(c, "Tell me something long")
		read := p.readsSome(reply, 40)
		p.quit()

		p = h.start()
		m := p.kept(reply)
		if m.State != chat.CutOff || m.Request.Problem == nil || m.Request.Problem.Kind != problem.Interrupted || !strings.HasPrefix(m.Text(), read) {
			t.Fatalf("after %q there is %+v, trouble %+v", read, m, m.Request.Problem)
		}
		// Another program would not know the reply any more; it goes on all the same.
		if err := p.Replies.Continue(t.Context(), reply, nil); err != nil {
			t.Fatal(err)
		}
		if m = p.waitsFor(reply, chat.Done); !strings.HasPrefix(m.Text(), read) || !strings.Contains(m.Text(), "practice goes on") {
			t.Errorf("continued: %q", m.Text())
		}
	})
}

func TestQuittingKeepsEveryReplyAndWhatWaitsForOne(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.start()
		one, two := p.looksAround(practice.WriterModel), p.newChat(practice.SlowModel)
		first, second := p.asks(one, "One"), p.asks(two, "Two")
		p.readsSome(first, 10)
		p.readsSome(second, 10)
		p.queues(one, "and then")
		p.quit()

		p = h.start()
		for _, reply := range []chat.ID{first, second} {
			if m := p.kept(reply); m.State != chat.CutOff || len(m.Text()) < 10 {
				t.Errorf("kept %+v", m)
			}
		}
		p.wantsQueued(one, drafts.Restarted, "and then")
		if read := p.reads(one); len(read) != 2 {
			t.Errorf("shown %q", read)
		}
	})
}

func TestEverythingIsThereNextTime(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.start()
		c := p.looksAround(practice.WriterModel)
		first := p.waitsFor(p.asks(c, "One"), chat.Done)
		second, err := p.Replies.Regenerate(t.Context(), first.ID, nil)
		if err != nil {
			t.Fatal(err)
		}
		shown := p.waitsFor(second, chat.Done)
		hot := 1.7
		for _, change := range []error{
			p.History.Rename(t.Context(), c, "Numbers"),
			p.History.Pin(t.Context(), c, true),
			p.History.SetParameters(t.Context(), c, chat.Parameters{Temperature: &hot}),
			p.Settings.Update(func(s *settings.Settings) { s.Theme, s.Conversation, s.AdjustOpen = settings.Dark, c, true }),
		} {
			if change != nil {
				t.Fatal(change)
			}
		}
		p.Drafts.Append(c, chat.Draft{Text: "half a thou"})
		p.Drafts.Append("", chat.Draft{Text: "for a new chat"})
		p.quit()

		p = h.start()
		p.wantReads(c, "user: One", "assistant: "+shown.Text())
		if m := p.kept(first.ID); m.Text() != first.Text() || m.Siblings != 2 {
			t.Errorf("the first answer is %+v", m)
		}
		got, err := p.History.Conversation(t.Context(), c)
		if err != nil || got.Title != "Numbers" || !got.Pinned || got.Model != practice.WriterModel || got.Params.Temperature == nil || *got.Params.Temperature != hot {
			t.Errorf("the conversation is %+v, %v", got, err)
		}
		for where, want := range map[chat.ID]string{c: "half a thou", "": "for a new chat"} {
			if d := p.draft(where); d.Text != want {
				t.Errorf("the draft is %+v", d)
			}
		}
		if s := p.Settings.Get(); s.Theme != settings.Dark || s.Conversation != c || !s.AdjustOpen {
			t.Errorf("the settings are %+v", s)
		}
		if models := p.Catalog.Models(""); len(models) != 0 {
			t.Errorf("models of no connection: %v", models)
		}
		if now, _ := p.Connections.Current(); !slices.ContainsFunc(p.Catalog.Models(now.ID), func(m catalog.Model) bool { return m.ID == practice.ToolModel }) {
			t.Errorf("the models of %+v are %v", now, p.Catalog.Models(now.ID))
		}
	})
}

func TestSearchFindsTheReply(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.start()
		c := p.looksAround(practice.WriterModel)
		reply := p.asks(c, "What does a lighthouse do?")
		p.waitsFor(reply, chat.Done)
		p.waitsFor(p.asks(p.newChat(practice.WriterModel), "And a bakery?"), chat.Done)
		hits, err := p.History.Search(t.Context(), "lightho", 10)
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, hit := range hits {
			if hit.Conversation.ID != c || len(hit.Marks) == 0 {
				t.Errorf("found %+v", hit)
				continue
			}
			word := hit.Snippet[hit.Marks[0][0]:hit.Marks[0][1]]
			found = found || hit.Message == reply && strings.EqualFold(word, "lighthouse")
		}
		if !found {
			t.Errorf("the reply is not among %+v", hits)
		}
	})
}

func TestADeletedConversationComesBack(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.start()
		c := p.looksAround(practice.SlowModel)
		reply := p.asks(c, "Hello")
		p.readsSome(reply, 5)
		// Deleted while it is being answered, as the window does it.
		if err := p.History.Delete(t.Context(), c); err != nil {
			t.Fatal(err)
		}
		p.Replies.Stop(c)
		p.until("the end", func() bool { _, flies := p.Replies.Snapshot(reply); return !flies })
		if list, err := p.History.Order(t.Context()); err != nil || len(list) != 0 {
			t.Errorf("the sidebar has %v, %v", list, err)
		}
		if err := p.History.Restore(t.Context(), c); err != nil {
			t.Fatal(err)
		}
		if m := p.kept(reply); m.State != chat.Stopped || m.Text() == "" {
			t.Errorf("back came %+v", m)
		}
	})
}
