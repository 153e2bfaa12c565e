package composer

import (
	"cmp"
	"image"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parlando/app/attachments"
	"parlando/app/chat"
	"parlando/views/format"
	"parlando/views/i18n"
	"parlando/views/textview/edit"
	"parlando/views/theme"
	"parlando/views/widgets"
	"parlando/views/words"
)

// chip shows one attachment: a thumbnail or an icon, a description, its menu and a remove button. A
// click opens the attachment; dragging reorders it.
type chip struct {
	widget.BaseWidget
	widgets.KeyRecorder

	chips *chips
	// place is the index of the chip, index the index of its part in the message.
	place, index     int
	part             chat.Part
	tokens           int // estimated tokens of an attached text or picture
	thumbnail        image.Image
	more, close      *widgets.IconButton
	hovered, focused bool
	// dropped means that a drag was canceled and the mouse button is still pressed.
	dropped bool
}

func newChip(cs *chips, place, index int, p chat.Part) *chip {
	c := &chip{chips: cs, place: place, index: index, part: p, tokens: attachments.EstimateTokens(p).Likely}
	c.more = widgets.NewIconButton("ellipsis", i18n.Text("More actions"), func() { c.menu(c.more) })
	c.close = widgets.NewIconButton("x", i18n.Text("Remove"), func() { cs.composer.remove(index) })
	for _, b := range []*widgets.IconButton{c.more, c.close} {
		b.SetSide(24)
		b.SetColor(fynetheme.ColorNameForeground)
	}
	c.ExtendBaseWidget(c)
	return c
}

// crowd is the number of chips from which a picture's chip shows only a name, so that three chips
// fit in a row.
const crowd = 3

// shown returns the displayed text: the full description, or a shorter one if there are many chips.
func (c *chip) shown() string {
	if c.part.Kind != chat.PartImage || len(c.chips.chips) < crowd {
		return c.words()
	}
	name := shortTo(cmp.Or(c.part.Name, i18n.Text("Picture")), 16)
	if c.part.AsIs {
		name += " · " + i18n.Text("original")
	} else if c.isSmaller() {
		name += " · " + i18n.Text("smaller copy")
	}
	return name
}

// words returns the description of the attachment.
func (c *chip) words() string {
	p := c.part
	switch p.Kind {
	case chat.PartTranscript:
		name := i18n.Text("Transcript: {{.Name}}", map[string]any{"Name": short(p.Name)})
		return name + " · " + words.CharacterCount(utf8.RuneCountInString(p.Text))
	case chat.PartPasted:
		if p.Name != "" {
			return short(p.Name) + " · " + format.Size(int64(len(p.Text))) + " · " + words.TokenCount(c.tokens)
		}
		n := utf8.RuneCountInString(p.Text)
		return i18n.Text("Pasted text · {{.Length}}", map[string]any{"Length": words.CharacterCount(n)})
	case chat.PartFile:
		return c.document()
	case chat.PartRemoteImage:
		return short(words.PictureAddress(p.Text))
	}
	name := short(cmp.Or(p.Name, i18n.Text("Picture")))
	if p.Blob == nil {
		return name
	}
	size := format.Size(p.Blob.Size)
	if p.AsIs && p.Original != nil {
		size = i18n.Text("the original, {{.Size}}", map[string]any{"Size": format.Size(p.Original.Size)})
	} else if c.isSmaller() {
		size = i18n.Text("smaller copy, {{.Size}}", map[string]any{"Size": size})
	}
	return name + " · " + size + " · " + words.TokenCount(c.tokens)
}

// isSmaller reports whether a reduced copy of a very large picture is sent.
func (c *chip) isSmaller() bool {
	return c.part.Blob != nil && c.chips.smaller[c.part.Blob.SHA256]
}

// document returns the description of a PDF.
func (c *chip) document() string {
	p := c.part
	name := short(cmp.Or(p.Name, i18n.Text("Document")))
	if p.Pages > 0 {
		name += " · " + words.PageCount(p.Pages)
	}
	if p.Blob != nil {
		name += " · " + format.Size(p.Blob.Size)
	}
	return name
}

// short returns a name, with the middle elided if it is long.
func short(name string) string { return shortTo(name, 32) }

func shortTo(name string, most int) string {
	if runes := []rune(name); len(runes) > most {
		end := most / 3
		return string(runes[:most-end-2]) + "…" + string(runes[len(runes)-end:])
	}
	return name
}

// opens reports whether a click shows the attachment.
func (c *chip) opens() bool {
	file := c.part.Blob != nil && (c.part.Kind == chat.PartImage || c.part.Kind == chat.PartFile)
	return c.part.IsAttachedText() || file && c.chips.composer.Attachments != nil
}

