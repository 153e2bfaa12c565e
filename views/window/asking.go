package window

import (
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/layout"
	fynetheme "fyne.io/fyne/v2/theme"

	"parley/app/chat"
	"parley/app/history"
	"parley/app/speech"
	"parley/app/transcripts"
	"parley/app/transcripts/excerpt"
	"parley/views/composer"
	"parley/views/widgets"
	"parley/views/words"
)

// excerptNotice is the key of what is said above the message of a transcript that does not fit.
const excerptNotice = "excerpt"

// askAboutTranscript begins a chat with a transcript in its first message, from one of its lines on: as much of it as the model takes. The question is left to
// the person.
func (v *Window) askAboutTranscript(t transcripts.Transcript, lines []transcripts.Line, first int) {
	if v.open.ID == "" && onlyAbout(v.composer.Draft(), t.ID) {
		v.showChat()
	} else {
		v.newChat()
	}
	v.attachFrom(t, lines, first)
}

// onlyAbout reports whether a message is a transcript without words.
func onlyAbout(d chat.Draft, id chat.ID) bool {
	return d.Text == "" && len(d.Parts) == 1 && d.Parts[0].Kind == chat.PartTranscript && d.Parts[0].Transcript == id
}

// attachFrom puts a transcript into the message, from one of its lines on.
func (v *Window) attachFrom(t transcripts.Transcript, lines []transcripts.Line, first int) {
	m, _ := v.core.Catalog.Model(v.connection(), v.model())
	e := excerpt.Of(t, lines, first, excerpt.Room(m.Context))
	v.attachExcerpt(e)
	if e.Whole() {
		return
	}
	n := composer.Notice{Key: excerptNotice, Closed: func() {}}
	which := map[string]any{
		"Model": m.Name, "From": words.Clock(e.From), "To": words.Clock(e.To), "Length": words.Clock(e.Length), "First": words.Count(e.First + 1), "Last": words.Count(e.Next), "All": words.Count(e.All),
	}
	if t.Timed {
		n.Text = lang.L("{{.Model}} does not take all of this transcript: {{.From}} to {{.To}} of {{.Length}} will be sent.", which)
	} else {
		n.Text = lang.L("{{.Model}} does not take all of this transcript: the lines {{.First}} to {{.Last}} of {{.All}} will be sent.", which)
	}
	n.Button = lang.L("Send all of it anyway")
	n.Action = func() {
		v.composer.ClearNotice(excerptNotice)
		v.attachExcerpt(excerpt.Of(t, lines, 0, 0))
	}
	if e.Next < e.All {
		n.Other = lang.L("The next part instead")
		n.OtherAction = func() {
			v.composer.ClearNotice(excerptNotice)
			v.attachFrom(t, lines, e.Next)
		}
	}
	v.composer.SetNotice(n)
}

// attachExcerpt puts a transcript into the message, in place of what is there of the same one.
func (v *Window) attachExcerpt(e excerpt.Excerpt) {
	now := v.composer.Draft()
	now.Parts = append(now.Parts, e.Part)
	v.drafts.put(now)
	v.composer.FocusText()
}

// refreshStarters offers what fits the message in a chat in which nothing was said: questions about a recording if there is one in it.
func (v *Window) refreshStarters() {
	about := slices.ContainsFunc(v.composer.Draft().Parts, func(p chat.Part) bool { return p.Kind == chat.PartTranscript })
	if !about {
		v.composer.ClearNotice(excerptNotice)
	}
	if about == v.asking.starters {
		return
	}
	v.asking.starters = about
	if about {
		v.middle.setStarters(v.aboutRecording())
	} else {
		v.middle.setStarters(v.emptyChat())
	}
}

// asking is what the window keeps of chats about recordings.
type asking struct {
	// starters: the questions about a recording are offered.
	starters bool
	// about are the transcripts that the open conversation is about.
	about []history.AskedAbout
}

// aboutRecording is what stands in the middle while nothing was asked about a recording.
func (v *Window) aboutRecording() fyne.CanvasObject {
	begin := func(text string) func() {
		return func() {
			d := v.composer.Draft()
			d.Text = text
			v.drafts.put(d)
			v.composer.FocusText()
		}
	}
	grid := container.New(&pairs{gap: 10})
	for _, s := range []starter{
		{"list-checks", lang.L("Sum it up"), lang.L("The main points, with their times"), begin(lang.L("Sum up the main points, each with its time."))},
		{"circle-check", lang.L("What was decided?"), lang.L("And who does what, until when"), begin(lang.L("What was decided, and who does what until when? Tell the times."))},
		{"search", lang.L("Find a place"), lang.L("Where something is spoken of"), begin(lang.L("Where is this spoken of: "))},
		{"pencil", lang.L("Write about it"), lang.L("Minutes, a letter, an article"), begin(lang.L("Write the minutes of this, with headings."))},
	} {
		grid.Add(widgets.NewStarter(s.icon, s.title, s.detail, s.do))
	}
	heading := container.New(layout.NewCustomPaddedLayout(10, 10, 10, 10), widgets.NewTitle(lang.L("What do you want to know about it?"), fynetheme.SizeNameHeadingText))
	column := container.New(layout.NewCustomPaddedVBoxLayout(10), container.NewCenter(heading), grid)
	return container.New(&columnLayout{}, column)
}

// setAbout lets the times in the replies be clicked where there is a recording.
func (v *Window) setAbout(about []history.AskedAbout) {
	v.asking.about = about
	v.view.SetTimes(len(about) > 0)
}

// playFrom plays the recording that a reply is about, from a time on: that of the last transcript before the reply.
func (v *Window) playFrom(reply chat.ID, at time.Duration) {
	var id chat.ID
	for _, a := range v.asking.about {
		if id == "" || a.Message < reply { // IDs sort by the time they were made
			id = a.Transcript
		}
	}
	source := speech.Source{Kind: speech.Recording, ID: string(id)}
	if s := v.core.Speech.Snapshot(); s.Phase != speech.Idle && s.Source == source {
		v.core.Speech.Seek(at)
		v.core.Speech.Resume()
		return
	}
	v.thread.Go(func() func() {
		t, ok := v.core.Transcripts.Get(id)
		path, err := "", transcripts.ErrNotFound
		if ok {
			path, err = v.core.Transcripts.SoundPath(v.ctx, id)
		}
		return func() {
			if err != nil {
				v.core.Log.Warn("A recording is not there", "error", err)
				v.frame.Toasts.Say(lang.L("The recording is not there any more."), "", nil)
				return
			}
			v.core.Speech.PlayFile(source, t.Title, path)
			v.core.Speech.Seek(at)
		}
	})
}
