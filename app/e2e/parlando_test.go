//go:build e2e

package e2e_test

import (
	"bytes"
	"context"
	"database/sql"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
	"unicode"

	_ "modernc.org/sqlite"

	"parlando/app/e2e"
	"parlando/client/practice"
)

// programFile is the binary under test, built with the tag e2e by make e2e.
func programFile(t *testing.T) string {
	t.Helper()
	p := os.Getenv("PARLANDO_PROGRAM")
	if p == "" {
		t.Fatal("PARLANDO_PROGRAM does not name the program; run make e2e")
	}
	return p
}

// user is somebody at the screen who gives up at the first thing that does not work.
type user struct {
	*testing.T
	ctx     context.Context
	program *e2e.Program
}

// begin starts the program on a screen, for a user who sits before it.
func begin(t *testing.T, ctx context.Context, screen *e2e.Screen, args ...string) user {
	t.Helper()
	p := user{T: t, ctx: ctx}
	p.start(screen, args...)
	return p
}

// start starts the program, for the first time or again.
func (p *user) start(screen *e2e.Screen, args ...string) {
	p.Helper()
	program, err := screen.StartProgram(p.ctx, programFile(p.T), args...)
	if err != nil {
		p.Fatal(err)
	}
	p.program = program
}

// connects fills in the way in, with the key of a practice service.
func (p user) connects(address string) {
	p.Helper()
	p.click("=Connect to a service")
	p.click("Address of the service")
	p.key("ctrl+a")
	p.typ(address)
	p.click("Key from the service (API key)")
	p.typ(practice.Key)
	p.key("Return")
}

// chooses picks a model by its name.
func (p user) chooses(model string) {
	p.Helper()
	p.key("ctrl+m")
	p.typ(model)
	p.key("Return")
}

func (p user) do(what string, err error) {
	p.Helper()
	if err == nil {
		return
	}
	texts, _ := p.program.Texts()
	p.Fatalf("%s: %v\nThe window shows:\n%s", what, err, texts)
}

func (p user) click(name string) { p.Helper(); p.do("click "+name, p.program.Click(p.ctx, name)) }
func (p user) typ(text string)   { p.Helper(); p.do("type", p.program.Type(p.ctx, text)) }
func (p user) key(k ...string)   { p.Helper(); p.do("press", p.program.Key(p.ctx, k...)) }
func (p user) sees(name string) {
	p.Helper()
	_, err := p.program.WaitFor(p.ctx, name)
	p.do("see "+name, err)
}

// readsToTheEnd waits for the end of the open chat's first reply, and scrolls to it.
func (p user) readsToTheEnd() {
	p.Helper()
	p.do("read to the end of the reply", p.program.WaitForReply(p.ctx))
}

// opensSection opens a section of the settings with the list of sections, or with their menu where
// the list has no room.
func (p user) opensSection(name string) {
	p.Helper()
	p.key("ctrl+comma")
	p.sees("Section: ")
	_, listed, err := p.program.Where("=" + name)
	p.do("look for "+name, err)
	if !listed {
		p.click("Section: ")
	}
	p.click("=" + name)
}

func (p user) seesNoMore(name string) {
	p.Helper()
	p.do("see no more of "+name, p.program.WaitGone(p.ctx, name))
}

func open(t *testing.T, o e2e.ScreenOptions) (*e2e.Screen, context.Context) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	t.Cleanup(cancel)
	dir, err := os.MkdirTemp("", "parlando-e2e-")
	if err != nil {
		t.Fatal(err)
	}
	// What is killed may still be leaving the folder; a few empty ones in the way fail no test.
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	s, err := e2e.OpenScreen(ctx, dir, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	t.Log("The window is on display", s.Display())
	return s, ctx
}

