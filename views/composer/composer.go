package composer

import (
	"image"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/widget"

	"parley/app/chat"
	"parley/views/widgets"
)

// Composer is the message box with everything around it. All of it is used on Fyne's thread. A nil callback is not called.
type Composer struct {
	widget.BaseWidget

	// Canvas is that of the window; without it the one that painted the composer last is looked for, and Fyne may have forgotten that.
	Canvas fyne.Canvas
	// OnSend gets what is to be sent. The composer keeps it until SetDraft or Sent is called, and meanwhile sends nothing twice.
	OnSend func(chat.Draft)
	// OnStop asks to stop the reply that is being written.
	OnStop func()
	// OnAttach asks what to add; what it asks with stands at the button.
	OnAttach func(button fyne.CanvasObject)
	// OnLook asks to see a picture or a document large. OnOriginal asks to send a picture as its file was, or not to any more; SetOriginal
	// answers.
	OnLook, OnOriginal func(chat.Part)
	// OnPasteFiles gets the paths of files that were pasted; OnPasteImage is called when a paste found no text.
	OnPasteFiles func(paths []string)
	OnPasteImage func()
	// OnPopup is told of the page of an attached text, laid over the window.
	OnPopup func(*widgets.Overlay)
	// OnRemove gets an attachment that was taken away, after OnChanged.
	OnRemove func(chat.Part)
	// OnSay tells something for a moment; do, which may be nil, is what the button does.
	OnSay func(sentence, button string, do func())
	// OnChanged gets the whole draft after each change by the person.
	OnChanged func(chat.Draft)
	// OnCancelEdit is called when the person leaves editing an earlier message.
	OnCancelEdit func()
	// OnEscape is asked first when Escape is pressed, and reports whether it closed something that lies over the conversation.
	OnEscape func() bool
	// OnEditLast asks to edit the last message.
	OnEditLast func()
	// OnTakeBack asks for the message that waits.
	OnTakeBack func()
	// OnReadReplies is the switch that has replies read aloud; without it there is none.
	OnReadReplies func(on bool)
	// OnDictate is the button of the microphone: it begins a dictation, or ends what goes on; without it there is none. OnDictated ends the listening, or
	// interrupts what is read in a conversation by voice; OnDictateCancel ends all of it. OnTalk begins a conversation by voice.
	OnDictate, OnDictated, OnDictateCancel, OnTalk func()
	// OnResized says that HeightFor gives another height than before.
	OnResized func()

	box    *box
	chips  *chips
	attach *widgets.IconButton
	// listen is the switch for reading aloud, and listenIcon what stands for it where there is no room for words.
	listen     *widgets.Button
	listenIcon *widgets.IconButton
	dictate    dictate
	send       *widgets.IconButton
	hint       *hint
	// Above the card, from top to bottom: what is to be said, the message that waits, the one that is edited.
	notices        []*strip
	queue, editing *strip

	parts      []chat.Part
	edits      chat.ID
	thumbnails map[string]image.Image
	// unread are the pictures of attachments that could not be read, smaller those of very large ones that were made smaller.
	unread, smaller map[string]bool

	streaming  bool
	reason     string // why nothing can be sent now, or ""
	quiet      bool   // set while the text is changed by the program
	readsAloud bool
	shiftSends bool // Shift+Enter sends, and Enter begins a line
	simple     bool
	bare       bool // nothing but the text and the button that sends
	given      bool // OnSend has what is shown, and has not answered yet
	mark       anchor
	inserted   string // what Insert has put in last
	height     float32
}

// New makes an empty composer.
func New() *Composer {
	c := &Composer{thumbnails: map[string]image.Image{}, unread: map[string]bool{}, smaller: map[string]bool{}}
	c.box = newBox(c)
	c.chips = newChips(c)
	c.attach = widgets.NewIconButton("paperclip", lang.L("Add a picture or a file"), c.askWhatToAttach)
	c.send = widgets.NewIconButton("arrow-up", lang.L("Send"), c.pressed)
	c.send.SetFilled(true)
	c.newListen()
	c.newDictate()
	c.hint = newHint()
	c.queue = newStrip(Notice{
		Text:   lang.L("Will be sent when the reply is finished."),
		Button: lang.L("Take back"), Action: func() { call(c.OnTakeBack) },
	}, nil)
	c.editing = newStrip(Notice{
		Text:   lang.L("You are editing an earlier message. The old one and its replies are kept."),
		Button: lang.L("Cancel"), Action: func() { call(c.OnCancelEdit) },
	}, nil)
	c.queue.Hide()
	c.editing.Hide()
	c.ExtendBaseWidget(c)
	c.showHint()
	return c
}

