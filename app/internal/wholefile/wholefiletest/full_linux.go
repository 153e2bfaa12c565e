package wholefiletest

import (
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
	"testing"
)

const alone = "PARLANDO_TEST_ALONE"

// Alone runs a test in a child process, and reports whether this process is that child.
func Alone(t *testing.T) bool {
	t.Helper()
	if os.Getenv(alone) != "" {
		return true
	}
	child := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^"+t.Name()+"$")
	child.Env = append(os.Environ(), alone+"=1")
	if out, err := child.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return false
}

// EveryByte runs do once for each of the size bytes that do writes into a file, with the kernel
// refusing that byte. Each time do must return that error, and failed is called to check the disk.
// Finally do runs without a limit and must succeed. The limit applies to the whole process, so the
// test must be Alone.
func EveryByte(t *testing.T, size int, do func() error, failed func(n int)) {
	t.Helper()
	for n := range size {
		lift := Limit(t, n)
		err := do()
		lift()
		if !errors.Is(err, syscall.EFBIG) {
			t.Fatalf("byte %d was refused, but the error is %v", n, err)
		}
		failed(n)
	}
	if err := do(); err != nil {
		t.Fatalf("no byte was refused: %v", err)
	}
}

// Limit makes the kernel refuse every byte after the first size bytes of any file, until lift. The
// limit applies to the whole process, so the test must be Alone.
func Limit(t *testing.T, size int) (lift func()) {
	t.Helper()
	signal.Ignore(syscall.SIGXFSZ)
	var real syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &real); err != nil {
		t.Fatal(err)
	}
	limit := func(n uint64) {
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: n, Max: real.Max}); err != nil {
			t.Error(err)
		}
	}
	limit(uint64(size))
	return func() { limit(real.Cur) }
}
