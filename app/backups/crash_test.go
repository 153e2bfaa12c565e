package backups

import (
	"bufio"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"parlando/app/history"
	"parlando/app/settings"
)

const (
	// childRoot is the environment variable that makes this test binary the program that is killed,
	// with the folder of its library and backups.
	childRoot = "PARLANDO_TEST_BACKUPS_ROOT"
	// killsWanted is the environment variable with the number of kills.
	killsWanted = "PARLANDO_TEST_KILLS"
	// kills is the usual number of kills.
	kills = 5
)

// workUntilKilled makes backups, restores chats from a backup and upgrades an old library, over and
// over, and prints a line after each.
func workUntilKilled(root string) error {
	ctx := context.Background()
	s, err := settings.Load(filepath.Join(root, "config"))
	if err != nil {
		return err
	}
	h, err := history.Open(ctx, filepath.Join(root, "parlando"), history.Options{})
	if err != nil {
		return err
	}
	b := New(Options{
		Library: h, Settings: s, Dir: filepath.Join(root, "parlando"), Config: filepath.Join(root, "config"),
		Cache: filepath.Join(root, "cache"), Folder: filepath.Join(root, "parlando-backups"),
	})
	fmt.Println("begun")
	for n := 0; ; n++ {
		if _, err := b.Make(ctx, ByHand); err != nil {
			return err
		}
		fmt.Println("backup")
		if _, err := h.RestoreFrom(ctx, filepath.Join(root, "other"), nil); err != nil {
			return err
		}
		fmt.Println("restore")
		old := filepath.Join(root, "old-"+strconv.Itoa(n))
		if err := os.CopyFS(old, os.DirFS(filepath.Join(root, "old"))); err != nil {
			return err
		}
		fmt.Println(old)
		upgraded, err := history.Open(ctx, old, history.Options{})
		if err != nil {
			return err
		}
		if err := upgraded.Close(); err != nil {
			return err
		}
	}
}

func TestAKillAtAnyMomentLeavesLibrariesAndBackupsWhole(t *testing.T) {
	n := kills
	if wanted, err := strconv.Atoi(os.Getenv(killsWanted)); err == nil {
		n = wanted
	}
	for seed := range n {
		t.Run(strconv.Itoa(seed), func(t *testing.T) { killOnce(t, rand.New(rand.NewPCG(7, uint64(seed)))) })
	}
}

// killOnce kills the program at a random moment and looks at what is left.
func killOnce(t *testing.T, random *rand.Rand) {
	t.Helper()
	root := t.TempDir()
	must(t, os.CopyFS(filepath.Join(root, "other"), os.DirFS(filled)))
	must(t, os.Mkdir(filepath.Join(root, "cache"), 0o700))
	writeOld(t, filepath.Join(root, "old"))
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), childRoot+"="+root)
	out, err := cmd.StdoutPipe()
	must(t, err)
	cmd.Stderr = os.Stderr
	must(t, cmd.Start())
	lines := bufio.NewScanner(out)
	upgraded := ""
	for i := range 1 + random.IntN(4) {
		if !lines.Scan() {
			t.Fatalf("the program ended after %d lines", i)
		}
		if filepath.IsAbs(lines.Text()) {
			upgraded = lines.Text()
		}
	}
	time.AfterFunc(time.Duration(random.IntN(300))*time.Millisecond, func() { _ = cmd.Process.Kill() })
	for lines.Scan() { // until it is killed
		if filepath.IsAbs(lines.Text()) {
			upgraded = lines.Text()
		}
	}
	if err := cmd.Wait(); err == nil {
		t.Fatal("the program ended by itself")
	}

	h := openHouse(t, root, false)
	for _, b := range h.lists() {
		must(t, b.Check(t.Context(), func(int64) {}))
	}
	if upgraded != "" {
		s, err := history.Open(t.Context(), upgraded, history.Options{})
		must(t, err)
		order, err := s.Order(t.Context())
		if err != nil || len(order) == 0 {
			t.Errorf("the upgraded library has %d chats, %v", len(order), err)
		}
		must(t, s.Close())
	}
	// Everything that was interrupted can be done now.
	done, err := h.history.RestoreFrom(t.Context(), filepath.Join(root, "other"), nil)
	must(t, err)
	if want, err := history.Inspect(t.Context(), filepath.Join(root, "other", history.FileName)); err != nil || len(done.Added)+len(done.Present) != want.Chats {
		t.Errorf("restored are %d chats beside %d, want %d in all, %v", len(done.Added), len(done.Present), want.Chats, err)
	}
	b := h.makes(ByHand)
	must(t, b.Check(t.Context(), func(int64) {}))
	if left, err := filepath.Glob(filepath.Join(filepath.Dir(b.Path), ".parlando-*")); err != nil || len(left) > 0 {
		t.Errorf("left are %q, %v", left, err)
	}
}

// writeOld writes a library of an old version.
func writeOld(t *testing.T, dir string) {
	t.Helper()
	must(t, os.Mkdir(dir, 0o700))
	f, err := os.Open(filepath.Join("..", "history", "testdata", "library-3.db.gz"))
	must(t, err)
	defer f.Close()
	z, err := gzip.NewReader(f)
	must(t, err)
	data, err := io.ReadAll(z)
	must(t, err)
	must(t, os.WriteFile(filepath.Join(dir, history.FileName), data, 0o600))
}
