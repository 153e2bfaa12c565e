package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync/atomic"
	"time"

	"parlando/app/e2e"
	"parlando/assets/spoken"
	"parlando/media/audio"
	"parlando/media/soundserver"
)

// patience bounds the wait for an element to appear on the screen.
const patience = 4 * time.Second

// errKilled ends a story because the program was killed.
var errKilled = errors.New("killed")

// actor performs a script in the window.
type actor struct {
	screen     *e2e.Screen
	program    *e2e.Program
	microphone *soundserver.Microphone
	ledger     *ledger
	counts     counts
	kill       int
	killed     atomic.Bool
	// last is the last typed word.
	last string
}

// perform performs the actions of s, and closes reached when it begins action killIn. It stops when
// the program is killed or the target of an action is not on the screen, because the next words
// would be typed elsewhere. It returns the number of actions done, and the reason for skipping the
// rest.
func (a *actor) perform(ctx context.Context, s script, reached chan<- struct{}) (done int, why error) {
	for i, one := range s.actions {
		if i == s.killIn {
			close(reached)
		}
		err := a.do(ctx, s.story, one)
		if a.killed.Load() {
			return i, errKilled
		}
		if err != nil {
			for _, rest := range s.actions[i:] {
				a.counts.skip(rest.counted)
			}
			return i, fmt.Errorf("%s: %w", one, err)
		}
		a.counts.do(one.counted)
	}
	return len(s.actions), nil
}

func (a *actor) do(ctx context.Context, story string, one action) error {
	if one.discards != "" {
		a.ledger.discard(one.discards, a.kill)
	}
	switch one.verb {
	case typeWords:
		return a.typeText(ctx, story, one)
	case pressKeys:
		return a.program.Key(ctx, strings.Fields(one.text)...)
	case clickOn:
		r, err := a.find(ctx, one.text)
		if err != nil {
			return err
		}
		return a.program.ClickAt(ctx, r.X+r.Width/2, r.Y+r.Height/2)
	case waitFor:
		if one.text == spokenWords {
			return a.reads(ctx, spokenWords)
		}
		_, err := a.find(ctx, one.text)
		return err
	case speak:
		return a.speak(ctx, story, one.lasting)
	case pause:
	}
	return a.wait(ctx, one.lasting)
}

// wait waits for d, or until the program is killed.
func (a *actor) wait(ctx context.Context, d time.Duration) error {
	for end := time.Now().Add(d); time.Now().Before(end) && !a.killed.Load(); {
		if err := e2e.Wait(ctx, 20*time.Millisecond); err != nil {
			return err
		}
	}
	return nil
}

// typeText types the words of an action and records those that the window then shows.
func (a *actor) typeText(ctx context.Context, story string, one action) error {
	// Words are typed one at a time, so that each has its own time.
	for chunk := range strings.SplitAfterSeq(one.text, " ") {
		if chunk == "" {
			continue
		}
		if a.killed.Load() {
			return errKilled
		}
		if _, err := a.screen.Run(ctx, "xdotool", "type", "--delay", "15", "--", chunk); err != nil {
			return err
		}
		typed := time.Now()
		text := typedWord.FindString(chunk)
		if text == "" {
			if err := a.program.Idle(); err != nil {
				return err
			}
			continue
		}
		if err := a.reads(ctx, text); err != nil {
			if !a.killed.Load() {
				a.counts.notShown++
			}
			return err
		}
		a.last = text
		a.counts.typed++
		a.ledger.typed(word{text: text, place: one.place, story: story, kill: a.kill, typed: typed})
	}
	return nil
}

// find waits until an element called name is visible.
func (a *actor) find(ctx context.Context, name string) (r e2e.Rect, err error) {
	err = a.until(ctx, func() (ok bool, err error) {
		r, ok, err = a.program.Where(name)
		return ok, err
	})
	return r, err
}

// reads waits until the window shows a text.
func (a *actor) reads(ctx context.Context, text string) error {
	return a.until(ctx, func() (bool, error) {
		all, err := a.program.Texts()
		return strings.Contains(all, text), err
	})
}

func (a *actor) until(ctx context.Context, ready func() (bool, error)) error {
	for end := time.Now().Add(patience); time.Now().Before(end); {
		ok, err := ready()
		if ok || err != nil {
			return err
		}
		if a.killed.Load() {
			return errKilled
		}
		if err := e2e.Wait(ctx, 30*time.Millisecond); err != nil {
			return err
		}
	}
	return errors.New("not on the screen")
}

// speak speaks into the microphone for d or until the program is killed. It records the speech as
// belonging to the last typed word.
func (a *actor) speak(ctx context.Context, story string, d time.Duration) error {
	samples, rate, err := spokenSound(d)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	ended := make(chan error, 1)
	go func() { ended <- a.microphone.Speak(ctx, samples, rate) }()
	for {
		select {
		case err := <-ended:
			a.ledger.typed(word{text: a.last, place: "dictation", story: story, kill: a.kill, typed: time.Now(), spoken: true})
			return err
		case <-time.After(20 * time.Millisecond):
			if a.killed.Load() {
				cancel()
				return errors.Join(errKilled, <-ended)
			}
		}
	}
}

// spokenSound returns the beginning of a recording that the practice gateway recognizes.
func spokenSound(d time.Duration) (samples []float32, rate int, err error) {
	sound, err := audio.NewDecoder(bytes.NewReader(spoken.Sound("pear-tree.mp3")))
	if err != nil {
		return nil, 0, err
	}
	sound = audio.Mono(sound)
	samples = make([]float32, int(d.Seconds()*float64(sound.Rate())))
	for n := 0; n < len(samples); {
		got, err := sound.Read(samples[n:])
		n += got
		if errors.Is(err, io.EOF) {
			return samples[:n], sound.Rate(), nil
		}
		if err != nil {
			return nil, 0, err
		}
	}
	return samples, sound.Rate(), nil
}
