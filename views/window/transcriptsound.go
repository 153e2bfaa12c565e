package window

import (
	"sort"
	"strings"
	"time"

	"parley/app/speech"
	"parley/app/transcripts"
	"parley/views/waveform"
	"parley/views/words"
)

// transcriptSound is the sound of the transcript that is open.
type transcriptSound struct {
	opened *opened
	// path is where it is, "" while that is not known; missing says that it is not there.
	path    string
	missing bool
	// looks counts what was asked for.
	looks int
	// place is where it goes on when it is heard the next time.
	place time.Duration
	// heard says that it was heard when it was looked at last.
	heard bool
	// loop is what is heard again and again; to is 0 for nothing.
	loop struct{ from, to time.Duration }
	// stop ends the wait for the next look.
	stop func()
	// read are the beginnings of the lines in the text that is read aloud.
	read []int
}

func (s *transcriptSound) source() speech.Source {
	return speech.Source{Kind: speech.Recording, ID: string(s.opened.id)}
}

// changed forgets the sound of another transcript.
func (s *transcriptSound) changed() {
	if s.stop != nil {
		s.stop()
	}
	s.looks++
	*s = transcriptSound{opened: s.opened, looks: s.looks}
	s.unlook()
}

// look has the sound looked through, if that has not been done, while its transcript is shown.
func (s *transcriptSound) look() {
	if s.path != "" && s.opened.shown() {
		s.opened.window.core.Waves.Want(s.opened.id, s.path)
	}
}

// unlook ends that, once the transcript is left.
func (s *transcriptSound) unlook() { s.opened.window.core.Waves.Want("", "") }

// find finds out where the sound is, and how it looks.
func (s *transcriptSound) find() {
	s.looks++
	asked, id := s.looks, s.opened.id
	v := s.opened.window
	v.thread.Go(func() func() {
		path, err := s.opened.owner.SoundPath(s.opened.window.ctx, id)
		return func() {
			if asked != s.looks {
				return
			}
			s.path, s.missing = path, err != nil
			s.look()
			s.showWave()
			s.refresh()
		}
	})
}

// showWave shows how the sound looks, as far as that is known.
func (s *transcriptSound) showWave() {
	w := s.opened.window.core.Waves.Get(s.opened.id)
	s.opened.view.Player.SetWave(w.Levels, w.Step)
	s.opened.view.SetDamaged(w.Damaged > 0)
}

// ours reports whether the player has this sound, reads whether the text is read aloud.
func (s *transcriptSound) ours(now speech.Snapshot) bool {
	return now.Phase != speech.Idle && now.Source == s.source() && s.opened.id != ""
}

func (s *transcriptSound) reads(now speech.Snapshot) bool {
	return now.Phase != speech.Idle && now.Source.Kind == speech.Lines && now.Source.ID == string(s.opened.id)
}

// hear plays from a time on.
func (s *transcriptSound) hear(at time.Duration) {
	v := s.opened.window
	if s.path == "" {
		return // it is said above the lines
	}
	if s.loop.to > 0 && (at < s.loop.from || at >= s.loop.to) {
		s.opened.view.StopLoop()
	}
	s.place = at
	if s.ours(v.core.Speech.Snapshot()) {
		v.core.Speech.Seek(at)
		v.core.Speech.Resume()
		return
	}
	t, _ := s.opened.owner.Get(s.opened.id)
	v.core.Speech.PlayFile(s.source(), t.Title, s.path)
	if at > 0 {
		v.core.Speech.Seek(at)
	}
}

// toggle pauses and goes on; where something else is heard, or nothing, it begins where it was left.
func (s *transcriptSound) toggle() {
	v := s.opened.window
	if s.ours(v.core.Speech.Snapshot()) {
		v.core.Speech.Toggle()
		return
	}
	s.hear(s.place)
}

// seek goes to a place in the picture of the sound. Where it is not heard, it begins there the next time.
func (s *transcriptSound) seek(at time.Duration) {
	v := s.opened.window
	s.place = at
	if s.loop.to > 0 && (at < s.loop.from || at >= s.loop.to) {
		s.opened.view.StopLoop()
	}
	if s.ours(v.core.Speech.Snapshot()) {
		v.core.Speech.Seek(at)
		return
	}
	s.refresh()
}

