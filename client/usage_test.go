package client

import (
	"encoding/json"
	"io"
	"math/big"
	"net/http"
	"os"
	"strings"
	"testing"

	"parlando/client/wire"

	"pgregory.net/rapid"
)

// usageCase is one of testdata/usage.json: a usage object, or a reply with one in it, and what is
// to be read.
type usageCase struct {
	Name                      string
	Usage, Reply              json.RawMessage
	Prompt, Completion, Total int
	Tokens                    Tokens
	Seconds                   float64
	Characters                int
	Cost                      *Money
	// None: nothing was counted. Odd: the service's own numbers do not agree with one another.
	None, Odd bool
}

func usageCases(t testing.TB) (cases []usageCase) {
	t.Helper()
	data, err := os.ReadFile("testdata/usage.json")
	if err == nil {
		err = json.Unmarshal(data, &cases)
	}
	if err != nil {
		t.Fatal(err)
	}
	return cases
}

// read reads the case as a reply is read.
func (c usageCase) read() *Usage {
	reply := c.Reply
	if reply == nil {
		reply, _ = encode(map[string]any{"usage": c.Usage})
	}
	var e event
	decodeLoose(reply, &e)
	return e.usage
}

// checkKinds checks what holds of every usage: no kind is negative or counted twice.
func checkKinds(t interface{ Errorf(string, ...any) }, u *Usage) {
	k := u.Tokens
	if u.Prompt+u.Completion == 0 && k != (Tokens{}) ||
		k.Input+k.CacheRead+k.CacheWrite+k.AudioInput != u.Prompt || k.Output+k.AudioOutput != u.Completion || k.Reasoning > k.Output ||
		min(k.Input, k.CacheRead, k.CacheWrite, k.AudioInput, k.Output, k.AudioOutput, k.Reasoning, u.Total, u.Characters) < 0 || u.AudioSeconds < 0 {
		t.Errorf("kinds that do not add up: %+v", *u)
	}
	if u.Cost != nil && (u.Cost.Micros < 0 || u.Cost.Micros > maxAmount || u.Cost.Currency == "") {
		t.Errorf("cost %+v", *u.Cost)
	}
	if len(u.Raw) > maxRawUsage || u.Raw != nil && !json.Valid(u.Raw) {
		t.Errorf("raw %s", u.Raw)
	}
}

func TestUsageOfEveryService(t *testing.T) {
	for _, c := range usageCases(t) {
		u := c.read()
		if u == nil || c.None {
			if (u == nil) != c.None {
				t.Errorf("%s: read %+v", c.Name, u)
			}
			continue
		}
		checkKinds(t, u)
		if u.Prompt != c.Prompt || u.Completion != c.Completion || u.Total != c.Total || u.Tokens != c.Tokens {
			t.Errorf("%s: %d + %d = %d %+v, want %d + %d = %d %+v",
				c.Name, u.Prompt, u.Completion, u.Total, u.Tokens, c.Prompt, c.Completion, c.Total, c.Tokens)
		}
		if u.AudioSeconds != c.Seconds || u.Characters != c.Characters {
			t.Errorf("%s: %v s, %d characters", c.Name, u.AudioSeconds, u.Characters)
		}
		if (u.Cost == nil) != (c.Cost == nil) || u.Cost != nil && *u.Cost != *c.Cost {
			t.Errorf("%s: cost %+v, want %+v", c.Name, u.Cost, c.Cost)
		}
	}
}

// Whatever details a service adds in its own shape, the sums stay those that it told.
func TestUsageCountsNothingTwice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		count := func(name string, most int) int { return rapid.IntRange(0, most).Draw(t, name) }
		prompt, completion := count("prompt", 5000)+1, count("completion", 5000)
		read := count("read", prompt)
		write := count("write", prompt-read)
		audio := count("audio", prompt-read-write)
		reasoning := count("reasoning", completion)
		want := Tokens{
			Input: prompt - read - write - audio, CacheRead: read, CacheWrite: write, AudioInput: audio, Output: completion, Reasoning: reasoning,
		}
		var o map[string]any
		switch rapid.SampledFrom([]string{"openai", "anthropic", "gemini", "xai", "litellm"}).Draw(t, "shape") {
		case "openai":
			o = map[string]any{
				"prompt_tokens": prompt, "completion_tokens": completion, "total_tokens": prompt + completion,
				"prompt_tokens_details":     map[string]any{"cached_tokens": read, "cache_write_tokens": write, "audio_tokens": audio},
				"completion_tokens_details": map[string]any{"reasoning_tokens": reasoning},
			}
		case "anthropic":
			want.Input, want.AudioInput, want.Reasoning = want.Input+audio, 0, 0
			o = map[string]any{
				"input_tokens": want.Input, "cache_read_input_tokens": read, "cache_creation_input_tokens": write, "output_tokens": completion,
			}
		case "gemini":
			want.Input, want.CacheWrite = want.Input+write, 0
			o = map[string]any{
				"promptTokenCount": prompt, "cachedContentTokenCount": read, "candidatesTokenCount": completion - reasoning,
				"thoughtsTokenCount": reasoning, "totalTokenCount": prompt + completion,
				"promptTokensDetails": []any{map[string]any{"modality": "AUDIO", "tokenCount": audio}},
			}
		case "xai":
			want.Input, want.CacheWrite, want.AudioInput = want.Input+write+audio, 0, 0
			o = map[string]any{
				"prompt_tokens": prompt, "completion_tokens": completion - reasoning, "total_tokens": prompt + completion,
				"prompt_tokens_details": map[string]any{"cached_tokens": read}, "completion_tokens_details": map[string]any{"reasoning_tokens": reasoning},
			}
		case "litellm":
			want.Input, want.AudioInput, want.Reasoning = want.Input+audio, 0, 0
			o = map[string]any{
				"prompt_tokens": prompt, "completion_tokens": completion, "total_tokens": prompt + completion,
				"cache_read_input_tokens": read, "cache_creation_input_tokens": write,
			}
		}
		raw, _ := encode(o)
		u := readUsage(raw)
		if u == nil {
			t.Fatalf("not read: %s", raw)
		}
		checkKinds(t, u)
		if u.Tokens != want || u.Prompt != prompt || u.Completion != completion || u.Total != prompt+completion {
			t.Errorf("%s: %+v, want %+v", raw, *u, want)
		}
	})
}

