package modelchoice

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/views/theme"
	"parlando/views/widgets"
)

// Note shows below a choice that the model ends soon, or asks with which to continue. It is hidden
// while there is nothing to say.
type Note struct {
	Object fyne.CanvasObject

	text    *widgets.Text
	buttons *fyne.Container
	// words are those of the buttons, do their current actions.
	words []string
	do    []func()
}

// NewNote returns an empty note.
func NewNote() *Note {
	n := &Note{text: widgets.NewText("", theme.ColorMuted, fynetheme.SizeNameCaptionText, fyne.TextStyle{}).NoMargin()}
	n.buttons = container.New(&widgets.Flow{Gap: 8})
	n.Object = container.New(&widgets.Column{Gap: 6}, n.text, n.buttons)
	n.Object.Hide()
	return n
}

// Set shows what is said of a choice, and reports whether the height may have changed. more opens
// the menu of the models.
func (n *Note) Set(c Choice, more func()) (changed bool) {
	said, kind, color := c.Question.Text, widgets.Link, theme.ColorMuted
	if c.Question.Gone {
		kind, color = widgets.Secondary, theme.ColorCaution
	}
	var all []Answer
	if said != "" {
		all = c.Answers(more)
	}
	n.do = n.do[:0]
	same := said == n.text.Text() && len(all) == len(n.words)
	for i, a := range all {
		n.do = append(n.do, a.Do)
		same = same && a.Words == n.words[i]
	}
	if same {
		return false // the buttons keep the focus
	}
	n.words = nil
	n.buttons.RemoveAll()
	for i, a := range all {
		n.words = append(n.words, a.Words)
		n.buttons.Add(widgets.NewButton(a.Words, kind, func() { n.do[i]() }).SetSmall())
	}
	n.text.SetColor(color)
	n.text.SetText(said)
	widgets.SetVisible(n.Object, said != "")
	n.Object.Refresh()
	return true
}
