package composer

import (
	"slices"

	"parlando/app/chat"
	"parlando/views/i18n"
	"parlando/views/textview/edit"
)

// whyNotInText returns the reason why an attached text cannot be added to the box, whose text is
// beside; "" if it can.
func whyNotInText(beside string, p chat.Part) string {
	if tooLong(beside + p.Text) {
		return i18n.Text("This text is too long for the message box. It will be sent in full as an attachment.")
	}
	return ""
}

// insertAsText inserts the text of attachment i at the caret and removes the attachment.
func (c *Composer) insertAsText(i int) {
	if i < 0 || i >= len(c.parts) || c.parts[i].Kind != chat.PartPasted || whyNotInText(c.box.Text(), c.parts[i]) != "" {
		return
	}
	before := c.Draft()
	p := c.parts[i]
	c.parts = slices.Delete(c.parts, i, i+1)
	c.chips.set(c.parts)
	_, at := c.box.Selection()
	c.mark = anchor{}
	c.box.Insert(at, p.Text)
	c.changed()
	c.FocusText()
	after := c.box.Text()
	c.Drafts.Say(i18n.Text("The text is now in your message."), i18n.Text("Undo"), func() {
		out := true
		c.quiet = true
		if c.box.Text() != after {
			out = takeOut(c.box, at, edit.CleanText(p.Text))
		} else if c.box.Undo(); c.box.Text() != before.Text {
			c.setText(before.Text)
		}
		c.quiet = false
		if !out {
			c.Drafts.Say(i18n.Text("You've changed the message since then, so this wasn't undone."), "", nil)
			return
		}
		c.putBack(i, p)
	})
}

// attachLong attaches a text that is too long for the box, and shows a notice.
func (c *Composer) attachLong(text string) {
	p := chat.Part{Kind: chat.PartPasted, Text: text}
	c.add(p)
	if whyNotInText(c.box.Text(), p) != "" {
		c.Drafts.Say(i18n.Text("Your text is long, so it was attached as a file."), "", nil)
		return
	}
	c.Drafts.Say(i18n.Text("Your text is long, so it was attached as a file."), i18n.Text("Insert as text"), func() {
		c.insertAsText(slices.IndexFunc(c.parts, func(o chat.Part) bool { return o.Kind == p.Kind && o.Text == p.Text && o.Name == "" }))
	})
}

// putBack restores an attachment at its former index.
func (c *Composer) putBack(i int, p chat.Part) {
	c.parts = slices.Insert(c.parts, min(i, len(c.parts)), p)
	c.chips.set(c.parts)
	c.changed()
	c.FocusText()
}

// called returns the name of an attachment.
func called(p chat.Part) string {
	switch {
	case p.Name != "":
		return short(p.Name)
	case p.Kind == chat.PartPasted:
		return i18n.Text("The pasted text")
	}
	return i18n.Text("The attachment")
}