// From first run to a kept reply about a picture, through a service with a key in a real password
// store.
func TestEndToEndFromFirstRunToAKeptReplyWithAPicture(t *testing.T) {
	screen, ctx := open(t, e2e.ScreenOptions{})
	gateway := servePractice(t)
	library := filepath.Join(screen.Dir, "library")
	// What else runs on the screen has made it already; on a new account there is none.
	if err := os.RemoveAll(filepath.Join(screen.Dir, "home", ".cache")); err != nil {
		t.Fatal(err)
	}
	p := begin(t, ctx, screen, "--data-dir", library)

	p.connects(gateway)
	p.sees("Write a message…")

	out, err := screen.Run(ctx, "secret-tool", "search", "--all", "service", "Parlando")
	if err != nil || !strings.Contains(out, practice.Key) {
		t.Errorf("the key is not in the password store: %v\n%s", err, out)
	}

	p.chooses("Practice eyes")
	photo := filepath.Join(screen.Dir, "espresso.jpg")
	p.do("write the photo", e2e.WritePhoto(photo))
	p.do("copy the photo", p.program.SetClipboard(ctx, photo))
	p.click("Write a message…")
	p.key("ctrl+v")
	p.sees("espresso.jpg")
	p.typ("What is in this photo?")
	p.key("Return")
	p.sees("=Stop")
	p.seesNoMore("=Stop")
	p.do("quit", p.program.Quit(ctx))

	if n := count(t, library, "select count(*) from message where role='assistant' and state='done'"); n != 1 {
		t.Errorf("%d finished replies in the library, want 1", n)
	}
	keyIsNowhere(t, library)
	if log, err := os.ReadFile(filepath.Join(library, "log", "parlando.log")); err != nil || bytes.Contains(log, []byte("cache space")) {
		t.Errorf("%v: the first start was logged as\n%s", err, log)
	}

	p.start(screen, "--data-dir", library)
	p.sees("What is in this photo?")
	p.readsToTheEnd()
	p.key("ctrl+f") // the first time, when the bar was never painted
	p.typ("photo")
	p.sees("1 of ")
	p.do("quit", p.program.Quit(ctx))
}

// A program that is killed in the middle of a reply keeps what was on the screen half a second
// before.
func TestEndToEndKilledInTheMiddleOfAReply(t *testing.T) {
	screen, ctx := open(t, e2e.ScreenOptions{NoKeyring: true})
	library := filepath.Join(screen.Dir, "library")
	p := begin(t, ctx, screen, "--data-dir", library)
	p.click("Try it now")
	p.chooses("Practice slow")
	p.click("Write a message…")
	p.typ("Tell me about rivers")
	p.key("Return")
	p.sees("=Stop")
	var seen string
	for len(seen) < 30 {
		texts, err := p.program.Texts()
		p.do("read", err)
		seen = replyIn(texts)
		if ctx.Err() != nil {
			t.Fatal("nothing was written")
		}
	}
	select { // what stood there half a second ago is promised
	case <-time.After(600 * time.Millisecond):
	case <-ctx.Done():
	}
	p.program.Kill()

	p.start(screen, "--data-dir", library)
	p.sees("Continue")
	texts, err := p.program.Texts()
	p.do("read", err)
	if !strings.HasPrefix(replyIn(texts), seen) {
		t.Errorf("%q was on the screen, %q is there now", seen, replyIn(texts))
	}
	p.do("quit", p.program.Quit(ctx))
	if n := count(t, library, "select count(*) from message where role='assistant' and state='cutoff'"); n != 1 {
		t.Errorf("%d interrupted replies, want 1", n)
	}
	if n := count(t, library, "select count(*) from charge where state='unanswered' and attempts=1 and input>0"); n != 1 {
		t.Errorf("%d requests are perhaps billed, want 1", n)
	}
}

// replyIn is the text between the message that asks about rivers and the problem or the message box
// below the reply.
func replyIn(texts string) string {
	_, rest, found := strings.Cut(strings.ToLower(texts), "rivers\n")
	if !found {
		return ""
	}
	for _, end := range []string{"continue\n", "try again\n", "parlando ended", "write a message"} {
		rest, _, _ = strings.Cut(rest, end)
	}
	// Where lines break and what marks of half-written markdown show is not what is asked here.
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r == '*' {
			return -1
		}
		return r
	}, rest)
}

