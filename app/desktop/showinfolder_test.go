//go:build !windows && !darwin

package desktop

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/godbus/dbus/v5"

	"parlando/media/portal/portaltest"
)

// strangeFile makes a file whose name is easily spoiled.
func strangeFile(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), filepath.Base(strange))
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestTheFileManagerShowsAFile(t *testing.T) {
	path := strangeFile(t)
	shown := make(chan string, 1)
	portaltest.Serve(t, portaltest.SessionBus(t), fileManagerName, "/org/freedesktop/FileManager1", fileManagerName, map[string]any{
		"ShowItems": func(uris []string, _ string) *dbus.Error {
			shown <- uris[0]
			return nil
		},
	})
	t.Setenv("PATH", "")
	if err := ShowInFolder(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	want := "file://" + filepath.Dir(path) + "/100%25%20+%20%231%20%C3%A4%20%E7%A9%BA%3F.mp3"
	if got := <-shown; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if err := ShowInFolder(t.Context(), path+".gone"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that is gone: %v", err)
	}
}

func TestTheFolderIsOpenedWithoutAFileManagerOnTheBus(t *testing.T) {
	portaltest.SessionBus(t)
	path := strangeFile(t)
	bin, out := t.TempDir(), filepath.Join(t.TempDir(), "opened")
	t.Setenv("PATH", bin)
	if err := ShowInFolder(t.Context(), path); !errors.Is(err, ErrNone) {
		t.Errorf("without xdg-open: %v", err)
	}
	opener := func(script string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(bin, "xdg-open"), []byte("#!/bin/sh\n"+script), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	opener(`printf %s "$1" >` + out)
	if err := ShowInFolder(t.Context(), path); err != nil {
		t.Error(err)
	}
	if got, err := os.ReadFile(out); string(got) != filepath.Dir(path) {
		t.Errorf("opened %q: %v", got, err)
	}
	opener("exit 4")
	if err := ShowInFolder(t.Context(), path); !errors.Is(err, ErrNone) {
		t.Errorf("xdg-open found nothing: %v", err)
	}
}

func TestAnOpenerMayBecomeTheFileManager(t *testing.T) {
	portaltest.SessionBus(t)
	hasty(t)
	bin, fifos := t.TempDir(), t.TempDir()
	end, ended := filepath.Join(fifos, "end"), filepath.Join(fifos, "ended")
	for _, fifo := range []string{end, ended} {
		if err := syscall.Mkfifo(fifo, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	script := "#!/bin/sh\nread x <" + end + "\necho $x >" + ended
	if err := os.WriteFile(filepath.Join(bin, "xdg-open"), []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin)
	if err := ShowInFolder(t.Context(), fifos); err != nil {
		t.Error(err)
	}
	if err := os.WriteFile(end, []byte("goes on\n"), 0); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(ended); string(got) != "goes on\n" {
		t.Errorf("%q %v", got, err)
	}
}
