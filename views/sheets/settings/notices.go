package settings

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/widgets"
)

// noticeRunes is the number of characters per line of a license.
const noticeRunes = 88

// newNotices returns a list of the licenses of the program's dependencies. Only visible lines have
// objects, however long the text is.
func newNotices(text string) fyne.CanvasObject {
	lines := folded(text)
	list := &notices{}
	list.Length = func() int { return len(lines) }
	list.CreateItem = func() fyne.CanvasObject {
		t := canvas.NewText("", nil)
		t.TextStyle.Monospace = true
		return t
	}
	list.UpdateItem = func(i widget.ListItemID, o fyne.CanvasObject) {
		t, ok := o.(*canvas.Text)
		if !ok {
			return
		}
		t.Text, t.FontSource = lines[i], theme.FontFor(lines[i], t.TextStyle)
		t.Color = fynetheme.Color(fynetheme.ColorNameForeground)
		t.TextSize = fynetheme.Size(fynetheme.SizeNameCaptionText)
		t.Refresh()
	}
	list.HideSeparators = true
	list.OnSelected = func(id widget.ListItemID) { list.Unselect(id) }
	list.ExtendBaseWidget(list)
	return list
}

// notices is Fyne's list, except that it passes keys that it does not handle to the window.
type notices struct {
	widget.List
	widgets.KeyRecorder
}

// AccessibilityLabel implements fyne.Accessible.
func (n *notices) AccessibilityLabel() string { return i18n.Text("Licenses") }

// AccessibilityRole implements fyne.Accessible.
func (n *notices) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleContainer }

// TypedKey implements fyne.Focusable.
func (n *notices) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyUp, fyne.KeyDown, fyne.KeySpace:
		n.List.TypedKey(e)
	default:
		widgets.KeyToWindow(n, e)
	}
}

// folded breaks a text into lines that fit, at spaces if possible.
func folded(text string) []string {
	var out []string
	for line := range strings.Lines(text) {
		line = strings.ReplaceAll(strings.TrimRight(line, "\r\n"), "\t", "    ")
		runes := []rune(line)
		for len(runes) > noticeRunes {
			n := noticeRunes
			for i := n; i > n/2; i-- {
				if runes[i] == ' ' {
					n = i
					break
				}
			}
			out = append(out, string(runes[:n]))
			runes = []rune(strings.TrimLeft(string(runes[n:]), " "))
		}
		out = append(out, string(runes))
	}
	return out
}
