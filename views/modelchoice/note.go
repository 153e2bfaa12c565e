package modelchoice

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/views/form"
	"parlando/views/theme"
	"parlando/views/widgets"
)

// AddNote adds to a form that the model ends soon, or the question with which one to continue, if
// there is something to say. next is the name of the control that gets the focus after an answer;
// more opens the menu of the models.
func (c Choice) AddNote(f *form.Form, next string, more func(note fyne.CanvasObject)) {
	if c.Question.Text == "" {
		return
	}
	var note *fyne.Container
	note = f.Group(&widgets.Column{Gap: 6}, func() {
		kind := widgets.Link
		if c.Question.Gone {
			kind = widgets.Secondary
			f.Caution(c.Question.Text)
		} else {
			f.Muted(c.Question.Text)
		}
		var buttons []fyne.CanvasObject
		for _, a := range c.Answers(func() { more(note) }) {
			b := f.ButtonCalled("answer "+a.Words, a.Words, kind, a.Do).SetSmall()
			f.NextFocus(b, next)
			buttons = append(buttons, b)
		}
		f.AddRow(buttons...)
	})
	f.Add(note)
}

// Note shows below a choice that the model ends soon, or asks with which to continue. It is hidden
// while there is nothing to say.
type Note struct {
	Object fyne.CanvasObject

	// Next gets the focus after an answer by the keyboard, nil for nothing.
	Next interface {
		fyne.CanvasObject
		fyne.Focusable
	}

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
	before := n.buttons.Objects
	n.words = nil
	n.buttons.RemoveAll()
	for i, a := range all {
		n.words = append(n.words, a.Words)
		b := widgets.NewButton(a.Words, kind, nil).SetSmall()
		b.SetOnTapped(func() {
			n.do[i]()
			n.passFocus(b) // where the owner was not on screen while it called Set
		})
		n.buttons.Add(b)
	}
	for _, b := range before {
		n.passFocus(b)
	}
	n.text.SetColor(color)
	n.text.SetText(said)
	widgets.SetVisible(n.Object, said != "")
	n.Object.Refresh()
	return true
}

// passFocus moves the focus from a button that is gone to Next.
func (n *Note) passFocus(button fyne.CanvasObject) {
	if n.Next == nil || slices.Contains(n.buttons.Objects, button) {
		return
	}
	if c := widgets.CanvasOf(n.Next); c != nil && any(c.Focused()) == any(button) {
		c.Focus(n.Next)
	}
}
