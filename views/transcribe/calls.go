package transcribe

import (
	"parley/app/chat"
)

// Calls are what can be done on the page. They are set before it is shown.
type Calls struct {
	// OnAdd asks for files.
	OnAdd func()
	// OnStop ends a recording, or takes away what tells of one that failed; OnDiscard ends one that is not wanted.
	OnStop, OnDiscard func()
	// OnOpen shows a transcript, or how far it is.
	OnOpen func(id chat.ID)
	// The following are of the queue. OnMove puts one at a place in it, 0 the first.
	OnPause, OnResume, OnCancel, OnRetry func(id chat.ID)
	OnMove                               func(id chat.ID, place int)
	// The following are of any transcript.
	OnRename                             func(id chat.ID, title string)
	OnPin                                func(id chat.ID, pinned bool)
	OnDelete, OnKeepCopy, OnShowInFolder func(id chat.ID)
	// OnSaveAnswers asks where what the service answered is saved.
	OnSaveAnswers func(id chat.ID)
	// OnAgain asks about the sound of a transcript once more.
	OnAgain func(id chat.ID)
	// OnFix does what the button of a trouble promises.
	OnFix func(id chat.ID)
	// OnTryWith tries one that failed again with another number for a field of the request, or with nil without it.
	OnTryWith func(id chat.ID, field string, value *float64)
	// HasServicePage reports whether the service of a connection has a page that can be opened.
	HasServicePage func(connection chat.ID) bool
	// OnExample begins with one of the recordings that Parley brings along, by its name.
	OnExample func(name string)
	// OnCopy is given what support asks for.
	OnCopy func(text string)
	// Recordings are those of recordings, Asking those of what is asked before something is sent.
	Recordings RecordingCalls
	Asking     AskingCalls
	// OnDeep is told when the right side stands alone, so that the top bar must lead back.
	OnDeep func(deep bool)
}

// RecordingCalls are what can be done with recordings.
type RecordingCalls struct {
	OnOpen, OnPlay, OnTranscribe, OnSave, OnKeep, OnDelete func(id chat.ID)
	OnRename                                               func(id chat.ID, title string)
}

// AskingCalls are what is answered before something is sent.
type AskingCalls struct {
	OnStart, OnCancel func()
	// OnRemove takes out the file at a place of the list.
	OnRemove func(at int)
	// OnLanguage is given two letters, "" to let the service find out; OnModel a model, OnOtherModel asks for a name.
	OnLanguage, OnModel func(string)
	OnOtherModel        func()
	OnCopy              func(bool)
	// OnTemperature is given 0 to 1, nil for what the service takes by itself.
	OnTemperature func(*float64)
	// OnTryField forgets what the model has refused of a field of the request.
	OnTryField func(field string)
}
