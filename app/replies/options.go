package replies

import (
	"context"

	"parlando/app/catalog"
	"parlando/app/chat"
	"parlando/app/drafts"
	"parlando/app/history"
	"parlando/app/owner"
	"parlando/client"
	"parlando/client/failure"
)

// Options are the dependencies of Replies.
type Options struct {
	owner.Common
	History  History
	Gateways Gateways
	// Queue keeps the messages that wait for a reply.
	Queue Queue
	// Catalog may be nil: then nothing is learned about models.
	Catalog Catalog
	// Tools and Permission are both nil where no tools are offered.
	Tools      Tools
	Permission Permission
	// Default completes what a conversation does not name: given its connection or "", it returns
	// the connection and the model to use; nil if there is no default.
	Default func(connection chat.ID) (chat.ID, string)
	// Ready returns why nothing can be sent to a connection whatever is asked, as when it was
	// forgotten; nil is never.
	Ready func(connection chat.ID) error
}

// History keeps what is said (package history).
type History interface {
	Reader
	Writer
	Blobs
}

// Reader reads stored conversations.
type Reader interface {
	// WithThread reads a conversation and its Thread at once.
	WithThread(ctx context.Context, id chat.ID) (chat.Conversation, []chat.Head, error)
	Thread(ctx context.Context, conversation chat.ID) ([]chat.Head, error)
	Messages(ctx context.Context, ids []chat.ID) ([]chat.Message, error)
	Siblings(ctx context.Context, id chat.ID) ([]chat.ID, error)
}

// Writer stores a question, its growing answer and its end.
type Writer interface {
	Begin(ctx context.Context, t history.Turn) error
	Resume(ctx context.Context, message chat.ID, r chat.Request, target *chat.Target) error
	NextRequest(ctx context.Context, message chat.ID, ended, next chat.Request) error
	NoteSent(ctx context.Context, r chat.Request) error
	AppendTail(ctx context.Context, tails []history.Tail) error
	Finish(ctx context.Context, m chat.Message) error
	DeleteMessage(ctx context.Context, message chat.ID) error
}

// Queue keeps the messages that wait for a reply (package drafts). It never calls back.
type Queue interface {
	// Next takes the message that waits in a conversation, to be sent; nil if none does.
	Next(conversation chat.ID) *drafts.TakenMessage
	// TakeBack makes the message that waits a draft again.
	TakeBack(conversation chat.ID) bool
}

// Blobs stores pictures.
type Blobs interface {
	PutBlob(ctx context.Context, data []byte, mime string, width, height int) (chat.Blob, error)
	ReadBlob(ctx context.Context, sha256 string) ([]byte, error)
}

// Catalog remembers what replies teach about models (package catalog).
type Catalog interface {
	// Used notes that a question was put to the model now.
	Used(connection chat.ID, model string)
	// Served notes a model that a reply says it came from.
	Served(connection chat.ID, model string)
	Refusals
	// LearnAccepted notes that the model took a value of a field, in JSON.
	LearnAccepted(connection chat.ID, model, field, value string)
	// Model returns a known model, of which Reads and Tools are used.
	Model(connection chat.ID, model string) (catalog.Model, bool)
	// LearnSees notes whether the model takes pictures, LearnReads whether documents.
	LearnSees(connection chat.ID, model string, sees catalog.Tri)
	LearnReads(connection chat.ID, model string, reads catalog.Tri)
	// RefusedTools names the tools that the model's service is known not to accept.
	RefusedTools(connection chat.ID, model string) []string
	// RefusedFormats returns what the model, or the service for each of its models, is known to
	// refuse of response_format.
	RefusedFormats(connection chat.ID, model string) []catalog.Refusal
	// LearnTools notes whether the model uses tools.
	LearnTools(connection chat.ID, model string, tools catalog.Tri)
}

// Refusals remembers what models refuse (package catalog).
type Refusals interface {
	// Without names the request fields that the model is known to refuse whatever their value.
	Without(connection chat.ID, model string) []string
	// LearnRefusals notes what the model has refused.
	LearnRefusals(connection chat.ID, model string, refused []failure.Refusal)
}

// Gateways hands out the client of a connection; "" is the current one.
type Gateways interface {
	Client(ctx context.Context, connection chat.ID) (Gateway, error)
}

// Gateway is one service (package client).
type Gateway interface {
	Chat(ctx context.Context, r client.ChatRequest) (Stream, error)
}

// Stream is a reply on its way, as client.Stream describes. One that also has Dropped()
// []failure.Refusal teaches the catalog which fields the model refuses.
type Stream interface {
	Next() bool
	Chunk() client.Chunk
	Err() error
	Close() error
	RequestID() string
}
