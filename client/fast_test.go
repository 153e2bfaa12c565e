package client

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// same fails if the fast reader takes a payload and understands it otherwise than the loose one:
// remembers has read the payloads before, a fresh one has not.
func same(t rapid.TB, remembers *fastDecoder, payload []byte) (fast bool) {
	t.Helper()
	var loose event
	isJSON := decodeLoose(payload, &loose)
	if len(loose.pieces) == 0 {
		loose.pieces = nil
	}
	var took [2]bool
	for i, f := range []*fastDecoder{{}, remembers} {
		var quick event
		if took[i] = f.decode(payload, &quick); !took[i] {
			continue
		}
		if len(quick.pieces) == 0 {
			quick.pieces = nil
		}
		if !isJSON {
			t.Errorf("only the fast reader takes %.300q", payload)
		} else if !reflect.DeepEqual(quick, loose) {
			t.Errorf("%.300q:\nfast  %+v\nloose %+v", payload, quick, loose)
		}
	}
	if took[0] != took[1] {
		t.Errorf("a fresh fast reader takes it: %v, one that remembers: %v: %.300q", took[0], took[1], payload)
	}
	return took[0]
}

func TestFastAndLooseReaderAgreeOnTheCorpus(t *testing.T) {
	total, fast := 0, 0
	for _, c := range wireCases(t) {
		if c.Kind != "chat-stream" {
			continue
		}
		var f fastDecoder
		for line := range bytes.Lines(c.bytes(t)) {
			if payload, ok := bytes.CutPrefix(bytes.TrimSpace(line), []byte("data:")); ok {
				total++
				if same(t, &f, bytes.TrimSpace(payload)) {
					fast++
				}
			}
		}
	}
	if fast*2 < total {
		t.Errorf("the fast reader took only %d of %d", fast, total)
	}
}

// values are JSON values of every sort, some of them broken, for any field of a chunk.
var values = []string{
	`""`, `"a"`, `"Hello, \"world\"\n"`, `"\u00e4\u4e2d"`, `"\ud83d\ude00"`, `"\ud83d"`, `"\ude00\ud83d"`, `"日本 😀"`, `null`, `"\x"`, "\"\xff\"", "\"\xe6\x97\"",
	"\"a\tb\"", `"<think>"`, `7`, `"7"`, `-1`, `1.5e3`, `01`, `true`, `[]`, `["a"]`, `{}`, `{"text":"a"}`, `[[[[{"a":[null]}]]]]`, `[{"type":"text","text":"x"}]`, `"stop"`, `"nul`, ``,
}

// chunks draws chunks in a row: mostly of the usual shape, with their fields in any order, twice or
// unknown, and now and then damaged in one byte; many are the one before with another text.
func chunks(t *rapid.T) [][]byte {
	pick := func(of ...string) string { return rapid.SampledFrom(of).Draw(t, "value") }
	text := func() string { return pick(values...) }
	object := func(expected string, more ...func() string) string {
		fields := []string{}
		if expected != "" {
			fields = append(fields, expected)
		}
		for range rapid.IntRange(0, 3).Draw(t, "fields") {
			fields = append(fields, more[rapid.IntRange(0, len(more)-1).Draw(t, "field")]())
		}
		order := rapid.Permutation(fields).Draw(t, "order")
		return "{" + strings.Join(order, pick(",", ",", ",", " , ", "")) + "}"
	}
	field := func(name string, value func() string) func() string {
		return func() string { return `"` + name + pick(`":`, `":`, `": `) + value() }
	}
	usually := func(value string) func() string {
		return func() string { return pick(value, value, value, text()) }
	}
	delta := func() string {
		return object(`"content":`+text(), field("role", usually(`"assistant"`)), field("content", text), field("reasoning_content", text), field("reasoning", text),
			field("refusal", usually("null")), field("tool_calls", usually("[]")), field("junk", text))
	}
	choice := func() string {
		return object(`"index":`+usually("0")()+`,"delta":`+delta(), field("finish_reason", usually("null")), field("logprobs", usually("null")), field("index", text),
			field("delta", delta), field("message", delta), field("text", text), field("usage", text))
	}
	chunk := func() string {
		list := choice()
		if rapid.IntRange(0, 5).Draw(t, "choices") == 0 {
			list += "," + choice()
		}
		return object(`"choices":[`+pick(list, list, list, "")+"]", field("id", usually(`"c1"`)), field("object", usually(`"chat.completion.chunk"`)), field("created", usually("1760000000")),
			field("model", usually(`"m"`)), field("usage", usually("null")), field("error", usually("null")), field("obfuscation", text), field("choices", text), field("x", text))
	}
	var all [][]byte
	for range rapid.IntRange(1, 5).Draw(t, "shapes") {
		shape := chunk()
		if rapid.Bool().Draw(t, "plain") {
			shape = `{"id":"c1","object":"chat.completion.chunk","model":"m","choices":[{"index":0,"delta":{"` + pick("content", "reasoning_content") + `":"TEXT"},"finish_reason":null}]` +
				pick("", `,"obfuscation":"TEXT"`, `,"obfuscation":"TEXT","x":null`, `,"obfuscation":"TEXT","usage":null,"obfuscation":"ab"`) + "}"
		}
		for range rapid.IntRange(1, 3).Draw(t, "texts") {
			one := []byte(strings.Replace(shape, `"TEXT"`, text(), 1))
			one = []byte(strings.ReplaceAll(string(one), `"TEXT"`, pick(`"a1"`, `"b22"`, `""`, text())))
			if len(one) > 0 && rapid.IntRange(0, 9).Draw(t, "damaged") == 0 {
				one[rapid.IntRange(0, len(one)-1).Draw(t, "at")] = rapid.Byte().Draw(t, "byte")
			}
			all = append(all, one)
		}
	}
	return all
}

