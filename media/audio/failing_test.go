package audio

import (
	"errors"
	"testing"
	"time"

	"parlando/media/internal/disktest"
)

// Wherever the disk fails, that is the error: a sound does not just end, and no sound is nil.
func TestADiskThatFailsIsToldWhereverItFails(t *testing.T) {
	t.Parallel()
	for _, name := range fixtures(t) {
		data := fixture(t, name)
		for n := 0; ; n += 1 + n/6 { // few at the beginning, which has most kinds of reading
			disk := disktest.Open(data, n)
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
			if !disk.Failed {
				if err != nil {
					t.Errorf("%s: %v", name, err)
				}
				break
			}
			if !errors.Is(err, disktest.ErrDisk) {
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
				return mark{}, false, disktest.ErrDisk
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
		if !errors.Is(err, disktest.ErrDisk) || x.begun {
			t.Errorf("call %d failed: %v, begun %t", n+1, err, x.begun)
		}
	}
}
