package speech

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"parlando/app/ask"
	"parlando/app/catalog"
	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/owner"
	"parlando/app/settings"
	"parlando/app/speech/clips"
	"parlando/client"
	"parlando/client/failure"
	"parlando/media/speaker"
	"parlando/media/speaker/speakertest"
	"parlando/media/voice"
)

// world is a Speech in virtual time, on the true speaker with an output that remembers what was
// heard.
type world struct {
	t       *testing.T
	dir     string
	service *service
	store   *settings.Store
	catalog *catalog.Catalog
	marks   *changes.Marks
	output  *speakertest.Output
	out     *speaker.Speaker
	voice   *voice.Speaker
	clips   *clips.Clips
	*Speech
}

// bubble runs a test in virtual time.
func bubble(t *testing.T, test func(t *testing.T, w *world)) {
	t.Helper()
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		w := &world{t: t, dir: dir, service: &service{speed: 20}, output: speakertest.New(), marks: changes.New()}
		w.open()
		defer w.close()
		test(t, w)
	})
}

func (w *world) open() {
	w.t.Helper()
	var err error
	if w.store, err = settings.Load(w.dir); err != nil {
		w.t.Fatal(err)
	}
	if w.catalog, err = catalog.Load(w.dir, nil, nil); err != nil {
		w.t.Fatal(err)
	}
	w.out = speaker.New(w.output)
	w.service.known = w.catalog
	w.clips = clips.New(filepath.Join(w.dir, "clips"), 0)
	w.Speech = New(Options{
		Services: w.service, Catalog: w.catalog, Settings: w.store, Clips: w.clips, Speaker: NewSpeaker(w.out), Voice: w.voice, CommonOptions: owner.CommonOptions{Marks: w.marks},
	})
}

func (w *world) close() {
	if err := errors.Join(w.Close(context.Background()), w.store.Close(), w.catalog.Close()); err != nil {
		w.t.Error(err)
	}
	w.out.Close()
}

// until waits in virtual time.
func (w *world) until(what string, ok func(s Snapshot) bool) Snapshot {
	w.t.Helper()
	for end := time.Now().Add(2 * time.Hour); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		synctest.Wait()
		if s := w.Snapshot(); ok(s) {
			return s
		}
	}
	w.t.Fatalf("never %s: %+v; asked for %q", what, w.Snapshot(), w.service.asked())
	return Snapshot{}
}

func (w *world) untilPhase(p Phase) Snapshot {
	w.t.Helper()
	return w.until(fmt.Sprintf("in the phase %q", p), func(s Snapshot) bool { return s.Phase == p })
}

// heard is which sentences were heard, in order, and for how long.
func (w *world) heard() []stay {
	var all []stay
	for _, v := range w.output.AllSamples() {
		n := int(math.Round(float64(v) * levels))
		if n == 0 {
			continue
		}
		if len(all) == 0 || all[len(all)-1].sentence != n {
			all = append(all, stay{sentence: n})
		}
		all[len(all)-1].frames++
	}
	return all
}

type stay struct{ sentence, frames int }

// order is the sentences of heard alone.
func (w *world) order() string {
	var all []string
	for _, s := range w.heard() {
		all = append(all, fmt.Sprint(s.sentence))
	}
	return strings.Join(all, " ")
}

// levels is the number of sentences that can be distinguished by their sound.
const levels = 1000

// charactersPerSecond is the number of characters that the service speaks in a second.
const charactersPerSecond = 16

// sentences is a text whose sentences say their numbers, each about two seconds.
func sentences(from, to int) string {
	var b strings.Builder
	for i := from; i <= to; i++ {
		fmt.Fprintf(&b, "This one has the number %d. ", i)
	}
	return b.String()
}

// secondsOf is the length of a spoken text.
func secondsOf(text string) float64 { return float64(len(text)) / charactersPerSecond }

// service is a gateway that says the number of a sentence as a level of its own, in WAV at the rate
// of the output.
type service struct {
	ask.Gateway
	known    *catalog.Catalog
	mu       sync.Mutex
	requests []client.SpeechRequest
	// speed is the factor by which the sound comes faster than speech; delay comes before it.
	speed float64
	delay time.Duration
	// fail, if set, gives the error of a request, and after how much of the sound (0 to 1); nil is
	// none.
	fail func(request int) (after float64, err error)
	// refuses, if set, gives the fields of a request that were refused before it was accepted.
	refuses func(r client.SpeechRequest) []failure.Refusal
	// sound, if set, comes instead.
	sound []byte
	open  int
}

