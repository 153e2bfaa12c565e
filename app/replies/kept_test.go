package replies_test

import (
	"context"
	"errors"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"parlando/app/chat"
	"parlando/app/history"
	"parlando/app/problem"
	"parlando/app/replies"
)

func TestTheDiskIsAtMostHalfASecondBehindTheScreen(t *testing.T) {
	story(t, func(t *testing.T, d *desk) {
		reply, c := d.send("Go")
		shown := ""
		type seen struct {
			at   time.Time
			text string
		}
		var history []seen
		for range 100 {
			c.say("word ")
			shown += "word "
			history = append(history, seen{time.Now(), shown})
			time.Sleep(37 * time.Millisecond)
			onDisk := d.kept(reply).Text()
			for _, s := range history {
				if time.Since(s.at) >= 500*time.Millisecond && len(onDisk) < len(s.text) {
					t.Fatalf("%v after %d bytes were shown the disk has %d", time.Since(s.at), len(s.text), len(onDisk))
				}
			}
		}
	})
}

// killed is a reply as it is found after a kill -9.
func (d *desk) killed(reply chat.ID) chat.Message {
	d.t.Helper()
	again, err := history.Open(d.t.Context(), d.dir, history.Options{})
	if err != nil {
		d.t.Fatal(err)
	}
	defer again.Close()
	all, err := again.Messages(d.t.Context(), []chat.ID{reply})
	if err != nil || len(all) != 1 {
		d.t.Fatal(all, err)
	}
	return all[0]
}

func TestAfterAKillDetailsTellWhatWasSent(t *testing.T) {
	story(t, func(t *testing.T, d *desk) {
		reply, _ := d.send("Go")
		time.Sleep(500 * time.Millisecond)
		if m := d.killed(reply); m.Request == nil || len(m.Request.Sent) == 0 || m.Request.Sent[0].Name != "stream" {
			t.Errorf("found %+v", m.Request)
		}
	})
}

func TestAfterAKillWhatTurnedOutToBeThinkingIsNoText(t *testing.T) {
	story(t, func(t *testing.T, d *desk) {
		reply, c := d.send("Go")
		c.say("I wonder")
		time.Sleep(500 * time.Millisecond)
		c.say("</think>")
		time.Sleep(500 * time.Millisecond)
		c.say("Hello")
		time.Sleep(500 * time.Millisecond)
		if m := d.killed(reply); m.Text() != "Hello" {
			t.Errorf("found %+v", m.Parts)
		}
	})
}

// What a kill -9 would leave: the library is opened again without a word to the first program.
func TestAfterAKillEverythingShownHalfASecondBeforeIsThere(t *testing.T) {
	story(t, func(t *testing.T, d *desk) {
		reply, c := d.send("Go")
		c.think("Hm.")
		c.say("All of this was on screen.")
		time.Sleep(500 * time.Millisecond)
		m := d.killed(reply)
		if m.State != chat.CutOff || m.Text() != "All of this was on screen." || m.Request.Problem == nil || m.Request.Problem.Kind != problem.Interrupted {
			t.Errorf("found %+v, request %+v", m, m.Request)
		}
	})
}

func TestClosingKeepsWhatCameAsInterrupted(t *testing.T) {
	story(t, func(t *testing.T, d *desk) {
		reply, c := d.send("Go")
		c.say("This far")
		synctest.Wait()
		d.queue("next")
		d.close()
		d.open()
		m := d.kept(reply)
		if m.State != chat.CutOff || m.Text() != "This far" || m.Request.Problem.Kind != problem.Interrupted {
			t.Errorf("kept %+v, request %+v", m, m.Request)
		}
		same(t, "the waiting message", d.storedQueue(), []string{"next"})
		if err := d.replies.Continue(t.Context(), reply, nil); err != nil {
			t.Fatal(err)
		}
		c = d.call()
		c.say(" and on")
		c.done()
		if m := d.ended(reply, chat.Done); m.Text() != "This far and on" {
			t.Errorf("continued %q", m.Text())
		}
	})
}

func TestNothingIsSentAfterClose(t *testing.T) {
	story(t, func(t *testing.T, d *desk) {
		if err := d.replies.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
		if _, _, err := d.replies.Send(t.Context(), d.drafts.TakeNew(d.conversation, chat.Draft{Text: "x"}), nil); !errors.Is(err, replies.ErrClosed) {
			t.Errorf("got %v", err)
		}
	})
}

