package replies

import (
	"errors"
	"regexp"
	"slices"
	"time"

	"parlando/app/catalog"
	"parlando/app/chat"
	"parlando/app/problem"
	"parlando/client/failure"
)

// ErrCannotRead reports that a document is attached and the model is not known to accept documents
// (GATEWAY.md 4.1.3). Nothing was sent.
var ErrCannotRead = problem.New(problem.CannotRead, "the model is not known to accept documents")

// requestInputs lists the optional inputs of a question, which not every model accepts.
type requestInputs struct{ pictures, documents bool }

// inputsOf returns the optional inputs among the parts of a question.
func inputsOf(parts []chat.Part) requestInputs {
	return requestInputs{
		pictures:  slices.ContainsFunc(parts, func(p chat.Part) bool { return p.Kind.IsPicture() }),
		documents: slices.ContainsFunc(parts, func(p chat.Part) bool { return p.Kind == chat.PartFile && p.Blob != nil }),
	}
}

// inputsOfBranch returns the optional inputs of all user messages.
func inputsOfBranch(branch []chat.Message) (all requestInputs) {
	for _, m := range branch {
		if m.Role == chat.User {
			all = all.and(inputsOf(m.Parts))
		}
	}
	return all
}

// and returns the inputs of both.
func (c requestInputs) and(other requestInputs) requestInputs {
	return requestInputs{pictures: c.pictures || other.pictures, documents: c.documents || other.documents}
}

// withoutRefused returns a branch without the attachments of earlier questions that the service
// found too long or too large, so that the attachments are not sent again each time. The text of
// these questions stays. The last message, the current question, is unchanged.
func withoutRefused(branch []chat.Message) []chat.Message {
	out := slices.Clone(branch)
	for i := range out[:max(len(out)-1, 0)] {
		if m := &out[i]; m.Role == chat.User && tooMuch(out[i+1]) {
			m.Parts = slices.DeleteFunc(slices.Clone(m.Parts), func(p chat.Part) bool { return p.Kind != chat.PartText })
		}
	}
	return out
}

// tooMuch reports whether a reply failed because the question was too long or too large.
func tooMuch(reply chat.Message) bool {
	if reply.Role != chat.Assistant || reply.Request == nil || reply.Request.Problem == nil || len(inWords(reply)) > 0 {
		return false
	}
	kind := reply.Request.Problem.Kind
	return kind == problem.TooLong || kind == problem.TooLarge
}

// permit returns ErrCannotRead if the model would receive a document and is not known to accept
// documents. known is nil if nothing is known about models; then everything is permitted.
func (c requestInputs) permit(known Catalog, connection chat.ID, model string) error {
	if !c.documents || known == nil {
		return nil
	}
	if m, _ := known.Model(connection, model); m.Reads != catalog.Yes {
		return ErrCannotRead
	}
	return nil
}

// learn records whether the model accepts the inputs that were sent; err is nil if it answered.
func (c requestInputs) learn(known Catalog, connection chat.ID, model string, err error) {
	switch {
	case err == nil:
		if c.documents {
			known.LearnAcceptsPDF(connection, model, catalog.Yes)
		}
		if c.pictures {
			known.LearnAcceptsPictures(connection, model, catalog.Yes)
		}
	case c.refusesDocuments(err):
		known.LearnAcceptsPDF(connection, model, catalog.No)
	case c.pictures && !c.documents && kindOf(err) == failure.NoVision:
		known.LearnAcceptsPictures(connection, model, catalog.No)
	}
	// If pictures and documents were sent, a refusal of pictures may mean either.
}

// named returns err with the kind CannotRead if it concerns a document. A picture that cannot be
// read, although only a document was sent, is that document. Nothing is learned, since it may be
// damaged.
func (c requestInputs) named(err error, at time.Time) error {
	unread := c.documents && !c.pictures && kindOf(err) == failure.BadPicture && !namesDocument.MatchString(err.Error())
	if unread || c.refusesDocuments(err) {
		p := problem.From(err, "", at)
		p.Kind = problem.CannotRead
		return p
	}
	return err
}

var namesDocument = regexp.MustCompile(`(?i)\b(?:pdfs?|documents?)\b`)

// refusesDocuments reports whether err means that the model does not accept documents. Services
// report that as refused pictures, too, since both are sent in the same form.
func (c requestInputs) refusesDocuments(err error) bool {
	switch kindOf(err) {
	case failure.NoDocument:
		return c.documents
	case failure.NoVision:
		return c.documents && !c.pictures
	}
	return false
}

// kindOf returns the kind of an error response of the service, "" for other errors.
func kindOf(err error) failure.Kind {
	var answer *failure.Error
	if !errors.As(err, &answer) {
		return ""
	}
	return answer.Kind
}
