//go:build !windows && !darwin

package clipboard

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
)

// What a program writes is copied by io.Copy, which prefers a ReadFrom to Write.
func TestACappedBufferTakesNoMoreThanItMay(t *testing.T) {
	for name, copied := range map[string]func(io.Writer, string) error{
		"copied": func(w io.Writer, s string) error { _, err := io.Copy(w, strings.NewReader(s)); return err },
		"read": func(w io.Writer, s string) error {
			_, err := io.Copy(w, struct{ io.Reader }{strings.NewReader(s)})
			return err
		},
		"written": func(w io.Writer, s string) error { _, err := w.Write([]byte(s)); return err },
		"said":    func(w io.Writer, s string) error { _, err := io.WriteString(w, s); return err },
	} {
		c := &capped{left: 5}
		if err := copied(c, "abc"); err != nil || c.over || !bytes.Equal(c.buffer.Bytes(), []byte("abc")) {
			t.Errorf("%s: %q, %v", name, c.buffer.Bytes(), err)
		}
		if err := copied(c, "defg"); !errors.Is(err, io.ErrShortWrite) || !c.over || !bytes.Equal(c.buffer.Bytes(), []byte("abc")) {
			t.Errorf("%s: %q, %v", name, c.buffer.Bytes(), err)
		}
	}
}
