package imports

import (
	"archive/zip"
	"bytes"
	"database/sql"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"parlando/app/history"
	"parlando/app/imports/chatgpt/chatgpttest"
	"parlando/app/imports/foreign"
	"parlando/app/imports/formats"
)

// gptChats is the content of a file with two conversations of ChatGPT; the first has a picture.
func gptChats(t *testing.T) []byte {
	t.Helper()
	a := chatgpttest.New("a").Message("1", "user", chatgpttest.Parts(
		chatgpttest.Object{"content_type": "image_asset_pointer", "asset_pointer": "sediment://file_1", "width": 3, "height": 2}, "What is this?"))
	a.Assistant("2", "An oak.")
	b := chatgpttest.New("b").User("1", "Who eats acorns?").Assistant("2", "Jays.").At("1").Assistant("3", "Mice.")
	return slices.Concat([]byte("["), a.JSON(), []byte(","), b.JSON(), []byte("]"))
}

// zipOf returns a zip with files by name.
func zipOf(t testing.TB, files map[string][]byte) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for name, content := range files {
		w, err := z.Create(name)
		if err == nil {
			_, err = w.Write(content)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

const (
	claudeChats = `[{"uuid": "c1", "name": "Trip", "created_at": "2026-01-02T03:04:05Z", "updated_at": "2026-01-02T03:05:05Z", "account": {"uuid": "me"}, "chat_messages": [
		{"uuid": "m1", "sender": "human", "text": "Where to?", "content": [{"type": "text", "text": "Where to?"}], "created_at": "2026-01-02T03:04:05Z", "attachments": [], "files": []},
		{"uuid": "m2", "sender": "assistant", "text": "There.", "content": [{"type": "text", "text": "There."}], "created_at": "2026-01-02T03:04:06Z", "attachments": [], "files": []}]},
		{"uuid": "c2", "name": "", "created_at": "2026-01-02T03:04:05Z", "updated_at": "2026-01-02T03:05:05Z", "account": {"uuid": "me"}, "chat_messages": []}]`
	claudeProjects = `[{"uuid": "p", "name": "Thesis", "description": "", "prompt_template": "Be strict.", "created_at": "2026-01-02T03:04:05Z",
		"docs": [{"uuid": "d", "filename": "a.md", "content": "# A", "created_at": "2026-01-03T03:04:05Z"}]}]`
	claudeMemories  = `[{"account_uuid": "u", "conversations_memory": "Ada teaches.", "project_memories": {"p": "P"}}]`
	claudeDownloads = `{"files": [{"url": "https://x.example/a/conversations-000.zip?sig=1"}, {"url": "https://x.example/a/projects-000.zip?sig=2"}]}`
	openWebUIChats  = `[{"id": "x", "user_id": "u", "title": "Journey", "created_at": 1767323045, "updated_at": 1767323099, "chat": {"title": "Trip", "models": ["m"],
		"history": {"currentId": "b", "messages": {
			"z": {"id": "z", "parentId": null, "childrenIds": ["b", "c"], "role": "user", "content": "Where?", "timestamp": 1767323045},
			"b": {"id": "b", "parentId": "z", "role": "assistant", "content": "Here", "timestamp": 1767323046, "model": "m1"},
			"c": {"id": "c", "parentId": "z", "role": "assistant", "content": "There", "timestamp": 1767323047, "model": "m2"}}}}}]`
	takeout = `[{"header": "Gemini Apps", "title": "Prompted What is an oak?", "time": "2026-01-02T10:00:00Z", "products": ["Gemini Apps"],
		"activityControls": ["x"], "safeHtmlItem": [{"html": "<p>A tree.</p>"}]},
		{"header": "Gemini Apps", "title": "Prompted And an elm?", "time": "2026-01-01T10:00:00Z", "products": ["Gemini Apps"],
		"activityControls": ["x"], "safeHtmlItem": [{"html": "<p>Another.</p>"}]}]`
	plainChat  = `{"title": "Sums", "messages": [{"role": "system", "content": "Be short."}, {"role": "user", "content": "1+2?"}, {"role": "assistant", "content": "3"}]}`
	plainLines = `{"role": "user", "content": "1+3?"}` + "\n" + `{"role": "assistant", "content": "4"}` + "\n"
)

func TestEachKindOfExportComesOverAndIsTakenBack(t *testing.T) {
	picture := pngOf(t)
	for name, c := range map[string]struct {
		// files are dropped by the user, by name; a name with a slash is of a file in a dropped
		// folder.
		files           map[string][]byte
		source          formats.Format
		chats, messages int
		empty, notes    int
		pictures        int
		guessed         bool
	}{
		"ChatGPT": {
			files:  map[string][]byte{"export.zip": zipOf(t, map[string][]byte{"conversations.json": gptChats(t), "file_1-leaf.png": picture})},
			source: formats.ChatGPT, chats: 2, messages: 5, pictures: 1,
		},
		"ChatGPT with .dat": {
			files: map[string][]byte{"export.zip": zipOf(t, map[string][]byte{
				"conversations-000.json": gptChats(t), "file_1.dat": picture, "conversation_asset_file_names.json": []byte(`{"file_1.dat": "leaf.png"}`),
				"user.json": []byte(`{"id": "u", "email": "ana@example.org"}`),
			})},
			source: formats.ChatGPT, chats: 2, messages: 5, pictures: 1,
		},
		"ChatGPT by the Privacy Portal": {
			files: map[string][]byte{"portal.zip": zipOf(t, map[string][]byte{
				"User Online Activity/Conversations__1.zip": zipOf(t, map[string][]byte{"conversations-000.json": gptChats(t), "file_1.dat": picture}),
			})},
			source: formats.ChatGPT, chats: 2, messages: 5, pictures: 1,
		},
		"ChatGPT unpacked": {
			files:  map[string][]byte{"export/conversations.json": gptChats(t), "export/file_1-leaf.png": picture},
			source: formats.ChatGPT, chats: 2, messages: 5, pictures: 1,
		},
		"Claude": {
			files: map[string][]byte{"data.zip": zipOf(t, map[string][]byte{
				"conversations.json": []byte(claudeChats), "projects.json": []byte(claudeProjects), "memories.json": []byte(claudeMemories),
				"users.json": []byte(`[{"uuid": "me", "full_name": "Ada", "email_address": "ana@example.org", "verified_phone_number": null}]`),
			})},
			source: formats.Claude, chats: 1, messages: 2, empty: 1, notes: 4,
		},
		"Claude in several files": {
			files: map[string][]byte{
				"conversations-000.zip": zipOf(t, map[string][]byte{"conversations.json": []byte(claudeChats)}),
				"projects-000.zip":      zipOf(t, map[string][]byte{"projects/p.json": []byte(strings.Trim(claudeProjects, "[]"))}),
			},
			source: formats.Claude, chats: 1, messages: 2, empty: 1, notes: 2,
		},
		"Open WebUI": {files: map[string][]byte{"chat-export.json": []byte(openWebUIChats)}, source: formats.OpenWebUI, chats: 1, messages: 3},
		"Gemini": {
			files:  map[string][]byte{"takeout.zip": zipOf(t, map[string][]byte{"Takeout/Meine Aktivitäten/Gemini-Apps/MeineAktivitäten.json": []byte(takeout)})},
			source: formats.Gemini, chats: 2, messages: 4, guessed: true,
		},
		"a chat":  {files: map[string][]byte{"chat.json": []byte(plainChat)}, source: formats.Messages, chats: 1, messages: 2, notes: 1},
		"chats":   {files: map[string][]byte{"chats.jsonl": []byte(strings.Repeat(plainChat+"\n", 2) + strings.Replace(plainChat, "1+2", "5+2", 1))}, source: formats.Messages, chats: 2, messages: 4, notes: 1},
		"a list":  {files: map[string][]byte{"list.jsonl": []byte(plainLines)}, source: formats.Messages, chats: 1, messages: 2},
		"nothing": {files: map[string][]byte{"list.json": []byte("[]")}},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t)
			paths := writeFiles(t, c.files)
			before := d.rows()
			e := d.reads(paths...)
			if e.Source != c.source || len(e.Chats) != c.chats || e.Empty != c.empty || len(e.Notes) != c.notes || len(e.Refused) > 0 {
				t.Errorf("the export is %+v", e)
			}
			r := d.takes(e)
			first := d.imports.Status().Number
			if r.Imported != c.chats || r.Messages != c.messages || r.Pictures != c.pictures || r.Missing > 0 || r.Notes != c.notes {
				t.Errorf("the report is %+v", r)
			}
			messages := 0
			for _, chat := range e.Chats {
				messages += chat.Messages
				if chat.Guessed != c.guessed {
					t.Errorf("a chat is %+v", chat)
				}
			}
			if notes, err := d.imports.Notes(t.Context(), first); err != nil || len(notes) != c.notes || messages != c.messages || d.shownChats() != c.chats {
				t.Errorf("%d notes, %d messages, and %d chats came over, %v", len(notes), messages, d.shownChats(), err)
			}
			if r := d.takes(d.reads(paths...)); r.Imported+r.Grown > 0 || r.Present != c.chats || r.Pictures > 0 {
				t.Errorf("the second time the report is %+v", r)
			}
			for _, number := range []int64{first, d.imports.Status().Number} {
				if kept, err := d.imports.TakeBack(t.Context(), number); err != nil || len(kept) > 0 {
					t.Errorf("kept are %v, %v", kept, err)
				}
			}
			if after := d.rows(); !slices.Equal(before, after) {
				t.Errorf("left are %v, before %v", after, before)
			}
			if r := d.takes(d.reads(paths...)); r.Imported != c.chats {
				t.Errorf("the third time the report is %+v", r)
			}
		})
	}
}

