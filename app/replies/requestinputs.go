package replies

import (
	"errors"
	"slices"
	"time"

	"parlando/app/catalog"
	"parlando/app/chat"
	"parlando/app/problem"
	"parlando/client/failure"
)

// ErrCannotRead reports that a document is attached and the model is not known to accept documents
// (GATEWAY.md 4.1.3). Nothing was sent.
var ErrCannotRead = problem.New(problem.CannotRead, "the model is not known to take documents")

// requestInputs lists the optional inputs of a question, which not every model accepts.
type requestInputs struct{ pictures, documents bool }

// inputsOf returns the optional inputs among the parts of a question.
func inputsOf(parts []chat.Part) requestInputs {
	return requestInputs{
		pictures:  slices.ContainsFunc(parts, func(p chat.Part) bool { return p.Kind.IsPicture() }),
		documents: slices.ContainsFunc(parts, func(p chat.Part) bool { return p.Kind == chat.PartFile }),
	}
}

// inputsOfBranch returns the optional inputs of all user messages.
func inputsOfBranch(branch []chat.Message) (all requestInputs) {
	for _, m := range branch {
		if m.Role == chat.User {
			c := inputsOf(m.Parts)
			all.pictures, all.documents = all.pictures || c.pictures, all.documents || c.documents
		}
	}
	return all
}

// withoutRefused returns a branch without the attachments of earlier questions that the service
// found too long or too large, so that they are not sent again each time. Their text stays. The
// last message, the current question, is unchanged.
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
// documents.
func (r *Replies) permit(t *turn, c requestInputs) error {
	if !c.documents || r.o.Catalog == nil {
		return nil
	}
	if m, _ := r.o.Catalog.Model(t.connection, t.model); m.Reads != catalog.Yes {
		return ErrCannotRead
	}
	return nil
}

// learnTaken records whether the model accepts the inputs that were sent; err is nil if it has
// answered.
func (r *Replies) learnTaken(t *turn, c requestInputs, err error) {
	switch {
	case err == nil:
		if c.documents {
			r.o.Catalog.LearnAcceptsPDF(t.connection, t.model, catalog.Yes)
		}
		if c.pictures {
			r.o.Catalog.LearnAcceptsPictures(t.connection, t.model, catalog.Yes)
		}
	case !refusedToLook(err):
	case c.documents && !c.pictures:
		r.o.Catalog.LearnAcceptsPDF(t.connection, t.model, catalog.No)
	case !c.documents:
		r.o.Catalog.LearnAcceptsPictures(t.connection, t.model, catalog.No)
	}
	// A refusal of both does not tell which of them it means.
}

// named returns err with the kind that fits the inputs: services report refused documents as
// refused pictures.
func (c requestInputs) named(err error, at time.Time) error {
	if refusedToLook(err) && c.documents && !c.pictures {
		p := problem.From(err, "", at)
		p.Kind = problem.CannotRead
		return p
	}
	return err
}

func refusedToLook(err error) bool {
	var answer *failure.Error
	return errors.As(err, &answer) && answer.Kind == failure.NoVision
}
