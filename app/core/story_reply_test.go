package core_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parlando/app/chat"
	"parlando/app/drafts"
	"parlando/app/problem"
	"parlando/client/practice"
)

func TestStopKeepsWhatCame(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.start()
		c := p.looksAround(practice.SlowModel)
		reply := p.asks(c, "Take your time")
		p.readsSome(reply, 10)
		p.Replies.Stop(c)
		seen := p.sees(reply)
		if seen.State != chat.Stopped || len(seen.Text()) < 10 {
			t.Errorf("when Stop returns: %+v", seen)
		}
		if m := p.waitsFor(reply, chat.Stopped); m.Text() != seen.Text() || m.Request.Problem != nil {
			t.Errorf("kept %+v", m)
		}
	})
}

func TestTryAgainKeepsTheFirstAnswer(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.start()
		c := p.looksAround(practice.WriterModel)
		first := p.waitsFor(p.asks(c, "Name a color"), chat.Done)
		second, err := p.Replies.Regenerate(t.Context(), first.ID, nil)
		if err != nil {
			t.Fatal(err)
		}
		if m := p.sees(second); m.Sibling != 2 || m.Siblings != 2 {
			t.Errorf("while it is written it is ‹%d of %d›", m.Sibling, m.Siblings)
		}
		m := p.waitsFor(second, chat.Done)
		p.wantReads(c, "user: Name a color", "assistant: "+m.Text())
		if err := p.History.ShowBranch(t.Context(), first.ID); err != nil {
			t.Fatal(err)
		}
		p.wantReads(c, "user: Name a color", "assistant: "+first.Text())
		if m := p.kept(first.ID); m.Sibling != 1 || m.Siblings != 2 {
			t.Errorf("the first is ‹%d of %d›", m.Sibling, m.Siblings)
		}
	})
}

func TestAnEditedQuestionBranches(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.start()
		c := p.looksAround(practice.WriterModel)
		old := p.waitsFor(p.asks(c, "What is bleu?"), chat.Done)
		m := p.waitsFor(p.sends(c, chat.Draft{Text: "What is blue?", Edits: old.Parent}), chat.Done)
		p.wantReads(c, "user: What is blue?", "assistant: "+m.Text())
		if q := p.kept(m.Parent); q.Sibling != 2 || q.Siblings != 2 {
			t.Errorf("the edited question is ‹%d of %d›", q.Sibling, q.Siblings)
		}
		if err := p.History.ShowBranch(t.Context(), old.Parent); err != nil {
			t.Fatal(err)
		}
		p.wantReads(c, "user: What is bleu?", "assistant: "+old.Text())
	})
}

func TestAMessageWrittenMeanwhileIsSentOnlyAfterDone(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.elsewhere()
		c := p.newChat(practice.WriterModel)
		first := p.asks(c, "One")
		p.readsSome(first, 5)
		p.queues(c, "Two")
		h.net.requests()
		p.until("nearly the end", func() bool { return strings.HasSuffix(p.sees(first).Text(), "your message.*") })
		if out := h.net.requests(); len(out) != 0 {
			t.Errorf("sent before the end: %v", out)
		}
		answer := p.waitsFor(first, chat.Done)
		var second chat.ID
		p.until("the second question", func() bool {
			reply, flies := p.Replies.Active(c)
			second = reply
			return flies && len(p.Drafts.Queued(c)) == 0 && len(p.reads(c)) == 4
		})
		p.waitsFor(second, chat.Done)
		p.wantReads(c, "user: One", "assistant: "+answer.Text(), "user: Two", "assistant: "+p.kept(second).Text())
		if d := p.draft(c); !d.Empty() {
			t.Errorf("the draft is %+v", d)
		}
	})
}

func TestAMessageWrittenMeanwhileIsPausedAfterAFailure(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.elsewhere()
		c := p.newChat(practice.FailingModel)
		reply := p.asks(c, "cut off")
		p.readsSome(reply, 5)
		p.queues(c, "Two")
		h.net.requests()
		m := p.waitsFor(reply, chat.CutOff)
		synctest.Wait() // whatever happens to it has happened
		p.wantsQueued(c, drafts.ReplyFailed, "Two")
		p.wantReads(c, "user: cut off", "assistant: "+m.Text())
		if out := h.net.requests(); len(out) != 0 {
			t.Errorf("sent all the same: %v", out)
		}
	})
}

