package projects

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"parlando/app/attachments"
	"parlando/app/chat"
	"parlando/app/history"
	"parlando/app/owner"
)

// desk is a library with the projects in it.
type desk struct {
	*Projects
	*testing.T
	history *history.Store
	now     time.Time
}

func newDesk(t *testing.T) *desk {
	d := &desk{T: t, now: time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC)}
	d.open(t.TempDir())
	return d
}

// open opens the library in a folder.
func (d *desk) open(dir string) {
	d.Helper()
	common := owner.CommonOptions{Now: func() time.Time { return d.now }}
	var err error
	d.history, err = history.Open(d.Context(), dir, history.Options{CommonOptions: common})
	d.must(err)
	d.Cleanup(func() { d.must(d.history.Close()) })
	d.Projects = New(Options{CommonOptions: common, Database: d.history.Database(), Attachments: attachments.New(d.history)})
}

func (d *desk) must(err error) {
	d.Helper()
	if err != nil {
		d.Fatal(err)
	}
}

func (d *desk) creates(name string) Project {
	d.Helper()
	p, err := d.Create(d.Context(), name)
	d.must(err)
	return p
}

// writes writes a file and returns its path.
func (d *desk) writes(name, text string) string {
	d.Helper()
	path := filepath.Join(d.TempDir(), name)
	d.must(os.WriteFile(path, []byte(text), 0o600))
	return path
}

func (d *desk) adds(project chat.ID, name, text string) File {
	d.Helper()
	f, err := d.AddPath(d.Context(), project, d.writes(name, text), "")
	d.must(err)
	return f
}

func (d *desk) files(project chat.ID) []File {
	d.Helper()
	list, err := d.Files(d.Context(), project)
	d.must(err)
	return list
}

func (d *desk) project(id chat.ID) Project {
	d.Helper()
	p, err := d.Project(d.Context(), id)
	d.must(err)
	return p
}

func TestAProjectIsSentWhole(t *testing.T) {
	d := newDesk(t)
	p := d.creates("  Moving\n house\u202e ")
	if p.Name != "Moving house" {
		t.Errorf("the name is %q", p.Name)
	}
	lease := strings.Repeat("The notice period is three months. ", 500)
	d.adds(p.ID, "Lease.txt", lease)
	movers := d.adds(p.ID, "Movers.csv", "mover,price\nA,900\n")
	d.must(d.SetInstructions(t.Context(), p.ID, " Answer in plain words.\n"))
	d.must(d.SetMemories(t.Context(), p.ID, AllMemories))
	sent := func(want ...string) {
		t.Helper()
		b, which, err := d.Background(t.Context(), p.ID, 0)
		d.must(err)
		var got []string
		for _, f := range b.Files {
			got = append(got, f.Name)
		}
		if fmt.Sprint(got) != fmt.Sprint(want) || b.Project != "Moving house" || b.Instructions != "Answer in plain words." || which != AllMemories {
			t.Errorf("sent are %q, %+v", got, b)
		}
		if len(b.Files) > 0 && strings.TrimSpace(b.Files[0].Text) != strings.TrimSpace(lease) {
			t.Errorf("the text has %d bytes", len(b.Files[0].Text))
		}
	}
	sent("Lease.txt", "Movers.csv")
	if list := d.files(p.ID); len(list) != 2 || len(list[0].Part.Text) > 2000 || list[0].Tokens < 2000 || !list[0].Chosen {
		t.Errorf("listed are %+v", list)
	}
	d.must(d.Choose(t.Context(), movers.ID, false))
	sent("Lease.txt")
	d.must(d.Choose(t.Context(), movers.ID, true))
	d.must(d.Remove(t.Context(), movers.ID))
	sent("Lease.txt")
	d.must(d.RestoreFile(t.Context(), movers.ID))
	sent("Lease.txt", "Movers.csv")
	if p := d.project(p.ID); p.Files != 2 || p.Chosen != 2 || p.Tokens < 2000 {
		t.Errorf("counted %+v", p)
	}
	if b, _, err := d.Background(t.Context(), "gone", 0); err != nil || !b.IsZero() {
		t.Errorf("an unknown project sends %+v, %v", b, err)
	}
}

