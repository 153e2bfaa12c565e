package words

import (
	"cmp"

	"parlando/app/problem"
	"parlando/views/i18n"
)

// TextForTranscription returns the text for a problem during a transcription. Safe has the advice,
// or what is safe.
func TextForTranscription(kind problem.Kind) ProblemText {
	t, ok := map[problem.Kind]ProblemText{
		problem.NoKey:          {Action: EnterKey},
		problem.KeyRejected:    {Action: EnterKey},
		problem.WrongAddress:   {Action: CheckAddress},
		problem.Insecure:       {Action: CheckAddress},
		problem.NoCredit:       {Action: OpenServicePage},
		problem.Forbidden:      {Action: ChooseModel},
		problem.NoSuchModel:    {Title: i18n.Text("The service doesn't transcribe with this model."), Action: ChooseModel},
		problem.ConnectionGone: {Title: i18n.Text("This transcript's connection was removed."), Action: ChooseService},
		problem.LimitReached:   {Action: ContinueMonth},
		problem.NoTranscriber:  {Title: i18n.Text("Choose which of this service's models transcribes speech."), Action: ChooseModel},
		problem.SoundMissing:   {Title: i18n.Text("The audio file was moved or deleted."), Safe: i18n.Text("Move the file back, or connect the disk it is on, and try again."), Action: TryAgain},
		problem.NotSound:       {Title: i18n.Text("Parlando can't read this audio file."), Safe: i18n.Text("Save or export it as MP3, M4A or WAV and add that file."), Action: NoAction},
		problem.SoundDamaged:   {Title: i18n.Text("The audio file is damaged."), Safe: i18n.Text("The unreadable part wasn't sent. Try opening the file in a media player and saving it again."), Action: TryAgain},
		problem.SoundChanged:   {Title: i18n.Text("The audio file changed while it was being sent."), Safe: i18n.Text("Wait until no other program is changing the file, then try again."), Action: TryAgain},
		problem.NothingHeard:   {Title: i18n.Text("There is no speech in this recording."), Safe: i18n.Text("The whole recording was searched for speech."), Action: NoAction},
		problem.BadRequest:     {Title: i18n.Text("The service refused to transcribe this."), Action: ChooseModel},
		problem.RefusedSetting: {Title: i18n.Text("The service refused to transcribe this."), Action: ChooseModel},
		problem.Filtered:       {Title: i18n.Text("The service didn't allow this because of its content rules."), Action: ChooseModel},
		problem.TooLong:        {Title: i18n.Text("The service doesn't accept a recording of this size, even in parts."), Action: NoAction},
		problem.TooLarge:       {Title: i18n.Text("The service doesn't accept a recording of this size, even in parts."), Action: NoAction},
		problem.Empty:          {Title: i18n.Text("The service sent no text."), Action: TryAgain},
		problem.Interrupted:    {Title: i18n.Text("Parlando closed during the transcription."), Action: Continue},
		problem.Offline:        {Safe: i18n.Text("Check your internet connection. Everything transcribed so far is saved."), Action: TryAgain},
		problem.Storage:        {Safe: i18n.Text("Check whether the disk is full. Free up some space and try again."), Action: TryAgain},
	}[kind]
	if !ok {
		t.Action = TryAgain
	}
	t.Title = cmp.Or(t.Title, sentences(kind).Title)
	t.Safe = cmp.Or(t.Safe, i18n.Text("The recording is unchanged, and everything transcribed so far is saved."))
	return t.WithAction(t.Action)
}

// TextForTranscriptionProblem is like [TextForTranscription], but also names the format that cannot
// be read, if it is known.
func TextForTranscriptionProblem(p problem.Problem) ProblemText {
	return TextForTranscription(p.Kind).aboutRefusal(p).aboutLimit(p).aboutFormat(p, func(name map[string]any) string {
		return i18n.Text("Parlando can't read {{.Format}}.", name)
	})
}

// RetryTranscriptionLabel returns the label of the button that retries after a problem, "" if a
// retry would fail again.
func RetryTranscriptionLabel(p problem.Problem) string {
	switch TextForTranscriptionProblem(p).Action {
	case OpenServicePage:
		return i18n.TextIn("paused", "Continue") // for after the visit to that page
	case NoAction, ChooseModel, ChooseService:
		return ""
	}
	return i18n.Text("Try again")
}

// ShortTranscriptionProblem describes a failed transcription in two or three words.
func ShortTranscriptionProblem(kind problem.Kind) string {
	return cmp.Or(map[problem.Kind]string{
		problem.NotSound:           i18n.Text("Couldn't be read"),
		problem.SoundDamaged:       i18n.Text("Couldn't be read"),
		problem.SoundChanged:       i18n.Text("Couldn't be read"),
		problem.SoundMissing:       i18n.Text("File not found"),
		problem.NoKey:              i18n.Text("Key not accepted"),
		problem.KeyRejected:        i18n.Text("Key not accepted"),
		problem.ConnectionGone:     i18n.Text("Connection removed"),
		problem.Proxy:              i18n.Text("Blocked by the proxy"),
		problem.ProxyLogin:         i18n.Text("Blocked by the proxy"),
		problem.ProxyUnreachable:   i18n.Text("No proxy"),
		problem.ProxyInvalid:       i18n.Text("No proxy"),
		problem.ProxyCannotConnect: i18n.Text("No connection"),
		problem.NoCredit:           i18n.Text("No credit left"),
		problem.LimitReached:       i18n.Text("Monthly limit reached"),
		problem.Offline:            i18n.Text("No connection"),
		problem.Busy:               i18n.Text("Service busy"),
		problem.Restarting:         i18n.Text("Service restarting"),
		problem.Loading:            i18n.Text("Model still loading"),
		problem.NothingHeard:       i18n.Text("No speech"),
		problem.NoTranscriber:      i18n.Text("No suitable model"),
		problem.NoSuchModel:        i18n.Text("No suitable model"),
		problem.Forbidden:          i18n.Text("No suitable model"),
		problem.TooLong:            i18n.Text("Too large"),
		problem.TooLarge:           i18n.Text("Too large"),
		problem.Storage:            i18n.Text("Disk problem"),
	}[kind], i18n.Text("Not transcribed"))
}