func call(f func()) {
	if f != nil {
		f()
	}
}

// Draft is what stands in the composer.
func (c *Composer) Draft() chat.Draft {
	return chat.Draft{Text: c.box.Text, Parts: slices.Clone(c.parts), Edits: c.edits}
}

// SetDraft replaces everything that stands in the composer and puts the caret at its end. OnChanged is not called. A
// text too long for the box becomes an attachment.
func (c *Composer) SetDraft(d chat.Draft) {
	c.given = false
	c.parts = slices.Clone(d.Parts)
	c.edits = d.Edits
	if tooLong(d.Text) {
		c.parts = append(c.parts, chat.Part{Kind: chat.PartPasted, Text: d.Text})
		d.Text = ""
	}
	for sha := range c.thumbnails {
		if !slices.ContainsFunc(c.parts, func(p chat.Part) bool { return p.Blob != nil && p.Blob.SHA256 == sha }) {
			delete(c.thumbnails, sha)
		}
	}
	c.quiet = true
	if c.box.Text != d.Text {
		c.box.SetText(d.Text)
		c.box.toEnd()
	}
	c.mark.follow(d.Text)
	c.quiet = false
	widgets.Show(c.editing, c.edits != "")
	c.chips.set(c.parts)
	c.dropNotice("")
	c.rearrange()
}

// Sent says that d, which OnSend got, is kept: it is taken out, and what was written meanwhile stays.
func (c *Composer) Sent(d chat.Draft) {
	now := c.Draft()
	rest := chat.Draft{}
	if now.Text != d.Text {
		rest.Text = strings.TrimLeft(strings.TrimPrefix(now.Text, d.Text), "\n")
	}
	if len(now.Parts) > len(d.Parts) {
		rest.Parts = now.Parts[len(d.Parts):]
	}
	c.SetDraft(rest)
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
		delete(c.unread, sha)
		c.thumbnails[sha] = img
		c.chips.set(c.parts)
	}
}

// SetPictureUnread marks attachments whose picture could not be read.
func (c *Composer) SetPictureUnread(sha string) {
	c.unread[sha] = true
	c.chips.set(c.parts)
}

// SetSmaller marks attachments whose picture was very large and is sent as a smaller copy.
func (c *Composer) SetSmaller(sha string) {
	c.smaller[sha] = true
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

// pressed is the big button: stop or send.
func (c *Composer) pressed() {
	if c.streaming {
		call(c.OnStop)
		return
	}
	c.trySend()
}

// Send does what Enter does, and reports whether something is being sent.
func (c *Composer) Send() bool {
	waits := c.given
	c.trySend()
	return c.given && !waits
}

// trySend sends what there is. Nothing is not sent, and neither is the same twice.
func (c *Composer) trySend() {
	d := c.Draft()
	if c.reason != "" || c.given || strings.TrimSpace(d.Text) == "" && len(d.Parts) == 0 {
		c.FocusText()
		return
	}
	c.given = true
	if c.OnSend != nil {
		c.OnSend(d)
	}
}

// escape leaves editing, or stops the reply; it reports whether there was anything to leave.
func (c *Composer) escape() bool {
	switch {
	case c.OnEscape != nil && c.OnEscape():
	case c.Dictating():
		call(c.OnDictateCancel)
	case c.edits != "":
		call(c.OnCancelEdit)
	case c.streaming:
		call(c.OnStop)
	default:
		return false
	}
	return true
}

// changed is for every change by the person.
func (c *Composer) changed() {
	if c.quiet {
		return
	}
	c.given = false
	c.mark.follow(c.box.Text)
	c.showHint()
	c.rearrange()
	if c.OnChanged != nil {
		c.OnChanged(c.Draft())
	}
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
	if c.OnRemove != nil {
		c.OnRemove(p)
	}
	c.say(lang.L("{{.Name}} was removed.", map[string]any{"Name": called(p)}), lang.L("Undo"), func() { c.putBack(i, p) })
	c.FocusText()
}

// showHint says beside the button what Enter does, or why nothing can be sent.
func (c *Composer) showHint() {
	switch {
	case c.reason != "":
		c.hint.set(c.reason, true)
	case c.streaming && strings.TrimSpace(c.box.Text) == "":
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
