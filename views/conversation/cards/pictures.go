package cards

import (
	"cmp"
	"slices"
	"strings"

	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/app/answers"
	"parlando/app/chat"
	"parlando/app/markdown"
	"parlando/views/conversation/rows"
	"parlando/views/format"
	"parlando/views/i18n"
	"parlando/views/textview/textflow"
	"parlando/views/theme"
	"parlando/views/words"
)

// The sizes of pictures, in Fyne's units before the zoom.
const (
	pictureEdge    = 260 // maximum size of a picture in a bubble
	pictureGap     = 8
	pictureTallest = 480 // maximum height of a single picture in a reply
	galleryHeight  = 200 // approximate height of several pictures side by side in a reply
	galleryTallest = 300
)

// pictureSize returns the size of a picture in a bubble.
func pictureSize(p chat.Blob, room float32) (w, h float32) {
	if p.Width <= 0 || p.Height <= 0 {
		return min(pictureEdge, room), 160
	}
	return shrunk(p, min(pictureEdge, room), pictureEdge)
}

// shrunk returns the size of a picture, reduced to fit into width and height if necessary.
func shrunk(p chat.Blob, width, height float32) (w, h float32) {
	w, h = float32(p.Width), float32(p.Height)
	shrink := min(width/w, height/h, 1)
	return max(float32(int(w*shrink)), 24), max(float32(int(h*shrink)), 24)
}

// DisplayedBlob returns the file of a picture to show: the original if it was sent unchanged,
// otherwise the converted picture.
func DisplayedBlob(p chat.Part) *chat.Blob {
	if p.AsIs && p.Original != nil {
		return p.Original
	}
	return p.Blob
}

// put adds a picture to a row at the given area.
func (c *Card) put(row *rows.Row, p chat.Part, area rows.Area) {
	id, sha, show := c.message.ID, DisplayedBlob(p).SHA256, c.Messages.ShowPicture
	name := i18n.Text("Show picture")
	if p.Name != "" {
		name = i18n.Text("Show picture {{.Name}}", map[string]any{"Name": p.Name})
	}
	row.Pictures = append(row.Pictures, rows.Picture{Area: area, SHA256: sha, Radius: 10})
	row.ClickAreas = append(row.ClickAreas, rows.ClickArea{Area: area, Name: name, Radius: -1, Do: func() { show(id, sha) }})
}

// gallery lays out consecutive pictures of a reply: a single one as large as allowed, several in
// rows that fill the column.
func (c *Card) gallery(s *rows.Typesetter, parts []chat.Part) {
	var line []chat.Part
	share := float32(0) // width of line per unit of height, without gaps
	flush := func() {
		if len(line) == 0 {
			return
		}
		room := c.Width - pictureGap*float32(len(line)-1)
		row := &rows.Row{SpaceAbove: rows.BlockGap}
		height := min(room/share, galleryTallest)
		if room/share > galleryTallest { // do not stretch an incomplete last line to the full width
			height = min(height, galleryHeight)
		}
		x := float32(0)
		for _, p := range line {
			w := float32(int(height * aspect(*p.Blob)))
			c.put(row, p, rows.Area{X: x, W: w, H: float32(int(height))})
			x += w + pictureGap
		}
		row.Height = float32(int(height))
		c.Rows = append(c.Rows, row)
		line, share = nil, 0
	}
	whole := slices.DeleteFunc(slices.Clone(parts), func(p chat.Part) bool { return c.broken(p) })
	if len(whole) == 1 {
		w, h := shrunk(*whole[0].Blob, c.Width, pictureTallest)
		row := &rows.Row{SpaceAbove: rows.BlockGap, Height: h}
		c.put(row, whole[0], rows.Area{W: w, H: h})
		c.Rows = append(c.Rows, row)
	} else {
		for _, p := range whole {
			line = append(line, p)
			share += aspect(*p.Blob)
			if share*galleryHeight+pictureGap*float32(len(line)-1) >= c.Width {
				flush()
			}
		}
		flush()
	}
	for _, p := range parts {
		if c.broken(p) {
			c.Rows = append(c.Rows, c.damaged(s, *p.Blob, c.Width))
		}
	}
}

// drawing adds the area of a picture that is arriving. It is square, as most pictures of models
// are, so that the picture mostly takes exactly its place.
func (c *Card) drawing(s *rows.Typesetter) {
	side := min(c.Width, pictureTallest)
	row := &rows.Row{SpaceAbove: rows.BlockGap, Height: side}
	row.Boxes = []rows.Box{{Area: rows.Area{W: side, H: side}, Fill: theme.ColorHover, Top: 10, Bottom: 10}}
	style := textflow.Style{Size: rows.TextSize}
	words := i18n.Text("A picture is coming…")
	row.Icons = []rows.Icon{{X: (side - 24) / 2, Y: side/2 - 28, Size: 24, Name: "image", Color: theme.ColorMuted}}
	w := min(s.Ruler.Width(words, style), side-20)
	s.PlaceText(row, words, (side-w)/2, side/2+4, side-20, style, theme.ColorMuted)
	c.Rows = append(c.Rows, row)
}

