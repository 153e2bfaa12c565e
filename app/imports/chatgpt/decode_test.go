package chatgpt_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"parlando/app/chat"
	"parlando/app/imports/chatgpt"
	"parlando/app/imports/chatgpt/chatgpttest"
	"parlando/app/imports/foreign"
	"parlando/app/imports/foreign/foreigntest"
	"parlando/app/imports/formats"
)

type object = chatgpttest.Object

var (
	text     = chatgpttest.Text
	parts    = chatgpttest.Parts
	metadata = chatgpttest.Metadata
)

// decode decodes a conversation that a test made.
func decode(t testing.TB, c *chatgpttest.Conversation) foreign.Conversation {
	t.Helper()
	return decodeJSON(t, c.JSON())
}

func decodeJSON(t testing.TB, b []byte) foreign.Conversation {
	t.Helper()
	got, err := chatgpt.Decode(b)
	if err != nil {
		t.Fatalf("%v: %.300s", err, b)
	}
	if err := foreigntest.Check(got); err != nil {
		t.Fatalf("%v: %.300s", err, b)
	}
	return got
}

// expect compares the messages of a conversation.
func expect(t *testing.T, c *chatgpttest.Conversation, lines ...string) foreign.Conversation {
	t.Helper()
	got := decode(t, c)
	if diff := cmp.Diff(strings.Join(lines, "\n")+"\n", foreigntest.Transcript(got)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	return got
}

func TestMembersOfAConversation(t *testing.T) {
	t.Parallel()
	c := chatgpttest.New("c1").User("u", "Hello").Assistant("a", "Hi")
	for name, value := range (object{
		"title": nil, "create_time": "1700000000.5", "is_archived": true, "is_starred": true, "gizmo_id": "g-p-123", "default_model_slug": nil, "new": object{"x": 1},
	}) {
		c.Members[name] = value
	}
	got := expect(t, c, "user u<", `  text "Hello"`, "assistant a<u*", `  text "Hi"`)
	if want := time.UnixMilli(1_700_000_000_500); !got.Created.Equal(want) || got.Updated.IsZero() || got.ID != "c1" || got.Title != "" ||
		!got.Archived || !got.Pinned || got.Project != "g-p-123" || got.Model != "" || got.Messages[1].Model != "gpt-5-thinking" {
		t.Errorf("%+v", got)
	}
	delete(c.Members, "conversation_id")
	first := decode(t, c)
	c.Members["title"] = "renamed"
	c.User("u2", "More")
	if second := decode(t, c); first.ID == "" || first.ID != second.ID {
		t.Errorf("a conversation without an ID has %q, then %q", first.ID, second.ID)
	}
}

func TestConversationsAreRecognizedByTheirKeys(t *testing.T) {
	t.Parallel()
	for content, want := range map[string]bool{
		string(chatgpttest.New("a").JSON()): true, `{"title":"x","mapping":{"a`: true,
		`{"id":"1","conversation_id":"2","title":"shared","is_anonymous":true}`: false, `{"uuid":"1","chat_messages":[{"mapping":{}}]}`: false,
		`{"mapping":{},"inserted_at":"2025-01-01"}`: false, `{"inserted_at":"2025-01-01","mapping":{}}`: false, `[]`: false, ``: false, `{`: false,
	} {
		if got := formats.Detect([]byte(content)) == formats.ChatGPT; got != want {
			t.Errorf("%.60s: %t", content, got)
		}
	}
	for _, content := range []string{`{"title":"x"}`, `{"mapping":5}`, `{"mapping":`, `[]`, ``} {
		if c, err := chatgpt.Decode([]byte(content)); err == nil {
			t.Errorf("%s is %+v", content, c)
		}
	}
	if _, err := chatgpt.Decode([]byte(`{"mapping":null}`)); !errors.Is(err, foreign.ErrNoConversation) {
		t.Errorf("the error is %v", err)
	}
}

func TestOnlyMessagesThatWereShownAreMessages(t *testing.T) {
	t.Parallel()
	c := chatgpttest.New("c")
	c.Message("s", "system", text("You are"), metadata("is_visually_hidden_from_conversation", true))
	c.Message("s2", "system", text("not hidden"))
	c.User("u0", "hidden", metadata("is_visually_hidden_from_conversation", true))
	c.User("u1", "One")
	c.Assistant("e", "")
	c.Assistant("h", "context", metadata("is_visually_hidden_from_conversation", true))
	c.Assistant("an", "I think", object{"channel": "analysis"})
	c.Assistant("co", "Let me look", object{"channel": "commentary"})
	c.Assistant("b", "The user likes oaks", object{"channel": "commentary", "recipient": "bio"})
	c.Output("bo", "bio", text("Model set context updated."))
	c.Assistant("a", "Two", object{"channel": "final", "recipient": nil})
	expect(
		t, c, "user u1<", `  text "One"`, "assistant a<u1*", `  reasoning "I think"`, `  reasoning "Let me look"`,
		`  call bio {"input":"The user likes oaks"}`, `  done "Model set context updated."`, `  text "Two"`,
	)
}

func TestNothingToShowIsAnEmptyConversation(t *testing.T) {
	t.Parallel()
	if got := decode(t, chatgpttest.New("c").Message("s", "system", text(""))); len(got.Messages) > 0 || got.Title != "Chat c" {
		t.Errorf("%+v", got)
	}
	if got := decodeJSON(t, []byte(`{"id":"1","mapping":{}}`)); len(got.Messages) > 0 || got.ID != "1" {
		t.Errorf("%+v", got)
	}
	if got := decodeJSON(t, []byte(`{"mapping":{"":{"message":{"author":{"role":"user"},"content":{"parts":["x"]}}},"b":null}}`)); len(got.Messages) != 1 {
		t.Errorf("%+v", got)
	}
}

func TestToolsThinkingAndOutputAreOneReply(t *testing.T) {
	t.Parallel()
	c := chatgpttest.New("c").User("u", "Plot")
	c.Message("t", "assistant", object{"content_type": "thoughts", "thoughts": []any{
		object{"summary": "Planning", "content": "First the data.", "chunks": []any{}, "finished": true}, object{"summary": "", "content": "Then a plot."},
	}})
	c.Message("r", "assistant", object{"content_type": "reasoning_recap", "content": "Thought for 1m 12s"})
	c.Call("p", "python", "print(1)")
	c.Output("o", "python", object{"content_type": "execution_output", "text": "1"}, metadata(
		"aggregate_result", object{"status": "success", "messages": []any{object{"message_type": "image", "image_url": "file-service://file-plot"}}, "jupyter_messages": []any{}}))
	c.Call("w1", "web.run", `{"search_query":[{"q":"oak"}]}`)
	c.Call("w2", "web.run", `{"open":[1]}`)
	c.Output("o1", "web.run", object{"content_type": "tether_browsing_display", "result": "found", "summary": nil})
	c.Output("o2", "web.run", object{"content_type": "sonic_webpage", "title": "Oak", "url": "https://oak.example", "text": "long", "snippet": "s"})
	c.Output("o3", "web.run", object{"content_type": "tether_quote", "title": "Oak", "url": "https://oak.example", "text": "a\nb", "tether_id": 1})
	c.Output("o4", "unknown.tool", object{"content_type": "citable_code_output", "output_str": "42", "metadata": object{"display_title": "Answer", "display_url": "https://x.example"}})
	c.Call("k", "computer", "click")
	c.Output("o5", "computer", object{"content_type": "computer_output", "screenshot": object{"asset_pointer": "sediment://file_1"}, "state": object{"title": "Page", "url": "https://y.example"}})
	c.Call("k2", "computer", "boom")
	c.Output("o6", "computer", object{"content_type": "system_error", "name": "Timeout", "text": "too late"})
	c.Assistant("a", "Here.").User("u2", "Thanks")
	got := expect(
		t, c, "user u<", `  text "Plot"`, "assistant a<u",
		`  reasoning 1m12s "**Planning**\n\nFirst the data.\n\nThen a plot."`,
		`  call python {"input":"print(1)"}`, `  done "1"`, "  file   file-service://file-plot",
		`  call web_run {"search_query":[{"q":"oak"}]}`, `  done "found"`,
		`  call web_run {"open":[1]}`, `  done "Oak\nhttps://oak.example\n\nlong\n\nOak\nhttps://oak.example\n\n> a\n> b"`,
		"  call unknown_tool {}", `  done "Answer\nhttps://x.example\n\n42"`,
		`  call computer {"input":"click"}`, `  done "Page\nhttps://y.example"`,
		`  call computer {"input":"boom"}`, `  failed "Timeout: too late"`, `  text "Here."`, "user u2<a*", `  text "Thanks"`,
	)
	if want := []foreign.Gap{{Kind: "computer_output: screenshot", Count: 1}}; !slices.Equal(got.Gaps, want) || got.Messages[1].Model != "gpt-5-thinking" {
		t.Errorf("%+v, %q", got.Gaps, got.Messages[1].Model)
	}
}

func TestSecondsOfThinking(t *testing.T) {
	t.Parallel()
	c := chatgpttest.New("c").User("u", "x")
	c.Message("r", "assistant", object{"content_type": "reasoning_recap", "content": "Nachgedacht"}, metadata("finished_duration_sec", 7.5))
	expect(t, c.Assistant("a", "y"), "user u<", `  text "x"`, "assistant a<u*", `  reasoning 7.5s "Nachgedacht"`, `  text "y"`)
}

func TestTextsOfARunAreSeparatedUnlessOneWasContinued(t *testing.T) {
	t.Parallel()
	c := chatgpttest.New("c").User("u", "x")
	c.Assistant("a", "An oak li", metadata("finish_details", object{"type": "max_tokens"}))
	c.Assistant("b", "ves long.").Assistant("d", "And high.")
	expect(t, c, "user u<", `  text "x"`, "assistant d<u*", `  text "An oak lives long.\n\nAnd high."`)
}

func TestAllBranchesAreKept(t *testing.T) {
	t.Parallel()
	c := chatgpttest.New("c").User("u", "One").Assistant("a", "1").User("u2", "Two").Assistant("a2", "2")
	c.At("root").User("v", "One, edited").Assistant("b", "1b")
	c.At("u2").Assistant("a3", "2, again")
	c.Members["current_node"] = "a2"
	expect(
		t, c, "user u<", `  text "One"`, "assistant a<u", `  text "1"`, "user u2<a", `  text "Two"`, "assistant a2<u2*", `  text "2"`,
		"assistant a3<u2", `  text "2, again"`, "user v<", `  text "One, edited"`, "assistant b<v", `  text "1b"`,
	)
	for _, current := range []any{nil, false, "gone", 5} {
		c.Members["current_node"] = current
		if got := decode(t, c); got.Current != "a3" {
			t.Errorf("current_node %v shows %q", current, got.Current)
		}
	}
	delete(c.Members, "current_node")
	if got := decode(t, c); got.Current != "a3" {
		t.Errorf("without current_node, %q is shown", got.Current)
	}
	c.Members["current_node"] = "root"
	if got := decode(t, c); got.Current == "" {
		t.Error("nothing is shown")
	}
}

func TestTwentySiblings(t *testing.T) {
	t.Parallel()
	c := chatgpttest.New("c").User("u", "x")
	for n := range 20 {
		c.At("u").Message(fmt.Sprint("h", n), "system", text("")).Assistant(fmt.Sprint("a", n), fmt.Sprint(n))
	}
	got := decode(t, c)
	if len(got.Messages) != 21 || got.Current != "a19" {
		t.Fatalf("%d messages, %q", len(got.Messages), got.Current)
	}
	for n, m := range got.Messages[1:] {
		if m.Parent != "u" || m.ID != fmt.Sprint("a", n) {
			t.Errorf("sibling %d is %s below %s", n, m.ID, m.Parent)
		}
	}
}

func TestAForkWithinAReplyMakesWholeReplies(t *testing.T) {
	t.Parallel()
	c := chatgpttest.New("c").User("u", "x").Call("p", "python", "1").Output("o", "python", text("1"))
	c.At("o").Assistant("a", "One").User("u2", "y")
	c.At("o").Assistant("b", "Two")
	c.At("a").Assistant("a+", "and more")
	c.Members["current_node"] = "p"
	expect(
		t, c, "user u<", `  text "x"`,
		"assistant a<u", `  call python {"input":"1"}`, `  done "1"`, `  text "One"`, "user u2<a", `  text "y"`,
		"assistant a+<u", `  call python {"input":"1"}`, `  done "1"`, `  text "One\n\nand more"`,
		"assistant b<u*", `  call python {"input":"1"}`, `  done "1"`, `  text "Two"`,
	)
}

func TestTextsAreNotRepeatedWithoutEnd(t *testing.T) {
	t.Parallel()
	c := chatgpttest.New("c").User("u", "x")
	for n := range 2000 {
		c.Assistant(fmt.Sprint("a", n), strings.Repeat("x", 1000))
		at := fmt.Sprint("a", n)
		c.User(fmt.Sprint("u", n), "y").At(at)
	}
	got := decode(t, c)
	bytes := 0
	for _, m := range got.Messages {
		for _, p := range m.Parts {
			bytes += len(p.Text)
		}
	}
	if len(got.Messages) != 4001 || bytes > 8<<20 {
		t.Errorf("%d messages, %d bytes", len(got.Messages), bytes)
	}
}

func TestDamagedTreesKeepAllMessages(t *testing.T) {
	t.Parallel()
	tree := func(change func(c *chatgpttest.Conversation)) *chatgpttest.Conversation {
		c := chatgpttest.New("c").User("u", "1").Assistant("a", "2").User("u2", "3").Assistant("a2", "4")
		change(c)
		return c
	}
	node := func(c *chatgpttest.Conversation, id string) object { return c.Nodes[id].(object) }
	for name, c := range map[string]struct {
		change func(c *chatgpttest.Conversation)
		gaps   int
	}{
		"cycle":      {func(c *chatgpttest.Conversation) { node(c, "u")["parent"] = "a2" }, 1},
		"own parent": {func(c *chatgpttest.Conversation) { node(c, "u2")["parent"] = "u2" }, 0},
		"orphan": {func(c *chatgpttest.Conversation) {
			node(c, "u2")["parent"] = "gone"
			node(c, "a")["children"] = []any{}
		}, 0},
		"no parents":       {func(c *chatgpttest.Conversation) { node(c, "u2")["parent"], node(c, "a")["parent"] = nil, nil }, 0},
		"no children":      {func(c *chatgpttest.Conversation) { node(c, "u")["children"], node(c, "a")["children"] = nil, nil }, 0},
		"wrong children":   {func(c *chatgpttest.Conversation) { node(c, "u")["children"] = []any{"u", "a", "a", "a2", "gone", 5} }, 0},
		"types":            {func(c *chatgpttest.Conversation) { node(c, "u")["parent"] = 5; node(c, "root")["children"] = "u" }, 0},
		"two roots":        {func(c *chatgpttest.Conversation) { c.Node("root2", "", nil) }, 0},
		"no times":         {func(c *chatgpttest.Conversation) { node(c, "u2")["message"].(object)["create_time"] = nil }, 0},
		"root with a text": {func(c *chatgpttest.Conversation) { delete(c.Nodes, "root") }, 0},
	} {
		got := decode(t, tree(c.change))
		var ids []string
		for _, m := range got.Messages {
			ids = append(ids, m.ID)
		}
		slices.Sort(ids)
		if !slices.Equal(ids, []string{"a", "a2", "u", "u2"}) || len(got.Gaps) != c.gaps {
			t.Errorf("%s: %q, %v", name, ids, got.Gaps)
		}
	}
}

func TestOrderOfNodesInTheFileDoesNotCount(t *testing.T) {
	t.Parallel()
	const u, a = `"u":{"message":{"author":{"role":"user"},"content":{"parts":["x"]}},"children":["b","a"]}`, `"a":{"parent":"u","message":{"author":{"role":"assistant"},"content":{"parts":["y"]}}}`
	const b = `"b":{"parent":"u","message":{"author":{"role":"assistant"},"content":{"parts":["z"]}}}`
	want := foreigntest.Transcript(decodeJSON(t, []byte(`{"mapping":{`+u+","+a+","+b+`}}`)))
	got := foreigntest.Transcript(decodeJSON(t, []byte(`{"mapping":{`+b+","+a+","+u+`}}`)))
	if got != want || !strings.Contains(want, "assistant b<u*\n") {
		t.Errorf("%s, then %s", want, got)
	}
}

func TestPicturesFilesAndVoice(t *testing.T) {
	t.Parallel()
	c := chatgpttest.New("c")
	c.Message("u", "user", parts(
		"Look:", object{"content_type": "image_asset_pointer", "asset_pointer": "sediment://file_1", "width": 1}, "and", "read", object{"text": "this"},
	), metadata("attachments", []any{
		object{"id": "file_1", "name": "oak.png", "mime_type": "image/png"}, object{"id": "file_2", "name": "oak.pdf", "mime_type": "application/pdf"}, object{"id": "file_2"},
	}))
	c.Output("d", "dalle.text2im", parts(object{"content_type": "image_asset_pointer", "asset_pointer": "file-service://file-3", "metadata": object{"dalle": object{"prompt": "an oak"}}}))
	c.Assistant("a", "Done")
	c.Message("v", "user", parts(
		object{"content_type": "audio_transcription", "text": "Hello oak", "direction": "in"},
		object{"content_type": "real_time_user_audio_video_asset_pointer", "frames_asset_pointers": []any{}, "audio_asset_pointer": object{"content_type": "audio_asset_pointer", "asset_pointer": "sediment://file_4", "format": "wav"}},
	))
	c.Message("w", "assistant", parts(
		object{"content_type": "audio_transcription", "text": "Hello", "direction": "out"}, object{"content_type": "audio_asset_pointer", "asset_pointer": "sediment://file_5", "format": "wav"},
		object{"content_type": "hologram"}, object{"content_type": "real_time_user_audio_video_asset_pointer", "video_container_asset_pointer": "sediment://file_6"},
	))
	got := expect(
		t, c, "user u<", `  text "Look:\n\n"`, "  file oak.png image/png sediment://file_1", `  text "and\nread\nthis"`, "  file oak.pdf application/pdf file_2",
		"assistant a<u", "  file   file-service://file-3", `  text "Done"`, "user v<a", `  text "Hello oak"`, "  file  audio/wav sediment://file_4",
		"assistant w<v*", `  text "Hello"`, "  file  audio/wav sediment://file_5",
	)
	if sound := got.Messages[2].Parts[1].File; !sound.Sound {
		t.Errorf("%+v", sound)
	}
	if want := []foreign.Gap{{Kind: "hologram", Count: 1}, {Kind: "video", Count: 1}}; !slices.Equal(got.Gaps, want) {
		t.Errorf("%+v", got.Gaps)
	}
}

func TestUnknownContentKeepsItsText(t *testing.T) {
	t.Parallel()
	c := chatgpttest.New("c").User("u", "x")
	c.Message("a", "assistant", object{"content_type": "new_one", "text": "words"})
	c.Message("b", "assistant", object{"content_type": "new_two", "result": "result"})
	c.Message("d", "assistant", object{"content_type": "new_three", "parts": []any{"p", 5, nil, object{"text": "q"}}})
	c.Message("e", "assistant", object{"content_type": "new_four", "thing": object{}})
	c.Message("f", "assistant", object{"content_type": "text", "parts": "wrong"})
	c.Message("code", "assistant", object{"content_type": "code", "language": "unknown", "text": "x = 1"})
	c.Message("g", "assistant", object{"content_type": "tether_quote", "title": "T", "url": "https://x.example", "text": "said"})
	got := expect(t, c, "user u<", `  text "x"`, "assistant g<u*", "  text \"words\\n\\nresult\\n\\np\\nq\\n\\n```\\nx = 1\\n```\\n\\nT\\nhttps://x.example\\n\\n> said\"")
	if want := []foreign.Gap{{Kind: "new_four", Count: 1}}; !slices.Equal(got.Gaps, want) {
		t.Errorf("%+v", got.Gaps)
	}
}

func TestInstructionsAndMemoryAreNotes(t *testing.T) {
	t.Parallel()
	c := chatgpttest.New("c")
	c.Message("s", "user", object{"content_type": "user_editable_context", "user_profile": "I plant oaks.", "user_instructions": "Be short."}, metadata("is_visually_hidden_from_conversation", true))
	c.Message("s2", "system", text("The user provided …"), metadata("is_user_system_message", true, "user_context_message_data", object{"about_user_message": "I plant oaks.", "about_model_message": "Be kind."}))
	c.Message("s3", "system", object{"content_type": "model_editable_context", "model_set_context": "1. Likes oaks"})
	c.Message("s4", "system", object{"content_type": "model_editable_context", "model_set_context": "1. Likes oaks"})
	got := expect(t, c.User("u", "x"), "user u<*", `  text "x"`)
	var notes []string
	for _, n := range got.Notes {
		notes = append(notes, string(n.Kind)+": "+n.Text)
	}
	if want := []string{"instructions: I plant oaks.\n\nBe short.", "instructions: I plant oaks.\n\nBe kind.", "memory: 1. Likes oaks"}; !slices.Equal(notes, want) {
		t.Errorf("%q", notes)
	}
}

func TestCanvasesAreShownInTheirLastState(t *testing.T) {
	t.Parallel()
	c := chatgpttest.New("c").User("u", "x")
	call := func(id, tool, arguments string) {
		c.Message(id, "assistant", text(arguments), object{"recipient": "canmore." + tool})
		c.Output(id+"o", "canmore."+tool, text("Successfully done."), metadata("canvas", object{"textdoc_id": "t"}))
	}
	call("p", "create_textdoc", `{"name":"oak","type":"code/python","content":"print('oak')\nprint('oak')"}`)
	call("p2", "update_textdoc", `{"updates":[{"pattern":"'(o)ak'","multiple":true,"replacement":"'\\1ak tree'"}]}`)
	c.Assistant("a", "See the code.").User("u2", "y")
	call("q", "update_textdoc", "{\"updates\":[{\"pattern\":\".*\",\"replacement\":\"a = '``````'\\n\"}]}")
	call("r", "update_textdoc", `{"updates":[{"pattern":"not there","replacement":"z"}]}`)
	c.Assistant("a2", "Done.").User("u3", "z")
	call("d", "create_textdoc", `{"name":"Letter","type":"document","content":"Dear oak"}`)
	expect(
		t, c, "user u<", `  text "x"`, "assistant a<u", "  text \"**oak**\\n\\n```python\\nprint('oak tree')\\nprint('oak tree')\\n```\\n\\nSee the code.\"",
		"user u2<a", `  text "y"`, "assistant a2<u2", "  text \"**oak**\\n\\n```````python\\na = '``````'\\n```````\"",
		`  call canmore_update_textdoc {"updates":[{"pattern":"not there","replacement":"z"}]}`, `  done "Successfully done."`, `  text "Done."`,
		"user u3<a2", `  text "z"`, "assistant d<u3*", `  text "**Letter**\n\nDear oak"`,
	)
}

func TestFilesThatTheModelMadeAreNamed(t *testing.T) {
	t.Parallel()
	c := chatgpttest.New("c").User("u", "[mine](sandbox:/x)")
	c.Assistant("a", "Load [the table](sandbox:/mnt/data/oak%20(1).csv), [](sandbox:/mnt/data/b.txt) or ![plot](sandbox:/mnt/data/oak%20(1).csv).")
	expect(
		t, c, "user u<", `  text "[mine](sandbox:/x)"`, "assistant a<u*", `  text "Load the table, b.txt or plot."`,
		"  file oak (1).csv  sandbox:a/oak (1).csv", "  file b.txt  sandbox:a/b.txt",
	)
}

func TestTextsThatCannotBeStoredAreMended(t *testing.T) {
	t.Parallel()
	b := bytes.Replace(chatgpttest.New("c").User("u", "HERE").Assistant("a", "x").JSON(), []byte("HERE"), []byte(`a\u0000b\ud83d c\\u0000`), 1)
	got := decodeJSON(t, b)
	if p := got.Messages[0].Parts[0]; p.Text != "a\ufffdb\ufffd c\\u0000" {
		t.Errorf("%q", p.Text)
	}
}

func TestLargeConversations(t *testing.T) {
	t.Parallel()
	long := chatgpttest.New("c").User("u", strings.Repeat("x", 8<<20))
	if got := decode(t, long); len(got.Messages[0].Parts[0].Text) != 8<<20 {
		t.Error("8 MB are cut")
	}
	deep := chatgpttest.New("c")
	for n := range 5000 {
		deep.User(fmt.Sprint("u", n), "x").Assistant(fmt.Sprint("a", n), "y")
	}
	if got := decode(t, deep); len(got.Messages) != 10_000 || got.Current != "a4999" {
		t.Errorf("%d messages", len(got.Messages))
	}
	nested := []byte(`{"mapping":{"a":{"message":{"content":` + strings.Repeat(`{"a":`, 20_000) + "1" + strings.Repeat("}", 20_000) + "}}}}")
	if _, err := chatgpt.Decode(nested); err == nil {
		t.Error("20,000 levels are read")
	}
}

// TestManyOutputsAreQuick fails by its time if outputs are joined one by one.
func TestManyOutputsAreQuick(t *testing.T) {
	t.Parallel()
	c := chatgpttest.New("c").User("u", "x").Call("k", "computer", "look")
	for n := range 8000 {
		c.Output(fmt.Sprint("o", n), "computer", text(strings.Repeat("y", 500)))
	}
	got := decode(t, c)
	if r, _ := got.Messages[1].Parts[1].ToolResult(); len(r.Text) < 8000*500 || r.State != chat.ToolDone {
		t.Errorf("%d bytes", len(r.Text))
	}
}

func FuzzDecode(f *testing.F) {
	c := chatgpttest.New("c").User("u", "x").Call("p", "python", "1").Output("o", "python", text("1")).Assistant("a", "\ue200cite\ue202turn0search1\ue201 【1†source】")
	f.Add(c.JSON())
	f.Add(c.At("o").Assistant("b", "Two").User("u2", "y").JSON())
	f.Add([]byte(`{"mapping":{"a":{"parent":"b","message":{"author":{"role":"user"},"content":{"parts":["x"]}}},"b":{"parent":"a"}}}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		if got, err := chatgpt.Decode(b); err == nil {
			if err := foreigntest.Check(got); err != nil {
				t.Fatal(err)
			}
		}
	})
}