// A file that does not fit is never left out silently.
func TestWhatDoesNotFitIsNotChosen(t *testing.T) {
	d := newDesk(t)
	p := d.creates("Large")
	// about 10,000 tokens
	text := strings.Repeat("All these words are part of a long contract. ", 1000)
	for i := range 30 {
		d.adds(p.ID, fmt.Sprintf("%d.txt", i), text)
	}
	one := d.project(p.ID)
	if one.Files != 30 || one.Chosen == 30 || one.Chosen < 3 || one.Tokens > DefaultMaxTokens {
		t.Fatalf("%+v", one)
	}
	b, _, err := d.Background(t.Context(), p.ID, 0)
	d.must(err)
	if len(b.Files) != one.Chosen {
		t.Errorf("%d of %d chosen files are sent", len(b.Files), one.Chosen)
	}
	var long *TooLongError
	if _, _, err := d.Background(t.Context(), p.ID, 32_000); !errors.As(err, &long) || long.Limit != 16_000 || long.Tokens != one.Tokens || long.Name != "Large" {
		t.Errorf("a smaller model gives %v", err)
	}
	left := d.files(p.ID)[29]
	d.must(d.Choose(t.Context(), left.ID, true))
	if _, _, err := d.Background(t.Context(), p.ID, 0); !errors.As(err, &long) {
		t.Errorf("too many chosen files give %v", err)
	}
	d.must(d.SetMaxTokens(t.Context(), p.ID, 200_000))
	if _, _, err := d.Background(t.Context(), p.ID, 1_000_000); err != nil {
		t.Errorf("a raised limit gives %v", err)
	}
	if f := d.adds(p.ID, "more.txt", text); !f.Chosen {
		t.Error("below the raised limit a file is not chosen")
	}
}

func TestDeletedProjectsComeBack(t *testing.T) {
	d := newDesk(t)
	p := d.creates("Choir")
	d.adds(p.ID, "Songs.txt", "La la la")
	var ids []chat.ID
	for range 3 {
		ids = append(ids, chat.NewID())
	}
	for _, id := range ids {
		d.must(d.history.Import(t.Context(), []history.ImportedConversation{{Conversation: chat.Conversation{ID: id, Title: "Chat", Project: p.ID}}}))
	}
	d.must(d.history.SetProject(t.Context(), ids[2], ""))
	shown := func(inProject, outside int) {
		t.Helper()
		order, err := d.history.Order(t.Context())
		d.must(err)
		in := 0
		for _, e := range order {
			if e.Project == p.ID {
				in++
			}
		}
		if in != inProject || len(order)-in != outside {
			t.Errorf("%d chats are in the project, %d outside", in, len(order)-in)
		}
	}
	shown(2, 1)
	d.must(d.Delete(t.Context(), p.ID, false))
	shown(0, 3)
	if list, err := d.List(t.Context()); err != nil || len(list) != 0 {
		t.Errorf("listed %+v, %v", list, err)
	}
	if err := d.Rename(t.Context(), p.ID, "Other"); !errors.Is(err, ErrNotFound) {
		t.Errorf("renaming gives %v", err)
	}
	if gone, err := d.Deleted(t.Context()); err != nil || len(gone) != 1 || gone[0].ID != p.ID || gone[0].Name != "Choir" || !gone[0].At.Equal(d.now) {
		t.Errorf("deleted are %+v, %v", gone, err)
	}
	d.must(d.Restore(t.Context(), p.ID))
	shown(2, 1)
	if gone, err := d.Deleted(t.Context()); err != nil || len(gone) != 0 {
		t.Errorf("deleted are %+v, %v", gone, err)
	}
	d.must(d.history.Delete(t.Context(), ids[0]))
	d.now = d.now.Add(time.Hour)
	d.must(d.Delete(t.Context(), p.ID, true))
	shown(0, 1)
	d.must(d.Restore(t.Context(), p.ID))
	shown(1, 1) // the chat that was deleted alone stays so
	if files := d.files(p.ID); len(files) != 1 || files[0].Part.Text != "La la la" {
		t.Errorf("the files are %+v", files)
	}
}

func TestANewerFileIsTaken(t *testing.T) {
	d := newDesk(t)
	p := d.creates("Choir")
	f := d.adds(p.ID, "Songs.txt", "One song")
	d.must(os.Chtimes(f.Path, f.Modified, f.Modified))
	newer := func(want int) {
		t.Helper()
		if list, err := d.Newer(t.Context(), p.ID); err != nil || len(list) != want {
			t.Errorf("newer are %q, %v", list, err)
		}
	}
	newer(0)
	d.must(os.WriteFile(f.Path, []byte(strings.Repeat("Two songs. ", 1000)), 0o600))
	d.must(os.Chtimes(f.Path, f.Modified.Add(time.Minute), f.Modified.Add(time.Minute)))
	newer(1)
	d.must(d.Renew(t.Context(), f.ID, ""))
	newer(0)
	if part, err := d.Part(t.Context(), f.ID); err != nil || !strings.HasPrefix(part.Text, "Two songs. ") || part.Name != "Songs.txt" {
		t.Errorf("%+v, %v", part, err)
	}
	if now := d.files(p.ID)[0]; now.Tokens <= f.Tokens {
		t.Errorf("it counts %d tokens, as before", now.Tokens)
	}
	d.must(os.Remove(f.Path))
	newer(0)
	if err := d.Renew(t.Context(), f.ID, ""); err == nil {
		t.Error("a file that is gone is taken")
	}
	if part, err := d.Part(t.Context(), f.ID); err != nil || !strings.HasPrefix(part.Text, "Two songs. ") {
		t.Errorf("the copy is %+v, %v", part, err)
	}
}

