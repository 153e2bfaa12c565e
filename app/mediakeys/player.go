package mediakeys

import (
	"time"

	"parlando/app/speech"
)

// Player is the part of speech.Speech that the keys control. Its methods never block.
type Player interface {
	Toggle()
	Pause()
	Resume()
	Stop()
	Next()
	Previous()
	Seek(to time.Duration)
	SetVolume(volume float64)
	SetSpeed(speed float64)
	Snapshot() speech.Snapshot
}
