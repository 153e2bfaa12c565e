package words

import (
	"cmp"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"parlando/app/chat"
	"parlando/app/problem"
	"parlando/views/i18n"
)

// TextForReading returns the text for a problem while reading aloud. Safe has the advice, if there
// is any.
func TextForReading(kind problem.Kind) ProblemText {
	t, ok := map[problem.Kind]ProblemText{
		problem.NoKey:            {Action: EnterKey},
		problem.KeyRejected:      {Action: EnterKey},
		problem.WrongAddress:     {Action: CheckAddress},
		problem.Insecure:         {Action: CheckAddress},
		problem.NoSpeech:         {Action: UseComputerVoice},
		problem.NoCredit:         {Action: UseComputerVoice},
		problem.Forbidden:        {Action: UseComputerVoice},
		problem.NoSuchModel:      {Title: i18n.Text("The service doesn't read aloud with this model."), Action: UseComputerVoice},
		problem.NoVoiceLeft:      {Safe: sentences(problem.NoVoiceLeft).Safe, Action: TryAgain},
		problem.LimitReached:     {Action: ContinueMonth},
		problem.Unplayable:       {Action: UseComputerVoice},
		problem.Proxy:            {Action: UseComputerVoice},
		problem.ProxyLogin:       {Action: UseComputerVoice},
		problem.ProxyUnreachable: {Action: UseComputerVoice},
		problem.ProxyInvalid:     {Action: UseComputerVoice},
		problem.NoVoice:          {Action: ChooseVoice},
		problem.Filtered:         {Title: i18n.Text("The service didn't read this because of its content rules."), Action: UseComputerVoice},
		problem.BadRequest:       {Title: i18n.Text("The service refused to read this."), Action: UseComputerVoice},
		problem.RefusedSetting:   {Title: i18n.Text("The service refused to read this."), Action: UseComputerVoice},
		// Offer no other service: the text comes from a chat with the removed service.
		problem.ConnectionGone: {Title: i18n.Text("The connection of this text was removed."), Action: UseComputerVoice},
		problem.NothingToRead:  {Safe: sentences(kind).Safe, Action: NoAction},
		problem.Empty:          {Title: i18n.Text("The service sent no audio."), Action: TryAgain},
		problem.TooLong:        {Title: i18n.Text("This text is too long for the service."), Action: UseComputerVoice},
		problem.TooLarge:       {Title: i18n.Text("This text is too long for the service."), Action: UseComputerVoice},
		problem.Offline:        {Safe: i18n.Text("Check your internet connection."), Action: TryAgain},
		// The problems of a file that cannot be played.
		problem.NotSound:     {Title: i18n.Text("Parlando can't play this file."), Safe: i18n.Text("Save or export it as MP3, M4A or WAV and play that file."), Action: NoAction},
		problem.SoundMissing: TextForTranscription(kind),
		problem.SoundDamaged: {Title: TextForTranscription(kind).Title, Safe: i18n.Text("Try opening it in a media player and saving it again."), Action: NoAction},
	}[kind]
	if !ok {
		t.Action = TryAgain
	}
	t.Title = cmp.Or(t.Title, sentences(kind).Title)
	return t.WithAction(t.Action)
}

// TextForReadingProblem is like [TextForReading], but also names the format that cannot be played,
// if it is known, or the file type that the service does not support, with the service's
// explanation.
func TextForReadingProblem(p problem.Problem) ProblemText {
	t := TextForReading(p.Kind).aboutRefusal(p).aboutLimit(p)
	if p.Kind == problem.BadRequest && p.Format != "" {
		t.Title = i18n.Text("The service doesn't offer {{.Type}} files.", map[string]any{"Type": AudioFileType(p.Format)})
		t.Safe, t.Action, t.Button = p.Detail, NoAction, ""
	}
	if r := p.Refusal; r != nil && strings.HasPrefix(r.Field, chat.FieldVoice) && !r.AnyValue {
		t = ProblemText{Title: i18n.Text("This model doesn't have the voice {{.Voice}}.", map[string]any{"Voice": VoiceName(r.Value)})}.WithAction(ChooseVoice)
	}
	return t.aboutFormat(p, func(name map[string]any) string { return i18n.Text("Parlando can't play {{.Format}}.", name) })
}

// NoOutput returns the sentence that playback waits for an audio output device.
func NoOutput() string {
	return i18n.Text("No speakers found. Connect some to continue.")
}

// NoVoice returns the sentence that says that this computer cannot speak announcements.
func NoVoice() string {
	return i18n.Text("This computer has no voice. Install one (on Linux: espeak-ng) to hear announcements.")
}

// DamagedSound returns the sentence that parts of the audio could not be decoded.
func DamagedSound() string { return i18n.Text("Some damaged parts are silent.") }

// VoiceName returns the display name of a voice: the name of the voice, capitalized. A name that is
// not a plain word, such as af_heart, is returned unchanged.
func VoiceName(name string) string {
	if strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) }) {
		return name
	}
	return capitalized(name)
}

func capitalized(name string) string {
	if name == "" {
		return ""
	}
	first, size := utf8.DecodeRuneInString(name)
	return string(unicode.ToUpper(first)) + name[size:]
}

// PositionTime formats a position in audio, such as 0:09, 12:40 or 1:02:03.
func PositionTime(d time.Duration) string {
	s := max(int(d/time.Second), 0)
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}

// FixedPositionTime formats a position in audio with a fixed width: 04:09, or 1:04:09 with hours.
func FixedPositionTime(d time.Duration, hours bool) string {
	s := max(int(d/time.Second), 0)
	if hours || s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%02d:%02d", s/60, s%60)
}
