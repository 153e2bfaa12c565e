package history

import (
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"parlando/app/chat"
)

// asNobody is set in the process that runs a test without the rights of root, to whom nothing is
// read-only.
const asNobody = "PARLANDO_TEST_AS_NOBODY"

// dropRoot runs the calling test again as nobody when it runs as root, with dir for its files, and
// reports whether it did.
func dropRoot(t *testing.T) bool {
	t.Helper()
	if os.Geteuid() != 0 {
		return false
	}
	home, err := os.MkdirTemp("", "parlando-nobody-")
	must(t, err)
	t.Cleanup(func() { must(t, os.RemoveAll(home)) })
	binary := filepath.Join(home, "history.test")
	data, err := os.ReadFile(os.Args[0])
	must(t, err)
	must(t, os.WriteFile(binary, data, 0o755))
	const nobody = 65534
	must(t, os.Chown(home, nobody, nobody))
	cmd := exec.CommandContext(t.Context(), binary, "-test.run=^"+t.Name()+"$", "-test.v")
	cmd.Dir = home
	cmd.Env = append(os.Environ(), asNobody+"=1", "TMPDIR="+home, "HOME="+home)
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("as nobody: %v\n%s", err, out)
	}
	return true
}

func TestALibraryOnAReadOnlyDiskIsOpenedForReading(t *testing.T) {
	if dropRoot(t) {
		return
	}
	dir := t.TempDir()
	s := library(t, dir)
	c, user, reply := ask(t, s, "", "", "One")
	answer(t, s, reply, "Two")
	must(t, s.Close())
	for name, modes := range map[string][2]os.FileMode{"folder": {0o600, 0o500}, "file": {0o400, 0o700}, "both": {0o400, 0o500}} {
		t.Run(name, func(t *testing.T) {
			must(t, os.Chmod(filepath.Join(dir, FileName), modes[0]))
			must(t, os.Chmod(dir, modes[1]))
			defer func() { must(t, os.Chmod(dir, 0o700)) }()
			s := library(t, dir)
			wantReadOnly(t, s, ReadOnlyDisk, c, user.ID)
			wantThread(t, s, c, user.ID, reply.ID)
			if hits, err := s.Search(t.Context(), "two", 5); err != nil || len(hits) != 1 {
				t.Fatalf("%v %v", hits, err)
			}
			must(t, s.Close())
		})
	}
}

func TestWhereNoLibraryCanBeMadeItIsEmptyAndReadOnly(t *testing.T) {
	if dropRoot(t) {
		return
	}
	dir := t.TempDir()
	must(t, os.Chmod(dir, 0o500))
	defer func() { must(t, os.Chmod(dir, 0o700)) }()
	s := library(t, dir)
	wantReadOnly(t, s, ReadOnlyDisk, chat.NewID(), chat.NewID())
	if list, err := s.Order(t.Context()); err != nil || len(list) != 0 {
		t.Fatalf("%v %v", list, err)
	}
	if hits, err := s.Search(t.Context(), "x", 5); err != nil || len(hits) != 0 {
		t.Fatalf("%v %v", hits, err)
	}
}
