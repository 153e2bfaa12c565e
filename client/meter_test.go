package client

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// book is a meter that notes what it is told.
type book struct {
	mu    sync.Mutex
	sent  int
	ended []Charge
}

func (b *book) Sent(context.Context, Charge) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.sent++
}

func (b *book) Ended(_ context.Context, c Charge) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.ended = append(b.ended, c)
}

// Whatever becomes of a request, each one that a gateway receives is told as an attempt, and its
// end once.
func TestTheMeterIsToldOfEachRequestAndOfItsEnd(t *testing.T) {
	const usage = "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":9,\"completion_tokens\":4,\"total_tokens\":13}}\n\n"
	chat := func(c *Client, ctx context.Context) error {
		s, err := c.Chat(ctx, ChatRequest{Model: "m", User: "u", Messages: hello().Messages})
		if err != nil {
			return err
		}
		defer s.Close()
		for s.Next() {
		}
		return s.Err()
	}
	write := func(w http.ResponseWriter, text string) { _, _ = io.WriteString(w, text) }
	for name, c := range map[string]struct {
		answer   func(w http.ResponseWriter, r *http.Request, before int)
		ask      func(c *Client, ctx context.Context) error
		received int
		want     string // of the charge
	}{
		"counted by the service": {
			func(w http.ResponseWriter, _ *http.Request, _ int) {
				write(w, strings.Replace(goodStream, "data: [DONE]", usage+"data: [DONE]", 1))
			},
			chat, 1, "chat m 1 answered 4 of 13",
		},
		"not counted": {
			func(w http.ResponseWriter, _ *http.Request, _ int) { write(w, goodStream) }, chat, 1, `chat m 1 answered ["Hi" ""] "Hello"`,
		},
		"busy twice": {
			func(w http.ResponseWriter, _ *http.Request, before int) {
				if before < 2 {
					w.Header().Set("Retry-After", "0.001")
					refuseJSON(w, 429, `{"error":{"message":"Slow down"}}`)
					return
				}
				write(w, goodStream)
			}, chat, 3, `chat m 3 answered ["Hi" ""] "Hello"`,
		},
		"a field refused, in a status and in a stream": {
			func(w http.ResponseWriter, _ *http.Request, before int) {
				switch before {
				case 0:
					refuseJSON(w, 400, `{"error":{"message":"Unrecognized request argument supplied: user","param":"user"}}`)
				case 1:
					write(w, "data: {\"error\":{\"message\":\"Unrecognized request argument supplied: stream_options\",\"param\":\"stream_options\",\"code\":400}}\n\n")
				default:
					write(w, goodStream)
				}
			}, chat, 3, `chat m 3 answered ["Hi" ""] "Hello"`,
		},
		"refused": {
			func(w http.ResponseWriter, _ *http.Request, _ int) { refuseJSON(w, 401, `{"error":{"message":"No"}}`) }, chat, 1, `chat m 1 ["Hi" ""] "" failed`,
		},
		"cut": {
			func(w http.ResponseWriter, _ *http.Request, _ int) {
				write(w, strings.SplitAfter(goodStream, "\n\n")[0])
			}, chat, 1,
			`chat m 1 answered ["Hi" ""] "Hello" failed`,
		},
		"stopped": {
			func(w http.ResponseWriter, r *http.Request, _ int) {
				write(w, strings.SplitAfter(goodStream, "\n\n")[0])
				w.(http.Flusher).Flush()
				<-r.Context().Done()
			}, func(c *Client, ctx context.Context) error {
				s, err := c.Chat(ctx, hello())
				if err != nil {
					return err
				}
				s.Next()
				_ = s.Close()
				_ = s.Close()
				return context.Canceled
			}, 1, `chat m 1 answered ["Hi" ""] "Hello" failed`,
		},
		"never answered": {
			func(_ http.ResponseWriter, _ *http.Request, _ int) { panic(http.ErrAbortHandler) }, chat, 1, `chat m 1 ["Hi" ""] "" failed`,
		},
		"speech": {
			func(w http.ResponseWriter, _ *http.Request, _ int) { _, _ = w.Write(mp3Frames(4)) },
			func(c *Client, ctx context.Context) error {
				s, err := c.Speech(ctx, say("Grüße"))
				if err != nil {
					return err
				}
				_, err = io.Copy(io.Discard, s)
				_ = s.Close()
				return err
			}, 1, "speech tts-1 1 answered 5 characters",
		},
		"transcription": {
			func(w http.ResponseWriter, _ *http.Request, _ int) {
				write(w, `{"text":"Hello there.","duration":2.5}`)
			},
			func(c *Client, ctx context.Context) error {
				_, err := c.Transcribe(ctx, TranscriptionRequest{Model: "m", Audio: strings.NewReader(string(mp3Frames(4)))})
				return err
			}, 1, "transcription m 1 answered 2.5 s",
		},
		"the list of models costs nothing": {
			func(w http.ResponseWriter, _ *http.Request, _ int) { write(w, `{"data":[{"id":"a"}]}`) },
			func(c *Client, ctx context.Context) error { _, err := c.Models(ctx); return err }, 1, "",
		},
	} {
		t.Run(name, func(t *testing.T) {
			var received atomic.Int64
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				_, _ = io.Copy(io.Discard, r.Body)
				c.answer(w, r, int(received.Add(1))-1)
			}))
			defer server.Close()
			address, err := ParseAddress(server.URL)
			if err != nil {
				t.Fatal(err)
			}
			b := &book{}
			err = c.ask(New(Options{Address: address, Meter: b}), t.Context())
			var got string
			b.mu.Lock()
			defer b.mu.Unlock()
			for _, charge := range b.ended {
				got += chargeSaid(charge)
			}
			if got != c.want || int(received.Load()) != c.received {
				t.Errorf("%d requests, told %q, want %q; %v", received.Load(), got, c.want, err)
			}
			if c.want != "" && b.sent != c.received {
				t.Errorf("%d attempts told of %d", b.sent, c.received)
			}
		})
	}
}

func chargeSaid(c Charge) string {
	said := fmt.Sprintf("%s %s %d", c.Purpose, c.Model, c.Attempts)
	if c.Answered {
		said += " answered"
	}
	if c.Usage != nil {
		said += fmt.Sprintf(" %d of %d", c.Usage.Completion, c.Usage.Total)
	} else if c.Prompt != nil {
		said += fmt.Sprintf(" %q %q", c.Prompt, c.Reply)
	}
	if c.Characters > 0 {
		said += fmt.Sprintf(" %d characters", c.Characters)
	}
	if c.AudioSeconds > 0 {
		said += fmt.Sprintf(" %v s", c.AudioSeconds)
	}
	if c.Err != nil {
		said += " failed"
	}
	return said
}

// A request that never left is not told.
func TestTheMeterIsNotToldOfWhatNeverLeft(t *testing.T) {
	b := &book{}
	c := New(Options{Address: closedAddress(t), Meter: b, MaxRetryWait: -1})
	if _, err := c.Chat(t.Context(), hello()); err == nil || b.sent != 0 || len(b.ended) != 0 {
		t.Errorf("%v; told %d, %d", err, b.sent, len(b.ended))
	}
}

// closedAddress is an address at which nobody listens.
func closedAddress(t *testing.T) Address {
	t.Helper()
	server := httptest.NewServer(http.NotFoundHandler())
	server.Close()
	address, err := ParseAddress(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	return address
}
