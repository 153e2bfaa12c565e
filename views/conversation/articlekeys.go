package conversation

import (
	"fyne.io/fyne/v2"

	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/widgets"
)

// FocusGained implements fyne.Focusable.
func (a *Article) FocusGained() { a.focus(true) }

// FocusLost implements fyne.Focusable.
func (a *Article) FocusLost() { a.focus(false) }

func (a *Article) focus(focused bool) {
	a.focused = focused
	a.placeRing()
}

// TypedRune implements fyne.Focusable.
func (a *Article) TypedRune(r rune) { widgets.CallWith(a.OnRune, r) }

// TypedShortcut implements fyne.Shortcutable: all shortcuts are those of the window.
func (a *Article) TypedShortcut(s fyne.Shortcut) { widgets.ShortcutToWindow(a, s) }

// TypedKey implements fyne.Focusable: the arrow keys go from paragraph to paragraph.
func (a *Article) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyDown:
		a.step(1)
	case fyne.KeyUp:
		a.step(-1)
	case fyne.KeyHome:
		a.at = spokenPlace{}
		a.step(0)
	case fyne.KeyEnd:
		a.at = spokenPlace{text: a.texts()}
		a.step(-1)
	case fyne.KeySpace:
		widgets.ScrollPage(widgets.CanvasOf(a), fyne.KeyPageDown)
	case fyne.KeyPageUp, fyne.KeyPageDown:
		widgets.ScrollPage(widgets.CanvasOf(a), e.Name)
	default:
		widgets.KeyToWindow(a, e)
	}
}

// step moves the focus to the next paragraph (+1) or to the previous one (-1), and scrolls to it.
func (a *Article) step(by int) {
	a.steps++
	if by != 0 {
		a.at.step(by, a.texts(), a.text)
	}
	a.placeRing()
	if a.at.text == 0 && a.at.passage == 0 {
		widgets.ScrollPage(widgets.CanvasOf(a), fyne.KeyHome)
	}
	widgets.Reveal(a.ring.Rectangle)
}

// texts returns the number of texts that the arrow keys go through; text returns one of them.
func (a *Article) texts() int { return len(a.rows) + len(a.Appendix) }

func (a *Article) text(i int) string {
	if i < len(a.rows) {
		return a.rows[i].SpokenText()
	}
	return a.Appendix[i-len(a.rows)].Text
}

// FocusDescription implements screenreader.FocusDescriber: the focused paragraph.
func (a *Article) FocusDescription() string {
	words, _ := spokenAt(a.at, a.texts(), a.text)
	return words
}

// AccessibilityDescription implements screenreader.Describer.
func (a *Article) AccessibilityDescription() string { return i18n.Text("Text of the page") }

// FocusSteps implements screenreader.FocusStepper.
func (a *Article) FocusSteps() int { return a.steps }

// placeRing shows the ring around the focused paragraph, or hides it.
func (a *Article) placeRing() {
	at, size := a.focusedArea()
	color := fyne.ThemeColorName("")
	if a.focused && widgets.RingIsShown() {
		color = theme.ColorAccent
	}
	a.ring.Paint("", color, 2)
	widgets.Place(a.ring.Rectangle, at.X-articleRing, at.Y-articleRing, size.Width+2*articleRing, size.Height+2*articleRing)
}

// focusedArea returns the area of the focused paragraph in the article.
func (a *Article) focusedArea() (at fyne.Position, size fyne.Size) {
	i := a.at.text
	if i >= 0 && i < len(a.rows) {
		zoom := a.column.zoom
		return fyne.NewPos(0, a.rows[i].top*zoom), fyne.NewSize(a.Size().Width, a.rows[i].Height*zoom)
	}
	if i -= len(a.rows); i < 0 || i >= len(a.Appendix) {
		return fyne.Position{}, fyne.Size{}
	}
	o, driver := a.Appendix[i].Object, fyne.CurrentApp().Driver()
	return driver.AbsolutePositionForObject(o).Subtract(driver.AbsolutePositionForObject(a)), o.Size()
}
