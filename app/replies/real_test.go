package replies_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"go.uber.org/goleak"

	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/drafts"
	"parlando/app/history"
	"parlando/app/history/historytest"
	"parlando/app/owner"
	"parlando/app/replies"
	"parlando/client"
)

// waitFor waits until a mark makes the condition true; it fails after a long time only.
func waitFor(t *testing.T, marks *changes.Marks, what string, ok func() bool) {
	t.Helper()
	limit := time.After(30 * time.Second)
	for !ok() {
		select {
		case <-marks.Ready():
			marks.Take()
		case <-limit:
			t.Fatal("waited in vain for " + what)
		}
	}
}

// Over a real socket, in real time: 200 replies are stopped in the middle, four conversations at a
// time. The window sees each Stop within 100 ms, the request ends within 200 ms, and nothing is
// left running.
func TestTwoHundredStoppedRepliesLeaveNothingBehind(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	ended := make(chan time.Time, 200)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprint(w, `data: {"choices":[{"index":0,"delta":{"content":"word"}}]}`+"\n\n")
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
		ended <- time.Now()
	}))
	defer server.Close()

	marks := changes.New()
	store, err := history.Open(t.Context(), t.TempDir(), history.Options{CommonOptions: owner.CommonOptions{Marks: marks}})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	address, err := client.ParseAddress(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	transport := client.NewTransport()
	defer transport.CloseIdleConnections()
	unsent := drafts.New(drafts.Options{Store: store})
	r := replies.New(replies.Options{
		History: store, Queue: unsent, CommonOptions: owner.CommonOptions{Marks: marks}, Services: services{client: client.New(client.Options{Address: address, Transport: transport})},
	})
	// How quick it is, is told and not judged: a story in virtual time holds Stop to its limits.
	var seen, left time.Duration
	defer func() { t.Logf("Stop was seen after %v at most, the request had ended after %v at most", seen, left) }()
	for range 50 {
		var conversations, flying []chat.ID
		for range 4 {
			id := chat.NewID()
			if err := historytest.Add(t.Context(), store, chat.Conversation{ID: id, Model: "m"}); err != nil {
				t.Fatal(err)
			}
			reply, _, err := r.Send(t.Context(), unsent.TakeNew(id, chat.Draft{Text: "Go"}), nil)
			if err != nil {
				t.Fatal(err)
			}
			conversations, flying = append(conversations, id), append(flying, reply)
		}
		for i, reply := range flying {
			waitFor(t, marks, "the first word", func() bool {
				s, ok := r.Snapshot(reply)
				return ok && s.State == chat.Writing
			})
			pressed := time.Now()
			r.Stop(conversations[i])
			if s, ok := r.Snapshot(reply); ok && s.State != chat.Stopped {
				t.Fatalf("after Stop it is %q", s.State)
			}
			seen = max(seen, time.Since(pressed))
			left = max(left, (<-ended).Sub(pressed))
		}
		for _, reply := range flying {
			waitFor(t, marks, "the end on disk", func() bool { _, ok := r.Snapshot(reply); return !ok })
			all, err := store.Messages(t.Context(), []chat.ID{reply})
			if err != nil || len(all) != 1 || all[0].State != chat.Stopped || all[0].Text() != "word" {
				t.Fatalf("kept %+v, %v", all, err)
			}
		}
	}
	if err := r.Close(context.Background()); err != nil {
		t.Error(err)
	}
}
