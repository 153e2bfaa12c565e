package imports

import (
	"strings"

	"fyne.io/fyne/v2/container"

	"parlando/views/form"
	"parlando/views/i18n"
	"parlando/views/shell"
	"parlando/views/widgets"
)

// askToInstruct shows the instructions of new chats with a text of an import below them, and adds
// it if the user agrees.
func (s *Sheet) askToInstruct(text string) {
	text = strings.TrimSpace(text)
	now := strings.TrimSpace(s.links.Instructions())
	if strings.Contains(now, text) {
		s.frame.Toasts().Say(i18n.Text("Your instructions already contain this text."), "", nil)
		return
	}
	var step *widgets.SheetStep
	add := func() {
		step.Hide()
		if undo := s.links.AddInstructions(text); undo != nil {
			s.frame.Toasts().Say(i18n.Text("New chats will use these instructions."), i18n.Text("Undo"), undo)
		}
	}
	f, frame := form.NewPageWithFoot(10, func(f *form.Form) {
		if now != "" {
			f.Heading(i18n.Text("Your instructions now"))
			f.Body(now)
			f.Heading(i18n.Text("This would be added"))
		} else {
			f.Heading(i18n.Text("New chats would begin with these instructions"))
		}
		f.Body(text)
		f.Foot(func() {
			f.Add(container.New(&widgets.EndRow{}, f.Button(i18n.Text("Cancel"), func() { step.Hide() }), f.Primary(i18n.Text("Add"), add)))
		})
	})
	step = shell.ShowStep(s.frame, i18n.Text("Add to your instructions"), frame, 760, 660)
	f.Update()
}
