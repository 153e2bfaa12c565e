package mediakeys

import (
	"time"

	"parlando/app/speech"
)

// Player is controlled by the keys (speech.Speech). Its methods never wait.
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
