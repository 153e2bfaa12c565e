package composer

import (
	"image"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/widget"

	"parley/app/chat"
	"parley/views/textview/edit"
	"parley/views/widgets"
)

// Calls are what a Composer tells and asks. Each may be nil.
type Calls struct {
	// OnSend gets what is to be sent. It stands in the composer until SetDraft takes it out.
	OnSend func(chat.Draft)
	// OnStop asks to stop the reply that is being written.
	OnStop func()
	// OnSay tells something for a moment; do, which may be nil, is what the button does.
	OnSay func(sentence, button string, do func())
	// OnChanged gets the whole draft after each change by the user.
	OnChanged func(chat.Draft)
	// OnCancelEdit is called when the user leaves editing an earlier message.
	OnCancelEdit func()
	// OnEscape is asked first when Escape is pressed, and reports whether it closed something that lies over the conversation.
	OnEscape func() bool
	// OnEditLast asks to edit the last message.
	OnEditLast func()
	// OnTakeBack asks for the message that waits.
	OnTakeBack func()
	// OnResized says that HeightFor gives another height than before.
	OnResized func()
}

// AttachmentCalls are what the attachments of a Composer tell and ask. Each may be nil.
type AttachmentCalls struct {
	// OnAttach asks what to add; what it asks with stands at the button.
	OnAttach func(button fyne.CanvasObject)
	// OnLook asks to see a picture or a document large. OnOriginal asks to send a picture as its file was, or not to any more; SetOriginal
	// answers.
	OnLook, OnOriginal func(chat.Part)
	// OnPasteFiles gets the paths of files that were pasted; OnPasteImage is called when a paste found no text.
	OnPasteFiles func(paths []string)
	OnPasteImage func()
	// OnRemove gets an attachment that was taken away, after OnChanged.
	OnRemove func(chat.Part)
}

// VoiceCalls are what the buttons for speaking and hearing of a Composer do. Each may be nil.
type VoiceCalls struct {
	// OnReadReplies is the switch that has replies read aloud; without it there is none.
	OnReadReplies func(on bool)
	// OnDictate is the button of the microphone: it begins a dictation, or ends what goes on; without it there is none. OnDictated ends the
	// listening, or interrupts what is read in a conversation by voice; OnDictateCancel ends all of it. OnVoiceChat begins a conversation by
	// voice.
	OnDictate, OnDictated, OnDictateCancel, OnVoiceChat func()
}

// Composer is the message box with everything around it. All of it is used on Fyne's thread. A nil callback is not called.
type Composer struct {
	widget.BaseWidget
	Calls
	AttachmentCalls
	VoiceCalls

	// Canvas is that of the window; without it the one that painted the composer last is looked for, and Fyne may have forgotten that.
	Canvas  fyne.Canvas
	box     *edit.Box
	chips   *chips
	attach  *widgets.IconButton
	listen  listen
	dictate dictate
	send    *widgets.IconButton
	hint    *hint
	// Above the card, from top to bottom: what is to be said, the message that waits, the one that is edited.
	notices        []*strip
	queue, editing *strip

	parts []chat.Part
	edits chat.ID

	streaming bool
	reason    string // why nothing can be sent now, or ""
	quiet     bool   // set while the text is changed by the program
	focused   bool
	mode
	insertion
	height float32
}

// insertion is where Insert puts a text, and what it has put in last.
type insertion struct {
	mark     anchor
	inserted string
}

// mode is how a Composer was set up.
type mode struct {
	shiftSends bool // Shift+Enter sends, and Enter begins a line
	simple     bool
	bare       bool // nothing but the text and the button that sends
}

// New makes an empty composer.
func New() *Composer {
	c := &Composer{}
	c.box = newBox(c)
	c.chips = newChips(c)
	c.attach = widgets.NewIconButton("paperclip", lang.L("Add a picture or a file"), c.askWhatToAttach)
	c.send = widgets.NewIconButton("arrow-up", lang.L("Send"), func() {
		if c.streaming {
			widgets.Call(c.OnStop)
			return
		}
		c.Send()
	})
	c.send.SetFilled(true)
	c.listen = newListen(func() {
		widgets.Tell(c.OnReadReplies, !c.listen.on)
	})
	newDictate(c)
	c.hint = newHint()
	c.queue = newStrip(Notice{
		Text:   lang.L("Will be sent when the reply is finished."),
		Button: lang.L("Take back"), Action: func() { widgets.Call(c.OnTakeBack) },
	}, nil)
	c.editing = newStrip(Notice{
		Text:   lang.L("You are editing an earlier message. The old one and its replies are kept."),
		Button: lang.L("Cancel"), Action: func() { widgets.Call(c.OnCancelEdit) },
	}, nil)
	c.queue.Hide()
	c.editing.Hide()
	c.ExtendBaseWidget(c)
	c.showHint()
	return c
}

// Draft is what stands in the composer.
func (c *Composer) Draft() chat.Draft {
	return chat.Draft{Text: c.box.Text(), Parts: slices.Clone(c.parts), Edits: c.edits}
}

