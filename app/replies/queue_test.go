package replies_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/replies"
)

// queued are the texts of the messages that wait, each with the reason if it is paused.
func (d *desk) queued() (all []string) {
	for _, q := range d.drafts.Queued(d.conversation) {
		one := q.Draft.Text
		if q.Paused != "" {
			one += ": " + string(q.Paused)
		}
		all = append(all, one)
	}
	return all
}

// storedQueue are the texts of the messages that wait, as the disk has them.
func (d *desk) storedQueue() (all []string) {
	d.t.Helper()
	u, err := d.disk.Unsent(d.t.Context(), d.conversation)
	if err != nil {
		d.t.Fatal(err)
	}
	for _, q := range u.Queued {
		all = append(all, q.Draft.Text)
	}
	return all
}

// takeBack takes the first message that waits back.
func (d *desk) takeBack() {
	d.t.Helper()
	if all := d.drafts.Queued(d.conversation); len(all) == 0 || !d.drafts.TakeBack(d.conversation, all[0].ID) {
		d.t.Errorf("nothing was taken back of %+v", all)
	}
}

// asksFor says words as the whole answer of a call, and returns the next request.
func (d *desk) asksFor(c *call, words string) *call {
	d.t.Helper()
	c.say(words)
	c.done()
	return d.call()
}

func TestMessagesWrittenMeanwhileAreSentInOrderEachAfterTheReplyBeforeIt(t *testing.T) {
	story(t, func(t *testing.T, d *desk) {
		first, c := d.send("one")
		c.say("1")
		d.queue("two")
		d.queue("three")
		c.done()
		d.ended(first, chat.Done)
		c = d.call()
		same(t, "asked first", c.turns(), []string{"user: one", "assistant: 1", "user: two"})
		synctest.Wait()
		if len(d.service.calls) != 0 {
			t.Error("the third was sent before the second had its reply")
		}
		same(t, "waiting", d.queued(), []string{"three"})
		c = d.asksFor(c, "2")
		same(t, "asked next", c.turns(), []string{"user: one", "assistant: 1", "user: two", "assistant: 2", "user: three"})
	})
}

// An edit of an earlier message and another message wait side by side.
func TestAnEditThatWaitsStandsForItself(t *testing.T) {
	story(t, func(t *testing.T, d *desk) {
		d.answered("What is red?", "A color")
		heads, err := d.disk.Thread(t.Context(), d.conversation)
		if err != nil {
			t.Fatal(err)
		}
		_, c := d.send("And bleu?")
		d.queue("And green?")
		edit := chat.Draft{Text: "What is rot?", Edits: heads[0].ID}
		if _, queued, err := d.replies.Send(t.Context(), d.drafts.TakeNew(d.conversation, edit), nil); err != nil || !queued {
			t.Fatal(queued, err)
		}
		c = d.asksFor(c, "Pardon?")
		same(t, "asked", c.turns()[3:], []string{"assistant: Pardon?", "user: And green?"})
		c = d.asksFor(c, "Too")
		same(t, "the edit", c.turns(), []string{"user: What is rot?"})
	})
}

func TestAReplyThatIsNotDoneHoldsTheMessagesBehindIt(t *testing.T) {
	for name, end := range map[string]func(*desk, *call){
		"stopped": func(d *desk, _ *call) { d.replies.Stop(d.conversation) },
		"failed":  func(_ *desk, c *call) { c.cut() },
	} {
		t.Run(name, func(t *testing.T) {
			story(t, func(t *testing.T, d *desk) {
				_, c := d.send("one")
				c.say("first")
				synctest.Wait()
				d.queue("two")
				d.queue("three")
				d.types("typed")
				d.marks.Take()
				end(d, c)
				synctest.Wait()
				same(t, "paused", d.queued(), []string{"two: " + name, "three: " + name})
				if shown := d.draft(); shown.Draft.Text != "typed" || len(shown.Queued) != 2 {
					t.Errorf("in the composer: %+v", shown)
				}
				if !d.marked(changes.Draft, d.conversation) {
					t.Error("the queue was not marked")
				}
				time.Sleep(time.Hour)
				if len(d.service.calls) != 0 {
					t.Error("it was sent")
				}
				same(t, "stored", d.storedQueue(), []string{"two", "three"})

				// What is sent now does not wait for them, and they wait on.
				reply, c := d.send("four")
				c.say("4")
				c.done()
				d.ended(reply, chat.Done)
				same(t, "paused", d.queued(), []string{"two: " + name, "three: " + name})

				if err := d.replies.SendNow(t.Context(), d.conversation, warm("model-2", 0.2)); err != nil {
					t.Fatal(err)
				}
				c = d.call()
				same(t, "asked now", c.turns()[2:], []string{"user: four", "assistant: 4", "user: two"})
				same(t, "waiting", d.queued(), []string{"three"})
				if err := d.replies.SendNow(t.Context(), d.conversation, nil); !errors.Is(err, replies.ErrBusy) {
					t.Errorf("while a reply is written: %v", err)
				}
				c = d.asksFor(c, "2")
				if last := c.turns(); last[len(last)-1] != "user: three" || c.asked()["model"] != "model-2" {
					t.Errorf("asked %q of %v", last, c.asked()["model"])
				}
			})
		})
	}
}

