package imports

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"parlando/app/attachments"
	"parlando/app/chat"
	"parlando/app/history"
	"parlando/app/history/historytest"
	"parlando/app/imports/chatgpt/chatgpttest"
	"parlando/app/owner"
)

// desk is a library with the owner of its imports.
type desk struct {
	testing.TB
	dir     string
	library *history.Store
	imports *Imports
	backups int
	// refusal is the error of a backup.
	refusal error
	options owner.CommonOptions
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	d := &desk{TB: t, dir: t.TempDir()}
	d.open()
	t.Cleanup(d.close)
	return d
}

func (d *desk) open() {
	d.Helper()
	var err error
	if d.library, err = history.Open(d.Context(), filepath.Join(d.dir, "data"), history.Options{CommonOptions: d.options}); err != nil {
		d.Fatal(err)
	}
	d.imports = New(Options{
		CommonOptions: d.options, Library: d.library, Files: attachments.New(d.library), Temp: filepath.Join(d.dir, "temp"),
		BackUp: func(context.Context) error { d.backups++; return d.refusal },
	})
	d.imports.Begin()
}

// leavesFree pretends that the disk has this space left.
func (d *desk) leavesFree(bytes int64) {
	d.imports.freeSpace = func(string) (int64, error) { return bytes, nil }
}

func (d *desk) close() {
	if err := errors.Join(d.imports.Close(context.Background()), d.library.Close()); err != nil {
		d.Error(err)
	}
	if list, err := os.ReadDir(filepath.Join(d.dir, "temp")); err == nil && len(list) > 0 {
		d.Errorf("temporary files are left: %v", list)
	}
}

// zipped writes a zip with files by name, which are bytes or become JSON.
func (d *desk) zipped(name string, files map[string]any) (path string) {
	d.Helper()
	content := map[string][]byte{}
	for name, file := range files {
		data, ok := file.([]byte)
		if !ok {
			var err error
			if data, err = json.Marshal(file); err != nil {
				d.Fatal(err)
			}
		}
		content[name] = data
	}
	path = filepath.Join(d.TempDir(), name)
	if err := os.WriteFile(path, zipOf(d, content), 0o600); err != nil {
		d.Fatal(err)
	}
	return path
}

type object = map[string]any

// gptChat is a conversation of ChatGPT with messages of user and assistant in turns.
func gptChat(id, title string, contents ...chatgpttest.Object) json.RawMessage {
	c := chatgpttest.New(id)
	c.Members["title"] = title
	for i, content := range contents {
		c.Message(fmt.Sprint(i), []string{"user", "assistant"}[i%2], content)
	}
	return c.JSON()
}

func words(text string) chatgpttest.Object { return chatgpttest.Text(text) }

func picture(id string) chatgpttest.Object {
	return chatgpttest.Parts(object{"content_type": "image_asset_pointer", "asset_pointer": "sediment://" + id, "width": 3, "height": 2}, "What is this?")
}

func pngOf(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewNRGBA(image.Rect(0, 0, 3, 2))); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// reads reads an export.
func (d *desk) reads(paths ...string) *Export {
	d.Helper()
	e, err := d.imports.Read(d.Context(), paths, func(Reading) {})
	if err != nil {
		d.Fatal(err)
	}
	return e
}

// takes imports an export to the end, and checks that everything is accounted for.
func (d *desk) takes(e *Export, left ...string) Report {
	d.Helper()
	err := d.imports.Import(e, func(id chat.ID) bool {
		return slices.ContainsFunc(e.Chats, func(c Chat) bool { return c.ID == id && slices.Contains(left, c.Title) })
	})
	if err != nil {
		d.Fatal(err)
	}
	if err := d.imports.running.Wait(d.Context()); err != nil {
		d.Fatal(err)
	}
	s := d.imports.Status()
	if s.Report == nil || s.Failed != nil || s.Running {
		d.Fatalf("the status is %+v", s)
	}
	r := *s.Report
	if sum := r.Imported + r.Grown + r.Present + r.Empty + r.Left + len(r.Deleted) + len(r.Refused); sum != r.Found {
		d.Errorf("%d are accounted for: %+v", sum, r)
	}
	return r
}

// texts returns the texts of a chat in order.
func (d *desk) texts(id chat.ID) (texts []string) {
	d.Helper()
	heads, err := d.library.Thread(d.Context(), id)
	if err != nil {
		d.Fatal(err)
	}
	list, err := d.library.Messages(d.Context(), chat.IDs(heads))
	if err != nil {
		d.Fatal(err)
	}
	for _, m := range list {
		texts = append(texts, m.Text())
	}
	return texts
}

