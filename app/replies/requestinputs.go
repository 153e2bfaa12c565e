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

// ErrCannotRead means that a document is attached and the model is not known to take any
// (GATEWAY.md 4.1.3). Nothing was sent.
var ErrCannotRead = problem.New(problem.CannotRead, "the model is not known to take documents")

// requestInputs lists the optional inputs of a question, which not every model takes.
type requestInputs struct{ pictures, documents bool }

// inputsOf returns the inputs in the parts of a question.
func inputsOf(parts []chat.Part) requestInputs {
	return requestInputs{
		pictures:  slices.ContainsFunc(parts, func(p chat.Part) bool { return p.Kind.IsPicture() }),
		documents: slices.ContainsFunc(parts, func(p chat.Part) bool { return p.Kind == chat.PartFile }),
	}
}

// inputsOfBranch looks at all that was said by the user.
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
// found too long or too large: they are not sent again and again. Their words stay. The last
// message is the current question, and stays as it is.
func withoutRefused(branch []chat.Message) []chat.Message {
	out := slices.Clone(branch)
	for i := range out[:max(len(out)-1, 0)] {
		if m := &out[i]; m.Role == chat.User && tooMuch(out[i+1]) {
			m.Parts = slices.DeleteFunc(slices.Clone(m.Parts), func(p chat.Part) bool { return p.Kind != chat.PartText })
		}
	}
	return out
}

// tooMuch reports whether there is no reply because the question was too long or too large.
func tooMuch(reply chat.Message) bool {
	if reply.Role != chat.Assistant || reply.Request == nil || reply.Request.Problem == nil || len(rounds(reply)) > 0 {
		return false
	}
	kind := reply.Request.Problem.Kind
	return kind == problem.TooLong || kind == problem.TooLarge
}

// permit is ErrCannotRead when a model would get a document that it is not known to take.
func (r *Replies) permit(t *turn, c requestInputs) error {
	if !c.documents || r.o.Catalog == nil {
		return nil
	}
	if m, _ := r.o.Catalog.Model(t.connection, t.model); m.Reads != catalog.Yes {
		return ErrCannotRead
	}
	return nil
}

// learnTaken tells the catalog whether the model takes what was carried; err is nil when it has
// answered.
func (r *Replies) learnTaken(t *turn, c requestInputs, err error) {
	switch {
	case err == nil:
		if c.documents {
			r.o.Catalog.LearnReads(t.connection, t.model, catalog.Yes)
		}
		if c.pictures {
			r.o.Catalog.LearnSees(t.connection, t.model, catalog.Yes)
		}
	case !refusedToLook(err):
	case c.documents && !c.pictures:
		r.o.Catalog.LearnReads(t.connection, t.model, catalog.No)
	case !c.documents:
		r.o.Catalog.LearnSees(t.connection, t.model, catalog.No)
	}
	// A refusal of both does not tell which of them it means.
}

// named is err under the kind that fits what was carried: services say of documents that they take
// no pictures.
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
