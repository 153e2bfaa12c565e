// Package outgoing shows what the next message of a chat sends: to whom, the instructions, memories
// and files before the chat, the chat so far, the message and the tools, with what they count.
package outgoing

import (
	"context"
	"errors"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"parlando/app/attachments"
	"parlando/app/chat"
	"parlando/app/cost"
	"parlando/app/ledger"
	"parlando/app/projects"
	"parlando/views/form"
	"parlando/views/format"
	"parlando/views/i18n"
	"parlando/views/shell"
	"parlando/views/uithread"
	"parlando/views/widgets"
	"parlando/views/words"
)

// Message describes the next message of a chat, except its background.
type Message struct {
	// Chat is the open chat, with the connection and the model for the next message.
	Chat    chat.Conversation
	Draft   chat.Draft
	Service string
	Model   string
	// Tools are the titles of the tools that are offered, and ToolTokens estimates what they count.
	Tools      []string
	ToolTokens int
	// Latest are the counts of the chat's newest request, 0 if there is none.
	Latest cost.Counts
	// Estimate estimates the whole.
	Estimate ledger.MessageEstimate
	// IsPaid reports whether the message may cost money.
	IsPaid bool
}

// Source reads what is sent before the messages of a chat.
type Source func(ctx context.Context, c chat.Conversation) (chat.Background, error)

// Show shows what a message sends.
func Show(frame shell.Host, scope *uithread.Scope, source Source, m Message) {
	uithread.Load(scope, func() (sheet, error) {
		s := sheet{Message: m}
		b, err := source(frame.Context(), m.Chat)
		if errors.As(err, &s.long) {
			err = nil
		}
		s.background = b
		return s, err
	}, func(s sheet) {
		var object fyne.CanvasObject
		s.Form, object = form.NewPage(8, s.fill)
		s.Update()
		shell.ShowStep(frame, i18n.Text("What is sent"), object, 600, 600)
	}, frame.ReadErrorHandler(i18n.Text("What is sent couldn't be read."), func() { Show(frame, scope, source, m) }))
}

// sheet is the content of the sheet.
type sheet struct {
	*form.Form
	Message
	background chat.Background
	// long is set if the files do not fit the model, so that nothing can be sent.
	long *projects.TooLongError
}

// fill builds the sheet, in the order of sending.
func (s *sheet) fill(*form.Form) {
	b := s.background
	s.Body(i18n.Text("The next message goes to {{.Service}}, to the model {{.Model}}, in this order:", map[string]any{"Service": s.Service, "Model": s.Model}))
	s.text(i18n.Text("Instructions of this chat"), s.Chat.Params.Instructions)
	s.text(i18n.Text("Instructions of the project"), b.Instructions)
	if s.Chat.Params.NoMemories {
		s.part(i18n.Text("Memories"), i18n.Text("Turned off for this chat."), 0)
	} else {
		s.text(i18n.Text("Memories"), strings.Join(b.Memories, "\n"))
	}
	s.files()
	if before := s.Latest.InputTokens() + s.Latest.OutputTokens(); before > 0 {
		s.part(i18n.Text("The chat so far"), i18n.Text("As the last reply counted it, with all that was sent before it."), before)
	}
	s.message()
	if len(s.Tools) > 0 {
		s.part(i18n.Text("Tools"), format.List(s.Tools), s.ToolTokens)
	}
	s.Add(widgets.Gap(4))
	total := map[string]any{"Tokens": words.RoughTokens(s.Estimate.Tokens), "Cost": words.CostText(s.Estimate.Cost)}
	if s.IsPaid && len(s.Estimate.Cost.Amounts) > 0 {
		s.Body(i18n.Text("In all {{.Tokens}}. With the reply that will cost {{.Cost}}.", total))
	} else {
		s.Body(i18n.Text("In all {{.Tokens}}.", total))
	}
}

// part adds a row with the tokens of a part at its end.
func (s *sheet) part(name, detail string, n int) {
	count := ""
	if n > 0 {
		count = words.RoughTokens(n)
	}
	// The container makes the row as wide as the small text and not as a text of the usual size.
	s.Row(name, detail, container.NewStack(widgets.NewMuted(count).NoWrap().NoMargin()))
}

// text adds a text, unless it is empty.
func (s *sheet) text(name, text string) {
	if text = strings.TrimSpace(text); text != "" {
		s.part(name, words.ShortName(text, 600), attachments.EstimateTokens(chat.Part{Kind: chat.PartPasted, Text: text}).Likely)
	}
}

// files adds the files of the project.
func (s *sheet) files() {
	if s.long != nil {
		s.Caution(i18n.Text("The files of “{{.Project}}” don't fit this model, so nothing can be sent before you choose some of them.", map[string]any{"Project": words.ShortName(s.long.Name, words.MaxNameInSentence)}))
		return
	}
	for _, f := range s.background.Files {
		s.part(words.ShortName(chat.OneLine(f.Name), 60), i18n.Text("File of “{{.Project}}”", map[string]any{"Project": words.ShortName(s.background.Project, words.MaxNameInSentence)}), projects.Estimate(f))
	}
}

// message adds the text in the message box and its attachments.
func (s *sheet) message() {
	for _, p := range s.Message.Draft.Parts {
		s.part(words.ShortName(chat.OneLine(p.Name), 60), i18n.Text("Attachment"), attachments.EstimateTokens(p).Likely)
	}
	if text := strings.TrimSpace(s.Message.Draft.Text); text != "" {
		s.text(i18n.Text("Your message"), text)
	} else {
		s.part(i18n.Text("Your message"), i18n.Text("Nothing is typed yet."), 0)
	}
}