func TestAnExportOfChatGPTComesOverWhole(t *testing.T) {
	d := newDesk(t)
	path := d.zipped("export.zip", object{
		"conversations-000.json": []any{
			gptChat("a", "Trees", words("What is an oak?"), words("A tree.")),
			gptChat("b", "", picture("file_1"), words("A leaf.")),
			gptChat("c", "Nothing"),
		},
		"conversations-001.json": []any{gptChat("a", "Trees", words("What is an oak?"), words("A tree.")), gptChat("d", "Left out", words("No"))},
		"file_1.dat":             pngOf(t),
		"user.json":              object{"id": "u", "email": "ana@example.org"},
		"notes.json":             []any{object{"nothing": 1}},
	})
	e := d.reads(path)
	if e.Source != "chatgpt" || e.Name != "export.zip" || len(e.Chats) != 3 || e.Empty != 1 || len(e.Refused) != 1 || e.Refused[0].Reason != ReasonUnknown {
		t.Fatalf("the export is %+v", e)
	}
	if c := e.Chats[1]; c.Title != "What is this?" || c.Files != 1 || c.Messages != 2 || c.Presence != history.New {
		t.Errorf("a chat is %+v", c)
	}
	if order, err := d.library.Order(t.Context()); err != nil || len(order) > 0 || d.backups > 0 {
		t.Fatalf("reading has written: %v, %v", order, err)
	}
	r := d.takes(e, "Left out")
	if r.Imported != 2 || r.Pictures != 1 || r.Left != 1 || r.Messages != 4 || d.backups != 1 {
		t.Errorf("the report is %+v after %d backups", r, d.backups)
	}
	if got := d.texts(e.Chats[0].ID); !slices.Equal(got, []string{"What is an oak?", "A tree."}) {
		t.Errorf("the chat is %q", got)
	}
	if hits, err := d.library.Search(t.Context(), "oak", 5); err != nil || len(hits) != 1 {
		t.Errorf("found are %v, %v", hits, err)
	}
	list, err := d.imports.List(t.Context())
	if err != nil || len(list) != 1 || list[0].Report.Imported != 2 || list[0].Name != "export.zip" {
		t.Errorf("the imports are %+v, %v", list, err)
	}
	r = d.takes(d.reads(path))
	if r.Imported != 1 || r.Present != 2 {
		t.Errorf("the second time the report is %+v", r)
	}
}

func TestAnImportThatIsTakenBackLeavesWhatWentOn(t *testing.T) {
	d := newDesk(t)
	path := d.zipped("export.zip", object{"conversations.json": []any{
		gptChat("a", "Trees", words("What is an oak?"), words("A tree.")), gptChat("b", "Leaves", words("Green?"), words("Yes.")),
	}})
	e := d.reads(path)
	d.takes(e)
	number := d.imports.Status().Number
	d.asks(e.Chats[1].ID, "And in autumn?")
	kept, err := d.imports.TakeBack(t.Context(), number)
	if err != nil || len(kept) != 1 || kept[0].Title != "Leaves" {
		t.Errorf("kept are %v, %v", kept, err)
	}
	if r := d.takes(d.reads(path)); r.Imported != 1 || r.Present != 1 {
		t.Errorf("the next time the report is %+v", r)
	}
}

func TestAnExportIsReadOnlyIfTheDiskHasTheSpace(t *testing.T) {
	d := newDesk(t)
	var chats bytes.Buffer
	if err := chatgpttest.Write(&chats, 20, 20<<10); err != nil {
		t.Fatal(err)
	}
	path := d.zipped("export.zip", object{"conversations.json": chats.Bytes()})
	needed := int64(chats.Len()) + spareBytes
	d.leavesFree(needed - 1)
	_, err := d.imports.Read(t.Context(), []string{path}, func(Reading) {})
	if space, ok := errors.AsType[*SpaceError](err); !ok || space.Needed != needed {
		t.Errorf("the error is %v", err)
	}
	if list, err := os.ReadDir(d.imports.o.Temp); err != nil || len(list) > 0 {
		t.Errorf("written are %v, %v", list, err)
	}
	d.leavesFree(needed)
	e := d.reads(path)
	if err := e.spool.buffer.Flush(); err != nil {
		t.Fatal(err)
	}
	if file, err := e.spool.file.Stat(); err != nil || len(e.Chats) != 20 || file.Size() > int64(chats.Len()) {
		t.Errorf("%d chats with %d bytes take %d bytes, %v", len(e.Chats), chats.Len(), file.Size(), err)
	}
	if err := e.Close(); err != nil {
		t.Error(err)
	}
}

