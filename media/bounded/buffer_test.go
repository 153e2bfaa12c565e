package bounded

import (
	"bufio"
	"errors"
	"io"
	"os/exec"
	"runtime"
	"strings"
	"testing"
)

// ways are the ways in which text comes into a writer; some prefer a ReadFrom of it to its Write.
var ways = map[string]func(io.Writer, string) error{
	"Write":       func(w io.Writer, s string) error { _, err := w.Write([]byte(s)); return err },
	"WriteString": func(w io.Writer, s string) error { _, err := io.WriteString(w, s); return err },
	"io.Copy":     func(w io.Writer, s string) error { _, err := io.Copy(w, bare(s)); return err },
	"WriteTo":     func(w io.Writer, s string) error { _, err := strings.NewReader(s).WriteTo(w); return err },
	"ReadFrom": func(w io.Writer, s string) error {
		if r, ok := w.(io.ReaderFrom); ok {
			_, err := r.ReadFrom(bare(s))
			return err
		}
		b := bufio.NewWriterSize(w, 16)
		_, err := b.ReadFrom(bare(s))
		return errors.Join(err, b.Flush())
	},
}

// bare reads s and can nothing else.
func bare(s string) io.Reader { return struct{ io.Reader }{strings.NewReader(s)} }

func TestABufferHoldsItsLimitHoweverItIsWritten(t *testing.T) {
	for name, write := range ways {
		for _, c := range []struct {
			text, kept string
			full       bool
		}{
			{"", "", false},
			{"abcde", "abcde", false},
			{"abcdef", "abcde", true},
			{strings.Repeat("abcde", 100_000), "abcde", true},
		} {
			failing, dropping := NewFailingBuffer(5), NewTruncatingBuffer(5)
			if err := write(failing, c.text); errors.Is(err, ErrFull) != c.full {
				t.Errorf("%s of %d bytes: %v", name, len(c.text), err)
			}
			if err := write(dropping, c.text); err != nil {
				t.Errorf("%s of %d bytes, dropping: %v", name, len(c.text), err)
			}
			for _, b := range []*Buffer{failing, dropping} {
				if b.String() != c.kept || string(b.Bytes()) != c.kept || b.Exceeded() != c.full {
					t.Errorf("%s of %d bytes keeps %q, full: %v", name, len(c.text), b, b.Exceeded())
				}
			}
		}
	}
}

func TestAFullBufferTakesNothingMore(t *testing.T) {
	b := NewFailingBuffer(3)
	_, _ = b.Write([]byte("abcd"))
	if n, err := b.Write([]byte("e")); n != 0 || !errors.Is(err, ErrFull) || b.String() != "abc" {
		t.Errorf("%d, %v, %q", n, err, b)
	}
}

// The program writes without end, so that this ends only if the failing buffer ends it.
func TestAProgramCannotExceedTheLimit(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("needs a shell")
	}
	out, complaint := NewFailingBuffer(100_000), NewTruncatingBuffer(4)
	run := exec.CommandContext(t.Context(), "sh", "-c", "echo complaint >&2; exec yes")
	run.Stdout, run.Stderr = out, complaint
	if err := run.Run(); err == nil || !out.Exceeded() || len(out.Bytes()) != 100_000 {
		t.Errorf("%v, %d bytes", err, len(out.Bytes()))
	}
	if complaint.String() != "comp" || !complaint.Exceeded() {
		t.Errorf("%q", complaint)
	}
}
