package cards

import (
	"cmp"
	"unicode/utf8"

	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/app/chat"
	"parlando/app/markdown"
	"parlando/views/conversation/rows"
	"parlando/views/format"
	"parlando/views/i18n"
	"parlando/views/textview"
	"parlando/views/textview/textflow"
	"parlando/views/theme"
	"parlando/views/words"
)

const (
	bubblePadX   = 14
	bubblePadY   = 10
	bubbleRadius = 14
	bubbleShare  = 0.85 // maximum width of a bubble as a fraction of the column
	actionSize   = 28
)

// user lays out a message of the user: a bubble at the right with pictures, pasted texts, and the
// text as it was typed.
func (c *Card) user() {
	s := c.setter()
	room := float32(int(c.Width*bubbleShare)) - 2*bubblePadX
	content := &bubble{Card: c, setter: s, room: room}
	content.attachments()
	content.words()
	content.finish()
	if c.message.Siblings > 1 {
		row := &rows.Row{SpaceAbove: 2, Height: actionSize}
		c.siblings(s, row, c.Width, 0, true)
		c.Rows = append(c.Rows, row)
	}
}

// bubble is a bubble being laid out: its rows are left-aligned until its width is known.
type bubble struct {
	*Card
	setter *rows.Typesetter
	room   float32
	rows   []*rows.Row
	widest float32
	// pale means that the message is queued. unfold adds the link that shows all lines of a long
	// text; nil for no link.
	pale   bool
	unfold func()
}

// add appends a row.
func (b *bubble) add(r *rows.Row, width float32) {
	b.rows = append(b.rows, r)
	b.widest = max(b.widest, width)
}

// attachments adds the attachments in order: consecutive pictures side by side.
func (b *bubble) attachments() {
	parts := b.message.Parts
	for i := 0; i < len(parts); i++ {
		switch p := parts[i]; p.Kind {
		case chat.PartImage:
			from := i
			for i+1 < len(parts) && parts[i+1].Kind == chat.PartImage {
				i++
			}
			b.pictures(parts[from : i+1])
		case chat.PartPasted, chat.PartTranscript:
			b.pasted(i, p)
		case chat.PartFile:
			b.document(p)
		case chat.PartRemoteImage:
			b.address(p)
		case chat.PartText, chat.PartReasoning, chat.PartRefusal, chat.PartContinued:
		}
	}
}

func (b *bubble) pictures(parts []chat.Part) {
	row := &rows.Row{}
	if len(b.rows) > 0 {
		row.SpaceAbove = 8
	}
	x, height := float32(0), float32(0)
	flush := func() {
		if len(row.Pictures) > 0 {
			row.Height = height
			b.add(row, x-pictureGap)
		}
		row, x, height = &rows.Row{SpaceAbove: 8}, 0, 0
	}
	original := int64(0)
	for _, p := range parts {
		blob := DisplayedBlob(p)
		if blob == nil {
			continue
		}
		if p.AsIs && p.Original != nil {
			original += p.Original.Size
		}
		if b.failed(blob.SHA256) {
			flush()
			broken := b.damaged(b.setter, *blob, b.room)
			broken.Boxes[0].Fill = theme.ColorCard
			b.add(broken, b.room)
			continue
		}
		w, h := pictureSize(*blob, b.room)
		if x > 0 && x+w > b.room {
			flush()
		}
		b.put(row, p, rows.Area{X: x, Y: 0, W: w, H: h})
		x += w + pictureGap
		height = max(height, h)
	}
	flush()
	if original > 0 {
		note := &rows.Row{SpaceAbove: 4, Height: rows.SmallLineHeight}
		w := b.setter.PlaceText(note, i18n.Text("Sent as original file · {{.Size}}", map[string]any{"Size": format.Size(original)}), 0, 0, b.room,
			textflow.Style{Size: rows.SmallSize}, theme.ColorMuted)
		b.add(note, w)
	}
}

