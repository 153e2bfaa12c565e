package openwebui_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"parlando/app/imports/foreign"
	"parlando/app/imports/foreign/foreigntest"
	"parlando/app/imports/openwebui"
)

func decode(t *testing.T, in string) foreign.Conversation {
	t.Helper()
	c, err := openwebui.Decode([]byte(in))
	if err != nil {
		t.Fatal(err)
	}
	if err := foreigntest.Check(c); err != nil {
		t.Error(err)
	}
	return c
}

func wantTranscript(t *testing.T, c foreign.Conversation, want string) {
	t.Helper()
	want = strings.ReplaceAll(strings.TrimPrefix(want, "\n"), "\t", "")
	if diff := cmp.Diff(want, foreigntest.Transcript(c)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// history is a chat with two answers to one question; the first was shown.
const history = `{"title": "Trip", "models": ["m"], "timestamp": 1767323045000, "history": {"currentId": "b", "messages": {
	"z": {"id": "z", "parentId": null, "childrenIds": ["b", "c"], "role": "user", "content": "Where?", "timestamp": 1767323045},
	"c": {"id": "c", "parentId": "z", "role": "assistant", "content": "There", "timestamp": 1767323047, "model": "m2"},
	"b": {"id": "b", "parentId": "z", "role": "assistant", "content": "Here", "timestamp": 1767323046, "model": "m1"}}},
	"messages": [{"id": "z", "role": "user", "content": "Where?"}]}`

const historyTranscript = `
	user z<
	  text "Where?"
	assistant b<z*
	  text "Here"
	assistant c<z
	  text "There"
`

func TestAChatOfANewExport(t *testing.T) {
	t.Parallel()
	c := decode(t, `{"id": "x", "user_id": "u", "title": "Journey", "chat": `+history+`, "created_at": 1767323045,
		"updated_at": 1767323099, "share_id": null, "archived": true, "pinned": true, "meta": {"tags": []}, "folder_id": "f"}`)
	wantTranscript(t, c, historyTranscript)
	if c.ID != "x" || c.Title != "Journey" || !c.Archived || !c.Pinned || c.Project != "f" ||
		c.Created.Unix() != 1767323045 || c.Updated.Unix() != 1767323099 || c.Messages[1].Model != "m1" {
		t.Errorf("its facts are %+v", c)
	}
}

func TestAChatOfAnOldExport(t *testing.T) {
	t.Parallel()
	c := decode(t, history)
	wantTranscript(t, c, historyTranscript)
	if c.ID != decode(t, history).ID || c.Title != "Trip" || c.Created.Unix() != 1767323045 {
		t.Errorf("its facts are %+v", c)
	}
	wantTranscript(t, decode(t, `{"id": "x", "messages": [{"id": "a", "role": "user", "content": "1"}, {"role": "assistant", "content": "2"}]}`), `
		user a<
		  text "1"
		assistant #2<a*
		  text "2"
	`)
}

// reply returns a chat with one reply.
func reply(t *testing.T, members map[string]any) string {
	t.Helper()
	members["role"] = "assistant"
	data, err := json.Marshal(map[string]any{"id": "x", "chat": map[string]any{
		"history": map[string]any{"currentId": "a", "messages": map[string]any{"a": members}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestElementsBecomeFolds(t *testing.T) {
	t.Parallel()
	content := `<details type="reasoning" done="true" duration="12">
<summary>Thought for 12 seconds</summary>
> I think &lt;so&gt;
>
> Really
</details>
Let me look.

<details type="tool_calls" done="true" id="c1" name="search" arguments="&quot;{\&quot;q\&quot;: \&quot;a&gt;b\&quot;}&quot;" result="&quot;One\nTwo&quot;" files="">
<summary>Tool Executed</summary>
</details>
<details type="tool_calls" done="true" id="c1" name="fetch" arguments="{&quot;u&quot;:1}">
<summary>Tool Executed</summary>
[&quot;page&quot;]
</details>
Found.
<details><summary>Mine</summary>kept</details>
<details type="code_interpreter" done="true" output="{&quot;stdout&quot;:1}">
<summary>Analyzed</summary>
` + "```python\nprint(1)\n```" + `
</details>
<details type="reasoning" done="false">
<summary>Thinking…</summary>
> cut`
	wantTranscript(t, decode(t, reply(t, map[string]any{"content": content})), `
		assistant a<*
		  reasoning 12s "I think <so>\n\nReally"
		  text "Let me look."
		  call search {"q":"a>b"}
		  done "One\nTwo"
		  call fetch {"u":1}
		  done "[\"page\"]"
		  text "Found.\n<details><summary>Mine</summary>kept</details>"
		  call code_interpreter {"code":"`+"```python\\nprint(1)\\n```"+`"}
		  done "{\"stdout\":1}"
		  text "<details type=\"reasoning\" done=\"false\">\n<summary>Thinking…</summary>\n> cut"
	`)
	wantTranscript(t, decode(t, reply(t, map[string]any{"content": "<think>\nHm\n</think>\nYes"})), `
		assistant a<*
		  reasoning "Hm"
		  text "Yes"
	`)
}

func TestFilesAreTakenOrMissing(t *testing.T) {
	t.Parallel()
	wantTranscript(t, decode(t, `{"id": "x", "chat": {"history": {"messages": {"a": {"role": "user", "content": "See", "files": [
		{"type": "image", "url": "data:image/png;base64,iVBORw0KGgo="},
		{"type": "image", "url": "/api/v1/files/1/photo.png"},
		{"type": "file", "name": "a.txt", "url": "/files/2", "file": {"filename": "a.txt", "data": {"content": "Words"}}},
		{"type": "file", "name": "b.pdf", "file": {"meta": {"content_type": "application/pdf"}}},
		{"type": "image", "url": "data:image/png;base64,?"}]}}}}}`), `
		user a<*
		  pasted a.txt "Words"
		  file  image/png, 8 bytes
		  file photo.png
		  file b.pdf application/pdf
		  file  image/png
		  text "See"
	`)
	wantTranscript(t, decode(t, `{"id": "x", "messages": [{"id": "a", "role": "user", "content": [
		{"type": "text", "text": "One"}, {"type": "image_url", "image_url": {"url": "data:image/gif;base64,R0lGODlh"}}]}]}`), `
		user a<*
		  file  image/gif, 6 bytes
		  text "One"
	`)
}

func TestSourcesKeepTheirNumbers(t *testing.T) {
	t.Parallel()
	wantTranscript(t, decode(t, reply(t, map[string]any{"content": "See [2]", "sources": []any{
		map[string]any{"source": map[string]any{"name": "search"}, "metadata": []any{
			map[string]any{"source": "https://a.example", "title": "A"},
			map[string]any{"source": "https://a.example"},
			map[string]any{"source": "https://b.example"},
		}},
		map[string]any{"source": map[string]any{"id": "f1", "name": "a.pdf"}},
	}})), `
		assistant a<*
		  text "See [2]"
		  sources A https://a.example 0+0-0, search https://b.example 0+0-0, a.pdf  0+0-0
	`)
}

func TestStrangeChatsComeOver(t *testing.T) {
	t.Parallel()
	wantTranscript(t, decode(t, `{"id": "x", "title": null, "chat": {"history": {"currentId": "gone", "messages": {
		"a": {"parentId": "b", "role": "user", "content": "1\u0000\ud800", "timestamp": "soon"},
		"b": {"parentId": "a", "role": "assistant", "content": {"text": "2", "type": "text"}, "files": null, "model": 5},
		"c": {"parentId": "nowhere", "role": "user", "content": null}, "d": {"parentId": "c", "role": "user", "content": "4"},
		"e": {"parentId": "d", "role": "system", "content": "secret"}, "f": 7}}}}`), "\n"+
		"\tassistant b<\n\t  text \"2\"\n\tuser a<b\n\t  text \"1\uFFFD\uFFFD\"\n\tuser d<*\n\t  text \"4\"\n")
	for _, in := range []string{`{}`, `[]`, `{"chat": {}}`, `{"title": "x"}`} {
		if c, err := openwebui.Decode([]byte(in)); !errors.Is(err, foreign.ErrNoConversation) {
			t.Errorf("%s: %+v, %v", in, c, err)
		}
	}
	if c := decode(t, `{"id": "x", "chat": {"history": {"messages": {}}}}`); len(c.Messages) > 0 {
		t.Errorf("an empty chat has %d messages", len(c.Messages))
	}
}

// long returns a chat of the number of messages.
func long(messages int) []byte {
	prose := strings.Repeat("The quick brown fox jumps over the lazy dog; it said \"no\" twice.\n", 30)
	all := map[string]any{}
	for i := range messages {
		content := prose
		if i%10 == 1 {
			content = "<details type=\"reasoning\" duration=\"1\">\n<summary>T</summary>\n> a\n</details>\n" + prose
		}
		all[fmt.Sprint(i)] = map[string]any{
			"parentId": fmt.Sprint(i - 1), "role": []string{"user", "assistant"}[i%2], "content": content, "timestamp": i,
		}
	}
	data, err := json.Marshal(map[string]any{"id": "x", "chat": map[string]any{"history": map[string]any{"messages": all}}})
	if err != nil {
		panic(err)
	}
	return data
}

func BenchmarkDecode(b *testing.B) {
	data := long(1000)
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if _, err := openwebui.Decode(data); err != nil {
			b.Fatal(err)
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(long(3))
	f.Add([]byte(history))
	f.Add([]byte(`{"messages":[{"role":"assistant","content":"<details type=\"tool_calls\" name=\"x\" arguments=\"{\">a</details>",
		"files":[{"url":"data:a;base64,aa=="}],"sources":[{"source":{"name":"n"}}]}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		if c, err := openwebui.Decode(data); err == nil {
			if err := foreigntest.Check(c); err != nil {
				t.Error(err)
			}
		}
	})
}
