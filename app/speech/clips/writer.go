package clips

import (
	"cmp"
	"fmt"
	"os"

	"parlando/app/internal/wholefile"
)

// Writer writes a clip. Use it from one goroutine and end it with Commit or Discard.
type Writer struct {
	clips *Clips
	key   Key
	file  *os.File
	size  int64
	err   error
	ended bool
}

// Write appends to the clip. After an error all further calls fail, and Commit, too.
func (w *Writer) Write(p []byte) (int, error) {
	if w.err != nil {
		return 0, w.err
	}
	n, err := w.file.Write(p)
	w.size += int64(n)
	w.err = err
	return n, err
}

// Commit completes the clip, so that Open finds it from now on, even after a power failure. format
// is the format of its bytes, such as "mp3", or "" if unknown. An error comes from the disk and
// means that the clip is not cached.
func (w *Writer) Commit(format string) error {
	if w.ended {
		return w.err
	}
	format = cmp.Or(format, "bin")
	if w.err == nil && (w.size == 0 || !known(format)) {
		w.err = fmt.Errorf("a sound of %d bytes in the format %.20q cannot be cached", w.size, format)
	}
	if w.err == nil {
		w.err = w.file.Sync()
	}
	if w.err != nil {
		w.Discard()
		return w.err
	}
	w.ended = true
	if w.err = w.file.Close(); w.err == nil {
		w.err = w.clips.take(&clip{w.key, format, w.size}, w.file.Name())
	}
	if w.err != nil {
		_ = os.Remove(w.file.Name())
	}
	return w.err
}

// Discard deletes what was written. After Commit it does nothing.
func (w *Writer) Discard() {
	if w.ended {
		return
	}
	w.ended = true
	_ = w.file.Close()
	_ = os.Remove(w.file.Name())
}

// take adds a completely written file to the cache, replacing any old clip with the same key.
func (c *Clips) take(one *clip, file string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.load()
	if err := wholefile.Rename(file, c.path(one)); err != nil {
		return err
	}
	if e := c.known[one.key]; e != nil {
		if e.Value.(*clip).format == one.format {
			c.forget(e)
		} else {
			_ = c.remove(e)
		}
	}
	c.known[one.key] = c.order.PushFront(one)
	c.size += one.size
	c.shrink()
	return nil
}
