package dataexport_test

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"parlando/app/dataexport"
	"parlando/app/history"
	"parlando/app/recovery/recoverytest"
	"parlando/app/settings"
)

// filled is the folder of a library with something of everything, and settings beside it.
var filled string

func TestMain(m *testing.M) { os.Exit(recoverytest.Run(m, &filled)) }

var now = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

func all(string) bool { return false }

// exports exports a library and returns the archive.
func exports(t *testing.T, dir string, leavesOut func(string) bool) *zip.Reader {
	t.Helper()
	config := filepath.Join(t.TempDir(), settings.FileName)
	must(t, os.WriteFile(config, []byte(`{"theme":"dark"}`), 0o600))
	var file bytes.Buffer
	last, of := 0, 0
	unread, err := dataexport.Write(t.Context(), &file, dataexport.Source{
		Database: filepath.Join(dir, history.FileName), Dir: dir, Settings: config, LeavesOut: leavesOut,
		About: dataexport.About{Program: "1.4", Computer: "Ana's laptop", Made: now},
	}, func(files, all int) {
		if files != last+1 || files > all {
			t.Errorf("the progress is %d of %d after %d", files, all, last)
		}
		last, of = files, all
	})
	must(t, err)
	if unread != 0 || last != of {
		t.Errorf("%d files could not be read, %d of %d were written", unread, last, of)
	}
	z, err := zip.NewReader(bytes.NewReader(file.Bytes()), int64(file.Len()))
	must(t, err)
	return z
}

// unpacks makes a library out of an archive and returns its folder.
func unpacks(t *testing.T, z *zip.Reader) string {
	t.Helper()
	to := t.TempDir()
	damaged, err := dataexport.Unpack(t.Context(), z, to, now, func(int) {})
	must(t, err)
	if damaged != 0 {
		t.Errorf("%d rows or files are damaged", damaged)
	}
	return to
}

func TestAWholeLibraryGoesOutAndIn(t *testing.T) {
	t.Parallel()
	to := unpacks(t, exports(t, filled, all))
	if d := recoverytest.Diff(recoverytest.SnapshotOf(t, to), recoverytest.SnapshotOf(t, filled)); d != "" {
		t.Error(d)
	}
	want := contents(t, filled)
	want[settings.FileName] = `{"theme":"dark"}`
	if d := cmp.Diff(want, contents(t, to)); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
}

// contents returns the files of a library except its database.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	found := map[string]string{}
	must(t, filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Dir(path) == dir && filepath.Ext(path) != ".json" {
			return err
		}
		data, err := os.ReadFile(path)
		relative, _ := filepath.Rel(dir, path)
		found[filepath.ToSlash(relative)] = string(data)
		return err
	}))
	return found
}

// TestEveryMemberIsDocumented compares docs/export.md with the tables of the library.
func TestEveryMemberIsDocumented(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("../../docs/export.md")
	must(t, err)
	known := map[string]bool{}
	for _, word := range regexp.MustCompile("`([a-z0-9_]+)`").FindAllSubmatch(data, -1) {
		known[string(word[1])] = true
	}
	db := recoverytest.Open(t, filled)
	for key, name := range recoverytest.RowsOf(t, db, `SELECT t.name || '.' || c.name, c.name FROM pragma_table_list t JOIN pragma_table_info(t.name) c
		WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite%' AND t.name NOT IN ('goose_db_version', 'charge_day')`) {
		if isLink := name == "message"; !known[name] && !isLink {
			t.Errorf("%s is not documented", key)
		}
	}
	must(t, db.Close())
}