// The toolkit looks at the locale before main runs, and complains of what is no language.
func TestEndToEndNoLocaleMakesAStartComplain(t *testing.T) {
	for _, locale := range []string{"C", "C.UTF-8", "POSIX", "POSIX.UTF-8", "nonsense@x", ""} {
		var said, complaint bytes.Buffer
		start := exec.Command(programFile(t), "--version")
		start.Env = []string{"HOME=" + t.TempDir(), "LC_ALL=" + locale}
		start.Stdout, start.Stderr = &said, &complaint
		if err := start.Run(); err != nil || !strings.HasPrefix(said.String(), "Parlando ") {
			t.Errorf("with the locale %q it says %q: %v", locale, said.String(), err)
		}
		if complaint.Len() > 0 {
			t.Errorf("with the locale %q it complains:\n%s", locale, complaint.String())
		}
	}
}

// The program that people get has no socket that answers questions.
func TestEndToEndTheShippedProgramHasNoSocket(t *testing.T) {
	file := filepath.Join(t.TempDir(), "parlando")
	build := exec.Command("go", "build", "-o", file, "parlando")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	shipped, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	tested, err := os.ReadFile(programFile(t))
	if err != nil {
		t.Fatal(err)
	}
	const name = "PARLANDO_E2E_SOCKET"
	if bytes.Contains(shipped, []byte(name)) {
		t.Error("the shipped program knows", name)
	}
	if !bytes.Contains(tested, []byte(name)) {
		t.Error("the tested program does not know", name, "so that this test proves nothing")
	}
}

// A first that does not answer keeps the library, and the second start says so.
func TestEndToEndASecondStartLeavesTheLibraryAlone(t *testing.T) {
	screen, ctx := open(t, e2e.ScreenOptions{NoKeyring: true})
	library := filepath.Join(screen.Dir, "library")
	program, err := screen.StartProgram(ctx, programFile(t), "--data-dir", library)
	if err != nil {
		t.Fatal(err)
	}
	defer program.Kill()
	if err := program.Process.Signal(syscall.SIGSTOP); err != nil { // it hangs
		t.Fatal(err)
	}
	second := exec.CommandContext(ctx, programFile(t), "--data-dir", library)
	second.Env = screen.Env
	var said bytes.Buffer
	second.Stderr = &said
	if err := second.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = second.Process.Kill(); _ = second.Wait() }()
	out, err := screen.Run(ctx, "xdotool", "search", "--sync", "--onlyvisible", "--pid", strconv.Itoa(second.Process.Pid))
	if err != nil || strings.TrimSpace(out) == "" {
		t.Fatalf("the second start shows no window that says why: %v", err)
	}
}

// Fyne speaks German and Parlando does not yet: everything is English on a German desktop, and not
// each word a line of the log.
func TestEndToEndOnAGermanDesktop(t *testing.T) {
	screen, ctx := open(t, e2e.ScreenOptions{NoKeyring: true})
	screen.Env = append(screen.Env, "LANG=de_DE.UTF-8", "LANGUAGE=de")
	library := filepath.Join(screen.Dir, "library")
	p := begin(t, ctx, screen, "--data-dir", library)
	p.sees("Try it now")
	p.do("quit", p.program.Quit(ctx))
	logged, err := os.ReadFile(filepath.Join(library, "log", "parlando.log"))
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(logged, []byte("Translation failure")) {
		t.Errorf("the log has %d lines, the first of them\n%.600s", bytes.Count(logged, []byte("\n")), logged)
	}
}

// servePractice is the practice gateway on a real socket of this computer.
func servePractice(t *testing.T) string {
	server := httptest.NewServer(practice.New(practice.Options{}))
	t.Cleanup(server.Close)
	return server.URL
}

// count asks the library's database, read-only.
func count(t *testing.T, library, query string) int {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.Join(library, "data", "library.db")+"?mode=ro")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var n int
	if err := db.QueryRow(query).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// keyIsNowhere looks through every file the program wrote.
func keyIsNowhere(t *testing.T, dir string) {
	t.Helper()
	files := 0
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		files++
		if bytes.Contains(data, []byte(practice.Key)) {
			t.Errorf("the key stands in %s", path)
		}
		if info, err := d.Info(); err == nil && info.Mode().Perm()&0o077 != 0 {
			t.Errorf("others may read %s (%v)", path, info.Mode())
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 3 {
		t.Errorf("only %d files looked at", files)
	}
}
