package connections

import (
	"context"
	"errors"
	"net/http"

	"parlando/app/catalog"
	"parlando/app/chat"
	"parlando/app/problem"
	"parlando/client/failure"
)

// Outcome is the result of one request of the user.
type Outcome struct {
	// What was asked for: catalog.Lists, Chats, Speaks or Transcribes.
	What catalog.Ability
	// Model is the one that was asked; "" for a list.
	Model string
	// Err is set if it failed; nil if it succeeded, wholly or until the user stopped it.
	Err error
	// Streamed: an answer came while it was written; Whole: at once. Neither is known of an empty
	// one.
	Streamed, Whole bool
	// Pictures and Documents were in the message, or before it in the chat.
	Pictures, Documents bool
	// Tools: the answer calls functions.
	Tools bool
}

// Report takes down what the outcome of a request shows of a connection; "" is the current one. It
// is told of what a user did anyway: nothing is asked for its sake.
func (c *Connections) Report(id chat.ID, o Outcome) {
	if id == "" {
		id = c.options.Settings.Get().Connection
	}
	connection, ok := c.Find(id)
	if !ok {
		return // forgotten meanwhile
	}
	learn := func(a catalog.Ability, can catalog.Tri) { c.options.Catalog.Learn(id, a, can, o.Model) }
	if o.Err == nil {
		learn(o.What, catalog.Yes)
		for a, shown := range map[catalog.Ability]bool{
			catalog.Streams: o.Streamed, catalog.Sees: o.Pictures, catalog.Reads: o.Documents, catalog.CallsTools: o.Tools,
		} {
			if shown {
				learn(a, catalog.Yes)
			}
		}
		if o.Whole {
			learn(catalog.Streams, catalog.No)
		}
		c.options.Catalog.Succeeded(id)
		return
	}
	if errors.Is(o.Err, context.Canceled) || errors.Is(o.Err, ErrNoConnection) {
		return // nobody's problem
	}
	var refused *failure.Error
	if errors.As(o.Err, &refused) {
		switch {
		case refused.WebPage: // a web server's page tells nothing about the service
		case refused.Kind == failure.NoModelList, refused.Kind == failure.WrongAddress && noSuchPath(refused):
			learn(o.What, catalog.No)
		case refused.Kind == failure.NoVision && o.Documents && !o.Pictures:
			learn(catalog.Reads, catalog.No)
		case refused.Kind == failure.NoVision && !o.Documents:
			learn(catalog.Sees, catalog.No)
		}
		if refused.Kind == failure.NoModelList {
			return // no alarm
		}
	}
	if p := problem.From(o.Err, hostOf(connection), c.options.Now()); ofTheConnection(p.Kind) {
		c.options.Catalog.Failed(id, p)
	}
}

// ofTheConnection reports whether a problem says something about the connection: not one of this
// computer, nor of one question, which the next may not meet.
func ofTheConnection(kind problem.Kind) bool {
	switch kind {
	case problem.Storage, problem.Interrupted,
		problem.Filtered, problem.TooLong, problem.TooLarge, problem.BadRequest, problem.RefusedSetting, problem.CannotSee, problem.BadPicture, problem.CannotRead, problem.WantsTool:
		return false
	}
	return true
}

// noSuchPath reports whether a service answered that it does not know the path.
func noSuchPath(e *failure.Error) bool {
	return e.Status == http.StatusNotFound || e.Status == http.StatusMethodNotAllowed || e.Status == http.StatusNotImplemented
}

// hasNoList reports whether a service answered that it has no list of models. A web page in place
// of the list comes from a web server, which may be no service at all.
func hasNoList(err error) bool {
	var refused *failure.Error
	return errors.As(err, &refused) && refused.Kind == failure.NoModelList && !refused.WebPage
}

func hostOf(connection Connection) string {
	d, _ := Describe(connection.Address)
	return d.Host
}