// Tapped implements fyne.Tappable.
func (c *chip) Tapped(*fyne.PointEvent) { c.open() }

// TappedSecondary implements fyne.SecondaryTappable: it opens the menu.
func (c *chip) TappedSecondary(*fyne.PointEvent) { c.menu(c) }

func (c *chip) open() {
	switch {
	case c.part.IsAttachedText():
		edit.ShowText(widgets.CanvasOf(c), c.words(), c.part.Text)
	case c.opens():
		c.chips.composer.Attachments.Open(c.part)
	}
}

// menu shows the actions of the attachment in a menu at anchor.
func (c *chip) menu(anchor fyne.CanvasObject) {
	var items []widgets.MenuItem
	add := func(icon, label, reason string, do func()) {
		items = append(items, widgets.MenuItem{Icon: icon, Text: label, DisabledReason: reason, Do: do})
	}
	me := c.chips.composer
	switch kind := c.part.Kind; {
	case kind == chat.PartPasted:
		add("eye", i18n.Text("View"), "", c.open)
		add("text-cursor-input", i18n.Text("Insert as text"), whyNotInText(me.box.Text(), c.part), func() { me.insertAsText(c.index) })
	case kind == chat.PartTranscript:
		add("eye", i18n.Text("View"), "", c.open)
	case me.Attachments == nil:
	case kind == chat.PartImage:
		add("eye", i18n.Text("Details…"), "", c.open)
		reason := ""
		if c.part.Original == nil {
			reason = i18n.Text("The original can't be sent because of its type or size.")
		}
		add("image", i18n.Text("Send original file"), reason, func() { me.Attachments.AskForOriginal(c.part) })
		items[len(items)-1].Chosen = c.part.AsIs
	case kind == chat.PartFile:
		add("external-link", i18n.Text("Open it"), "", c.open)
	}
	if n := len(c.chips.chips); n > 1 {
		first, last := "", ""
		if c.place == 0 {
			first = i18n.Text("It's already first.")
		}
		if c.place == n-1 {
			last = i18n.Text("It's already last.")
		}
		add("arrow-left", i18n.Text("Move left"), first, func() { c.chips.move(c.place, c.place-1) })
		add("arrow-right", i18n.Text("Move right"), last, func() { c.chips.move(c.place, c.place+1) })
	}
	add("x", i18n.Text("Remove"), "", func() { me.remove(c.index) })
	widgets.ShowMenu(anchor, items)
}

// Dragged implements fyne.Draggable.
func (c *chip) Dragged(e *fyne.DragEvent) { c.chips.drag(c, e.Dragged) }

// DragEnd implements fyne.Draggable.
func (c *chip) DragEnd() { c.chips.drop(c) }

// Cursor implements desktop.Cursorable.
func (c *chip) Cursor() desktop.Cursor {
	if c.opens() {
		return desktop.PointerCursor
	}
	return desktop.DefaultCursor
}

// MouseIn implements desktop.Hoverable.
func (c *chip) MouseIn(*desktop.MouseEvent) { c.hovered = true; c.Refresh() }

// MouseMoved implements desktop.Hoverable.
func (c *chip) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (c *chip) MouseOut() { c.hovered = false; c.Refresh() }

// FocusGained implements fyne.Focusable.
func (c *chip) FocusGained() { c.focused = true; c.Refresh() }

// FocusLost implements fyne.Focusable.
func (c *chip) FocusLost() { c.focused = false; c.Refresh() }

// TypedRune implements fyne.Focusable: a typed character goes to the text.
func (c *chip) TypedRune(r rune) {
	if r == ' ' {
		return // TypedKey has already opened the attachment
	}
	c.chips.composer.FocusText()
	c.chips.composer.box.TypedRune(r)
}

// TypedKey implements fyne.Focusable: Enter opens, Delete removes, the menu key opens the menu,
// Escape cancels a drag.
func (c *chip) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace:
		c.open()
	case fyne.KeyDelete, fyne.KeyBackspace:
		c.close.Tapped(nil)
	case desktop.KeyMenu:
		c.menu(c)
	case fyne.KeyEscape:
		if !c.chips.giveUp() {
			widgets.KeyToWindow(c, e)
		}
	default:
		widgets.KeyToWindow(c, e)
	}
}