// A zip in the zip is written to a temporary file before anything else is known of it.
func TestAZipInAnExportIsUnpackedOnlyIfTheDiskHasTheSpace(t *testing.T) {
	d := newDesk(t)
	var chats bytes.Buffer
	if err := chatgpttest.Write(&chats, 20, 20<<10); err != nil {
		t.Fatal(err)
	}
	inner, err := os.ReadFile(d.zipped("inner.zip", object{"conversations.json": chats.Bytes()}))
	if err != nil {
		t.Fatal(err)
	}
	path := d.zipped("export.zip", object{"Conversations.zip": inner})
	needed := int64(len(inner)) + spareBytes
	d.leavesFree(needed - 1)
	_, err = d.imports.Read(t.Context(), []string{path}, func(Reading) {})
	if space, ok := errors.AsType[*SpaceError](err); !ok || space.Needed != needed {
		t.Errorf("the error is %v", err)
	}
	if list, err := os.ReadDir(d.imports.o.Temp); err != nil || len(list) > 0 {
		t.Errorf("written are %v, %v", list, err)
	}
	d.leavesFree(int64(chats.Len()) + spareBytes)
	e := d.reads(path)
	if len(e.Chats) != 20 {
		t.Errorf("read are %d chats", len(e.Chats))
	}
	if err := e.Close(); err != nil {
		t.Error(err)
	}
}

func TestAnImportThatFailsLeavesNothing(t *testing.T) {
	d := newDesk(t)
	if err := historytest.Add(t.Context(), d.library, chat.Conversation{ID: chat.NewID(), Title: "Mine"}); err != nil {
		t.Fatal(err)
	}
	path := d.zipped("export.zip", object{"conversations.json": []any{gptChat("a", "Trees", words("What is an oak?"))}})
	d.refusal = errors.New("no room for a backup")
	e := d.reads(path)
	if err := d.imports.Import(e, func(chat.ID) bool { return false }); err != nil {
		t.Fatal(err)
	}
	if err := d.imports.running.Wait(t.Context()); err != nil {
		t.Fatal(err)
	}
	if s := d.imports.Status(); !errors.Is(s.Failed, d.refusal) || s.Report != nil {
		t.Errorf("the status is %+v", s)
	}
	d.refusal = nil
	e = d.reads(path)
	stopped := false
	err := d.imports.Import(e, func(chat.ID) bool {
		if !stopped {
			if err := d.imports.Import(e, nil); !errors.Is(err, ErrRunning) {
				t.Errorf("a second import at the same time: %v", err)
			}
			d.imports.Stop()
		}
		stopped = true
		return false
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := d.imports.running.Wait(t.Context()); err != nil {
		t.Fatal(err)
	}
	if s := d.imports.Status(); !errors.Is(s.Failed, context.Canceled) {
		t.Errorf("the status is %+v", s)
	}
	order, err := d.library.Order(t.Context())
	list, listErr := d.imports.List(t.Context())
	if err := errors.Join(err, listErr); err != nil || len(order) != 1 || len(list) > 0 {
		t.Errorf("%d chats and %d imports are left, %v", len(order), len(list), err)
	}
}

func TestExportsThatAreNotReadAreNamed(t *testing.T) {
	d := newDesk(t)
	e := d.reads(
		d.zipped("deepseek.zip", object{"conversations.json": []any{object{"id": "1", "title": "x", "inserted_at": "2025", "mapping": object{}}}}),
		d.zipped("broken.zip", object{"conversations.json": []byte(`[{"id":"a","title":"Cut off","mapping":{`)}),
	)
	defer e.Close()
	var got []string
	for _, r := range e.Refused {
		got = append(got, strings.TrimSpace(string(r.Reason)+" "+r.Program+r.Title))
	}
	slices.Sort(got)
	if len(e.Chats) > 0 || !slices.Contains(got, "program DeepSeek") || !slices.ContainsFunc(got, func(s string) bool { return strings.HasPrefix(s, "truncated") }) {
		t.Errorf("refused are %q", got)
	}
}

func TestAChatWhoseImportIsTakenBackAfterThePreviewComesOverWhole(t *testing.T) {
	d := newDesk(t)
	path := d.zipped("export.zip", object{"conversations.json": []any{gptChat("a", "Trees", words("What is an oak?"), words("A tree."))}})
	d.takes(d.reads(path))
	list, err := d.imports.List(t.Context())
	if err != nil || len(list) != 1 {
		t.Fatal(list, err)
	}
	e := d.reads(path)
	if _, err := d.imports.TakeBack(t.Context(), list[0].Number); err != nil || e.Chats[0].Presence != history.Present {
		t.Fatal(e.Chats[0].Presence, err)
	}
	d.takes(e)
	if got := d.texts(e.Chats[0].ID); !slices.Equal(got, []string{"What is an oak?", "A tree."}) {
		t.Errorf("the texts are %q", got)
	}
}
