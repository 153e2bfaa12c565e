package player

import (
	"time"

	"fyne.io/fyne/v2"

	"parlando/app/chat"
	"parlando/app/problem"
	"parlando/app/speech"
	"parlando/views/format"
	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/words"
)

// title returns the title of the text being read, and the position in it.
func title(s speech.Snapshot) string {
	if s.Phase == speech.NoOutput {
		return words.NoOutput()
	}
	what := doing(s)
	if s.Source.IsSound() && s.Title != "" {
		if s.Phase == speech.Playing {
			return s.Title
		}
		return what + " · " + s.Title
	}
	switch {
	case s.Sentence < 1:
		return what
	case s.Writing || s.Sentences < 1:
		return what + " · " + i18n.Text("sentence {{.N}}", map[string]any{"N": format.Number(s.Sentence)})
	}
	return what + " · " + i18n.Text("sentence {{.N}} of {{.M}}", map[string]any{"N": format.Number(s.Sentence), "M": format.Number(s.Sentences)})
}

func doing(s speech.Snapshot) string {
	switch {
	case s.Phase == speech.Preparing:
		return i18n.Text("Preparing audio")
	case s.Phase == speech.Paused:
		return i18n.Text("Paused")
	case s.Source.Kind == speech.Message:
		return i18n.TextIn("state", "Reading aloud")
	case s.Source.Kind == speech.VoiceSample:
		return i18n.Text("Voice sample")
	case s.Source.IsSound():
		return i18n.Text("Playing")
	}
	return i18n.Text("Reading")
}

// note returns a note that the audio is damaged, or why the voice or the speed differs from the
// selected one.
func note(s speech.Snapshot) string {
	if s.Damaged && s.Phase != speech.Failed && s.Phase != speech.NoOutput {
		return words.DamagedSound()
	}
	if s.WithoutSpeed && s.Phase != speech.Failed && s.Phase != speech.NoOutput {
		return i18n.Text("“{{.Setting}}” wasn't used: this model doesn't support it.", map[string]any{"Setting": words.SettingName(chat.FieldSpeed)})
	}
	if s.Phase == speech.Failed || s.Phase == speech.NoOutput || !s.Voice.Local || s.Problem.Kind == "" {
		return ""
	}
	return i18n.Text("{{.Why}} This computer's voice is used instead.", map[string]any{"Why": words.TextForReading(s.Problem.Kind).Title})
}

// sentence returns the text of a problem for the bar.
func sentence(t words.ProblemText) string { return format.Sentences(t.Title, t.Safe) }

// times returns the elapsed time and the length.
func times(place, length time.Duration, estimated bool) string {
	at := words.PositionTime(place)
	switch {
	case length <= 0:
		return at
	case estimated:
		return i18n.Text("{{.At}} of about {{.Length}}", map[string]any{"At": at, "Length": words.PositionTime(length)})
	}
	return at + " / " + words.PositionTime(length)
}

func voiceWords(v speech.Voice) string {
	if v.Local {
		return i18n.Text("This computer")
	}
	return words.VoiceName(v.Voice)
}

func volumeIcon(volume float64) string {
	switch {
	case volume <= 0:
		return "volume-x"
	case volume < 0.5:
		return "volume-1"
	}
	return "volume-2"
}

// problemColor returns the caution color if waiting helps, and the danger color if the user must
// act.
func problemColor(kind problem.Kind) fyne.ThemeColorName {
	switch kind {
	case problem.NoKey, problem.KeyRejected, problem.NoCredit, problem.Forbidden, problem.NoSuchModel, problem.WrongAddress, problem.Insecure, problem.Storage, problem.ConnectionGone, problem.ProxyLogin:
		return theme.ColorDanger
	}
	return theme.ColorCaution
}
