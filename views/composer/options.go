package composer

import (
	"fyne.io/fyne/v2"

	"parlando/app/chat"
)

// Options configure a Composer.
//
// Sender and Drafts are needed. What else is nil is not offered, and a nil callback is not called.
type Options struct {
	// Canvas is that of the window; without it the one that painted the composer last is looked
	// for, and Fyne may have forgotten that.
	Canvas fyne.Canvas

	Sender Sender
	Drafts Drafts
	// Attachments has a button where it is given, Dictation two.
	Attachments Attachments
	Dictation   Dictation

	// OnChanged gets the whole draft after each change by the user.
	OnChanged func(chat.Draft)
	// OnEditLast asks to edit the last message.
	OnEditLast func()
	// OnEscape is asked first when Escape is pressed, and reports whether it closed something that
	// lies over the conversation.
	OnEscape func() bool
	// OnTools shows the tools that the model may use; without it there is no button for them.
	OnTools func()
	// Answers chooses the form of answers; without it there is no chip for one.
	Answers Answers
	// OnReadReplies is told that the switch that has replies read aloud was turned.
	OnReadReplies func(on bool)
	// OnPasteFiles gets the paths of files that were pasted.
	OnPasteFiles func(paths []string)
	// OnNotice gets the text of each notice that tells of a problem or asks for something.
	OnNotice func(text string)
	// OnResized says that HeightFor gives another height than before.
	OnResized func()
}

// Sender sends messages.
type Sender interface {
	// Send gets what is to be sent. It stands in the composer until SetDraft takes it out.
	Send(d chat.Draft)
	// Stop stops the reply that is being written.
	Stop()
}

// Drafts stores what stands in the composer.
type Drafts interface {
	// CancelEdit leaves editing an earlier message.
	CancelEdit()
	// TakeBack brings back the message that waits.
	TakeBack()
	// Say shows a sentence about the draft for a moment. Its button calls do, which may be nil.
	Say(sentence, button string, do func())
}

// Answers chooses the form in which the model answers.
type Answers interface {
	// ShowForms opens a menu of the forms at the chip, and AnswerInText leaves the form.
	ShowForms(chip fyne.CanvasObject)
	AnswerInText()
}

// Attachments adds attachments to the message, and shows them.
type Attachments interface {
	// ShowMenu asks what to add, in a menu at the button.
	ShowMenu(button fyne.CanvasObject)
	// Open shows a picture large, or opens a document.
	Open(p chat.Part)
	// AskForOriginal asks whether to send a picture as its file was, or not to any more;
	// SetOriginal answers.
	AskForOriginal(p chat.Part)
	// PastePicture adds the picture on the clipboard; say has it said that there is none.
	PastePicture(say bool)
}

// Dictation takes down what is said: as text of the message, or in a conversation by voice.
type Dictation interface {
	// Dictate begins a dictation, or ends what goes on.
	Dictate()
	// StopListening ends the listening, or interrupts what is read in a conversation by voice.
	StopListening()
	// ToggleVoiceChat begins a conversation by voice, or ends it.
	ToggleVoiceChat()
	// EnlargeVoiceChat shows the conversation by voice in its large view.
	EnlargeVoiceChat()
	// End ends all of it, and reports whether there was any.
	End() bool
}
