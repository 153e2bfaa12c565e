package window

import (
	"context"
	"errors"
	"strings"

	"fyne.io/fyne/v2/lang"

	"parley/app/chat"
	"parley/app/history"
	"parley/app/speech"
	"parley/app/transcripts"
	"parley/views/transcript"
	"parley/views/widgets"
)

// opened is the transcript that is open: what is shown of it, what is written in it, and its sound.
type opened struct {
	window *Window
	owner  transcriptOwner
	view   *transcript.View
	edits  *edits

	// id is the transcript, "" for none.
	id chat.ID
	// reads counts what was asked for, so that lines that were overtaken are dropped.
	reads int
	// show is the line that is to be shown once the lines are there, with the words that were looked for.
	show  int64
	found string

	sound transcriptSound
	// translated is the language the lines were translated into since this transcript was opened, "" for none.
	translated string
}

// buildTranscript makes the view. It shows nothing until a transcript is opened.
func (v *Window) buildTranscript(owner transcriptOwner) *opened {
	o := &opened{window: v, owner: owner, edits: &edits{owner: owner}}
	o.sound.opened = o
	o.view = transcript.New(transcript.Options{
		OnEdit: func(e transcript.Edit) {
			o.change(func(ctx context.Context, id chat.ID) error { return o.edits.edit(ctx, id, e) })
		},
		OnUndo: func() { o.step(owner.Undo) },
		OnRedo: func() { o.step(owner.Redo) },
		OnRename: func(title string) {
			o.simply(func(ctx context.Context, id chat.ID) error { return owner.Rename(ctx, id, title) })
		},
		OnRetry: func() { o.simply(owner.Retry) },
		OnCopy:  o.copy, OnAsk: o.ask, SaveItems: o.saveItems, MoreItems: o.moreItems, OnLocate: o.locate,
		OnRenameSpeaker: func(old, name string) {
			o.change(func(ctx context.Context, id chat.ID) error {
				return owner.Edit(ctx, id, transcripts.RenameSpeaker{Old: old, New: name})
			})
		},
		OnHear: o.sound.hear, OnToggle: o.sound.toggle, OnLoop: o.sound.setLoop,
		OnPopup: v.popup, OnSay: v.toasts.Say, After: v.thread.After,
	})
	p := o.view.Player
	p.OnToggle, p.OnSeek, p.OnSpeed, p.OnFix = o.sound.toggle, o.sound.seek, v.core.Speech.SetSpeed, v.core.Speech.Toggle
	return o
}

// open shows a transcript; "" shows none. With a line that is shown, and the words that were looked for in it.
func (o *opened) open(id chat.ID, line int64, found string) {
	if id != o.id {
		o.view.Flush()
		o.id, o.translated = id, ""
		o.sound.changed()
		o.showUnkept()
		o.keep()
	}
	o.show, o.found = line, found
	o.refresh()
	o.read()
}

// refresh shows what is known of the transcript besides its lines.
func (o *opened) refresh() {
	t, ok := o.owner.Get(o.id)
	was := o.view.Shown()
	o.view.Set(t, ok && o.id != "")
	if ok && was != t.ID {
		o.sound.find()
	}
	o.showTranslation()
	o.sound.refresh()
}

// read has the lines read and shown. What is being written goes first.
func (o *opened) read() {
	if o.id == "" || o.view.Ready() && !o.edits.idle(o.id) {
		return // they are read when all changes are made
	}
	o.reads++
	asked, id := o.reads, o.id
	o.window.thread.Go(func() func() {
		lines, err := o.owner.Lines(o.window.ctx, id)
		return func() {
			if asked != o.reads || id != o.id || o.view.Ready() && !o.edits.idle(id) {
				return
			}
			if err != nil {
				if !errors.Is(err, transcripts.ErrNotFound) {
					o.window.core.Log.Error("The lines of a transcript were not read", "error", err)
					if o.view.Ready() {
						o.window.toasts.Say(lang.L("The lines of this transcript could not be read."), lang.L("Try again"), o.read)
					} else {
						o.view.SetUnread(o.read)
					}
				}
				return
			}
			o.view.SetLines(id, lines)
			if o.show != 0 {
				o.view.ShowLine(o.show, o.found)
				o.show, o.found = 0, ""
			}
			o.sound.refresh()
		}
	})
}

