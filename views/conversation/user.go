package conversation

import (
	"fyne.io/fyne/v2/lang"
	fynetheme "fyne.io/fyne/v2/theme"

	"parley/app/chat"
	"parley/views/conversation/rows"
	"parley/views/conversation/textflow"
	"parley/views/markdown"
	"parley/views/theme"
)

const (
	bubblePadX   = 14
	bubblePadY   = 10
	bubbleRadius = 14
	bubbleShare  = 0.85 // of the column at most
	pictureEdge  = 260  // of a picture in a bubble at most
	actionSize   = 28
)

// user lays out a message of the person: a bubble at the right with pictures, pasted texts, and the words as
// they were typed.
func (c *card) user() {
	s := c.setter()
	room := float32(int(c.width*bubbleShare)) - 2*bubblePadX
	content := &bubble{card: c, setter: s, room: room}
	content.pictures()
	content.pasted()
	content.words()
	content.finish()
	if c.message.Siblings > 1 {
		row := &rows.Row{Above: 2, Height: actionSize}
		c.siblings(s, row, c.width, 0, true)
		c.rows = append(c.rows, row)
	}
}

// bubble is a bubble being laid out: its rows stand at the left until its width is known.
type bubble struct {
	*card
	setter *rows.Setter
	room   float32
	rows   []*rows.Row
	widest float32
}

// add puts a row below the others.
func (b *bubble) add(r *rows.Row, width float32) {
	b.rows = append(b.rows, r)
	b.widest = max(b.widest, width)
}

func (b *bubble) pictures() {
	row := &rows.Row{}
	x, height := float32(0), float32(0)
	flush := func() {
		if len(row.Pictures) > 0 {
			row.Height = height
			b.add(row, x-8)
		}
		row, x, height = &rows.Row{Above: 8}, 0, 0
	}
	for _, p := range b.message.Parts {
		if p.Kind != chat.PartImage || p.Blob == nil {
			continue
		}
		w, h := pictureSize(*p.Blob, b.room)
		if x > 0 && x+w > b.room {
			flush()
		}
		sha, show := p.Blob.SHA256, b.view.OnShowPicture
		area := rows.Area{X: x, Y: 0, W: w, H: h}
		row.Pictures = append(row.Pictures, rows.Picture{Area: area, SHA256: sha, Radius: 10})
		row.Spots = append(row.Spots, rows.Spot{Area: area, Name: lang.L("Show the picture"), Radius: -1, Do: func() { show(sha) }})
		x += w + 8
		height = max(height, h)
	}
	flush()
}

// pictureSize is how large a picture is shown.
func pictureSize(p chat.Blob, room float32) (w, h float32) {
	if p.Width <= 0 || p.Height <= 0 {
		return min(pictureEdge, room), 160
	}
	w, h = float32(p.Width), float32(p.Height)
	shrink := min(min(pictureEdge, room)/w, pictureEdge/h, 1)
	return max(float32(int(w*shrink)), 24), max(float32(int(h*shrink)), 24)
}

func (b *bubble) pasted() {
	for i, p := range b.message.Parts {
		if p.Kind != chat.PartPasted && p.Kind != chat.PartTranscript {
			continue
		}
		name, icon := p.Name, "file-text"
		show, fold := lang.L("Show the pasted text"), lang.L("Fold the pasted text")
		switch {
		case p.Kind == chat.PartTranscript:
			name, icon = lang.L("Transcript: {{.Name}}", map[string]any{"Name": name}), "scroll-text"
			show, fold = lang.L("Show the transcript"), lang.L("Fold the transcript")
		case name == "":
			name = lang.L("Pasted text")
		}
		name = lang.L("{{.Name}} · {{.N}} characters", map[string]any{"Name": name, "N": grouped(len([]rune(p.Text)))})
		row := &rows.Row{Height: 34}
		if len(b.rows) > 0 {
			row.Above = 8
		}
		box := len(row.Boxes)
		row.Boxes = append(row.Boxes, rows.Box{Fill: theme.ColorCard, Line: theme.ColorLine, Top: 8, Bottom: 8})
		row.Icons = append(row.Icons, rows.Icon{X: 10, Y: 9, Size: 16, Name: icon, Color: theme.ColorMuted})
		w := b.setter.Words(row, name, 34, 8, b.room-48, textflow.Style{Size: rows.SmallSize}, fynetheme.ColorNameForeground)
		row.Boxes[box].Area = rows.Area{W: w + 46, H: 34}
		open := b.item.folds.pasted[i]
		label := show
		if open {
			label = fold
		}
		row.Spots = append(row.Spots, rows.Spot{Area: row.Boxes[box].Area, Name: label, Radius: 8, Do: func() {
			if b.item.folds.pasted == nil {
				b.item.folds.pasted = map[int]bool{}
			}
			b.item.folds.pasted[i] = !open
			b.view.relay(b.item)
		}})
		b.add(row, w+46)
		if open {
			b.text(p.Text, -1)
		}
	}
}

