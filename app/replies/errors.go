package replies

import "errors"

// The errors of wrong calls.
var (
	// ErrNothingToSend reports that the draft has neither text nor attachments.
	ErrNothingToSend = errors.New("there is nothing to send")
	// ErrNoModel reports that neither the conversation nor the defaults name a model.
	ErrNoModel = errors.New("no model is chosen")
	// ErrBusy reports that a reply of this conversation is in flight.
	ErrBusy = errors.New("a reply is being written")
	// ErrCannotContinue reports that the message is not a reply that was cut off, was stopped or
	// reached its maximum length, or that it has no room for more.
	ErrCannotContinue = errors.New("this reply cannot be continued")
	// ErrNoReply reports that the message is not part of a question and its reply.
	ErrNoReply = errors.New("this message has no question")
	// ErrClosed reports a call after Close.
	ErrClosed = errors.New("replies are closed")
)