// linesChanged is told that the lines of a transcript are others.
func (o *opened) linesChanged(id chat.ID) {
	if id == o.id {
		o.read()
	}
}

// change brings a change to the owner, behind those before it; then the lines are shown as they are there.
func (o *opened) change(do func(context.Context, chat.ID) error) {
	id, v := o.view.Shown(), o.window
	if v.core.History.ReadOnly() != "" {
		v.couldNotKeep(history.ErrReadOnly)
		o.read()
		return
	}
	o.reads++
	if o.edits.add(lineChange{id, func(ctx context.Context) error { return do(ctx, id) }}) {
		o.runEdits()
	}
}

// keep brings the changes that the disk has refused to the owner once more.
func (o *opened) keep() {
	if o.edits.begin() {
		o.runEdits()
	}
}

// runEdits makes the changes that wait. What is refused stays as it was typed, and is not read over.
func (o *opened) runEdits() {
	v := o.window
	var dropped error
	v.write(o.edits, func() (refused error) {
		// Not v.ctx: what was typed is kept while the window closes.
		dropped, refused = o.edits.run(context.WithoutCancel(v.ctx))
		return refused
	}, func(refused error) {
		if dropped != nil {
			v.core.Log.Warn("A line was not changed", "error", dropped)
			v.toasts.Say(lang.L("This line could not be changed."), "", nil) // the lines that are read now show it
		}
		if refused != nil {
			v.couldNotKeep(refused)
		}
		o.showUnkept()
		o.read()
	})
}

// showUnkept says whether changes of this transcript wait for the disk.
func (o *opened) showUnkept() {
	if o.edits.idle(o.id) {
		o.view.SetUnkept(nil)
	} else {
		o.view.SetUnkept(o.keep)
	}
}

// step takes a change back or makes it again. The lines follow, whether anything was changed or not.
func (o *opened) step(do func(context.Context, chat.ID) (bool, error)) {
	o.change(func(ctx context.Context, id chat.ID) error {
		_, err := do(ctx, id)
		return err
	})
}

// simply does something that changes no lines.
func (o *opened) simply(do func(context.Context, chat.ID) error) {
	id := o.view.Shown()
	o.window.change(func(ctx context.Context) error { return do(ctx, id) })
}

// depart brings what was written in a line to its owner, and leaves the sound.
func (o *opened) depart() {
	o.flush()
	o.sound.unlook()
}

// flush has all that was written brought to the owner.
func (o *opened) flush() {
	o.view.Flush()
	o.keep()
}

// text is what is copied and read aloud: a line for each line, with who speaks where another one begins.
func (o *opened) text() (body string, starts []int) {
	var b strings.Builder
	speaker := ""
	for i, l := range o.view.Text() {
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

func (o *opened) copy() {
	body, _ := o.text()
	o.window.copy(body)
	o.window.toasts.Say(lang.L("The whole text was copied."), "", nil)
}

// ask begins a chat about the transcript.
func (o *opened) ask() {
	o.flush()
	if t, ok := o.owner.Get(o.id); ok {
		o.window.askAboutTranscript(t, o.view.Text(), 0)
	}
}

// moreItems are what can be done with it besides.
func (o *opened) moreItems() []widgets.MenuItem {
	t, ok := o.owner.Get(o.id)
	if !ok {
		return nil
	}
	var items []widgets.MenuItem
	if t.State == transcripts.Done {
		items = append(items, widgets.MenuItem{Icon: "volume-2", Words: lang.L("Read aloud"), Reason: o.view.NotReady(), Do: o.readAloud})
		items = append(items, o.translateItem())
		again := widgets.MenuItem{Icon: "refresh-cw", Words: lang.L("Transcribe again…"), Do: func() { o.window.transcribeAgain(t) }}
		if t.Missing {
			again.Reason = lang.L("The sound file is not where it was.")
		}
		items = append(items, again)
	}
	return items
}

// readAloud reads the text with the voice of the settings, from the line that is written in on.
func (o *opened) readAloud() {
	body, starts := o.text()
	from := 0
	if i := o.view.Line(); i > 0 && i < len(starts) {
		from = starts[i]
	}
	t, _ := o.owner.Get(o.id)
	o.sound.read = starts
	o.window.core.Speech.Say(speech.Text{
		Source: speech.Source{Kind: speech.Lines, ID: string(o.id)}, Title: t.Title, Body: body, Plain: true, From: from,
	}, o.window.core.Speech.Preferred())
}
