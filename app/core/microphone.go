package core

import (
	"context"
	"math"
	"time"

	"parlando/app/problem"
	"parlando/app/recordings"
	"parlando/app/speech"
	"parlando/media/microphone/capture"
	"parlando/media/speaker"
)

// record creates the recordings; it neither opens nor lists microphones.
func (c *Core) record(o Options) {
	if o.Microphone == nil {
		o.Microphone = capture.ThisComputer()
	}
	c.Recordings = recordings.Open(recordings.Options{
		Dir: c.Paths.Data, Input: o.Microphone, Device: func() string { return c.Settings.Get().Recording.Device },
		Quiet: quiet{c}, MayRemove: c.mayRemove, CommonOptions: c.common,
	})
	c.atCloseWithin("recordings", c.Recordings.Close)
}

// mayRemove reports whether cleanup may delete a file or folder that the library does not mention.
func (c *Core) mayRemove(path string) bool {
	rule, err := c.History.Database().Removal(context.Background())
	allowed := false
	if err == nil {
		allowed, err = rule.Allows(path)
	}
	if err != nil {
		c.Log.Warn("An expired file could not be checked, so it is kept", "path", path, "error", err)
	}
	return allowed
}

// exclusiveSpeaker refuses to play while the microphone is open.
type exclusiveSpeaker struct {
	speech.Speaker
	listening func() bool
}

// Play implements speech.Speaker. A recording that starts during playback also stops the caller.
func (a exclusiveSpeaker) Play(open speaker.Opener, from speaker.Position, speed float64) speech.Sound {
	if a.listening() {
		done := make(chan struct{})
		close(done)
		return silentSound{from, done}
	}
	return a.Speaker.Play(open, from, speed)
}

// OpenInAdvance implements speech.Speaker.
func (a exclusiveSpeaker) OpenInAdvance() {
	if !a.listening() {
		a.Speaker.OpenInAdvance()
	}
}

var errListening = problem.New(problem.MicrophoneOpen, "the microphone is open")

// silentSound is a sound that ends at once with errListening.
type silentSound struct {
	at   speaker.Position
	done chan struct{}
}

func (silentSound) Pause()                           {}
func (silentSound) Resume()                          {}
func (silentSound) Stop()                            {}
func (silentSound) Seek(speaker.Position)            {}
func (silentSound) SetSpeed(float64)                 {}
func (r silentSound) Position() speaker.Position     { return r.at }
func (silentSound) Length(int) (time.Duration, bool) { return 0, false }
func (silentSound) Level() float64                   { return math.Inf(-1) }
func (silentSound) State() speaker.State             { return speaker.Ended }
func (r silentSound) Done() <-chan struct{}          { return r.done }
func (silentSound) Err() error                       { return errListening }

// quietFollower does not start auto-reading while the microphone is open.
type quietFollower struct {
	*speech.Speech
	listening func() bool
}

// Say implements autoread.Speech.
func (h quietFollower) Say(t speech.Text, v speech.Voice) {
	if !h.listening() {
		h.Speech.Say(t, v)
	}
}