// TestUnfinishedImportsStay fails if a chat is exported that is shown nowhere.
func TestUnfinishedImportsStay(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	must(t, os.CopyFS(dir, os.DirFS(filled)))
	db := recoverytest.Open(t, dir)
	for _, statement := range []string{
		`UPDATE conversation SET deleted_at = -1 WHERE n = 3`,
		`UPDATE message SET deleted_with = -1 WHERE n = (SELECT max(n) FROM message WHERE conversation = 5)`,
		`UPDATE import SET finished = 0 WHERE n = 1`,
	} {
		if _, err := db.Exec(statement); err != nil {
			t.Fatal(statement, err)
		}
	}
	got := recoverytest.SnapshotOf(t, unpacks(t, exports(t, dir, all)))
	for query, table := range map[string]string{
		`SELECT n FROM conversation WHERE deleted_at = -1`: "conversation", `SELECT n FROM message WHERE conversation = 3 OR deleted_with = -1`: "message",
		`SELECT n FROM import WHERE finished = 0`: "import", `SELECT n FROM import_note WHERE import = 1`: "import_note",
	} {
		hidden := recoverytest.RowsOf(t, db, `SELECT n, n FROM (`+query+`)`)
		if len(hidden) == 0 {
			t.Errorf("%s hides nothing", query)
		}
		for n := range hidden {
			if row, ok := got[table][n]; ok {
				t.Errorf("%s %s is exported: %s", table, n, row)
			}
		}
	}
	must(t, db.Close())
}

func TestSoundsCanStay(t *testing.T) {
	t.Parallel()
	isRecording := func(path string) bool { return strings.HasPrefix(path, "recordings/") }
	for name := range contents(t, unpacks(t, exports(t, filled, isRecording))) {
		if isRecording(name) {
			t.Errorf("%s is exported", name)
		}
	}
}

// changed returns an archive whose files are replaced; "" removes one.
func changed(t *testing.T, z *zip.Reader, files map[string]string) *zip.Reader {
	t.Helper()
	var file bytes.Buffer
	w := zip.NewWriter(&file)
	for _, f := range z.File {
		if _, ok := files[f.Name]; !ok {
			must(t, w.Copy(f))
		}
	}
	for name, content := range files {
		if content == "" {
			continue
		}
		f, err := w.Create(name)
		must(t, err)
		_, err = f.Write([]byte(content))
		must(t, err)
	}
	must(t, w.Close())
	z, err := zip.NewReader(bytes.NewReader(file.Bytes()), int64(file.Len()))
	must(t, err)
	return z
}

// few exports a few chats of the library, and returns the names of their files, too.
func few(t *testing.T) (z *zip.Reader, chats []string) {
	t.Helper()
	z = exports(t, filled, all)
	left := map[string]string{}
	for _, f := range z.File {
		switch {
		case !strings.HasPrefix(f.Name, "chats/"):
		case len(chats) < 5:
			chats = append(chats, f.Name)
		default:
			left[f.Name] = ""
		}
	}
	return changed(t, z, left), chats
}

// TestWhatIsDamagedIsCounted changes files of an archive: everything else comes over.
func TestWhatIsDamagedIsCounted(t *testing.T) {
	t.Parallel()
	z, chats := few(t)
	chat := chats[0]
	for name, c := range map[string]struct {
		files   map[string]string
		damaged int
	}{
		"half a chat":            {map[string]string{chat: `{"n":1,"id":"x","messages":[{`}, 1},
		"no chat":                {map[string]string{chat: `[]`}, 1},
		"values of other types":  {map[string]string{"chats/a.json": `{"n":900001,"id":"x","created":"yesterday","updated":0,"messages":[{"n":"a","id":["b"],"role":"user"}]}`}, 3},
		"the costs":              {map[string]string{"costs.json": `{"charges":[{"n":1},`}, 1},
		"without the other rows": {map[string]string{"library.json": ""}, 0},
		"of a newer version":     {map[string]string{"library.json": `{"other":[{"a":1}],"library":[{"one":1,"origin":"o","new":2}]}`}, 0},
		"a name twice":           {map[string]string{"chats/a.json": `{"n":1,"id":"x","created":0,"updated":0}`}, 1},
	} {
		to := t.TempDir()
		got, err := dataexport.Unpack(t.Context(), changed(t, z, c.files), to, now, func(int) {})
		if err != nil || got != c.damaged {
			t.Errorf("%s: %d are damaged, not %d, %v", name, got, c.damaged, err)
			continue
		}
		s, err := history.Open(t.Context(), to, history.Options{})
		must(t, err)
		order, err := s.Order(t.Context())
		if err != nil || len(order) < len(chats)-1 {
			t.Errorf("%s: %d chats, %v", name, len(order), err)
		}
		must(t, s.Close())
	}
}

