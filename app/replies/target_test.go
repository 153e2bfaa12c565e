package replies_test

import (
	"testing"
	"testing/synctest"

	"parlando/app/chat"
	"parlando/app/history"
)

// warm is a target with a Creativity.
func warm(model string, creativity float64) *chat.Target {
	return &chat.Target{Model: model, Params: chat.Parameters{Temperature: &creativity}}
}

// asks does what asks the service, and compares the request with the target it was given.
func (d *desk) asks(what string, want *chat.Target, ask func() error) *call {
	d.t.Helper()
	if err := ask(); err != nil {
		d.t.Fatal(what, err)
	}
	c := d.call()
	if asked := c.asked(); asked["model"] != want.Model || asked["temperature"] != *want.Params.Temperature {
		d.t.Errorf("%s: %v is asked with Creativity %v, not %s with %v", what, asked["model"], asked["temperature"], want.Model, *want.Params.Temperature)
	}
	return c
}

// wantsStored compares what the conversation asks from now on.
func (d *desk) wantsStored(want *chat.Target) {
	d.t.Helper()
	c, err := d.disk.Conversation(d.t.Context(), d.conversation)
	if err != nil || c.Model != want.Model || !c.Params.Equal(want.Params) {
		d.t.Errorf("the conversation asks %+v, not %+v (%v)", c.Target(), *want, err)
	}
}

func TestEachRequestGoesToItsOwnTargetWhichIsStoredWithIt(t *testing.T) {
	story(t, func(t *testing.T, d *desk) {
		var reply chat.ID
		send := func(to *chat.Target, draft chat.Draft) func() error {
			return func() (err error) {
				reply, _, err = d.replies.Send(t.Context(), d.drafts.TakeNew(d.conversation, draft), to)
				return err
			}
		}
		first := warm("model-1", 0.1)
		d.asks("Send", first, send(first, chat.Draft{Text: "one"})).finish("length")
		synctest.Wait()
		d.wantsStored(first)

		second := warm("model-2", 0.2)
		d.asks("Continue", second, func() error { return d.replies.Continue(t.Context(), reply, second) }).done()
		synctest.Wait()
		d.wantsStored(second)

		third := warm("model-3", 0.3)
		d.asks("Try again", third, func() (err error) {
			_, err = d.replies.Regenerate(t.Context(), reply, third)
			return err
		}).done()
		synctest.Wait()
		d.wantsStored(third)

		heads, err := d.disk.Thread(t.Context(), d.conversation)
		if err != nil {
			t.Fatal(err)
		}
		fourth := warm("model-4", 0.4)
		d.asks("Edit", fourth, send(fourth, chat.Draft{Text: "uno", Edits: heads[0].ID})).done()
		synctest.Wait()
		d.wantsStored(fourth)

		d.disk.refuse(history.ErrFull) // nothing of a turn that is refused is stored
		if err := send(warm("model-5", 0.5), chat.Draft{Text: "two"})(); err == nil {
			t.Error("it was sent to a full disk")
		}
		d.wantsStored(fourth)
	})
}

func TestAMessageThatWaitedGoesToTheTargetOfItsSend(t *testing.T) {
	story(t, func(t *testing.T, d *desk) {
		_, c := d.send("one")
		waits := func(words string, to *chat.Target) {
			_, queued, err := d.replies.Send(t.Context(), d.drafts.TakeNew(d.conversation, chat.Draft{Text: words}), to)
			if err != nil || !queued {
				t.Fatal(queued, err)
			}
		}
		first, last, later := warm("model-1", 0.1), warm("model-2", 0.2), warm("model-3", 0.3)
		waits("two", first)
		waits("three", last)
		// What is chosen while it waits is for the next message.
		if err := d.disk.SetModel(t.Context(), d.conversation, "", later.Model); err != nil {
			t.Fatal(err)
		}
		if err := d.disk.SetParameters(t.Context(), d.conversation, later.Params); err != nil {
			t.Fatal(err)
		}
		c = d.asks("the first", first, func() error { c.say("1"); c.done(); return nil })
		same(t, "asked", c.turns(), []string{"user: one", "assistant: 1", "user: two"})
		d.asks("the second", last, func() error { c.say("2"); c.done(); return nil }).done()
		synctest.Wait()
		d.wantsStored(later)
	})
}
