package jsonfile_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"parlando/app/internal/jsonfile"
)

type listItem struct {
	ID   string `json:"id"`
	Name string `json:"name,omitempty"`
}

type doc struct {
	Title string              `json:"title"`
	Size  int                 `json:"size"`
	Items []listItem          `json:"items"`
	ByKey map[string]listItem `json:"by_key,omitempty"`
	When  time.Time           `json:"when"`
}

func stamp() time.Time { return time.Date(2026, 11, 21, 3, 4, 5, 0, time.UTC) }

func TestWhatIsSavedIsLoadedAndOnlyTheOwnerMayReadIt(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "folder")
	f := jsonfile.New(dir, "a.json", stamp)
	want := doc{Title: "häßlich <b>", Size: 3, Items: []listItem{{"1", "one"}}, When: stamp()}
	if err := f.Save(&want); err != nil {
		t.Fatal(err)
	}
	var got doc
	err := jsonfile.New(dir, "a.json", stamp).Load(&got)
	if err != nil || got.Title != want.Title || got.Items[0] != want.Items[0] || !got.When.Equal(want.When) {
		t.Fatalf("got %+v, %v", got, err)
	}
	if runtime.GOOS != "windows" {
		for path, mode := range map[string]os.FileMode{f.Path(): 0o600, dir: 0o700} {
			if info, err := os.Stat(path); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != mode {
				t.Errorf("%s: %v, %v; want %o", path, info.Mode(), err, mode)
			}
		}
	}
	if left, _ := os.ReadDir(dir); len(left) != 1 {
		t.Errorf("temporary files were left behind: %v", left)
	}
}

func TestFieldsOfANewerVersionOutliveASave(t *testing.T) {
	dir := t.TempDir()
	f := jsonfile.New(dir, "a.json", stamp)
	write(t, f.Path(), `{"title":"x","future":{"deep":[1,12345678901234567890]},"items":[{"id":"1","name":"a","color":"red"},{"id":"2","color":"blue"}],"by_key":{"k":{"id":"9","new":true}}}`)
	var d doc
	if err := f.Load(&d); err != nil {
		t.Fatal(err)
	}
	d.Title = "y"
	d.Items = []listItem{{"2", "b"}, {"1", ""}}
	for range 2 { // a second save must not lose what the first one kept
		if err := f.Save(&d); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(f.Path())
	if err != nil {
		t.Fatal(err)
	}
	var got map[string]any
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	items := got["items"].([]any)
	second, first := items[0].(map[string]any), items[1].(map[string]any)
	if second["color"] != "blue" || first["color"] != "red" {
		t.Errorf("unknown fields of list items: %v", items)
	}
	if _, there := first["name"]; there {
		t.Errorf("a known field that was emptied came back: %v", first)
	}
	if got["by_key"].(map[string]any)["k"].(map[string]any)["new"] != true {
		t.Errorf("unknown field of a map's value: %v", got["by_key"])
	}
	if !strings.Contains(string(data), "12345678901234567890") {
		t.Errorf("a large number lost digits:\n%s", data)
	}
}

func TestADamagedFileIsMovedAndNeverOverwritten(t *testing.T) {
	for name, content := range map[string]string{
		"cut off": `{"title":"x`, "empty": ``, "null": `null`, "a list": `[1]`, "two documents": `{"title":"a"}{}`,
		"binary": "\x00\xff\x17", "huge": `{"title":"` + strings.Repeat("x", jsonfile.MaxBytes) + `"}`,
	} {
		t.Run(name, func(t *testing.T) {
			f := jsonfile.New(t.TempDir(), "a.json", stamp)
			var asides []string
			for range 2 { // twice in one second
				write(t, f.Path(), content)
				d := doc{Size: 7}
				var damaged *jsonfile.DamagedFile
				if err := f.Load(&d); !errors.As(err, &damaged) {
					t.Fatal(err)
				}
				movedTo := damaged.MovedTo
				if d.Size != 7 || d.Title != "" {
					t.Errorf("defaults were touched: %+v", d)
				}
				kept, err := os.ReadFile(movedTo)
				if err != nil || string(kept) != content {
					t.Errorf("the damaged file is not there any more: %v", err)
				}
				if err := f.Save(&d); err != nil {
					t.Fatal(err)
				}
				asides = append(asides, movedTo)
			}
			if want := f.Path() + ".damaged-20261121-030405"; asides[0] != want || asides[1] != want+"-2" {
				t.Errorf("set aside as %q", asides)
			}
		})
	}
}

func TestAWrongTypeInOneFieldLeavesTheOthersRead(t *testing.T) {
	f := jsonfile.New(t.TempDir(), "a.json", stamp)
	write(t, f.Path(), `{"size":"big","title":"kept","future":1}`)
	var d doc
	var damaged *jsonfile.DamagedFile
	if err := f.Load(&d); !errors.As(err, &damaged) || d.Title != "kept" {
		t.Fatalf("%+v, %v", d, err)
	}
}

func TestAFailedSaveLeavesTheOldDocumentWhole(t *testing.T) {
	f := jsonfile.New(t.TempDir(), "a.json", stamp)
	if err := f.Save(&doc{Title: "old"}); err != nil {
		t.Fatal(err)
	}
	if err := f.Save(&struct{ C chan int }{}); err == nil {
		t.Fatal("a channel was written")
	}
	var got doc
	if err := f.Load(&got); err != nil || got.Title != "old" {
		t.Fatalf("%+v, %v", got, err)
	}
}

func TestWhatCannotBeReadIsNotWrittenOver(t *testing.T) {
	dir := t.TempDir()
	f := jsonfile.New(dir, "a.json", stamp)
	if err := os.Mkdir(f.Path(), 0o700); err != nil { // no file: reading it fails, whoever asks
		t.Fatal(err)
	}
	var damaged *jsonfile.DamagedFile
	if err := f.Load(&doc{}); err == nil || errors.As(err, &damaged) {
		t.Fatalf("Load: %v", err)
	}
	if err := f.Save(&doc{}); err == nil {
		t.Error("it was written over")
	}
}

func TestAFolderThatCannotBeMadeIsAnErrorNotALoss(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "file"), "in the way")
	if err := jsonfile.New(filepath.Join(dir, "file"), "a.json", stamp).Save(&doc{}); err == nil {
		t.Fatal("no error")
	}
}

