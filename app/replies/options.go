package replies

import (
	"context"

	"parlando/app/ask"
	"parlando/app/catalog"
	"parlando/app/chat"
	"parlando/app/drafts"
	"parlando/app/history"
	"parlando/app/owner"
	"parlando/client/failure"
)

// Options are the dependencies of Replies.
type Options struct {
	owner.CommonOptions
	History  History
	Services ask.Services
	// Queue holds the messages that wait for a reply to end.
	Queue Queue
	// Catalog may be nil; then nothing is learned about models.
	Catalog Catalog
	// Tools and Permission are both nil if no tools are offered.
	Tools      Tools
	Permission Permission
	// Default returns the connection and the model for a conversation that does not name both;
	// connection is the conversation's, or "". Default is nil if there are no defaults.
	Default func(connection chat.ID) (chat.ID, string)
	// Background returns what is sent before the messages of a conversation, whose connection and
	// model are set. Background is nil if nothing ever is.
	Background func(ctx context.Context, c chat.Conversation) (chat.Background, error)
	// Ready returns an error if nothing can be sent to a connection, for example because the
	// connection was removed; nil means that every connection is ready.
	Ready func(connection chat.ID) error
}

// History stores conversations (package history).
type History interface {
	Reader
	TurnStore
	Blobs
}

// Reader reads stored conversations.
type Reader interface {
	// ConversationWithThread reads a conversation and its Thread in one transaction.
	ConversationWithThread(ctx context.Context, id chat.ID) (chat.Conversation, []chat.Head, error)
	Thread(ctx context.Context, conversation chat.ID) ([]chat.Head, error)
	Messages(ctx context.Context, ids []chat.ID) ([]chat.Message, error)
	Siblings(ctx context.Context, id chat.ID) ([]chat.ID, error)
	// HasImported reports whether messages of a conversation come from another program.
	HasImported(ctx context.Context, conversation chat.ID) (bool, error)
}

// TurnStore stores a question, its growing reply and the end of the reply.
type TurnStore interface {
	BeginTurn(ctx context.Context, t history.Turn) error
	Resume(ctx context.Context, message chat.ID, r chat.Request, target *chat.Target) error
	NextRequest(ctx context.Context, message chat.ID, ended, next chat.Request) error
	StoreSentFields(ctx context.Context, r chat.Request) error
	AppendTail(ctx context.Context, tails []history.Tail) error
	Finish(ctx context.Context, m chat.Message) error
	DeleteMessage(ctx context.Context, message chat.ID) error
	// CheckSpace returns an error if the disk lacks space for the ends of replies.
	CheckSpace() error
	// IsTemporary reports whether nothing of a conversation may be stored on disk.
	IsTemporary(conversation chat.ID) bool
}

// Queue holds the messages that wait for a reply to end (package drafts). It never calls back.
type Queue interface {
	// Next returns the first queued message of a conversation, nil if there is none or the queue is
	// paused.
	Next(conversation chat.ID) *drafts.TakenMessage
	// Resume returns the first queued message and resumes sending the others, all to target.
	Resume(conversation chat.ID, target *chat.Target) *drafts.TakenMessage
	// Pause keeps the queued messages of a conversation waiting until the user resumes.
	Pause(conversation chat.ID, why drafts.PauseReason)
}

// Blobs stores pictures.
type Blobs interface {
	PutBlob(ctx context.Context, conversation chat.ID, data []byte, mime string, width, height int) (chat.Blob, error)
	ReadBlob(ctx context.Context, sha256 string) ([]byte, error)
}

// Catalog records what replies reveal about models (package catalog).
type Catalog interface {
	// RecordUse records that the model was used now.
	RecordUse(connection chat.ID, model string)
	// RecordServed records the model name in a response.
	RecordServed(connection chat.ID, model string)
	// RefusedFields returns the request fields that the model is known to refuse with any value.
	RefusedFields(connection chat.ID, model string) []string
	// LearnRefusals records what the model has refused.
	LearnRefusals(connection chat.ID, model string, refused []failure.Refusal)
	// Model returns a known model; only Reads, Tools, Schemas, Thinks, Modalities and WebSearch are
	// used.
	Model(connection chat.ID, model string) (catalog.Model, bool)
	// LearnAcceptsPictures records whether the model accepts pictures, LearnAcceptsPDF whether it
	// accepts documents.
	LearnAcceptsPictures(connection chat.ID, model string, sees catalog.Tristate)
	LearnAcceptsPDF(connection chat.ID, model string, reads catalog.Tristate)
	// RefusedTools returns the names of the tools that the model's service is known to refuse.
	RefusedTools(connection chat.ID, model string) []string
	// RefusedFormats returns the known refusals of response_format by the model, or by the service
	// for all its models.
	RefusedFormats(connection chat.ID, model string) []catalog.Refusal
	// LearnTools records whether the model supports tools.
	LearnTools(connection chat.ID, model string, tools catalog.Tristate)
}

// Tools describes and runs tools (package tools).
type Tools interface {
	// Definitions returns the tools with these names and skips unknown names.
	Definitions(names []string) []chat.ToolDefinition
	// Check returns an error, in a sentence for the model, if arguments do not fit a tool.
	Check(d chat.ToolDefinition, arguments string) error
	// Run runs a call and returns its result. The error is a sentence for the model.
	Run(ctx context.Context, r chat.ToolRequest) (result string, err error)
}

// Permission asks the user (package tools).
type Permission interface {
	// Ask reports whether a call may run. If the user must be asked, it waits until ctx ends.
	Ask(ctx context.Context, r chat.ToolRequest) (allowed bool, err error)
	// AskToContinue asks whether a model that has called tools in ten rounds may continue; r has no
	// call.
	AskToContinue(ctx context.Context, r chat.ToolRequest) (allowed bool, err error)
	// DropPermissions is called at the end of a turn: permissions for its reply expire.
	DropPermissions(reply chat.ID)
}
