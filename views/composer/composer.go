package composer

import (
	"image"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"parlando/app/chat"
	"parlando/views/i18n"
	"parlando/views/textview/edit"
	"parlando/views/textview/textflow"
	"parlando/views/widgets"
	"parlando/views/words"
)

// Composer is the message editor with its attachments, notices and buttons. Use it only on Fyne's
// thread.
type Composer struct {
	widget.BaseWidget
	Options

	box     *edit.Box
	chips   *chips
	attach  *widgets.IconButton
	tools   *widgets.IconButton
	answer  *widgets.Chip
	search  toggle
	listen  toggle
	dictate dictate
	send    *widgets.IconButton
	hint    *hint
	// notices and the strip about the edited message are shown above the card, in this order.
	notices []*strip
	editing *strip

	parts []chat.Part
	edits chat.ID
	editedMessage

	streaming bool
	// answers means that a message without files answers a question that waits in the chat.
	answers bool
	reason  string // why sending is disabled, or ""
	quiet   bool   // suppresses OnChanged while the program sets the text
	// ringed means that the ring around the message is shown: a key has moved the focus to the
	// text.
	ringed bool
	mode
	insertion
	height float32
}

// editedMessage is the message being edited, for the strip above the card.
type editedMessage struct {
	// original is the message's text, "" if unknown; edited means that the user changed it.
	original string
	edited   bool
}

// insertion holds the target position of Insert, and the text inserted last.
type insertion struct {
	mark     anchor
	inserted string
}

// mode holds the options of a Composer that change at run time.
type mode struct {
	shiftSends bool // Shift+Enter sends, and Enter breaks the line
	knowsKeys  bool // the hint which key sends is no longer needed
	simple     bool
	searching  Search
}

// New returns an empty composer.
func New(o Options) *Composer {
	c := &Composer{Options: o}
	c.box = newBox(c)
	c.chips = newChips(c)
	c.attach = widgets.NewIconButton("plus", i18n.Text("Add a picture or file"), func() { c.Attachments.ShowMenu(c.attach) })
	c.tools = widgets.NewIconButton("wrench", i18n.Text("Tools"), func() { c.OnTools() })
	c.answer = widgets.NewChip(func() { c.Answers.ShowForms(c.answer) }, i18n.Text("Reply in text"), func() { c.Answers.AnswerInText() })
	c.answer.Hide()
	c.send = widgets.NewIconButton("arrow-up", c.sendName(), func() {
		if c.streaming {
			c.Sender.Stop()
			return
		}
		c.Send()
	})
	c.send.SetFilled(true)
	c.send.SetRound()
	c.search = newToggle("globe", words.SearchWeb(), func() { c.OnSearch() })
	c.listen = newToggle("volume-2", i18n.Text("Read replies aloud"), func() {
		c.listen.set(!c.listen.on)
		c.OnReadReplies(c.listen.on)
	})
	c.listen.SetHint(i18n.Text("Read replies aloud as they arrive"))
	newDictate(c)
	c.hint = newHint()
	c.editing = c.newEditing()
	c.editing.Hide()
	c.ExtendBaseWidget(c)
	c.showHint()
	return c
}

// Draft returns the content of the composer.
func (c *Composer) Draft() chat.Draft {
	return chat.Draft{Text: c.box.Text(), Parts: slices.Clone(c.parts), Edits: c.edits}
}

// SetDraft replaces the content of the composer, without calling OnChanged, and moves the caret to
// the end of the text. A text too long for the box becomes an attachment.
func (c *Composer) SetDraft(d chat.Draft) {
	c.parts = slices.Clone(d.Parts)
	other := c.edits != d.Edits
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
	if other || c.box.Text() != edit.CleanText(d.Text) {
		c.setText(d.Text)
	}
	c.mark.follow(c.box.Text())
	widgets.SetVisible(c.editing, c.edits != "")
	c.chips.set(c.parts)
	c.dropNotice("")
	c.rearrange()
}

// SetEditedMessage sets the text of the message that is being edited, and whether the user has
// changed the text.
func (c *Composer) SetEditedMessage(text string, edited bool) {
	m := editedMessage{text, edited}
	if c.editedMessage == m {
		return
	}
	c.editedMessage = m
	visible := c.editing.Visible()
	c.editing = c.newEditing()
	widgets.SetVisible(c.editing, visible)
	c.rearrange()
}

// newEditing returns the strip about the edited message.
func (c *Composer) newEditing() *strip {
	n := Notice{
		Text: i18n.Text("You're editing an earlier message."), OnTapped: c.Drafts.ShowEdited,
		Button: i18n.Text("Cancel"), Action: c.Drafts.CancelEdit,
	}
	// The text may have megabytes: read only enough for the shown characters.
	if begin := strings.Join(strings.Fields(textflow.Prefix(c.original, 20*maxEdited)), " "); begin != "" {
		n.Text = i18n.Text("Editing: “{{.Message}}”", map[string]any{"Message": words.ShortName(begin, maxEdited)})
	}
	if c.edited {
		n.Other, n.OtherAction = i18n.Text("Discard changes"), c.Drafts.DiscardEdit
	}
	return newStrip(n, nil)
}

// maxEdited is the maximum number of characters shown of the edited message.
const maxEdited = 60

// setText replaces the text in the box, with the caret at its end.
func (c *Composer) setText(text string) {
	c.box.SetText(text)
	c.box.SetCaret(len(c.box.Text()))
}