// setLoop has what lies between two times heard again and again.
func (s *transcriptSound) setLoop(from, to time.Duration, on bool) {
	s.loop.from, s.loop.to = from, to
	if !on {
		s.loop.to = 0
		return
	}
	now := s.opened.window.core.Speech.Snapshot()
	if !s.ours(now) || now.Place < from || now.Place >= to {
		s.hear(from)
	}
	s.refresh()
}

const (
	// lookAgain is how often the place is shown while it is heard, and lookLeast the least between two looks.
	lookAgain = 250 * time.Millisecond
	lookLeast = 20 * time.Millisecond
	// early is how much before its end a line that is heard again begins anew: the way there takes a moment.
	early = 30 * time.Millisecond
	// nearEnd is how near to its end a sound has been heard to the end.
	nearEnd = 1500 * time.Millisecond
)

// refresh shows where the sound is.
func (s *transcriptSound) refresh() {
	o := s.opened
	v := o.window
	now := v.core.Speech.Snapshot()
	t, ok := o.owner.Get(o.id)
	if s.stop != nil {
		s.stop()
		s.stop = nil
	}
	s.look()
	heard := s.ours(now)
	shown := waveform.Sound{Length: t.Length, Speed: now.Speed}
	if w := v.core.Waves.Get(o.id); w.Length > 0 {
		shown.Length = w.Length
	}
	switch {
	case heard:
		if now.Length > 0 && !now.Estimated {
			shown.Length = now.Length
		}
		s.place, shown.Phase = now.Place, now.Phase
		if now.Phase == speech.Failed {
			about := words.AboutReading(now.Problem)
			shown.Trouble, shown.Button = strings.TrimSpace(about.Title+" "+about.Safe), about.Button
		}
		if now.Phase == speech.NoOutput {
			shown.Trouble = words.NoOutput()
		}
	case s.heard && s.loop.to > 0 && s.place >= s.loop.to-nearEnd && now.Phase == speech.Idle:
		s.heard = false
		s.hear(s.loop.from) // the line is the last, and the sound has ended with it
		return
	case s.heard && shown.Length > 0 && s.place >= shown.Length-nearEnd:
		s.place = 0
	}
	s.heard = heard
	if heard && now.Phase == speech.Playing && s.loop.to > 0 && now.Place >= s.loop.to-early {
		v.core.Speech.Seek(s.loop.from)
		s.place = s.loop.from
	}
	shown.Place = s.place
	o.view.SetPlayer(ok && t.State == transcripts.Done && s.path != "" && !s.missing, shown)
	if s.reads(now) {
		o.view.SetReadAloud(s.lineRead(now.Start))
	} else {
		o.view.SetSound(heard, s.place)
	}
	if heard && now.Phase == speech.Playing {
		s.stop = v.thread.After(s.untilNext(now), s.refresh)
	}
}

// untilNext is how long nothing changes that is shown.
func (s *transcriptSound) untilNext(now speech.Snapshot) time.Duration {
	wait := lookAgain
	if next := s.opened.view.NextStart(s.place); next > 0 {
		wait = min(wait, next-s.place)
	}
	if s.loop.to > 0 {
		wait = min(wait, s.loop.to-early-s.place)
	}
	return max(time.Duration(float64(wait)/max(now.Speed, 0.5)), lookLeast)
}

// lineRead is the line in which a byte of the text stands that is read aloud.
func (s *transcriptSound) lineRead(at int) int {
	return sort.SearchInts(s.read, at+1) - 1
}

// playsInPage reports whether the page that is shown has a player of its own for what is heard, so that the bar at the foot of the window is
// not needed.
func (v *Window) playsInPage(now speech.Snapshot) bool {
	if v.transcribe == nil {
		return false
	}
	o := v.transcribe.opened
	return o.sound.ours(now) && o.view.Player.Visible() && o.shown()
}
