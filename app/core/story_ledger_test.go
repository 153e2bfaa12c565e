package core_test

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httptrace"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parlando/app/chat"
	"parlando/app/connections"
	"parlando/app/cost"
	"parlando/app/dictation"
	"parlando/app/history/historytest"
	"parlando/app/ledger"
	"parlando/app/settings"
	"parlando/app/speech"
	"parlando/app/speechexports"
	"parlando/app/tools"
	"parlando/app/transcripts"
	"parlando/app/translations"
	"parlando/assets/spoken"
	"parlando/client/practice"
)

// posts is the number of requests that can cost which went out since it was last asked.
func (n *network) posts() (count int) {
	for _, r := range n.requests() {
		if strings.HasPrefix(r.what, "POST ") {
			count++
		}
	}
	return count
}

// hurdles are in the way of the first request with certain words.
type hurdles struct {
	http.RoundTripper
	met map[string]bool
}

func (h *hurdles) RoundTrip(r *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	if h.met == nil {
		h.met = map[string]bool{}
	}
	for words, answer := range map[string]func(w http.ResponseWriter){
		"once busy": func(w http.ResponseWriter) {
			w.Header().Set("Retry-After", "1")
			w.WriteHeader(http.StatusTooManyRequests)
		},
		"once refused": func(w http.ResponseWriter) {
			w.WriteHeader(http.StatusBadRequest)
			_, _ = io.WriteString(w, `{"error":{"message":"Unrecognized request argument supplied: stream_options","param":"stream_options"}}`)
		},
		"once lost": nil,
	} {
		if !bytes.Contains(body, []byte(words)) || h.met[words] {
			continue
		}
		h.met[words] = true
		if trace := httptrace.ContextClientTrace(r.Context()); trace != nil { // as the network does
			trace.WroteHeaders()
			trace.WroteRequest(httptrace.WroteRequestInfo{})
		}
		if answer == nil {
			return nil, io.ErrUnexpectedEOF
		}
		w := httptest.NewRecorder()
		answer(w)
		return w.Result(), nil
	}
	return h.RoundTripper.RoundTrip(r)
}

// entries are those of this month, once everything is written.
func (p *user) entries() []ledger.Entry {
	p.t.Helper()
	synctest.Wait() // a reply that was stopped lets its request go a moment later
	p.Ledger.Flush()
	all, err := p.Ledger.Entries(p.t.Context(), ledger.MonthOf(time.Now()))
	if err != nil {
		p.t.Fatal(err)
	}
	return all
}

