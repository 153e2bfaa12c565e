package composer

import (
	"image"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/lang"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parley/app/attachments"
	"parley/app/chat"
	"parley/views/theme"
	"parley/views/widgets"
	"parley/views/words"
)

// chip is one attachment: a small picture or a mark, what it is, and a button that takes it away. A pasted text or a transcript can be
// pressed to read it.
type chip struct {
	widget.BaseWidget

	part             chat.Part
	thumbnail        image.Image
	close            *widgets.IconButton
	hovered, focused bool
}

func newChip(p chat.Part, remove func()) *chip {
	c := &chip{part: p}
	c.close = widgets.NewIconButton("x", lang.L("Remove"), remove)
	c.close.SetSide(24)
	c.close.SetColor(fynetheme.ColorNameForeground)
	c.ExtendBaseWidget(c)
	return c
}

// words say what it is.
func (c *chip) words() string {
	p := c.part
	if p.Kind == chat.PartTranscript {
		name := lang.L("Transcript: {{.Name}}", map[string]any{"Name": short(p.Name)})
		return name + " · " + words.Characters(utf8.RuneCountInString(p.Text))
	}
	if p.Kind == chat.PartPasted {
		n := utf8.RuneCountInString(p.Text)
		return lang.L("Pasted text · {{.Length}}", map[string]any{"Length": words.Characters(n)})
	}
	name := p.Name
	if name == "" {
		name = lang.L("Picture")
	}
	name = short(name)
	if p.Blob == nil {
		return name
	}
	return name + " · " + words.Size(p.Blob.Size) + " · " + words.Tokens(attachments.Tokens(p.Blob.Width, p.Blob.Height))
}

// short is a name with its middle left out if it is long.
func short(name string) string {
	if runes := []rune(name); len(runes) > 32 {
		return string(runes[:20]) + "…" + string(runes[len(runes)-10:])
	}
	return name
}

// readable reports whether it is a text that can be pressed to read it.
func (c *chip) readable() bool {
	return c.part.Kind == chat.PartPasted || c.part.Kind == chat.PartTranscript
}

// Tapped implements fyne.Tappable.
func (c *chip) Tapped(*fyne.PointEvent) { c.open() }

func (c *chip) open() {
	if c.readable() {
		if canvas := canvasOf(c); canvas != nil {
			showPasted(canvas, c.words(), c.part.Text)
		}
	}
}

// Cursor implements desktop.Cursorable.
func (c *chip) Cursor() desktop.Cursor {
	if c.readable() {
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

// TypedRune implements fyne.Focusable.
func (c *chip) TypedRune(rune) {}

// TypedKey implements fyne.Focusable: Enter opens, Delete takes away.
func (c *chip) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace:
		c.open()
	case fyne.KeyDelete, fyne.KeyBackspace:
		c.close.Tapped(nil)
	default:
		if canvas := canvasOf(c); canvas != nil && canvas.OnTypedKey() != nil {
			canvas.OnTypedKey()(e)
		}
	}
}

// AccessibilityLabel implements fyne.Accessible.
func (c *chip) AccessibilityLabel() string { return c.words() }

// AccessibilityRole implements fyne.Accessible.
func (c *chip) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleButton }

// CreateRenderer implements fyne.Widget.
func (c *chip) CreateRenderer() fyne.WidgetRenderer {
	r := &chipRenderer{c: c, ground: canvas.NewRectangle(nil), words: canvas.NewText("", nil), picture: canvas.NewImageFromImage(c.thumbnail)}
	r.ground.CornerRadius = theme.RadiusControl
	r.picture.CornerRadius = 4
	r.Refresh()
	return r
}

type chipRenderer struct {
	c       *chip
	ground  *canvas.Rectangle
	words   *canvas.Text
	picture *canvas.Image
}

func (r *chipRenderer) MinSize() fyne.Size {
	size := fynetheme.Size(fynetheme.SizeNameCaptionText)
	w := fyne.MeasureText(r.c.words(), size, fyne.TextStyle{}).Width
	return fyne.NewSize(45+w+4+24+4, chipHeight)
}

func (r *chipRenderer) Layout(s fyne.Size) {
	r.ground.Resize(s)
	side := float32(28)
	if r.c.thumbnail == nil {
		side = 18
	}
	r.picture.Resize(fyne.NewSquareSize(side))
	r.picture.Move(fyne.NewPos(9+(28-side)/2, (s.Height-side)/2))
	r.words.Text = shortened(r.c.words(), s.Width-45-32, r.words.TextSize)
	h := r.words.MinSize().Height
	r.words.Move(fyne.NewPos(45, (s.Height-h)/2))
	r.words.Resize(fyne.NewSize(s.Width-45-32, h))
	r.c.close.Resize(fyne.NewSquareSize(24))
	r.c.close.Move(fyne.NewPos(s.Width-28, (s.Height-24)/2))
}

func (r *chipRenderer) Refresh() {
	c := r.c
	r.ground.FillColor = fynetheme.Color(theme.ColorCard)
	if c.hovered && c.readable() {
		r.ground.FillColor = fynetheme.Color(theme.ColorHover)
	}
	r.ground.StrokeColor, r.ground.StrokeWidth = fynetheme.Color(theme.ColorFieldBorder), 1
	if c.focused {
		r.ground.StrokeColor, r.ground.StrokeWidth = fynetheme.Color(theme.ColorAccent), 2
	}
	r.words.Color = fynetheme.Color(fynetheme.ColorNameForeground)
	r.words.TextSize = fynetheme.Size(fynetheme.SizeNameCaptionText)
	switch {
	case c.thumbnail != nil:
		r.picture.Image, r.picture.Resource = c.thumbnail, nil
		r.picture.FillMode = canvas.ImageFillCover
	case c.part.Kind == chat.PartPasted:
		r.picture.Image, r.picture.Resource = nil, theme.Icon("file-text", theme.ColorMuted)
	case c.part.Kind == chat.PartTranscript:
		r.picture.Image, r.picture.Resource = nil, theme.Icon("scroll-text", theme.ColorMuted)
	default:
		r.picture.Image, r.picture.Resource = nil, theme.Icon("image", theme.ColorMuted)
	}
	r.Layout(c.Size())
	r.picture.Refresh()
	r.ground.Refresh()
	r.words.Refresh()
}

func (r *chipRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.ground, r.picture, r.words, r.c.close}
}

func (r *chipRenderer) Destroy() {}
