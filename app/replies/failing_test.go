package replies_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"parlando/app/chat"
	"parlando/app/history/historytest"
	"parlando/app/internal/sqlite/sqlitetest"
	"parlando/app/problem"
	"parlando/app/replies"
)

// failingCall lets a call of the database fail, the n-th after begin.
type failingCall struct {
	driver *sqlitetest.Driver
	n      int
	failed bool
}

func (f *failingCall) begin() { f.driver.Fail(f.n) }

// end lets no call fail any more.
func (f *failingCall) end() { f.failed = f.driver.Mend() }

// whicheverCallFails tells a story in a chat of its own for each call of the database that can fail
// between begin and end.
func whicheverCallFails(t *testing.T, tools *toolbox, tell func(t *testing.T, d *desk, f *failingCall)) {
	t.Helper()
	story(t, func(t *testing.T, d *desk) {
		d.close()
		f := &failingCall{driver: sqlitetest.NewDriver(t), n: 1}
		d.driver, d.tools = f.driver, tools
		d.open()
		synctest.Wait()
		for ; ; f.n++ {
			d.conversation = chat.NewID()
			if err := historytest.Add(t.Context(), d.disk, chat.Conversation{ID: d.conversation, Model: "asked-1"}); err != nil {
				t.Fatal(err)
			}
			if tell(t, d, f); !f.failed {
				break
			}
		}
		if f.n < 5 {
			t.Errorf("%d calls were made", f.n-1)
		}
	})
}

// Whichever call of the database fails while a message is sent and answered, the message and its
// answer are stored once in the end, or the message waits in its box, and it is sent once at most.
func TestAFailureOfTheDatabaseLosesNoWord(t *testing.T) {
	whicheverCallFails(t, nil, func(t *testing.T, d *desk, f *failingCall) {
		question, answer := fmt.Sprintf("Question %d", f.n), fmt.Sprintf("Answer %d", f.n)
		f.begin()
		reply, _, err := d.replies.Send(t.Context(), d.drafts.TakeNew(d.conversation, chat.Draft{Text: question}), nil)
		if err != nil {
			f.end()
			if got := d.unsent(); got != question {
				t.Fatalf("call %d failed: %v, and the box has %q", f.n, err, got)
			}
			return
		}
		synctest.Wait()
		sent := len(d.service.calls)
		if sent > 0 {
			c := d.call()
			c.say(answer)
			c.done()
		}
		time.Sleep(time.Minute) // what fails is tried again
		f.end()
		time.Sleep(time.Minute)
		m := d.shown(reply)
		if sent == 0 && m.State == chat.Failed && m.Request.Problem.Kind == problem.StoppedByDisk {
			answer = ""
		} else if sent != 1 || len(d.service.calls) > 0 || m.State != chat.Done || m.Text() != answer {
			t.Errorf("call %d failed: sent %d times, shown %s %q with %+v", f.n, sent, m.State, m.Text(), m.Request.Problem)
		}
		d.wantKept(f, m)
		same(t, "the chat", d.thread(), []string{"user: " + question, "assistant: " + answer})
	})
}

// wantKept checks that a message is on disk as it is shown.
func (d *desk) wantKept(f *failingCall, shown chat.Message) {
	d.t.Helper()
	kept := d.kept(shown.ID)
	if kept.State != shown.State || fmt.Sprint(texts(kept)) != fmt.Sprint(texts(shown)) {
		d.t.Errorf("call %d failed: stored is %s %q, shown %s %q", f.n, kept.State, texts(kept), shown.State, texts(shown))
	}
}

// texts returns the texts of all parts of a message.
func texts(m chat.Message) (all []string) {
	for _, p := range m.Parts {
		all = append(all, string(p.Kind)+" "+p.Text)
	}
	return all
}