func TestMessagesWaitWhileTheUserIsAskedForPermission(t *testing.T) {
	toolStory(t, "", func(t *testing.T, d *desk) {
		allowed := make(chan struct{})
		d.tools.ask = func(context.Context, chat.ToolRequest) (bool, error) {
			<-allowed
			return true, nil
		}
		reply, c := d.send("look it up")
		c.wants("1 look {}")
		synctest.Wait()
		d.queue("two")
		time.Sleep(time.Hour)
		if !d.replies.Asking()[d.conversation] || len(d.service.calls) != 0 {
			t.Errorf("asking %v, %d requests", d.replies.Asking(), len(d.service.calls))
		}
		same(t, "waiting", d.queued(), []string{"two"})
		close(allowed)
		c = d.asksFor(d.call(), "Found")
		d.ended(reply, chat.Done)
		if last := c.turns(); last[len(last)-1] != "user: two" {
			t.Errorf("asked %q", last)
		}
		c.done()
	})
}

func TestSendNowStopsAReplyThatWaitsForPermission(t *testing.T) {
	toolStory(t, "", func(t *testing.T, d *desk) {
		reply := d.waitsForPermission()
		d.queue("two")
		d.queue("three")
		if err := d.replies.SendNow(t.Context(), d.conversation, nil); err != nil {
			t.Fatal(err)
		}
		d.ended(reply, chat.Stopped)
		same(t, "what ran", d.tools.ids(), nil)
		c := d.call()
		if last := c.turns(); last[len(last)-1] != "user: two" {
			t.Errorf("asked %q", last)
		}
		same(t, "waiting", d.queued(), []string{"three"})
		c.say("second answer")
		c.done()
		d.call().done()
	})
}

func TestAfterAKillQueuedMessagesAreSeparateAndPaused(t *testing.T) {
	story(t, func(t *testing.T, d *desk) {
		_, c := d.send("one")
		c.say("first")
		d.queue("two")
		d.queue("three")
		time.Sleep(500 * time.Millisecond)
		same(t, "stored after half a second", d.storedQueue(), []string{"two", "three"})
		d.close()
		d.open()
		if shown := d.draft(); !shown.Draft.Empty() {
			t.Errorf("in the composer: %+v", shown)
		}
		same(t, "after the start", d.queued(), []string{"two: restarted", "three: restarted"})
		time.Sleep(time.Hour)
		if len(d.service.calls) != 0 {
			t.Error("it was sent unasked")
		}
		if err := d.replies.SendNow(t.Context(), d.conversation, nil); err != nil {
			t.Fatal(err)
		}
		c = d.asksFor(d.call(), "2")
		if last := c.turns(); last[len(last)-1] != "user: three" {
			t.Errorf("asked %q", last)
		}
		time.Sleep(time.Second)
		same(t, "stored at the end", d.storedQueue(), nil)
	})
}

func TestAMessageThatWaitsIsTakenBackOrEdited(t *testing.T) {
	story(t, func(t *testing.T, d *desk) {
		reply, c := d.send("one")
		c.say("1")
		for _, words := range []string{"two", "three", "four"} {
			d.queue(words)
		}
		box, _ := d.box()
		box.Set(chat.Draft{Text: "typed"})
		two := d.drafts.Queued(d.conversation)[0].ID
		if !d.drafts.TakeBack(d.conversation, two) || box.Get().Draft.Text != "two\n\ntyped" {
			t.Errorf("took back %+v", box.Get())
		}
		if d.drafts.TakeBack(d.conversation, two) {
			t.Error("it could be taken back twice")
		}
		time.Sleep(500 * time.Millisecond)
		same(t, "stored", d.storedQueue(), []string{"three", "four"})

		// An edited one returns to its place, one that was taken back goes to the end.
		box.Set(chat.Draft{})
		three := d.drafts.Queued(d.conversation)[0].ID
		if !d.drafts.EditQueued(d.conversation, three) {
			t.Fatal("it cannot be edited")
		}
		box.Get() // it is shown
		for _, words := range []string{"three, anew", "two"} {
			message, _ := box.Take(box.Set(chat.Draft{Text: words}).Draft)
			if _, queued, err := d.replies.Send(t.Context(), message, nil); err != nil || !queued {
				t.Fatal(queued, err)
			}
		}
		want := []string{"three, anew", "four", "two"}
		same(t, "waiting", d.queued(), want)
		time.Sleep(500 * time.Millisecond)
		same(t, "stored", d.storedQueue(), want)
		c.done()
		d.ended(reply, chat.Done)
		for _, words := range want {
			c = d.call()
			if turns := c.turns(); !slices.Equal(turns[len(turns)-1:], []string{"user: " + words}) {
				t.Errorf("asked %q, want %q", turns, words)
			}
			c.say("fine")
			c.done()
		}
	})
}