// TypedShortcut implements fyne.Shortcutable: Alt with an arrow moves the chip. Other shortcuts go
// to the window.
func (c *chip) TypedShortcut(s fyne.Shortcut) {
	if custom, ok := s.(*desktop.CustomShortcut); ok && custom.Modifier == fyne.KeyModifierAlt {
		switch custom.KeyName {
		case fyne.KeyLeft:
			c.chips.move(c.place, c.place-1)
			return
		case fyne.KeyRight:
			c.chips.move(c.place, c.place+1)
			return
		}
	}
	widgets.ShortcutToWindow(c, s)
}

// AccessibilityLabel implements fyne.Accessible.
func (c *chip) AccessibilityLabel() string { return c.words() }

// AccessibilityRole implements fyne.Accessible.
func (c *chip) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleButton }

// CreateRenderer implements fyne.Widget.
func (c *chip) CreateRenderer() fyne.WidgetRenderer {
	r := &chipRenderer{c: c, ground: widgets.NewThemedRectangle(theme.RadiusControl), words: canvas.NewText("", nil), picture: canvas.NewImageFromImage(c.thumbnail)}
	r.picture.CornerRadius = 4
	r.edge = canvas.NewRectangle(nil)
	r.edge.CornerRadius, r.edge.StrokeWidth = 5, 1
	return widgets.Renderer{MinSize: r.least, Place: r.place, Paint: r.paint}.Of(c, r.ground.Rectangle, r.edge, r.picture, r.words, r.c.more, r.c.close)
}

type chipRenderer struct {
	c       *chip
	ground  widgets.ThemedRectangle
	words   *canvas.Text
	picture *canvas.Image
	edge    *canvas.Rectangle // around a thumbnail
}

func (r *chipRenderer) least() fyne.Size {
	size := fynetheme.Size(fynetheme.SizeNameCaptionText)
	w := fyne.MeasureText(r.c.shown(), size, fyne.TextStyle{}).Width
	return fyne.NewSize(chipLeft+w+4+chipRight+3*chipGrown(), chipHeight())
}

func (r *chipRenderer) place(s fyne.Size) {
	r.ground.Resize(s)
	grown := chipGrown()
	most := 28 + grown
	side := most
	if r.c.thumbnail == nil {
		side = theme.ScaledIconSize()
	}
	widgets.Place(r.picture, 9+(most-side)/2, (s.Height-side)/2, side, side)
	widgets.Place(r.edge, 8+(most-side)/2, (s.Height-side)/2-1, side+2, side+2)
	left, room := chipLeft+grown, s.Width-chipLeft-chipRight-3*grown
	widgets.FitText(r.words, r.c.shown(), room)
	widgets.CenterVertically(r.words, left, room, s.Height)
	x := s.Width - 4
	for _, b := range []*widgets.IconButton{r.c.close, r.c.more} {
		side := 24 + grown
		x -= side
		widgets.Place(b, x, (s.Height-side)/2, side, side)
	}
}

func (r *chipRenderer) paint() {
	c := r.c
	dragged := c.chips.moving != nil && c.chips.moving.chip == c
	fill, border, width := theme.ColorTint, theme.ColorEdge, float32(1)
	if c.hovered && c.opens() || dragged {
		fill = theme.ColorHover
	}
	if c.focused && widgets.RingIsShown() || dragged {
		border, width = theme.ColorAccent, 2
	}
	r.ground.Paint(fill, border, width)
	widgets.PaintText(r.words, fynetheme.ColorNameForeground, fynetheme.Size(fynetheme.SizeNameCaptionText))
	r.edge.StrokeColor = fynetheme.Color(theme.ColorLine)
	if widgets.SetVisible(r.edge, c.thumbnail != nil); c.thumbnail != nil {
		r.picture.Image, r.picture.Resource = c.thumbnail, nil
		r.picture.FillMode = canvas.ImageFillCover
	} else {
		r.picture.Image, r.picture.Resource = nil, theme.Icon(c.icon(), theme.ColorMuted)
	}
	r.picture.Refresh()
}

// Padding to the left and right of the text.
const (
	chipLeft  = 45
	chipRight = 24 + 24 + 8
)

// chipGrown returns the growth of a chip's content since the default text size.
func chipGrown() float32 { return theme.TargetSize(24) - 24 }

func chipHeight() float32 { return 40 + chipGrown() }

// icon returns the name of the icon for an attachment without a thumbnail.
func (c *chip) icon() string {
	if c.part.Blob != nil && c.chips.unread[c.part.Blob.SHA256] {
		return "image-off"
	}
	switch c.part.Kind {
	case chat.PartPasted, chat.PartFile:
		return "file-text"
	case chat.PartTranscript:
		return "scroll-text"
	case chat.PartRemoteImage:
		return "link"
	}
	return "image"
}
