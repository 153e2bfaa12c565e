package composer

import (
	"fyne.io/fyne/v2"

	"parlando/app/chat"
)

// Options configure a Composer.
//
// Sender and Drafts are required. A nil option hides its control, and a nil callback is not called.
type Options struct {
	// Canvas is the window's canvas. If it is nil, the composer asks Fyne for its canvas, which
	// Fyne may have forgotten.
	Canvas fyne.Canvas

	Sender Sender
	Drafts Drafts
	// Attachments adds one button, Dictation two; nil hides them.
	Attachments Attachments
	Dictation   Dictation

	// OnChanged receives the whole draft after each change by the user.
	OnChanged func(chat.Draft)
	// OnEditLast is called to edit the last message.
	OnEditLast func()
	// OnTurnPage is called with Page Up or Page Down to scroll the chat.
	OnTurnPage func(fyne.KeyName)
	// OnEscape is called first when Escape is pressed. It returns true if it closed something over
	// the conversation.
	OnEscape func() bool
	// OnTools shows the tools the model may use; nil hides the button.
	OnTools func()
	// OnSearch is called when the user presses the switch for searches of the web, which SetSearch
	// shows; nil hides it.
	OnSearch func()
	// Answers selects the answer form; nil hides its chip.
	Answers AnswerForms
	// OnReadReplies is called when the user switches auto-read on or off.
	OnReadReplies func(on bool)
	// OnPasteFiles receives the paths of pasted files.
	OnPasteFiles func(paths []string)
	// OnNotice receives the text of each notice that reports a problem or asks for something.
	OnNotice func(text string)
	// OnResized is called when the result of HeightFor has changed.
	OnResized func()
}

// Sender sends messages.
type Sender interface {
	// Send sends d. The composer keeps the content until SetDraft replaces it.
	Send(d chat.Draft)
	// Stop stops the reply being streamed.
	Stop()
}

// Drafts manages the draft in the composer.
type Drafts interface {
	// CancelEdit stops editing an earlier message and stores the changes; DiscardEdit drops them.
	CancelEdit()
	DiscardEdit()
	// UndoElsewhere undoes the last deletion while that is offered, or else continues the edit that
	// was canceled last, unless a message was sent since. Ctrl+Z calls it when the message has no
	// change to undo.
	UndoElsewhere()
	// ShowEdited shows the edited message in the conversation.
	ShowEdited()
	// Say shows a sentence for a short time, with a button that calls do, which may be nil.
	Say(sentence, button string, do func())
}

// AnswerForms selects the form of the model's replies.
type AnswerForms interface {
	// ShowForms opens the menu of answer forms at the chip; AnswerInText returns to plain text.
	ShowForms(chip fyne.CanvasObject)
	AnswerInText()
}

// Attachments adds and shows the attachments of the message.
type Attachments interface {
	// ShowMenu opens the menu of attachment types at button.
	ShowMenu(button fyne.CanvasObject)
	// Open shows a picture in the viewer, or opens a document.
	Open(p chat.Part)
	// AskForOriginal asks whether to send a picture as its original file or as a reduced copy, and
	// passes the choice to SetOriginal.
	AskForOriginal(p chat.Part)
	// PastePicture adds the picture on the clipboard. If there is none, say shows a notice.
	PastePicture(say bool)
}

// Dictation transcribes speech into the message, and runs voice chats.
type Dictation interface {
	// Dictate starts a dictation, or ends the current one.
	Dictate()
	// StopListening stops listening, or interrupts the spoken reply of a voice chat.
	StopListening()
	// ToggleVoiceChat starts or ends a voice chat.
	ToggleVoiceChat()
	// EnlargeVoiceChat shows the large view of the voice chat.
	EnlargeVoiceChat()
	// End ends a dictation or voice chat, and reports whether one was active.
	End() bool
}
