package instance

import (
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// folder is one with a short path, as those of sockets must be.
func folder(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "parlando")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

// first is a Parlando that does what it is asked, and remembers it.
func first(t *testing.T, dir string, does bool) <-chan Request {
	t.Helper()
	asked := make(chan Request, 10)
	closing, err := Listen(dir, func(_ context.Context, r Request) bool {
		asked <- r
		return does
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := closing(); err != nil {
			t.Error(err)
		}
	})
	return asked
}

func TestASecondStartReachesTheFirst(t *testing.T) {
	for name, dir := range map[string]string{"short": folder(t), "long": filepath.Join(folder(t), strings.Repeat("long", 30))} {
		t.Run(name, func(t *testing.T) {
			if name == "long" {
				if err := os.Mkdir(dir, 0o700); err != nil {
					t.Fatal(err)
				}
			}
			asked := first(t, dir, true)
			want := []Request{{}, {Quick: true}, {NewChat: true, Dictate: true}, {Announce: true}, {Files: []string{filepath.Join(dir, "ein Bild.png"), filepath.Join(dir, "b\n.txt")}}, {Quit: true}}
			for _, r := range want {
				if err := SendRequest(t.Context(), dir, r); err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(r, <-asked); diff != "" {
					t.Error(diff)
				}
			}
			if runtime.GOOS == "windows" {
				return // pipes lie in no folder
			}
			sockets, err := filepath.Glob(filepath.Join(dir, "*"))
			if err != nil || len(sockets) != 1 {
				t.Fatal(sockets, err)
			}
			if info, err := os.Stat(sockets[0]); err != nil || info.Mode().Perm() != 0o600 {
				t.Errorf("%v, %v", info.Mode(), err)
			}
		})
	}
}

func TestNobodyAnswersWhereNobodyIs(t *testing.T) {
	dir := folder(t)
	if err := SendRequest(t.Context(), dir, Request{}); !errors.Is(err, ErrNotRunning) {
		t.Errorf("an empty folder gives %v", err)
	}
	if runtime.GOOS == "windows" {
		return // a pipe goes with its program
	}
	// What a crash leaves.
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: filepath.Join(dir, "first.socket")})
	if err != nil {
		t.Fatal(err)
	}
	l.SetUnlinkOnClose(false)
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if err := SendRequest(t.Context(), dir, Request{}); !errors.Is(err, ErrNotRunning) {
		t.Errorf("a socket that a crash has left gives %v", err)
	}
	asked := first(t, dir, true)
	if err := SendRequest(t.Context(), dir, Request{}); err != nil {
		t.Errorf("it is in the way: %v", err)
	}
	<-asked
}

func TestAFirstThatCannotOrHangsIsNobody(t *testing.T) {
	dir := folder(t)
	t.Run("cannot", func(t *testing.T) {
		first(t, dir, false)
		if err := SendRequest(t.Context(), dir, Request{}); !errors.Is(err, ErrNotRunning) {
			t.Errorf("got %v", err)
		}
	})
	t.Run("hangs", func(t *testing.T) {
		closing, err := Listen(dir, func(ctx context.Context, _ Request) bool { <-ctx.Done(); return false })
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		if err := SendRequest(ctx, dir, Request{}); !errors.Is(err, ErrNotRunning) {
			t.Errorf("got %v", err)
		}
		if err := closing(); err != nil { // waits for nobody
			t.Error(err)
		}
	})
}

func TestWhatIsNoRequestIsNotDone(t *testing.T) {
	dir := folder(t)
	asked := first(t, dir, true)
	for _, said := range []string{"\n", "raise\n", `{"files":["relative.png"]}` + "\n", `{"files":[` + strings.Repeat(`"/a",`, MaxFiles) + `"/a"]}` + "\n", "{}"} {
		conn, err := connect(t.Context(), dir)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := conn.Write([]byte(said)); err != nil {
			t.Fatal(err)
		}
		if c, ok := conn.(*net.UnixConn); ok {
			_ = c.CloseWrite()
		}
		got := make([]byte, 10)
		n, _ := conn.Read(got)
		if string(got[:n]) == "yes\n" {
			t.Errorf("%.40q was done", said)
		}
		_ = conn.Close()
	}
	select {
	case r := <-asked:
		t.Errorf("asked %+v", r)
	default:
	}
}
