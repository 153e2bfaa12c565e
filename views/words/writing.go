package words

import (
	"cmp"

	"fyne.io/fyne/v2/lang"

	"parlando/app/problem"
)

// ForWriting returns the words for a trouble that was met while a sound was written down. Safe says what helps, or what is kept.
func ForWriting(kind problem.Kind) Trouble {
	t, ok := map[problem.Kind]Trouble{
		problem.NoKey:          {Action: EnterKey},
		problem.KeyRejected:    {Action: EnterKey},
		problem.WrongAddress:   {Action: CheckAddress},
		problem.Insecure:       {Action: CheckAddress},
		problem.NoCredit:       {Action: OpenService},
		problem.Forbidden:      {Action: ChooseModel},
		problem.NoSuchModel:    {Action: ChooseModel},
		problem.Gone:           {Title: lang.L("The service that was to write this down was forgotten."), Action: ChooseService},
		problem.NoTranscriber:  {Title: lang.L("It is not known which model of this service writes down speech."), Action: ChooseModel},
		problem.SoundMissing:   {Title: lang.L("The sound file is not where it was."), Safe: lang.L("Put it back, or connect the disk it is on, and try again."), Action: TryAgain},
		problem.NotSound:       {Title: lang.L("This is not a sound that Parlando can read."), Safe: lang.L("Save or export it as MP3, M4A or WAV and add that."), Action: None},
		problem.SoundDamaged:   {Title: lang.L("The sound file is damaged."), Safe: lang.L("Nothing was sent of what cannot be read. A player may be able to save it anew."), Action: TryAgain},
		problem.SoundChanged:   {Title: lang.L("The sound file changed while it was being sent."), Safe: lang.L("Try again once nothing writes to it any more."), Action: TryAgain},
		problem.NothingHeard:   {Title: lang.L("Nothing is said in this recording."), Safe: lang.L("It was listened to from beginning to end."), Action: None},
		problem.BadRequest:     {Title: lang.L("The service refused to write this down."), Action: ChooseModel},
		problem.RefusedSetting: {Title: lang.L("The service refused to write this down."), Action: ChooseModel},
		problem.Filtered:       {Title: lang.L("The service's content filter stopped this."), Action: ChooseModel},
		problem.TooLong:        {Title: lang.L("The service takes no recording of this size, not even in parts."), Action: None},
		problem.TooLarge:       {Title: lang.L("The service takes no recording of this size, not even in parts."), Action: None},
		problem.Empty:          {Title: lang.L("The service sent no text."), Action: TryAgain},
		problem.Interrupted:    {Title: lang.L("Parlando ended while this was being written down."), Action: Continue},
		problem.Offline:        {Safe: lang.L("Is this computer online? What was written down already is kept."), Action: TryAgain},
		problem.Storage:        {Safe: lang.L("Is the disk full? Make room on it and try again."), Action: TryAgain},
	}[kind]
	if !ok {
		t.Action = TryAgain
	}
	t.Title = cmp.Or(t.Title, sentences(kind).Title)
	t.Safe = cmp.Or(t.Safe, lang.L("The recording is as it was, and what was written down already is kept."))
	return t.With(t.Action)
}

// AboutWriting is [ForWriting], with the name of what cannot be read if that is known.
func AboutWriting(p problem.Problem) Trouble {
	t := ForWriting(p.Kind).aboutRefusal(p)
	if p.Kind == problem.NotSound && p.Format != "" {
		t.Title = lang.L("Parlando cannot read {{.Format}}.", map[string]any{"Format": p.Format})
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
		problem.Storage:       lang.L("Disk problem"),
	}[kind], lang.L("Not written down"))
}