// Whatever a user does, the attempts in the ledger are the requests that the service received.
func TestTheLedgerHasEachRequestThatTheServiceReceived(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.net.service = &hurdles{RoundTripper: overThere{practice.New(practice.Options{}).Transport()}}
		p := h.start()
		made := p.connects("https://api.example.org", practice.Key, connections.ConnectOptions{})
		h.net.requests()
		received := 0
		var seen map[cost.Purpose]int
		agree := func(after string) []ledger.Entry {
			t.Helper()
			received += h.net.posts()
			attempts := 0
			seen = map[cost.Purpose]int{}
			all := p.entries()
			for _, e := range all {
				attempts += e.Attempts
				seen[e.Purpose] += e.Attempts
				if e.Connection != made.ID || e.State == ledger.StateUnanswered {
					t.Errorf("after %s: %+v", after, e)
				}
			}
			if attempts != received {
				t.Fatalf("after %s: %d attempts in the ledger, %d requests received", after, attempts, received)
			}
			return all
		}
		c := p.newChat(practice.WriterModel)
		reply := p.waitsFor(p.asks(c, "What is a lighthouse for?"), chat.Done)
		all := agree("a question")
		if e := all[0]; e.Purpose != cost.Chatting || e.Conversation != c || e.Request != reply.Request.ID || e.State != ledger.StateCounted ||
			e.Counts.InputTokens() != reply.Request.Usage.Prompt || e.Counts.OutputTokens() != reply.Request.Usage.Completion {
			t.Errorf("%+v of %+v", e, reply.Request.Usage)
		}

		slow := p.newChat(practice.SlowModel)
		stopped := p.asks(slow, "Take your time")
		p.readsSome(stopped, 10)
		p.Replies.Stop(slow)
		p.waitsFor(stopped, chat.Stopped)
		all = agree("Stop")
		if e := all[len(all)-1]; e.State != ledger.StateEstimated || e.Counts.InputTokens() == 0 || e.Counts.OutputTokens() == 0 {
			t.Errorf("stopped: %+v", e)
		}

		for _, q := range []struct {
			model, words string
			state        ledger.State
			attempts     int
		}{
			{practice.FailingModel, "server", ledger.StateRefused, 1},
			{practice.FailingModel, "busy", ledger.StateRefused, 1},
			{practice.FailingModel, "cut", ledger.StateEstimated, 1},
			{practice.FailingModel, "gibberish", ledger.StateEstimated, 1},
			{practice.WriterModel, "once busy", ledger.StateCounted, 2},
			{practice.WriterModel, "once refused", ledger.StateEstimated, 2},
			{practice.WriterModel, "once lost", ledger.Unanswered, 1},
		} {
			c := p.newChat(q.model)
			last := p.asks(c, q.words)
			p.until("the end", func() bool { _, flying := p.Replies.Snapshot(last); return !flying })
			all = agree(q.words)
			if e := all[len(all)-1]; e.State != q.state || e.Attempts != q.attempts {
				t.Errorf("%s: %+v", q.words, e)
			}
		}
		calculates := chat.Conversation{ID: chat.NewID(), Model: practice.ToolModel, Params: chat.Parameters{Tools: []string{tools.Calculator}}}
		if err := historytest.Add(t.Context(), p.History, calculates); err != nil {
			t.Fatal(err)
		}
		p.waitsFor(p.asks(calculates.ID, "What is 17 % of 240?"), chat.Done)
		agree("tools")
		several := 3
		triple := chat.Conversation{ID: chat.NewID(), Model: practice.WriterModel, Params: chat.Parameters{Replies: &several}}
		if err := historytest.Add(t.Context(), p.History, triple); err != nil {
			t.Fatal(err)
		}
		p.waitsFor(p.asks(triple.ID, "Three at once"), chat.Done)
		agree("three replies")

		p.Speech.Say(speech.Text{Source: speech.Source{Kind: speech.Message, ID: string(reply.ID)}, Conversation: c, Body: "Lighthouses warn ships."}, speech.Voice{Connection: made.ID})
		p.until("the end of reading", func() bool { return p.Speech.Snapshot().Phase == speech.Idle })
		agree("reading aloud")
		sound := filepath.Join(t.TempDir(), "spoken.mp3")
		if err := os.WriteFile(sound, spoken.Sound("pear-tree.mp3"), 0o600); err != nil {
			t.Fatal(err)
		}
		ids, _ := p.Transcripts.Add(t.Context(), []transcripts.File{{Path: sound}}, transcripts.AddOptions{Connection: made.ID})
		p.until("the transcript", func() bool {
			written, _ := p.Transcripts.Get(ids[0])
			return written.State == transcripts.Done
		})
		agree("a transcript")
		if err := p.Translations.Start(t.Context(), ids[0], translations.Request{Language: "German", Connection: made.ID, Model: practice.WriterModel}); err != nil {
			t.Fatal(err)
		}
		p.until("the translation", func() bool {
			done, ok := p.Translations.Get(ids[0])
			return !ok || !done.State.Active()
		})
		agree("a translation")

		if _, err := p.Connections.RunCheck(t.Context(), made.ID, connections.CheckChat); err != nil {
			t.Fatal(err)
		}
		agree("a test")

		if _, err := p.SpeechExports.Start(speechexports.Job{Title: "Boxes", Text: "The blue boxes go to the harbor.", Voice: speech.Voice{Connection: made.ID, Voice: "nova"}, Format: "mp3"}); err != nil {
			t.Fatal(err)
		}
		p.until("the sound file", func() bool { return p.SpeechExports.List()[0].State == speechexports.Done })
		all = agree("a sound file")
		if e := all[len(all)-1]; e.Counts.Characters == 0 || e.Purpose != cost.SoundFile {
			t.Errorf("%+v", e)
		}

		p.Settings.Change(func(s *settings.Settings) { s.Dictation.Words = []string{"pear tree -> Pear Tree"} })
		p.Dictation.Begin(dictation.Target{Conversation: c})
		p.dictates(dictation.Listening)
		h.someone(8 * time.Second)
		if err := h.mic.WaitDelivered(t.Context()); err != nil {
			t.Fatal(err)
		}
		p.Dictation.End()
		p.dictates(dictation.Done)
		all = agree("a dictation")
		if e := all[len(all)-1]; e.Counts.Sound == 0 {
			t.Errorf("%+v", e)
		}
		p.quit()
		for purpose, want := range map[cost.Purpose]int{
			cost.Chatting: 9, cost.ToolRounds: 1, cost.ReadingAloud: 1, cost.SoundFile: 1, cost.Transcribing: 1, cost.Translating: 1, cost.Dictating: 1,
			cost.TidyingUp: 0, cost.Testing: 1, cost.OtherPurposes: 0,
		} {
			if seen[purpose] < want || purpose == cost.OtherPurposes && seen[purpose] > 0 {
				t.Errorf("%q: %d attempts, want at least %d", purpose, seen[purpose], want)
			}
		}
	})
}
