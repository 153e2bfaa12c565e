package chat

import (
	"slices"
	"strings"
	"time"

	"parlando/app/settings"

	"parlando/app/chat"
	"parlando/app/speech"
	"parlando/app/transcripts"
	"parlando/app/transcripts/export"
	"parlando/views/composer"
	"parlando/views/format"
	"parlando/views/i18n"
	"parlando/views/pages/chat/answers"
	"parlando/views/pages/chat/body"
	"parlando/views/pages/chat/tools"
	"parlando/views/words"
)

// excerptNotice is the key of the notice about a transcript that does not fit.
const excerptNotice = "excerpt"

// excerpts attaches parts of transcripts to the message, and plays the recordings of a chat.
type excerpts struct {
	*base
	pages       Pages
	settings    *settings.Store
	speech      *speech.Speech
	transcripts *transcripts.Transcripts

	reader  *reader
	drafts  *draftBox
	tools   *tools.Controller
	answers *answers.Controller
	// offered identifies the shown starters; nil before the empty chat has shown any.
	offered *offer
	// addFile asks for a picture or file to attach, with a model that supports pictures.
	addFile func()
}

// offer identifies the starters of an empty chat: questions about a recording, or the general
// starters with or without tools.
type offer struct {
	questions bool
	tools     tools.Offer
}

// onlyAbout reports whether a message consists of a transcript and no text.
func onlyAbout(d chat.Draft, id chat.ID) bool {
	return d.Text == "" && len(d.Parts) == 1 && d.Parts[0].Kind == chat.PartTranscript && d.Parts[0].Transcript == id
}

// attachFrom attaches a transcript to the message, starting at line number first.
func (e *excerpts) attachFrom(t transcripts.Transcript, lines []transcripts.Line, first int) {
	m, _ := e.catalog.Model(e.open.connection(), e.open.model())
	part := export.ExcerptOf(t, lines, first, export.MaxExcerptTokens(m.Context))
	e.attachExcerpt(part)
	if part.IsComplete() {
		return
	}
	n := composer.Notice{Key: excerptNotice, OnClosed: func() {}}
	which := map[string]any{
		"Model": m.Name, "From": words.PositionTime(part.From), "To": words.PositionTime(part.To), "Length": words.PositionTime(part.Length), "First": format.Number(part.First + 1), "Last": format.Number(part.Next), "All": format.Number(part.All),
	}
	if t.Timed {
		n.Text = i18n.Text("This transcript is too long for {{.Model}}. Only the part from {{.From}} to {{.To}} (of {{.Length}}) will be sent.", which)
	} else {
		n.Text = i18n.Text("This transcript is too long for {{.Model}}. Only lines {{.First}} to {{.Last}} (of {{.All}}) will be sent.", which)
	}
	n.Button = i18n.Text("Send everything anyway")
	n.Action = func() {
		e.composer.ClearNotice(excerptNotice)
		e.attachExcerpt(export.ExcerptOf(t, lines, 0, 0))
	}
	if part.Next < part.All {
		n.Other = i18n.Text("Send the next part instead")
		n.OtherAction = func() {
			e.composer.ClearNotice(excerptNotice)
			e.attachFrom(t, lines, part.Next)
		}
	}
	e.composer.SetNotice(n)
}

// attachExcerpt attaches an excerpt in place of an earlier excerpt of the same transcript.
func (e *excerpts) attachExcerpt(x export.Excerpt) {
	now := e.composer.Draft()
	now.Parts = append(now.Parts, x.Part)
	e.drafts.put(now)
	e.composer.FocusText()
}

// refreshStarters shows the starters that fit the message of an empty chat: questions about a
// recording if one is attached.
func (e *excerpts) refreshStarters() {
	if !e.composer.Visible() {
		return // nothing can be asked in a backup
	}
	if e.open.ID == "" && e.open.Project != "" {
		return // the page shows the project
	}
	about := slices.ContainsFunc(e.composer.Draft().Parts, func(p chat.Part) bool { return p.Kind == chat.PartTranscript })
	if !about {
		e.composer.ClearNotice(excerptNotice)
	}
	now := offer{questions: about}
	if !about && !e.settings.Get().Comfort.Simple {
		now.tools = e.tools.Offer()
	}
	if e.offered != nil && *e.offered == now {
		return
	}
	e.offered = &now
	if about {
		e.body.SetStarters(i18n.Text("What do you want to know about it?"), e.questions())
	} else {
		e.body.SetStarters(i18n.Text("What can I help with?"), e.beginnings(e.tools.Starters(now.tools)))
	}
}

