package transcribe

import (
	"cmp"
	"time"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/app/problem"
	"parlando/app/recordings"
	"parlando/app/transcripts"
	"parlando/app/transcripts/transcriber"
	"parlando/views/format"
	"parlando/views/i18n"
	"parlando/views/widgets/list"
	"parlando/views/words"
)

// The ids of the buttons on the second line of a row, and of the button before the title.
const (
	whyID   = "why"
	againID = "again"
	playID  = "play"
)

// moreButton returns the button that opens the menu of a row.
func moreButton() []list.Button {
	return []list.Button{{ID: list.More, Icon: "ellipsis", Name: i18n.Text("More"), HoverOnly: true}}
}

// rowLook is the appearance of both lists: a title and a line of details.
var rowLook = list.Style{
	Heights: func() list.Heights {
		plain := textHeight(fynetheme.SizeNameText) + textHeight(fynetheme.SizeNameCaptionText) + 23
		return list.Heights{list.TwoLines: plain, list.TwoLinesAndBar: plain + 10}
	},
	Gap: rowGap, Left: 10, Right: 10, Top: 10, LineGap: 1, LeadAt: 6, LeadGap: 8, End: 6, TextGap: 2,
}

// rowGap is the space between two rows.
const rowGap = 6

func textHeight(size fyne.ThemeSizeName) float32 {
	return fyne.MeasureText("M", fynetheme.Size(size), fyne.TextStyle{}).Height
}

// transcriptRow returns the row of a transcript: a file until it is done, then what its head shows.
func transcriptRow(t transcripts.Transcript) list.Row {
	r := list.Row{Title: t.Name(), Name: t.Title, Detail: stateWords(t), Failed: t.State == transcripts.Failed, Buttons: moreButton()}
	if t.State == transcripts.Done {
		r.Title = t.Title
	}
	if t.Pinned {
		r.IconBefore = "pin"
	}
	again := ""
	switch {
	case t.State == transcripts.Working:
		r.ShowProgress, r.Progress = true, share(t.Progress)
	case t.State == transcripts.Failed, t.State == transcripts.Paused && t.Problem.Kind != "":
		r.Links = []list.Button{{ID: whyID, Name: i18n.Text("Details")}}
		again = words.RetryTranscriptionLabel(t.Problem)
		if t.State == transcripts.Paused {
			again = i18n.TextIn("paused", "Continue")
		}
	case t.State == transcripts.Paused:
		again = i18n.TextIn("paused", "Continue")
	case t.Blocked.Kind == problem.LimitReached:
		r.Links = []list.Button{{ID: whyID, Name: i18n.Text("Details")}}
	case t.Blocked.Kind != "":
		again = i18n.TextIn("paused", "Continue")
	}
	if again != "" {
		r.Links = append(r.Links, list.Button{ID: againID, Name: again})
	}
	return r
}

// stateWords returns the state of an unfinished transcript, or the length and the language of a
// finished one.
func stateWords(t transcripts.Transcript) string {
	switch t.State {
	case transcripts.Waiting:
		if t.Gone {
			t.Blocked.Kind = cmp.Or(t.Blocked.Kind, problem.NoSuchModel)
		}
		if t.Blocked.Kind == problem.LimitReached {
			return i18n.Text("Waiting: monthly limit reached")
		}
		if t.Blocked.Kind != "" {
			return i18n.Text("Paused: {{.Trouble}}", map[string]any{"Trouble": words.ShortTranscriptionProblem(t.Blocked.Kind)})
		}
		return i18n.Text("Waiting")
	case transcripts.Paused:
		if t.Problem.Kind != "" {
			return i18n.Text("Interrupted")
		}
		return i18n.Text("Paused")
	case transcripts.Failed:
		return words.ShortTranscriptionProblem(t.Problem.Kind)
	case transcripts.Working:
		if t.Pausing {
			return i18n.Text("Pausing after the current part")
		}
		return progressWords(t.Progress)
	case transcripts.Done:
	}
	about := ""
	if t.Length > 0 {
		about = words.PositionTime(t.Length)
	}
	if l := words.Language(t.Language); l != "" {
		about = join(about, l)
	}
	if t.Missing {
		about = join(about, i18n.Text("audio not found"))
	}
	return about
}

// join joins two texts with a dot.
func join(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + " · " + b
}

// progressWords returns the current step and the remaining time.
func progressWords(p transcriber.Progress) string {
	said := ""
	switch p.Phase {
	case transcriber.Measuring:
		if p.Total > 0 {
			return i18n.Text("Checking the recording: {{.Percent}}", map[string]any{"Percent": percent(p)})
		}
		return i18n.Text("Checking the recording")
	case transcriber.Converting:
		said = i18n.Text("Making smaller: {{.Percent}}", map[string]any{"Percent": percent(p)})
	case transcriber.Uploading:
		said = i18n.Text("Uploading {{.Percent}}", map[string]any{"Percent": percent(p)})
	case transcriber.Waiting:
		said = i18n.Text("Transcribing")
	default:
		return i18n.Text("Beginning")
	}
	if p.Parts > 1 && p.Phase == transcriber.Waiting {
		said = join(said, i18n.Text("part {{.N}} of {{.All}}", map[string]any{"N": format.Number(p.Part), "All": format.Number(p.Parts)}))
	}
	if p.Left > 0 {
		said = join(said, words.TimeLeft(p.Left))
	}
	return said
}

func percent(p transcriber.Progress) string { return format.Percent(int(share(p) * 100)) }

// share returns the completed share of a job, 0 to 1.
func share(p transcriber.Progress) float64 {
	if p.Total <= 0 {
		return 0
	}
	return min(max(float64(p.Sent)/float64(p.Total), 0), 1)
}

// recordingRow returns the row of a recording; playing means that the recording is being played.
func recordingRow(r recordings.Recording, playing bool, now time.Time) list.Row {
	row := list.Row{Title: words.RecordingName(r.Title, r.Started, now), Detail: words.PositionTime(r.Length), Buttons: moreButton()}
	if r.State == recordings.Running {
		row.Detail = i18n.Text("Recording…")
		return row
	}
	row.Leading = list.Button{ID: playID, Icon: "play", Name: i18n.Text("Play {{.Title}}", map[string]any{"Title": row.Title}), Color: fynetheme.ColorNameForeground}
	if playing {
		row.Leading.Icon, row.Leading.Name = "pause", i18n.Text("Pause {{.Title}}", map[string]any{"Title": row.Title})
	}
	again := i18n.TextIn("action", "Transcribe")
	switch {
	case r.Problem.Kind != "" && r.Problem.Kind != "interrupted" && !r.Damaged:
		row.Detail, row.Failed = join(row.Detail, i18n.Text("not transcribed")), true
		again = i18n.Text("Try again")
	case r.Silent:
		row.Detail = join(row.Detail, i18n.Text("no sound"))
	case r.Damaged:
		row.Detail = join(row.Detail, i18n.Text("incomplete"))
	}
	if !r.Until.IsZero() {
		row.Detail = join(row.Detail, i18n.Text("deleted tomorrow"))
	}
	row.Links = []list.Button{{ID: againID, Name: again}}
	return row
}