func TestFlushWaitsForTheLastChange(t *testing.T) {
	f := jsonfile.New(t.TempDir(), "a.json", stamp)
	var mu sync.Mutex
	size := 0
	k := jsonfile.NewBackgroundWriter(f, func() any {
		mu.Lock()
		defer mu.Unlock()
		return &doc{Size: size}
	}, nil)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 20 {
				mu.Lock()
				size++
				mu.Unlock()
				k.SaveSoon()
			}
		})
	}
	all.Wait()
	if err := k.Flush(); err != nil {
		t.Fatal(err)
	}
	var got doc
	if err := f.Load(&got); err != nil || got.Size != 160 {
		t.Fatalf("%+v, %v", got, err)
	}
}

func TestAFailedWriteIsToldAndTheNextOneMayHeal(t *testing.T) {
	dir := t.TempDir()
	blocked := filepath.Join(dir, "data")
	write(t, blocked, "in the way")
	f := jsonfile.New(blocked, "a.json", stamp)
	told := make(chan error, 1)
	k := jsonfile.NewBackgroundWriter(f, func() any { return &doc{Title: "t"} }, func(err error) { told <- err })
	k.SaveSoon()
	err := k.Flush()
	if err == nil || !errors.Is(err, <-told) {
		t.Fatalf("Flush: %v", err)
	}
	if err := os.Remove(blocked); err != nil {
		t.Fatal(err)
	}
	k.SaveSoon()
	if err := k.Flush(); err != nil {
		t.Fatal(err)
	}
}

func TestWhatWasRefusedIsWrittenOnceMoreWithoutAnotherChange(t *testing.T) {
	dir := t.TempDir()
	blocked := filepath.Join(dir, "data")
	write(t, blocked, "in the way")
	f := jsonfile.New(blocked, "a.json", stamp)
	k := jsonfile.NewBackgroundWriter(f, func() any { return &doc{Title: "t"} }, nil)
	if err := k.Retry(); err != nil {
		t.Errorf("nothing was refused, but: %v", err)
	}
	k.SaveSoon()
	if k.Flush() == nil || k.Retry() == nil {
		t.Fatal("it was written")
	}
	if err := os.Remove(blocked); err != nil {
		t.Fatal(err)
	}
	var got doc
	if err := errors.Join(k.Retry(), f.Load(&got)); err != nil || got.Title != "t" {
		t.Errorf("%+v, %v", got, err)
	}
}

// What lies on the disk is not written over between being read and being taken in, whoever else has
// something written meanwhile.
func TestADocumentThatIsReadLateIsNotWrittenOver(t *testing.T) {
	dir := t.TempDir()
	f := jsonfile.New(dir, "a.json", stamp)
	if err := os.Mkdir(f.Path(), 0o700); err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	now := doc{Size: 1}
	if err := f.Load(&now); err == nil {
		t.Fatal("a folder was read")
	}
	k := jsonfile.NewBackgroundWriter(f, func() any {
		mu.Lock()
		defer mu.Unlock()
		v := now
		return &v
	}, nil)
	k.SaveSoon()
	if k.Flush() == nil {
		t.Fatal("it was written")
	}
	if err := os.Remove(f.Path()); err != nil {
		t.Fatal(err)
	}
	write(t, f.Path(), `{"title":"stored"}`)
	var busy sync.WaitGroup
	busy.Go(func() {
		for range 100 {
			k.SaveSoon()
		}
	})
	err := k.Exclusive(func() error {
		var stored doc
		if err := f.Load(&stored); err != nil {
			return err
		}
		mu.Lock()
		defer mu.Unlock()
		var err error
		now, err = jsonfile.Rebase(doc{}, now, stored)
		return err
	})
	busy.Wait()
	var got doc
	if err := errors.Join(err, k.Flush(), f.Load(&got)); err != nil || got.Title != "stored" || got.Size != 1 {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestWhatWasChangedWhileADocumentCouldNotBeReadIsPutUponIt(t *testing.T) {
	base := doc{Title: "default", Size: 1, Items: []listItem{{"a", "one"}, {"b", "two"}}}
	stored := doc{Title: "mine", Size: 7, Items: []listItem{{"c", "three"}, {"b", "zwei"}, {"a", "eins"}}, ByKey: map[string]listItem{"k": {"1", "kept"}, "l": {"2", "old"}}}
	now := doc{Title: "default", Size: 2, Items: []listItem{{"b", "deux"}, {"new", "four"}}, ByKey: map[string]listItem{"l": {"2", "changed"}}}
	want := doc{Title: "mine", Size: 2, Items: []listItem{{"c", "three"}, {"b", "deux"}, {"new", "four"}}, ByKey: map[string]listItem{"k": {"1", "kept"}, "l": {"2", "changed"}}}
	got, err := jsonfile.Rebase(base, now, stored)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v\nwant %+v", got, err, want)
	}
	if got, err := jsonfile.Rebase(base, base, stored); err != nil || !reflect.DeepEqual(got, stored) {
		t.Errorf("without a change it is %+v, %v", got, err)
	}
}

func write(t *testing.T, path, content string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}
