package window

import "fyne.io/fyne/v2/lang"

// quote puts a passage of the conversation into the message that is written.
func (v *Window) quote(passage string) {
	v.composer.Quote(passage)
	v.keepDraft()
}

// quoteByKey quotes what is selected, or the message the keyboard is at.
func (v *Window) quoteByKey() {
	if v.shown != page(v.chat) || v.frame.front != nil {
		return
	}
	passage := v.view.Quotable()
	if passage == "" {
		v.toasts.Say(lang.L("Select what you want to quote, or open the menu of a message."), "", nil)
		return
	}
	v.quote(passage)
}