func TestFastAndLooseReaderAgreeOnRandomChunks(t *testing.T) {
	all, fast := 0, 0
	rapid.Check(t, func(r *rapid.T) {
		var f fastDecoder
		for _, payload := range chunks(r) {
			all++
			if same(r, &f, payload) {
				fast++
			}
		}
	})
	// Few of them are of the usual shape; with none the test would compare nothing.
	if fast*10 < all {
		t.Errorf("the fast reader took only %d of %d", fast, all)
	}
}

func TestThinkTagsAreFoundHoweverTheyAreCut(t *testing.T) {
	const whole = "\n<think>\nI wonder </thi no\n</think>\n\nHello <think> world"
	for i := range len(whole) + 1 {
		for j := i; j <= len(whole); j++ {
			var tags thinkTags
			var text, thought string
			for _, piece := range []string{whole[:i], whole[i:j], whole[j:]} {
				out := tags.split(piece)
				text, thought = text+out.text, thought+out.thought
			}
			a, b := tags.flush()
			text, thought = text+a, thought+b
			if text != "Hello <think> world" || strings.TrimSpace(thought) != "I wonder </thi no" {
				t.Fatalf("cut at %d and %d: %q, %q", i, j, text, thought)
			}
		}
	}
	var tags thinkTags
	text := tags.split("  <thi").text
	rest, _ := tags.flush()
	if text+rest != "  <thi" {
		t.Errorf("half a tag at the end became %q", text+rest)
	}
}

// TestNumbersAndBooleansAreTextToBothReaders holds values without quotes in the fields that hold
// text.
func TestNumbersAndBooleansAreTextToBothReaders(t *testing.T) {
	for value, wantFast := range map[string]bool{
		"6": true, "0": true, "true": true, "false": true, " 42 ": true,
		"0.005": false, "-1": false, "3e+50": false, "1234567890123456789012": true,
	} {
		for _, field := range []string{"content", "reasoning_content"} {
			payload := []byte(`{"choices":[{"index":0,"delta":{"` + field + `":` + value + `}}]}`)
			if fast := same(t, &fastDecoder{}, payload); fast != wantFast {
				t.Errorf("%s: fast %v", payload, fast)
			}
			var e event
			decodeLoose(payload, &e)
			if got := e.pieces[0].text + e.pieces[0].reasoning; got != strings.TrimSpace(value) {
				t.Errorf("%s is %q", payload, got)
			}
		}
	}
	for _, payload := range []string{
		`{"choices":[{"index":0,"delta":{"content":01}}]}`, `{"choices":[{"index":0,"delta":{"content":6,"content":"x"}}]}`,
		`{"choices":[{"index":0,"delta":{"refusal":false}}]}`, `{"choices":[{"index":0,"delta":{"content":`,
	} {
		same(t, &fastDecoder{}, []byte(payload))
	}
}
