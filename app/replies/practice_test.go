package replies_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/drafts"
	"parlando/app/history"
	"parlando/app/history/historytest"
	"parlando/app/owner"
	"parlando/app/problem"
	"parlando/app/replies"
	"parlando/client"
	"parlando/client/practice"
)

// practiceDesk is a desk whose service is the practice gateway.
func practiceDesk(t *testing.T, model string) *desk {
	t.Helper()
	d := &desk{t: t, dir: t.TempDir(), marks: changes.New(), conversation: chat.NewID()}
	d.openPractice(chat.Conversation{Model: model}, practice.New(practice.Options{}).Transport())
	return d
}

// openPractice opens the desk with a service of practice, and creates its conversation.
func (d *desk) openPractice(c chat.Conversation, gateway http.RoundTripper) {
	d.t.Helper()
	store, err := history.Open(d.t.Context(), d.dir, history.Options{CommonOptions: owner.CommonOptions{Marks: d.marks}})
	if err != nil {
		d.t.Fatal(err)
	}
	d.disk = &disk{Store: store}
	address, err := client.ParseAddress(practice.Address)
	if err != nil {
		d.t.Fatal(err)
	}
	speaker := client.New(client.Options{
		Address: address, Key: practice.Key, MaxRetryWait: 5 * time.Second, Transport: gateway,
	})
	d.drafts = drafts.New(drafts.Options{Store: store, CommonOptions: owner.CommonOptions{Marks: d.marks}})
	o := replies.Options{
		History: d.disk, Queue: d.drafts, Services: services{speaker, d.catalog}, Catalog: d.catalog, CommonOptions: owner.CommonOptions{Marks: d.marks},
	}
	if d.tools != nil {
		o.Tools, o.Permission = d.tools, d.tools
	}
	d.replies = replies.New(o)
	c.ID = d.conversation
	if err := historytest.Add(d.t.Context(), store, c); err != nil {
		d.t.Fatal(err)
	}
}

// The first paragraph of a user's day: ask, read along, stop, try again, have both answers
// tomorrow.
func TestAnEveningWithThePracticeWriter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := practiceDesk(t, practice.WriterModel)
		ask := func(words string) chat.ID {
			reply, _, err := d.replies.Send(t.Context(), d.drafts.TakeNew(d.conversation, chat.Draft{Text: words}), nil)
			if err != nil {
				t.Fatal(err)
			}
			return reply
		}
		first := ask("How do tides work?")
		time.Sleep(time.Second)
		if m := d.shown(first); m.State != chat.Writing || m.Text() == "" {
			t.Errorf("after a second: %+v", m)
		}
		d.replies.Stop(d.conversation)
		synctest.Wait()
		stopped := d.kept(first)
		if stopped.State != chat.Stopped || stopped.Text() == "" {
			t.Errorf("stopped: %+v", stopped)
		}
		second, err := d.replies.Regenerate(t.Context(), first, nil)
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(5 * time.Minute)
		whole := d.ended(second, chat.Done)
		if len(whole.Text()) <= len(stopped.Text()) || whole.Siblings != 2 || whole.Request.Usage == nil || whole.Request.Served != practice.WriterModel {
			t.Errorf("whole: %+v, request %+v", whole, whole.Request)
		}
		if err := d.replies.Close(context.Background()); err != nil {
			t.Error(err)
		}
		if err := d.disk.Close(); err != nil {
			t.Error(err)
		}

		tomorrow, err := history.Open(t.Context(), d.dir, history.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer tomorrow.Close()
		all, err := tomorrow.Messages(t.Context(), []chat.ID{first, second})
		if err != nil || len(all) != 2 || all[0].Text() != stopped.Text() || all[1].Text() != whole.Text() {
			t.Errorf("tomorrow: %+v, %v", all, err)
		}
	})
}

func TestEachPracticeProblemIsMet(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := practiceDesk(t, practice.FailingModel)
		for _, c := range []struct {
			words  string
			state  chat.State
			finish chat.FinishReason
			kind   problem.Kind
		}{
			{"cut off", chat.CutOff, "", problem.CutOff},
			{"key", chat.Failed, "", problem.KeyRejected},
			{"credit", chat.Failed, "", problem.NoCredit},
			{"busy", chat.Failed, "", problem.Busy},
			{"server", chat.Failed, "", problem.ServerError},
			{"silent", chat.CutOff, "", problem.Silent},
			{"empty", chat.Failed, chat.FinishStop, problem.Empty},
			{"gibberish", chat.Failed, "", problem.WrongAddress},
			{"filter", chat.Done, chat.FinishContentFilter, ""},
			{"length", chat.Done, chat.FinishLength, ""},
			{"unknown", chat.Failed, "", problem.NoSuchModel},
			{"too long", chat.Failed, "", problem.TooLong},
		} {
			// Each in a conversation of its own, so that an earlier problem's word is not in the
			// question.
			d.conversation = chat.NewID()
			if err := historytest.Add(t.Context(), d.disk, chat.Conversation{ID: d.conversation, Model: practice.FailingModel}); err != nil {
				t.Fatal(err)
			}
			reply, _, err := d.replies.Send(t.Context(), d.drafts.TakeNew(d.conversation, chat.Draft{Text: c.words}), nil)
			if err != nil {
				t.Fatal(err)
			}
			time.Sleep(5 * time.Minute)
			synctest.Wait()
			m := d.shown(reply)
			var kind problem.Kind
			if m.Request.Problem != nil {
				kind = m.Request.Problem.Kind
			}
			if m.State != c.state || m.Finish != c.finish || kind != c.kind {
				t.Errorf("%q: %q, finish %q, trouble %+v", c.words, m.State, m.Finish, m.Request.Problem)
			}
			if keeps := m.State == chat.CutOff || m.State == chat.Done; keeps == (strings.TrimSpace(m.Text()) == "") {
				t.Errorf("%q: text %q", c.words, m.Text())
			}
		}
		if err := d.replies.Close(context.Background()); err != nil {
			t.Error(err)
		}
		if err := d.disk.Close(); err != nil {
			t.Error(err)
		}
	})
}

func TestAModelThatIsLoadingIsWaitedForUntilTheReplyIsStopped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := practiceDesk(t, practice.FailingModel)
		ask := func(words string) chat.ID {
			reply, _, err := d.replies.Send(t.Context(), d.drafts.TakeNew(d.conversation, chat.Draft{Text: words}), nil)
			if err != nil {
				t.Fatal(err)
			}
			time.Sleep(11 * time.Second)
			synctest.Wait()
			if s, ok := d.replies.Snapshot(reply); !ok || !s.Loading || s.Quiet || s.State != chat.Waiting {
				t.Errorf("after 11 s: %+v, %v", s, ok)
			}
			return reply
		}
		loaded := ask("loading")
		time.Sleep(20 * time.Second)
		synctest.Wait()
		if m := d.shown(loaded); m.State != chat.Done || !strings.Contains(m.Text(), "in memory now") {
			t.Errorf("%s %q", m.State, m.Text())
		}
		stopped := ask("loading, and stop")
		d.replies.Stop(d.conversation)
		time.Sleep(20 * time.Second)
		synctest.Wait()
		if m := d.shown(stopped); m.State != chat.Stopped || m.Text() != "" {
			t.Errorf("%s %q", m.State, m.Text())
		}
		if err := d.replies.Close(context.Background()); err != nil {
			t.Error(err)
		}
		if err := d.disk.Close(); err != nil {
			t.Error(err)
		}
	})
}
