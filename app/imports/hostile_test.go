package imports

import (
	"archive/zip"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// hostileZip writes a zip with one good chat and what fill adds.
func hostileZip(t *testing.T, fill func(z *zip.Writer) error) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "export.zip")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	z := zip.NewWriter(file)
	w, err := z.Create("good.json")
	if err == nil {
		_, err = w.Write([]byte(plainChat))
	}
	if err := errors.Join(err, fill(z), z.Close(), file.Close()); err != nil {
		t.Fatal(err)
	}
	return path
}

// addEntry adds an entry whose header is as it is.
func addEntry(z *zip.Writer, h zip.FileHeader, content string) error {
	w, err := z.CreateHeader(&h)
	if err == nil {
		_, err = w.Write([]byte(content))
	}
	return err
}

// wantMemory bounds what is allocated in all for a hostile export, and so also the memory that is
// needed at one time.
func (d *desk) wantMemory(name string, f func()) {
	d.Helper()
	const most = 300 << 20
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	if used := after.TotalAlloc - before.TotalAlloc; used > most {
		d.Errorf("%s has allocated %d MB", name, used>>20)
	}
}

func TestHostileExportsAreRefusedOrBounded(t *testing.T) {
	evil := strings.Replace(plainChat, "Sums", "Evil", 1)
	named := func(name string) func(z *zip.Writer) error {
		return func(z *zip.Writer) error { return addEntry(z, zip.FileHeader{Name: name}, evil) }
	}
	link := zip.FileHeader{Name: "link"}
	link.SetMode(fs.ModeSymlink | 0o777)
	nested := zipOf(t, map[string][]byte{"chat.json": []byte(evil)})
	large := map[string]bool{"too many": true, "many messages": true}
	for range 5 {
		nested = zipOf(t, map[string][]byte{"nested.zip": nested})
	}
	for name, c := range map[string]struct {
		fill   func(z *zip.Writer) error
		reason Reason
		// chats is the number of chats that are imported all the same.
		chats int
	}{
		"leads out": {named("../../evil.json"), ReasonUnsafe, 1},
		"absolute":  {named("/abs/evil.json"), ReasonUnsafe, 1},
		"drive":     {named(`C:\evil.json`), ReasonUnsafe, 1},
		"link":      {func(z *zip.Writer) error { return addEntry(z, link, "/etc") }, ReasonUnsafe, 1},
		"too many":  {func(z *zip.Writer) error { return addMany(z, 210_000) }, ReasonTooMany, 0},
		"bomb":      {addBomb, ReasonTooLarge, 1},
		"nested":    {func(z *zip.Writer) error { return addEntry(z, zip.FileHeader{Name: "nested.zip"}, string(nested)) }, ReasonTooLarge, 1},
		"twice":     {func(z *zip.Writer) error { return errors.Join(named("dup.json")(z), named("dup.json")(z)) }, ReasonUnsafe, 2},
		"many messages": {func(z *zip.Writer) error {
			return addEntry(z, zip.FileHeader{Name: "long.json"}, longChat(1_000_000))
		}, ReasonTooLarge, 1},
	} {
		if raced && large[name] {
			continue
		}
		t.Run(name, func(t *testing.T) {
			d := newDesk(t)
			d.asks("", "My own question")
			rows := d.rows()
			path := hostileZip(t, c.fill)
			var e *Export
			var r Report
			d.wantMemory("reading", func() { e = d.reads(path) })
			if !slices.ContainsFunc(e.Refused, func(r Refusal) bool { return r.Reason == c.reason }) || len(e.Chats) != c.chats {
				t.Errorf("%d chats, refused are %+v", len(e.Chats), e.Refused)
			}
			d.wantMemory("the import", func() { r = d.takes(e) })
			if r.Imported != c.chats || d.shownChats() != c.chats+1 || !slices.Equal(d.texts("mine"), []string{"My own question"}) {
				t.Errorf("%d chats are shown, the report is %+v", d.shownChats(), r)
			}
			if _, err := d.imports.TakeBack(t.Context(), d.imports.Status().Number); err != nil {
				t.Error(err)
			}
			if left := d.rows(); !slices.Equal(left, rows) {
				t.Errorf("left are %v, before %v", left, rows)
			}
			for _, escaped := range []string{filepath.Join(d.dir, "evil.json"), filepath.Join(d.dir, "..", "evil.json"), "/abs/evil.json"} {
				if _, err := os.Lstat(escaped); err == nil {
					t.Errorf("%s was written", escaped)
				}
			}
		})
	}
}

func addMany(z *zip.Writer, n int) error {
	for i := range n {
		if _, err := z.CreateRaw(&zip.FileHeader{Name: fmt.Sprint(i)}); err != nil {
			return err
		}
	}
	return nil
}

// addBomb adds 42 kB that are said to become 4 GB.
func addBomb(z *zip.Writer) error {
	w, err := z.CreateRaw(&zip.FileHeader{Name: "a.json", Method: zip.Deflate, CompressedSize64: 42_000, UncompressedSize64: 4 << 30})
	if err == nil {
		_, err = w.Write(make([]byte, 42_000))
	}
	return err
}

// longChat is a chat with n messages.
func longChat(n int) string {
	return `{"title": "Long", "messages": [` + strings.Repeat(`{"role":"user","content":"x"},`, n-1) + `{"role":"user","content":"x"}]}`
}