func TestFilesStayInTheFolder(t *testing.T) {
	t.Parallel()
	hostile := map[string]string{
		"files/../../above": "x", "files/library.db": "x", "files/library.db-wal": "x", "files/settings.json": "x", "files/lock": "x",
		"attachments/../a.png": "x", "attachments/a/b.png": "x", `files/a\b`: "x", "files//tmp/a": "x", "files/C:a": "x", "elsewhere.txt": "x",
	}
	z, _ := few(t)
	want, to := contents(t, unpacks(t, z)), filepath.Join(t.TempDir(), "to")
	must(t, os.Mkdir(to, 0o700))
	_, err := dataexport.Unpack(t.Context(), changed(t, z, hostile), to, now, func(int) {})
	must(t, err)
	if d := cmp.Diff(want, contents(t, to)); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
	if entries, err := os.ReadDir(filepath.Dir(to)); err != nil || len(entries) != 1 {
		t.Errorf("%v, %v", entries, err)
	}
}

func TestOtherArchivesAreRefused(t *testing.T) {
	t.Parallel()
	z, _ := few(t)
	for about, want := range map[string]error{
		"":                                   dataexport.ErrNoExport,
		`{"title":"x"}`:                      dataexport.ErrNoExport,
		`{`:                                  dataexport.ErrNoExport,
		`{"parlando_export":2}`:              dataexport.ErrNewer,
		`{"parlando_export":1,"schema":999}`: dataexport.ErrNewer,
	} {
		if _, err := dataexport.Unpack(t.Context(), changed(t, z, map[string]string{"parlando.json": about}), t.TempDir(), now, func(int) {}); !errors.Is(err, want) {
			t.Errorf("%s: %v", about, err)
		}
	}
}

func TestStopEndsBoth(t *testing.T) {
	t.Parallel()
	z, _ := few(t)
	ctx, cancel := context.WithCancel(t.Context())
	if _, err := dataexport.Unpack(ctx, z, t.TempDir(), now, func(int) { cancel() }); !errors.Is(err, context.Canceled) {
		t.Errorf("Unpack returned %v", err)
	}
	ctx, cancel = context.WithCancel(t.Context())
	_, err := dataexport.Write(ctx, io.Discard, dataexport.Source{Database: filepath.Join(filled, history.FileName), Dir: filled, LeavesOut: all}, func(int, int) { cancel() })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("Write returned %v", err)
	}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// TestEveryColumnGoesOutAndIn fails if a table or column is added that the export does not have.
func TestEveryColumnGoesOutAndIn(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	must(t, os.CopyFS(dir, os.DirFS(filled)))
	db := recoverytest.Open(t, dir)
	for _, statement := range []string{
		`INSERT INTO charge VALUES (7, 1700000000000, 'c', (SELECT id FROM conversation), (SELECT min(id) FROM request), 'chat', 'asked', 'served', 3, 'done',
			1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 'USD', 1, 'list', '{"total_tokens": 4.50, "x":"<&>"}')`,
		`INSERT INTO charge (at, connection, state, usage) VALUES (0, '', 'open', 'not {JSON')`,
		`INSERT INTO form_field VALUES ('tool', 'name', 'half', 1700000000001)`,
		`INSERT INTO request (id, asked, usage) VALUES ('alone', 'm', '{"total_tokens":  3}')`,
	} {
		if _, err := db.Exec(statement); err != nil {
			t.Fatal(statement, err)
		}
	}
	must(t, db.Close())
	want := recoverytest.SnapshotOf(t, dir)
	for table, rows := range want {
		if len(rows) == 0 && table != "tail" { // which is empty while no reply is written
			t.Errorf("the test has no row of %s", table)
		}
	}
	to := unpacks(t, exports(t, dir, all))
	if d := recoverytest.Diff(recoverytest.SnapshotOf(t, to), want); d != "" {
		t.Error(d)
	}
}
