package monthlylimit

import (
	"fyne.io/fyne/v2"

	"parlando/app/chat"
	"parlando/app/limits"
	"parlando/views/i18n"
	"parlando/views/shell"
	"parlando/views/widgets"
	"parlando/views/words"
)

// Question is asked before a request once the monthly limit is reached. Without an answer nothing
// is sent.
type Question struct {
	Title, Detail string
	// Once sends this request only; OnceName is the name of its button.
	OnceName string
	Once     func()
	// Month sends it, and lets all others of this month pass. Change opens the form of the limit.
	Month, Change func()
}

// NewQuestion returns the question for a connection of this name, after which send is called, and
// whether it must be asked. The caller sets OnceName and Change.
func NewQuestion(l Limits, connection chat.ID, name string, send func()) (q Question, must bool) {
	s, ok := l.Status(connection)
	if !ok || !s.MustAsk() {
		return Question{}, false
	}
	data := Data(s, name)
	return Question{
		Title:  i18n.Text("The monthly limit of {{.Name}} is reached", data),
		Detail: i18n.Text("{{.Spent}} spent this month, limit {{.Limit}}. Nothing has been sent yet. If you continue this month, Parlando doesn't ask again until next month.", data),
		Once:   send,
		Month:  func() { l.Pass(connection); send() },
	}, true
}

// Data returns what sentences about a limit say: the Name of the connection, what was Spent, and
// the Limit.
func Data(s limits.Status, name string) map[string]any {
	data := words.SpentOfLimit(s.Spent, s.Limit)
	data["Name"] = words.ShortName(name, words.MaxNameInSentence)
	return data
}

// Show shows the question over the window. Cancel is the button that Enter presses.
func (q Question) Show(h shell.Host) {
	var o *widgets.Overlay
	answer := func(name string, do func()) fyne.CanvasObject {
		return widgets.NewButton(name, widgets.Secondary, func() { o.Hide(); do() })
	}
	o = widgets.AskBeforeLoss(h.Canvas(), q.Title, widgets.NewBody(q.Detail), q.OnceName, i18n.Text("Cancel"), q.Once,
		answer(i18n.Text("Raise the limit…"), q.Change), answer(words.Button(words.ContinueMonth), q.Month))
}
