package chatgpt_test

import (
	"archive/zip"
	"bytes"
	"io"
	"os"
	"path/filepath"
	"testing"

	"parlando/app/imports/archive"
	"parlando/app/imports/chatgpt/chatgpttest"
	"parlando/app/imports/formats"
)

// zipped returns a zip of names and contents.
func zipped(t *testing.T, pairs ...string) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := 0; i < len(pairs); i += 2 {
		w, err := z.Create(pairs[i])
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(w, pairs[i+1]); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestAnExportOfThePrivacyPortal reads zips in a zip: shards of conversations, and renamed files
// with the list of their names behind them.
func TestAnExportOfThePrivacyPortal(t *testing.T) {
	t.Parallel()
	picture := chatgpttest.Parts("Look", object{"content_type": "image_asset_pointer", "asset_pointer": "sediment://file_0a"})
	first := chatgpttest.New("one").Message("u", "user", picture).Assistant("a", "[table](sandbox:/mnt/data/oaks.csv)").JSON()
	second := chatgpttest.New("two").User("u", "x").JSON()
	chats := zipped(
		t, "conversations-010.json", "["+string(second)+"]", "conversations-009.json", "["+string(first)+"]", "user.json", `{"id":"user-1","email":"oak@example.org"}`,
		"shared_conversations.json", `[{"id":"s","conversation_id":"one","title":"Chat one","is_anonymous":true}]`, "chat.html", "<html>",
	)
	files := zipped(
		t, "file_0a.dat", "\x89PNG", "file_0b.dat", "tree,height", "conversation_asset_file_names.json", `{"file_0a.dat":"oak.png"}`,
		"library_files.json", `[{"file_id":"file_0b","file_name":"oaks.csv","origination_message_id":"a"}]`,
	)
	name := filepath.Join(t.TempDir(), "chatgpt_archive.zip")
	if err := os.WriteFile(name, []byte(zipped(
		t, "report.html", "<html>", "User Online Activity/Conversations__1-chatgpt-0001.zip", chats, "User Online Activity/Files_1-files-0001.zip", files,
	)), 0o600); err != nil {
		t.Fatal(err)
	}
	a, err := archive.Open(t.Context(), archive.Temp{Folder: t.TempDir()}, name)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	var ids, found []string
	for _, f := range a.Files() {
		for o, err := range f.Objects(t.Context()) {
			if err != nil {
				t.Fatal(err)
			}
			if formats.Detect(o.Data) != formats.ChatGPT {
				continue
			}
			c := decodeJSON(t, o.Data)
			ids = append(ids, c.ID)
			for _, m := range c.Messages {
				for _, p := range m.Parts {
					if p.File == nil {
						continue
					}
					if asset, ok := a.Find(p.File.Pointer); ok {
						found = append(found, asset.Name)
					}
				}
			}
		}
	}
	if len(ids) != 2 || ids[0] != "one" || len(found) != 2 || found[0] != "oak.png" || found[1] != "oaks.csv" || len(a.Refused()) > 0 {
		t.Errorf("chats %q, files %q, refused %v", ids, found, a.Refused())
	}
}