// Whichever call of the database fails while a model uses tools, the reply is complete in the end,
// if need be after Continue. No request is answered twice and no tool runs twice.
func TestAFailureWhileToolsRunPaysNothingTwiceAndRunsNothingTwice(t *testing.T) {
	tools := &toolbox{}
	whicheverCallFails(t, tools, func(t *testing.T, d *desk, f *failingCall) {
		d.offer(chat.Parameters{Tools: []string{"add", "look"}})
		tools.ran, tools.asked = nil, nil
		f.begin()
		reply, _, err := d.replies.Send(t.Context(), d.drafts.TakeNew(d.conversation, chat.Draft{Text: "Go"}), nil)
		if err != nil {
			f.end()
			if got := d.unsent(); got != "Go" {
				t.Fatalf("call %d failed: %v, and the box has %q", f.n, err, got)
			}
			return
		}
		var answered []int // how many results the requests had
		answers := func() {
			for {
				if synctest.Wait(); len(d.service.calls) == 0 {
					time.Sleep(20 * time.Second) // what fails is tried again
				}
				if synctest.Wait(); len(d.service.calls) == 0 {
					return
				}
				c := d.call()
				n := len(c.wire(0))
				switch answered = append(answered, n); n {
				case 1:
					c.say("Let me see.")
					c.wants("1 add {}", `2 look {"n":2}`)
				case 4:
					c.wants(`3 add {"n":3}`)
				default:
					c.say("All done.")
					c.done()
				}
			}
		}
		answers()
		f.end()
		m := d.shown(reply)
		for tries := 0; m.State != chat.Done && tries < 2; tries++ {
			if p := m.Request.Problem; p == nil || p.Kind != problem.StoppedByDisk && p.Kind != problem.Storage {
				t.Errorf("call %d failed, and the reply says %+v", f.n, p)
			}
			d.wantKept(f, m)
			if m.State == chat.Failed { // it has nothing to go on with
				reply, err = d.replies.Regenerate(t.Context(), reply, nil)
			} else {
				err = d.replies.Continue(t.Context(), reply, nil)
			}
			if err != nil {
				t.Fatalf("call %d failed, and the reply does not go on: %v", f.n, err)
			}
			answers()
			m = d.shown(reply)
		}
		d.wantKept(f, m)
		if m.State != chat.Done || !slices.Equal(answered, []int{1, 4, 6}) || !slices.Equal(tools.ids(), []string{"1", "2", "3"}) {
			t.Errorf("call %d failed: %s %q, requests of %v messages were answered, %v ran", f.n, m.State, texts(m), answered, tools.ids())
		}
		if slices.ContainsFunc(tools.asked, func(r chat.ToolRequest) bool { return r.MayHaveRun }) {
			t.Errorf("call %d failed, and a call is said to have run perhaps: %+v", f.n, tools.asked)
		}
	})
}

// Whichever call of the database fails while an edited message is sent, the old one or the new one
// is shown, and the edited words wait in the box unless they were sent.
func TestAFailureWhileEditingLosesNeitherMessage(t *testing.T) {
	whicheverCallFails(t, nil, func(t *testing.T, d *desk, f *failingCall) {
		d.answered("Old", "Old answer")
		heads, err := d.disk.Thread(t.Context(), d.conversation)
		if err != nil {
			t.Fatal(err)
		}
		f.begin()
		reply, _, err := d.replies.Send(t.Context(), d.drafts.TakeNew(d.conversation, chat.Draft{Text: "New", Edits: heads[0].ID}), nil)
		if err != nil {
			f.end()
			if got := d.unsent(); got != "New" {
				t.Errorf("call %d failed: %v, and the box has %q", f.n, err, got)
			}
			same(t, "the chat", d.thread(), []string{"user: Old", "assistant: Old answer"})
			return
		}
		synctest.Wait()
		answer := ""
		if len(d.service.calls) > 0 {
			answer = "New answer"
			c := d.call()
			c.say(answer)
			c.done()
		}
		time.Sleep(time.Minute)
		f.end()
		time.Sleep(time.Minute)
		m := d.shown(reply)
		if p := m.Request.Problem; m.State != chat.Done && (answer != "" || p == nil || p.Kind != problem.StoppedByDisk) {
			t.Errorf("call %d failed: %s %q, %+v", f.n, m.State, m.Text(), p)
		}
		d.wantKept(f, m)
		same(t, "the chat", d.thread(), []string{"user: New", "assistant: " + answer})
		if all, err := d.disk.Siblings(t.Context(), m.Parent); err != nil || len(all) != 2 {
			t.Errorf("call %d failed: %d versions of the question, %v", f.n, len(all), err)
		}
	})
}

// Whichever call of the database fails while a reply is continued, it keeps the words that it had.
func TestAFailureWhileContinuingLosesNoWord(t *testing.T) {
	whicheverCallFails(t, nil, func(t *testing.T, d *desk, f *failingCall) {
		reply, c := d.send("Go")
		c.say("This far")
		c.cut()
		before := d.ended(reply, chat.CutOff)
		f.begin()
		if err := d.replies.Continue(t.Context(), reply, nil); err != nil {
			f.end()
			if m := d.ended(reply, chat.CutOff); m.Text() != "This far" || len(m.Requests()) != len(before.Requests()) {
				t.Errorf("call %d failed: %+v", f.n, m)
			}
			return
		}
		synctest.Wait()
		sent := len(d.service.calls)
		if sent > 0 {
			c = d.call()
			c.say(" and on")
			c.done()
		}
		time.Sleep(time.Minute)
		f.end()
		time.Sleep(time.Minute)
		m := d.shown(reply)
		d.wantKept(f, m)
		if sent == 0 && m.State == chat.CutOff && m.Request.Problem.Kind == problem.StoppedByDisk && m.Text() == "This far" {
			return
		}
		if sent != 1 || m.State != chat.Done || m.Text() != "This far and on" {
			t.Errorf("call %d failed: sent %d times, %s %q, %+v", f.n, sent, m.State, m.Text(), m.Request.Problem)
		}
	})
}

