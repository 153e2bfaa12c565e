package tools

import (
	"strings"

	"fyne.io/fyne/v2/container"

	"parlando/app/chat"
	"parlando/app/tools"
	"parlando/views/conversation"
	"parlando/views/form"
	"parlando/views/i18n"
	"parlando/views/widgets"
	"parlando/views/words"
)

// newSample returns the card of a model that can use tools: that of the chat, if it can.
func (c *Controller) newSample() *conversation.SampleCard {
	open := c.chat.Open()
	model := c.modelName()
	if c.takesNone(open) {
		if other, ok := c.modelWithTools(open); ok {
			model = c.chat.ModelName(other.ID)
		} else {
			model = i18n.Text("The model")
		}
	}
	return conversation.NewSampleCard(model, c.ServiceName())
}

// sampleCall returns a call of the tool as it would be saved, with made-up values.
func (f *toolForm) sampleCall() chat.ToolCall {
	return tools.SampleCall(f.own(), f.fields, sampleValue)
}

// rehearse lets the user answer a made-up call as in a chat. Nothing is sent.
func (f *toolForm) rehearse() {
	card, call := f.newSample(), f.sampleCall()
	card.Set(call)
	said := i18n.Text("Nothing is sent while you try.")
	var page *form.Form
	say := func(sentence string) {
		said = sentence
		page.Update()
	}
	page = form.New(12, func(*form.Form) {
		page.Muted(i18n.Text("A model asks you like this in a chat. The values are made up."))
		deny := page.Button(i18n.Text("Don't answer"), func() {
			say(i18n.Text("The model would be told that you didn't answer. Nothing was sent."))
		})
		answer := page.Primary(i18n.Text("Answer…"), func() {
			f.askForAnswer(call, "", nil, func(result string) { say(rehearsed(result)) })
		})
		page.Add(card, container.New(&widgets.EndRow{Left: 1}, deny, answer))
		page.Body(said)
	})
	page.Update()
	o := widgets.ShowPage(f.frame.Canvas(), i18n.Text("Try it"), page.Object(), 680, 0)
	page.OnUpdate = o.Relayout
	page.Focus(f.frame.Canvas(), i18n.Text("Answer…"))
}

// rehearsed returns the sentence about what the model would do with an answer.
func rehearsed(answer string) string {
	if answer = strings.TrimSpace(answer); answer == "" {
		return i18n.Text("The model would continue with an empty answer. Nothing was sent.")
	}
	return i18n.Text("The model would continue with “{{.Answer}}”. Nothing was sent.", map[string]any{"Answer": words.ShortName(answer, 120)})
}
