package replies_test

import (
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/history"
	"parlando/app/history/historytest"
	"parlando/app/problem"
	"parlando/app/replies"
)

func same(t *testing.T, what string, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s\n got %q\nwant %q", what, got, want)
	}
}

func TestAQuestionIsOnDiskBeforeItLeavesAndItsAnswerStreamsIn(t *testing.T) {
	story(t, func(t *testing.T, d *desk) {
		onDisk := make(chan []string, 1)
		d.service.answer = func(*http.Request) *http.Response {
			onDisk <- d.thread()
			return response(http.StatusInternalServerError, "application/json", text(`{}`))
		}
		first, c := d.send("Are you there?")
		_ = c
		same(t, "on disk when the request came", <-onDisk, []string{"user: Are you there?", "assistant: "})
		d.ended(first, chat.Failed)

		d.service.answer = nil
		reply, c := d.send("Hello")
		if id, ok := d.replies.Active(d.conversation); !ok || id != reply {
			t.Errorf("active is %q, %v", id, ok)
		}
		s, ok := d.replies.Snapshot(reply)
		if !ok || s.State != chat.Waiting || s.Sibling != 1 || s.Siblings != 1 || s.Request.Asked != "asked-1" {
			t.Errorf("before the first word: %+v", s)
		}
		d.marks.Take()
		c.think("Greeting. ")
		c.say("Good ")
		synctest.Wait()
		if !d.marked(changes.Message, reply) {
			t.Error("the growth was not marked")
		}
		if m := d.shown(reply); m.State != chat.Writing || m.Text() != "Good " {
			t.Errorf("after the first word: %+v", m)
		}
		c.say("day.")
		c.done()
		m := d.ended(reply, chat.Done)
		if m.Text() != "Good day." || m.Finish != chat.FinishStop || m.Parts[0].Kind != chat.PartReasoning ||
			m.Request.Served != "served-1" || m.Request.Usage.Total != 7 || m.Request.HTTPID != "req-1" || m.Request.Ended.IsZero() {
			t.Errorf("kept %+v, request %+v", m, m.Request)
		}
		if _, ok := d.replies.Active(d.conversation); ok {
			t.Error("still active after the end")
		}
		same(t, "the second question", c.turns(), []string{"user: Are you there?\n\nHello"})
	})
}

func TestStopIsSeenAtOnceAndKeepsWhatCame(t *testing.T) {
	story(t, func(t *testing.T, d *desk) {
		reply, c := d.send("Tell me a long story")
		c.say("Once upon")
		synctest.Wait()
		d.marks.Take()
		pressed := time.Now()
		d.replies.Stop(d.conversation)
		if m := d.shown(reply); m.State != chat.Stopped || m.Text() != "Once upon" {
			t.Errorf("when Stop returned: %+v", m)
		}
		if _, ok := d.replies.Active(d.conversation); ok {
			t.Error("still active when Stop returned")
		}
		if !d.marked(changes.Message, reply) {
			t.Error("Stop was not marked")
		}
		<-c.ctx.Done()
		if took := time.Since(pressed); took > 200*time.Millisecond {
			t.Errorf("the request ended after %v", took)
		}
		if m := d.ended(reply, chat.Stopped); m.Text() != "Once upon" || m.Request.Ended.IsZero() || m.Request.Problem != nil {
			t.Errorf("kept %+v", m)
		}
		d.replies.Stop(d.conversation) // nothing to stop: nothing happens
	})
}

func TestAMessageSentRightAfterStopIsNotQueued(t *testing.T) {
	story(t, func(t *testing.T, d *desk) {
		_, c := d.send("one")
		c.say("half an ans")
		synctest.Wait()
		d.replies.Stop(d.conversation)
		_, c = d.send("two")
		same(t, "asked", c.turns(), []string{"user: one", "assistant: half an ans", "user: two"})
	})
}

