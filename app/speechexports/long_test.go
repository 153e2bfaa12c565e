package speechexports_test

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"parlando/app/ask"
	"parlando/app/chat"
	"parlando/app/owner"
	"parlando/app/problem"
	"parlando/app/speech"
	"parlando/app/speech/speechtext"
	"parlando/app/speechexports"
	"parlando/client"
	"parlando/client/failure"
	"parlando/media/audio"
	"parlando/media/voice"
)

// instant is a service that answers every text with the same sound.
type instant struct {
	ask.Gateway
	sound  []byte
	format client.AudioFormat
	asked  *int
}

func (i instant) Resolve(chat.ID) (chat.ID, string) { return "instant", "" }

func (i instant) Service(_ context.Context, id chat.ID) (*ask.Service, error) {
	return &ask.Service{Connection: id, Gateway: i}, nil
}

func (i instant) Speech(_ context.Context, r client.SpeechRequest) (ask.Sound, error) {
	if n := speechtext.CountCharacters(r.Input); n > client.MaxSpeechCharacters {
		return nil, client.ErrInputTooLong
	}
	*i.asked++
	return instantBody{bytes.NewReader(i.sound), i.format}, nil
}

type instantBody struct {
	io.Reader
	format client.AudioFormat
}

func (instantBody) Close() error                 { return nil }
func (b instantBody) Format() client.AudioFormat { return b.format }
func (instantBody) Dropped() []failure.Refusal   { return nil }

// answering is a world whose service answers with the same sound, and how often it was asked.
func answering(t *testing.T, format client.AudioFormat, sound []byte) (w *world, asked *int) {
	t.Helper()
	w = newWorld(t)
	w.close()
	asked = new(int)
	n, err := speechexports.Open(speechexports.Options{Dir: w.dir, Services: instant{sound: sound, format: format, asked: asked}, CommonOptions: owner.CommonOptions{Marks: w.marks}})
	if err != nil {
		t.Fatal(err)
	}
	w.Store = n
	return w, asked
}

