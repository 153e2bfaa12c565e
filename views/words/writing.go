package words

import (
	"cmp"

	"fyne.io/fyne/v2/lang"

	"parley/app/problem"
)

// ForWriting returns the words for a trouble that was met while a sound was written down. Safe says what helps, or what is kept.
func ForWriting(kind problem.Kind) Trouble {
	t := Trouble{Title: sentences(kind).Title, Safe: lang.L("The recording is as it was, and what was written down already is kept."), Action: TryAgain}
	switch kind {
	case problem.NoKey, problem.KeyRejected:
		t.Action = EnterKey
	case problem.WrongAddress, problem.Insecure:
		t.Action = CheckAddress
	case problem.NoCredit:
		t.Action = OpenService
	case problem.Forbidden, problem.NoSuchModel:
		t.Action = ChooseModel
	case problem.Gone:
		t.Title, t.Action = lang.L("The service that was to write this down was forgotten."), ChooseService
	case problem.Proxy, problem.ProxyLogin:
		t.Action = TryAgain
	case problem.NoTranscriber:
		t.Title, t.Action = lang.L("It is not known which model of this service writes down speech."), ChooseModel
	case problem.SoundMissing:
		t.Title, t.Safe = lang.L("The sound file is not where it was."), lang.L("Put it back, or connect the disk it is on, and try again.")
	case problem.NotSound:
		t.Title, t.Safe, t.Action = lang.L("This is not a sound that Parley can read."), lang.L("Save or export it as MP3, M4A or WAV and add that."), None
	case problem.SoundDamaged:
		t.Title, t.Safe = lang.L("The sound file is damaged."), lang.L("Nothing was sent of what cannot be read. A player may be able to save it anew.")
	case problem.SoundChanged:
		t.Title, t.Safe = lang.L("The sound file changed while it was being sent."), lang.L("Try again once nothing writes to it any more.")
	case problem.NothingHeard:
		t.Title, t.Safe, t.Action = lang.L("Nothing is said in this recording."), lang.L("It was listened to from beginning to end."), None
	case problem.BadRequest, problem.RefusedSetting:
		t.Title, t.Action = lang.L("The service refused to write this down."), ChooseModel
	case problem.Filtered:
		t.Title, t.Action = lang.L("The service's content filter stopped this."), ChooseModel
	case problem.TooLong, problem.TooLarge:
		t.Title, t.Action = lang.L("The service takes no recording of this size, not even in parts."), None
	case problem.Empty:
		t.Title = lang.L("The service sent no text.")
	case problem.Interrupted:
		t.Title, t.Action = lang.L("Parley ended while this was being written down."), Continue
	case problem.Offline:
		t.Safe = lang.L("Is this computer online? What was written down already is kept.")
	case problem.Storage:
		t.Safe = lang.L("Is the disk full? What was written down already is kept.")
	}
	t.Button = button(t.Action)
	return t
}

// AboutWriting is [ForWriting], with the name of what cannot be read if that is known.
func AboutWriting(p problem.Problem) Trouble {
	t := ForWriting(p.Kind).aboutRefusal(p)
	if p.Kind == problem.NotSound && p.Format != "" {
		t.Title = lang.L("Parley cannot read {{.Format}}.", map[string]any{"Format": p.Format})
	}
	return t
}

// WriteAgain is what asking again for the same is called after a problem, "" where that would end the same way.
func WriteAgain(p problem.Problem) string {
	switch AboutWriting(p).Action {
	case OpenService:
		return lang.L("Go on") // once that was done
	case None, ChooseModel, ChooseService:
		return ""
	}
	return lang.L("Try again")
}

// Briefly says in two or three words what became of a sound that was not written down.
func Briefly(kind problem.Kind) string {
	return cmp.Or(map[problem.Kind]string{
		problem.NotSound:      lang.L("Could not be read"),
		problem.SoundDamaged:  lang.L("Could not be read"),
		problem.SoundChanged:  lang.L("Could not be read"),
		problem.SoundMissing:  lang.L("The file is gone"),
		problem.NoKey:         lang.L("Key not accepted"),
		problem.KeyRejected:   lang.L("Key not accepted"),
		problem.Gone:          lang.L("Service forgotten"),
		problem.Proxy:         lang.L("Stopped by the proxy"),
		problem.ProxyLogin:    lang.L("Stopped by the proxy"),
		problem.NoCredit:      lang.L("No credit left"),
		problem.Offline:       lang.L("Not reached"),
		problem.Busy:          lang.L("Service busy"),
		problem.NothingHeard:  lang.L("Nothing is said"),
		problem.NoTranscriber: lang.L("No model for it"),
		problem.NoSuchModel:   lang.L("No model for it"),
		problem.Forbidden:     lang.L("No model for it"),
		problem.TooLong:       lang.L("Too large"),
		problem.TooLarge:      lang.L("Too large"),
		problem.Storage:       lang.L("Disk trouble"),
	}[kind], lang.L("Not written down"))
}
