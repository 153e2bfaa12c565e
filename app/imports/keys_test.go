package imports

import (
	"bytes"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parlando/app/owner"
)

// secretKey is a key of a gateway in another program's settings.
const secretKey = "sk-0123456789abcdefSECRET"

func TestNoKeyOfAnotherProgramIsKept(t *testing.T) {
	withKey := strings.Replace(openWebUIChats, `"models": ["m"],`, `"models": ["m"], "params": {"api_key": "`+secretKey+`"}, "`+secretKey+`": true,
		"files": [{"type": "file", "api_key": "`+secretKey+`"}],`, 1)
	files := map[string][]byte{
		"chatbox.json": []byte(`{"settings": {"api_key": "` + secretKey + `", "providers": {"openai": {"apiKey": "` + secretKey + `"}}},
			"chat-sessions-list": [{"id": "s", "name": "x"}], "__exported_items": ["setting", "key"]}`),
		"typingmind.json": []byte(`{"data": {"settings": {"api_key": "` + secretKey + `"}, "chats": [{"chatID": "c", "chatTitle": "x", "api_key": "` + secretKey + `",
			"messages": [{"role": "user", "content": "Hi"}]}], "userKeys": [{"key": "` + secretKey + `"}]}}`),
		"openwebui.json": []byte(withKey),
		"config.json":    []byte(`{"version": 0, "openai": {"api_keys": ["` + secretKey + `"]}}`),
		"broken.json":    []byte(`[{"settings": {"api_key": "` + secretKey + `"}, "messages": [{`),
		"plain.json": []byte(`{"title": "Keyed", "api_key": "` + secretKey + `", "settings": {"apiKey": "` + secretKey + `"}, "messages": [
			{"role": "user", "content": "Hi", "api_key": "` + secretKey + `", "headers": {"Authorization": "Bearer ` + secretKey + `"}},
			{"role": "assistant", "content": [{"type": "text", "text": "Hello", "key": "` + secretKey + `"}]}]}`),
	}
	paths := writeFiles(t, files)
	d := &desk{TB: t, dir: t.TempDir()}
	file, err := os.Create(filepath.Join(d.dir, "log"))
	if err != nil {
		t.Fatal(err)
	}
	d.options = owner.CommonOptions{Log: slog.New(slog.NewTextHandler(file, &slog.HandlerOptions{Level: slog.LevelDebug}))}
	d.open()
	e := d.reads(paths...)
	r := d.takes(e)
	d.wantNoKey() // also while the library is open
	if r.Imported != 2 || len(r.Refused) != 4 {
		t.Errorf("the report is %+v", r)
	}
	d.close()
	if err := file.Close(); err != nil {
		t.Error(err)
	}
	d.wantNoKey()
}

// wantNoKey searches all files for the key.
func (d *desk) wantNoKey() {
	d.Helper()
	read := 0
	err := fs.WalkDir(os.DirFS(d.dir), ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := os.ReadFile(filepath.Join(d.dir, path))
		read += len(data)
		if bytes.Contains(data, []byte(secretKey)) {
			d.Errorf("the key is in %s", path)
		}
		return err
	})
	if err != nil || read == 0 {
		d.Errorf("%d bytes were read, %v", read, err)
	}
}
