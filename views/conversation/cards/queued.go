package cards

import (
	"cmp"

	"parlando/app/chat"
	"parlando/views/conversation/rows"
	"parlando/views/i18n"
	"parlando/views/textview/textflow"
	"parlando/views/theme"
	"parlando/views/words"
)

// Queue performs the actions on queued messages.
type Queue interface {
	// SendNow sends the first of the messages that wait for the user.
	SendNow()
	// EditQueued and TakeBack move a message to the message box. Editing keeps its queue position.
	EditQueued(id chat.ID)
	TakeBack(id chat.ID)
}

// QueuedMessage is a message that was not sent yet.
type QueuedMessage struct {
	Message chat.Message
	// Why is the sentence that gives the reason for waiting.
	Why string
	// CanSend means that SendNow would send this message.
	CanSend bool
}

const (
	// queuedLines is the number of lines of a queued message that are shown at first.
	queuedLines = 6
	thumbHeight = 32
)

// SetQueued lays out a queued message: a pale bubble with what it waits for and its actions.
func (c *Card) SetQueued(q QueuedMessage, width float32, first bool) {
	c.begin(q.Message, false, width)
	s := c.setter()
	s.Muted = true
	b := &bubble{Card: c, setter: s, room: float32(int(c.Width*bubbleShare)) - 2*bubblePadX, pale: true}
	for _, p := range q.Message.Parts {
		b.attachment(p)
	}
	b.words()
	b.waiting(q)
	b.finish()
	c.stack(first)
}

// attachment adds the name of an attachment with its icon, or with a thumbnail of a picture.
func (b *bubble) attachment(p chat.Part) {
	icon, name := "file-text", p.Name
	switch p.Kind {
	case chat.PartText:
		return
	case chat.PartImage:
		icon, name = "image", cmp.Or(name, i18n.Text("Picture"))
	case chat.PartTranscript:
		icon, name = "scroll-text", i18n.Text("Transcript: {{.Name}}", map[string]any{"Name": name})
	case chat.PartRemoteImage:
		icon, name = "link", words.PictureAddress(p.Text)
	case chat.PartFile:
		name = cmp.Or(name, i18n.Text("Document"))
	default:
		name = cmp.Or(name, i18n.Text("Pasted text"))
	}
	row, x := &rows.Row{Height: rows.SmallLineHeight}, float32(22)
	if blob := DisplayedBlob(p); p.Kind == chat.PartImage && blob != nil && blob.Height > 0 && !b.failed(blob.SHA256) {
		w, h := shrunk(*blob, 2*thumbHeight, thumbHeight)
		row.Height = max(h, rows.SmallLineHeight)
		row.Pictures = append(row.Pictures, rows.Picture{Area: rows.Area{W: w, H: h}, SHA256: blob.SHA256, Radius: 6})
		x = w + 8
	} else {
		row.Icons = append(row.Icons, rows.Icon{Y: 1, Size: 16, Name: icon, Color: theme.ColorMuted})
	}
	if len(b.rows) > 0 {
		row.SpaceAbove = 6
	}
	top := (row.Height - rows.SmallLineHeight) / 2
	w := b.setter.PlaceText(row, name, x, top, b.room-x, textflow.Style{Size: rows.SmallSize}, theme.ColorMuted)
	b.add(row, x+w)
}

// shorten returns how many lines of a text to show, and adds a link if that is not always all.
func (b *bubble) shorten(lines int) int {
	const part = -1 // the key in Folds of the whole message
	if !b.pale || lines <= queuedLines+1 {
		return lines
	}
	label := i18n.Text("Show all")
	if b.folds.parts[part] {
		label = i18n.Text("Show less")
	} else {
		lines = queuedLines
	}
	b.unfold = func() {
		row := &rows.Row{SpaceAbove: 2, Height: rows.LineHeight}
		w := b.link(b.setter, row, label, 0, 0, textflow.Style{Size: rows.SmallSize}, theme.ColorMuted, b.fold(part))
		b.add(row, w)
	}
	return lines
}

// waiting adds the sentence about what the message waits for, and the links with its actions.
func (b *bubble) waiting(q QueuedMessage) {
	if b.unfold != nil {
		b.unfold()
	}
	row := &rows.Row{SpaceAbove: 6}
	why := []textflow.Run{{Text: q.Why, Style: textflow.Style{Size: rows.SmallSize}}}
	row.Height = b.setter.PlaceParagraph(row, why, 0, 0, b.room, theme.ColorMuted)
	width := float32(0)
	for _, t := range row.Texts {
		width = max(width, t.X+t.W)
	}
	b.add(row, width)
	row = &rows.Row{SpaceAbove: 2, Height: rows.LineHeight}
	x, id := float32(0), b.message.ID
	action := func(word string, do func()) {
		if x > 0 {
			x += 14
		}
		x += b.link(b.setter, row, word, x, 0, textflow.Style{Size: rows.SmallSize}, theme.ColorMuted, do)
	}
	if q.CanSend {
		action(i18n.Text("Send now"), func() { b.Queue.SendNow() })
	}
	action(i18n.Text("Edit"), func() { b.Queue.EditQueued(id) })
	action(i18n.Text("Don't send"), func() { b.Queue.TakeBack(id) })
	b.add(row, x)
}