// strip adds a framed, clickable line with an icon. press is the name of its action.
func (b *bubble) strip(icon, name, press string, do func()) {
	row := &rows.Row{Height: 34}
	if len(b.rows) > 0 {
		row.SpaceAbove = 8
	}
	row.Boxes = append(row.Boxes, rows.Box{Fill: theme.ColorCard, Border: theme.ColorLine, Top: 8, Bottom: 8})
	row.Icons = append(row.Icons, rows.Icon{X: 10, Y: 9, Size: 16, Name: icon, Color: theme.ColorMuted})
	w := b.setter.PlaceText(row, name, 34, 8, b.room-48, textflow.Style{Size: rows.SmallSize}, fynetheme.ColorNameForeground)
	row.Boxes[0].Area = rows.Area{W: w + 46, H: 34}
	row.ClickAreas = append(row.ClickAreas, rows.ClickArea{Area: row.Boxes[0].Area, Name: press, Radius: 8, Do: do})
	b.add(row, w+46)
}

// document adds the line of an attached document.
func (b *bubble) document(p chat.Part) {
	if p.Blob == nil {
		return
	}
	name := cmp.Or(p.Name, i18n.Text("Document"))
	if p.Pages > 0 {
		name += " · " + words.PageCount(p.Pages)
	}
	name += " · " + format.Size(p.Blob.Size)
	id, sha := b.message.ID, p.Blob.SHA256
	b.strip("file-text", name, i18n.Text("Open document"), func() { b.Messages.OpenFile(id, sha) })
}

// address adds the line of a picture that was sent as a web address.
func (b *bubble) address(p chat.Part) {
	b.strip("link", words.PictureAddress(p.Text), i18n.Text("Open picture address"), func() { b.Addresses.OpenPicture(p.Text) })
}

// pasted adds the line of the attached text in part i, and the text if it is unfolded.
func (b *bubble) pasted(i int, p chat.Part) {
	name, icon := p.Name, "file-text"
	show, fold := i18n.Text("Show pasted text"), i18n.Text("Collapse pasted text")
	switch {
	case p.Kind == chat.PartTranscript:
		name, icon = i18n.Text("Transcript: {{.Name}}", map[string]any{"Name": name}), "scroll-text"
		show, fold = i18n.Text("Show transcript"), i18n.Text("Collapse transcript")
	case name != "":
		show, fold = i18n.Text("Show text"), i18n.Text("Collapse text")
	default:
		name = i18n.Text("Pasted text")
	}
	title := name
	name = i18n.Plural("{{.Name}} · {{.N}} characters", utf8.RuneCountInString(p.Text), map[string]any{"Name": name})
	open := b.folds.parts[i]
	label := show
	if open {
		label = fold
	}
	b.strip(icon, name, label, b.fold(i))
	if open {
		b.text(title, p.Text, -1)
	}
}

// words adds the text that the user typed.
func (b *bubble) words() {
	base := 0
	for _, p := range b.message.Parts {
		if p.Kind == chat.PartText && p.Text != "" {
			b.text(i18n.Text("Message"), p.Text, base)
			base += len(p.Text)
		}
	}
}

// maxShownText is the maximum number of bytes of a text shown in a bubble, some forty pages. A link
// opens the whole text on a page that lays out only its visible part.
const maxShownText = 100_000

