package words

import (
	"cmp"

	"parlando/app/problem"
	"parlando/views/i18n"
)

// TextForTranscription returns the text for a problem during transcription. Safe says what helps,
// or what is kept.
func TextForTranscription(kind problem.Kind) ProblemText {
	t, ok := map[problem.Kind]ProblemText{
		problem.NoKey:          {Action: EnterKey},
		problem.KeyRejected:    {Action: EnterKey},
		problem.WrongAddress:   {Action: CheckAddress},
		problem.Insecure:       {Action: CheckAddress},
		problem.NoCredit:       {Action: OpenServicePage},
		problem.Forbidden:      {Action: ChooseModel},
		problem.NoSuchModel:    {Action: ChooseModel},
		problem.ConnectionGone: {Title: i18n.Text("The service that was to write this down was forgotten."), Action: ChooseService},
		problem.NoTranscriber:  {Title: i18n.Text("It is not known which model of this service writes down speech."), Action: ChooseModel},
		problem.SoundMissing:   {Title: i18n.Text("The sound file is not where it was."), Safe: i18n.Text("Put it back, or connect the disk it is on, and try again."), Action: TryAgain},
		problem.NotSound:       {Title: i18n.Text("This is not a sound that Parlando can read."), Safe: i18n.Text("Save or export it as MP3, M4A or WAV and add that."), Action: NoAction},
		problem.SoundDamaged:   {Title: i18n.Text("The sound file is damaged."), Safe: i18n.Text("Nothing was sent of what cannot be read. A player may be able to save it anew."), Action: TryAgain},
		problem.SoundChanged:   {Title: i18n.Text("The sound file changed while it was being sent."), Safe: i18n.Text("Try again once nothing writes to it any more."), Action: TryAgain},
		problem.NothingHeard:   {Title: i18n.Text("Nothing is said in this recording."), Safe: i18n.Text("It was listened to from beginning to end."), Action: NoAction},
		problem.BadRequest:     {Title: i18n.Text("The service refused to write this down."), Action: ChooseModel},
		problem.RefusedSetting: {Title: i18n.Text("The service refused to write this down."), Action: ChooseModel},
		problem.Filtered:       {Title: i18n.Text("The service's content filter stopped this."), Action: ChooseModel},
		problem.TooLong:        {Title: i18n.Text("The service takes no recording of this size, not even in parts."), Action: NoAction},
		problem.TooLarge:       {Title: i18n.Text("The service takes no recording of this size, not even in parts."), Action: NoAction},
		problem.Empty:          {Title: i18n.Text("The service sent no text."), Action: TryAgain},
		problem.Interrupted:    {Title: i18n.Text("Parlando ended while this was being written down."), Action: Continue},
		problem.Offline:        {Safe: i18n.Text("Is this computer online? What was written down already is kept."), Action: TryAgain},
		problem.Storage:        {Safe: i18n.Text("Is the disk full? Make room on it and try again."), Action: TryAgain},
	}[kind]
	if !ok {
		t.Action = TryAgain
	}
	t.Title = cmp.Or(t.Title, sentences(kind).Title)
	t.Safe = cmp.Or(t.Safe, i18n.Text("The recording is as it was, and what was written down already is kept."))
	return t.WithAction(t.Action)
}

// TextForTranscriptionProblem is like [TextForTranscription], with the name of the file that cannot
// be read, if known.
func TextForTranscriptionProblem(p problem.Problem) ProblemText {
	t := TextForTranscription(p.Kind).aboutRefusal(p)
	if p.Kind == problem.NotSound && p.Format != "" {
		t.Title = i18n.Text("Parlando cannot read {{.Format}}.", map[string]any{"Format": p.Format})
	}
	return t
}

// RetryTranscriptionLabel returns the label of the button that retries after a problem, "" if a
// retry would fail the same way.
func RetryTranscriptionLabel(p problem.Problem) string {
	switch TextForTranscriptionProblem(p).Action {
	case OpenServicePage:
		return i18n.Text("Go on") // once that was done
	case NoAction, ChooseModel, ChooseService:
		return ""
	}
	return i18n.Text("Try again")
}

// ShortTranscriptionProblem describes in two or three words a failed transcription.
func ShortTranscriptionProblem(kind problem.Kind) string {
	return cmp.Or(map[problem.Kind]string{
		problem.NotSound:       i18n.Text("Could not be read"),
		problem.SoundDamaged:   i18n.Text("Could not be read"),
		problem.SoundChanged:   i18n.Text("Could not be read"),
		problem.SoundMissing:   i18n.Text("The file is gone"),
		problem.NoKey:          i18n.Text("Key not accepted"),
		problem.KeyRejected:    i18n.Text("Key not accepted"),
		problem.ConnectionGone: i18n.Text("Service forgotten"),
		problem.Proxy:          i18n.Text("Stopped by the proxy"),
		problem.ProxyLogin:     i18n.Text("Stopped by the proxy"),
		problem.NoCredit:       i18n.Text("No credit left"),
		problem.Offline:        i18n.Text("Not reached"),
		problem.Busy:           i18n.Text("Service busy"),
		problem.NothingHeard:   i18n.Text("Nothing is said"),
		problem.NoTranscriber:  i18n.Text("No model for it"),
		problem.NoSuchModel:    i18n.Text("No model for it"),
		problem.Forbidden:      i18n.Text("No model for it"),
		problem.TooLong:        i18n.Text("Too large"),
		problem.TooLarge:       i18n.Text("Too large"),
		problem.Storage:        i18n.Text("Disk problem"),
	}[kind], i18n.Text("Not written down"))
}
