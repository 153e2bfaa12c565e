package core_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"parlando/app/chat"
	"parlando/app/core"
	"parlando/app/history"
	"parlando/app/history/historytest"
	"parlando/app/instance"
	"parlando/app/secrets/secretstest"
	"parlando/app/settings"
)

// logged is the content of a home's log.
func (h *home) logged() string {
	h.t.Helper()
	data, err := os.ReadFile(filepath.Join(h.dir, "log", "parlando.log"))
	if err != nil {
		h.t.Fatal(err)
	}
	return string(data)
}

func TestASecondStartIsTurnedAwayUntilTheFirstHasQuit(t *testing.T) {
	h := newHome(t)
	p := h.start()
	_, err := core.Open(t.Context(), core.Flags{DataDir: h.dir}, core.Options{Keyring: h.keys})
	if !errors.Is(err, core.ErrRunning) {
		t.Fatalf("got %v", err)
	}
	// The one that was turned away took nothing with it.
	if err := historytest.Add(t.Context(), p.History, chat.Conversation{ID: chat.NewID()}); err != nil {
		t.Error(err)
	}
	if _, err = core.Open(t.Context(), core.Flags{DataDir: h.dir}, core.Options{Keyring: h.keys}); !errors.Is(err, core.ErrRunning) {
		t.Fatalf("the third start: %v", err)
	}
	p.quit()
	h.start().quit()
}

// shortFolder returns a temporary folder with a short path, for the path of a socket.
func shortFolder(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "parlando")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

// answersTo answers each start with yes, and passes on what it asks.
func answersTo(asked chan<- instance.Request) func(context.Context, instance.Request) bool {
	return func(_ context.Context, r instance.Request) bool { asked <- r; return true }
}

func TestASecondStartHasTheFirstShowItself(t *testing.T) {
	dir := shortFolder(t)
	h := newHome(t)
	h.dir = dir
	f := core.Flags{DataDir: dir, Files: []string{filepath.Join(dir, "a letter.txt")}, Quick: true}
	if err := core.AskRunning(t.Context(), f); !errors.Is(err, instance.ErrNotRunning) {
		t.Errorf("the first start found somebody: %v", err)
	}
	p := h.start()
	asked := make(chan instance.Request, 1)
	p.HandleSecondStarts(answersTo(asked))
	if err := core.AskStarting(t.Context(), f); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(instance.Request{Quick: true, Files: f.Files}, <-asked); diff != "" {
		t.Error(diff)
	}
	p.quit()
	if err := core.AskRunning(t.Context(), f); !errors.Is(err, instance.ErrNotRunning) {
		t.Errorf("the first has quit: %v", err)
	}
}

