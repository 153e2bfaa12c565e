package ear_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"parlando/client/practice/ear"
	"parlando/client/practice/ear/eartest"
)

// knows reports whether a memory recognizes the whole of an utterance.
func knows(t testing.TB, m *ear.Memory, s eartest.Speech) bool {
	t.Helper()
	return hear(t, m, s).Text() == s.Text()
}

func TestTheOldestUtterancesAreForgotten(t *testing.T) {
	first, second, third := eartest.Say(sentences[0]), eartest.Say(sentences[2]), eartest.Say(sentences[4])
	m := ear.NewMemory(second.Duration() + third.Duration() + 100*time.Millisecond)
	for _, s := range []eartest.Speech{first, second, third} {
		if err := s.Enroll(m); err != nil {
			t.Fatal(err)
		}
	}
	if knows(t, m, first) || !knows(t, m, second) || !knows(t, m, third) {
		t.Error("the oldest is known still, or a newer one is not")
	}
	// Said again it counts as new, and is held once.
	if err := second.Enroll(m); err != nil {
		t.Fatal(err)
	}
	if err := eartest.Say("Yes. ").Enroll(m); err != nil {
		t.Fatal(err)
	}
	if !knows(t, m, second) || knows(t, m, third) {
		t.Error("what was said again was forgotten before what was not")
	}
}

func TestAnUtteranceThatWasStoppedIsKnownAsFarAsItCame(t *testing.T) {
	s := eartest.Say(sentences[0])
	m := ear.NewMemory(0)
	e := m.Enroll(s.Rate, "en")
	e.Mark(s.Words...)
	half := s.Cut(0, s.Duration()/2)
	if err := e.Write(half.Samples); err != nil {
		t.Fatal(err)
	}
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	if got := hear(t, m, half); got.Text() != half.Text() {
		t.Errorf("%q is not %q", got.Text(), half.Text())
	}
}

func TestAMemoryIsKeptInItsFolder(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "not", "there")
	first, second := eartest.Say(sentences[3]), eartest.Say(sentences[5])
	m := ear.OpenMemory(folder, 0)
	for _, s := range []eartest.Speech{first, second, first} {
		if err := s.Enroll(m); err != nil {
			t.Fatal(err)
		}
	}
	files, err := os.ReadDir(folder)
	if err != nil || len(files) != 2 {
		t.Fatalf("%v, %v", files, err)
	}
	for _, f := range files {
		if info, err := f.Info(); err != nil || info.Mode().Perm() != 0o600 || info.Size() > 10_000 {
			t.Errorf("%v, %v", info, err)
		}
	}
	// What is damaged is passed over, and what is not ours is left alone.
	for name, content := range map[string]string{"damaged.utterance": "parlando utterance 1\n{\"words\":[{\"start\":-1}]}\nfive5", "empty.utterance": "", "notes.txt": "mine"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	again := ear.OpenMemory(folder, 0)
	if !knows(t, again, first) || !knows(t, again, second) {
		t.Error("what was kept is not known")
	}
	if got := hear(t, again, second); got.Language != "en" || wrong(words(got), second.Words, 0) != "" {
		t.Errorf("%q, %s", got.Language, wrong(words(got), second.Words, 0))
	}
	left, err := os.ReadDir(folder)
	var names []string
	for _, f := range left {
		names = append(names, f.Name())
	}
	if err != nil || len(left) != 3 || !slices.Contains(names, "notes.txt") {
		t.Errorf("%v, %v", names, err)
	}
	// What is forgotten is deleted.
	small := ear.OpenMemory(folder, first.Duration())
	if err := eartest.Say(sentences[7]).Enroll(small); err != nil {
		t.Fatal(err)
	}
	if left, err := filepath.Glob(filepath.Join(folder, "*.utterance")); err != nil || len(left) != 1 {
		t.Errorf("%v, %v", left, err)
	}
}

func TestAFolderThatCannotBeWrittenIsToldAndTheSpeechIsKnown(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "a file")
	if err := os.WriteFile(folder, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	m, s := ear.OpenMemory(folder, 0), eartest.Say(sentences[0])
	if err := s.Enroll(m); err == nil || !strings.Contains(err.Error(), "keep an utterance") {
		t.Errorf("%v", err)
	}
	if !knows(t, m, s) {
		t.Error("what could not be kept is not known")
	}
}

func TestSpeakingAndListeningAtTheSameTime(t *testing.T) {
	m := ear.OpenMemory(t.TempDir(), 20*time.Second)
	known := eartest.Say(sentences[0])
	var all sync.WaitGroup
	for _, text := range sentences[:8] {
		all.Go(func() {
			if err := eartest.Say(text).Enroll(m); err != nil {
				t.Error(err)
			}
		})
		all.Go(func() {
			if _, err := m.Transcribe(t.Context(), known.Source()); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
}

func TestRatesThatNoSpeechHas(t *testing.T) {
	m := ear.NewMemory(0)
	for _, rate := range []int{-1, 0, 1, 3999, 800_000} {
		if err := m.Enroll(rate, "").Write(make([]float32, 10)); err == nil {
			t.Errorf("%d Hz was learned", rate)
		}
		if _, err := m.Transcribe(t.Context(), eartest.Speech{Rate: rate, Samples: make([]float32, 10)}.Source()); err == nil {
			t.Errorf("%d Hz was heard", rate)
		}
	}
}
