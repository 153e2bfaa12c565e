package window

import "fyne.io/fyne/v2/lang"

// quote puts a passage of the conversation into the message that is written.
func (v *Window) quote(passage string) {
	v.composer.Quote(passage)
	v.drafts.changed()
}

// quoteByKey quotes what is selected, or the message the keyboard is at.
func (v *Window) quoteByKey() {
	passage := v.view.Quotable()
	if passage == "" {
		v.frame.Toasts.Say(lang.L("Select what you want to quote, or open the menu of a message."), "", nil)
		return
	}
	v.quote(passage)
}

// sayOfDraft tells something about what is written. Its button does nothing once another chat is open.
func (v *Window) sayOfDraft(sentence, button string, do func()) {
	asked := v.opening
	if do != nil {
		then := do
		do = func() {
			if asked == v.opening {
				then()
			}
		}
	}
	v.frame.Toasts.Say(sentence, button, do)
	v.saidOfDraft = sentence
}

// forgetSaidOfDraft takes away what was told about what is written, when that was sent.
func (v *Window) forgetSaidOfDraft() {
	v.frame.Toasts.ClearSaid(v.saidOfDraft)
	v.saidOfDraft = ""
}
