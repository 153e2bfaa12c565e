package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"

	"parlando/client/failure"
)

const (
	ownKey = "sk-proj-Zk3_x9QvT7-LmW2pR8sY"
	hidden = "•••"
)

// keyedClient returns a client with a key whose service answers with raw.
func keyedClient(key string, raw string) *Client {
	c := memoryClient([]byte(raw), nil)
	return New(Options{Address: c.Address(), Key: key, Transport: c.http.Transport, MaxRetryWait: -1})
}

// whole is everything that a stream returned, by choice.
type whole struct{ text, reasoning, refusal string }

// readStream reads a stream to its end and returns its texts, calls and everything as one text.
func readStream(t *testing.T, c *Client, r ChatRequest) (texts map[int]whole, calls []ToolCall, all string) {
	t.Helper()
	s, err := c.Chat(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	texts = map[int]whole{}
	for s.Next() {
		chunk := s.Chunk()
		all += fmt.Sprintf("%+v", chunk)
		if chunk.Usage != nil {
			all += string(chunk.Usage.Raw)
		}
		for _, d := range chunk.Choices {
			w := texts[d.Index]
			if d.TextWasReasoning {
				w.reasoning, w.text = w.reasoning+w.text, ""
			}
			w.text, w.reasoning, w.refusal = w.text+d.Text, w.reasoning+d.Reasoning, w.refusal+d.Refusal
			texts[d.Index] = w
			calls = append(calls, d.ToolCalls...)
		}
	}
	return texts, calls, all
}

func sse(events ...string) string {
	return "data: " + strings.Join(events, "\n\ndata: ") + "\n\n"
}

func deltaOf(choice int, field, text string) string {
	value, _ := json.Marshal(text)
	return fmt.Sprintf(`{"id":"c-1","choices":[{"index":%d,"delta":{%q:%s}}]}`, choice, field, value)
}

// TestTheKeyIsHiddenInEveryPartOfAReply cuts texts of two choices at random places, and mixes
// their text, reasoning and refusal.
func TestTheKeyIsHiddenInEveryPartOfAReply(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 4))
	mask := failure.NewKeyMask(ownKey)
	words := []string{ownKey, "sk-proj-Zk3", "s", " is ", "käse ", "tools", ownKey, ownKey[:20]}
	said := func() (text string) {
		for range random.IntN(9) {
			text += words[random.IntN(len(words))]
		}
		return text
	}
	for range 400 {
		want := map[int]whole{}
		var events [2][]string
		for choice := range 2 {
			for _, field := range []string{"reasoning_content", "content", "refusal"} {
				text := said()
				w := want[choice]
				switch masked := mask.Text(text); field {
				case "content":
					w.text = masked
				case "refusal":
					w.refusal = masked
				default:
					w.reasoning = masked
				}
				want[choice] = w
				for text != "" {
					n := min(1+random.IntN(12), len(text))
					for n < len(text) && text[n]&0xC0 == 0x80 {
						n++
					}
					events[choice] = append(events[choice], deltaOf(choice, field, text[:n]))
					text = text[n:]
				}
			}
		}
		// The choices come mixed, each in its own order.
		var mixed []string
		for len(events[0])+len(events[1]) > 0 {
			choice := random.IntN(2)
			if len(events[choice]) > 0 {
				mixed, events[choice] = append(mixed, events[choice][0]), events[choice][1:]
			}
		}
		end := sse(`{"choices":[{"index":0,"delta":{},"finish_reason":"stop"},{"index":1,"delta":{},"finish_reason":"stop"}]}`, "[DONE]")
		if random.IntN(3) == 0 {
			end = "" // cut off
		}
		r := hello()
		r.N = 2
		got, _, all := readStream(t, keyedClient(ownKey, sse(mixed...)+end), r)
		if strings.Contains(all, ownKey) {
			t.Fatalf("the key stands in %s", all)
		}
		for choice, w := range want {
			if got[choice] != w {
				t.Fatalf("got %q\nwant %q", got[choice], w)
			}
		}
	}
}

func TestTextIsDelayedOnlyWhileItMayBecomeTheKey(t *testing.T) {
	s, err := keyedClient(ownKey, sse(deltaOf(0, "content", "Two tools"), deltaOf(0, "content", " and sk-pr"),
		deltaOf(0, "content", "ovided"), deltaOf(0, "reasoning", "hm sk"), deltaOf(0, "content", "yes"), deltaOf(0, "content", " sk-"), deltaOf(0, "reasoning", "so"), "[DONE]")).Chat(t.Context(), hello())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var got []string
	for s.Next() {
		for _, d := range s.Chunk().Choices {
			got = append(got, d.Reasoning+"|"+d.Text)
		}
	}
	want := "[|Two tool |s and  |sk-provided hm | sk|ye |s  |sk- so|]"
	if fmt.Sprint(got) != want {
		t.Errorf("%q\nwant %q", fmt.Sprint(got), want)
	}
}

func TestDelayedTextIsShownWhenAReplyIsStopped(t *testing.T) {
	g := newGateway(t, Options{Key: ownKey}, func(w http.ResponseWriter, r *http.Request, _ map[string]any, _ int) {
		_, _ = io.WriteString(w, sse(deltaOf(0, "content", "Two tools")))
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
	})
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	s, err := g.Chat(ctx, hello())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var got []string
	for s.Next() {
		got = append(got, s.Chunk().Choices[0].Text)
		stop()
	}
	if fmt.Sprint(got) != "[Two tool s]" || !errors.Is(s.Err(), context.Canceled) {
		t.Errorf("%q, %v", got, s.Err())
	}
}

