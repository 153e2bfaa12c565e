package connections

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"parlando/app/ask"
	"parlando/app/catalog"
	"parlando/app/chat"
	"parlando/app/problem"
	"parlando/client/failure"
)

// purposeOf maps an ability to the purpose of the model that proves it.
var purposeOf = map[catalog.Ability]catalog.Purpose{
	catalog.RepliesToMessages: catalog.PurposeChat,
	catalog.SynthesizesSpeech: catalog.PurposeSpeech,
	catalog.TranscribesAudio:  catalog.PurposeTranscription,
}

// Report records in the catalog what the outcome of a request shows about a connection; "" is the
// current one. Only renewList may send another request.
func (c *Connections) Report(id chat.ID, o ask.Outcome) {
	if id == "" {
		id = c.options.Settings.Get().Connection
	}
	connection, ok := c.Find(id)
	if !ok {
		return // removed meanwhile
	}
	purpose := purposeOf[o.What]
	learn := func(a catalog.Ability, can catalog.Tristate) { c.options.Catalog.Learn(id, a, can, o.Model) }
	if o.Err == nil {
		learn(o.What, catalog.Yes)
		if purpose != "" {
			c.options.Catalog.LearnServes(id, o.Model, purpose, catalog.Yes)
		}
		for a, shown := range map[catalog.Ability]bool{
			catalog.StreamsReplies: o.Streamed, catalog.AcceptsPictures: o.Pictures, catalog.AcceptsPDF: o.Documents, catalog.CallsTools: o.Tools,
		} {
			if shown {
				learn(a, catalog.Yes)
			}
		}
		if o.Whole {
			learn(catalog.StreamsReplies, catalog.No)
		}
		c.options.Catalog.RecordSuccess(id)
		if o.What != catalog.ListsModels {
			c.renewList(id)
		}
		return
	}
	if errors.Is(o.Err, context.Canceled) || errors.Is(o.Err, ErrNoConnection) {
		return // no problem of the connection
	}
	var refused *failure.Error
	if errors.As(o.Err, &refused) {
		switch {
		case refused.Kind == failure.NotFound && purpose != "" && !strings.Contains(strings.ToLower(refused.Detail), "loaded"):
			// "No models loaded" says nothing about whether the service has the model.
			c.options.Catalog.LearnServes(id, o.Model, purpose, catalog.No)
		case refused.WebPage: // a web server's page tells nothing about the service
		case refused.Kind == failure.NoModelList, refused.Kind == failure.WrongAddress && noSuchPath(refused):
			learn(o.What, catalog.No)
		case refused.Kind == failure.NoDocument, refused.Kind == failure.NoVision && o.Documents && !o.Pictures:
			learn(catalog.AcceptsPDF, catalog.No)
		case refused.Kind == failure.NoVision && !o.Documents:
			learn(catalog.AcceptsPictures, catalog.No)
		}
		if refused.Kind == failure.NoModelList {
			return // the user need not know of a missing list
		}
	}
	if p := problem.From(o.Err, hostOf(connection), c.options.Now()); ofTheConnection(p.Kind) {
		c.options.Catalog.RecordProblem(id, p)
	}
}

// ofTheConnection reports whether a problem concerns the connection, rather than this computer or a
// single request.
func ofTheConnection(kind problem.Kind) bool {
	switch kind {
	case problem.Storage, problem.Interrupted,
		problem.Filtered, problem.ReplyTooLong, problem.TooLong, problem.TooLarge, problem.BadRequest, problem.RefusedSetting, problem.CannotSee, problem.BadPicture, problem.CannotRead, problem.WantsTool, problem.CutInCall, problem.Template:
		return false
	}
	return true
}

// noSuchPath reports whether the service responded that the path does not exist.
func noSuchPath(e *failure.Error) bool {
	return e.Status == http.StatusNotFound || e.Status == http.StatusMethodNotAllowed || e.Status == http.StatusNotImplemented
}

// hasNoList reports whether the service responded that it has no model list. A web page does not
// count, as it may come from a server that is no such service.
func hasNoList(err error) bool {
	var refused *failure.Error
	return errors.As(err, &refused) && refused.Kind == failure.NoModelList && !refused.WebPage
}

func hostOf(connection Connection) string {
	d, _ := Describe(connection.Address)
	return d.Host
}