func speechFile(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile("../../media/audio/testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestAServiceThatSpeaksOpus(t *testing.T) {
	w, _ := answering(t, client.AudioOpus, speechFile(t, "speech.opus"))
	id := w.make(speechexports.Job{Title: "Boxes", Text: book(3), Format: "opus"})
	made := w.ended(id, speechexports.Done)
	got := decoded(t, "opus", w.sound(id))
	if length := float64(len(got)) / 48_000; length < 4.9 || length > 5.1 || made.Length.Seconds() < 4.9 || made.Length.Seconds() > 5.1 {
		t.Errorf("%.2f s, %+v", length, made)
	}
}

// A service that answers in another format than it was asked for.
func TestAnotherFormatThanAskedFor(t *testing.T) {
	w, asked := answering(t, client.AudioWAV, speechFile(t, "speech.wav"))
	id := w.make(speechexports.Job{Text: book(3), Format: "mp3"})
	w.ended(id, speechexports.Done)
	if length := float64(len(decoded(t, "mp3", w.sound(id)))) / 24_000; length < 4.9 || length > 5.2 {
		t.Errorf("%.2f s", length)
	}
	*asked = 0
	// What cannot be made of it is found out with the first part, and not when all have been paid
	// for.
	id = w.make(speechexports.Job{Text: book(3), Format: "opus"})
	if n := w.ended(id, speechexports.Failed); n.Problem.Kind != problem.BadRequest || *asked != 1 || n.PartsDone != 0 {
		t.Errorf("asked %d times: %+v", *asked, n)
	}
}

// A sound that is damaged is found out when it comes, and does not count as a part.
func TestADamagedSoundIsFoundWhenItComes(t *testing.T) {
	sound := speechFile(t, "speech.mp3")
	clear(sound[4000:9000])
	w, asked := answering(t, client.AudioMP3, sound)
	id := w.make(speechexports.Job{Text: book(3), Format: "mp3"})
	if n := w.ended(id, speechexports.Failed); n.Problem.Kind != problem.NotUnderstood || !strings.Contains(n.Problem.Detail, "part 1") || *asked != 1 || n.PartsDone != 0 {
		t.Errorf("asked %d times: %+v", *asked, n)
	}
}

// A part that the disk has spoilt meanwhile is asked for again, and only that one.
func TestAPartThatTheDiskSpoiltIsAskedForAgain(t *testing.T) {
	w, asked := answering(t, client.AudioMP3, speechFile(t, "speech.mp3"))
	room := 40_000 // for the parts, not for the whole
	w.SetCreate(func(path string, real func(string) (speechexports.File, error)) (speechexports.File, error) {
		f, err := real(path)
		return small{f, path, &room}, err
	})
	id := w.make(speechexports.Job{Text: book(2), Format: "mp3"})
	if n := w.ended(id, speechexports.Failed); n.PartsDone != 2 || n.Problem.Kind != problem.Storage {
		t.Fatalf("%+v", n)
	}
	spoilt := filepath.Join(w.dir, "narrations", string(id), "00002.mp3")
	if err := os.WriteFile(spoilt, make([]byte, 5000), 0o600); err != nil {
		t.Fatal(err)
	}
	room, *asked = 1<<20, 0
	for _, want := range []speechexports.State{speechexports.Failed, speechexports.Done} {
		if err := w.Resume(id); err != nil {
			t.Fatal(err)
		}
		if n := w.ended(id, want); want == speechexports.Failed && !strings.Contains(n.Problem.Detail, "part 2") {
			t.Errorf("%+v", n)
		}
	}
	if *asked != 1 {
		t.Errorf("asked %d times", *asked)
	}
}

// A whole novel: all of it is spoken, in one file, and none of it stays in memory.
func TestANovel(t *testing.T) {
	const characters = 200_000
	text := novel(characters)
	// As much sound as a part of 4,000 characters has at 64 kilobits a second: two megabytes.
	reader, err := audio.NewFrameReader(bytes.NewReader(speechFile(t, "speech.mp3")), audio.MP3)
	if err != nil {
		t.Fatal(err)
	}
	var frames []byte
	for f, err := reader.Next(); err == nil; f, err = reader.Next() {
		frames = append(frames, f.Data...)
	}
	sound := bytes.Repeat(frames, 2<<20/len(frames))

	w, _ := answering(t, client.AudioMP3, sound)
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	id := w.make(speechexports.Job{Title: "Novel", Text: text, Format: "mp3"})
	made := w.ended(id, speechexports.Done)
	runtime.GC()
	runtime.ReadMemStats(&after)
	if e := speechexports.EstimateOf(text, false, speechtext.Words{}, 1); made.Parts != e.Parts || made.Characters != e.Characters || made.Parts < characters/speechtext.MaxCharacters {
		t.Errorf("%d parts, %d characters, estimated %+v", made.Parts, made.Characters, e)
	}
	if made.Bytes < int64(made.Parts*len(sound)) {
		t.Errorf("%d bytes", made.Bytes)
	}
	if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > 8<<20 {
		t.Errorf("%d bytes stay in memory", grown)
	}
	t.Logf("%d parts, %d MB, %v", made.Parts, made.Bytes>>20, made.Length)
}

// With the voice of this computer nothing is sent.
func TestTheVoiceOfThisComputer(t *testing.T) {
	w := newWorld(t)
	w.close()
	n, err := speechexports.Open(speechexports.Options{Dir: w.dir, Services: w.wire, Voice: voice.NewSpeaker(), CommonOptions: owner.CommonOptions{Marks: w.marks}})
	if err != nil {
		t.Fatal(err)
	}
	w.Store = n
	for _, format := range []string{"mp3", "flac", "pcm"} {
		id := w.make(speechexports.Job{Text: book(2), Voice: speech.Voice{Local: true, Voice: "echo"}, Format: format})
		if made := w.ended(id, speechexports.Done); made.Length.Seconds() < 1 || len(decoded(t, format, w.sound(id))) < 24000 {
			t.Errorf("%s: %+v", format, made)
		}
	}
	if _, err := w.Start(speechexports.Job{Text: "Hello.", Voice: speech.Voice{Local: true}, Format: "opus"}); err == nil {
		t.Error("it cannot write opus")
	}
	if texts := w.texts(); len(texts) != 0 {
		t.Errorf("asked for %q", texts)
	}
}

// slow is a service that sends half of its second sound and waits.
type slow struct {
	instant
	half    chan struct{}
	goOn    chan struct{}
	answers int
}

func (s *slow) Service(_ context.Context, id chat.ID) (*ask.Service, error) {
	return &ask.Service{Connection: id, Gateway: s}, nil
}

func (s *slow) Speech(ctx context.Context, r client.SpeechRequest) (ask.Sound, error) {
	b, err := s.instant.Speech(ctx, r)
	if s.answers++; s.answers != 2 || err != nil {
		return b, err
	}
	half := bytes.NewReader(s.sound[:len(s.sound)/2])
	return instantBody{io.MultiReader(half, waitingReader{s}, bytes.NewReader(s.sound[len(s.sound)/2:])), s.format}, nil
}

// waitingReader is a reader that has nothing to give but time.
type waitingReader struct{ s *slow }

func (w waitingReader) Read([]byte) (int, error) {
	close(w.s.half)
	<-w.s.goOn
	return 0, io.EOF
}

func TestHowFarAPartIsCounts(t *testing.T) {
	w := newWorld(t)
	w.close()
	s := &slow{
		instant: instant{sound: speechFile(t, "speech.mp3"), format: client.AudioMP3, asked: new(int)}, half: make(chan struct{}), goOn: make(chan struct{}),
	}
	n, err := speechexports.Open(speechexports.Options{Dir: w.dir, Services: s, CommonOptions: owner.CommonOptions{Marks: w.marks}})
	if err != nil {
		t.Fatal(err)
	}
	w.Store = n
	id := w.make(speechexports.Job{Text: book(4), Format: "mp3"})
	<-s.half
	if n := w.get(id); n.PartsDone != 1 || n.Share < 0.36 || n.Share > 0.39 || n.Left <= 0 {
		t.Errorf("one part of four and half of the next: %+v", n)
	}
	close(s.goOn)
	w.ended(id, speechexports.Done)
}
