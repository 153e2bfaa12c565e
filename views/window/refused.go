package window

import (
	"context"
	"errors"

	"fyne.io/fyne/v2/lang"

	"parley/app/drafts"
	"parley/app/history"
	"parley/app/problem"
	"parley/app/replies"
	"parley/views/composer"
	"parley/views/words"
)

// notSent says why a message was not sent, and that it is still here.
func (v *Window) notSent(err error) { v.refused(err, notSentSentence()) }

func notSentSentence() string { return lang.L("Your message was not sent, and is still here.") }

// notAsked says why nothing was asked.
func (v *Window) notAsked(err error) { v.refused(err, "") }

// refused tells above the message why something was not done. before is a sentence that goes first, or "".
func (v *Window) refused(err error, before string) {
	if errors.Is(err, replies.ErrClosed) || errors.Is(err, context.Canceled) {
		return // Parley is closing
	}
	v.core.Log.Warn("Not asked", "error", err)
	var p problem.Problem
	if errors.As(err, &p) && (p.Kind == problem.NoKey || p.Kind == problem.Gone) {
		v.enterKey("")
		return
	}
	n := composer.Notice{Text: why(err), Danger: true}
	if errors.Is(err, replies.ErrCannotRead) { // a document of this message, or of one before it
		m, _ := v.core.Catalog.Model(v.connection(), v.model())
		n.Text = words.For(problem.CannotRead).Title
		n.Button, n.Action = lang.L("It takes them"), v.markReads(m)
	}
	if errors.Is(err, replies.ErrNoModel) {
		n.Button, n.Action = lang.L("Choose a model"), v.top.OpenPicker
	}
	if before != "" {
		n.Text = before + " " + n.Text
	}
	v.composer.SetNotice(n)
}

// why says in a sentence why nothing was sent or asked.
func why(err error) string {
	switch {
	case errors.Is(err, replies.ErrNoModel):
		return lang.L("No model is chosen.")
	case errors.Is(err, replies.ErrBusy):
		return lang.L("A reply is being written here. Wait for its end, or stop it.")
	case errors.Is(err, drafts.ErrWaiting):
		return lang.L("Another message waits to be sent. Take it back, or wait until it is sent.")
	case errors.Is(err, replies.ErrCannotContinue):
		return lang.L("This reply cannot be continued. You can try again instead.")
	case errors.Is(err, replies.ErrNoReply):
		return lang.L("There is no question here to ask again.")
	case errors.Is(err, replies.ErrNothingToSend):
		return lang.L("There is nothing to send.")
	case errors.Is(err, history.ErrNotFound):
		return lang.L("This chat or message was deleted.")
	case errors.Is(err, history.ErrReadOnly):
		return lang.L("The library is open for reading only.")
	case errors.Is(err, history.ErrFull):
		return lang.L("The disk is full.")
	}
	return lang.L("It could not be kept on the disk.")
}
