package transcribe

import (
	"fyne.io/fyne/v2"

	"parlando/app/chat"
)

// bodyOptions names what a body shows and leads to. None may be nil.
type bodyOptions struct {
	// View shows a transcript that is done.
	View        fyne.CanvasObject
	Transcripts listActions
	Queue       queueActions
	Recordings  recordingActions
	Batch       batchActions
	// OnOpen shows a transcript, or how far it is; OnOpenRecording shows a recording.
	OnOpen, OnOpenRecording func(id chat.ID)
	// OnCopy is given what support asks for.
	OnCopy func(text string)
	// OnDeep is told when the right side stands alone, so that the top bar must lead back.
	OnDeep func(deep bool)
}

// listActions does what can be done with any transcript of the list.
type listActions interface {
	// Rename gives one another title.
	Rename(id chat.ID, title string)
	// Pin keeps one at the top, or no longer.
	Pin(id chat.ID, pinned bool)
	// Delete takes one out of the list.
	Delete(id chat.ID)
	// KeepCopy keeps a copy of the sound in Parlando.
	KeepCopy(id chat.ID)
	// ShowInFolder shows where the sound file is.
	ShowInFolder(id chat.ID)
	// SaveAnswers asks where what the service answered is saved.
	SaveAnswers(id chat.ID)
	// TranscribeAgain asks about the sound once more.
	TranscribeAgain(id chat.ID)
}

// queueActions does what can be done with a transcript that is not done.
type queueActions interface {
	// Pause stops one until Resume.
	Pause(id chat.ID)
	// Resume goes on with one that was paused.
	Resume(id chat.ID)
	// Cancel takes one out of the queue.
	Cancel(id chat.ID)
	// Retry goes on with one that failed or is held back.
	Retry(id chat.ID)
	// RetryWith tries one that failed again with another number for a field of the request, or with
	// nil without it.
	RetryWith(id chat.ID, field string, value *float64)
	// Move puts one at a place of the queue, 0 the first.
	Move(id chat.ID, place int)
	// Fix does what the button of a problem promises.
	Fix(id chat.ID)
	// HasServicePage reports whether the service of a connection has a page that can be opened.
	HasServicePage(connection chat.ID) bool
}

// recordingActions makes recordings, and does what can be done with them.
type recordingActions interface {
	// Record ends the recording that is running, or takes away what tells of one that failed.
	Record()
	// Discard ends the recording that is running and is not wanted.
	Discard()
	// Play plays one, or pauses it and goes on.
	Play(id chat.ID)
	// Transcribe asks whether one is to be transcribed.
	Transcribe(id chat.ID)
	// Save asks where to, and copies one there.
	Save(id chat.ID)
	// Keep keeps one that would be deleted after a day.
	Keep(id chat.ID)
	// Rename gives one another title.
	Rename(id chat.ID, title string)
	// Delete takes one out of the list.
	Delete(id chat.ID)
}

// batchActions changes the files that are to be sent together, and sends them. body.Ask shows them.
type batchActions interface {
	// ChooseFiles asks for files to add.
	ChooseFiles()
	// AddExample adds one of the recordings that Parlando brings along, by its name.
	AddExample(name string)
	// Remove leaves the file at a place of the list out.
	Remove(at int)
	// Change changes how the files are to be transcribed.
	Change(change func(*choices))
	// AskForModel asks for the name of a model.
	AskForModel()
	// ForgetRefusals forgets what the model has refused of a field of the request.
	ForgetRefusals(field string)
	// Start puts the files into the queue.
	Start()
	// Cancel sends nothing.
	Cancel()
}