// SetDraft replaces everything that stands in the composer and puts the caret at its end. OnChanged is not called. A
// text too long for the box becomes an attachment.
func (c *Composer) SetDraft(d chat.Draft) {
	c.parts = slices.Clone(d.Parts)
	c.edits = d.Edits
	if tooLong(d.Text) {
		c.parts = append(c.parts, chat.Part{Kind: chat.PartPasted, Text: d.Text})
		d.Text = ""
	}
	for sha := range c.chips.thumbnails {
		if !slices.ContainsFunc(c.parts, func(p chat.Part) bool { return p.Blob != nil && p.Blob.SHA256 == sha }) {
			delete(c.chips.thumbnails, sha)
		}
	}
	if c.box.Text() != edit.Clean(d.Text) {
		c.setText(d.Text)
	}
	c.mark.follow(c.box.Text())
	widgets.Show(c.editing, c.edits != "")
	c.chips.set(c.parts)
	c.dropNotice("")
	c.rearrange()
}

// setText puts another text into the box, with the caret at its end.
func (c *Composer) setText(text string) {
	c.box.SetText(text)
	c.box.SetCaret(len(c.box.Text()))
}

// SetStreaming turns the send button into a stop button while a reply is being written, and back.
func (c *Composer) SetStreaming(streaming bool) {
	if c.streaming == streaming {
		return
	}
	c.streaming = streaming
	if streaming {
		c.send.SetIcon("square", lang.L("Stop"))
	} else {
		c.send.SetIcon("arrow-up", lang.L("Send"))
	}
	c.showHint()
}

// SetQueued shows that a message waits until the reply is finished.
func (c *Composer) SetQueued(queued bool) {
	if c.queue.Visible() == queued {
		return
	}
	widgets.Show(c.queue, queued)
	c.rearrange()
}

// SetCanSend takes sending out of use and says why, or puts it back.
func (c *Composer) SetCanSend(can bool, reason string) {
	if can {
		reason = ""
	}
	c.reason = reason
	c.showHint()
}

// SetThumbnail gives the small picture for attachments with this SHA-256 in hex.
func (c *Composer) SetThumbnail(sha string, img image.Image) {
	if img != nil {
		delete(c.chips.unread, sha)
		c.chips.thumbnails[sha] = img
		c.chips.set(c.parts)
	}
}

// SetPictureUnread marks attachments whose picture could not be read.
func (c *Composer) SetPictureUnread(sha string) {
	c.chips.unread[sha] = true
	c.chips.set(c.parts)
}

// SetSmaller marks attachments whose picture was very large and is sent as a smaller copy.
func (c *Composer) SetSmaller(sha string) {
	c.chips.smaller[sha] = true
	c.chips.set(c.parts)
}

// FocusText puts the caret into the text.
func (c *Composer) FocusText() {
	if canvas := c.canvas(); canvas != nil {
		canvas.Focus(c.box)
	}
}

// canvas is that of the window the composer stands in.
func (c *Composer) canvas() fyne.Canvas {
	if c.Canvas != nil {
		return c.Canvas
	}
	return widgets.CanvasOf(c)
}

// Send does what Enter does: it sends what there is. Nothing is not sent.
func (c *Composer) Send() {
	d := c.Draft()
	if c.reason != "" || strings.TrimSpace(d.Text) == "" && len(d.Parts) == 0 {
		c.FocusText()
		return
	}
	widgets.Tell(c.OnSend, d)
}

// escape leaves editing, or stops the reply; it reports whether there was anything to leave.
func (c *Composer) escape() bool {
	switch {
	case c.OnEscape != nil && c.OnEscape():
	case c.Dictating():
		widgets.Call(c.OnDictateCancel)
	case c.edits != "":
		widgets.Call(c.OnCancelEdit)
	case c.streaming:
		widgets.Call(c.OnStop)
	default:
		return false
	}
	return true
}

// changed is for every change by the user.
func (c *Composer) changed() {
	if c.quiet {
		return
	}
	c.mark.follow(c.box.Text())
	c.showHint()
	c.rearrange()
	widgets.Tell(c.OnChanged, c.Draft())
}

// add puts an attachment above the text.
func (c *Composer) add(p chat.Part) {
	c.parts = append(c.parts, p)
	c.chips.set(c.parts)
	c.changed()
}

// remove takes an attachment away.
func (c *Composer) remove(i int) {
	if i < 0 || i >= len(c.parts) {
		return
	}
	p := c.parts[i]
	c.parts = slices.Delete(c.parts, i, i+1)
	c.chips.set(c.parts)
	c.changed()
	widgets.Tell(c.OnRemove, p)
	c.say(lang.L("{{.Name}} was removed.", map[string]any{"Name": called(p)}), lang.L("Undo"), func() { c.putBack(i, p) })
	c.FocusText()
}

// showHint says beside the button what Enter does, or why nothing can be sent.
func (c *Composer) showHint() {
	switch {
	case c.reason != "":
		c.hint.set(c.reason, true)
	case c.streaming && strings.TrimSpace(c.box.Text()) == "":
		c.hint.set("", false)
	case c.streaming && c.shiftSends:
		c.hint.set(lang.L("Shift+Enter to send after this reply"), false)
	case c.streaming:
		c.hint.set(lang.L("Enter to send after this reply"), false)
	case c.shiftSends:
		c.hint.set(lang.L("Shift+Enter to send"), false)
	default:
		c.hint.set(lang.L("Enter to send"), false)
	}
	if c.streaming {
		c.send.SetDisabled("")
	} else {
		c.send.SetDisabled(c.reason)
	}
	c.Refresh()
}