// SetAnswerForm shows the selected answer form; words is "" for plain text.
func (c *Composer) SetAnswerForm(icon, words string) {
	if words == c.answer.Text() && c.answer.Visible() == (words != "") {
		return
	}
	c.answer.Set(icon, words)
	widgets.SetVisible(c.answer, words != "" && c.Answers != nil)
	c.rearrange()
}

// SetToolsOn shows whether the model may use tools.
func (c *Composer) SetToolsOn(on bool) { c.tools.SetChosen(on) }

// SetStreaming turns the send button into a stop button while a reply is streamed.
func (c *Composer) SetStreaming(streaming bool) {
	if c.streaming == streaming {
		return
	}
	c.streaming = streaming
	icon := "arrow-up"
	if streaming {
		icon = "square"
	}
	c.send.SetIcon(icon, c.sendName())
	c.showHint()
	c.Refresh()
}

// sendName returns the name of the button that sends, or stops the reply.
func (c *Composer) sendName() string {
	if c.streaming {
		return i18n.Text("Stop")
	}
	return i18n.Text("Send")
}

// SetAnswers sets whether a message without files answers a question that waits in the chat.
func (c *Composer) SetAnswers(answers bool) {
	if c.answers != answers {
		c.answers = answers
		c.showHint()
	}
}

// SetCanSend enables sending, or disables it with a reason.
func (c *Composer) SetCanSend(can bool, reason string) {
	if can {
		reason = ""
	}
	c.reason = reason
	c.showHint()
}

// SetThumbnail sets the preview of attachments with this SHA-256 in hex.
func (c *Composer) SetThumbnail(sha string, img image.Image) {
	if img != nil {
		delete(c.chips.unread, sha)
		c.chips.thumbnails[sha] = img
		c.chips.set(c.parts)
	}
}

// SetPictureReadFailed marks the attachments with this picture, which could not be read.
func (c *Composer) SetPictureReadFailed(sha string) {
	c.chips.unread[sha] = true
	c.chips.set(c.parts)
}

// SetReduced marks the attachments with this very large picture, of which a reduced copy is sent.
func (c *Composer) SetReduced(sha string) {
	c.chips.smaller[sha] = true
	c.chips.set(c.parts)
}

// SetCaret moves the caret to a position in the text, in bytes.
func (c *Composer) SetCaret(at int) { c.box.SetCaret(at) }

// FocusText focuses the text.
func (c *Composer) FocusText() {
	if canvas := c.canvas(); canvas != nil && c.Visible() {
		canvas.Focus(c.box)
	}
}

// canvas returns the canvas of the composer's window.
func (c *Composer) canvas() fyne.Canvas {
	if c.Canvas != nil {
		return c.Canvas
	}
	return widgets.CanvasOf(c)
}

// Send sends the content, as Enter does. It does nothing if there is no content.
func (c *Composer) Send() {
	d := c.Draft()
	if c.reason != "" || strings.TrimSpace(d.Text) == "" && len(d.Parts) == 0 {
		c.FocusText()
		return
	}
	c.Sender.Send(d)
}

// escape stops editing an earlier message, or stops the reply, and reports whether it did either.
func (c *Composer) escape() bool {
	switch {
	case c.OnEscape != nil && c.OnEscape():
	case c.Dictating():
		c.Dictation.End()
	case c.edits != "":
		c.Drafts.CancelEdit()
	case c.streaming:
		c.Sender.Stop()
	default:
		return false
	}
	return true
}

// changed is called after each change by the user.
func (c *Composer) changed() {
	if c.quiet {
		return
	}
	c.mark.follow(c.box.Text())
	c.showHint()
	c.rearrange()
	widgets.CallWith(c.OnChanged, c.Draft())
}

// add adds an attachment.
func (c *Composer) add(p chat.Part) {
	c.parts = append(c.parts, p)
	c.chips.set(c.parts)
	c.changed()
}

// remove removes attachment i.
func (c *Composer) remove(i int) {
	if i < 0 || i >= len(c.parts) {
		return
	}
	p := c.parts[i]
	c.parts = slices.Delete(c.parts, i, i+1)
	c.chips.set(c.parts)
	c.changed()
	c.Drafts.Say(i18n.Text("{{.Name}} was removed.", map[string]any{"Name": called(p)}), i18n.Text("Undo"), func() { c.putBack(i, p) })
	c.FocusText()
}

// showHint shows which key sends, or why sending is disabled, next to the send button.
func (c *Composer) showHint() {
	switch {
	case c.reason != "":
		c.hint.set(c.reason, true)
	case c.streaming && strings.TrimSpace(c.box.Text()) == "":
		c.hint.set("", false)
	case c.answers && len(c.parts) == 0 && c.edits == "" && c.shiftSends:
		c.hint.set(i18n.Text("Shift+Enter to answer the question"), false)
	case c.answers && len(c.parts) == 0 && c.edits == "":
		c.hint.set(i18n.Text("Enter to answer the question"), false)
	case c.streaming && c.shiftSends:
		c.hint.set(i18n.Text("Shift+Enter to send after this reply"), false)
	case c.streaming:
		c.hint.set(i18n.Text("Enter to send after this reply"), false)
	case c.knowsKeys:
		c.hint.set("", false)
	case c.shiftSends:
		c.hint.set(i18n.Text("Shift+Enter to send"), false)
	default:
		c.hint.set(i18n.Text("Enter to send"), false)
	}
	if c.streaming {
		c.send.SetDisabled("")
	} else {
		c.send.SetDisabled(c.reason)
	}
	c.Refresh()
}
