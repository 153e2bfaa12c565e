package modelchoice

import (
	"fyne.io/fyne/v2"

	"parlando/views/form"
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