// text adds plain text that starts at byte base of the message; base is -1 for an attached text.
// title is the title of the page that shows the whole text.
func (b *bubble) text(title, text string, base int) {
	end := textview.Beginning(text, maxShownText)
	shown, _ := markdown.Clean(text[:end])
	style := textflow.Style{Size: rows.TextSize}
	runs := []textflow.Run{{Text: shown, Style: style, Start: 0, End: len(shown)}}
	if end < len(text) {
		runs = append(runs, textflow.Run{Text: "…", Style: style, Formula: text[end:], Start: end, End: len(text)})
	}
	flow := textflow.LayOut(nil, runs, b.room, b.setter.Ruler)
	b.setter.SourceOffset = base
	lines := b.shorten(len(flow.Lines))
	for from := 0; from < lines; from += rows.MaxLines {
		to := min(from+rows.MaxLines, lines)
		row := &rows.Row{}
		if from == 0 && len(b.rows) > 0 {
			row.SpaceAbove = 9
		}
		width := b.setter.PlaceLines(row, flow, from, to)
		if from == 0 && len(b.rows) > 0 && len(row.Texts) > 0 {
			row.Texts[0].Separator = "\n\n"
		}
		b.add(row, width)
	}
	if end < len(text) && lines == len(flow.Lines) {
		b.linkToWhole(title, text, end)
	}
}

// linkToWhole adds the link to a page with the whole text; the bubble shows its first bytes.
func (b *bubble) linkToWhole(title, text string, shown int) {
	style := textflow.Style{Size: rows.SmallSize}
	said := map[string]any{"Part": format.Number(utf8.RuneCountInString(text[:shown])), "All": format.Number(utf8.RuneCountInString(text))}
	row := &rows.Row{SpaceAbove: 2, Height: rows.LineHeight}
	x := b.setter.PlaceText(row, i18n.Text("Characters shown: {{.Part}} of {{.All}}.", said), 0, 0, b.room, style, theme.ColorMuted)
	x += 14
	x += b.link(b.setter, row, i18n.Text("Show all"), x, 0, style, theme.ColorMuted, func() { b.Overlays.ShowText(title, text) })
	b.add(row, x)
}

// finish aligns the rows to the right, draws the background and adds the icons that appear beside
// the bubble while the pointer is near.
func (b *bubble) finish() {
	if len(b.rows) == 0 {
		b.add(&rows.Row{Height: rows.LineHeight}, 20)
	}
	width := float32(int(b.widest+0.99)) + 2*bubblePadX
	left := b.Width - width
	fill := theme.ColorUserBubble
	if b.pale {
		fill = theme.ColorHover
	}
	for i, r := range b.rows {
		if i == 0 {
			r.SpaceAbove = 0
			r.Height += bubblePadY
			r.Shift(left+bubblePadX, bubblePadY)
		} else {
			r.Shift(left+bubblePadX, 0)
		}
		ground := rows.Box{Area: rows.Area{X: left, Y: -r.SpaceAbove, W: width, H: r.Height + r.SpaceAbove}, Fill: fill}
		if i == 0 {
			ground.Top = bubbleRadius
		}
		if i == len(b.rows)-1 {
			r.Height += bubblePadY
			ground.H += bubblePadY
			ground.Bottom = bubbleRadius
			if !b.pale {
				b.actions(r, left)
			}
		} else {
			// Overlap the next background: the soft edges of both would leave a line across the
			// bubble.
			ground.H++
		}
		r.Boxes = append([]rows.Box{ground}, r.Boxes...)
		b.Card.Rows = append(b.Card.Rows, r)
	}
}

func (b *bubble) actions(r *rows.Row, left float32) {
	id := b.message.ID
	y, x := r.Height-actionSize-6, left-8-3*actionSize
	if b.ReadOnly {
		x += actionSize
	}
	message := b.message
	b.setter.PlaceIconButton(r, "copy", i18n.Text("Copy"), x, y, actionSize, true, func() { b.OnCopy(CopyText(message)) })
	if !b.ReadOnly {
		x += actionSize
		b.setter.PlaceIconButton(r, "pencil", i18n.Text("Edit and send again"), x, y, actionSize, true, func() { b.Messages.Edit(id) })
	}
	// Delete is only in the menu, away from the buttons that are clicked often.
	b.setter.PlaceIconButton(r, "ellipsis", i18n.Text("More"), x+actionSize, y, actionSize, true, func() { b.Overlays.OpenMenu(id) })
}
