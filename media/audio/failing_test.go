package audio

import (
	"bytes"
	"errors"
	"testing"
	"time"
)

var errDisk = errors.New("the disk failed")

// failingDisk reads a file from a disk of which every call fails once left calls were made.
type failingDisk struct {
	*bytes.Reader
	left   int
	failed bool
}

func (f *failingDisk) call() error {
	if f.left--; f.left < 0 {
		f.failed = true
		return errDisk
	}
	return nil
}

func (f *failingDisk) Read(b []byte) (int, error) {
	if err := f.call(); err != nil {
		return 0, err
	}
	return f.Reader.Read(b[:min(len(b), 8000)])
}

func (f *failingDisk) Seek(to int64, whence int) (int64, error) {
	if err := f.call(); err != nil {
		return 0, err
	}
	return f.Reader.Seek(to, whence)
}

// Wherever the disk fails, that is the error: a sound does not just end, and no sound is nil.
func TestADiskThatFailsIsToldWhereverItFails(t *testing.T) {
	t.Parallel()
	for _, name := range fixtures(t) {
		data := fixture(t, name)
		for n := 0; ; n += 1 + n/6 { // few at the beginning, which has most kinds of reading
			disk := &failingDisk{Reader: bytes.NewReader(data), left: n}
			f, err := Open(disk)
			if f == nil && err == nil {
				t.Fatalf("%s: neither a sound nor an error when call %d fails", name, n)
			}
			if err == nil {
				_, err = drain(f)
			}
			if err == nil {
				f.Length()
				if err = f.Seek(200 * time.Millisecond); err == nil {
					_, err = drain(f)
				}
			}
			if !disk.failed {
				if err != nil {
					t.Errorf("%s: %v", name, err)
				}
				break
			}
			if !errors.Is(err, errDisk) {
				t.Errorf("%s: call %d failed, but the error is %v", name, n, err)
			}
		}
	}
}

// An index whose marks cannot be read is not taken for one of a sound without more marks.
func TestAnIndexThatCannotBeReadIsAnError(t *testing.T) {
	t.Parallel()
	for n := 0; ; n++ {
		calls := 0
		x := index{end: 100, find: func(from, to int64) (mark, bool, error) {
			if calls++; calls > n {
				return mark{}, false, errDisk
			}
			at := (from + 9) / 10 * 10
			return mark{at, at * 50}, at < to, nil
		}}
		err := x.begin()
		if calls <= n {
			if err != nil || !x.begun || x.joined {
				t.Errorf("%v, %+v", err, x)
			}
			return
		}
		if !errors.Is(err, errDisk) || x.begun {
			t.Errorf("call %d failed: %v, begun %t", n+1, err, x.begun)
		}
	}
}