func TestAFullDiskLosesNoWordWhileTheProgramRuns(t *testing.T) {
	story(t, func(t *testing.T, d *desk) {
		reply, c := d.send("Go")
		c.say("early ")
		time.Sleep(time.Second)
		d.disk.refuse(history.ErrFull)
		c.say("middle ")
		time.Sleep(2 * time.Second)
		s, ok := d.replies.Snapshot(reply)
		if !ok || s.State != chat.Writing || s.Text() != "early middle " || s.Request.Problem == nil || s.Request.Problem.Kind != problem.Storage {
			t.Fatalf("while the disk is full: %+v, request %+v", s, s.Request)
		}
		c.say("late")
		c.done()
		time.Sleep(10 * time.Second)
		s, ok = d.replies.Snapshot(reply)
		if !ok || s.State != chat.Done || s.Text() != "early middle late" || s.Request.Problem == nil || s.Request.Problem.Kind != problem.Storage {
			t.Fatalf("ended on a full disk: %+v", s)
		}
		d.disk.refuse(nil)
		time.Sleep(time.Minute)
		if m := d.ended(reply, chat.Done); m.Text() != "early middle late" || m.Request.Problem != nil {
			t.Errorf("kept %+v", m)
		}
	})
}

func TestCloseTellsWhatCouldNotBeStored(t *testing.T) {
	story(t, func(t *testing.T, d *desk) {
		_, c := d.send("Go")
		c.say("words")
		synctest.Wait()
		d.disk.refuse(history.ErrFull)
		if err := d.replies.Close(context.Background()); err == nil {
			t.Error("Close says that all is well")
		}
		d.closed = true
		if err := errors.Join(d.drafts.Close(), d.disk.Close()); err != nil {
			t.Error(err)
		}
	})
}

func TestFlushWritesWhatMemoryAloneHoldsAndTellsWhenItCannot(t *testing.T) {
	story(t, func(t *testing.T, d *desk) {
		reply, c := d.send("Go")
		c.say("early ")
		synctest.Wait()
		if err := d.replies.Flush(); err != nil {
			t.Errorf("with room for it: %v", err)
		}
		if m := d.killed(reply); m.Text() != "early " {
			t.Errorf("found %q", m.Text())
		}
	})
	story(t, func(t *testing.T, d *desk) {
		reply, c := d.send("Go")
		c.say("early ")
		time.Sleep(time.Second)
		d.disk.refuse(history.ErrFull)
		c.say("middle ")
		synctest.Wait()
		if err := d.replies.Flush(); !errors.Is(err, history.ErrFull) {
			t.Errorf("while it is written: %v", err)
		}
		if s := d.shown(reply); s.Request.Problem == nil || s.Request.Problem.Kind != problem.Storage {
			t.Errorf("shown: %+v", s.Request)
		}
		c.say("late")
		c.cut()
		synctest.Wait()
		if err := d.replies.Flush(); !errors.Is(err, history.ErrFull) {
			t.Errorf("when it has ended: %v", err)
		}
		d.disk.refuse(nil)
		if err := d.replies.Flush(); err != nil {
			t.Errorf("with room again: %v", err)
		}
		if m := d.ended(reply, chat.CutOff); m.Text() != "early middle late" || m.Request.Problem == nil || m.Request.Problem.Kind != problem.CutOff {
			t.Errorf("kept %+v, problem %+v", m, m.Request.Problem)
		}
		if err := d.replies.Continue(t.Context(), reply, nil); err != nil {
			t.Fatal(err)
		}
		c = d.call()
		time.Sleep(10 * time.Second) // past the next try to store the end that was refused
		c.say(" and on")
		c.done()
		if m := d.ended(reply, chat.Done); m.Text() != "early middle late and on" {
			t.Errorf("continued %q", m.Text())
		}
	})
}

func TestAWholeReplyThatIsCutKeepsItsWordsAndGoesOn(t *testing.T) {
	story(t, func(t *testing.T, d *desk) {
		if err := d.disk.SetParameters(t.Context(), d.conversation, chat.Parameters{AllAtOnce: true}); err != nil {
			t.Fatal(err)
		}
		d.service.answer = func(*http.Request) *http.Response {
			return response(http.StatusOK, "application/json", text(`{"choices":[{"index":0,"message":{"role":"assistant","content":"Once upon`))
		}
		reply, _ := d.send("Tell me a story")
		m := d.ended(reply, chat.CutOff)
		if m.Text() != "Once upon" || m.Request.Problem == nil || m.Request.Problem.Kind != problem.CutOff {
			t.Fatalf("kept %+v, problem %+v", m, m.Request.Problem)
		}
		d.service.answer = nil
		if err := d.replies.Continue(t.Context(), reply, nil); err != nil {
			t.Fatal(err)
		}
		c := d.call()
		c.say(" a time")
		c.done()
		if m := d.ended(reply, chat.Done); m.Text() != "Once upon a time" {
			t.Errorf("continued %q", m.Text())
		}
	})
}
