package chat

import (
	"context"
	"image"
	"log/slog"
	"time"

	"fyne.io/fyne/v2"

	"parlando/app/attachments"
	"parlando/app/catalog"
	"parlando/app/chat"
	"parlando/app/connections"
	"parlando/app/dictation"
	"parlando/app/documents/textencoding"
	"parlando/app/drafts"
	"parlando/app/history"
	"parlando/app/recordings"
	"parlando/app/replies"
	"parlando/app/settings"
	"parlando/app/speech"
	"parlando/app/transcripts"
	"parlando/app/voicechat"
	"parlando/views/connector"
	"parlando/views/exporter"
	"parlando/views/pages/chat/answers"
	"parlando/views/pages/chat/costs"
	"parlando/views/pages/chat/tools"
	"parlando/views/shell"
	"parlando/views/uithread"
)

// Frame adds keys and closing to the host of a page.
type Frame interface {
	shell.PageHost
	// TypeOn types a character into the message box, unless it is a space.
	TypeOn(r rune)
	// CloseTop closes what lies on top, and reports whether anything did; Escape does so, or else
	// cancels what is going on.
	CloseTop() bool
	Escape()
	// Hold keeps Parlando from closing until release is called.
	Hold() (release func())
}

// Options are what a page is made of.
type Options struct {
	Frame  Frame
	Window fyne.Window
	Thread *uithread.Thread
	Log    *slog.Logger
	Owners Owners
	Links  Links
	// NewChat is the id under which the draft of a new chat is stored.
	NewChat chat.ID
	// Compact leaves out what needs more room than the quick window has. Its place is the main
	// window.
	Compact bool
}

// Owners are those the page asks.
type Owners struct {
	Library     Library
	Editor      Editor
	Drafts      Drafts
	Unsent      Unsent
	Replies     Replies
	Catalog     Catalog
	Tools       tools.Owner
	Ledger      costs.Ledger
	Connections Connections
	Settings    Settings
	Attachments Attachments
	Screens     Screens
	Speech      Speech
	Transcripts Transcripts
	Dictation   Dictation
	VoiceChat   VoiceChat
	Microphone  Microphone

	Connector *connector.Connector
	Exporter  *exporter.Exporter
	Gallery   Gallery
	Playback  Playback
	Chats     ListedChats
}

// Links lead to what is not the page's own.
type Links struct {
	// Show shows the page, and Connect the page that asks how to connect.
	Show, Connect func()
	// Opened is told which chat is shown, "" for a new one.
	Opened func(chat.ID)
	// OpenInMain shows the open chat in the main window, and Hide takes the quick window away.
	OpenInMain, Hide func()
	// TakeFiles takes files that were pasted, wherever they belong.
	TakeFiles func(paths []string)
	// ShowConnections, ShowRecordings and ShowDeleted show the lists of them.
	ShowConnections, ShowRecordings, ShowDeleted func()
	// SaidConnection reports whether a change of a connection was stored, and says so where it was
	// not.
	SaidConnection func(error) bool
	SetSimple      func(bool)
	// OnLarge is called when something large was read or painted.
	OnLarge func()
}

// Library is where chats are read (package history).
type Library interface {
	Conversation(ctx context.Context, id chat.ID) (chat.Conversation, error)
	Thread(ctx context.Context, conversation chat.ID) ([]chat.Head, error)
	Messages(ctx context.Context, ids []chat.ID) ([]chat.Message, error)
	Message(ctx context.Context, id chat.ID) (chat.Message, error)
	Siblings(ctx context.Context, message chat.ID) ([]chat.ID, error)
	CountFollowing(ctx context.Context, message chat.ID) (int, error)
	Transcripts(ctx context.Context, conversation chat.ID) ([]history.AskedAbout, error)
	ReadOnly() history.ReadOnlyReason
}

// Editor is where chats are changed (package history).
type Editor interface {
	Choose(ctx context.Context, message chat.ID) error
	DeleteMessage(ctx context.Context, message chat.ID) error
	RestoreMessage(ctx context.Context, message chat.ID) error
	SetModel(ctx context.Context, id, connection chat.ID, model string) error
	SetParameters(ctx context.Context, id chat.ID, p chat.Parameters) error
	SetPlace(ctx context.Context, id chat.ID, place chat.ReadingPlace) error
}

// Drafts owns what stands in the message box (package drafts).
type Drafts interface {
	Open(conversation chat.ID) drafts.Value
	Leave(conversation chat.ID, revision uint64)
	Read(ctx context.Context, conversation chat.ID) error
	Get(conversation chat.ID, revision uint64) drafts.Value
	Set(conversation chat.ID, revision uint64, draft chat.Draft) drafts.Value
	Take(conversation chat.ID, revision uint64, draft chat.Draft) (*drafts.Taken, drafts.Value)
	BeginEdit(conversation chat.ID, revision uint64, edit chat.Draft) drafts.Value
	EndEdit(conversation chat.ID, revision uint64) (v drafts.Value, left chat.Draft)
	TakeBack(conversation chat.ID) bool
	Told(conversation chat.ID)
}

