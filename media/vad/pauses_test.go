package vad_test

import (
	"testing"
	"time"

	"parlando/media/microphone"
	"parlando/media/vad"
)

// finderOf listens to a sound at a rate.
func finderOf(rate int, sound []int16) *vad.BoundsFinder {
	m := vad.NewBoundsFinder(rate)
	m.Write(sound)
	return m
}

func TestPausesAreFoundBetweenWords(t *testing.T) {
	voice := spoken(t)
	length := time.Duration(len(voice)) * time.Second / rate
	for _, room := range []float64{-90, -65, -50} {
		sound := noise(20*time.Second, room)
		add(sound, voice, 2*time.Second, -10)
		add(sound, voice, 2*time.Second+length+500*time.Millisecond, -10)
		m := finderOf(rate, sound)
		gap := 2*time.Second + length
		found := false
		for _, p := range m.Pauses(time.Second, gap+2*time.Second, 300*time.Millisecond) {
			found = found || (p.Start-gap).Abs() < 120*time.Millisecond && (p.End-gap-500*time.Millisecond).Abs() < 60*time.Millisecond
		}
		if !found {
			t.Errorf("in a room of %v dB the pause at %v was not found: %v", room, gap, m.Pauses(time.Second, gap+2*time.Second, 300*time.Millisecond))
		}
		// a pause at the ends is told whole
		first := m.Pauses(time.Second, gap, 300*time.Millisecond)
		if len(first) == 0 || first[0].Start != 0 || (first[0].End-2*time.Second).Abs() > 60*time.Millisecond {
			t.Errorf("the pause before the first word is %v", first)
		}
	}
}

// A place an hour into a recording is told as exactly as one at its beginning, although its rate
// has no whole number of samples in a hundredth of a second.
func TestPausesDoNotDrift(t *testing.T) {
	const odd = 11025
	sound := make([]int16, 10*60*odd)
	for i := range sound {
		if s := i / odd; s != 599 && i%2 == 0 {
			sound[i] = 8000
		}
	}
	found := finderOf(odd, sound).Pauses(590*time.Second, 600*time.Second, 300*time.Millisecond)
	if len(found) != 1 || (found[0].Start-599*time.Second).Abs() > 50*time.Millisecond {
		t.Errorf("found %v", found)
	}
}

func TestLoudMusicHasNoPauses(t *testing.T) {
	if found := finderOf(microphone.Rate, noise(10*time.Second, -20)).Pauses(0, 10*time.Second, 300*time.Millisecond); len(found) > 0 {
		t.Errorf("found %v", found)
	}
	if found := finderOf(microphone.Rate, nil).Pauses(0, 10*time.Second, 300*time.Millisecond); len(found) > 0 {
		t.Errorf("found %v in nothing", found)
	}
}
