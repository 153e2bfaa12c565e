package chat

import (
	"log/slog"

	"fyne.io/fyne/v2"

	"parlando/app/attachments"
	"parlando/app/catalog"
	"parlando/app/chat"
	"parlando/app/connections"
	"parlando/app/dictation"
	"parlando/app/drafts"
	"parlando/app/history"
	"parlando/app/ledger"
	"parlando/app/limits"
	"parlando/app/memories"
	"parlando/app/projects"
	"parlando/app/recordings"
	"parlando/app/replies"
	"parlando/app/settings"
	"parlando/app/speech"
	"parlando/app/tools"
	"parlando/app/transcripts"
	"parlando/app/voicechat"
	"parlando/views/connector"
	"parlando/views/exporter"
	"parlando/views/pages/chat/outgoing"
	"parlando/views/shell"
	"parlando/views/uithread"
	"parlando/views/widgets"
)

// Frame adds typing, closing and Escape to the host of a page.
type Frame interface {
	shell.PageHost
	// TypeOn types a character into the message box, unless it is a space.
	TypeOn(r rune)
	// CloseTop closes the topmost overlay and reports whether there was one; Escape does the same,
	// or else cancels the current activity.
	CloseTop() bool
	Escape()
	// ShowTitle shows the title of the page in the title of the window.
	ShowTitle()
	// KeepOpen keeps Parlando open until release is called.
	KeepOpen() (release func())
}

// Options are the dependencies of a page.
type Options struct {
	Frame  Frame
	Window fyne.Window
	Thread *uithread.Thread
	Log    *slog.Logger
	Owners Owners
	Links  Links
	// NewChat is the id under which the draft of a new chat is stored.
	NewChat chat.ID
	// Compact omits everything for which the quick window has too little space; the main window
	// shows it.
	Compact bool
}

// ProjectOwners holds the services for what is sent before the messages of a chat.
type ProjectOwners struct {
	Projects *projects.Projects
	Memories *memories.Memories
	// Background reads what is sent.
	Background outgoing.Source
}

// Owners holds the services and controllers that the page uses.
type Owners struct {
	History     *history.Store
	Drafts      *drafts.Drafts
	Project     ProjectOwners
	Replies     *replies.Replies
	Catalog     *catalog.Catalog
	Tools       *tools.Tools
	Ledger      *ledger.Ledger
	Limits      *limits.Limits
	Connections *connections.Connections
	Settings    *settings.Store
	Attachments *attachments.Attachments
	Screens     attachments.Screens
	Speech      *speech.Speech
	Transcripts *transcripts.Transcripts
	Dictation   *dictation.Dictation
	VoiceChat   *voicechat.VoiceChat
	Recordings  *recordings.Recordings

	Connector *connector.Connector
	Exporter  *exporter.Exporter
	Gallery   Gallery
	Playback  Playback
	Chats     ListedChats
	Rescue    Rescue
	Pages     Pages
}

// Links connects the page to other parts of the program.
type Links struct {
	// Show shows the page, and Connect the onboarding page.
	Show, Connect func()
	// OnOpened is called with the id of the opened chat, "" for a new or a temporary chat.
	OnOpened func(chat.ID)
	// OpenInMain shows the open chat in the main window, and Hide hides the quick window.
	OpenInMain, Hide func()
	// TakeFiles passes pasted files to the page that handles them.
	TakeFiles func(paths []string)
	// ShowConnections, ShowRecordings and ShowDeleted show the list that their name says.
	ShowConnections, ShowRecordings, ShowDeleted func()
	// ReportConnection reports whether a change of a connection was stored, and shows any error.
	ReportConnection func(error) bool
	SetSimple        func(bool)
	// OnLargeAllocation is called after an operation that allocated much memory.
	OnLargeAllocation func()
}

// Gallery shows pictures over the window, and saves and opens files.
type Gallery interface {
	// Show shows a picture; change, if not nil, adds one of the pictures to the next message.
	Show(parts []chat.Part, sha string, change func(sha string))
	Open(file *chat.Blob, name string)
	AskSave(sha, name string)
}

// Playback reads messages aloud in the player of the window.
type Playback interface {
	ReadAloud(message chat.ID, from int)
	SetReadReplies(on bool)
}

// Rescue saves the readable part of a library that is gone or damaged, and switches to the copy.
type Rescue interface {
	// SaveElsewhere saves all chats to another folder that the user chooses.
	SaveElsewhere()
	// RecoverLibrary shows how to recover the readable part of the library.
	RecoverLibrary()
}

// Pages shows the pages beside the chats.
type Pages interface {
	ShowTranscribe()
	ShowSpeak()
	// ShowMemories shows the memories of a project, "" for those of all chats.
	ShowMemories(project chat.ID)
	// ChangeLimit opens the form of the monthly limit of a connection.
	ChangeLimit(connection chat.ID)
}

// ListedChats changes chats in the list beside the page.
type ListedChats interface {
	Rename(id chat.ID)
	Pin(id chat.ID, pinned bool)
	Delete(id chat.ID)
	// MoveItems returns the entries of a menu that move a chat into or out of a project.
	MoveItems(id, project chat.ID) []widgets.MenuItem
	// ChatMenu returns the menu of a listed chat.
	ChatMenu(c chat.Summary) []widgets.MenuItem
	// ProjectItems returns the entries of the menu of a project.
	ProjectItems(project chat.ID) []widgets.MenuItem
	Changed(id chat.ID)
	// ChooseProject asks for a project, of which in is marked.
	ChooseProject(title string, in chat.ID, chosen func(id chat.ID, name string))
	// EndSearch shows all chats again if the list shows the results for query.
	EndSearch(query string)
}
