package main

import "time"

// story is a typical sequence of actions of a user.
type story struct {
	name string
	tell func(*writer)
	// proof is the counted action that must be done for the story to count as told.
	proof string
}

// The places into which words are typed.
const (
	message    = "message"
	edit       = "edit"
	queued     = "queued message"
	toolForm   = "custom tool"
	tableForm  = "table"
	priceForm  = "price"
	resultForm = "tool result"
)

// forms are the places other than messages.
var forms = []string{toolForm, tableForm, priceForm, resultForm}

// The models of the practice gateway, by their names in the list of models.
const (
	writerModel = "Practice writer"
	slowModel   = "Practice slow"
	toolModel   = "Practice hands"
)

// allStories are the stories of a run.
var allStories = []story{
	{"chat", tellChat, "send"},
	{"edit", tellEdit, "words into the " + edit},
	{"tools", tellTools, "decide"},
	{"queue", tellQueue, "queue"},
	{"dictation", tellDictation, "dictate"},
	{"custom tool", tellToolForm, "words into the " + toolForm},
	{"table", tellTableForm, "words into the " + tableForm},
	{"price", tellPriceForm, "words into the " + priceForm},
	{"tool result", tellResultForm, "words into the " + resultForm},
}

// tellChat sends a message and types more while the reply arrives, perhaps in another chat.
func tellChat(w *writer) {
	if w.chance(0.7) {
		w.newChat([]string{writerModel, slowModel}[w.rng.IntN(2)])
	} else {
		w.keys("", "ctrl+l", "ctrl+End")
	}
	w.words(message, w.some())
	w.pause(time.Second)
	w.words(message, w.some())
	w.keys("send", "Return")
	w.pause(time.Second)
	w.words(message, w.some())
	if w.chance(0.4) {
		w.keys("new chat", "ctrl+n", "ctrl+l")
		w.words(message, w.some())
	}
	if w.chance(0.3) {
		w.keys("stop", "Escape")
	}
	w.pause(time.Second)
	w.words(message, w.some())
}

// tellEdit edits the last message, and then sends, cancels or keeps the edit.
func tellEdit(w *writer) {
	w.newChat(writerModel)
	w.sentence(message, "In short: ", w.some())
	w.keys("send", "Return")
	w.see("Try again")
	w.keys("", "ctrl+l", "Up", "ctrl+End")
	w.sentence(edit, " ", w.some())
	w.pause(time.Second)
	w.sentence(edit, " ", w.some())
	w.pause(time.Second)
	switch end := w.rng.Float64(); {
	case end < 0.5:
		w.keys("escape from the edit", "Escape", "ctrl+l", "ctrl+End")
		w.pause(time.Second)
		w.words(message, w.some())
	case end < 0.75:
		w.keys("send", "Return")
		w.words(message, w.some())
	}
	w.pause(2 * time.Second)
}

// tellTools decides on the permission for a tool while typing a message.
func tellTools(w *writer) {
	w.newChat(toolModel)
	w.sentence(message, "Search my chats for ", 1)
	w.keys("send", "Return")
	w.see("Allow once")
	if w.chance(0.6) {
		w.keys("", "ctrl+l")
		w.words(message, w.some())
	}
	w.add(action{verb: pause, lasting: 600 * time.Millisecond}) // until the buttons are enabled
	w.click("decide", []string{"Allow once", "Allow until this reply is done", "Don't allow"}[w.rng.IntN(3)])
	w.keys("", "ctrl+l", "ctrl+End")
	w.words(message, w.some())
	w.pause(2 * time.Second)
}

// tellQueue queues messages during a reply, and perhaps stops the reply.
func tellQueue(w *writer) {
	w.newChat(slowModel)
	w.words(message, w.some())
	w.keys("send", "Return")
	w.see("=Stop")
	for range 1 + w.rng.IntN(3) {
		w.words(queued, w.some())
		w.keys("", "Return")
		w.add(action{verb: waitFor, text: "Will be sent", counted: "queue"})
		w.pause(time.Second)
	}
	switch end := w.rng.Float64(); {
	case end < 0.3:
		w.keys("stop", "Escape")
	case end < 0.5:
		w.click("take back", "=Don't send")
	}
	w.keys("", "ctrl+l", "ctrl+End")
	w.words(message, w.some())
	w.pause(2 * time.Second)
}

