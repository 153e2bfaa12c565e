package words

import (
	"runtime"
	"strings"

	"parlando/app/problem"
	"parlando/views/i18n"
)

// microphoneProblems returns the texts for the problems of a recording.
func microphoneProblems() map[problem.Kind]ProblemText {
	return map[problem.Kind]ProblemText{
		problem.NoMicrophone:         {Title: i18n.Text("There is no microphone."), Safe: i18n.Text("Connect one, or a headset, and try again."), Action: TryAgain},
		problem.NoSoundSystem:        {Title: i18n.Text("This computer's sound does not answer."), Safe: i18n.Text("Start its sound service, or start the computer again, and try again."), Action: TryAgain},
		problem.MicrophoneBusy:       {Title: i18n.Text("Another program is using the microphone."), Safe: i18n.Text("Close what else hears, such as a call or a recorder, and try again."), Action: TryAgain},
		problem.MicrophoneForbidden:  {Title: i18n.Text("Parlando is not allowed to use the microphone."), Safe: allow(runtime.GOOS), Action: TryAgain},
		problem.MicrophoneLost:       {Title: i18n.Text("The microphone was unplugged."), Safe: i18n.Text("What was heard until then is kept."), Action: TryAgain},
		problem.MicrophoneFailed:     {Title: i18n.Text("The microphone cannot be opened."), Safe: i18n.Text("Unplug it and plug it in again, or choose another one in Settings."), Action: TryAgain},
		problem.MicrophoneMuted:      {Title: i18n.Text("I hear nothing: is the microphone muted?"), Safe: unmute(runtime.GOOS), Action: TryAgain},
		problem.RecordingNotStored:   {Title: i18n.Text("The recording could not be written to the disk."), Safe: i18n.Text("Make room on it and try again."), Action: TryAgain},
		problem.RecordingInterrupted: {Title: i18n.Text("This recording stops early: Parlando ended, or the disk was full."), Safe: i18n.Text("What was saved by then is here."), Action: TryAgain},
		problem.MicrophoneOpen:       {Title: i18n.Text("The microphone is open, so nothing is read aloud."), Safe: i18n.Text("End the recording or the dictation first."), Action: TryAgain},
		problem.AlreadyRecording:     {Title: i18n.Text("A recording is going on."), Safe: i18n.Text("End it in Transcribe first; it is kept."), Action: TryAgain},
	}
}

// unmute returns the advice for exact silence, which is all that macOS delivers to a program
// without microphone permission.
func unmute(system string) string {
	look := i18n.Text("Look for a switch on the microphone, and in the sound settings of this computer.")
	if system == "darwin" {
		return look + " " + allow(system)
	}
	return look
}

// allow returns where to grant microphone permission on a system.
func allow(system string) string {
	switch system {
	case "darwin":
		return i18n.Text("Allow it in System Settings, Privacy & Security, Microphone, and try again.")
	case "windows":
		return i18n.Text("Allow it in Settings, Privacy & security, Microphone: also for desktop apps. Then try again.")
	}
	return i18n.Text("Allow it in the settings of this computer, where it lets programs hear, and try again.")
}

// TextForDictation returns the text for a problem during a dictation. Safe says what helps, and
// what is kept.
func TextForDictation(kind problem.Kind, recorded bool) ProblemText {
	t, ok := microphoneProblems()[kind]
	if !ok {
		t = TextForTranscription(kind)
		if kind == problem.Offline {
			t.Safe = i18n.Text("Is this computer online?")
		} else if kind != problem.NothingHeard {
			t.Safe = ""
		}
	}
	kept := ""
	switch {
	case !recorded, kind == problem.MicrophoneLost:
	case kind == problem.RecordingNotStored:
		kept = i18n.Text("What was saved by then is kept.")
	default:
		kept = i18n.Text("What you said is kept.")
	}
	t.Safe = strings.TrimSpace(t.Safe + " " + kept)
	t.Button = button(t.Action)
	return t
}
