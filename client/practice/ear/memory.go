package ear

import (
	"errors"
	"slices"
	"sync"
	"time"
)

// DefaultCapacity is how much speech a Memory holds unless told otherwise.
const DefaultCapacity = 2 * time.Hour

// Memory is the speech that can be recognized: of each utterance its words and what it sounds like,
// six megabytes for two hours, and no samples. It is safe for use from any goroutine.
type Memory struct {
	capacity int // frames

	mu         sync.Mutex
	utterances []*utterance // oldest first
	held       int          // frames in all of them
	store      *store       // nil for what is forgotten when the program ends
	loaded     bool         // what store keeps was read

	include  func() [][]byte // nil when it was called
	included []*utterance    // always known
}

// utterance is one piece of speech. It is not changed once it is in a Memory.
type utterance struct {
	language string
	words    []Word
	frames   []frame
	file     string // its name in the folder, "" for none
}

// NewMemory makes an empty Memory that holds the newest speech up to capacity; zero or less is
// DefaultCapacity.
func NewMemory(capacity time.Duration) *Memory {
	if capacity <= 0 {
		capacity = DefaultCapacity
	}
	return &Memory{capacity: int(capacity / hop)}
}

// OpenMemory is NewMemory, but what it holds is kept in a folder, in files that only this user may
// read, and is there again the next time. The folder is made when it is needed, and read when it is
// first needed.
func OpenMemory(folder string, capacity time.Duration) *Memory {
	m := NewMemory(capacity)
	m.store = &store{folder: folder}
	return m
}

// Include makes known what ships with a program: utterances in the form in which OpenMemory's files
// are. They are asked for when something is first transcribed, are never forgotten, and do not
// count towards the capacity. It is for a Memory that nobody uses yet. An utterance that cannot be
// read is left out.
func (m *Memory) Include(utterances func() [][]byte) { m.include = utterances }

// Enroll begins to remember an utterance that is made as samples of one channel at a rate in Hz.
// language is its ISO 639-1 code, "" if it is not known.
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

// Mark tells the next words, in the order in which they are spoken. Words may be told before they
// are heard.
func (e *Enrollment) Mark(words ...Word) {
	e.utterance.words = append(e.utterance.words, words...)
}

// Close puts what was heard so far into the memory. Words that were not heard are left out, so that
// an utterance whose making was stopped is known as far as it came. The error is one of keeping it
// for the next time: until then it is known. Closing twice does nothing.
func (e *Enrollment) Close() error {
	if e.closed || e.tracer == nil {
		return nil
	}
	e.closed = true
	u := e.utterance
	heard := e.tracer.duration()
	u.frames = slices.Clip(e.tracer.close())
	u.words = slices.DeleteFunc(slices.Clone(u.words), func(w Word) bool { return w.middle() > heard })
	e.tracer = nil
	return e.memory.add(&u)
}

// add puts an utterance in place of the one that sounds the same, and drops the oldest that no
// longer fit.
func (m *Memory) add(u *utterance) error {
	if len(u.words) == 0 || len(u.frames) == 0 {
		return nil
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.load()
	m.put(u)
	var err error
	if m.store != nil {
		err = m.store.keep(u)
	}
	m.forget()
	return err
}

// put appends an utterance.
func (m *Memory) put(u *utterance) {
	if i := slices.IndexFunc(m.utterances, func(o *utterance) bool { return slices.Equal(o.frames, u.frames) }); i >= 0 {
		m.drop(i)
	}
	m.utterances = append(m.utterances, u)
	m.held += len(u.frames)
}

// forget drops the oldest utterances that no longer fit.
func (m *Memory) forget() {
	for m.held > m.capacity && len(m.utterances) > 1 {
		m.drop(0)
	}
}

func (m *Memory) drop(i int) {
	u := m.utterances[i]
	m.held -= len(u.frames)
	m.utterances = slices.Delete(m.utterances, i, i+1)
	if m.store != nil {
		m.store.drop(u, m.utterances)
	}
}

// load reads what is kept, once.
func (m *Memory) load() {
	if m.store == nil || m.loaded {
		return
	}
	m.loaded = true
	for _, u := range m.store.load() {
		m.put(u)
	}
	m.forget()
}

// all are the utterances that are held now.
func (m *Memory) all() []*utterance {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.load()
	if m.include != nil {
		for _, b := range m.include() {
			if u, err := decodeUtterance(b); err == nil {
				m.included = append(m.included, u)
			}
		}
		m.include = nil
	}
	return slices.Concat(m.included, m.utterances)
}
