package ask

import (
	"context"
	"errors"
	"slices"
	"strconv"

	"parlando/app/catalog"
	"parlando/client"
	"parlando/client/failure"
	"parlando/client/fieldname"
)

// Speech requests the sound of a text. It sets r.Omit.
func (s *Service) Speech(ctx context.Context, r client.SpeechRequest) (Sound, error) {
	r.Omit = s.refusedFields(r.Model)
	sound, err := s.Gateway.Speech(ctx, r)
	refused := failure.Refusals(err)
	if err == nil {
		refused = sound.Dropped()
	}
	s.learn(r.Model, refused)
	s.report(Outcome{What: catalog.SynthesizesSpeech, Model: r.Model, Err: err})
	if err != nil {
		return nil, err
	}
	if r.Speed != 0 {
		s.acceptedUnless(leftOut(refused, r.Omit), r.Model, fieldname.Speed, number(r.Speed))
	}
	return sound, nil
}

// Transcribe requests the text of a sound. It sets r.Omit.
func (s *Service) Transcribe(ctx context.Context, r client.TranscriptionRequest) (client.Transcript, error) {
	r.Omit = s.refusedFields(r.Model)
	t, err := s.Gateway.Transcribe(ctx, r)
	refused := append(t.Dropped, failure.Refusals(err)...)
	s.learn(r.Model, refused)
	var e *failure.Error
	_ = errors.As(err, &e)
	if r.ExactFormat && e != nil && (e.Kind == failure.UnsupportedParam || e.Kind == failure.BadRequest) {
		return t, err // the caller requests another format
	}
	s.report(Outcome{What: catalog.TranscribesAudio, Model: r.Model, Err: err})
	if err != nil && (e == nil || e.Kind != failure.EmptyReply) { // silence is a response
		return t, err
	}
	left := leftOut(refused, r.Omit)
	if r.Temperature != nil {
		s.acceptedUnless(left, r.Model, fieldname.Temperature, number(*r.Temperature))
	}
	if r.Language != "" {
		s.acceptedUnless(left, r.Model, fieldname.Language, r.Language)
	}
	return t, err
}

// leftOut returns the names of the fields that a request did not contain in the end.
func leftOut(refused []failure.Refusal, omitted []string) []string {
	return append(failure.RefusedFields(refused), omitted...)
}

// acceptedUnless records that a model accepted a value unless the field was left out.
func (s *Service) acceptedUnless(leftOut []string, model, field, value string) {
	if !slices.Contains(leftOut, field) {
		s.accepted(model, field, value)
	}
}

func number(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