// tellDictation dictates after typed words.
func tellDictation(w *writer) {
	w.newChat(writerModel)
	w.words(message, w.some())
	w.keys("", "ctrl+shift+d")
	w.see("=Cancel")
	w.add(action{verb: speak, lasting: time.Duration(3500+w.rng.IntN(1500)) * time.Millisecond})
	w.add(action{verb: pressKeys, text: "ctrl+shift+d", counted: "dictate"})
	w.add(action{verb: waitFor, text: spokenWords, counted: "dictated words"})
	w.keys("", "ctrl+End")
	w.words(message, w.some())
	w.pause(1500 * time.Millisecond)
}

// tellToolForm fills in the form of a custom tool.
func tellToolForm(w *writer) {
	w.newChat(toolModel)
	w.click("", "=Tools")
	w.click("", "=Add your own tool…")
	w.see("=Save")
	w.keys("", "End") // after text that an earlier kill left in the form
	w.words(toolForm, 1)
	w.keys("", "Tab", "End")
	w.words(toolForm, w.some())
	w.pause(1500 * time.Millisecond)
	w.words(toolForm, w.some())
	w.pause(1500 * time.Millisecond)
	w.leaveForm(action{verb: clickOn, text: "=Save", counted: "save the form"}, toolForm)
}

// tellTableForm names the columns of a table.
func tellTableForm(w *writer) {
	w.newChat(toolModel)
	w.click("", "Reply as a table")
	w.click("", "=Column name")
	w.keys("", "End") // the click may be in the middle of a word
	w.words(tableForm, w.some())
	w.pause(time.Second)
	w.click("", "=Name of this table format")
	w.keys("", "End")
	w.words(tableForm, w.some())
	w.pause(2 * time.Second)
	w.leaveForm(action{verb: clickOn, text: "=Use this table", counted: "save the form"}, tableForm)
}

// tellPriceForm types words into the field for pasted prices of a model.
func tellPriceForm(w *writer) {
	w.keys("", "ctrl+comma")
	w.click("", "=Costs")
	w.click("", "Set prices…")
	w.click("", "=Practice voice") // a model that is always listed
	w.click("", "=Paste prices from a web page")
	w.keys("", "ctrl+a", "Right")
	w.words(priceForm, w.some())
	w.pause(2 * time.Second)
	w.words(priceForm, w.some())
	w.pause(2 * time.Second)
	// Save stores the amounts read from the pasted text, not the text itself.
	w.leaveForm(action{verb: clickOn, text: "=Save", counted: "save the form", discards: priceForm}, priceForm)
}

// tellResultForm types the result of a custom tool.
func tellResultForm(w *writer) {
	w.newChat(toolModel)
	w.sentence(message, "What is the weather in Lisbon? ", 1)
	w.keys("send", "Return")
	w.see("Answer…")
	w.add(action{verb: pause, lasting: 600 * time.Millisecond})
	w.click("", "Answer…")
	w.see("=Answer")
	w.words(resultForm, w.some())
	w.pause(1500 * time.Millisecond)
	w.words(resultForm, w.some())
	w.pause(1500 * time.Millisecond)
	w.leaveForm(action{verb: clickOn, text: "=Answer", counted: "save the form"}, resultForm)
}

// leaveForm saves a form, closes it with Escape, discards its words, or leaves it open.
func (w *writer) leaveForm(save action, place string) {
	switch end := w.rng.Float64(); {
	case end < 0.25:
		w.add(save)
	case end < 0.55:
		w.keys("escape from the form", "Escape")
	case end < 0.65:
		w.add(action{verb: clickOn, text: "=Discard", counted: "discard the form", discards: place})
	}
	w.pause(2 * time.Second)
}