// Details that do not agree with the rest, in any of the cases, make no kind negative and count
// none twice.
func TestUsageWithAnyDetails(t *testing.T) {
	cases := usageCases(t)
	rapid.Check(t, func(t *rapid.T) {
		var o map[string]any
		c := rapid.SampledFrom(cases).Draw(t, "case")
		if json.Unmarshal(c.Usage, &o) != nil || o == nil {
			o = map[string]any{}
		}
		for _, name := range rapid.SliceOfN(rapid.SampledFrom([]string{
			"prompt_tokens", "completion_tokens", "total_tokens", "cached_tokens", "cache_read_input_tokens", "cache_creation_input_tokens",
			"reasoning_tokens", "audio_tokens", "thoughtsTokenCount", "toolUsePromptTokenCount", "input_tokens", "output_tokens", "seconds",
		}), 0, 4).Draw(t, "names") {
			o[name] = rapid.IntRange(-10, 3000).Draw(t, name)
		}
		o["prompt_tokens_details"] = map[string]any{
			"cached_tokens": rapid.IntRange(-1, 3000).Draw(t, "cached"), "audio_tokens": rapid.IntRange(0, 3000).Draw(t, "audio"),
		}
		raw, _ := encode(o)
		if u := readUsage(raw); u != nil {
			checkKinds(t, u)
		}
	})
}

func TestRawUsageIsCompactAndBounded(t *testing.T) {
	if u := readUsage([]byte("{ \"total_tokens\" : 3,\n\"x\": [1, 2] }")); string(u.Raw) != `{"total_tokens":3,"x":[1,2]}` {
		t.Errorf("raw %s", u.Raw)
	}
	long := `{"total_tokens":3,"x":"` + strings.Repeat("x", maxRawUsage) + `"}`
	if u := readUsage([]byte(long)); u == nil || u.Raw != nil {
		t.Errorf("a long object is kept: %d bytes", len(u.Raw))
	}
}

func TestMillionthsAreExact(t *testing.T) {
	for s, want := range map[string]int64{
		"0": 0, "-0.0": 0, "0.0000004": 1, "1e-60": 1, "0.0000014999999999999999999999": 1, "0.0000015": 2, "0.1": 100_000,
		"0.1000000000000000055511151231257827021181583404541015625": 100_000, "123456789.123456": 123456789123456, "1e40": maxAmount, "$0.25": 250_000,
	} {
		if n := decimal(wire.Quote(s)); n == nil || millionths(n, 1_000_000) != want {
			t.Errorf("%s: %v, want %d millionths", s, n, want)
		}
	}
	for _, s := range []string{"", ".", "1e999999999", "1/3", "0x10", "1_000", "Inf", "NaN", "one", "1,5"} {
		if n := decimal(wire.Quote(s)); n != nil {
			t.Errorf("%q is read as %v", s, n)
		}
	}
	if n := millionths(big.NewRat(1, 3), 1); n != 1 {
		t.Errorf("a third of a millionth is %d", n)
	}
}

// answerWith is a client that gets one answer of a body with headers.
func answerWith(headers, body string) *Client {
	return rawClient([]byte("HTTP/1.1 200 OK\r\n"+headers+"\r\n\r\n"+body), nil)
}

