package transcribe

import (
	"context"
	"errors"
	"path/filepath"
	"strings"

	"parlando/app/chat"
	"parlando/app/speech"
	"parlando/app/transcripts"
	"parlando/views/form"
	"parlando/views/i18n"
	"parlando/views/modelchoice"
	"parlando/views/shell"
	"parlando/views/transcript"
	"parlando/views/uithread"
	"parlando/views/widgets"
)

// openTranscript shows the open transcript. Its edits, its sound and its translation have their own
// controllers.
type openTranscript struct {
	Options
	view        *transcript.View
	edits       *lineEditor
	sound       *soundPlayer
	translation *translator
	exports     *exporter
	// id is the open transcript, "" for none; missing means that the last lookup did not find its
	// sound; reads is the scope of reads of the transcript.
	id      chat.ID
	missing bool
	reads   *uithread.Scope
	// line is the line to scroll to after the lines were read, 0 for none; found is the text to
	// highlight.
	line  int64
	found string
	// inSight reports whether a transcript is visible. onAgain shows the question about its sound
	// again.
	inSight func(chat.ID) bool
	onAgain func(transcripts.Transcript)
}

func newOpenTranscript(o Options, exports *exporter) *openTranscript {
	t := &openTranscript{Options: o, exports: exports, reads: uithread.NewScope(o.Thread)}
	t.edits = &lineEditor{Options: o, onChange: t.reads.Reset, onDone: t.read}
	t.sound = &soundPlayer{Options: o, reads: uithread.NewScope(o.Thread), inSight: func(id chat.ID) bool { return t.inSight(id) }}
	t.translation = &translator{Options: o}
	view := transcript.New(transcript.Options{
		Editor: t.edits, Playback: t.sound, Actions: t, Say: o.Frame.Toasts().Say, After: o.Thread.After,
		Draft: func(id string) *form.Draft { return form.Open(o.Frame.Forms(), "transcript/"+string(t.id)+"/"+id) },
	})
	t.view, t.edits.view, t.sound.view, t.translation.view = view, view, view, view
	p := view.Player
	p.OnToggle, p.OnSeek, p.OnSpeed, p.OnFix = t.sound.Toggle, t.sound.seek, o.Speech.SetSpeed, o.Speech.Toggle
	return t
}

// open shows a transcript, "" for none, and scrolls to line unless it is 0. found is the text to
// highlight there.
func (t *openTranscript) open(id chat.ID, line int64, found string) {
	if id != t.id {
		t.view.Flush()
		t.id, t.edits.id = id, id
		t.reads.Reset()
		t.sound.open(id)
		t.translation.open(id)
		t.edits.show()
		t.edits.retry()
	}
	t.line, t.found = line, found
	t.refresh()
	t.read()
}

// refresh shows everything about the transcript except its lines.
func (t *openTranscript) refresh() {
	one, ok := t.Transcripts.Get(t.id)
	was := t.view.Shown()
	t.view.Set(one, ok && t.id != "")
	if ok && (was != one.ID || t.missing && !one.Missing) {
		t.sound.find()
	}
	t.missing = one.Missing
	t.translation.show()
	t.sound.refresh()
}

// read reads and shows the lines after all pending changes have been stored.
func (t *openTranscript) read() {
	if t.id == "" || t.changing() {
		return
	}
	t.reads.Reset()
	id := t.id
	uithread.Load(t.reads, func() ([]transcripts.Line, error) { return t.Transcripts.Lines(t.Frame.Context(), id) }, t.showLines, t.couldNotRead)
}

// changing reports whether the shown lines have changes that are not stored yet.
func (t *openTranscript) changing() bool { return t.view.Ready() && !t.edits.stored() }

func (t *openTranscript) showLines(lines []transcripts.Line) {
	if t.changing() {
		return
	}
	t.view.SetLines(t.id, lines)
	if t.line != 0 {
		t.view.ShowLine(t.line, t.found)
		t.line, t.found = 0, ""
	}
	t.sound.refresh()
}

// couldNotRead shows the error in place of the lines, or above lines that are already shown.
func (t *openTranscript) couldNotRead(err error) {
	switch {
	case t.changing(), errors.Is(err, transcripts.ErrNotFound):
	case t.view.Ready():
		t.Frame.ReadErrorHandler(i18n.Text("This transcript couldn't be opened."), t.read)(err)
	default:
		t.Log.Error("The lines of a transcript were not read", "error", err)
		t.view.SetReadFailed(t.read)
	}
}