func (s *service) Resolve(id chat.ID) (chat.ID, string) {
	if id == "" {
		id = "here"
	}
	return id, "https://" + string(id) + "/v1"
}

func (s *service) Service(_ context.Context, id chat.ID) (*ask.Service, error) {
	return &ask.Service{Connection: id, Gateway: s, Known: s.known}, nil
}

func (s *service) asked() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []string
	for _, r := range s.requests {
		all = append(all, r.Input)
	}
	return all
}

func (s *service) Speech(ctx context.Context, r client.SpeechRequest) (ask.Sound, error) {
	s.mu.Lock()
	s.requests = append(s.requests, r)
	n, delay := len(s.requests), s.delay
	s.open++
	s.mu.Unlock()
	b := &answer{ctx: ctx, service: s, data: s.sound, whole: true}
	if b.data == nil {
		b.data = wave(r.Input)
	}
	if s.refuses != nil {
		b.dropped = s.refuses(r)
	}
	if s.fail != nil {
		after, err := s.fail(n)
		if err != nil && after == 0 {
			_ = b.Close()
			return nil, err
		}
		if err != nil {
			b.err, b.whole, b.data = err, false, b.data[:int(after*float64(len(b.data)))&^1]
		}
	}
	select {
	case <-time.After(delay):
		return b, nil
	case <-ctx.Done():
		_ = b.Close()
		return nil, ctx.Err()
	}
}

// answer comes at the speed of the service.
type answer struct {
	ctx     context.Context
	service *service
	data    []byte
	at      int
	whole   bool
	err     error
	dropped []failure.Refusal
	closed  sync.Once
}

func (a *answer) Format() client.AudioFormat { return client.AudioWAV }
func (a *answer) Dropped() []failure.Refusal { return a.dropped }

func (a *answer) Close() error {
	a.closed.Do(func() {
		a.service.mu.Lock()
		a.service.open--
		a.service.mu.Unlock()
	})
	return nil
}

func (a *answer) Read(p []byte) (int, error) {
	if a.at == len(a.data) {
		if a.whole {
			return 0, io.EOF
		}
		return 0, a.err
	}
	if a.at > 0 && a.service.speed > 0 {
		select {
		case <-time.After(time.Duration(float64(50*time.Millisecond) / a.service.speed)):
		case <-a.ctx.Done():
			return 0, a.ctx.Err()
		}
	}
	n := copy(p[:min(len(p), speaker.Rate/20*2)], a.data[a.at:])
	a.at += n
	return n, nil
}

// wave is a text as sound.
func wave(text string) []byte {
	var samples []int16
	level := int16(0)
	for _, word := range strings.SplitAfter(strings.ReplaceAll(text, "\n", " "), ". ") {
		var n int
		if _, err := fmt.Sscanf(word[strings.LastIndexByte(strings.TrimRight(word, ". "), ' ')+1:], "%d", &n); err == nil {
			level = int16(float64(n) / levels * 32768)
		}
		for range int(float64(len(word)) / charactersPerSecond * speaker.Rate) {
			samples = append(samples, level)
		}
	}
	out := []byte("RIFF\xff\xff\xff\xffWAVEfmt \x10\x00\x00\x00\x01\x00\x01\x00")
	out = binary.LittleEndian.AppendUint32(out, speaker.Rate)
	out = binary.LittleEndian.AppendUint32(out, speaker.Rate*2)
	out = append(out, "\x02\x00\x10\x00data"...)
	out = binary.LittleEndian.AppendUint32(out, uint32(2*len(samples)))
	for _, v := range samples {
		out = binary.LittleEndian.AppendUint16(out, uint16(v))
	}
	return out
}

func message(body string) Text {
	return Text{Source: Source{Kind: Message, ID: "m"}, Conversation: "c", Title: "A reply", Body: body}
}

// newTestKey is the key of a text in the preferred voice.
func newTestKey(w *world, text string) clips.Key {
	v, address, _ := w.complete(Voice{})
	r := &reading{voice: v, address: address}
	return r.key()(text)
}