func TestTryAgainKeepsTheOldAnswer(t *testing.T) {
	story(t, func(t *testing.T, d *desk) {
		old := d.answered("Name a color", "Red")
		fresh, err := d.replies.Regenerate(t.Context(), old, nil)
		if err != nil {
			t.Fatal(err)
		}
		c := d.call()
		same(t, "asked again", c.turns(), []string{"user: Name a color"})
		if s, ok := d.replies.Snapshot(fresh); !ok || s.Sibling != 2 || s.Siblings != 2 {
			t.Errorf("in flight it is %d of %d", s.Sibling, s.Siblings)
		}
		c.say("Blue")
		c.done()
		m := d.ended(fresh, chat.Done)
		if m.Sibling != 2 || m.Siblings != 2 || d.kept(old).Text() != "Red" {
			t.Errorf("new %+v, old %+v", m, d.kept(old))
		}
		same(t, "shown", d.thread(), []string{"user: Name a color", "assistant: Blue"})

		// The old answer shown again, the conversation goes on from it.
		if err := d.disk.ShowBranch(t.Context(), old); err != nil {
			t.Fatal(err)
		}
		_, c = d.send("Darker?")
		same(t, "asked on the old branch", c.turns(), []string{"user: Name a color", "assistant: Red", "user: Darker?"})
	})
}

// What is left when a message was deleted alone is sent as it stands, what follows in the same role
// as one message.
func TestAChatFromWhichAMessageWasDeletedAloneGoesOn(t *testing.T) {
	for deleted, want := range [][]string{
		{"assistant: Red", "user: Another", "assistant: Blue", "user: One"},
		{"user: Name a color\n\nAnother", "assistant: Blue", "user: One"},
		{"user: Name a color", "assistant: Red\n\nBlue", "user: One"},
		{"user: Name a color", "assistant: Red", "user: Another\n\nOne"},
	} {
		story(t, func(t *testing.T, d *desk) {
			d.answered("Name a color", "Red")
			d.answered("Another", "Blue")
			heads, err := d.disk.Thread(t.Context(), d.conversation)
			if err == nil {
				err = d.disk.DeleteMessageAlone(t.Context(), heads[deleted].ID)
			}
			if err != nil {
				t.Fatal(err)
			}
			if heads[deleted].Role == chat.User { // the reply has no question any more
				if _, err := d.replies.Regenerate(t.Context(), heads[deleted+1].ID, nil); !errors.Is(err, replies.ErrNoReply) {
					t.Errorf("another reply to no question: %v", err)
				}
			}
			_, c := d.send("One")
			same(t, "asked", c.turns(), want)
		})
	}
}

func TestACutReplyIsKeptAndContinued(t *testing.T) {
	story(t, func(t *testing.T, d *desk) {
		reply, c := d.send("Count")
		c.think("Easy.")
		c.say("one, tw")
		c.cut()
		m := d.ended(reply, chat.CutOff)
		if m.Text() != "one, tw" || m.Request.Problem == nil || m.Request.Problem.Kind != problem.CutOff || m.Request.Problem.Host != "api.example.org" {
			t.Fatalf("kept %+v, trouble %+v", m, m.Request.Problem)
		}
		first := m.Request.ID

		if err := d.replies.Continue(t.Context(), reply, nil); err != nil {
			t.Fatal(err)
		}
		c = d.call()
		turns := c.turns()
		if len(turns) != 3 || turns[1] != "assistant: one, tw" || !strings.HasPrefix(turns[2], "user: Please continue exactly where") {
			t.Errorf("asked %q", turns)
		}
		if m := d.shown(reply); m.State != chat.Waiting || m.Text() != "one, tw" {
			t.Errorf("while it waits: %+v", m)
		}
		c.say("o, three")
		time.Sleep(time.Second)
		if m := d.kept(reply); m.Text() != "one, two, three" {
			t.Errorf("on disk a second later: %+v", m)
		}
		c.done()
		m = d.ended(reply, chat.Done)
		var kinds []string
		for _, p := range m.Parts {
			kinds = append(kinds, string(p.Kind))
		}
		same(t, "parts", kinds, []string{"reasoning", "text", "seam", "text"})
		if m.Text() != "one, two, three" || m.Request.Continues != first || m.Request.Problem != nil {
			t.Errorf("kept %+v, request %+v", m, m.Request)
		}
		if err := d.replies.Continue(t.Context(), reply, nil); !errors.Is(err, replies.ErrCannotContinue) {
			t.Errorf("continuing what is whole: %v", err)
		}
		_, c = d.send("Thanks")
		same(t, "afterwards", c.turns(), []string{"user: Count", "assistant: one, two, three", "user: Thanks"})
	})
}

func TestAReplyThatReachedItsLongestLengthGoesOn(t *testing.T) {
	story(t, func(t *testing.T, d *desk) {
		reply, c := d.send("Count")
		c.say("one, tw")
		c.finish("length")
		if m := d.ended(reply, chat.Done); m.Finish != chat.FinishLength {
			t.Fatalf("kept %+v", m)
		}
		if err := d.replies.Continue(t.Context(), reply, nil); err != nil {
			t.Fatal(err)
		}
		c = d.call()
		c.say("o, three")
		c.done()
		if m := d.ended(reply, chat.Done); m.Text() != "one, two, three" || m.Finish != chat.FinishStop {
			t.Errorf("kept %+v", m)
		}
	})
}