func TestAProjectNeedsAName(t *testing.T) {
	d := newDesk(t)
	for _, name := range []string{"", " \n", "\u202e"} {
		if _, err := d.Create(t.Context(), name); !errors.Is(err, ErrNoName) {
			t.Errorf("%q: %v", name, err)
		}
	}
	if p := d.creates(strings.Repeat("ü", 300)); len([]rune(p.Name)) != MaxName {
		t.Errorf("the name has %d letters", len([]rune(p.Name)))
	}
	if p := d.creates("../../etc/<b>x</b>"); p.Name != "../../etc/<b>x</b>" { // it is only shown
		t.Errorf("%q", p.Name)
	}
}

// Of a PDF with text the text is sent, of a scan the document itself.
func TestADocumentIsSentAsText(t *testing.T) {
	if _, err := exec.LookPath("pdftotext"); err != nil {
		t.Skip("pdftotext is not installed (.ci/install test)")
	}
	d := newDesk(t)
	p := d.creates("Books")
	f, err := d.AddPath(t.Context(), p.ID, filepath.FromSlash("../documents/testdata/alice.pdf"), "")
	d.must(err)
	if f.Part.Kind != chat.PartPasted || !strings.Contains(f.Part.Text, "Rabbit") || f.Part.Pages == 0 || f.Part.Name != "alice.pdf" {
		t.Errorf("added was a %s called %q of %d pages: %.60q", f.Part.Kind, f.Part.Name, f.Part.Pages, f.Part.Text)
	}
	scan := d.adds(p.ID, "scan.pdf", "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"+
		"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\ntrailer<</Root 1 0 R>>\nstartxref\n9\n%%EOF\n")
	if scan.Part.Kind != chat.PartFile || scan.Part.Blob == nil || scan.Tokens == 0 {
		t.Errorf("the scan is %+v with %d tokens", scan.Part, scan.Tokens)
	}
	b, _, err := d.Background(t.Context(), p.ID, 0)
	if err != nil || len(b.Files) != 2 || b.Files[1].Blob == nil {
		t.Errorf("sent are %d files, %v", len(b.Files), err)
	}
}

// Two hundred files with 50 MB of text are listed, and what is chosen of them is read for each
// message. The files stay on disk: those that are listed and sent grow the heap by at most 20 MB.
func BenchmarkManyFiles(b *testing.B) {
	store, err := history.Open(b.Context(), b.TempDir(), history.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer store.Close()
	all := New(Options{Database: store.Database(), Attachments: attachments.New(store)})
	p, err := all.Create(b.Context(), "Large")
	before := heap()
	for i := 0; i < 200 && err == nil; i++ {
		text := fmt.Sprintf("File %d. ", i) + strings.Repeat("All these words are part of a long contract. ", 5700)
		_, err = all.Add(b.Context(), p.ID, chat.Part{Kind: chat.PartPasted, Name: fmt.Sprintf("%d.txt", i), Text: text})
	}
	if err != nil {
		b.Fatal(err)
	}
	b.Run("list", func(b *testing.B) {
		for b.Loop() {
			if list, err := all.Files(b.Context(), p.ID); err != nil || len(list) != 200 {
				b.Fatal(len(list), err)
			}
		}
	})
	b.Run("send", func(b *testing.B) {
		for b.Loop() {
			if sent, _, err := all.Background(b.Context(), p.ID, 0); err != nil || len(sent.Files) == 0 {
				b.Fatal(len(sent.Files), err)
			}
		}
	})
	b.Run("heap", func(b *testing.B) {
		var grown float64
		for b.Loop() {
			list, err := all.Files(b.Context(), p.ID)
			if err != nil {
				b.Fatal(err)
			}
			sent, _, err := all.Background(b.Context(), p.ID, 0)
			if err != nil {
				b.Fatal(err)
			}
			grown = heap() - before
			runtime.KeepAlive(list)
			runtime.KeepAlive(sent)
		}
		b.ReportMetric(grown, "MB")
		if grown > 20 {
			b.Errorf("the heap has grown by %.1f MB", grown)
		}
	})
}

// heap returns the megabytes of the heap that are in use.
func heap() float64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc) / (1 << 20)
}
