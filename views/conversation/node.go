package conversation

import (
	"image"
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/views/conversation/rows"
	"parlando/views/textview/textflow"
	"parlando/views/theme"
	"parlando/views/widgets"
)

// node has the canvas objects of a visible row.
type node struct {
	viewport *viewport
	row      *rows.Row
	box      *fyne.Container

	// plain holds what does not scroll sideways, wide what scrolls sideways within strip.
	plain, wide layer
	strip       *container.Clip
	thumb       *canvas.Rectangle
	icons       []*canvas.Image
	pictures    []*canvas.Image
	quietShown  bool
}

// layer stacks boxes, then shades, then texts on top.
type layer struct {
	box, boxes, shades, texts *fyne.Container
	// hoverOnly has the texts that are visible only while the pointer is near.
	hoverOnly []*canvas.Text
}

func newLayer() layer {
	l := layer{boxes: group(), shades: group(), texts: group()}
	l.box = group(l.boxes, l.shades, l.texts)
	return l
}

func newNode(s *viewport) *node {
	n := &node{viewport: s, plain: newLayer()}
	n.box = group(n.plain.box)
	return n
}

// drop releases the objects.
func (n *node) drop() {
	n.box.Objects = nil
}

// fill updates the objects to show row, reusing unchanged ones.
func (n *node) fill(row *rows.Row) {
	row.LayOut()
	n.row = row
	zoom := n.viewport.column.zoom
	n.plain.fill(row, false, n.viewport.column)
	objects := []fyne.CanvasObject{n.plain.boxes, n.plain.shades}
	n.pictures = nil
	for i, p := range row.Pictures {
		img := canvas.NewImageFromImage(nil)
		img.FillMode = canvas.ImageFillStretch
		img.CornerRadius = p.Radius * zoom
		widgets.Place(img, p.X*zoom, p.Y*zoom, p.W*zoom, p.H*zoom)
		img.Hide()
		n.pictures = append(n.pictures, img)
		// The edge lies around the picture, so that a white one is seen on white.
		ground := canvas.NewRectangle(fynetheme.Color(theme.ColorHover))
		ground.StrokeColor, ground.StrokeWidth = fynetheme.Color(theme.ColorLine), 1
		ground.CornerRadius = p.Radius*zoom + 1
		widgets.Place(ground, p.X*zoom-1, p.Y*zoom-1, p.W*zoom+2, p.H*zoom+2)
		objects = append(objects, ground, img)
		n.wantPicture(i, p)
	}
	objects = append(objects, n.plain.texts)
	n.icons = nil
	for _, i := range row.Icons {
		img := icon(i.Name, i.Color, i.Size*zoom)
		img.Move(fyne.NewPos(i.X*zoom, i.Y*zoom))
		if i.HoverOnly {
			img.Hide()
		}
		n.icons = append(n.icons, img)
		objects = append(objects, img)
	}
	n.quietShown = false
	if row.Viewport != nil {
		if n.strip == nil {
			n.wide = newLayer()
			n.strip = container.NewClip(n.wide.box)
			n.thumb = canvas.NewRectangle(color.Transparent)
			n.thumb.CornerRadius = 3
		}
		n.wide.fill(row, true, n.viewport.column)
		widgets.Place(n.strip, row.Viewport.X*zoom, row.Viewport.Y*zoom, row.Viewport.W*zoom, row.Viewport.H*zoom)
		objects = append(objects, n.strip)
		if row.Viewport.Bar {
			objects = append(objects, n.thumb)
		}
		n.slide()
	}
	n.box.Objects = objects
	n.box.Resize(fyne.NewSize(theme.ColumnWidth(), row.Height*zoom))
}

func (l *layer) fill(row *rows.Row, wide bool, v *column) {
	zoom := v.zoom
	old := l.boxes.Objects
	boxes := make([]fyne.CanvasObject, 0, len(row.Boxes))
	add := func(b rows.Box) {
		var was fyne.CanvasObject
		if k := len(boxes); k < len(old) {
			was = old[k]
		}
		boxes = append(boxes, boxObject(was, b, zoom))
	}
	for _, b := range row.Boxes {
		if b.ScrollsSideways == wide {
			add(b)
		}
	}
	for i := range row.Texts {
		if t := &row.Texts[i]; t.ScrollsSideways == wide && (t.Underline || t.Strike) {
			for _, b := range t.Lines(v.context.Ruler.Font(t.Style)) {
				add(b)
			}
		}
	}
	l.boxes.Objects = boxes
	l.hoverOnly = nil
	old = l.texts.Objects
	texts := make([]fyne.CanvasObject, 0, len(row.Texts))
	for _, t := range row.Texts {
		if t.ScrollsSideways != wide || t.NotDrawn || t.Text == "" {
			continue
		}
		var o *canvas.Text
		if k := len(texts); k < len(old) {
			o = old[k].(*canvas.Text)
		} else {
			o = &canvas.Text{}
		}
		paintText(o, t, v.context.Ruler)
		if o.Hidden = t.HoverOnly; t.HoverOnly {
			l.hoverOnly = append(l.hoverOnly, o)
		}
		texts = append(texts, o)
	}
	l.texts.Objects = texts
}

