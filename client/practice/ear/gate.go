package ear

import (
	"slices"
	"time"
)

// span is a part of a recording.
type span struct{ start, end time.Duration }

// How sound is told from pauses.
const (
	// above is how many dB over the background sound begins, and below how far under the loudest it still is sound.
	above, below = 10, 25
	// hush is the level in dB under which nothing counts as sound.
	hush = -60
	// pause is the shortest pause, and blip the longest sound that is too short to count.
	pause, blip = 300 * time.Millisecond, 60 * time.Millisecond
)

// islands are the parts of a recording in which something sounds. What counts as sound depends on the recording: on how loud
// its background and its loudest parts are.
func islands(sound []frame) []span {
	if len(sound) == 0 {
		return nil
	}
	levels := make([]int8, len(sound))
	for i, f := range sound {
		levels[i] = f.level
	}
	slices.Sort(levels)
	background, loudest := int(levels[len(levels)/10]), int(levels[len(levels)*49/50])
	threshold := max(min(background+above, loudest-below), hush)
	if loudest-background < above {
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

// without is what is left of spans outside others, which are in order, if it is not shorter than least.
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
