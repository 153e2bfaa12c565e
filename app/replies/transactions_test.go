package replies_test

import (
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"modernc.org/sqlite"

	"parlando/app/chat"
)

// transactions counts those that SQLite begins in this process.
var transactions atomic.Int64

func TestMain(m *testing.M) {
	sqlite.RegisterConnectionHook(func(c sqlite.ExecQuerierContext, _ string) error {
		r, ok := c.(sqlite.AuthorizerRegisterer)
		if !ok {
			return errors.New("the driver does not tell what it prepares")
		}
		return r.RegisterAuthorizer(func(a sqlite.AuthorizerActionCode, what, _, _, _ string) sqlite.AuthorizerReturnCode {
			if a == sqlite.AuthTransaction && what == "BEGIN" {
				transactions.Add(1)
			}
			return sqlite.AuthorizerOK
		})
	})
	m.Run()
}

func TestARequestLeavesAfterThreeTransactions(t *testing.T) {
	story(t, func(t *testing.T, d *desk) {
		leaves := func(what string, most int64, send func() (chat.ID, error)) (reply chat.ID) {
			t.Helper()
			synctest.Wait() // the upkeep of the start, and what came before, is over
			before := transactions.Load()
			reply, err := send()
			if err != nil {
				t.Fatal(err)
			}
			c := d.call()
			if n := transactions.Load() - before; n == 0 || n > most {
				t.Errorf("%s: the request leaves after %d transactions, want at most %d", what, n, most)
			}
			c.say("Well.")
			c.done()
			d.ended(reply, chat.Done)
			return reply
		}
		leaves("the first message of a chat", 2, func() (chat.ID, error) {
			c, reply, err := d.replies.Begin(t.Context(), chat.Conversation{ID: chat.NewID(), Model: "asked-1"}, d.drafts.TakeNew("", chat.Draft{Text: "One"}))
			d.conversation = c.ID
			return reply, err
		})
		second := leaves("the next one", 3, func() (chat.ID, error) {
			reply, _, err := d.replies.Send(t.Context(), d.drafts.TakeNew(d.conversation, chat.Draft{Text: "Two"}), nil)
			return reply, err
		})
		edits := d.kept(second).Parent
		leaves("one that is edited", 3, func() (chat.ID, error) {
			reply, _, err := d.replies.Send(t.Context(), d.drafts.TakeNew(d.conversation, chat.Draft{Text: "Three", Edits: edits}), nil)
			return reply, err
		})
	})
}

func TestTheFirstMessageOfAChatIsStoredWithItOrNotAtAll(t *testing.T) {
	story(t, func(t *testing.T, d *desk) {
		c := chat.Conversation{ID: chat.NewID(), Model: "asked-1"}
		if _, _, err := d.replies.Begin(t.Context(), c, d.drafts.TakeNew("", chat.Draft{Text: " \n"})); err == nil {
			t.Error("nothing was sent")
		}
		unnamed := chat.Conversation{ID: chat.NewID()}
		if _, _, err := d.replies.Begin(t.Context(), unnamed, d.drafts.TakeNew("", chat.Draft{Text: "One"})); err == nil {
			t.Error("no model was asked")
		}
		all, err := d.disk.Order(t.Context())
		if err != nil || len(all) != 1 { // the desk's own
			t.Errorf("stored: %+v, %v", all, err)
		}
		begun, reply, err := d.replies.Begin(t.Context(), c, d.drafts.TakeNew("", chat.Draft{Text: "One"}))
		if err != nil || begun.ID != c.ID {
			t.Fatalf("%+v, %v", begun, err)
		}
		d.conversation = c.ID
		call := d.call()
		if got := call.turns(); len(got) != 1 || got[0] != "user: One" {
			t.Errorf("asked %q", got)
		}
		call.say("Well.")
		call.done()
		d.ended(reply, chat.Done)
		if got := d.thread(); len(got) != 2 || got[0] != "user: One" || got[1] != "assistant: Well." {
			t.Errorf("the chat reads %q", got)
		}
	})
}