// Whichever call of the database fails while a reply is stopped, what came is kept and the place is
// free.
func TestAFailureWhileStoppingKeepsWhatCame(t *testing.T) {
	whicheverCallFails(t, nil, func(t *testing.T, d *desk, f *failingCall) {
		reply, c := d.send("Go")
		c.say("This far")
		synctest.Wait()
		f.begin()
		d.replies.Stop(d.conversation)
		time.Sleep(time.Minute)
		f.end()
		time.Sleep(time.Minute)
		if m := d.ended(reply, chat.Stopped); m.Text() != "This far" || m.Request.Problem != nil {
			t.Errorf("call %d failed: %q, %+v", f.n, m.Text(), m.Request.Problem)
		}
		d.answered("Next", "Answer")
	})
}

// Whichever call of the database fails while a reply of a hidden branch is asked for once more,
// that is told and nothing has changed, or there is one more, which is asked for once.
func TestAFailureWhileAskingOnceMoreChangesNothing(t *testing.T) {
	whicheverCallFails(t, nil, func(t *testing.T, d *desk, f *failingCall) {
		old := d.answered("Old", "Old answer")
		heads, err := d.disk.Thread(t.Context(), d.conversation)
		if err != nil {
			t.Fatal(err)
		}
		_, _, err = d.replies.Send(t.Context(), d.drafts.TakeNew(d.conversation, chat.Draft{Text: "New", Edits: heads[0].ID}), nil)
		if err != nil {
			t.Fatal(err)
		}
		c := d.call()
		c.say("New answer")
		c.done()
		synctest.Wait()
		f.begin()
		reply, err := d.replies.Regenerate(t.Context(), old, nil)
		if err != nil {
			f.end()
			if all := d.siblings(old); reply != "" || len(all) != 1 || !f.failed {
				t.Errorf("call %d failed: %v, %q, %d replies", f.n, err, reply, len(all))
			}
			same(t, "the chat", d.thread(), []string{"user: New", "assistant: New answer"})
			d.answered("Next", "Answer") // the place is free
			return
		}
		synctest.Wait()
		sent := len(d.service.calls)
		if sent > 0 {
			c = d.call()
			same(t, "asked", c.turns(), []string{"user: Old"})
			c.say("Another")
			c.done()
		}
		time.Sleep(time.Minute)
		f.end()
		time.Sleep(time.Minute)
		m := d.shown(reply)
		stopped := sent == 0 && m.State == chat.Failed && m.Request.Problem.Kind == problem.StoppedByDisk
		if !stopped && (sent != 1 || m.State != chat.Done || m.Text() != "Another" || len(d.siblings(old)) != 2) {
			t.Errorf("call %d failed: sent %d times, %s %q, %+v", f.n, sent, m.State, m.Text(), m.Request.Problem)
		}
		d.wantKept(f, m)
	})
}

// A message that edits something else than a message of the user in its chat is not sent, and waits
// in its box.
func TestOnlyAMessageOfTheUserCanBeEdited(t *testing.T) {
	story(t, func(t *testing.T, d *desk) {
		elsewhere, here := chat.NewID(), d.conversation
		d.conversation = elsewhere
		if err := historytest.Add(t.Context(), d.disk, chat.Conversation{ID: elsewhere, Model: "asked-1"}); err != nil {
			t.Fatal(err)
		}
		d.answered("There", "Answer")
		heads, err := d.disk.Thread(t.Context(), elsewhere)
		if err != nil {
			t.Fatal(err)
		}
		d.conversation = here
		shown := d.answered("Old", "Old answer")
		for what, id := range map[string]chat.ID{"a reply": shown, "a message of another chat": heads[0].ID, "a reply of another chat": heads[1].ID, "nothing": "nowhere"} {
			message := d.drafts.TakeNew(here, chat.Draft{Text: "New", Edits: id})
			if _, _, err := d.replies.Send(t.Context(), message, nil); !errors.Is(err, replies.ErrNoReply) {
				t.Errorf("%s: %v", what, err)
			}
			if box, v := d.box(); v.Draft.Text != "New" {
				t.Errorf("%s: the box has %q", what, v.Draft.Text)
			} else {
				box.Set(chat.Draft{})
			}
		}
		same(t, "the chat", d.thread(), []string{"user: Old", "assistant: Old answer"})
	})
}
