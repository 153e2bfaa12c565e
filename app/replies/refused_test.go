package replies_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"parlando/app/catalog"
	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/problem"
	"parlando/client/failure"
	"parlando/client/practice"
)

// wiretap keeps the bodies that reach the practice gateway.
type wiretap struct {
	gateway http.RoundTripper
	bodies  []map[string]any
}

func (w *wiretap) RoundTrip(r *http.Request) (*http.Response, error) {
	data, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	body := map[string]any{}
	if err := json.Unmarshal(data, &body); err != nil {
		return nil, err
	}
	w.bodies = append(w.bodies, body)
	r.Body = io.NopCloser(bytes.NewReader(data))
	return w.gateway.RoundTrip(r)
}

// fields are the fields of the request, without those that every request has.
func (c *call) fields() map[string]any {
	body := c.asked()
	delete(body, "model")
	delete(body, "messages")
	return body
}

// last is the last body without what every request has.
func (w *wiretap) last() map[string]any {
	body := w.bodies[len(w.bodies)-1]
	delete(body, "model")
	delete(body, "messages")
	return body
}

// strictDesk tells a story with the practice model that refuses.
func strictDesk(t *testing.T, tell func(t *testing.T, d *desk, c *catalog.Catalog, wire *wiretap)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		marks := changes.New()
		c := loadCatalog(t, marks)
		wire := &wiretap{gateway: practice.New(practice.Options{TokenInterval: -1}).Transport()}
		d := &desk{t: t, dir: t.TempDir(), marks: marks, conversation: chat.NewID(), catalog: c}
		d.openPractice(chat.Conversation{Connection: "practice", Model: practice.StrictModel}, wire)
		defer d.close()
		tell(t, d, c, wire)
	})
}

// asksWith sends a message with the parameters and returns the reply as it is stored once it has
// ended.
func (d *desk) asksWith(p chat.Parameters) chat.Message {
	d.t.Helper()
	if err := d.disk.SetParameters(d.t.Context(), d.conversation, p); err != nil {
		d.t.Fatal(err)
	}
	reply, _, err := d.replies.Send(d.t.Context(), d.drafts.TakeNew(d.conversation, chat.Draft{Text: "Hi"}), nil)
	if err != nil {
		d.t.Fatal(err)
	}
	time.Sleep(time.Minute)
	synctest.Wait()
	return d.kept(reply)
}

// values are fields as a body has them.
func values(t *testing.T, fields []chat.RequestField) map[string]any {
	t.Helper()
	all := map[string]any{}
	for _, f := range fields {
		var v any
		if err := json.Unmarshal(f.Value, &v); err != nil {
			t.Fatal(err)
		}
		all[f.Name] = v
	}
	return all
}

func equals(t *testing.T, what string, got, want map[string]any) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s: %s", what, diff)
	}
}

func TestAValueThatWasRefusedTakesNoOtherWithIt(t *testing.T) {
	strictDesk(t, func(t *testing.T, d *desk, c *catalog.Catalog, wire *wiretap) {
		c.LearnRefusals("practice", practice.StrictModel, []failure.Refusal{{Field: "stream", AnyValue: true}})
		m := d.asksWith(chat.Parameters{Temperature: ptr(1.5)})
		p := m.Request.Problem
		if m.State != chat.Failed || p == nil || p.Kind != problem.RefusedSetting ||
			p.Refusal == nil || len(wire.bodies) != 1 {
			t.Fatalf("%+v, %+v after %d requests", m, p, len(wire.bodies))
		}
		if v, ok := p.Refusal.Nearest(); !ok || v != 1 || p.Refusal.Field != "temperature" ||
			*p.Refusal.Min != 0 || *p.Refusal.Max != 1 {
			t.Errorf("offered %v: %+v", v, p.Refusal)
		}
		equals(t, "sent", values(t, m.Request.Sent), wire.last())
		if known := c.Refusals("practice", practice.StrictModel); len(known) != 2 ||
			known[1].Value != "1.5" || known[1].AnyValue {
			t.Errorf("remembered: %+v", known)
		}
		m = d.asksWith(chat.Parameters{Temperature: ptr(0.8)})
		equals(t, "then sent", wire.last(), map[string]any{"temperature": 0.8})
		equals(t, "then told", values(t, m.Request.Sent), wire.last())
		if m.State != chat.Done || len(wire.bodies) != 2 {
			t.Errorf("%+v after %d requests", m, len(wire.bodies))
		}
	})
}

