package player

import (
	"time"

	"parlando/app/speech"
)

// clockStep is the interval at which the position alone is repainted: without a graphics card,
// painting the window takes a fortieth of a second. A new sentence updates the position too.
const clockStep = 5 * time.Second

// goesOn reports whether s differs from the shown snapshot only by a small advance of the position.
func goesOn(shown, s speech.Snapshot) bool {
	if on := s.Place - shown.Place; on < 0 || on >= clockStep || s.Phase != speech.Playing {
		return false
	}
	if s.Estimated && (s.Length-shown.Length).Abs() < time.Second {
		s.Length = shown.Length // the estimate changes all the time
	}
	s.Place = shown.Place
	return s == shown
}