// writeFiles writes files by name, and returns the paths that the user drops.
func writeFiles(t *testing.T, files map[string][]byte) (paths []string) {
	t.Helper()
	dir := t.TempDir()
	for name, content := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		first, _, _ := strings.Cut(name, "/")
		if path = filepath.Join(dir, first); !slices.Contains(paths, path) {
			paths = append(paths, path)
		}
	}
	slices.Sort(paths)
	return paths
}

// rows returns the numbers of rows of what an import writes.
func (d *desk) rows() (all []int) {
	d.Helper()
	err := d.library.Database().View(d.Context(), func(tx *sql.Tx) error {
		for _, table := range []string{
			"conversation", "message", "part", "request", "imported", "import", "import_note", "chosen", "search_docsize", "search_title_docsize",
		} {
			n := 0
			if err := tx.QueryRowContext(d.Context(), `SELECT count(*) FROM `+table).Scan(&n); err != nil {
				return err
			}
			all = append(all, n)
		}
		return nil
	})
	if err != nil {
		d.Fatal(err)
	}
	return all
}

func TestTheListOfDownloadsOfClaudeIsExplained(t *testing.T) {
	d := newDesk(t)
	e := d.reads(writeFiles(t, map[string][]byte{"manifest.json": []byte(claudeDownloads)})...)
	defer e.Close()
	if want := []string{"conversations-000.zip", "projects-000.zip"}; !slices.Equal(e.Downloads, want) || len(e.Chats)+len(e.Refused) > 0 {
		t.Errorf("the export is %+v", e)
	}
}

