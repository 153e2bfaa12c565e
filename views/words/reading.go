package words

import (
	"fmt"
	"time"
	"unicode"
	"unicode/utf8"

	"fyne.io/fyne/v2/lang"

	"parley/app/problem"
)

// ForReading returns the words for a trouble that was met while reading aloud. Safe says what helps, if anything is to be said.
func ForReading(kind problem.Kind) Trouble {
	t := sentences(kind)
	t.Safe = ""
	switch kind {
	case problem.NoKey, problem.KeyRejected:
		t.Action = EnterKey
	case problem.WrongAddress, problem.Insecure:
		t.Action = CheckAddress
	case problem.NoSpeech, problem.NoCredit, problem.Forbidden, problem.NoSuchModel, problem.Unplayable:
		t.Action = UseThisComputer
	case problem.Filtered:
		t.Title, t.Action = lang.L("The service's content filter does not let this be read."), UseThisComputer
	case problem.BadRequest, problem.RefusedSetting:
		t.Title, t.Action = lang.L("The service refused to read this."), UseThisComputer
	case problem.Gone: // another service is not shown what was said in a chat of this one
		t.Title, t.Action = lang.L("The service of this chat was forgotten."), UseThisComputer
	case problem.Proxy, problem.ProxyLogin:
		t.Action = UseThisComputer
	case problem.NoVoice:
		t.Action = ChooseVoice
	case problem.NothingToRead:
		t.Safe, t.Action = sentences(kind).Safe, None
	case problem.NotSound, problem.SoundMissing, problem.SoundDamaged: // a file
		return forFile(kind)
	case problem.Empty:
		t.Title, t.Action = lang.L("The service sent no sound."), TryAgain
	case problem.TooLong, problem.TooLarge:
		t.Title, t.Action = lang.L("This text is too long for the service."), UseThisComputer
	case problem.Storage, problem.NoOutput:
		t.Action = TryAgain
	case problem.Offline:
		t.Safe, t.Action = lang.L("Is this computer online?"), TryAgain
	default:
		t.Action = TryAgain
	}
	t.Button = button(t.Action)
	return t
}

// forFile returns the words for a file that cannot be played.
func forFile(kind problem.Kind) Trouble {
	t := ForWriting(kind)
	switch kind {
	case problem.NotSound:
		t.Title, t.Safe = lang.L("This is not a sound that Parley can play."), lang.L("Save or export it as MP3, M4A or WAV and play that.")
	case problem.SoundDamaged:
		t.Safe, t.Action = lang.L("A player may be able to save it anew."), None
	}
	t.Button = button(t.Action)
	return t
}

// AboutReading is [ForReading], with the name of what cannot be played if that is known, or of the file type that the service does not
// make, and what it said of that.
func AboutReading(p problem.Problem) Trouble {
	t := ForReading(p.Kind).aboutRefusal(p)
	if p.Kind == problem.BadRequest && p.Format != "" {
		t.Title = lang.L("The service does not make {{.Type}} files.", map[string]any{"Type": FileType(p.Format)})
		t.Safe, t.Action, t.Button = p.Detail, None, ""
	}
	if p.Kind == problem.NotSound && p.Format != "" {
		t.Title = lang.L("Parley cannot play {{.Format}}.", map[string]any{"Format": p.Format})
	}
	return t
}

// NoOutput says that a sound waits for somewhere to be heard.
func NoOutput() string { return lang.L("No sound output. It goes on when one is there.") }

// DamagedSound says that places of a sound could not be decoded.
func DamagedSound() string { return lang.L("Damaged in places: it is silent there.") }

// Voice is what a voice of the interface is called: its own name, as a name is written.
func Voice(name string) string {
	if name == "" {
		return ""
	}
	first, size := utf8.DecodeRuneInString(name)
	return string(unicode.ToUpper(first)) + name[size:]
}

// Clock says a time in a sound: 0:09, 12:40, 1:02:03.
func Clock(d time.Duration) string {
	s := max(int(d/time.Second), 0)
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}

// Time says a time in a sound so that all are as long: 04:09, or 1:04:09 with hours.
func Time(d time.Duration, hours bool) string {
	s := max(int(d/time.Second), 0)
	if hours || s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%02d:%02d", s/60, s%60)
}
