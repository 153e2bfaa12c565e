package wholefile

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// open opens a file as most programs on Windows do: nobody may delete it meanwhile.
func open(t *testing.T, path string) *os.File {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestAFileThatIsOpenForAMomentIsReplacedAllTheSame(t *testing.T) {
	dir := t.TempDir()
	from, to := filepath.Join(dir, "new"), filepath.Join(dir, "old")
	write(t, from, "new")
	write(t, to, "old")
	scanner := open(t, to)
	pauses := 0
	err := rename(from, to, func(time.Duration) {
		if pauses++; pauses == 2 {
			scanner.Close()
		}
	})
	if got := files(t, dir); err != nil || pauses != 2 || got != "old=new" {
		t.Errorf("%v after %d pauses: %s", err, pauses, got)
	}
}

func TestAFileThatStaysOpenIsNotReplaced(t *testing.T) {
	dir := t.TempDir()
	from, to := filepath.Join(dir, "new"), filepath.Join(dir, "old")
	write(t, from, "new")
	write(t, to, "old")
	scanner := open(t, to)
	var waited time.Duration
	err := rename(from, to, func(d time.Duration) { waited += d })
	scanner.Close()
	if got := files(t, dir); err == nil || waited < time.Second || waited > 2*time.Second || got != "new=new old=old" {
		t.Errorf("%v after %v: %s", err, waited, got)
	}
}
