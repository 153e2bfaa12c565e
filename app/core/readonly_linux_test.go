package core_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"parlando/app/chat"
	"parlando/app/core"
	"parlando/app/history"
)

// asNobody runs the calling test again without the rights of root, to whom nothing is read-only,
// when it has them, and reports whether it did.
func asNobody(t *testing.T) bool {
	t.Helper()
	if os.Geteuid() != 0 {
		return false
	}
	folder, err := os.MkdirTemp("", "parlando-nobody-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	binary := filepath.Join(folder, "core.test")
	data, err := os.ReadFile(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	const nobody = 65534
	if err := errors.Join(os.WriteFile(binary, data, 0o755), os.Chown(folder, nobody, nobody)); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), binary, "-test.run=^"+t.Name()+"$", "-test.v")
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), "TMPDIR="+folder, "HOME="+folder)
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("as nobody: %v\n%s", err, out)
	}
	return true
}

// setModes sets the modes of the folders of a home.
func setModes(t *testing.T, dir string, mode os.FileMode) {
	t.Helper()
	for _, name := range []string{"data", "config", "cache", "log", "."} {
		if err := os.Chmod(filepath.Join(dir, name), mode); err != nil {
			t.Fatal(err)
		}
	}
}

func TestAReadOnlyDiskIsReadAndNotLocked(t *testing.T) {
	if asNobody(t) {
		return
	}
	for name, hasLock := range map[string]bool{"with the lock of a start before": true, "restored without one": false} {
		t.Run(name, func(t *testing.T) {
			h := newHome(t)
			h.practice.TokenInterval = -1
			p := h.start()
			c := p.looksAround("")
			m := p.waitsFor(p.asks(c, "Hello"), chat.Done)
			p.quit()
			if !hasLock {
				if err := os.Remove(filepath.Join(h.dir, "data", "lock")); err != nil {
					t.Fatal(err)
				}
			}
			setModes(t, h.dir, 0o500)
			defer setModes(t, h.dir, 0o700)

			p = h.start()
			if p.History.ReadOnly() != history.ReadOnlyDisk {
				t.Errorf("read-only because of %q", p.History.ReadOnly())
			}
			p.wantReads(c, "user: Hello", "assistant: "+m.Text())
			if _, _, err := p.Replies.Send(t.Context(), p.Drafts.TakeNew(c, chat.Draft{Text: "more"}), nil); !errors.Is(err, history.ErrReadOnly) {
				t.Errorf("sending: %v", err)
			}
			p.quit()
		})
	}
}

func TestWhereNothingCanBeMadeParlandoStartsEmpty(t *testing.T) {
	if asNobody(t) {
		return
	}
	h := newHome(t)
	if err := os.Chmod(h.dir, 0o500); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = os.Chmod(h.dir, 0o700) }()
	p := h.start()
	if p.History.ReadOnly() != history.ReadOnlyDisk {
		t.Errorf("read-only because of %q", p.History.ReadOnly())
	}
	if list, err := p.History.Order(t.Context()); err != nil || len(list) != 0 {
		t.Errorf("%v, %v", list, err)
	}
	p.quit()
}

// A lock nobody may open, in a folder that can be written, is neither "running" nor passed over.
func TestALockThatCannotBeOpenedIsSaid(t *testing.T) {
	if asNobody(t) {
		return
	}
	h := newHome(t)
	h.start().quit()
	if err := os.Chmod(filepath.Join(h.dir, "data", "lock"), 0); err != nil {
		t.Fatal(err)
	}
	_, err := core.Open(t.Context(), core.Flags{DataDir: h.dir}, core.Options{Keyring: h.keys})
	if err == nil || errors.Is(err, core.ErrRunning) || !errors.Is(err, os.ErrPermission) {
		t.Errorf("got %v", err)
	}
}