// changeButton draws the button that adds the only picture of a reply to the next message, and
// returns its right edge. With several pictures, each has the button in the viewer.
func (c *Card) changeButton(s *rows.Typesetter, row *rows.Row, x float32) float32 {
	shown := slices.DeleteFunc(slices.Clone(c.message.Parts), func(p chat.Part) bool {
		return p.Kind != chat.PartImage || p.Blob == nil || c.broken(p)
	})
	if c.ReadOnly || len(shown) != 1 {
		return x
	}
	id, sha, change := c.message.ID, shown[0].Blob.SHA256, c.Messages.ChangePicture
	return s.PlacePill(row, "pencil", i18n.Text("Change this picture"), x+4, 2, actionSize, func() { change(id, sha) }) + 8
}

// aspect returns the width of a picture divided by its height, within reasonable bounds.
func aspect(p chat.Blob) float32 {
	if p.Width <= 0 || p.Height <= 0 {
		return 1
	}
	return min(max(float32(p.Width)/float32(p.Height), 0.25), 4)
}

// broken reports whether a picture cannot be shown.
func (c *Card) broken(p chat.Part) bool {
	return p.Blob.Width <= 0 || p.Blob.Height <= 0 || c.failed(p.Blob.SHA256)
}

// damaged returns the placeholder of a picture that cannot be shown.
func (c *Card) damaged(s *rows.Typesetter, p chat.Blob, width float32) *rows.Row {
	row := &rows.Row{SpaceAbove: rows.BlockGap, Height: 58}
	row.Boxes = []rows.Box{{Area: rows.Area{W: width, H: row.Height}, Border: theme.ColorLine, Top: 10, Bottom: 10}}
	row.Icons = []rows.Icon{{X: 15, Y: 20, Size: 18, Name: "image-off", Color: theme.ColorMuted}}
	id, sha, save := c.message.ID, p.SHA256, c.Messages.SavePicture
	if c.UnreadablePictures[sha] {
		button := s.PlaceButton(row, i18n.Text("Try again"), width-10, 11, rows.Secondary, func() { c.RetryPicture(sha) })
		s.PlaceText(row, i18n.Text("This picture couldn't be read."), 44, 19, button-54, textflow.Style{Size: rows.TextSize}, fynetheme.ColorNameForeground)
		return row
	}
	button := s.PlaceButton(row, i18n.Text("Save original"), width-10, 11, rows.Secondary, func() { save(id, sha) })
	room := button - 54
	s.PlaceText(row, i18n.Text("This picture can't be shown."), 44, 9, room, textflow.Style{Size: rows.TextSize}, fynetheme.ColorNameForeground)
	s.PlaceText(row, i18n.Text("Damaged, or a type of picture Parlando can't show · {{.Size}}", map[string]any{"Size": format.Size(p.Size)}),
		44, 30, room, textflow.Style{Size: rows.SmallSize}, theme.ColorMuted)
	return row
}

// AttachmentName returns the name of an attachment for a copied message; "" for other parts.
func AttachmentName(p chat.Part) string {
	switch p.Kind {
	case chat.PartImage:
		return cmp.Or(p.Name, i18n.Text("A picture"))
	case chat.PartFile:
		name := cmp.Or(p.Name, i18n.Text("Document"))
		if p.Pages > 0 {
			name += ", " + words.PageCount(p.Pages)
		}
		return name
	case chat.PartRemoteImage:
		return p.Text
	case chat.PartTranscript:
		return i18n.Text("Transcript: {{.Name}}", map[string]any{"Name": p.Name})
	case chat.PartPasted:
		return cmp.Or(p.Name, i18n.Text("Pasted text"))
	case chat.PartText, chat.PartReasoning, chat.PartRefusal, chat.PartContinued:
	}
	return ""
}

// HasVisibleText reports whether CopyText returns any text, often from the beginning alone.
func HasVisibleText(m chat.Message) bool {
	begin, _ := markdown.Clean(textflow.Prefix(m.Text(), 1000))
	return strings.TrimSpace(begin) != "" || CopyText(m) != ""
}

// CopyText returns the text that Copy copies: for a reply only the visible text, for a question its
// text and the names of its attachments.
func CopyText(m chat.Message) string {
	if m.Role != chat.User {
		text, _ := markdown.Clean(answers.Text(m))
		return text
	}
	var out, names []string
	if text := m.Text(); text != "" {
		out = append(out, text)
	}
	for _, p := range m.Parts {
		if name := AttachmentName(p); name != "" {
			names = append(names, "["+name+"]")
		}
	}
	if len(names) > 0 {
		out = append(out, strings.Join(names, "\n"))
	}
	return strings.Join(out, "\n\n")
}