func TestACutReplyGoesOnWhereItStopped(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.start()
		for _, words := range []string{"cut off", "length"} {
			c := p.looksAround(practice.FailingModel)
			reply := p.asks(c, words)
			p.until("the end of the first part", func() bool { _, flies := p.Replies.Snapshot(reply); return !flies })
			part := p.kept(reply)
			if strings.HasSuffix(part.Text(), "your message.*") || part.Text() == "" {
				t.Fatalf("%s: %+v", words, part)
			}
			if err := p.Replies.Continue(t.Context(), reply, nil); err != nil {
				t.Fatalf("%s: %v", words, err)
			}
			m := p.waitsFor(reply, chat.Done)
			if !strings.HasPrefix(m.Text(), part.Text()+"which is that everything you saw before the failure was saved") {
				t.Errorf("%s: it goes on with %q", words, strings.TrimPrefix(m.Text(), part.Text()))
			}
			if len(m.Parts) != 3 || m.Parts[1].Kind != chat.PartContinued || m.Request.Continues != part.Request.ID || m.Request.Problem != nil {
				t.Errorf("%s: kept %+v, request %+v", words, m.Parts, m.Request)
			}
		}
	})
}

func TestAShortLeashCanBeLengthenedAgainAndAgain(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.start()
		c := p.looksAround(practice.WriterModel)
		longest := 12
		if err := p.History.SetParameters(t.Context(), c, chat.Parameters{MaxTokens: &longest}); err != nil {
			t.Fatal(err)
		}
		reply := p.asks(c, "Hello there")
		text := ""
		for range 3 {
			m := p.waitsFor(reply, chat.Done)
			if m.Finish != chat.FinishLength || !strings.HasPrefix(m.Text(), text) || len(m.Text()) <= len(text) {
				t.Fatalf("after %q came %+v", text, m)
			}
			text = m.Text()
			if err := p.Replies.Continue(t.Context(), reply, nil); err != nil {
				t.Fatal(err)
			}
		}
		p.waitsFor(reply, chat.Done)
		if err := p.History.SetParameters(t.Context(), c, chat.Parameters{}); err != nil {
			t.Fatal(err)
		}
		if err := p.Replies.Continue(t.Context(), reply, nil); err != nil {
			t.Fatal(err)
		}
		m := p.waitsFor(reply, chat.Done)
		if m.Finish != chat.FinishStop || strings.Count(m.Text(), "> Hello there") != 1 || !strings.HasSuffix(m.Text(), "your message.*") {
			t.Errorf("in the end there is %q", m.Text())
		}
	})
}

func TestAReplyStoppedBeforeItsFirstWordCanGoOn(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.start()
		c := p.looksAround(practice.WriterModel)
		reply := p.asks(c, "Wait")
		p.Replies.Stop(c)
		if m := p.waitsFor(reply, chat.Stopped); m.Text() != "" {
			t.Errorf("there is already %q", m.Text())
		}
		if err := p.Replies.Continue(t.Context(), reply, nil); err != nil {
			t.Fatal(err)
		}
		if m := p.waitsFor(reply, chat.Done); !strings.Contains(m.Text(), "> Wait") || len(m.Parts) != 1 {
			t.Errorf("it said %+v", m.Parts)
		}
	})
}

