package list

import (
	"cmp"
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/views/textview/textflow"
	"parlando/views/theme"
	"parlando/views/widgets"
)

// between separates the parts of the second line.
const between = " · "

// buttonSide is the size of an icon button.
const buttonSide = 28

// slot holds one button of a row object, which shows different buttons over time.
type slot struct {
	shown Button
	icon  *widgets.IconButton
	words *widgets.Button
	// before is the separator before a link.
	before *canvas.Text
}

// object returns the canvas object of the slot.
func (s *slot) object() fyne.CanvasObject {
	if s.shown.Icon != "" {
		return s.icon
	}
	return s.words
}

// show shows a button. A button without an ID is a plain icon, which the row paints itself.
func (s *slot) show(r *listRow, b Button, kind widgets.ButtonKind) {
	same := s.shown == b && s.icon != nil
	s.shown = b
	if b.ID == "" || b.Icon != "" && same { // avoids loading the icon again
		return
	}
	if b.Icon == "" {
		if s.words == nil {
			s.words = widgets.NewButton("", kind, func() { r.press(s) })
			if kind == widgets.Secondary {
				s.words.SetSmall()
			}
			s.words.SetOnFocus(r.reach)
			s.words.SetOnHover(r.point)
			s.before = canvas.NewText(between, color.Black)
		}
		s.words.SetText(b.Name)
		s.words.SetHint(b.Hint)
		s.words.SetDanger(kind == widgets.Link && r.data.Failed)
		return
	}
	if s.icon == nil {
		s.icon = widgets.NewIconButton(b.Icon, b.Name, func() { r.press(s) })
		s.icon.SetOnFocus(r.reach)
		s.icon.SetOnHover(r.point)
	}
	s.icon.SetIcon(b.Icon, b.Name)
	b.Side = cmp.Or(b.Side, buttonSide)
	s.icon.SetSide(b.Side)
	b.Color = cmp.Or(b.Color, theme.ColorMuted)
	s.icon.SetColor(b.Color)
}

// slots shows the buttons in slots, adds slots if there are too few, and returns the used ones.
func (r *listRow) slots(slots []*slot, buttons []Button, kind widgets.ButtonKind) []*slot {
	all := slots[:cap(slots)]
	for i, b := range buttons {
		if i == len(all) {
			all = append(all, nil)
		}
		if all[i] == nil {
			all[i] = &slot{}
		}
		all[i].show(r, b, kind)
	}
	return all[:len(buttons)]
}

// icon is an icon without an action.
type icon struct{ *canvas.Image }

func newIcon() icon { return icon{&canvas.Image{FillMode: canvas.ImageFillContain}} }

// paint shows an icon of assets/icons; "" hides it.
func (i icon) paint(name string, color fyne.ThemeColorName) {
	widgets.SetVisible(i, name != "")
	if name != "" {
		i.Resource = theme.Icon(name, color)
		i.Refresh()
	}
}

// place positions the icon at x, centered vertically at middle.
func (i icon) place(x, middle, side float32) { widgets.Place(i.Image, x, middle-side/2, side, side) }

// markedLine is one line of text, parts of which may be highlighted.
type markedLine struct {
	runs  []*run
	words string
}

// run is a part of the text, with a background if it is highlighted.
type run struct {
	words  string
	level  textflow.Level
	text   *canvas.Text
	ground *canvas.Rectangle
}

// set sets the text. marks are byte ranges; those outside the text are ignored.
func (m *markedLine) set(words string, marks [][2]int, color fyne.ThemeColorName, size fyne.ThemeSizeName) {
	m.words = words
	used, at := 0, 0
	levels := textflow.Levels(words)
	add := func(s string, found bool, level textflow.Level) {
		if used == len(m.runs) {
			m.runs = append(m.runs, &run{text: canvas.NewText("", nil), ground: canvas.NewRectangle(nil)})
		}
		r := m.runs[used]
		used++
		r.words, r.text.Text, r.level = s, s, level
		r.text.Color, r.text.TextSize = fynetheme.Color(color), fynetheme.Size(size)
		if found {
			r.text.Color = fynetheme.Color(fynetheme.ColorNameForeground)
		}
		r.ground.FillColor = fynetheme.Color(theme.ColorReadingMark)
		widgets.SetVisible(r.ground, found)
	}
	upTo := func(end int, found bool) {
		for levels != nil && at < end {
			n := textflow.DrawnTogether(words[at:end], levels[at:], theme.Fonts(fyne.TextStyle{}))
			add(words[at:at+n], found, levels[at])
			at += n
		}
		if at < end {
			add(words[at:end], found, 0)
		}
		at = end
	}
	for _, mark := range marks {
		if mark[0] < at || mark[1] > len(words) || mark[0] > mark[1] {
			continue
		}
		upTo(mark[0], false)
		upTo(mark[1], true)
	}
	upTo(len(words), false)
	if used == 0 {
		add("", false, 0)
	}
	m.runs = m.runs[:used]
}

// height returns the height of the line.
func (m *markedLine) height() float32 {
	t := m.runs[0].text
	return fyne.MeasureText("x", t.TextSize, t.TextStyle).Height
}

// lay places the runs side by side and returns their right end. The first run that exceeds right is
// truncated; the runs after it are hidden.
func (m *markedLine) lay(x, y, right float32) float32 {
	cut, end := -1, x // cut is the index of the truncated run
	levels := make([]textflow.Level, len(m.runs))
	for i, r := range m.runs {
		levels[i], r.text.Text = r.level, ""
		if cut < 0 && end < right {
			words := widgets.TruncateText(r.words, r.text, right-end)
			r.text.Text = textflow.Drawn(words, textflow.Style{RightToLeft: textflow.IsRightToLeft(r.level)})
			r.text.FontSource = theme.FontFor(words, r.text.TextStyle)
			if words != r.words {
				cut = i
				if textflow.IsRightToLeft(r.level) { // the ellipsis needs a line of mixed fonts
					r.text.Text = textflow.OneLine(words, r.text.TextStyle)
				}
			}
		}
		end += r.text.MinSize().Width
	}
	for _, i := range textflow.VisualOrder(levels) {
		r := m.runs[i]
		size := r.text.MinSize()
		widgets.PlaceText(r.text, x, y, size)
		letters := size.Width
		if i == cut { // the ellipsis is not part of the match
			letters -= fyne.MeasureText("…", r.text.TextSize, r.text.TextStyle).Width
		}
		widgets.Place(r.ground, x, y, letters, size.Height)
		x += size.Width
	}
	return end
}

// objects appends the canvas objects to out.
func (m *markedLine) objects(out []fyne.CanvasObject) []fyne.CanvasObject {
	for _, r := range m.runs {
		out = append(out, r.ground, r.text)
	}
	return out
}

// show shows or hides the line.
func (m *markedLine) show(visible bool) {
	for _, r := range m.runs {
		widgets.SetVisible(r.text, visible)
		if !visible {
			r.ground.Hide()
		}
	}
}
