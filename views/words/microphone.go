package words

import (
	"runtime"

	"parlando/app/problem"
	"parlando/views/format"
	"parlando/views/i18n"
)

// microphoneProblems returns the texts for the problems of a recording.
func microphoneProblems() map[problem.Kind]ProblemText {
	return map[problem.Kind]ProblemText{
		problem.NoMicrophone:         {Title: i18n.Text("No microphone found."), Safe: i18n.Text("Connect a microphone or headset and try again."), Action: TryAgain},
		problem.NoSoundSystem:        {Title: i18n.Text("This computer's sound isn't responding."), Safe: i18n.Text("Restart the computer and try again."), Action: TryAgain},
		problem.MicrophoneBusy:       {Title: i18n.Text("Another program is using the microphone."), Safe: i18n.Text("Close other programs that use the microphone, such as a video call, and try again."), Action: TryAgain},
		problem.MicrophoneForbidden:  {Title: i18n.Text("Parlando isn't allowed to use the microphone."), Safe: allow(runtime.GOOS), Action: TryAgain},
		problem.MicrophoneLost:       {Title: i18n.Text("The microphone was disconnected."), Safe: i18n.Text("Everything recorded up to that point is saved."), Action: TryAgain},
		problem.MicrophoneFailed:     {Title: i18n.Text("The microphone can't be used."), Safe: i18n.Text("Unplug it and plug it in again, or choose another one in Settings."), Action: TryAgain},
		problem.MicrophoneMuted:      {Title: i18n.Text("No sound from the microphone. Is it muted?"), Safe: unmute(runtime.GOOS), Action: TryAgain},
		problem.RecordingNotStored:   {Title: i18n.Text("The recording couldn't be saved."), Safe: i18n.Text("Free up some space and try again."), Action: TryAgain},
		problem.RecordingInterrupted: {Title: i18n.Text("This recording stops early because Parlando closed or the disk was full."), Safe: i18n.Text("Everything saved up to that point is here."), Action: TryAgain},
		problem.MicrophoneOpen:       {Title: i18n.Text("Nothing is read aloud while the microphone is on."), Safe: i18n.Text("Stop the recording or dictation first."), Action: TryAgain},
		problem.AlreadyRecording:     {Title: i18n.Text("A recording is in progress."), Safe: i18n.Text("Stop it in Transcribe first. It will be saved."), Action: TryAgain},
	}
}

// unmute returns the advice for a recording of exact silence. macOS delivers exact silence to
// programs without permission for the microphone.
func unmute(system string) string {
	look := i18n.Text("Check for a mute switch on the microphone, and check this computer's sound settings.")
	if system == "darwin" {
		return format.Sentences(look, allow(system))
	}
	return look
}

// allow returns a sentence that explains how to allow access to the microphone on a system.
func allow(system string) string {
	switch system {
	case "darwin":
		return i18n.Text("In System Settings, under Privacy & Security, Microphone, allow Parlando. Then try again.")
	case "windows":
		return i18n.Text("In Windows Settings, under Privacy & security, Microphone, allow desktop apps to use it. Then try again.")
	}
	return i18n.Text("Allow it in this computer's privacy settings, then try again.")
}

// TextForDictation returns the text for a problem during a dictation. Safe has the advice, and
// whether the recording is kept.
func TextForDictation(kind problem.Kind, recorded bool) ProblemText {
	t, ok := microphoneProblems()[kind]
	if !ok {
		t = TextForTranscription(kind)
		if kind == problem.Offline {
			t.Safe = i18n.Text("Check your internet connection.")
		} else if kind != problem.NothingHeard {
			t.Safe = ""
		}
	}
	kept := ""
	switch {
	case !recorded, kind == problem.MicrophoneLost:
	case kind == problem.RecordingNotStored:
		kept = i18n.Text("Everything saved up to that point is still here.")
	default:
		kept = i18n.Text("What you said is saved.")
	}
	t.Safe = format.Sentences(t.Safe, kept)
	t.Button = Button(t.Action)
	return t
}