func TestAFieldThatWasRefusedIsToldAndTriedAgainWithANewList(t *testing.T) {
	strictDesk(t, func(t *testing.T, d *desk, c *catalog.Catalog, wire *wiretap) {
		p := chat.Parameters{TopP: ptr(0.5), Temperature: ptr(0.2), Replies: ptr(3)}
		// n, stream and top_p are refused, and then it answers
		for round, requests := range []int{4, 1, 4} {
			if round == 2 {
				c.SetListed("practice", []catalog.Model{{ID: practice.StrictModel}})
			}
			wire.bodies = nil
			m := d.asksWith(p)
			if m.State != chat.Done || len(wire.bodies) != requests {
				t.Fatalf("round %d: %+v after %d requests, want %d", round, m, len(wire.bodies), requests)
			}
			equals(t, "sent", wire.last(), map[string]any{"temperature": 0.2})
			equals(t, "told", values(t, m.Request.Sent), wire.last())
			left := values(t, m.Request.LeftOut)
			delete(left, "stream")
			equals(t, "left out", left, map[string]any{"top_p": 0.5, "n": 3.0})
		}
	})
}

func TestRepliesAreShownAllAtOnceWhenThatIsWanted(t *testing.T) {
	strictDesk(t, func(t *testing.T, d *desk, c *catalog.Catalog, wire *wiretap) {
		m := d.asksWith(chat.Parameters{AllAtOnce: true})
		if m.State != chat.Done || m.Text() == "" || len(wire.bodies) != 1 ||
			len(m.Request.Sent) != 0 || len(m.Request.LeftOut) != 0 {
			t.Errorf("%+v after %d requests", m.Request, len(wire.bodies))
		}
		if len(c.Refusals("practice", practice.StrictModel)) != 0 {
			t.Error("the user's wish was taken for a refusal")
		}
	})
}

// A refusal that holds for one request alone is offered to be mended and not remembered: the next
// request has what it was about.
func TestARefusalOfOneRequestTeachesNothing(t *testing.T) {
	fine := `{"choices":[{"index":0,"message":{"role":"assistant","content":"ok"},"finish_reason":"stop"}]}`
	for name, c := range map[string]struct {
		first, next chat.Parameters
		says        string
		refused     problem.Refusal
		then        map[string]any
	}{
		"two settings together": {
			first:   chat.Parameters{Temperature: ptr(0.7), TopP: ptr(0.5)},
			next:    chat.Parameters{Temperature: ptr(0.7)},
			says:    "`temperature` and `top_p` cannot both be specified for this model. Please use only one.",
			refused: problem.Refusal{Field: "top_p", Value: "0.5", ConflictsWith: "temperature", ThisRequestOnly: true},
			then:    map[string]any{"temperature": 0.7},
		},
		"no room in this chat": {
			first:   chat.Parameters{MaxTokens: ptr(32000)},
			next:    chat.Parameters{MaxTokens: ptr(32000)},
			says:    "This model's maximum context length is 10240 tokens and your request has 285 input tokens.",
			refused: problem.Refusal{Field: "max_tokens", Value: "32000", Max: ptr(9955.0), ThisRequestOnly: true},
			then:    map[string]any{"max_tokens": 32000.0},
		},
	} {
		t.Run(name, func(t *testing.T) {
			story(t, func(t *testing.T, d *desk) {
				known := d.learns()
				d.service.answer = func(*http.Request) *http.Response {
					body, _ := json.Marshal(map[string]any{"error": map[string]any{"message": c.says}})
					return response(400, "application/json", text(string(body)))
				}
				m := d.asksWith(c.first)
				c.refused.Reason = c.says
				if p := m.Request.Problem; m.State != chat.Failed || p == nil || p.Kind != problem.RefusedSetting {
					t.Fatalf("%+v, %+v", m, p)
				}
				if diff := cmp.Diff(&c.refused, m.Request.Problem.Refusal); diff != "" {
					t.Error(diff)
				}
				if all := known.Refusals("connection-1", "asked-1"); len(d.service.calls) != 1 || len(all) != 0 {
					t.Errorf("remembered after %d requests: %+v", len(d.service.calls), all)
				}
				<-d.service.calls
				d.service.answer = func(*http.Request) *http.Response {
					return response(200, "application/json", text(fine))
				}
				m = d.asksWith(c.next)
				equals(t, "sent", values(t, m.Request.Sent), (<-d.service.calls).fields())
				body := values(t, m.Request.Sent)
				delete(body, "stream")
				delete(body, "stream_options")
				equals(t, "then", body, c.then)
				if m.State != chat.Done || len(m.Request.LeftOut) != 0 {
					t.Errorf("%+v left out %+v", m, m.Request.LeftOut)
				}
			})
		})
	}
}

// Both ids are kept: the service's for the request, and the reply's own (GATEWAY.md 2.5).
func TestBothIdsAreKept(t *testing.T) {
	story(t, func(t *testing.T, d *desk) {
		d.service.answer = func(*http.Request) *http.Response {
			r := response(200, "application/json", text(`{"id":"chatcmpl-BODY","choices":[{"index":0,"message":{"role":"assistant","content":"ok"},"finish_reason":"stop"}]}`))
			r.Header.Set("X-Request-Id", "header-id")
			return r
		}
		reply, _ := d.send("Hi")
		d.ended(reply, chat.Done)
		if q := d.kept(reply).Request; q.HTTPID != "header-id" || q.ReplyID != "chatcmpl-BODY" {
			t.Errorf("%+v", q)
		}
	})
}