func TestEditingAQuestionBranches(t *testing.T) {
	story(t, func(t *testing.T, d *desk) {
		d.answered("What is red?", "A color")
		d.answered("And bleu?", "Pardon?")
		heads, err := d.disk.Thread(t.Context(), d.conversation)
		if err != nil {
			t.Fatal(err)
		}
		_, queued, err := d.replies.Send(t.Context(), d.drafts.TakeNew(d.conversation, chat.Draft{Text: "And blue?", Edits: heads[2].ID}), nil)
		if err != nil || queued {
			t.Fatal(queued, err)
		}
		c := d.call()
		same(t, "asked", c.turns(), []string{"user: What is red?", "assistant: A color", "user: And blue?"})
		c.say("Also one")
		c.done()
		synctest.Wait()
		same(t, "shown", d.thread(), []string{"user: What is red?", "assistant: A color", "user: And blue?", "assistant: Also one"})
		siblings, err := d.disk.Siblings(t.Context(), heads[2].ID)
		if err != nil || len(siblings) != 2 {
			t.Errorf("siblings %v, %v", siblings, err)
		}
	})
}

func TestAMessageWrittenMeanwhileIsSentAfterDone(t *testing.T) {
	story(t, func(t *testing.T, d *desk) {
		first, c := d.send("one")
		c.say("first answer")
		d.queue("two")
		same(t, "waiting", d.queued(), []string{"two"})
		// What is typed meanwhile stays a draft; a crash now would lose neither.
		d.types("typed")
		if stored := d.unsent(); stored != "typed" {
			t.Errorf("stored for a crash: %q", stored)
		}
		same(t, "stored for a crash", d.storedQueue(), []string{"two"})
		if shown := d.draft(); shown.Draft.Text != "typed" || len(shown.Queued) != 1 {
			t.Errorf("in the composer: %+v", shown)
		}
		if len(d.service.calls) != 0 {
			t.Error("the waiting message was sent before Done")
		}
		c.done()
		d.ended(first, chat.Done)
		c = d.call()
		same(t, "asked", c.turns(), []string{"user: one", "assistant: first answer", "user: two"})
		synctest.Wait()
		same(t, "waiting", d.queued(), nil)
		if left := d.unsent(); left != "typed" {
			t.Errorf("the draft is now %q", left)
		}
		if !d.marked(changes.Draft, d.conversation) {
			t.Error("the queue was not marked")
		}
	})
}

func TestAWaitingMessageThatIsRefusedSaysWhy(t *testing.T) {
	story(t, func(t *testing.T, d *desk) {
		first, c := d.send("one")
		c.say("first answer")
		d.queue("two")
		if err := d.disk.SetModel(t.Context(), d.conversation, "", ""); err != nil {
			t.Fatal(err)
		}
		c.done()
		d.ended(first, chat.Done)
		synctest.Wait()
		if back := d.draft(); !back.Draft.Empty() || !errors.Is(back.NotSent, replies.ErrNoModel) {
			t.Errorf("told: %+v", back)
		}
		same(t, "paused", d.queued(), []string{"two: not sent"})
		box, _ := d.box()
		if box.Acknowledge(); d.draft().NotSent != nil {
			t.Error("told twice")
		}
	})
}

// The composer may not have looked since the message was put back.
func TestWhatWasPutBackIsNotWrittenOver(t *testing.T) {
	story(t, func(t *testing.T, d *desk) {
		_, c := d.send("one")
		c.say("first")
		d.queue("two")
		box, _ := d.box()
		c.cut()
		synctest.Wait()
		d.takeBack()
		v := box.Set(chat.Draft{Text: "typed"})
		if left := d.unsent(); left != "two\n\ntyped" || v.Draft.Text != left {
			t.Errorf("the draft is %q, the composer shows %q", left, v.Draft.Text)
		}
		box.Set(chat.Draft{})
		// What is sent without having looked leaves it there too.
		_, c = d.send("three")
		d.queue("four")
		c.cut()
		synctest.Wait()
		d.takeBack()
		five, _ := box.Take(chat.Draft{Text: "five"})
		if _, _, err := d.replies.Send(t.Context(), five, nil); err != nil {
			t.Fatal(err)
		}
		d.call()
		if left := d.unsent(); left != "four" {
			t.Errorf("after sending, the draft is %q", left)
		}
		// From now on it is the composer's to change.
		d.types("f")
		if left := d.unsent(); left != "f" {
			t.Errorf("the draft is %q", left)
		}
	})
}