// change runs a small write that does not change the lines.
func (t *openTranscript) change(write func(context.Context, chat.ID) error) {
	id := t.view.Shown()
	t.Frame.Change(func(ctx context.Context) error { return write(ctx, id) })
}

// Rename implements transcript.Actions.
func (t *openTranscript) Rename(title string) {
	t.change(func(ctx context.Context, id chat.ID) error { return t.Transcripts.Rename(ctx, id, title) })
}

// Retry implements transcript.Actions.
func (t *openTranscript) Retry() { t.change(t.Transcripts.Retry) }

// leave stores pending edits and releases the sound.
func (t *openTranscript) leave() {
	t.flush()
	t.sound.leave()
}

// flush passes pending edits to the edit queue.
func (t *openTranscript) flush() {
	t.view.Flush()
	t.edits.retry()
}

// text returns the text to copy or read aloud: one line per line of the transcript, with the
// speaker's name where the speaker changes. starts has the byte offsets of the lines.
func (t *openTranscript) text() (body string, starts []int) {
	var b strings.Builder
	speaker := ""
	for i, l := range t.view.Text() {
		if i > 0 {
			b.WriteByte('\n')
		}
		starts = append(starts, b.Len())
		if l.Speaker != speaker {
			if speaker = l.Speaker; speaker != "" {
				b.WriteString(speaker + ": ")
			}
		}
		b.WriteString(l.Text)
	}
	return b.String(), starts
}

// Copy implements transcript.Actions.
func (t *openTranscript) Copy() {
	body, _ := t.text()
	t.Frame.Copy(body)
	t.Frame.Toasts().Say(i18n.Text("Copied all text."), "", nil)
}

// Ask starts a chat about the transcript.
func (t *openTranscript) Ask() {
	t.flush()
	if one, ok := t.Transcripts.Get(t.id); ok {
		t.Links.AskAbout(one, t.view.Text())
	}
}

// SaveItems returns the menu items that save the transcript.
func (t *openTranscript) SaveItems() []widgets.MenuItem {
	one, ok := t.Transcripts.Get(t.id)
	if !ok {
		return nil
	}
	return t.exports.formats(one, t.view.Text)
}

// MoreItems returns the menu items of the transcript's other actions.
func (t *openTranscript) MoreItems() []widgets.MenuItem {
	one, ok := t.Transcripts.Get(t.id)
	if !ok || one.State != transcripts.Done {
		return nil
	}
	again := widgets.MenuItem{Icon: "refresh-cw", Text: i18n.Text("Transcribe again…"), Do: func() { t.onAgain(one) }}
	if one.Missing {
		again.DisabledReason = i18n.Text("The audio file was moved or deleted.")
	}
	return []widgets.MenuItem{
		{Icon: "volume-2", Text: i18n.TextIn("action", "Read aloud"), DisabledReason: t.view.NotReadyReason(), Do: t.readAloud}, t.translation.item(), again,
	}
}

// readAloud reads the text aloud with the voice of the settings, from the focused line on.
func (t *openTranscript) readAloud() {
	body, starts := t.text()
	from := 0
	if i := t.view.CurrentLine(); i > 0 && i < len(starts) {
		from = starts[i]
	}
	one, _ := t.Transcripts.Get(t.id)
	t.sound.starts = starts
	modelchoice.Readers{Host: t.Frame, Models: t.Models, Settings: t.Settings, Speech: t.Speech, Limit: t.Links.Limit}.Say(speech.Text{
		Source: speech.Source{Kind: speech.TranscriptText, ID: string(t.id)}, Title: one.Title, Body: body, Plain: true, From: from,
	}, "")
}

// Locate asks for the current location of a missing sound file.
func (t *openTranscript) Locate() {
	id := t.id
	t.Frame.Files().ChooseOne(shell.FileRequest{
		Purpose: shell.OpenSound, Title: i18n.Text("Locate the audio file"), Extensions: SoundExtensions(), Type: i18n.Text("Audio and video"),
	}, func(path string) {
		t.Frame.Write(new(int), func() error { return t.Transcripts.Locate(t.Frame.Context(), id, path) }, func(err error) {
			if err != nil {
				t.Log.Warn("The sound file was not found", "error", err)
				t.Frame.Toasts().Say(i18n.Text("{{.Name}} can't be played here.", map[string]any{"Name": filepath.Base(path)}), "", nil)
			}
		})
	})
}
