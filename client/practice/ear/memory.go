package ear

import (
	"errors"
	"hash/maphash"
	"slices"
	"sync"
	"time"
)

// DefaultCapacity is how much speech a Memory holds unless told otherwise.
const DefaultCapacity = 2 * time.Hour

// Memory is the speech that can be recognised: of each utterance its words and what it sounds like, four megabytes for two
// hours, and no samples. It is safe for use from any goroutine.
type Memory struct {
	capacity int // frames

	mu         sync.Mutex
	utterances []*utterance // oldest first
	held       int          // frames in all of them
}

// utterance is one piece of speech. It is not changed once it is in a Memory.
type utterance struct {
	language string
	words    []Word
	frames   []frame
	sum      uint64 // the same for the same sound
}

// NewMemory makes an empty Memory that holds the newest speech up to capacity; zero or less is DefaultCapacity.
func NewMemory(capacity time.Duration) *Memory {
	if capacity <= 0 {
		capacity = DefaultCapacity
	}
	return &Memory{capacity: int(capacity / hop)}
}

// Enroll begins to remember an utterance that is made as samples of one channel at a rate in Hz. language is its ISO 639-1
// code, "" if it is not known.
func (m *Memory) Enroll(rate int, language string) *Enrollment {
	return &Enrollment{memory: m, utterance: utterance{language: language}, rate: rate}
}

// Enrollment is an utterance on its way into a Memory. It is for one goroutine at a time.
type Enrollment struct {
	memory    *Memory
	utterance utterance
	rate      int
	tracer    *tracer
	closed    bool
}

// errRate is what Write says to a rate that no speech has.
var errRate = errors.New("ear: sample rates from 4000 to 768000 Hz can be heard")

// Write takes the next samples, between -1 and 1.
func (e *Enrollment) Write(samples []float32) error {
	if e.rate < minRate || e.rate > maxRate {
		return errRate
	}
	if e.tracer == nil {
		e.tracer = newTracer(e.rate)
	}
	if e.tracer.duration() < time.Duration(e.memory.capacity)*hop {
		e.tracer.write(samples)
	}
	return nil
}

// Mark tells the next words, in the order in which they are spoken. Words may be told before they are heard.
func (e *Enrollment) Mark(words ...Word) {
	e.utterance.words = append(e.utterance.words, words...)
}

// Close puts what was heard so far into the memory. Words that were not heard are left out, so that an utterance whose making
// was stopped is known as far as it came. Closing twice does nothing.
func (e *Enrollment) Close() {
	if e.closed || e.tracer == nil {
		return
	}
	e.closed = true
	u := e.utterance
	heard := e.tracer.duration()
	u.frames = slices.Clip(e.tracer.close())
	u.words = slices.DeleteFunc(slices.Clone(u.words), func(w Word) bool { return w.middle() > heard })
	e.tracer = nil
	e.memory.add(&u)
}

// add puts an utterance in place of the one that sounds the same, and drops the oldest that no longer fit.
func (m *Memory) add(u *utterance) {
	if len(u.words) == 0 || len(u.frames) == 0 {
		return
	}
	u.sum = sum(u.frames)
	m.mu.Lock()
	defer m.mu.Unlock()
	drop := func(i int) {
		m.held -= len(m.utterances[i].frames)
		m.utterances = slices.Delete(m.utterances, i, i+1)
	}
	if i := slices.IndexFunc(m.utterances, func(o *utterance) bool { return o.sum == u.sum && slices.Equal(o.frames, u.frames) }); i >= 0 {
		drop(i)
	}
	m.utterances = append(m.utterances, u)
	m.held += len(u.frames)
	for m.held > m.capacity && len(m.utterances) > 1 {
		drop(0)
	}
}

// all are the utterances that are held now.
func (m *Memory) all() []*utterance {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.utterances)
}

// sumSeed makes sums that no other process makes.
var sumSeed = maphash.MakeSeed()

// sum is a number for a sound, most likely another one for another sound.
func sum(frames []frame) uint64 {
	var h maphash.Hash
	h.SetSeed(sumSeed)
	for _, f := range frames {
		maphash.WriteComparable(&h, f)
	}
	return h.Sum64()
}