func TestCostComesBesideTheUsage(t *testing.T) {
	const counted = `"usage":{"prompt_tokens":2,"completion_tokens":3,"total_tokens":5}`
	const whole = `{"choices":[{"index":0,"message":{"role":"assistant","content":"Hi"},"finish_reason":"stop"}],` + counted
	const stream = "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Hi\"},\"finish_reason\":\"stop\"}]}\n\n"
	const header = "X-Litellm-Response-Cost: 0.000612"
	for name, c := range map[string]struct {
		headers, body string
		want          *Money
	}{
		"header":         {header, whole + "}", &Money{612, "USD"}},
		"other currency": {"X-Response-Cost: 2\r\nX-Response-Cost-Currency: play", whole + "}", &Money{2_000_000, "play"}},
		"body first":     {header, whole + `,"cost":0.5}`, &Money{500_000, "USD"}},
		"no number":      {"X-Litellm-Response-Cost: None", whole + "}", nil},
		"before a stream": {
			"Content-Type: text/event-stream\r\n" + header, stream + "data: {\"choices\":[]," + counted + "}\n\ndata: [DONE]\n\n", nil,
		},
		"after the usage": {
			"Content-Type: text/event-stream",
			stream + "data: {\"choices\":[]," + counted + "}\n\ndata: {\"choices\":[],\"cost\":\"0.25\"}\n\ndata: [DONE]\n\n",
			&Money{250_000, "USD"},
		},
		"before the usage": {
			"Content-Type: text/event-stream",
			"data: {\"choices\":[],\"cost\":\"0.25\"}\n\n" + stream + "data: {\"choices\":[]," + counted + "}\n\ndata: [DONE]\n\n",
			&Money{250_000, "USD"},
		},
	} {
		got := collect(answerWith(c.headers, c.body), t.Context(), hello())
		if got.err != nil || got.usage == nil || got.usage.Prompt != 2 || got.usage.Total != 5 {
			t.Errorf("%s: %+v, %v", name, got.usage, got.err)
		} else if cost := got.usage.Cost; (cost == nil) != (c.want == nil) || cost != nil && *cost != *c.want {
			t.Errorf("%s: cost %+v, want %+v", name, cost, c.want)
		}
	}
}

func TestTranscriptTellsItsUsage(t *testing.T) {
	for name, c := range map[string]struct {
		headers, body string
		want          Usage
	}{
		"time":   {"Content-Type: application/json", `{"text":"Hi","usage":{"type":"duration","seconds":9,"cost":0.0009}}`, Usage{AudioSeconds: 9, Cost: &Money{900, "USD"}}},
		"header": {"X-Litellm-Response-Cost: 0.1", "Hi", Usage{Cost: &Money{100_000, "USD"}}},
		"events": {
			"Content-Type: text/event-stream",
			"data: {\"type\":\"transcript.text.done\",\"text\":\"Hi\",\"usage\":{\"type\":\"tokens\",\"input_tokens\":14,\"output_tokens\":4,\"total_tokens\":18}}\n\n",
			Usage{Prompt: 14, Completion: 4, Total: 18, Tokens: Tokens{Input: 14, Output: 4}},
		},
	} {
		got, err := answerWith(c.headers, c.body).Transcribe(t.Context(), TranscriptionRequest{Audio: strings.NewReader(string(silentWAV(10)))})
		if err != nil || got.Usage == nil {
			t.Errorf("%s: %+v, %v", name, got, err)
			continue
		}
		u := *got.Usage
		if u.Total != c.want.Total || u.Tokens != c.want.Tokens || u.AudioSeconds != c.want.AudioSeconds || (u.Cost == nil) != (c.want.Cost == nil) ||
			u.Cost != nil && *u.Cost != *c.want.Cost {
			t.Errorf("%s: %+v, want %+v", name, u, c.want)
		}
	}
}

func TestSpeechTellsItsUsage(t *testing.T) {
	events := "data: {\"type\":\"speech.audio.delta\",\"audio\":\"SUQzBAAAAAAAAAAAAAAAAAAAAAA=\"}\n\n" +
		"data: {\"type\":\"speech.audio.done\",\"usage\":{\"input_tokens\":14,\"output_tokens\":101,\"total_tokens\":115}}\n\n"
	s, err := answerWith("Content-Type: text/event-stream\r\nX-Response-Cost: 0.002", events).
		Speech(t.Context(), SpeechRequest{Model: "m", Input: "Hi", Voice: "alloy"})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	if _, err := io.Copy(io.Discard, s); err != nil {
		t.Fatal(err)
	}
	if u := s.Usage(); u == nil || u.Total != 115 || u.Cost == nil || u.Cost.Micros != 2000 {
		t.Errorf("usage %+v", u)
	}
	none := Speech{answer: &answer{client: &Client{}, response: &http.Response{Header: http.Header{}}}}
	if u := none.Usage(); u != nil {
		t.Errorf("usage %+v of nothing", u)
	}
}

// FuzzUsage looks for usage objects whose kinds do not add up.
func FuzzUsage(f *testing.F) {
	for _, c := range usageCases(f) {
		f.Add([]byte(c.Usage))
		f.Add([]byte(c.Reply))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		if u := readUsage(body); u != nil {
			checkKinds(t, u)
		}
		var e event
		if decodeLoose(body, &e); e.usage != nil {
			checkKinds(t, e.usage)
		}
	})
}
