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
	if r.Speed != 0 && !slices.Contains(append(failure.RefusedFields(refused), r.Omit...), fieldname.Speed) {
		s.accepted(r.Model, fieldname.Speed, strconv.FormatFloat(r.Speed, 'f', -1, 64))
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
	leftOut := append(failure.RefusedFields(refused), r.Omit...)
	if r.Temperature != nil && !slices.Contains(leftOut, fieldname.Temperature) {
		s.accepted(r.Model, fieldname.Temperature, strconv.FormatFloat(*r.Temperature, 'f', -1, 64))
	}
	if r.Language != "" && !slices.Contains(leftOut, fieldname.Language) {
		s.accepted(r.Model, fieldname.Language, r.Language)
	}
	return t, err
}