// A chat is in two files of an export, in one of them shorter, in any order.
func TestAChatInSeveralFilesIsCountedOnce(t *testing.T) {
	short := chatgpttest.New("a").User("1", "Look").Message("2", "user", chatgpttest.Parts(
		chatgpttest.Object{"content_type": "image_asset_pointer", "asset_pointer": "sediment://file_1"}))
	shorter := slices.Concat([]byte("["), short.JSON(), []byte("]"))
	longer := slices.Concat([]byte("["), short.Assistant("3", "An oak.").JSON(), []byte("]"))
	for _, files := range []map[string][]byte{
		{"conversations-000.json": shorter, "conversations-001.json": longer},
		{"conversations-000.json": longer, "conversations-001.json": shorter},
		{"conversations-000.json": longer, "conversations-001.json": longer},
	} {
		files["file_1.dat"] = pngOf(t)
		d := newDesk(t)
		e := d.reads(writeFiles(t, map[string][]byte{"export.zip": zipOf(t, files)})...)
		r := d.takes(e)
		if len(e.Chats) != 1 || e.Chats[0].Messages != 3 || r.Imported != 1 || r.Messages != 3 || r.Pictures != 1 || len(d.texts(e.Chats[0].ID)) != 3 {
			t.Errorf("the report is %+v", r)
		}
	}
}

func TestTheReportOfAnImportIsStored(t *testing.T) {
	d := newDesk(t)
	r := d.takes(d.reads(writeFiles(t, map[string][]byte{"chat.json": []byte(plainChat)})...))
	list, err := d.imports.List(t.Context())
	if err != nil || len(list) != 1 {
		t.Fatal(list, err)
	}
	want, err := json.Marshal(r)
	if got, gotErr := json.Marshal(list[0].Report); err != nil || gotErr != nil || !bytes.Equal(got, want) {
		t.Errorf("stored is %s, want %s", got, want)
	}
	if list[0].Source != string(formats.Messages) || list[0].Report.Source != formats.Messages {
		t.Errorf("the import is %+v", list[0])
	}
	notes, err := d.imports.Notes(t.Context(), list[0].Number)
	if err != nil || !slices.Equal(notes, []history.ImportNote{{Kind: string(foreign.CustomInstructions), Text: "Be short."}}) {
		t.Errorf("the notes are %+v, %v", notes, err)
	}
}
