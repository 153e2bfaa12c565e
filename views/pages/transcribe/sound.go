package transcribe

import (
	"sort"
	"strings"
	"time"

	"parlando/app/chat"
	"parlando/app/speech"
	"parlando/app/transcripts"
	"parlando/views/i18n"
	"parlando/views/transcript"
	"parlando/views/uithread"
	"parlando/views/waveform"
	"parlando/views/words"
)

const (
	// placeInterval is the maximum time between two updates of the playback position,
	// minPlaceInterval the minimum time.
	placeInterval    = 250 * time.Millisecond
	minPlaceInterval = 20 * time.Millisecond
	// loopLead is the time before the end of a loop at which it restarts, because seeking takes a
	// moment.
	loopLead = 30 * time.Millisecond
	// endTolerance is the time before its end from which a sound counts as played to the end.
	endTolerance = 1500 * time.Millisecond
)

// soundPlayer plays the sound of the open transcript and shows the playback position.
type soundPlayer struct {
	Options
	view *transcript.View
	// inSight reports whether a transcript is visible.
	inSight func(chat.ID) bool
	// reads is the scope of the path lookup.
	reads *uithread.Scope
	soundPlace
}

// soundPlace is the playback state of one transcript's sound.
type soundPlace struct {
	id chat.ID
	// path is the path of the file, "" while it is unknown; missing means that the file was not
	// found.
	path    string
	missing bool
	// place is the position at which to resume; heard means that the sound was playing or paused at
	// the last refresh.
	place time.Duration
	heard bool
	// loop is the range to repeat; to is 0 for none.
	loop struct{ from, to time.Duration }
	// stop cancels the timer of the next refresh.
	stop func()
	// starts holds the byte offsets of the lines in the text that is read aloud.
	starts []int
}

// source returns the speech source of the sound.
func (s *soundPlayer) source() speech.Source {
	return speech.Source{Kind: speech.Recording, ID: string(s.id)}
}

// open resets the player for another transcript.
func (s *soundPlayer) open(id chat.ID) {
	if s.stop != nil {
		s.stop()
	}
	s.reads.Reset()
	s.soundPlace = soundPlace{id: id}
	s.leave()
}

// wantWave requests the waveform of the sound if the transcript is visible.
func (s *soundPlayer) wantWave() {
	if s.path != "" && s.inSight(s.id) {
		s.Waveforms.Select(s.id, s.path)
	}
}

// leave cancels the request for the waveform.
func (s *soundPlayer) leave() { s.Waveforms.Select("", "") }

// find looks up the path of the sound and its waveform.
func (s *soundPlayer) find() {
	s.reads.Reset()
	id := s.id
	found := func(path string, missing bool) {
		s.path, s.missing = path, missing
		s.wantWave()
		s.showWave()
		s.refresh()
	}
	uithread.Load(s.reads, func() (string, error) { return s.Transcripts.SoundPath(s.Frame.Context(), id) },
		func(path string) { found(path, false) },
		func(error) { found("", true) }) // the view shows above the lines that the sound is missing
}

// showWave shows the known part of the waveform.
func (s *soundPlayer) showWave() {
	w := s.Waveforms.Get(s.id)
	s.view.Player.SetWave(w.Levels, w.Step)
	s.view.SetDamaged(w.Damaged > 0)
}

// plays reports whether the player has this sound loaded.
func (s *soundPlayer) plays(now speech.Snapshot) bool {
	return now.IsReading(s.source()) && s.id != ""
}

func (s *soundPlayer) readsAloud(now speech.Snapshot) bool {
	return now.IsReading(speech.Source{Kind: speech.TranscriptText, ID: string(s.id)})
}

// PlayFrom plays from the given time.
func (s *soundPlayer) PlayFrom(at time.Duration) {
	if s.path == "" {
		return // the view shows above the lines that the sound is missing
	}
	s.moveTo(at)
	if s.plays(s.Speech.Snapshot()) {
		s.Speech.Seek(at)
		s.Speech.Resume()
		return
	}
	t, _ := s.Transcripts.Get(s.id)
	s.Speech.PlayFile(s.source(), t.Title, s.path)
	if at > 0 {
		s.Speech.Seek(at)
	}
}