// gap is the place in a beginning where the user goes on writing.
const gap = "\uFFFC"

// begin returns a function that puts text, the beginning of a message, into the message box, with
// the caret at its gap, or else at its end.
func (e *excerpts) begin(put func(chat.Draft), text string) func() {
	return func() {
		before, after, _ := strings.Cut(text, gap)
		d := e.composer.Draft()
		d.Text = before + after
		put(d)
		e.composer.SetCaret(len(before))
		e.composer.FocusText()
	}
}

// beginnings returns the general starters of an empty chat.
func (e *excerpts) beginnings(withTools []tools.Starter) []body.Starter {
	all := []body.Starter{
		{Icon: "image", Title: i18n.Text("Ask about a picture"), Do: e.addFile},
		{Icon: "mail", Title: i18n.Text("Write a letter"), Do: e.begin(e.composer.SetDraft, i18n.Text("Write a letter to {{.Somebody}}", map[string]any{"Somebody": gap}))},
		{Icon: "table", Title: i18n.Text("Reply as a table"), Do: e.answers.NewTable},
	}
	for _, s := range withTools {
		put := e.begin(e.composer.SetDraft, s.Message)
		all = append(all, body.Starter{Icon: s.Icon, Title: s.Title, Do: func() { e.tools.UseStarter(s); put() }})
	}
	return append(all,
		body.Starter{Icon: "audio-lines", Title: i18n.Text("Transcribe a recording"), Do: e.pages.ShowTranscribe},
		body.Starter{Icon: "volume-2", Title: i18n.Text("Read a text aloud"), Do: e.pages.ShowSpeak})
}

// questions returns starters that ask about a recording.
func (e *excerpts) questions() []body.Starter {
	return []body.Starter{
		{Icon: "list-checks", Title: i18n.Text("Summarize it"), Do: e.begin(e.drafts.put, i18n.Text("Summarize the main points, each with its time."))},
		{Icon: "table", Title: i18n.Text("Who does what by when"), Do: e.tabulatePromises},
		{Icon: "search", Title: i18n.Text("Find a passage"), Do: e.begin(e.drafts.put, i18n.Text("Where is {{.What}} mentioned?", map[string]any{"What": gap}))},
		{Icon: "pencil", Title: i18n.Text("Write minutes"), Do: e.begin(e.drafts.put, i18n.Text("Write minutes of this, with headings."))},
	}
}

// tabulatePromises starts a message that asks for a table of the promises made in a recording.
func (e *excerpts) tabulatePromises() {
	e.answers.UsePromisesForm()
	e.begin(e.drafts.put, i18n.Text("Who agreed to do what, and by when? Give the time in the recording for each."))()
}

// playFrom plays the recording that a reply is about, from the given time. That is the recording of
// the last transcript attached before the reply.
func (e *excerpts) playFrom(reply chat.ID, at time.Duration) {
	var id chat.ID
	for _, a := range e.reader.about {
		if id == "" || a.Message < reply { // IDs sort by creation time
			id = a.Transcript
		}
	}
	source := speech.Source{Kind: speech.Recording, ID: string(id)}
	if s := e.speech.Snapshot(); s.Phase != speech.Idle && s.Source == source {
		e.speech.Seek(at)
		e.speech.Resume()
		return
	}
	e.Thread.Go(func() func() {
		t, ok := e.transcripts.Get(id)
		path, err := "", transcripts.ErrNotFound
		if ok {
			path, err = e.transcripts.SoundPath(e.Frame.Context(), id)
		}
		return func() {
			if err != nil {
				e.Log.Warn("The recording of a transcript could not be found", "error", err)
				e.Frame.Toasts().Say(i18n.Text("The recording no longer exists."), "", nil)
				return
			}
			e.speech.PlayFile(source, t.Title, path)
			e.speech.Seek(at)
		}
	})
}
