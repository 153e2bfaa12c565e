package words

import (
	"runtime"

	"fyne.io/fyne/v2/lang"

	"parley/app/problem"
)

// microphone is a table of the troubles of a microphone, one after the other. Safe says what to do.
func microphone(kind problem.Kind) (t Trouble, ok bool) {
	t.Action = TryAgain
	switch kind {
	case problem.NoMicrophone:
		t.Title, t.Safe = lang.L("There is no microphone."), lang.L("Connect one, or a headset, and try again.")
	case problem.NoSoundSystem:
		t.Title, t.Safe = lang.L("This computer's sound does not answer."), lang.L("Start its sound service, or start the computer again, and try again.")
	case problem.MicrophoneBusy:
		t.Title, t.Safe = lang.L("Another program is using the microphone."), lang.L("Close what else hears, such as a call or a recorder, and try again.")
	case problem.MicrophoneForbidden:
		t.Title, t.Safe = lang.L("Parley is not allowed to use the microphone."), allow(runtime.GOOS)
	case problem.MicrophoneLost:
		t.Title, t.Safe = lang.L("The microphone was unplugged."), lang.L("What was heard until then is kept.")
	case problem.MicrophoneFailed:
		t.Title, t.Safe = lang.L("The microphone cannot be opened."), lang.L("Unplug it and plug it in again, or choose another one in Settings.")
	case problem.MicrophoneMuted:
		t.Title, t.Safe = lang.L("I hear nothing: is the microphone muted?"), unmute(runtime.GOOS)
	case problem.RecordingNotStored:
		t.Title, t.Safe = lang.L("The recording could not be written to the disk."), lang.L("Make room on it and try again. What was written until then is kept.")
	case problem.RecordingInterrupted:
		t.Title, t.Safe = lang.L("Parley ended while this was being recorded."), lang.L("What was heard until then is kept.")
	case problem.MicrophoneOpen:
		t.Title, t.Safe = lang.L("The microphone is open, so nothing is read aloud."), lang.L("End the recording or the dictation first.")
	case problem.AlreadyRecording:
		t.Title, t.Safe = lang.L("A recording is going on."), lang.L("End it in Transcribe first; it is kept.")
	default:
		return Trouble{}, false
	}
	return t, true
}

// unmute says what to do where nothing but exact silence comes, which is all that macOS lets a program hear that is not allowed to.
func unmute(system string) string {
	look := lang.L("Look for a switch on the microphone, and in the sound settings of this computer.")
	if system == "darwin" {
		return look + " " + allow(system)
	}
	return look
}

// allow says where a system lets a program hear.
func allow(system string) string {
	switch system {
	case "darwin":
		return lang.L("Allow it in System Settings, Privacy & Security, Microphone, and try again.")
	case "windows":
		return lang.L("Allow it in Settings, Privacy & security, Microphone: also for desktop apps. Then try again.")
	}
	return lang.L("Allow it in the settings of this computer, where it lets programs hear, and try again.")
}

// ForDictation returns the words for a trouble that was met while something was dictated. Safe says what helps, and what is kept.
func ForDictation(kind problem.Kind, recorded bool) Trouble {
	t, ok := microphone(kind)
	if !ok {
		t = ForWriting(kind)
		if kind == problem.Offline {
			t.Safe = lang.L("Is this computer online?")
		} else if kind != problem.NothingHeard {
			t.Safe = ""
		}
	}
	if recorded && kind != problem.MicrophoneLost && kind != problem.RecordingNotStored {
		if t.Safe != "" {
			t.Safe += " "
		}
		t.Safe += lang.L("What you said is kept.")
	}
	t.Button = button(t.Action)
	return t
}
