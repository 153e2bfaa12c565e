package speech

import (
	"bytes"
	"context"
	"errors"
	"io"
	"sync"
	"time"

	"parley/app/problem"
	"parley/app/speech/clips"
	"parley/app/speech/script"
	"parley/client"
	"parley/media/speaker"
)

const (
	// format is asked for: every service has it, and it is the smallest that starts at once.
	format = client.AudioMP3
	// lookAgain is how often is looked whether a sound that waits goes on.
	lookAgain = 50 * time.Millisecond
	// The marks of what is read come at each new sentence and at least each lookMost, but not sooner than lookLeast.
	lookLeast = 30 * time.Millisecond
	lookMost  = time.Second
)

// reading is one thing that is read, from Say to Stop. Its goroutine makes the lines and looks after the sound.
type reading struct {
	s      *Speech
	ctx    context.Context
	cancel context.CancelFunc
	text   Text
	path   string // of a file; "" for a text
	// before is the sound that plays until the first one of this reading.
	before Sound
	wake   chan struct{} // holds one
	// planning is held while a part is planned; Speech.mu is not.
	planning sync.Mutex

	// Guarded by Speech.mu.
	voice Voice
	// chosen: the model was named by the person or by the service's list.
	chosen  bool
	address string
	pages   pages
	line    *line
	paused  bool
	jump    *jump
	// grown is the text as it has grown, and written whether it is all, since the goroutine looked last.
	grown   *string
	written bool
	// failed is why it stands still; standsIn is why the voice of this computer reads.
	failed, standsIn error
	// length is that of a file, 0 while it is not known; exact says that it is no estimate.
	length time.Duration
	exact  bool
	// stopped is the place where it stands still.
	stopped speaker.Place
}

// jump is where to go on.
type jump struct {
	sentence int
	// offset is a byte of the text, instead of the sentence; -1 is none.
	offset int
	// at is a time of the whole, instead of the beginning of the sentence; -1 is none.
	at time.Duration
	// anew asks for the sound even if the same line has it: another voice reads.
	anew bool
	// retry asks for what failed again.
	retry bool
}

// key gives the key of a text in the voice of the reading. Speech.mu is held.
func (r *reading) key() func(text string) clips.Key {
	w := clips.What{Service: r.address, Model: r.voice.Model, Voice: r.voice.Voice, Speed: r.voice.Speed, Format: string(format)}
	return func(text string) clips.Key {
		w.Text = text
		return w.Key()
	}
}

func (r *reading) lineVoice(l *line) Voice {
	r.s.mu.Lock()
	defer r.s.mu.Unlock()
	v := r.voice
	v.Local = l.local
	return v
}

// withoutSpeech tells a service that has no speech from other trouble.
func (r *reading) withoutSpeech(err error) error {
	r.s.mu.Lock()
	chosen := r.chosen
	r.s.mu.Unlock()
	p := problem.From(err, "", r.s.o.Now())
	if p.Kind == problem.WrongAddress || p.Kind == problem.NoSuchModel && !chosen {
		p.Kind = problem.NoSpeech
		return p
	}
	return err
}

// run reads until the end, or until another reading takes its place.
func (r *reading) run() {
	defer r.s.running.Done()
	defer r.cancel()
	reader := script.Reader{Words: r.s.spoken()}
	r.read(&reader)
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	for first := true; ; first = false {
		if first {
			r.begin()
			if r.before != nil {
				r.before.Stop() // unless the new sound has taken its place
			}
		} else {
			r.read(&reader)
			r.move()
		}
		done, wait := r.look()
		timer.Reset(wait)
		select {
		case <-r.ctx.Done():
			return
		case <-done:
			if r.ended() {
				return
			}
		case <-r.wake:
		case <-timer.C:
		}
		r.s.mark()
	}
}

