package speak

import (
	"strings"
	"unicode/utf8"

	"parlando/app/settings"
	"parlando/views/i18n"
	"parlando/views/widgets"
	"parlando/views/words"
)

// instructions is the field that tells the service how to read.
type instructions struct {
	panel *panel
	field *widgets.Field
	// note has the reason why the field is disabled, or that its text is too long.
	note *widgets.Text
	// refusal shows that the model has refused the instructions.
	refusal *widgets.RefusalNote
}

func newInstructions(p *panel) instructions {
	f := instructions{panel: p, note: widgets.NewMuted("").NoMargin()}
	f.field = widgets.NewTextArea(i18n.Text("How to read it"), i18n.Text("Calmly, like a bedtime story"), 2)
	f.note.Hide()
	f.refusal = widgets.NewRefusalNote(func() { p.Voice.ForgetRefusals("instructions") })
	f.field.OnChanged = f.enter
	return f
}

// enter passes on the instructions as they are typed, unless they are too long.
func (f instructions) enter(typed string) {
	typed = strings.TrimSpace(typed)
	if typed != f.panel.chosen.Instructions && utf8.RuneCountInString(typed) <= settings.MaxSpeechInstructions {
		f.panel.chosen.Instructions = typed
		f.panel.Voice.ChooseInstructions(typed)
	}
	f.show()
}

// show shows below the field whether its text is sent.
func (f instructions) show() {
	c, note, said, loud := f.panel.chosen, "", "", false
	if c.Local {
		f.field.Disable()
		note = i18n.Text("This computer's voice always reads in the same way.")
	} else {
		f.field.Enable()
		if strings.TrimSpace(f.field.Text) != c.Instructions {
			note = i18n.Text("Too long: use up to 1,000 characters. The previous text is used.")
		}
		said, loud = words.KnownRefusals(c.Refusals, []string{"instructions"}, func(string) (string, bool) {
			return c.Instructions, c.Instructions != ""
		})
	}
	changed := f.note.Text() != note
	f.note.SetText(note)
	widgets.SetVisible(f.note, note != "")
	if f.refusal.Set(said, loud) || changed {
		f.panel.relayout()
	}
}
