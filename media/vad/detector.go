package vad

import "time"

// window is the shortest time over which the background level is estimated; the longest is twice as
// long.
const window = 4 * time.Second

// Detector detects voice in live sound. It must be used from one goroutine. Use New.
type Detector struct {
	meter meter
	level int
	now   histogram // current window
	old   histogram // previous window
	steps int       // number of levels in now

	exact  time.Duration // current run of digital silence
	above  time.Duration // current run of voice, including short gaps
	caught time.Duration // current gap in that run
	voice  bool
	spoken time.Duration // total duration of voice
	pause  time.Duration
	waits  bool // nothing but digital silence so far
}

// New returns a Detector for mono sound with the given sample rate in Hz.
func New(rate int) *Detector { return &Detector{meter: newMeter(rate), level: MinLevel, waits: true} }

// Write processes samples.
func (g *Detector) Write(samples []int16) { g.meter.write(samples, g.step) }

func (g *Detector) step(level int, exact bool) {
	g.level = level
	g.pause += LevelInterval
	if exact {
		g.exact += LevelInterval
	} else {
		g.exact = 0
	}
	// Many microphones start with digital silence, which says nothing about the room.
	if g.waits = g.waits && exact; g.waits {
		return
	}
	g.now.add(level)
	if g.steps++; g.steps >= int(window/LevelInterval) {
		g.old, g.now, g.steps = g.now, histogram{}, 0
	}
	voice, belongs := thresholds(g.now.room(&g.old))
	switch {
	case level >= voice || g.voice && level >= belongs:
		g.above += LevelInterval + g.caught
		g.caught = 0
	case g.above > 0 && g.caught < catch:
		g.caught += LevelInterval
	default:
		g.above, g.caught, g.voice = 0, 0, false
	}
	if g.above >= click && g.caught == 0 {
		if !g.voice {
			g.spoken += g.above
		} else {
			g.spoken += LevelInterval
		}
		g.voice, g.pause = true, 0
	}
}

// Level returns the current level in dB relative to full scale, MinLevel to 0.
func (g *Detector) Level() float64 { return float64(g.level) }

// HasVoice reports whether there is a voice now.
func (g *Detector) HasVoice() bool { return g.voice }

// HeardVoice reports whether there has been a voice since the start.
func (g *Detector) HeardVoice() bool { return g.spoken >= word }

// VoiceDuration returns the total duration of voice.
func (g *Detector) VoiceDuration() time.Duration { return g.spoken }

// SinceVoice returns the time since the last voice, or since the start.
func (g *Detector) SinceVoice() time.Duration { return g.pause }

// ConstantFor returns how long all samples have been equal, as with a microphone that is muted or
// switched off.
func (g *Detector) ConstantFor() time.Duration { return g.exact }
