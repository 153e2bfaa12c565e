package messages_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"parlando/app/imports/foreign"
	"parlando/app/imports/foreign/foreigntest"
	"parlando/app/imports/messages"
)

func wantTranscript(t *testing.T, c foreign.Conversation, want string) {
	t.Helper()
	if err := foreigntest.Check(c); err != nil {
		t.Error(err)
	}
	want = strings.ReplaceAll(strings.TrimPrefix(want, "\n"), "\t", "")
	if diff := cmp.Diff(want, foreigntest.Transcript(c)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func decode(t *testing.T, in string) foreign.Conversation {
	t.Helper()
	c, err := messages.Decode([]byte(in))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestACallItsOutputAndTheAnswerAreOneReply(t *testing.T) {
	t.Parallel()
	c := decode(t, `{"id": "x", "title": "Sums", "model": "m", "created": 1767323045, "messages": [
		{"role": "system", "content": "Be short."},
		{"role": "user", "content": [{"type": "text", "text": "Add"}, {"type": "image_url", "image_url": {"url": "data:image/gif;base64,R0lGODlh"}},
			{"type": "image_url", "image_url": "https://a.example/b.png"}, {"type": "input_audio", "input_audio": {"data": "UklGRg==", "format": "wav"}},
			{"type": "file", "file": {"filename": "c.pdf", "file_data": "data:application/pdf;base64,JVBERg"}}, {"type": "video_url"}]},
		{"role": "assistant", "content": null, "reasoning_content": "Hm", "tool_calls": [
			{"id": "c", "type": "function", "function": {"name": "add", "arguments": "{\"a\": 1}"}},
			{"id": "d", "type": "function", "function": {"name": "add", "arguments": "broken"}}]},
		{"role": "tool", "tool_call_id": "c", "content": "3"},
		{"role": "assistant", "content": "<think>So</think>Three", "model": "n"},
		{"role": "user", "content": "Thanks", "id": "mine", "timestamp": 1767323046000},
		{"role": "critic", "content": "?"}]}`)
	wantTranscript(t, c, `
		user #2<
		  file  image/gif, 6 bytes
		  file b.png
		  file  audio/wav, 4 bytes
		  file c.pdf application/pdf, 4 bytes
		  text "Add"
		assistant #3<#2
		  reasoning "Hm"
		  call add {"a":1}
		  done "3"
		  call add {"input":"broken"}
		  done ""
		  reasoning "So"
		  text "Three"
		user mine<#3*
		  text "Thanks"
	`)
	if c.Title != "Sums" || c.Messages[1].Model != "m" || c.Created.Unix() != 1767323045 || c.Messages[2].Created.Unix() != 1767323046 ||
		len(c.Notes) != 1 || c.Notes[0].Text != "Be short." {
		t.Errorf("its facts are %+v", c)
	}
	if diff := cmp.Diff([]foreign.Gap{{Kind: "video_url", Count: 1}, {Kind: "role critic", Count: 1}}, c.Gaps); diff != "" {
		t.Error(diff)
	}
}

func TestAChatWithoutAnIDKeepsTheSameOne(t *testing.T) {
	t.Parallel()
	const begin = `{"title": "x", "messages": [{"role": "user", "content": "1"}`
	short, longer := decode(t, begin+`]}`), decode(t, begin+`, {"role": "assistant", "content": "2"}]}`)
	if short.ID == "" || short.ID != longer.ID || short.Messages[0].ID != longer.Messages[0].ID {
		t.Errorf("%q and %q", short.ID, longer.ID)
	}
	if other := decode(t, `{"title": "y", "messages": [{"role": "user", "content": "1"}]}`); other.ID == short.ID {
		t.Error("another title has the same ID")
	}
	const instructed = `{"messages": [{"role": "system", "content": "Be short."}, {"role": "user", "content": "`
	if one, other := decode(t, instructed+`1"}]}`), decode(t, instructed+`2"}]}`); one.ID == other.ID {
		t.Error("two chats with the same instructions have the same ID")
	}
}

func TestAListIsOneChat(t *testing.T) {
	t.Parallel()
	var l messages.List
	if _, err := l.Conversation(); !errors.Is(err, foreign.ErrNoConversation) {
		t.Errorf("an empty list: %v", err)
	}
	for _, in := range []string{`{"role": "user", "content": "1"}`, `{"role": "assistant", "content": "2"}`, `{"role": "assistant", "content": "3"}`} {
		if err := l.Add([]byte(in)); err != nil {
			t.Fatal(err)
		}
	}
	if l.Add([]byte(`{`)) == nil {
		t.Error("damaged JSON is no error")
	}
	big, err := json.Marshal(strings.Repeat("x", messages.MaxListBytes))
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Add(big); !errors.Is(err, messages.ErrListTooLong) {
		t.Errorf("a huge message: %v", err)
	}
	c, err := l.Conversation()
	if err != nil {
		t.Fatal(err)
	}
	wantTranscript(t, c, `
		user #1<
		  text "1"
		assistant #2<#1*
		  text "2\n\n3"
	`)
}

func TestStrangeChatsComeOver(t *testing.T) {
	t.Parallel()
	wantTranscript(t, decode(t, `{"messages": [5, null, {"role": "user", "content": "1\u0000\udc00", "id": "a"}, {"role": "user", "id": "a", "content": {"type": "text",
		"text": {"value": "2"}}}, {"role": "tool", "content": ["3", {"type": "input_text", "text": "4"}]}, {"role": "assistant", "content": ""}]}`), "\n"+
		"\tuser a<\n\t  text \"1\uFFFD\uFFFD\"\n\tuser a#4<a\n\t  text \"2\"\n\tassistant #5<a#4*\n\t  call tool {}\n\t  done \"3\\n\\n4\"\n")
	for _, in := range []string{`{}`, `[]`, `{"messages": []}`, `{"messages": "x"}`, `"x"`} {
		if c, err := messages.Decode([]byte(in)); !errors.Is(err, foreign.ErrNoConversation) {
			t.Errorf("%s: %+v, %v", in, c, err)
		}
	}
}

func BenchmarkDecode(b *testing.B) {
	type object = map[string]string
	all := make([]object, 1000)
	for i := range all {
		all[i] = object{"role": []string{"user", "assistant"}[i%2], "content": strings.Repeat("The quick brown fox; it said \"no\" twice.\n", 50)}
	}
	data, err := json.Marshal(map[string]any{"messages": all})
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if _, err := messages.Decode(data); err != nil {
			b.Fatal(err)
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte(`{"messages":[{"role":"user","content":[{"type":"image_url","image_url":{"url":"data:image/gif;base64,R0lGODlh"}}]},
		{"role":"assistant","content":"<think>a</think>b","tool_calls":[{"id":"c","function":{"name":"f","arguments":"{"}}]},
		{"role":"tool","tool_call_id":"c","content":"d"}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		if c, err := messages.Decode(data); err == nil {
			if err := foreigntest.Check(c); err != nil {
				t.Error(err)
			}
		}
	})
}