func TestSilenceIsShownAfterTenSecondsAndEndsAfterAMinute(t *testing.T) {
	story(t, func(t *testing.T, d *desk) {
		reply, c := d.send("Go")
		quiet := func() bool {
			s, ok := d.replies.Snapshot(reply)
			return ok && s.Quiet
		}
		time.Sleep(9 * time.Second)
		c.say("a")
		time.Sleep(9900 * time.Millisecond)
		if quiet() {
			t.Error("quiet too early")
		}
		synctest.Wait()
		d.marks.Take()
		time.Sleep(200 * time.Millisecond)
		if !quiet() || !d.marked(changes.Message, reply) {
			t.Errorf("after ten seconds: quiet %v, or no mark", quiet())
		}
		c.say("b")
		synctest.Wait()
		if quiet() || !d.marked(changes.Message, reply) {
			t.Errorf("after a word: quiet %v, or no mark", quiet())
		}
		time.Sleep(10100 * time.Millisecond)
		if !quiet() {
			t.Error("the second silence is not shown")
		}
		time.Sleep(50 * time.Second)
		if m := d.ended(reply, chat.CutOff); m.Text() != "ab" || m.Request.Problem.Kind != problem.Silent {
			t.Errorf("kept %+v, trouble %+v", m, m.Request.Problem)
		}
	})
}

func TestSeveralConversationsMayHaveRepliesAtOnce(t *testing.T) {
	story(t, func(t *testing.T, d *desk) {
		one := d.conversation
		a, ca := d.send("in one")
		d.conversation = chat.NewID()
		if err := historytest.Add(t.Context(), d.disk, chat.Conversation{ID: d.conversation, Model: "asked-1"}); err != nil {
			t.Fatal(err)
		}
		b, cb := d.send("in two")
		ca.say("A")
		cb.say("B")
		synctest.Wait()
		d.replies.Stop(one)
		cb.done()
		if m := d.ended(a, chat.Stopped); m.Text() != "A" {
			t.Errorf("one: %q", m.Text())
		}
		if m := d.ended(b, chat.Done); m.Text() != "B" {
			t.Errorf("two: %q", m.Text())
		}
	})
}

func TestWhatCannotBeSentChangesNothing(t *testing.T) {
	story(t, func(t *testing.T, d *desk) {
		if _, _, err := d.replies.Send(t.Context(), d.drafts.TakeNew(d.conversation, chat.Draft{Text: " \n"}), nil); !errors.Is(err, replies.ErrNothingToSend) {
			t.Errorf("blank: %v", err)
		}
		if err := d.disk.SetModel(t.Context(), d.conversation, "", ""); err != nil {
			t.Fatal(err)
		}
		if _, _, err := d.replies.Send(t.Context(), d.drafts.TakeNew(d.conversation, chat.Draft{Text: "x"}), nil); !errors.Is(err, replies.ErrNoModel) {
			t.Errorf("no model: %v", err)
		}
		if _, _, err := d.replies.Send(t.Context(), d.drafts.TakeNew("nowhere", chat.Draft{Text: "x"}), nil); !errors.Is(err, history.ErrNotFound) {
			t.Errorf("no conversation: %v", err)
		}
		if got := d.thread(); len(got) != 0 || len(d.service.calls) != 0 {
			t.Errorf("thread %q", got)
		}
		// The place is free again.
		if err := d.disk.SetModel(t.Context(), d.conversation, "", "asked-2"); err != nil {
			t.Fatal(err)
		}
		d.send("x")
		if _, err := d.replies.Regenerate(t.Context(), "nowhere", nil); !errors.Is(err, replies.ErrNoReply) {
			t.Errorf("regenerate nothing: %v", err)
		}
	})
}

func TestWhileAReplyStreamsNoOtherIsRequested(t *testing.T) {
	story(t, func(t *testing.T, d *desk) {
		old := d.answered("one", "first")
		d.send("two")
		if _, err := d.replies.Regenerate(t.Context(), old, nil); !errors.Is(err, replies.ErrBusy) {
			t.Errorf("got %v", err)
		}
	})
}
