package transcribe

import (
	"path/filepath"
	"time"

	"fyne.io/fyne/v2/lang"

	"parley/app/chat"
	"parley/app/recordings"
	"parley/app/transcripts"
	"parley/app/transcripts/scribe"
	"parley/views/words"
)

// item is what one row of a list shows.
type item struct {
	id            chat.ID
	title, detail string
	// bad: the detail is something that went wrong.
	bad    bool
	pinned bool
	// share is how much of the bar is filled, 0 to 1; below 0 there is no bar.
	share float64
	// why and again are the words of what stands behind the detail, "" for none.
	why, again string
	// play is the name of the button before the title, "" for none; playing says that it is heard now.
	play    string
	playing bool
	// own is the title that can be written anew.
	own string
}

// none is the share of what has no bar.
const none = -1

// itemOf shows a transcript.
func itemOf(t transcripts.Transcript) item {
	i := item{id: t.ID, title: Title(t), own: t.Title, pinned: t.Pinned, share: none, detail: StateWords(t)}
	switch {
	case t.State == transcripts.Working:
		i.share = Share(t.Progress)
	case t.State == transcripts.Failed, t.State == transcripts.Paused && t.Problem.Kind != "":
		i.bad = t.State == transcripts.Failed
		i.why, i.again = lang.L("Why?"), words.WriteAgain(t.Problem)
		if t.State == transcripts.Paused {
			i.again = lang.L("Continue")
		}
	case t.State == transcripts.Paused:
		i.again = lang.L("Continue")
	case t.Held.Kind != "":
		i.again = lang.L("Go on")
	}
	return i
}

// Title is what a transcript is called: the name of its file as a whole, unless the person gave it another.
func Title(t transcripts.Transcript) string {
	base := filepath.Base(t.Path)
	if t.Path != "" && t.Title == base[:len(base)-len(filepath.Ext(base))] {
		return base
	}
	return t.Title
}

// StateWords says in a few words how a transcript is, or once it is done how long and in which language.
func StateWords(t transcripts.Transcript) string {
	switch t.State {
	case transcripts.Waiting:
		if t.Held.Kind != "" {
			return lang.L("Held back: {{.Trouble}}", map[string]any{"Trouble": words.Briefly(t.Held.Kind)})
		}
		return lang.L("Waiting")
	case transcripts.Paused:
		if t.Problem.Kind != "" {
			return lang.L("Interrupted")
		}
		return lang.L("Paused")
	case transcripts.Failed:
		return words.Briefly(t.Problem.Kind)
	case transcripts.Working:
		if t.Pausing {
			return lang.L("Pausing after this part")
		}
		return progressWords(t.Progress)
	case transcripts.Done:
	}
	about := ""
	if t.Length > 0 {
		about = words.Clock(t.Length)
	}
	if l := words.Language(t.Language); l != "" {
		about = join(about, l)
	}
	if t.Missing {
		about = join(about, lang.L("sound not found"))
	}
	return about
}

func join(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + between + b
}

// progressWords says what is being done and how long it takes still.
func progressWords(p scribe.Progress) string {
	said := ""
	switch p.Phase {
	case scribe.Measuring:
		return lang.L("Looking through it")
	case scribe.Converting:
		said = lang.L("Making it smaller {{.N}} %", map[string]any{"N": percent(p)})
	case scribe.Uploading:
		said = lang.L("Uploading {{.N}} %", map[string]any{"N": percent(p)})
	case scribe.Waiting:
		said = lang.L("Being written down")
	default:
		return lang.L("Beginning")
	}
	if p.Parts > 1 && p.Phase == scribe.Waiting {
		said = join(said, lang.L("part {{.N}} of {{.All}}", map[string]any{"N": words.Count(p.Part), "All": words.Count(p.Parts)}))
	}
	if p.Left > 0 {
		said = join(said, words.Left(p.Left))
	}
	return said
}

func percent(p scribe.Progress) int { return int(Share(p) * 100) }

// Share is how much of a job is done, 0 to 1.
func Share(p scribe.Progress) float64 {
	if p.Total <= 0 {
		return 0
	}
	return min(max(float64(p.Sent)/float64(p.Total), 0), 1)
}

// itemOfRecording shows a recording; playing says that it is heard now.
func itemOfRecording(r recordings.Recording, playing bool, now time.Time) item {
	i := item{id: r.ID, title: RecordingTitle(r, now), share: none, playing: playing, detail: words.Clock(r.Length)}
	i.own = i.title
	if r.State == recordings.Running {
		i.detail = lang.L("Recording…")
		return i
	}
	i.play = lang.L("Play {{.Title}}", map[string]any{"Title": i.title})
	if playing {
		i.play = lang.L("Pause {{.Title}}", map[string]any{"Title": i.title})
	}
	i.again = lang.L("Transcribe")
	switch {
	case r.Problem.Kind != "" && r.Problem.Kind != "interrupted" && !r.Damaged:
		i.detail, i.bad = join(i.detail, lang.L("not written down")), true
		i.again = lang.L("Try again")
	case r.Silent:
		i.detail = join(i.detail, lang.L("silent"))
	case r.Damaged:
		i.detail = join(i.detail, lang.L("was cut off"))
	}
	if !r.Until.IsZero() {
		i.detail = join(i.detail, lang.L("goes soon"))
	}
	return i
}

// RecordingTitle is what a recording is called: what the person named it, what was said first, or when it was made.
func RecordingTitle(r recordings.Recording, now time.Time) string {
	if r.Title != "" {
		return r.Title
	}
	return words.When(r.Started, now)
}