// plainFrom is the minimum area, in square units, of a plain box that is painted as a gradient; see
// boxObject.
const plainFrom = 8000

// boxObject returns the object of a box, reusing the previous one if possible. Large plain boxes
// are single-color gradients: without a graphics card, Fyne's rectangle shader, which also handles
// edges and shadows, takes a third longer per pixel (measured on llvmpipe).
func boxObject(was fyne.CanvasObject, b rows.Box, zoom float32) fyne.CanvasObject {
	if b.Border == "" && b.Top == 0 && b.Bottom == 0 && b.W*b.H >= plainFrom {
		g, ok := was.(*canvas.LinearGradient)
		fill := fynetheme.Color(b.Fill)
		if !ok || g.StartColor != fill {
			g = canvas.NewVerticalGradient(fill, fill)
		}
		widgets.Place(g, b.X*zoom, b.Y*zoom, b.W*zoom, b.H*zoom)
		return g
	}
	r, ok := was.(*canvas.Rectangle)
	if !ok {
		r = &canvas.Rectangle{}
	}
	paintBox(r, b, zoom)
	return r
}

// paintBox applies the style of a box to a rectangle.
func paintBox(r *canvas.Rectangle, b rows.Box, zoom float32) {
	r.FillColor, r.StrokeColor, r.StrokeWidth = color.Transparent, color.Transparent, 0
	if b.Fill != "" {
		r.FillColor = fynetheme.Color(b.Fill)
	}
	if b.Border != "" {
		r.StrokeColor, r.StrokeWidth = fynetheme.Color(b.Border), max(b.Stroke, 1)
		if _, _, _, alpha := r.StrokeColor.RGBA(); alpha == 0 {
			r.StrokeWidth = 0
		}
		if b.Fill == "" {
			r.FillColor = theme.TransparentFill(r.StrokeColor)
		}
	}
	r.CornerRadius = 0
	if b.Top == b.Bottom {
		r.CornerRadius = b.Top * zoom
	}
	r.TopLeftCornerRadius, r.TopRightCornerRadius = b.Top*zoom, b.Top*zoom
	r.BottomLeftCornerRadius, r.BottomRightCornerRadius = b.Bottom*zoom, b.Bottom*zoom
	widgets.Place(r, b.X*zoom, b.Y*zoom, b.W*zoom, b.H*zoom)
}

// paintText sets the text and the style of a text object. No refresh is needed, because Fyne caches
// rendered text by its content.
func paintText(o *canvas.Text, t rows.Text, ruler *textflow.Ruler) {
	zoom := ruler.Zoom
	o.Text, o.TextSize, o.TextStyle = textflow.Drawn(t.Text, t.Style), t.Size*zoom, t.Style.FyneStyle()
	o.Color = fynetheme.Color(t.Color)
	e := ruler.Extent(t.Text, t.Style)
	o.FontSource = e.Font(t.Text, o.TextStyle)
	widgets.Place(o, t.X*zoom, (t.Y-e.Drop)*zoom, t.W*zoom, t.H*zoom)
}

// slide moves the wide part to its scroll position.
func (n *node) slide() {
	w, zoom := n.row.Viewport, n.viewport.column.zoom
	widgets.Place(n.wide.box, (-w.X-w.Scroll.X)*zoom, -w.Y*zoom, w.Scroll.Content*zoom, n.row.Height*zoom)
	if w.Bar {
		track := w.W - 16
		length := max(track*w.W/w.Scroll.Content, 32)
		at := float32(0)
		if rest := w.Scroll.Content - w.W; rest > 0 {
			at = (track - length) * w.Scroll.X / rest
		}
		n.thumb.FillColor = fynetheme.Color(fynetheme.ColorNameScrollBar)
		widgets.Place(n.thumb, (w.X+8+at)*zoom, (w.Y+w.H-8)*zoom, length*zoom, 5)
	}
}

// quiet shows or hides the icons and texts that are visible only while the pointer is near.
func (n *node) quiet(shown bool) {
	if n.quietShown == shown {
		return
	}
	n.quietShown = shown
	for i, img := range n.icons {
		if !n.row.Icons[i].HoverOnly {
			continue
		}
		widgets.SetVisible(img, shown)
	}
	for _, text := range n.plain.hoverOnly {
		widgets.SetVisible(text, shown)
	}
	n.viewport.Repaint()
}

func (n *node) wantPicture(i int, wanted rows.Picture) {
	v := n.viewport.column
	sha256 := wanted.SHA256
	if p, ok := v.pictures.known[sha256]; ok {
		n.picture(i, p)
		return
	}
	if !v.pictures.wanted[sha256] {
		v.pictures.wanted[sha256] = true
		v.Source.ReadPicture(sha256, max(wanted.W, wanted.H)*v.zoom)
	}
}

func (n *node) picture(i int, p image.Image) {
	if i >= len(n.pictures) || p == nil {
		return
	}
	img := n.pictures[i]
	img.Image = p
	img.Show()
	img.Refresh()
}
