package vad_test

import (
	"slices"
	"testing"
	"time"

	"parlando/media/vad"
)

// Levels that were stored find the same pauses; damaged ones are not taken.
func TestStoredLevelsFindTheSamePauses(t *testing.T) {
	sound := noise(5*time.Second, -50)
	add(sound, spoken(t), time.Second, -10)
	m := finderOf(rate, sound)
	want := m.Pauses(0, 5*time.Second, 300*time.Millisecond)
	data, err := m.AppendBinary(nil)
	var read vad.BoundsFinder
	if err != nil || read.UnmarshalBinary(data) != nil {
		t.Fatal(err)
	}
	if got := read.Pauses(0, 5*time.Second, 300*time.Millisecond); !slices.Equal(got, want) || len(got) == 0 {
		t.Errorf("found %v, not %v", got, want)
	}
	for _, bad := range []string{"", "abc", "\x00\x00\x00\x00rest"} {
		if read.UnmarshalBinary([]byte(bad)) == nil {
			t.Errorf("%q was taken", bad)
		}
	}
}
