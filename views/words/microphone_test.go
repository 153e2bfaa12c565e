package words

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2/test"

	"parlando/app/problem"
)

// Each problem of a microphone says what it is and what to do.
func TestEachProblemOfAMicrophoneHasItsOwnWords(t *testing.T) {
	test.NewTempApp(t)
	seen := map[string]problem.Kind{}
	for _, k := range []problem.Kind{
		problem.NoMicrophone, problem.NoSoundSystem, problem.MicrophoneBusy, problem.MicrophoneForbidden, problem.MicrophoneLost, problem.MicrophoneFailed,
		problem.MicrophoneMuted, problem.RecordingNotStored, problem.RecordingInterrupted, problem.MicrophoneOpen, problem.AlreadyRecording,
	} {
		w := TextForKind(k)
		if w.Title == "" || w.Safe == "" || w.Title == TextForKind("unheard of").Title {
			t.Errorf("%s: %+v", k, w)
		}
		if other, ok := seen[w.Title]; ok {
			t.Errorf("%s says the same as %s", k, other)
		}
		seen[w.Title] = k
	}
	said := map[string]bool{}
	for _, system := range []string{"linux", "windows", "darwin"} {
		said[allow(system)] = true
	}
	if len(said) != 3 {
		t.Error("two systems are told the same")
	}
	if mac, other := unmute("darwin"), unmute("linux"); mac == other || !strings.HasSuffix(mac, allow("darwin")) {
		t.Errorf("a Mac is told %q", mac)
	}
}

func TestAProblemOfADictationSaysWhatIsKept(t *testing.T) {
	test.NewTempApp(t)
	if w := TextForDictation(problem.Offline, true); w.Safe != "Check your internet connection. What you said is saved." || w.Button != "Try again" {
		t.Errorf("%+v", w)
	}
	if w := TextForDictation(problem.NoMicrophone, false); w.Safe != "Connect a microphone or headset and try again." {
		t.Errorf("%+v", w)
	}
	if w := TextForDictation(problem.KeyRejected, true); w.Action != EnterKey || w.Safe != "What you said is saved." {
		t.Errorf("%+v", w)
	}
}
