package sqlite

import (
	"errors"
	"slices"
	"testing"
)

func TestAroundReadsEverythingButTheLostRows(t *testing.T) {
	keys := make([]int, 1000)
	for i := range keys {
		keys[i] = i
	}
	bad := []int{0, 500, 501, 999}
	var read []int
	calls := 0
	lost, err := Around(keys, func(some []int) error {
		calls++
		if slices.ContainsFunc(some, func(k int) bool { return slices.Contains(bad, k) }) {
			return ErrDamaged
		}
		read = append(read, some...)
		return nil
	})
	if err != nil || !slices.Equal(lost, bad) || len(read) != 996 || !slices.IsSorted(read) {
		t.Errorf("lost %v, read %d, %v", lost, len(read), err)
	}
	if calls > 2*4*11 {
		t.Errorf("%d calls", calls)
	}
	failed := errors.New("the disk is gone")
	if _, err := Around(keys, func([]int) error { return failed }); !errors.Is(err, failed) {
		t.Errorf("another error: %v", err)
	}
}