func TestTheKeyIsHiddenInToolCallsIDsAndUsage(t *testing.T) {
	call := func(arguments string) string {
		value, _ := json.Marshal(arguments)
		return `{"id":"` + ownKey + `","model":"m-` + ownKey + `","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"id-` + ownKey +
			`","function":{"name":"say","arguments":` + string(value) + `},"signature":"` + ownKey + `"}]}}]}`
	}
	raw := sse(call(`{"a":"sk-proj-Z`), strings.ReplaceAll(call(`k3_x9QvT7-LmW2pR8sY","b":"\u0073k-proj-Zk3_x9QvT7-LmW2pR8sY"}`), `,"signature":"`+ownKey+`"`, ""),
		`{"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}],"usage":{"prompt_tokens":1,"completion_tokens":2,"total_tokens":3,"of":"`+ownKey+`"}}`, "[DONE]")
	_, calls, all := readStream(t, keyedClient(ownKey, raw), hello())
	if strings.Contains(all, ownKey) || len(calls) != 1 {
		t.Fatalf("%d calls, %s", len(calls), all)
	}
	if c := calls[0]; c.Arguments != `{"a":"•••","b":"•••"}` || c.ID != "id-•••" || string(c.Extra["signature"]) != `"•••"` {
		t.Errorf("%+v", c)
	}
}

func TestTheKeyIsHiddenInATextThatTurnsOutToBeReasoning(t *testing.T) {
	got, _, _ := readStream(t, keyedClient(ownKey, sse(deltaOf(0, "content", "I see sk-proj-Zk3"), deltaOf(0, "content", "_x9QvT7-LmW2pR8sY and s"),
		deltaOf(0, "content", "top</think>Done, "+ownKey), "[DONE]")), hello())
	if got[0].reasoning != "I see ••• and stop" || got[0].text != "Done, "+hidden {
		t.Errorf("%q", got[0])
	}
}

func TestTheKeyIsHiddenInAWholeReplyAndAPicturesAddress(t *testing.T) {
	got, _, all := readStream(t, keyedClient(ownKey, `{"id":"c","choices":[{"message":{"role":"assistant","content":"Yours is `+ownKey+
		`","images":[{"image_url":{"url":"https://pictures.example/?key=`+ownKey+`"}}]},"finish_reason":"stop"}]}`), hello())
	if strings.Contains(all, ownKey) || got[0].text != "Yours is "+hidden {
		t.Errorf("%s", all)
	}
}

func TestAWordThatIsTheKeyStaysInAReply(t *testing.T) {
	for _, key := range []string{"ollama", "test", "sk-no-key-required"} {
		const text = "Start ollama with test or sk-no-key-required"
		got, _, _ := readStream(t, keyedClient(key, sse(deltaOf(0, "content", text), "[DONE]")), hello())
		if got[0].text != text {
			t.Errorf("%s: %q", key, got[0].text)
		}
	}
}

func TestTheKeyIsHiddenInATranscript(t *testing.T) {
	for name, body := range map[string]string{
		"text": "The key is " + ownKey + ".\n",
		"srt":  "1\n00:00:00,000 --> 00:00:02,000\nThe key is " + ownKey + ".\n\n",
		"verbose": `{"text":"The key is ` + ownKey + `.","language":"` + ownKey + `","segments":[{"start":0,"end":2,"text":"The key is \u0073` + ownKey[1:] +
			`."}],"words":[{"word":"` + ownKey + `","start":1,"end":2}],"usage":{"type":"tokens","total_tokens":3,"key":"` + ownKey + `"}}`,
		"stream": sse(`{"type":"transcript.text.delta","delta":"The key is sk-proj-"}`, `{"type":"transcript.text.delta","delta":"`+ownKey[8:]+`."}`, `{"type":"transcript.text.done"}`),
	} {
		got, err := keyedClient(ownKey, body).Transcribe(t.Context(), TranscriptionRequest{Model: "m", Audio: strings.NewReader("ID3\x04\x00\x00\x00\x00\x00\x00sound")})
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if all := fmt.Sprintf("%+v %+v", got, got.Usage); strings.Contains(all, ownKey[1:]) || got.Text != "The key is •••." {
			t.Errorf("%s: %s", name, all)
		}
	}
}

func TestTheKeyIsHiddenInTheListOfModels(t *testing.T) {
	got, err := keyedClient(ownKey, `{"data":[{"id":"m","name":"for `+ownKey+`"}]}`).Models(t.Context())
	if err != nil || len(got) != 1 || got[0].Name != "for "+hidden {
		t.Errorf("%+v, %v", got, err)
	}
}

// TestNoFormOfTheKeyIsKeptOfARefusal is about what a service says of a key that it refuses.
func TestNoFormOfTheKeyIsKeptOfARefusal(t *testing.T) {
	spaced := strings.Join(strings.Split(ownKey, ""), " ")
	g := newGateway(t, Options{Key: ownKey}, func(w http.ResponseWriter, _ *http.Request, _ map[string]any, _ int) {
		w.Header().Set("X-Request-Id", "req "+ownKey)
		refuseJSON(w, 401, `{"error":{"message":"Wrong: `+spaced+`","param":"`+ownKey+`"},"request_id":"`+spaced+`"}`)
	})
	got := collect(g.Client, t.Context(), hello())
	if all := fmt.Sprintf("%+v %v", got.err, got.err); strings.Contains(all, ownKey) || strings.Contains(all, "s k - p") || !strings.Contains(all, hidden) {
		t.Error(all)
	}
}
