package ear

import (
	"slices"
	"time"
)

// span is a part of a recording.
type span struct{ start, end time.Duration }

// How sound is told from pauses.
const (
	// above is how many dB over the background sound begins, and below how far under the loudest it
	// still is sound.
	above, below = 10, 25
	// hush is the level in dB under which nothing counts as sound.
	hush = -60
	// steady is how many dB apart a tenth and a hundredth of the most silent frames are at most
	// where something hums or hisses all the time.
	steady = 3
	// pause is the shortest pause, and blip the longest sound that is too short to count.
	pause, blip = 300 * time.Millisecond, 60 * time.Millisecond
)

// loudness is how loud a recording is, in dB.
type loudness struct {
	background, loudest int
	// the background is a sound that does not change, such as the hiss of a microphone
	steady bool
}

// loudnessOf measures a recording that is not empty.
func loudnessOf(sound []frame) loudness {
	levels := make([]int8, len(sound))
	for i, f := range sound {
		levels[i] = f.level
	}
	slices.Sort(levels)
	background := int(levels[len(levels)/10])
	return loudness{background, int(levels[len(levels)*49/50]), background-int(levels[len(levels)/100]) <= steady}
}

// overHiss are the frames of a recording, those of them silent in which nothing is heard but its
// background: their bits tell of that alone.
func overHiss(sound []frame) []frame {
	if len(sound) == 0 {
		return sound
	}
	l := loudnessOf(sound)
	if !l.steady || l.background <= silent || l.loudest-l.background < above {
		return sound
	}
	all := slices.Clone(sound)
	for i := range all {
		if int(all[i].level) <= l.background+steady {
			all[i].level = nothing
		}
	}
	return all
}

// islands are the parts of a recording in which something sounds. What counts as sound depends on
// the recording: on how loud its background and its loudest parts are.
func islands(sound []frame) []span {
	if len(sound) == 0 {
		return nil
	}
	l := loudnessOf(sound)
	threshold := max(min(l.background+above, l.loudest-below), hush)
	if l.steady {
		threshold = max(min(l.background+above, (l.background+l.loudest)/2), hush)
	}
	if l.loudest-l.background < above {
		// The same loudness throughout: all of it is sound, or none.
		threshold = hush
	}
	var all []span
	for i := 0; i < len(sound); {
		if int(sound[i].level) <= threshold {
			i++
			continue
		}
		from := i
		for i < len(sound) && int(sound[i].level) > threshold {
			i++
		}
		s := span{time.Duration(from) * hop, time.Duration(i) * hop}
		if n := len(all) - 1; n >= 0 && s.start-all[n].end < pause {
			all[n].end = s.end
		} else {
			all = append(all, s)
		}
	}
	return slices.DeleteFunc(all, func(s span) bool { return s.end-s.start < blip })
}

// without is what is left of spans outside others, which are in order, if it is not shorter than
// least.
func without(spans, others []span, least time.Duration) []span {
	var left []span
	keep := func(start, end time.Duration) {
		if end-start >= least {
			left = append(left, span{start, end})
		}
	}
	for _, s := range spans {
		at := s.start
		for _, o := range others {
			if o.end <= at || o.start >= s.end {
				continue
			}
			keep(at, o.start)
			at = o.end
		}
		keep(at, s.end)
	}
	return left
}
