package archive_test

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"parlando/app/imports/archive"
)

// entry is a file of a zip made by a test.
type entry struct {
	name, content string
	mode          fs.FileMode
	stored        bool
}

// zipOf returns a zip with entries in their order.
func zipOf(t testing.TB, entries ...entry) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, e := range entries {
		h := &zip.FileHeader{Name: e.name, Method: zip.Deflate}
		if e.stored {
			h.Method = zip.Store
		}
		if e.mode != 0 {
			h.SetMode(e.mode)
		}
		w, err := z.CreateHeader(h)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(w, e.content); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// names returns the names of the files with JSON.
func names(a *archive.Archive) (all []string) {
	for _, f := range a.Files() {
		all = append(all, f.Name)
	}
	return all
}

// refusal returns the reason why a file was refused.
func refusal(a *archive.Archive, name string) error {
	for _, r := range a.Refused() {
		if r.Name == name {
			return r.Err
		}
	}
	return nil
}

func TestFilesWithJSONAreFoundByContentAndSortedByNumber(t *testing.T) {
	t.Parallel()
	z := write(t, "export.zip", zipOf(t,
		entry{name: "conversations-10.json", content: "[]"}, entry{name: "conversations-9.json", content: "\n {}"},
		entry{name: "conversations-100.txt", content: "\ufeff[]"}, entry{name: "conversations-011.json", content: "[]"},
		entry{name: "chat.html", content: "<html>"}, entry{name: "empty.json"}, entry{name: "words.json", content: "words"},
		entry{name: "file-1-mine.json", content: `[{"mine":true}]`}, entry{name: "sub/", mode: fs.ModeDir | 0o700}, entry{name: "sub/a", content: "[]"},
	))
	want := []string{
		"export.zip/conversations-9.json", "export.zip/conversations-10.json", "export.zip/conversations-011.json",
		"export.zip/conversations-100.txt", "export.zip/sub/a",
	}
	a := open(t, z)
	if got := names(a); !slices.Equal(got, want) || len(a.Refused()) > 0 {
		t.Errorf("the files are %q, refused %v", got, a.Refused())
	}
	for _, f := range a.Files() {
		if _, errs := read(t, f); len(errs) > 0 {
			t.Errorf("%s: %v", f.Name, errs)
		}
	}
}

func TestSeveralFilesAndFoldersAreOneExport(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "Unpacked")
	for name, content := range map[string]string{
		"conversations.json": `[{"a":1}]`, "dalle-generations/file-abc-x.webp": "RIFF", "User Online Activity/c.zip": zipOf(t, entry{name: "conversations-000.json", content: "[]"}),
	} {
		p := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(p), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	a := open(t, write(t, "wrong.pdf", zipOf(t, entry{name: "a.json", content: "[]"})), folder, write(t, "chat.txt", "{}"), write(t, "file-xyz.dat", "\x89PNG"))
	want := []string{"Unpacked/User Online Activity/c.zip/conversations-000.json", "Unpacked/conversations.json", "chat.txt", "wrong.pdf/a.json"}
	if got := names(a); !slices.Equal(got, want) || len(a.Refused()) > 0 {
		t.Errorf("the files are %q, refused %v", got, a.Refused())
	}
	for _, pointer := range []string{"file-service://file-abc", "file-xyz"} {
		if _, ok := a.Find(pointer); !ok {
			t.Errorf("%s is not found", pointer)
		}
	}
}

func TestAZipInAZipIsReadAndAThirdIsNot(t *testing.T) {
	t.Parallel()
	for _, stored := range []bool{false, true} {
		third := zipOf(t, entry{name: "conversations.json", content: "[]"})
		inner := zipOf(t, entry{name: "conversations-000.json", content: `[{"a":1}]`}, entry{name: "third.zip", content: third})
		other := zipOf(t, entry{name: "file_0a.dat", content: "sound"})
		outer := write(t, "outer.zip", zipOf(t,
			entry{name: "Activity/Conversations-0001.zip", content: inner, stored: stored}, entry{name: "Activity/Files-0001.ZIP", content: other, stored: stored},
			entry{name: "file-1-project.zip", content: third}, entry{name: "file-2.dat", content: third}, entry{name: "fake.zip", content: "[1]"},
			entry{name: "broken.zip", content: third[:40]},
		))
		temp := t.TempDir()
		a, err := archive.Open(t.Context(), archive.Temp{Folder: temp}, outer)
		if err != nil {
			t.Fatal(err)
		}
		want := []string{"outer.zip/Activity/Conversations-0001.zip/conversations-000.json", "outer.zip/fake.zip"}
		if got := names(a); !slices.Equal(got, want) {
			t.Errorf("the files are %q", got)
		}
		if got, errs := read(t, a.Files()[0]); len(got) != 1 || len(errs) > 0 {
			t.Errorf("the inner file is %v, %v", got, errs)
		}
		asset, ok := a.Find("sediment://file_0a")
		if !ok || content(t, asset) != "sound" {
			t.Errorf("the sound is %v, %t", asset, ok)
		}
		if err := refusal(a, "outer.zip/Activity/Conversations-0001.zip/third.zip"); !errors.Is(err, archive.ErrNested) {
			t.Errorf("the third archive: %v", err)
		}
		if err := refusal(a, "outer.zip/broken.zip"); !errors.Is(err, archive.ErrDamaged) || len(a.Refused()) != 2 {
			t.Errorf("the broken archive: %v; refused are %v", err, a.Refused())
		}
		// broken.zip is compressed
		if got := temporary(t, temp); stored && len(got) > 1 || !stored && len(got) != 3 {
			t.Errorf("the temporary files are %v", got)
		}
		if err := a.Close(); err != nil || len(temporary(t, temp)) > 0 {
			t.Errorf("closed with %v, left are %v", err, temporary(t, temp))
		}
	}
}

func temporary(t testing.TB, folder string) []string {
	t.Helper()
	all, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func content(t testing.TB, a *archive.Asset) string {
	t.Helper()
	r, err := a.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	b, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestHostileEntriesAreRefusedByName(t *testing.T) {
	t.Parallel()
	bomb := "[" + strings.Repeat(" ", 4<<20) + "]"
	for name, want := range map[string]error{
		"../../evil": archive.ErrUnsafeName, "/abs/evil": archive.ErrUnsafeName, `..\evil`: archive.ErrUnsafeName, `C:\evil`: archive.ErrUnsafeName,
		"a/../../b": archive.ErrUnsafeName, "a\x00b": archive.ErrUnsafeName, strings.Repeat("d/", 40) + "x": archive.ErrNested, "bomb.json": archive.ErrTooLarge,
	} {
		c := "[]"
		if name == "bomb.json" {
			c = bomb
		}
		a := open(t, write(t, "a.zip", zipOf(t, entry{name: name, content: c}, entry{name: "good.json", content: "[]"})))
		if err := refusal(a, "a.zip/"+strings.ReplaceAll(name, `\`, "/")); !errors.Is(err, want) || !slices.Equal(names(a), []string{"a.zip/good.json"}) {
			t.Errorf("%.60q: refused %v, files %q", name, a.Refused(), names(a))
		}
	}
}

func TestLinksAndDuplicatesAreRefused(t *testing.T) {
	t.Parallel()
	a := open(t, write(t, "a.zip", zipOf(t,
		entry{name: "link", content: "/etc", mode: fs.ModeSymlink | 0o777}, entry{name: "dup.json", content: `[{"first":1}]`}, entry{name: "dup.json", content: "[]"},
	)))
	if err := refusal(a, "a.zip/link"); !errors.Is(err, archive.ErrLink) {
		t.Errorf("the link: %v", err)
	}
	if err := refusal(a, "a.zip/dup.json"); !errors.Is(err, archive.ErrDuplicate) || len(a.Files()) != 1 {
		t.Errorf("the second file: %v", err)
	}
	if got, _ := read(t, a.Files()[0]); len(got) != 1 {
		t.Errorf("the first file has %d objects", len(got))
	}
	if runtime.GOOS == "windows" {
		return // links need a privilege there
	}
	folder := t.TempDir()
	if err := os.Symlink("/etc", filepath.Join(folder, "etc")); err != nil {
		t.Fatal(err)
	}
	b := open(t, folder)
	if err := refusal(b, filepath.Base(folder)+"/etc"); !errors.Is(err, archive.ErrLink) || len(b.Files()) > 0 {
		t.Errorf("the link in a folder: %v, files %q", err, names(b))
	}
}

func TestAPasswordAndDamageAreNamed(t *testing.T) {
	t.Parallel()
	z := zipOf(t, entry{name: "a.json", content: "[" + strings.Repeat(conversation(1, "")+",", 5000) + "{}]"}, entry{name: "b.json", content: "[]"})
	locked := []byte(z)
	locked[bytes.Index(locked, []byte("PK\x01\x02"))+8] |= 1
	a := open(t, write(t, "locked.zip", string(locked)), write(t, "cut.zip", z[:len(z)/2]))
	if err := refusal(a, "locked.zip/a.json"); !errors.Is(err, archive.ErrEncrypted) || !slices.Equal(names(a), []string{"locked.zip/b.json"}) {
		t.Errorf("refused are %v, files %q", a.Refused(), names(a))
	}
	if err := refusal(a, "cut.zip"); !errors.Is(err, archive.ErrDamaged) {
		t.Errorf("refused are %v", a.Refused())
	}
	damaged := []byte(z)
	clear(damaged[len(damaged)/2 : len(damaged)/2+50])
	b := open(t, write(t, "damaged.zip", string(damaged)))
	if got, errs := read(t, b.Files()[0]); len(got) == 0 || len(errs) == 0 {
		t.Errorf("%d objects, %v", len(got), errs)
	}
}

func TestSizesInTheListAreNotBelieved(t *testing.T) {
	t.Parallel()
	z := []byte(zipOf(t, entry{name: "a.json", content: `[{"a":1},{"b":2}]`, stored: true}))
	list := bytes.Index(z, []byte("PK\x01\x02"))
	binary.LittleEndian.PutUint32(z[list+24:], 9) // the decompressed size
	a := open(t, write(t, "a.zip", string(z)))
	if refusal(a, "a.zip/a.json") == nil || len(a.Files()) > 0 {
		t.Errorf("a file longer than its size is read; refused are %v", a.Refused())
	}
	binary.LittleEndian.PutUint32(z[list+20:], 1<<30) // the compressed size
	if b := open(t, write(t, "b.zip", string(z))); !errors.Is(refusal(b, "b.zip"), archive.ErrDamaged) {
		t.Errorf("refused are %v", b.Refused())
	}
}

// manyEntries returns a zip whose list has n entries of the same bytes.
func manyEntries(n int) string {
	list := []byte("PK\x01\x02" + strings.Repeat("\x00", 42) + "a")
	list[28] = 1
	end := make([]byte, 22)
	copy(end, "PK\x05\x06")
	binary.LittleEndian.PutUint16(end[8:], uint16(n))
	binary.LittleEndian.PutUint16(end[10:], uint16(n))
	binary.LittleEndian.PutUint32(end[12:], uint32(n*len(list)))
	local := "PK\x03\x04" + strings.Repeat("\x00", 26)
	binary.LittleEndian.PutUint32(end[16:], uint32(len(local)))
	return local + strings.Repeat(string(list), n) + string(end)
}

func TestAMillionEntriesAreRefusedInLittleMemory(t *testing.T) {
	for _, n := range []int{1_000_000, 480_000} { // longer than maxDirectoryBytes, and shorter
		z := write(t, "many.zip", manyEntries(n))
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		a := open(t, z)
		runtime.ReadMemStats(&after)
		if got := (after.TotalAlloc - before.TotalAlloc) >> 20; got > 300 || !errors.Is(refusal(a, "many.zip"), archive.ErrTooMany) {
			t.Errorf("of %d entries: %d MB; refused %v", n, got, a.Refused())
		}
	}
}

func TestAZip64IsRead(t *testing.T) {
	t.Parallel()
	z := []byte(zipOf(t, entry{name: "a.json", content: "[{}]"}))
	end := z[len(z)-22:]
	records := uint64(binary.LittleEndian.Uint16(end[10:]))
	size, offset := uint64(binary.LittleEndian.Uint32(end[12:])), uint64(binary.LittleEndian.Uint32(end[16:]))
	end64 := make([]byte, 56)
	copy(end64, "PK\x06\x06")
	binary.LittleEndian.PutUint64(end64[4:], 44)
	binary.LittleEndian.PutUint64(end64[24:], records)
	binary.LittleEndian.PutUint64(end64[32:], records)
	binary.LittleEndian.PutUint64(end64[40:], size)
	binary.LittleEndian.PutUint64(end64[48:], offset)
	locator := make([]byte, 20)
	copy(locator, "PK\x06\x07")
	binary.LittleEndian.PutUint64(locator[8:], uint64(len(z)-22))
	binary.LittleEndian.PutUint32(locator[16:], 1)
	for i := 8; i < 20; i++ {
		end[i] = 0xff
	}
	whole := slices.Concat(z[:len(z)-22], end64, locator, end)
	a := open(t, write(t, "a.zip", string(whole)))
	if len(a.Files()) != 1 {
		t.Fatalf("refused are %v", a.Refused())
	}
	if got, errs := read(t, a.Files()[0]); len(got) != 1 || len(errs) > 0 {
		t.Errorf("%v, %v", got, errs)
	}
}

func TestAssetsAreFoundByTheirPointers(t *testing.T) {
	t.Parallel()
	const map1 = `{"file-0H.dat": "dalle-generations/bdd5.webp", "file-111a.dat": "9f8a1380-1", "x": 1}`
	const library = `[{"file_id":"file_7","file_name":"Report.pdf","origination_message_id":"m1"},{"file_id":"file_8","file_name":"..\\evil.html"},{"file_id":3}]`
	entries := []entry{
		{name: "file-0H.dat", content: "dalle"},
		{name: "deep/file-111a.dat", content: "photo"},
		{name: "file-abc-Original name.png", content: "old"},
		{name: "file_0123456789abcdef-1c2d.wav", content: "other"},
		{name: "9a-9b/audio/file_00ff-1c2d.wav", content: "voice"},
		{name: "user-x/file_7.dat", content: "report"},
		{name: "file_8.dat", content: "evil"},
		{name: "uuid-without-type", content: "exact"},
	}
	maps := []entry{{name: "conversation_asset_file_names.json", content: map1}, {name: "library_files.json", content: library}}
	for order, all := range [][]entry{slices.Concat(maps, entries), slices.Concat(entries, maps)} {
		a := open(t, write(t, "a.zip", zipOf(t, all...)))
		for pointer, want := range map[string][2]string{
			"file-service://file-0H": {"bdd5.webp", "dalle"}, "sediment://file-111a": {"9f8a1380-1", "photo"}, "file-service://file-abc": {"Original name.png", "old"},
			"sediment://file_00ff#frame=1": {"1c2d.wav", "voice"}, "file_7": {"Report.pdf", "report"}, "sandbox:m1/Report.pdf": {"Report.pdf", "report"},
			"file_8": {"evil.html", "evil"}, "uuid-without-type": {"uuid-without-type", "exact"},
		} {
			asset, ok := a.Find(pointer)
			if !ok || asset.Name != want[0] || content(t, asset) != want[1] || asset.Size != int64(len(want[1])) {
				t.Errorf("order %d: %s is %+v, %t", order, pointer, asset, ok)
			}
		}
		for _, pointer := range []string{"", "file-service://", "file-ab", "file-0", "../file-abc", "file-abc/../x", `a\b`, "sandbox:m2/Report.pdf", "sandbox:m1", "https://example.org/x", "file-expired"} {
			if asset, ok := a.Find(pointer); ok {
				t.Errorf("%q is %+v", pointer, asset)
			}
		}
		if len(a.Files()) != 0 || len(a.Refused()) != 0 {
			t.Errorf("the lists of names are read as conversations: %q, %v", names(a), a.Refused())
		}
	}
}

func TestADamagedListOfNamesIsNamed(t *testing.T) {
	t.Parallel()
	a := open(t, write(t, "a.zip", zipOf(t,
		entry{name: "conversation_asset_file_names.json", content: `{"file-1.dat":`}, entry{name: "library_files.json", content: `[{"file_id":"file-2","file_name":"b"},{`}, entry{name: "file-1.dat", content: "x"}, entry{name: "file-2.dat", content: "x"},
	)))
	one, _ := a.Find("file-1")
	two, _ := a.Find("file-2")
	if len(a.Refused()) != 2 || one == nil || two == nil || one.Name != "file-1.dat" || two.Name != "b" {
		t.Errorf("refused are %v, found %v, %v", a.Refused(), one, two)
	}
}

func TestOpeningStops(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	z := write(t, "a.zip", zipOf(t, entry{name: "in.zip", content: zipOf(t, entry{name: "a.json", content: "[]"})}))
	for _, p := range []string{z, filepath.Dir(z)} {
		if _, err := archive.Open(ctx, archive.Temp{Folder: t.TempDir()}, p); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", p, err)
		}
	}
	if a := open(t, filepath.Join(t.TempDir(), "none"), z); !errors.Is(refusal(a, "none"), fs.ErrNotExist) || len(a.Files()) != 1 {
		t.Errorf("a missing file: %v", a.Refused())
	}
	if _, err := archive.Open(t.Context(), archive.Temp{Folder: filepath.Join(t.TempDir(), "none")}, z); err == nil {
		t.Error("without the folder for temporary files there is no error")
	}
}

func BenchmarkOpen(b *testing.B) {
	var all []entry
	for n := range 20_000 {
		all = append(all, entry{name: "file-" + strconv.Itoa(n) + ".dat", content: "\x89PNG"}, entry{name: strconv.Itoa(n) + ".bin", content: "\x89PNG"})
	}
	z := write(b, "a.zip", zipOf(b, all...))
	for b.Loop() {
		a, err := archive.Open(b.Context(), archive.Temp{Folder: b.TempDir()}, z)
		if err != nil {
			b.Fatal(err)
		}
		a.Close()
	}
}
