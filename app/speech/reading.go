package speech

import (
	"context"
	"sync"
	"time"

	"parlando/app/problem"
	"parlando/app/speech/clips"
	"parlando/app/speech/speechtext"
	"parlando/media/speaker"
)

// reading is one text or file being read, from Say or PlayFile until its end. Its goroutine creates
// the lines and monitors the sound.
type reading struct {
	s      *Speech
	ctx    context.Context
	cancel context.CancelFunc
	text   Text
	path   string // path of the file; "" for a text
	// before is the sound that keeps playing until the first sound of this reading.
	before Sound
	wake   chan struct{} // capacity 1
	// planning is held while a part is planned, since Speech.mu must not be held meanwhile.
	planning sync.Mutex

	// Guarded by Speech.mu.
	voice Voice
	// chosen reports that the user or the service's list named the model.
	chosen  bool
	address string
	pages   pages
	line    *speechLine
	paused  bool
	jump    *jump
	// grown is the extended text until the goroutine reads it, otherwise nil; written reports that
	// the text is complete.
	grown   *string
	written bool
	// asks reports that Words.Asks is to be spoken after the text so far.
	asks bool
	// failed is the error that stopped the reading; standsIn is the error because of which the
	// voice of this computer replaces the service.
	failed, standsIn error
	// length is the length of a file, 0 while unknown; exact reports that it is not an estimate.
	length time.Duration
	exact  bool
	// damaged reports that places of the sound could not be decoded.
	damaged bool
	// stopped is the position at which the reading stopped.
	stopped speaker.Position
}

// key returns a function that gives the cache key of a text in the voice of this reading. Speech.mu
// is held.
func (r *reading) key() func(text string) clips.Key {
	w := clips.Parameters{
		Service: r.address, Model: r.voice.Model, Voice: r.voice.Voice, Speed: r.voice.Speed, Instructions: r.voice.Instructions, Format: string(format),
	}
	return func(text string) clips.Key {
		w.Text = text
		return w.Key()
	}
}

func (r *reading) lineVoice(l *speechLine) Voice {
	r.s.mu.Lock()
	defer r.s.mu.Unlock()
	v := r.voice
	v.Local = l.local
	return v
}

// withoutSpeech replaces err by problem.NoSpeech if it means that the service has no speech.
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

// run reads until the end or until another reading replaces this one.
func (r *reading) run() {
	defer r.cancel()
	reader := speechtext.Reader{Words: r.s.spoken()}
	r.read(&reader)
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	for first := true; ; first = false {
		if first {
			r.begin()
			if r.before != nil {
				r.before.Stop() // does nothing if the new sound has replaced it
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

// read splits the text received so far into sentences.
func (r *reading) read(reader *speechtext.Reader) {
	s := r.s
	s.mu.Lock()
	body, whole, sentences := r.text.Body, r.pages.whole, []speechtext.Sentence(nil)
	if r.grown != nil {
		body, r.grown = *r.grown, nil
		r.text.Body = body
	}
	written, asks := r.written || !r.text.Writing, r.asks
	r.asks = false
	s.mu.Unlock()
	switch {
	case r.path != "" || whole:
		return
	case r.text.Plain && written:
		sentences = speechtext.PlainSentences(body, reader.Words)
	case r.text.Plain:
	case written:
		sentences = reader.End(body)
	default:
		sentences = reader.Grow(body)
	}
	if end := len(body); asks && reader.Words.Asks != "" {
		sentences = append(sentences, speechtext.Sentence{Text: reader.Words.Asks, Runs: []speechtext.Run{{Start: end, End: end}}, Start: end, End: end, Break: true})
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
		from := speaker.Position{}
		// The user has already asked for a position: nothing before it is played.
		if r.jump != nil {
			from.Offset = r.jump.at
			r.jump = nil
		}
		s.mu.Unlock()
		r.play(l, from)
		s.running.Go("length of a file", r.measureFile)
		return
	}
	s.mu.Lock()
	first := position{sentence: r.pages.sentenceOf(r.text.From)}
	if r.jump != nil {
		first = r.target(*r.jump)
		r.jump = nil
	}
	nothing := first.sentence >= len(r.pages.sentences) && r.pages.whole
	s.mu.Unlock()
	if nothing {
		r.fail(problem.New(problem.NothingToRead, "there is no sentence to read"), speaker.Position{})
		return
	}
	r.readFrom(first)
}

func (r *reading) newLine(start int) *speechLine {
	l := &speechLine{r: r, start: start, opened: -1}
	l.ctx, l.cancel = context.WithCancel(r.ctx)
	return l
}

// readFrom starts a line at a position, within a cached clip if one contains the sentence.
func (r *reading) readFrom(to position) {
	s := r.s
	s.mu.Lock()
	old := r.line
	l := r.newLine(to.sentence)
	l.local = r.voice.Local || r.standsIn != nil
	sentences, key := r.pages.sentences, r.key()
	r.failed = nil
	from := speaker.Position{}
	if to.share > 0 {
		length, _ := r.pages.length(to.sentence, 1) // if not cached, the first part is one sentence
		from.Offset = scale(length, to.share)
	}
	s.mu.Unlock()
	if old != nil {
		old.cancel()
	}
	if !l.local {
		if st, ok := s.planner(sentences, key).around(to.sentence); ok {
			l.start = st.first
			l.add(newPart(st, sentences, key))
			from = l.placeOf(0, to)
		}
	}
	s.running.Go("fetch speech", l.fetch)
	r.play(l, from)
}

// play plays a line, starting at a position.
func (r *reading) play(l *speechLine, from speaker.Position) {
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
	l.begun = from
	r.line, r.failed, r.stopped = l, nil, speaker.Position{}
	s.notify()
}

// fail stops the reading with an error; at is the position to continue from.
func (r *reading) fail(err error, at speaker.Position) {
	r.s.mu.Lock()
	r.failed, r.stopped = problem.From(err, "", r.s.o.Now()), at
	r.s.mu.Unlock()
	r.s.mark()
}

// finish ends a reading that reached its end.
func (r *reading) finish() {
	r.cancel()
	r.s.mu.Lock()
	if r.line != nil && r.line.sound != nil {
		r.line.sound.Stop()
	}
	if r.s.now == r {
		r.s.now = nil
		r.s.finished++
	}
	r.s.mu.Unlock()
	r.s.mark()
}