// Unsent owns the drafts of chats that are not open (package drafts).
type Unsent interface {
	Append(conversation chat.ID, more chat.Draft)
	Detach(c chat.Conversation) (store func(context.Context) (kept bool, err error))
	RemoveEmpty(ctx context.Context, conversation chat.ID) error
}

// Replies sends messages and streams replies (package replies).
type Replies interface {
	Begin(ctx context.Context, c chat.Conversation, message *drafts.Taken) (begun chat.Conversation, reply chat.ID, err error)
	Send(ctx context.Context, message *drafts.Taken, target *chat.Target) (reply chat.ID, queued bool, err error)
	Regenerate(ctx context.Context, message chat.ID, target *chat.Target) (reply chat.ID, err error)
	answers.Replies
	Continue(ctx context.Context, message chat.ID, target *chat.Target) error
	Flush() error
	Stop(conversation chat.ID)
	Active(conversation chat.ID) (reply chat.ID, ok bool)
	Snapshot(message chat.ID) (replies.Snapshot, bool)
	MakeLive(stored []chat.Message)
}

// Catalog knows models (package catalog).
type Catalog interface {
	Used(connection chat.ID, model string)
	SetFavorite(connection chat.ID, model string, favorite bool)
	MarkSees(connection chat.ID, model string, sees catalog.Tri)
	MarkReads(connection chat.ID, model string, reads catalog.Tri)
	Refusals(connection chat.ID, model string) []catalog.Refusal
	ForgetRefusals(connection chat.ID, model string, fields ...string)
	tools.Models
	answers.Models
}

// Connections knows the services (package connections).
type Connections interface {
	Current() (connections.Connection, bool)
	Find(id chat.ID) (connections.Connection, bool)
	Of(id chat.ID) connections.Way
	AccountPage(id chat.ID) string
	List() []connections.Connection
	Begins(id chat.ID) connections.Begin
	RefreshModels(ctx context.Context, id chat.ID) error
	SetDefaults(id chat.ID, model string, parameters *chat.Parameters) error
}

// Settings is what the user prefers (package settings).
type Settings interface {
	Get() settings.Settings
	Change(func(*settings.Settings))
}

// Attachments makes parts of messages from files (package attachments).
type Attachments interface {
	FromFile(ctx context.Context, path string, encoding textencoding.Encoding) (chat.Part, attachments.Info, error)
	FromClipboard(ctx context.Context) ([]byte, error)
	FilesFromClipboard(ctx context.Context) (paths []string)
	Add(ctx context.Context, name string, data []byte) (chat.Part, attachments.Info, error)
	AddImage(ctx context.Context, name string, img image.Image) (chat.Part, attachments.Info, error)
	Thumbnail(ctx context.Context, sha string, edge int) (image.Image, error)
	Smaller(ctx context.Context, part chat.Part) (chat.Part, error)
	TextOf(ctx context.Context, part chat.Part) (chat.Part, error)
}

// Screens takes screenshots (package attachments).
type Screens interface {
	Screenshots() attachments.ScreenshotWay
	TakeScreenshot(ctx context.Context, self attachments.Self) (attachments.Screenshot, error)
}

// Speech reads aloud and plays recordings (package speech).
type Speech interface {
	Snapshot() speech.Snapshot
	PlayFile(src speech.Source, title, path string)
	Seek(to time.Duration)
	Resume()
	StopSource(src speech.Source)
}

// Transcripts has the recordings that chats are about (package transcripts).
type Transcripts interface {
	Get(id chat.ID) (transcripts.Transcript, bool)
	SoundPath(ctx context.Context, id chat.ID) (string, error)
}

// Dictation turns what the user says into text (package dictation).
type Dictation interface {
	Snapshot() dictation.Snapshot
	Begin(t dictation.Target)
	Retry()
	RetryWith(connection chat.ID, model string)
	End()
	Cancel()
	Dismiss()
	Take() (dictation.Snapshot, bool)
}

// VoiceChat is the conversation by voice (package voicechat).
type VoiceChat interface {
	Snapshot() voicechat.Snapshot
	Start(c chat.Conversation)
	Update(c chat.Conversation)
	Next()
	Mute(muted bool)
	Stop()
	Dismiss()
}

// Microphone tells what is being recorded (package recordings).
type Microphone interface{ Live() recordings.Live }

// Gallery shows pictures over the window, and saves and opens files.
type Gallery interface {
	Show(parts []chat.Part, sha string)
	Open(file *chat.Blob, name string)
	AskSave(sha, name string)
}

// Playback reads messages aloud in the player of the window.
type Playback interface {
	Read(message chat.ID, from int)
	SetReadReplies(on bool)
}

// ListedChats changes chats in the list beside the page.
type ListedChats interface {
	Rename(id chat.ID)
	Pin(id chat.ID, pinned bool)
	Delete(id chat.ID)
	Changed(id chat.ID)
}