// words sets the text parts as they were typed.
func (b *bubble) words() {
	base := 0
	for _, p := range b.message.Parts {
		if p.Kind == chat.PartText && p.Text != "" {
			b.text(p.Text, base)
			base += len(p.Text)
		}
	}
}

// text sets plain text that begins at byte base of the message; -1 if it is not of the message's own text.
func (b *bubble) text(text string, base int) {
	shown, _ := markdown.Clean(text)
	run := textflow.Run{Text: shown, Style: textflow.Style{Size: rows.TextSize}, Start: 0, End: len(shown)}
	flow := textflow.Lay(nil, []textflow.Run{run}, b.room, b.setter.Ruler)
	b.setter.Base = base
	for from := 0; from < len(flow.Lines); from += rows.MaxLines {
		to := min(from+rows.MaxLines, len(flow.Lines))
		row := &rows.Row{}
		if from == 0 && len(b.rows) > 0 {
			row.Above = 9
		}
		width := b.setter.Lines(row, flow, from, to)
		if from == 0 && len(b.rows) > 0 && len(row.Texts) > 0 {
			row.Texts[0].Before = "\n\n"
		}
		b.add(row, width)
	}
}

// finish moves the rows to the right, draws the ground behind them and adds what appears beside the bubble while
// the pointer is near.
func (b *bubble) finish() {
	if len(b.rows) == 0 {
		b.add(&rows.Row{Height: rows.LineHeight}, 20)
	}
	width := float32(int(b.widest+0.99)) + 2*bubblePadX
	left := b.width - width
	for i, r := range b.rows {
		if i == 0 {
			r.Above = 0
			r.Height += bubblePadY
			r.Shift(left+bubblePadX, bubblePadY)
		} else {
			r.Shift(left+bubblePadX, 0)
		}
		ground := rows.Box{Area: rows.Area{X: left, Y: -r.Above, W: width, H: r.Height + r.Above}, Fill: theme.ColorUserBubble}
		if i == 0 {
			ground.Top = bubbleRadius
		}
		if i == len(b.rows)-1 {
			r.Height += bubblePadY
			ground.H += bubblePadY
			ground.Bottom = bubbleRadius
			b.actions(r, left)
		}
		r.Boxes = append([]rows.Box{ground}, r.Boxes...)
		b.card.rows = append(b.card.rows, r)
	}
}

func (b *bubble) actions(r *rows.Row, left float32) {
	id := b.message.ID
	v := b.view
	x := left - 8 - 3*actionSize
	y := r.Height - actionSize - 6
	text := b.message.Text()
	b.setter.IconButton(r, "copy", lang.L("Copy"), x, y, actionSize, true, func() { v.OnCopy(text) })
	b.setter.IconButton(r, "pencil", lang.L("Edit and send again"), x+actionSize, y, actionSize, true, func() { v.OnEdit(id) })
	b.setter.IconButton(r, "trash-2", lang.L("Delete"), x+2*actionSize, y, actionSize, true, func() { v.OnDelete(id) })
}
