package speech

import (
	"slices"
	"testing"

	"parlando/app/settings"
	"parlando/client"
	"parlando/client/failure"
)

// A model that has other voices and only wav is asked in its way from the second part on, what it
// read is kept under the voice that was heard, and each model keeps the voice chosen for it.
func TestAModelIsReadWithWhatItsRefusalsNamed(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		w.service.refuses = func(r client.SpeechRequest) (all []failure.Refusal) {
			if r.Model != "orpheus" {
				return nil
			}
			if r.Voice != "tara" && r.Voice != "leah" {
				all = append(all, failure.Refusal{Field: "voice", Value: r.Voice, Allowed: []string{"tara", "leah"}})
			}
			if r.Format != client.AudioWAV {
				all = append(all, failure.Refusal{Field: "response_format", Value: string(r.Format), Allowed: []string{"wav"}})
			}
			return all
		}
		w.ChooseModel("orpheus")
		w.Say(message(sentences(1, 8)), Voice{})
		w.until("over", func(s Snapshot) bool { return s.Phase == Idle })
		w.service.mu.Lock()
		asked := w.service.requests
		w.service.mu.Unlock()
		if len(asked) < 2 || asked[0].Voice != "nova" || asked[0].Format != client.AudioMP3 || asked[1].Voice != "tara" || asked[1].Format != client.AudioWAV {
			t.Fatalf("asked %+v", asked)
		}
		for i, r := range asked {
			v := Voice{Connection: "here", Model: "orpheus", Voice: "tara", Speed: 1}
			if key := (&reading{voice: v, address: "https://here/v1"}).key()(r.Input); !w.clips.Has(key) {
				t.Errorf("part %d is not kept under the voice that was heard", i)
			}
		}
		w.Say(message(sentences(1, 8)), Voice{})
		w.until("over", func(s Snapshot) bool { return s.Phase == Idle })
		if n := len(w.service.asked()); n != len(asked) {
			t.Errorf("asked %d times in all, after %d", n, len(asked))
		}

		if got := w.PreferredVoice().Voice; got != "tara" {
			t.Errorf("prefers %q", got)
		}
		w.ChooseVoice("leah", false)
		w.ChooseModel("tts-1")
		if got := w.PreferredVoice().Voice; got != "nova" {
			t.Errorf("tts-1 is asked for %q", got)
		}
		w.ChooseVoice("echo", false)
		w.ChooseModel("orpheus")
		if got := w.PreferredVoice().Voice; got != "leah" {
			t.Errorf("orpheus is asked for %q", got)
		}
		w.ChooseVoice("mine", false) // typed
		if got := w.PreferredVoice().Voice; got != "mine" {
			t.Errorf("a typed voice becomes %q", got)
		}
	})
}

// Instructions are sent as they are in the settings and count for what is kept. A model that
// refused them is read from then on as if there were none.
func TestInstructionsAreSentUntilTheModelRefusesThem(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		refused := false
		w.service.refuses = func(r client.SpeechRequest) []failure.Refusal {
			if !refused || r.Instructions == "" {
				return nil
			}
			return []failure.Refusal{{Field: "instructions", Value: r.Instructions, AnyValue: true}}
		}
		reads := func(want ...string) {
			t.Helper()
			w.service.mu.Lock()
			w.service.requests = nil
			w.service.mu.Unlock()
			w.Say(message(sentences(1, 1)), Voice{})
			w.until("over", func(s Snapshot) bool { return s.Phase == Idle })
			var got []string
			w.service.mu.Lock()
			for _, r := range w.service.requests {
				got = append(got, r.Instructions)
			}
			w.service.mu.Unlock()
			if !slices.Equal(got, want) {
				t.Errorf("sent %q, want %q", got, want)
			}
		}
		reads("")
		how := func(text string) {
			w.store.Change(func(s *settings.Settings) { s.Speech.Instructions = text })
		}
		how(" Calmly.\n")
		reads("Calmly.")
		reads() // from what is kept
		how("")
		reads()
		refused = true
		how("Sadly.")
		reads("Sadly.") // refused; what was heard is not kept as if it had been read so
		reads()         // what was kept without instructions
		if got := w.PreferredVoiceFor("elsewhere").Instructions; got != "Sadly." {
			t.Errorf("another service is told %q", got)
		}
		w.catalog.ForgetRefusals("here", "tts-1", "instructions")
		refused = false
		reads("Sadly.")
	})
}
