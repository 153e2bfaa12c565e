package replies_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parlando/app/attachments"
	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/imports"
	"parlando/app/imports/chatgpt/chatgpttest"
	"parlando/client/practice"
)

// foreignChat is a chat of ChatGPT with what cannot be sent as it is: missing and damaged files,
// calls of tools that exist only there, reasoning, and a question that is only a picture.
func foreignChat() []byte {
	missing := chatgpttest.Object{"content_type": "image_asset_pointer", "asset_pointer": "sediment://file_gone", "width": 3, "height": 2}
	return chatgpttest.New("a").
		Message("1", "user", chatgpttest.Parts(missing)).
		Assistant("2", "A leaf.").
		User("3", "Which tree?", chatgpttest.Metadata("attachments", []any{chatgpttest.Object{"id": "file_bad", "name": "bad.pdf"}})).
		Message("4", "assistant", chatgpttest.Object{"content_type": "thoughts", "thoughts": []any{chatgpttest.Object{"summary": "Leaves", "content": "It is lobed."}}}).
		Call("5", "web.run", `{"search_query": [{"q": "lobed leaf"}]}`).
		Output("6", "web.run", chatgpttest.Text("Oaks have lobed leaves.")).
		Call("7", "python", "print(1)").
		Output("8", "python", chatgpttest.Object{"content_type": "execution_output", "text": "1"}).
		Assistant("9", "An oak.").
		User("10", "Search again").
		Call("11", "web.run", "not JSON").
		JSON()
}

// importForeign imports foreignChat and opens it at the desk.
func (d *desk) importForeign() {
	d.t.Helper()
	dir := d.t.TempDir()
	for name, content := range map[string][]byte{"conversations.json": slices.Concat([]byte("["), foreignChat(), []byte("]")), "file_bad.dat": []byte("%PDF-1.4")} {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o600); err != nil {
			d.t.Fatal(err)
		}
	}
	i := imports.New(imports.Options{
		Library: d.disk, Files: attachments.New(d.disk), Temp: d.t.TempDir(), BackUp: func(context.Context) error { return nil },
	})
	e, err := i.Read(d.t.Context(), []string{dir}, func(imports.Reading) {})
	if err != nil {
		d.t.Fatal(err)
	}
	d.conversation = e.Chats[0].ID
	if err := i.Import(e, func(chat.ID) bool { return false }); err != nil {
		d.t.Fatal(err)
	}
	for i.Status().Running {
		time.Sleep(time.Millisecond) // of the bubble's clock
	}
	if s := i.Status(); s.Failed != nil || s.Report.Imported != 1 || s.Report.Missing != 2 {
		d.t.Fatalf("the import ended with %+v, %+v", s, s.Report)
	}
	if err := i.Close(context.Background()); err != nil {
		d.t.Fatal(err)
	}
}

func TestAnImportedChatGoesOn(t *testing.T) {
	for name, c := range map[string]struct {
		model string
		tools []string
	}{
		"without tools": {practice.WriterModel, nil},
		"with tools":    {practice.ToolModel, []string{"add", "look"}},
		"with strict":   {practice.StrictModel, nil},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := &desk{t: t, dir: t.TempDir(), conversation: chat.NewID(), marks: changes.New(), tools: &toolbox{}}
				d.catalog = loadCatalog(t, d.marks)
				tap := &rawTap{gateway: practice.New(practice.Options{TokenInterval: -1}).Transport()}
				d.openPractice(chat.Conversation{}, tap)
				d.importForeign()
				to := &chat.Target{Connection: "connection-1", Model: c.model, Params: chat.Parameters{Tools: c.tools}}
				reply, _, err := d.replies.Send(t.Context(), d.drafts.TakeNew(d.conversation, chat.Draft{Text: "And how old?"}), to)
				if err != nil {
					t.Fatal(err)
				}
				if m := d.ended(reply, chat.Done); m.Text() == "" || m.Request.Problem != nil {
					t.Errorf("the reply is %+v", m)
				}
				d.close()
				checkSent(t, tap.bodies[0], len(c.tools) > 0)
			})
		})
	}
}

// checkSent checks what services demand of messages.
func checkSent(t *testing.T, body []byte, tools bool) {
	t.Helper()
	var sent struct {
		Messages []struct {
			Role    string
			Content any
			Calls   []struct {
				ID       string
				Function struct{ Name, Arguments string }
			} `json:"tool_calls"`
			Call string `json:"tool_call_id"`
		}
	}
	if err := json.Unmarshal(body, &sent); err != nil {
		t.Fatal(err)
	}
	open := map[string]bool{}
	calls, last := 0, ""
	for i, m := range sent.Messages {
		if i == 0 && m.Role != "user" || m.Role == last && m.Role != "tool" {
			t.Errorf("message %d is of %s, after %s", i, m.Role, last)
		}
		if m.Role == "tool" != (len(open) > 0) || m.Role == "tool" && !open[m.Call] {
			t.Errorf("message %d, of %s, answers %q of %v", i, m.Role, m.Call, open)
		}
		delete(open, m.Call)
		for _, call := range m.Calls {
			calls++
			open[call.ID] = true
			if !json.Valid([]byte(call.Function.Arguments)) || call.Function.Name != strings.ReplaceAll(call.Function.Name, ".", "_") {
				t.Errorf("the call is %+v", call)
			}
		}
		if m.Role != "tool" && len(m.Calls) == 0 && (m.Content == nil || m.Content == "") {
			t.Errorf("message %d is empty", i)
		}
		last = m.Role
	}
	if all := fmt.Sprint(sent.Messages); tools != (calls == 3) || len(open) > 0 || last != "user" || strings.Contains(all, "lobed.") || !strings.Contains(all, "bad.pdf") {
		t.Errorf("sent with %d calls is %s", calls, all)
	}
}
