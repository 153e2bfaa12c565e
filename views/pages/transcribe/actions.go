package transcribe

import (
	"fyne.io/fyne/v2"

	"parlando/app/chat"
	"parlando/app/transcripts"
	"parlando/views/modelchoice"
)

// bodyOptions holds the content and the callbacks of a body. None may be nil.
type bodyOptions struct {
	// View shows a finished transcript.
	View        fyne.CanvasObject
	Transcripts listActions
	Queue       queueActions
	Recordings  recordingActions
	Batch       batchActions
	// OnOpen shows a transcript, or its progress; OnOpenRecording shows a recording.
	OnOpen, OnOpenRecording func(id chat.ID)
	// OnCopy copies the details for support.
	OnCopy func(text string)
	// OnDeep is called when the right side starts or stops hiding the list, so that the top bar
	// needs a back button or not.
	OnDeep func(deep bool)
	// OnEmpty is called when both lists become empty, so that the page has the buttons of the top
	// bar, or no longer are.
	OnEmpty func(empty bool)
}

// listActions performs the actions on any transcript in the list.
type listActions interface {
	// Rename sets the title of a transcript.
	Rename(id chat.ID, title string)
	// Pin pins a transcript to the top of the list, or unpins it.
	Pin(id chat.ID, pinned bool)
	// Delete removes a transcript from the list.
	Delete(id chat.ID)
	// KeepCopy keeps a copy of the sound in Parlando.
	KeepCopy(id chat.ID)
	// ShowInFolder shows the sound file in the file manager.
	ShowInFolder(id chat.ID)
	// SaveAnswers asks for a path and saves the responses of the service to it.
	SaveAnswers(id chat.ID)
	// TranscribeAgain shows the questions for another transcription of the sound.
	TranscribeAgain(id chat.ID)
}

// queueActions performs the actions on an unfinished transcript.
type queueActions interface {
	// Pause pauses a transcript until Resume.
	Pause(id chat.ID)
	// Resume resumes a paused transcript.
	Resume(id chat.ID)
	// Cancel removes a transcript from the queue.
	Cancel(id chat.ID)
	// Retry continues a transcript that failed or is held back.
	Retry(id chat.ID)
	// RetryWith retries a failed transcript with another value for a field of the request; nil
	// omits the field.
	RetryWith(id chat.ID, field string, value *float64)
	// Move moves a transcript to an index in the queue.
	Move(id chat.ID, place int)
	// Fix performs the action offered for the problem of a transcript.
	Fix(id chat.ID)
	// ModelChoice returns the choice of another model for a transcript that waits because its model
	// is gone.
	ModelChoice(t transcripts.Transcript) modelchoice.Choice
	// HasServicePage reports whether the service of a connection has a page that can be opened.
	HasServicePage(connection chat.ID) bool
}

// recordingActions makes recordings and performs actions on them.
type recordingActions interface {
	// Record starts a recording, or ends the running one.
	Record()
	// Dismiss closes the card of a failed recording.
	Dismiss()
	// Discard ends the running recording and discards it.
	Discard()
	// Play plays a recording, or pauses or resumes it.
	Play(id chat.ID)
	// Transcribe shows the questions for transcribing a recording.
	Transcribe(id chat.ID)
	// Save asks for a path and copies a recording to it.
	Save(id chat.ID)
	// Keep keeps a recording that would otherwise be deleted after a day.
	Keep(id chat.ID)
	// Rename sets the title of a recording.
	Rename(id chat.ID, title string)
	// Delete removes a recording from the list.
	Delete(id chat.ID)
}

// batchActions changes and starts the batch of files shown by body.Ask.
type batchActions interface {
	// ChooseFiles opens a dialog to add files.
	ChooseFiles()
	// AddExample adds the bundled recording with the given name.
	AddExample(name string)
	// Remove removes the file at an index.
	Remove(at int)
	// Change changes the options of the transcription.
	Change(change func(*choices))
	// ForgetRefusals removes the model's refusals of a request field.
	ForgetRefusals(field string)
	// Start puts the files into the queue.
	Start()
	// Cancel discards the batch.
	Cancel()
}