// read takes in what there is of the text.
func (r *reading) read(reader *script.Reader) {
	s := r.s
	s.mu.Lock()
	body, whole, sentences := r.text.Body, r.pages.whole, []script.Sentence(nil)
	if r.grown != nil {
		body, r.grown = *r.grown, nil
		r.text.Body = body
	}
	written := r.written || !r.text.Writing
	s.mu.Unlock()
	switch {
	case r.path != "" || whole:
		return
	case r.text.Plain && written:
		sentences = script.PlainSentences(body, reader.Words)
	case r.text.Plain:
	case written:
		sentences = reader.End(body)
	default:
		sentences = reader.Grow(body)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if to := r.text.To; to > 0 {
		for i := range sentences {
			if sentences[i].Start >= to {
				sentences = sentences[:i]
				break
			}
		}
	}
	r.pages.add(sentences)
	r.pages.whole = written
	if written {
		r.text.Writing = false
	}
	s.notify()
}

// begin starts the first line.
func (r *reading) begin() {
	s := r.s
	if r.path != "" {
		l := r.newLine(0)
		l.ended = true
		s.mu.Lock()
		from := speaker.Place{}
		if r.jump != nil { // of somebody who asked for a place at once: nothing before it is heard
			from.At = max(0, r.jump.at)
			r.jump = nil
		}
		s.mu.Unlock()
		r.play(l, from)
		s.running.Go(r.measureFile)
		return
	}
	s.mu.Lock()
	first := r.pages.sentenceOf(r.text.From)
	if r.jump != nil {
		first = r.target(*r.jump)
		r.jump = nil
	}
	nothing := first >= len(r.pages.sentences) && r.pages.whole
	s.mu.Unlock()
	if nothing {
		r.fail(problem.New(problem.NothingToRead, "there is no sentence to read"), speaker.Place{})
		return
	}
	r.readFrom(first, -1)
}

// target is the sentence of a jump. Speech.mu is held.
func (r *reading) target(j jump) int {
	if j.offset >= 0 {
		return r.pages.sentenceOf(j.offset)
	}
	return max(0, j.sentence)
}

// move goes where a jump leads.
func (r *reading) move() {
	s := r.s
	s.mu.Lock()
	j := r.jump
	if j == nil {
		s.mu.Unlock()
		return
	}
	l := r.line
	if r.path != "" {
		from := speaker.Place{At: max(0, j.at)}
		if j.retry {
			from = r.stopped
		}
		r.jump = nil
		s.mu.Unlock()
		r.seek(l, from)
		return
	}
	if j.retry && l != nil {
		from := r.stopped
		l.forgive(from.Clip, kindOf(r.failed))
		r.jump = nil
		s.mu.Unlock()
		r.play(l, from)
		return
	}
	sentence, at := r.target(*j), j.at
	over := sentence >= len(r.pages.sentences) && r.pages.whole
	n := -1
	if !over && !j.anew && r.failed == nil && l != nil && l.alive() {
		n = l.holding(sentence, at)
	}
	if n >= 0 {
		s.mu.Unlock()
		from := speaker.Place{Clip: n}
		if sentence != l.parts[n].first || at >= 0 {
			length := l.measure(n, true)
			s.mu.Lock()
			from.At = l.within(l.parts[n], sentence, at, length)
			s.mu.Unlock()
		}
		r.seek(l, from)
		r.jumped(j)
		return
	}
	s.mu.Unlock()
	if over {
		r.finish()
		return
	}
	r.readFrom(sentence, at)
	r.jumped(j)
}

// jumped notes that a jump was done, unless there is another already.
func (r *reading) jumped(j *jump) {
	r.s.mu.Lock()
	defer r.s.mu.Unlock()
	if r.jump == j {
		r.jump = nil
	}
}

// seek goes on in the sound of a line, or plays it again when it has ended.
func (r *reading) seek(l *line, to speaker.Place) {
	if !l.alive() {
		r.play(l, to)
		return
	}
	l.sound.Seek(to)
	r.s.mu.Lock()
	defer r.s.mu.Unlock()
	if !r.paused {
		l.sound.Resume()
	}
}

// forgive lets all parts be asked for again, the one that could not be played too. Speech.mu is held.
func (l *line) forgive(clip int, kind problem.Kind) {
	for n, p := range l.parts {
		p.err = nil
		if n == clip && kind == problem.Unplayable {
			l.r.s.o.Clips.Remove(p.key)
			p.state, p.body = missing, nil
		}
	}
}

// holding is the part of the line that holds a sentence, or a time in it, and is there; -1 if there is none. Speech.mu is
// held.
func (l *line) holding(sentence int, at time.Duration) int {
	for n, p := range l.parts {
		if sentence < p.first || sentence >= p.first+p.count {
			continue
		}
		if p.state == there || p.first == sentence && at < 0 {
			return n
		}
	}
	return -1
}

func (l *line) alive() bool { return l.sound != nil && l.sound.State() != speaker.Ended }

// within is the time within a part where a sentence begins, or the time of the whole lies. Speech.mu is held.
func (l *line) within(p *part, sentence int, at, length time.Duration) time.Duration {
	if at >= 0 {
		from, _ := l.r.pages.time(p.first)
		return max(0, min(at-from, length))
	}
	return time.Duration(p.shareOf(sentence) * float64(length))
}

func (r *reading) newLine(start int) *line {
	l := &line{r: r, start: start, opened: -1}
	l.ctx, l.cancel = context.WithCancel(r.ctx)
	return l
}

// readFrom begins a line at a sentence, or at a time in it; where a clip is kept that holds the sentence, in that clip.
func (r *reading) readFrom(sentence int, at time.Duration) {
	s := r.s
	s.mu.Lock()
	old := r.line
	l := r.newLine(sentence)
	l.local = r.voice.Local || r.standsIn != nil
	sentences, key := r.pages.sentences, r.key()
	r.failed = nil
	s.mu.Unlock()
	if old != nil {
		old.cancel()
	}
	from := speaker.Place{}
	if !l.local {
		kept := planner{sentences, func(text string) bool { return s.o.Clips.Has(key(text)) }}
		if st, ok := kept.around(sentence); ok {
			l.start = st.first
			l.add(newPart(st, sentences, key))
			if st.first != sentence || at >= 0 {
				length := l.measure(0, true)
				s.mu.Lock()
				from.At = l.within(l.parts[0], sentence, at, length)
				s.mu.Unlock()
			}
		}
	}
	s.running.Go(l.fetch)
	r.play(l, from)
}

// measure is the length of a part that is there; decode measures it whatever it costs.
func (l *line) measure(n int, decode bool) time.Duration {
	s := l.r.s
	s.mu.Lock()
	p := l.parts[n]
	b := p.body
	length, exact := l.length(n)
	s.mu.Unlock()
	if exact {
		return length
	}
	var from io.Reader
	var form string
	if b != nil {
		b.mu.Lock()
		from, form = bytes.NewReader(b.data), b.format
		b.mu.Unlock()
	} else {
		f, named, err := s.o.Clips.Open(p.key)
		if err != nil {
			return length
		}
		defer func() { _ = f.Close() }()
		from, form = f, named
	}
	measured, ok := lengthOf(l.ctx, from, form, decode)
	if !ok {
		return length
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	l.r.pages.measured(p.first, p.count, measured)
	return measured
}

// play plays a line from a place on.
func (r *reading) play(l *line, from speaker.Place) {
	s := r.s
	open := l.open
	if r.path != "" {
		open = r.openFile
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if r.ctx.Err() != nil {
		return
	}
	l.sound = s.o.Speaker.Play(open, from, s.speed)
	if r.paused {
		l.sound.Pause()
	}
	r.line, r.failed, r.stopped = l, nil, speaker.Place{}
	s.notify()
}

// look gives what ends the sound that plays, and when to look again.
func (r *reading) look() (done <-chan struct{}, wait time.Duration) {
	s := r.s
	s.mu.Lock()
	defer s.mu.Unlock()
	l := r.line
	if l == nil || l.sound == nil || r.failed != nil || r.paused {
		if l != nil && l.sound != nil && r.failed == nil {
			done = l.sound.Done()
		}
		return done, time.Hour
	}
	s.notify() // the part that is heard may be another
	wait = lookMost
	switch l.sound.State() {
	case speaker.Loading:
		wait = lookAgain
	case speaker.NoOutput:
		wait = 4 * lookAgain
	case speaker.Playing:
		if r.path == "" {
			wait = l.untilNext(s.speed)
		}
	}
	return l.sound.Done(), wait
}

// untilNext is the time until the next sentence is heard. Speech.mu is held.
func (l *line) untilNext(speed float64) time.Duration {
	where := l.sound.Position()
	if where.Clip >= len(l.parts) {
		return lookAgain
	}
	p := l.parts[where.Clip]
	length, _ := l.length(where.Clip)
	next := length
	for _, share := range p.starts {
		if at := time.Duration(share * float64(length)); at > where.At {
			next = at
			break
		}
	}
	return min(max(time.Duration(float64(next-where.At)/speed), lookLeast), lookMost)
}

// ended looks why the sound has ended, and reports whether the reading has too.
func (r *reading) ended() bool {
	s := r.s
	s.mu.Lock()
	if r.ctx.Err() != nil {
		s.mu.Unlock()
		return true
	}
	l := r.line
	if r.jump != nil || l == nil || l.sound == nil {
		s.mu.Unlock()
		return false
	}
	select {
	case <-l.sound.Done():
	default: // another sound has begun meanwhile
		s.mu.Unlock()
		return false
	}
	err := l.sound.Err()
	where := l.sound.Position()
	var at *speaker.ClipError
	if errors.As(err, &at) && at.Clip > where.Clip {
		where = speaker.Place{Clip: at.Clip}
	}
	if at != nil {
		err = at.Err
	}
	for n := range l.parts {
		l.length(n) // measured, if it was heard
	}
	s.mu.Unlock()
	switch {
	case err == nil:
		r.finish()
		return true
	case errors.Is(err, speaker.ErrStopped):
		// Something else took the speaker.
		r.finish()
		return true
	}
	s.o.Log.Warn("Reading aloud has stopped", "error", err)
	if r.path == "" && !l.local && standsInFor(kindOf(err)) && r.canSpeakLocally() {
		s.mu.Lock()
		r.standsIn = err
		sentence, _, _ := l.sentenceAt(where)
		s.mu.Unlock()
		r.readFrom(sentence, -1)
		return false
	}
	r.fail(err, where)
	return false
}

// standsInFor reports whether the voice of this computer reads where a service fails so.
func standsInFor(kind problem.Kind) bool {
	switch kind {
	case problem.NoSpeech, problem.NoSuchModel, problem.Offline, problem.NoCredit:
		return true
	}
	return false
}

// canSpeakLocally reports whether this computer has a voice.
func (r *reading) canSpeakLocally() bool {
	b, err := r.s.speakLocally(r.ctx, "a", Voice{Voice: Voices()[0]})
	if err != nil {
		return false
	}
	_ = b.Close()
	return true
}

// fail stands still at a place.
func (r *reading) fail(err error, at speaker.Place) {
	r.s.mu.Lock()
	r.failed, r.stopped = err, at
	r.s.mu.Unlock()
	r.s.mark()
}

// finish ends a reading that was read to its end.
func (r *reading) finish() {
	r.cancel()
	r.s.mu.Lock()
	if r.line != nil && r.line.sound != nil {
		r.line.sound.Stop()
	}
	if r.s.now == r {
		r.s.now = nil
	}
	r.s.mu.Unlock()
	r.s.mark()
}