// A start without a library leaves nothing open once it is closed, least of all the lock.
func TestAStartThatFailsLeavesNothingBehind(t *testing.T) {
	h := newHome(t)
	data := filepath.Join(h.dir, "data")
	if err := os.MkdirAll(data, 0o700); err != nil {
		t.Fatal(err)
	}
	broken := filepath.Join(data, history.FileName)
	if err := os.WriteFile(broken, bytes.Repeat([]byte("no database "), 1000), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := core.Open(t.Context(), core.Flags{DataDir: h.dir}, core.Options{Keyring: h.keys})
	if !errors.Is(err, history.ErrDamaged) {
		t.Fatalf("got %v", err)
	}
	if err := c.Close(t.Context()); err != nil {
		t.Error(err)
	}
	if !strings.Contains(h.logged(), "damaged") {
		t.Errorf("the log does not say why:\n%s", h.logged())
	}
	if err := os.Remove(broken); err != nil {
		t.Fatal(err)
	}
	h.start().quit()
}

func TestAFolderThatIsAFileIsAPlainError(t *testing.T) {
	file := filepath.Join(t.TempDir(), "notes.txt")
	if err := os.WriteFile(file, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := core.Open(t.Context(), core.Flags{DataDir: file}, core.Options{Keyring: &secretstest.Keyring{}})
	if err == nil || errors.Is(err, core.ErrRunning) || !strings.Contains(err.Error(), "notes.txt") {
		t.Errorf("got %v", err)
	}
	if data, err := os.ReadFile(file); err != nil || string(data) != "mine" {
		t.Errorf("the file is now %q, %v", data, err)
	}
}

func TestADamagedFileIsMovedAndReported(t *testing.T) {
	h := newHome(t)
	h.start().quit()
	for name, words := range map[string]string{
		"config/settings.json": "The settings were damaged",
		"data/models.json":     "The list of models was damaged",
	} {
		path := filepath.Join(h.dir, filepath.FromSlash(name))
		if err := os.WriteFile(path, []byte(`{"theme": "dark"`), 0o600); err != nil {
			t.Fatal(err)
		}
		p := h.start()
		damaged := p.Settings.Damaged() + p.Catalog.Damaged()
		if data, err := os.ReadFile(damaged); err != nil || string(data) != `{"theme": "dark"` {
			t.Errorf("%s was put at %q: %q, %v", name, damaged, data, err)
		}
		if !strings.Contains(h.logged(), words) || !strings.Contains(h.logged(), filepath.Base(damaged)) {
			t.Errorf("the log does not tell of %s:\n%s", name, h.logged())
		}
		want := core.SettingsDamaged
		if name == "data/models.json" {
			want = core.ModelsDamaged
		}
		if got := p.ReadFailures(); len(got) != 1 || got[0] != want {
			t.Errorf("%s: unread is %q", name, got)
		}
		if err := p.Settings.Update(func(s *settings.Settings) { s.Theme = settings.Light }); err != nil {
			t.Error(err)
		}
		p.quit()
	}
}

func TestAListOfModelsThatCannotBeReadIsSaid(t *testing.T) {
	h := newHome(t)
	if err := os.MkdirAll(filepath.Join(h.dir, "data", "models.json"), 0o700); err != nil {
		t.Fatal(err)
	}
	if got := h.start().ReadFailures(); len(got) != 1 || got[0] != core.ModelsReadFailed {
		t.Errorf("unread is %q", got)
	}
}

func TestStoredFilesAreReadableByTheUserOnly(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has other means")
	}
	h := newHome(t)
	h.practice.TokenInterval = -1
	// Folders that were there before, open to all.
	if err := os.MkdirAll(filepath.Join(h.dir, "log"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(h.dir, "log", "parlando.log"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	p := h.start()
	p.waitsFor(p.asks(p.looksAround(""), "Hello"), chat.Done)
	p.quit()
	seen := 0
	err := filepath.WalkDir(h.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || path == h.dir { // the folder itself was the user's before
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		want := fs.FileMode(0o600)
		if d.IsDir() {
			want = 0o700
		}
		if seen++; runtime.GOOS != "windows" && info.Mode().Perm() != want {
			t.Errorf("%s is %v", path, info.Mode())
		}
		return nil
	})
	if err != nil || seen < 8 {
		t.Errorf("looked at %d, %v", seen, err)
	}
}

func TestTheLogStaysShortAndKeepsTheLastOne(t *testing.T) {
	h := newHome(t)
	h.start().quit()
	name := filepath.Join(h.dir, "log", "parlando.log")
	if err := os.WriteFile(name, bytes.Repeat([]byte("old\n"), 300_000), 0o600); err != nil {
		t.Fatal(err)
	}
	h.start().quit()
	if strings.Contains(h.logged(), "old\n") || !strings.Contains(h.logged(), "Started") {
		t.Error("the long log goes on")
	}
	if info, err := os.Stat(name + ".old"); err != nil || info.Size() != 1_200_000 {
		t.Errorf("the one before: %v, %v", info, err)
	}
}

func TestTheLogHasTheLevelThatWasAskedFor(t *testing.T) {
	h := newHome(t)
	h.startWith(core.Flags{LogLevel: slog.LevelError}).quit()
	if words := h.logged(); words != "" {
		t.Errorf("the log says %q", words)
	}
}

func TestClosingTwiceIsNoProblem(t *testing.T) {
	p := newHome(t).start()
	for range 2 {
		if err := p.Close(context.Background()); err != nil {
			t.Error(err)
		}
	}
	if _, _, err := p.Replies.Send(t.Context(), p.Drafts.TakeNew(chat.NewID(), chat.Draft{Text: "late"}), nil); err == nil {
		t.Error("sent after the end")
	}
}

func TestTheVersionIsThatOfThePackage(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("..", "..", "FyneApp.toml"))
	if err != nil {
		t.Fatal(err)
	}
	said := map[string]string{}
	for line := range strings.Lines(string(data)) {
		if name, value, ok := strings.Cut(line, "="); ok {
			said[strings.TrimSpace(name)] = strings.Trim(strings.TrimSpace(value), `"`)
		}
	}
	if said["Version"] != core.Version || said["ID"] != core.ID || said["fyneDo"] != "true" {
		t.Errorf("FyneApp.toml says %v; the program is %s %s", said, core.ID, core.Version)
	}
}

// marked returns a sentence in a language that is English between marks.
func marked(sentence string, data ...any) string {
	for _, d := range data {
		values, _ := d.(map[string]any)
		text, _ := values["Text"].(string)
		sentence = strings.ReplaceAll(sentence, "{{.Text}}", text)
	}
	return "<" + sentence + ">"
}

func TestHelpIsInTheUsersLanguage(t *testing.T) {
	var out bytes.Buffer
	if _, err := core.ParseFlags([]string{"--help"}, &out, marked); !errors.Is(err, flag.ErrHelp) {
		t.Fatal(err)
	}
	for line := range strings.Lines(out.String()) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "-") && !strings.HasPrefix(line, "<") {
			t.Errorf("%q isn't translated", line)
		}
	}
}

func TestTheCommandLineIsReadOrExplained(t *testing.T) {
	here, err := filepath.Abs("open_test.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args string
		want core.Flags
		says string // what is written out; "" for nothing
	}{
		{"", core.Flags{}, ""},
		{"--data-dir /tmp/x --practice --log-level debug", core.Flags{DataDir: "/tmp/x", Practice: true, LogLevel: slog.LevelDebug}, ""},
		{"--practice-gateway 127.0.0.1:0", core.Flags{PracticeGateway: "127.0.0.1:0"}, ""},
		{"--version", core.Flags{Version: true}, ""},
		{"--help", core.Flags{}, "data-dir"},
		{"--dance", core.Flags{}, "not defined: -dance"},
		{"--log-level loud", core.Flags{}, "log-level"},
		{"--quick", core.Flags{Quick: true}, ""},
		{"--announce", core.Flags{Announce: true}, ""},
		{"open_test.go", core.Flags{Files: []string{here}}, ""},
		{"hello", core.Flags{}, `neither a flag nor a file: "hello"`},
	} {
		var out bytes.Buffer
		got, err := core.ParseFlags(strings.Fields(c.args), &out, marked)
		if (err != nil) != (c.says != "") || !strings.Contains(out.String(), c.says) || c.says == "" && !cmp.Equal(got, c.want) {
			t.Errorf("%q: %+v, %v, written %q", c.args, got, err, out.String())
		}
		if errors.Is(err, flag.ErrHelp) != (c.args == "--help") {
			t.Errorf("%q: %v", c.args, err)
		}
	}
}
