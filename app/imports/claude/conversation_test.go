package claude_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"parlando/app/imports/claude"
	"parlando/app/imports/exportjson"
	"parlando/app/imports/foreign"
	"parlando/app/imports/foreign/foreigntest"
)

// none is the parent of the first message in newer exports.
const none = "00000000-0000-4000-8000-000000000000"

type object = map[string]any

// said returns a message with a block of text, or with its own content.
func said(id, parent, sender, text string, content ...object) object {
	if content == nil {
		content = []object{{"type": "text", "text": text}}
	}
	m := object{
		"uuid": id, "sender": sender, "text": text, "content": content, "created_at": "2026-01-02T03:04:05.678901Z",
		"attachments": []object{}, "files": []object{},
	}
	if parent != "" {
		m["parent_message_uuid"] = parent
	}
	return m
}

func exported(messages ...object) object {
	return object{
		"uuid": "chat", "name": "Trip", "summary": "", "created_at": "2026-01-02T03:04:05Z", "updated_at": "2026-02-02T03:04:05Z",
		"account": object{"uuid": "me"}, "chat_messages": messages,
	}
}

func decode(t *testing.T, o object) foreign.Conversation {
	t.Helper()
	data, err := json.Marshal(o)
	if err != nil {
		t.Fatal(err)
	}
	c, err := claude.Decode(data)
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

func TestAConversationHasItsFacts(t *testing.T) {
	t.Parallel()
	o := exported(said("a", none, "human", "Hi"), said("b", "a", "assistant", "Hello"))
	o["model"], o["is_starred"], o["project"] = "claude-x", true, object{"uuid": "p", "name": "P"}
	c := decode(t, o)
	c.Messages[0].Parts, c.Messages[1].Parts = nil, nil
	at := time.Date(2026, 1, 2, 3, 4, 5, 678_901_000, time.UTC)
	want := foreign.Conversation{
		ID: "chat", Title: "Trip", Model: "claude-x", Pinned: true, Project: "p", Current: "b",
		Created: at.Truncate(time.Second), Updated: time.Date(2026, 2, 2, 3, 4, 5, 0, time.UTC),
		Messages: []foreign.Message{
			{ID: "a", Role: "user", Created: at}, {ID: "b", Parent: "a", Role: "assistant", Created: at, Model: "claude-x"},
		},
	}
	if diff := cmp.Diff(want, c); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestEditedTurnsAreBranches(t *testing.T) {
	t.Parallel()
	o := exported(
		said("a", none, "human", "One"), said("b", "a", "assistant", "1"),
		said("c", "b", "human", "Two"), said("d", "c", "assistant", "2"),
		said("e", "b", "human", "Two, edited"), said("g", "e", "assistant", "2.2"), said("f", "e", "assistant", "2.1"),
	)
	want := `
		user a<
		  text "One"
		assistant b<a
		  text "1"
		user c<b
		  text "Two"
		assistant d<c
		  text "2"
		user e<b
		  text "Two, edited"
		assistant g<e
		  text "2.2"
		assistant f<e*
		  text "2.1"
	`
	wantTranscript(t, decode(t, o), want)
	o["current_leaf_message_uuid"] = "d"
	wantTranscript(t, decode(t, o), strings.NewReplacer("f<e*", "f<e", "d<c", "d<c*").Replace(want))
	messages := o["chat_messages"].([]object)
	messages[5]["created_at"] = "2026-03-01T00:00:00Z"
	o["current_leaf_message_uuid"] = nil
	wantTranscript(t, decode(t, o), strings.NewReplacer("f<e*", "f<e", "g<e", "g<e*").Replace(want))
}

func TestOldExportsAreFlat(t *testing.T) {
	t.Parallel()
	want := `
		user a<
		  text "One"
		assistant b<a*
		  text "1"
	`
	for _, parent := range []string{"", none} {
		a, b := said("a", parent, "human", "One"), said("b", parent, "assistant", "1")
		delete(a, "content")
		b["content"] = []object{}
		wantTranscript(t, decode(t, exported(a, b)), want)
	}
}

func TestAnAddOnLeavesTheTextEmpty(t *testing.T) {
	t.Parallel()
	a := said("a", none, "human", "", object{"type": "text", "text": "One"})
	b := said("b", "a", "assistant", "", object{"type": "text", "text": "1"})
	wantTranscript(t, decode(t, exported(a, b)), `
		user a<
		  text "One"
		assistant b<a*
		  text "1"
	`)
}

func TestThePlaceholderIsNeverImported(t *testing.T) {
	t.Parallel()
	const sentence = "```\nThis block is not supported on your current device yet.\n```"
	a := said("a", none, "human", "One")
	b := said("b", "a", "assistant", "Let me look.\n\n"+sentence+"\n\nDone.")
	b["content"] = nil
	d := said("d", "b", "assistant", sentence, object{"type": "tool_use", "id": "t", "name": "look", "input": object{}})
	c := said("c", "b", "human", sentence, object{"type": "text", "text": ""})
	wantTranscript(t, decode(t, exported(a, b, c, d)), `
		user a<
		  text "One"
		assistant b<a
		  text "Let me look.\n\nDone."
		assistant d<b*
		  call look {}
		  done ""
	`)
}

func TestBlocksOfEachType(t *testing.T) {
	t.Parallel()
	picture := object{"type": "base64", "media_type": "image/png", "data": "iVBORw0KGgo="}
	c := decode(t, exported(said("a", none, "assistant", "ignored",
		object{"type": "thinking", "thinking": "Hm.", "start_timestamp": "2026-01-01T00:00:00Z", "stop_timestamp": "2026-01-01T00:00:02.5Z"},
		object{"type": "thinking", "thinking": "", "summaries": []object{{"summary": "Looked."}, {"summary": "Found."}}},
		object{"type": "text", "text": "I search."},
		object{"type": "tool_use", "id": "t1", "name": "web_search", "input": object{"query": "news"}},
		object{"type": "tool_use", "id": "t2", "name": "Notion: fetch", "input": nil},
		object{"type": "tool_result", "tool_use_id": "t2", "name": "fetch", "is_error": true, "content": "no access"},
		object{"type": "tool_result", "tool_use_id": "t1", "name": "web_search", "content": []object{
			{"type": "knowledge", "title": "The page", "url": "https://a.example", "text": "Words", "is_missing": false},
			{"type": "text", "text": "More"},
			{"type": "image", "file_uuid": "x"},
			{"type": "odd"},
		}},
		object{"type": "text", "text": "Found it", "flags": nil, "citations": []object{
			{"uuid": "c", "start_index": 0, "end_index": 5, "details": object{"type": "web_search_citation", "url": "https://a.example"}},
		}},
		object{"type": "code", "language": "go", "code": "x := 1"},
		object{"type": "voice_note", "text": "Spoken"},
		object{"type": "image", "file_name": "a.png", "source": picture},
		object{"type": "document", "name": "b.pdf"},
		object{"type": "injected_prompt_block", "text": "secret"}, object{"type": "token_budget"},
		object{"type": "hologram", "text": "secret"}, object{"type": 5},
	)))
	wantTranscript(t, c, `
		assistant a<*
		  reasoning 2.5s "Hm."
		  reasoning "Looked.\n\nFound."
		  text "I search."
		  call web_search {"query":"news"}
		  done "The page\nhttps://a.example\nWords\nMore"
		  call Notion_fetch {}
		  failed "no access"
		  file
		  text "Found it\n\n`+"```go\\nx := 1\\n```"+`\n\nSpoken"
		  file a.png image/png, 8 bytes
		  file b.pdf
		  sources The page https://a.example 11+0-5
	`)
	want := []foreign.Gap{{Kind: "tool_result odd", Count: 1}, {Kind: "hologram", Count: 1}, {Count: 1}}
	if diff := cmp.Diff(want, c.Gaps); diff != "" {
		t.Error(diff)
	}
}

func TestArtifactsAreShownInTheirLastState(t *testing.T) {
	t.Parallel()
	call := func(id, name string, input object) object {
		return object{"type": "tool_use", "id": id, "name": name, "input": input}
	}
	done := func(id string, failed bool) object {
		return object{"type": "tool_result", "tool_use_id": id, "name": "artifacts", "content": "OK", "is_error": failed}
	}
	update := func(from, to string) object {
		return object{"id": "art", "command": "update", "old_str": from, "new_str": to}
	}
	c := decode(t, exported(
		said("a", none, "human", "Write"),
		said("b", "a", "assistant", "",
			object{"type": "text", "text": "Here:"},
			call("1", "artifacts", object{
				"id": "art", "command": "create", "type": "application/vnd.ant.code", "language": "go", "title": "Main", "content": "one two",
			}), done("1", false),
			call("2", "artifacts", update("one", "1")), done("2", false),
			object{"type": "text", "text": "Done."}),
		said("c", "b", "assistant", "", call("3", "artifacts", update("two", "2")), done("3", false)),
		said("d", "b", "assistant", "", call("4", "artifacts", update("two", "zwei")), call("5", "artifacts", update("gone", "x"))),
		said("e", "d", "assistant", "",
			call("6", "create_file", object{"path": "/home/x/plan.md", "file_text": "# Plan", "description": "d"}), done("6", false),
			call("7", "str_replace", object{"path": "/home/x/plan.md", "old_str": "Plan", "new_str": "Broken"}), done("7", true),
			object{"type": "text", "text": "See [View](computer:///mnt/plan.md), [plan.md](computer:///mnt/plan.md) or computer:///mnt/x.md"}),
	))
	wantTranscript(t, c, `
		user a<
		  text "Write"
		assistant b<a
		  text "Here:\n\n**Main**\n\n`+"```go\\n1 two\\n```"+`\n\nDone."
		assistant c<b
		  text "**Main**\n\n`+"```go\\n1 2\\n```"+`"
		assistant d<b
		  text "**Main**\n\n`+"```go\\n1 zwei\\n```"+`"
		  call artifacts {"command":"update","id":"art","new_str":"x","old_str":"gone"}
		  done ""
		assistant e<d*
		  text "**plan.md**\n\n# Plan"
		  call str_replace {"new_str":"Broken","old_str":"Plan","path":"/home/x/plan.md"}
		  failed "OK"
		  text "See View (plan.md), plan.md or /mnt/x.md"
	`)
}

func TestRepliesOf2024HaveElementsInTheirText(t *testing.T) {
	t.Parallel()
	const text = `Sure.

<antThinking>Worth an artifact.</antThinking>

<antArtifact identifier="x" type="application/vnd.ant.code" language="bash" title="Toggle">
echo "<b>"
</antArtifact>

Run it. <antArtifact identifier="y">cut off`
	a, b := said("a", "", "human", "<antThinking>mine</antThinking>"), said("b", "a", "assistant", text)
	delete(b, "content")
	wantTranscript(t, decode(t, exported(a, b)), `
		user a<
		  text "<antThinking>mine</antThinking>"
		assistant b<a*
		  text "Sure.\n\n"
		  reasoning "Worth an artifact."
		  text "**Toggle**\n\n`+"```bash\\necho \\\"<b>\\\"\\n```"+`\n\nRun it. <antArtifact identifier=\"y\">cut off"
	`)
}

func TestFilesComeBeforeTheWords(t *testing.T) {
	t.Parallel()
	m := said("a", none, "human", "Read this")
	m["attachments"] = []object{
		{"file_name": "notes.txt", "file_type": "txt", "file_size": 5, "extracted_content": "Notes"},
		{"file_name": "scan.pdf", "file_type": "pdf", "extracted_content": ""},
	}
	m["files"] = []object{{"file_name": "photo.jpg", "file_uuid": "x"}, {"file_name": "notes.txt"}}
	wantTranscript(t, decode(t, exported(m)), `
		user a<*
		  pasted notes.txt "Notes"
		  file scan.pdf
		  file photo.jpg
		  text "Read this"
	`)
}

func TestStrangeConversationsComeOver(t *testing.T) {
	t.Parallel()
	deep := strings.Repeat("[", 5000) + strings.Repeat("]", 5000)
	for name, c := range map[string]struct {
		in   string
		want string
	}{
		"no messages": {`{"uuid": "x", "name": null, "chat_messages": []}`, ""},
		"cycle and orphan": {
			`{"uuid": "x", "chat_messages": [
				{"uuid": "a", "parent_message_uuid": "b", "sender": "human", "text": "1"},
				{"uuid": "b", "parent_message_uuid": "a", "sender": "assistant", "text": "2"},
				{"uuid": "c", "parent_message_uuid": "gone", "sender": "human", "text": "3"}]}`,
			"assistant b<\n  text \"2\"\nuser a<b\n  text \"1\"\nuser c<*\n  text \"3\"\n",
		},
		"no IDs": {
			`{"name": "x", "chat_messages": [{"sender": "human", "text": "yes"}, {"sender": "assistant", "text": "yes"}]}`,
			"user #1<\n  text \"yes\"\nassistant #2<#1*\n  text \"yes\"\n",
		},
		"what cannot be stored": {
			`{"uuid": "x", "chat_messages": [{"uuid": "a", "sender": "human", "text": "a\u0000b\ud83dc"}]}`,
			"user a<*\n  text \"a\uFFFDb\uFFFDc\"\n",
		},
		"an unknown sender": {
			`{"uuid": "x", "chat_messages": [
				{"uuid": "s", "sender": "system", "text": "secret"},
				{"uuid": "a", "parent_message_uuid": "s", "sender": "human", "text": "1"}]}`,
			"user a<*\n  text \"1\"\n",
		},
		"unexpected types": {
			`{"uuid": "x", "name": 5, "model": [], "project": "p", "chat_messages": [7, null, {"uuid": "a", "sender": "human",
				"content": "words", "text": "1", "attachments": null, "files": {}, "created_at": 12}]}`,
			"user a<*\n  text \"1\"\n",
		},
		"deep input": {
			`{"uuid": "x", "chat_messages": [{"uuid": "a", "sender": "assistant", "content": [
				{"type": "tool_use", "id": "t", "name": "n", "input": ` + deep + `}]}]}`,
			"assistant a<*\n  call n {\"input\":" + deep + "}\n  done \"\"\n",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := claude.Decode([]byte(c.in))
			if err != nil {
				t.Fatal(err)
			}
			if err := foreigntest.Check(got); err != nil {
				t.Error(err)
			}
			wantTranscript(t, got, c.want)
		})
	}
}

func TestWhatIsNoConversationIsRefused(t *testing.T) {
	t.Parallel()
	for _, in := range []string{`{}`, `[]`, `"x"`, `null`, `{"mapping": {}}`, `{"full_name": "Ada"}`} {
		if c, err := claude.Decode([]byte(in)); !errors.Is(err, foreign.ErrNoConversation) {
			t.Errorf("%s: %+v, %v", in, c, err)
		}
	}
	many := `{"uuid": "x", "chat_messages": [` + strings.Repeat("{},", exportjson.MaxObjects) + `{}]}`
	if _, err := claude.Decode([]byte(many)); !errors.Is(err, exportjson.ErrTooManyObjects) {
		t.Errorf("a bomb: %v", err)
	}
	bomb := `{"uuid": "x", "chat_messages": ` + strings.Repeat("[", 20_000)
	if _, err := claude.Decode([]byte(bomb)); err == nil {
		t.Error("20,000 levels are no error")
	}
}

func TestAHugeMessageComesOver(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("“quoted” \\ \n", 8<<20/16)
	c := decode(t, exported(said("a", none, "human", "", object{"type": "text", "text": text})))
	if c.Messages[0].Parts[0].Text != text {
		t.Error("the text changed")
	}
}

// long returns the JSON of a conversation as Claude exports it: prose, a search, and repeated
// texts.
func long(messages, lines int) []byte {
	prose := strings.Repeat("The quick brown fox jumps over the lazy dog; it said \"no\" twice.\n", lines)
	var all []object
	parent := none
	for i := range messages {
		id := fmt.Sprintf("%08d-0000-4000-8000-000000000000", i+1)
		sender := []string{"human", "assistant"}[i%2]
		content := []object{{"type": "text", "text": prose, "citations": []object{}, "flags": nil, "start_timestamp": "2026-01-01T00:00:00Z"}}
		if i%10 == 1 {
			content = append(content,
				object{"type": "tool_use", "id": "t", "name": "web_search", "input": object{"query": "fox"}},
				object{"type": "tool_result", "tool_use_id": "t", "content": []object{{"type": "knowledge", "title": "T", "url": "https://a.example", "text": prose}}})
		}
		all = append(all, said(id, parent, sender, prose, content...))
		parent = id
	}
	data, err := json.Marshal(exported(all...))
	if err != nil {
		panic(err)
	}
	return data
}

func TestALongConversationComesOver(t *testing.T) {
	t.Parallel()
	c, err := claude.Decode(long(10_000, 1))
	if err != nil || len(c.Messages) != 10_000 || foreigntest.Check(c) != nil {
		t.Errorf("%d messages, %v, %v", len(c.Messages), err, foreigntest.Check(c))
	}
}

func BenchmarkDecode(b *testing.B) {
	data := long(1000, 30)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := claude.Decode(data); err != nil {
			b.Fatal(err)
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(long(12, 1))
	f.Add([]byte(`{"uuid":"x","chat_messages":[{"uuid":"a","parent_message_uuid":"b","sender":"assistant","content":[
		{"type":"tool_use","id":"t","name":"artifacts","input":{"id":"q","command":"create","content":"a b"}},
		{"type":"tool_use","id":"t","name":"artifacts","input":{"id":"q","command":"update","old_str":"a","new_str":"c"}},
		{"type":"tool_use","name":"str_replace","input":{"path":"p.md","old_str":"a","new_str":"c"}},
		{"type":"tool_result","tool_use_id":"u","content":[{"type":"text","text":"x"}]},{"type":"text","text":"[a](computer:///b) <antThinking>c</antThinking><antArtifact title=\"d\">e</antArtifact>"}]}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		if c, err := claude.Decode(data); err == nil {
			if err := foreigntest.Check(c); err != nil {
				t.Error(err)
			}
		}
		if notes, err := claude.DecodeProject(data); err == nil && len(notes) == 0 {
			t.Error("a project has no note")
		}
		_, _ = claude.DecodeMemories(data)
		_, _ = claude.Manifest(data)
	})
}