func TestWhatIsSetIsSentAndNothingElse(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.elsewhere()
		c := p.newChat(practice.WriterModel)
		p.waitsFor(p.asks(c, "Plain"), chat.Done)
		sent := h.lastBody()
		if names := slices.Sorted(maps.Keys(sent)); !slices.Equal(names, []string{"messages", "model", "stream", "stream_options"}) {
			t.Errorf("with every dial empty there are %q", names)
		}

		cool, longest := 0.2, 12
		set := chat.Parameters{Temperature: &cool, MaxTokens: &longest, Instructions: "Be brief."}
		if err := p.History.SetParameters(t.Context(), c, set); err != nil {
			t.Fatal(err)
		}
		m := p.waitsFor(p.asks(c, "Dialed"), chat.Done)
		sent = h.lastBody()
		if names := slices.Sorted(maps.Keys(sent)); !slices.Equal(names, []string{"max_tokens", "messages", "model", "stream", "stream_options", "temperature"}) {
			t.Errorf("with three dials set there are %q", names)
		}
		first := sent["messages"].([]any)[0].(map[string]any)
		if sent["temperature"] != 0.2 || sent["max_tokens"] != 12.0 || first["role"] != "system" || first["content"] != "Be brief." {
			t.Errorf("sent %v", sent)
		}
		if m.Finish != chat.FinishLength || *m.Request.Params.Temperature != 0.2 {
			t.Errorf("kept: finish %q, %+v", m.Finish, m.Request.Params)
		}

		if err := p.History.SetParameters(t.Context(), c, chat.Parameters{}); err != nil {
			t.Fatal(err)
		}
		p.waitsFor(p.asks(c, "Plain again"), chat.Done)
		if sent = h.lastBody(); sent["temperature"] != nil || sent["max_tokens"] != nil {
			t.Errorf("sent %v", sent)
		}
	})
}

func TestEachProblemHasItsName(t *testing.T) {
	for words, want := range map[string]struct {
		state chat.State
		kind  problem.Kind
	}{
		"cut off":   {chat.CutOff, problem.CutOff},
		"key":       {chat.Failed, problem.KeyRejected},
		"credit":    {chat.Failed, problem.NoCredit},
		"busy":      {chat.Failed, problem.Busy},
		"server":    {chat.Failed, problem.ServerError},
		"silent":    {chat.CutOff, problem.Silent},
		"empty":     {chat.Failed, problem.Empty},
		"gibberish": {chat.Failed, problem.WrongAddress},
		"unknown":   {chat.Failed, problem.NoSuchModel},
		"too long":  {chat.Failed, problem.TooLong},
	} {
		t.Run(words, func(t *testing.T) {
			story(t, func(t *testing.T, h *home) {
				p := h.start()
				c := p.looksAround(practice.FailingModel)
				m := p.waitsFor(p.asks(c, words), want.state)
				if failed := m.Request.Problem; failed.Kind != want.kind || failed.At.IsZero() {
					t.Errorf("trouble %+v", failed)
				}
				if read := p.reads(c); read[0] != "user: "+words {
					t.Errorf("shown %q", read)
				}
			})
		})
	}
}

func TestWhenItIsBusyTheWaitIsTold(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.start()
		reply := p.asks(p.looksAround(practice.FailingModel), "busy")
		m := p.waitsFor(reply, chat.Failed)
		if m.Request.Problem.RetryAfter != 20*time.Second || m.Request.Problem.MayHaveArrived {
			t.Errorf("trouble %+v", m.Request.Problem)
		}
		time.Sleep(m.Request.Problem.RetryAfter)
		second, err := p.Replies.Regenerate(t.Context(), reply, nil)
		if err != nil {
			t.Fatal(err)
		}
		if m := p.waitsFor(second, chat.Done); !strings.HasPrefix(m.Text(), "Thank you for waiting.") {
			t.Errorf("after the wait: %q", m.Text())
		}
	})
}

// elsewhere starts Parlando with a service at https://api.example.org, in memory.
func (h *home) elsewhere() *user {
	h.t.Helper()
	h.net.service = overThere{practice.New(practice.Options{}).Transport()}
	p := h.start()
	r, err := p.Connections.Connect(h.t.Context(), "api.example.org", practice.Key, plainly)
	if err != nil || !r.Connected {
		h.t.Fatalf("connect: %+v, %v", r, err)
	}
	return p
}

// lastBody is the body of the last request.
func (h *home) lastBody() map[string]any {
	h.t.Helper()
	out := h.net.requests()
	if len(out) == 0 {
		h.t.Fatal("nothing was sent")
	}
	var body map[string]any
	if err := json.Unmarshal(out[len(out)-1].body, &body); err != nil {
		h.t.Fatal(err)
	}
	return body
}
