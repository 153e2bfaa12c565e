package client

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
)

// same fails if the fast reader takes a payload and understands it otherwise than the loose one.
func same(t *testing.T, payload []byte) (fast bool) {
	t.Helper()
	var quick, loose event
	if !decodeFast(payload, &quick, "", "") {
		return false
	}
	if !decodeLoose(payload, &loose) {
		t.Errorf("only the fast reader takes %.300q", payload)
		return true
	}
	if len(quick.pieces) == 0 {
		quick.pieces = nil
	}
	if len(loose.pieces) == 0 {
		loose.pieces = nil
	}
	if !reflect.DeepEqual(quick, loose) {
		t.Errorf("%.300q:\nfast  %+v\nloose %+v", payload, quick, loose)
	}
	return true
}

func TestFastAndLooseReaderAgreeOnTheCorpus(t *testing.T) {
	total, fast := 0, 0
	for _, c := range wireCases(t) {
		if c.Kind != "chat-stream" {
			continue
		}
		for line := range bytes.Lines(c.bytes(t)) {
			if payload, ok := bytes.CutPrefix(bytes.TrimSpace(line), []byte("data:")); ok {
				total++
				if same(t, bytes.TrimSpace(payload)) {
					fast++
				}
			}
		}
	}
	if fast*2 < total {
		t.Errorf("the fast reader took only %d of %d", fast, total)
	}
}

// randomChunk writes a chunk, mostly of the usual shape, with keys in any order and now and then damage.
func randomChunk(r *rand.Rand) []byte {
	texts := []string{`""`, `"a"`, `"Hello, \"world\"\n"`, `"\u00e4\u4e2d"`, `"\ud83d\ude00"`, `"\ud83d"`, `"日本"`, `null`, `"\x"`, "\"\xff\"", `"<think>"`, `7`, `["a"]`}
	text := func() string { return texts[r.IntN(len(texts))] }
	fields := func(all ...string) string {
		r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		return "{" + strings.Join(all[:r.IntN(len(all)+1)], ",") + "}"
	}
	space := []string{"", " ", "\t"}[r.IntN(3)]
	choice := func() string {
		delta := fields(`"content":`+text(), `"role":"assistant"`, `"reasoning_content":`+text(), `"refusal":null`, `"content":`+text(), `"tool_calls":[]`)
		return fields(`"index":`+fmt.Sprint(r.IntN(140)), `"delta":`+space+delta, `"finish_reason":`+[]string{"null", `"stop"`, `""`, `"length"`}[r.IntN(4)], `"logprobs":null`, `"index":"1"`)
	}
	choices := "[]"
	switch r.IntN(8) {
	case 0:
	case 1:
		choices = "[" + choice() + "," + choice() + "]"
	default:
		choices = "[" + choice() + "]"
	}
	chunk := []byte(fields(`"id":"c1"`, `"object":"chat.completion.chunk"`, `"created":`+fmt.Sprint(r.IntN(1e9)), `"model":"m"`, `"choices":`+choices+space, `"usage":null`, `"error":null`, `"usage":{"prompt_tokens":1}`, `"created":1.5`, `"id":null`))
	if r.IntN(6) == 0 && len(chunk) > 0 {
		chunk[r.IntN(len(chunk))] = byte(r.IntN(256))
	}
	return chunk
}

func TestFastAndLooseReaderAgreeOnRandomChunks(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	fast := 0
	for range 60000 {
		if same(t, randomChunk(r)) {
			fast++
		}
		if t.Failed() {
			return
		}
	}
	if fast < 1000 {
		t.Errorf("the fast reader took only %d", fast)
	}
}

func TestUnquoteIsWhatJSONSays(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	parts := []string{"a", "é", "😀", `\n`, `\"`, `\\`, `\/`, `\u0041`, `\u00e9`, `\ud83d\ude00`, `\t`, `\b\f\r`, "\x01", `\q`, `\u12`, `"`}
	for range 20000 {
		raw := `"`
		for range r.IntN(6) {
			raw += parts[r.IntN(len(parts))]
		}
		raw += `"`
		var want string
		err := json.Unmarshal([]byte(raw), &want)
		got, rest, ok := unquote([]byte(raw))
		ok = ok && len(rest) == 0
		if ok != (err == nil) || ok && got != want {
			t.Fatalf("unquote(%s) = %q, %v, want %q, %v", raw, got, ok, want, err)
		}
	}
}

func TestMendJoinsHalvesAndLosesNothing(t *testing.T) {
	whole := "Grüße 😀 日本 \U0001F468\u200d👩 end"
	for i := range len(whole) + 1 {
		first, half := mend("", whole[:i])
		second, left := mend(half, whole[i:])
		if first+second != whole || left != "" {
			t.Fatalf("cut at %d: %q + %q, left %q", i, first, second, left)
		}
	}
	for broken, want := range map[string]string{"\xff": "\uFFFD", "a\xc3(": "a\uFFFD(", "\xed\xb0\x80": "\uFFFD", "\xed\xa0\x80x": "\uFFFDx"} {
		if got, left := mend("", broken); got != want || left != "" {
			t.Errorf("mend(%q) = %q, %q, want %q", broken, got, left, want)
		}
	}
}

func TestThinkTagsAreFoundHoweverTheyAreCut(t *testing.T) {
	const whole = "\n<think>\nI wonder </thi no\n</think>\n\nHello <think> world"
	for i := range len(whole) + 1 {
		for j := i; j <= len(whole); j++ {
			var tags thinkTags
			var text, thought string
			for _, piece := range []string{whole[:i], whole[i:j], whole[j:]} {
				a, b := tags.split(piece)
				text, thought = text+a, thought+b
			}
			a, b := tags.flush()
			text, thought = text+a, thought+b
			if text != "Hello <think> world" || strings.TrimSpace(thought) != "I wonder </thi no" {
				t.Fatalf("cut at %d and %d: %q, %q", i, j, text, thought)
			}
		}
	}
	var tags thinkTags
	text, _ := tags.split("  <thi")
	rest, _ := tags.flush()
	if text+rest != "  <thi" {
		t.Errorf("half a tag at the end became %q", text+rest)
	}
}
