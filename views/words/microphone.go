package words

import (
	"runtime"
	"strings"

	"fyne.io/fyne/v2/lang"

	"parlando/app/problem"
)

// microphoneTroubles returns the words for what can go wrong while something is recorded.
func microphoneTroubles() map[problem.Kind]Trouble {
	return map[problem.Kind]Trouble{
		problem.NoMicrophone:         {Title: lang.L("There is no microphone."), Safe: lang.L("Connect one, or a headset, and try again."), Action: TryAgain},
		problem.NoSoundSystem:        {Title: lang.L("This computer's sound does not answer."), Safe: lang.L("Start its sound service, or start the computer again, and try again."), Action: TryAgain},
		problem.MicrophoneBusy:       {Title: lang.L("Another program is using the microphone."), Safe: lang.L("Close what else hears, such as a call or a recorder, and try again."), Action: TryAgain},
		problem.MicrophoneForbidden:  {Title: lang.L("Parlando is not allowed to use the microphone."), Safe: allow(runtime.GOOS), Action: TryAgain},
		problem.MicrophoneLost:       {Title: lang.L("The microphone was unplugged."), Safe: lang.L("What was heard until then is kept."), Action: TryAgain},
		problem.MicrophoneFailed:     {Title: lang.L("The microphone cannot be opened."), Safe: lang.L("Unplug it and plug it in again, or choose another one in Settings."), Action: TryAgain},
		problem.MicrophoneMuted:      {Title: lang.L("I hear nothing: is the microphone muted?"), Safe: unmute(runtime.GOOS), Action: TryAgain},
		problem.RecordingNotStored:   {Title: lang.L("The recording could not be written to the disk."), Safe: lang.L("Make room on it and try again."), Action: TryAgain},
		problem.RecordingInterrupted: {Title: lang.L("This recording stops early: Parlando ended, or the disk was full."), Safe: lang.L("What was saved by then is here."), Action: TryAgain},
		problem.MicrophoneOpen:       {Title: lang.L("The microphone is open, so nothing is read aloud."), Safe: lang.L("End the recording or the dictation first."), Action: TryAgain},
		problem.AlreadyRecording:     {Title: lang.L("A recording is going on."), Safe: lang.L("End it in Transcribe first; it is kept."), Action: TryAgain},
	}
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
	t, ok := microphoneTroubles()[kind]
	if !ok {
		t = ForWriting(kind)
		if kind == problem.Offline {
			t.Safe = lang.L("Is this computer online?")
		} else if kind != problem.NothingHeard {
			t.Safe = ""
		}
	}
	kept := ""
	switch {
	case !recorded, kind == problem.MicrophoneLost:
	case kind == problem.RecordingNotStored:
		kept = lang.L("What was saved by then is kept.")
	default:
		kept = lang.L("What you said is kept.")
	}
	t.Safe = strings.TrimSpace(t.Safe + " " + kept)
	t.Button = button(t.Action)
	return t
}