// Toggle pauses or resumes the sound. If the player has not loaded the sound, playback starts at
// the last position.
func (s *soundPlayer) Toggle() {
	if s.plays(s.Speech.Snapshot()) {
		s.Speech.Toggle()
		return
	}
	s.PlayFrom(s.place)
}

// seek moves to a time. If the player has not loaded the sound, the next playback starts at that
// time.
func (s *soundPlayer) seek(at time.Duration) {
	s.moveTo(at)
	if s.plays(s.Speech.Snapshot()) {
		s.Speech.Seek(at)
		return
	}
	s.refresh()
}

// moveTo sets the position, and ends a loop that does not contain it.
func (s *soundPlayer) moveTo(at time.Duration) {
	if s.loop.to > 0 && (at < s.loop.from || at >= s.loop.to) {
		s.view.StopLoop()
	}
	s.place = at
}

// SetLoop repeats the range between two times, or stops repeating.
func (s *soundPlayer) SetLoop(from, to time.Duration, on bool) {
	s.loop.from, s.loop.to = from, to
	if !on {
		s.loop.to = 0
		return
	}
	now := s.Speech.Snapshot()
	if !s.plays(now) || now.Place < from || now.Place >= to {
		s.PlayFrom(from)
	}
	s.refresh()
}

// refresh shows the playback position, and restarts a loop at its end.
func (s *soundPlayer) refresh() {
	now := s.Speech.Snapshot()
	if s.stop != nil {
		s.stop()
		s.stop = nil
	}
	s.wantWave()
	t, ok := s.Transcripts.Get(s.id)
	shown := waveform.PlayerState{Length: t.Length, Speed: now.Speed}
	if w := s.Waveforms.Get(s.id); w.Length > 0 {
		shown.Length = w.Length
	}
	heard := s.plays(now)
	switch {
	case heard:
		s.place = now.Place
		showPlaying(&shown, now)
	case s.heard && s.loop.to > 0 && s.place >= s.loop.to-endTolerance && now.Phase == speech.Idle:
		s.heard = false
		s.PlayFrom(s.loop.from) // the loop contains the last line, and ended with the sound
		return
	case s.heard && shown.Length > 0 && s.place >= shown.Length-endTolerance:
		s.place = 0
	}
	s.heard = heard
	playing := heard && now.Phase == speech.Playing
	if playing && s.loop.to > 0 && now.Place >= s.loop.to-loopLead {
		s.Speech.Seek(s.loop.from)
		s.place = s.loop.from
	}
	shown.Position = s.place
	foot := s.view.FootHeight()
	s.view.SetPlayer(ok && t.State == transcripts.Done && s.path != "" && !s.missing, shown)
	if s.view.FootHeight() != foot {
		s.Frame.Relayout() // toasts must not cover the player
	}
	if s.readsAloud(now) {
		s.view.SetReadAloud(s.lineAt(now.Start))
	} else {
		s.view.SetPlaybackPosition(heard, s.place)
	}
	if playing {
		s.stop = s.Thread.After(s.untilNext(now), s.refresh)
	}
}

// showPlaying fills in the state of a sound that the player has loaded.
func showPlaying(shown *waveform.PlayerState, now speech.Snapshot) {
	if now.Length > 0 && !now.Estimated {
		shown.Length = now.Length
	}
	shown.Phase = now.Phase
	switch now.Phase {
	case speech.Failed:
		about := words.TextForReadingProblem(now.Problem)
		shown.Problem, shown.Button = strings.TrimSpace(about.Title+" "+about.Safe), about.Button
	case speech.NoOutput:
		shown.Problem, shown.Button = words.NoOutput(), i18n.Text("Try again")
	default:
	}
}

// untilNext returns the time until the next refresh.
func (s *soundPlayer) untilNext(now speech.Snapshot) time.Duration {
	wait := placeInterval
	if next := s.view.NextLineStart(s.place); next > 0 {
		wait = min(wait, next-s.place)
	}
	if s.loop.to > 0 {
		wait = min(wait, s.loop.to-loopLead-s.place)
	}
	return max(time.Duration(float64(wait)/max(now.Speed, 0.5)), minPlaceInterval)
}

// lineAt returns the index of the line at an offset of the text that is read aloud.
func (s *soundPlayer) lineAt(offset int) int { return sort.SearchInts(s.starts, offset+1) - 1 }
