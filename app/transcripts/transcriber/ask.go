package transcriber

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"parlando/app/chat"
	"parlando/client"
	"parlando/client/failure"
	"parlando/client/fieldname"
)

// Limits stores the limits learned for services (package catalog).
type Limits interface {
	// UploadLimit returns the largest recording that a service accepts, in bytes; 0 if unknown.
	UploadLimit(connection chat.ID) int64
	LearnUploadLimit(connection chat.ID, bytes int64)
	// AudioLimit returns the longest recording that a model transcribes; 0 if unknown.
	AudioLimit(connection chat.ID, model string) time.Duration
	LearnAudioLimit(connection chat.ID, model string, longest time.Duration)
	// TranscriptFormat returns the response_format to request from a model (GATEWAY.md 2.8), or
	// trySubtitles, "" if unknown.
	TranscriptFormat(connection chat.ID, model string) string
	LearnTranscriptFormat(connection chat.ID, model, format string)
	// RefusesTranscriptFormat reports whether a model has refused a response_format.
	RefusesTranscriptFormat(connection chat.ID, model, format string) bool
	// Diarizes reports whether the service's list says that a model tells speakers apart.
	Diarizes(connection chat.ID, model string) bool
	// RefusedFields returns the fields that a model refuses with any value, and the languages that
	// it refuses (failure.Refusal.Omission).
	RefusedFields(connection chat.ID, model string) []string
}

// formats are the response formats of GATEWAY.md 2.8, the most informative first.
var formats = []client.TranscriptFormat{
	client.TranscriptVerbose, client.TranscriptSRT, client.TranscriptVTT, client.TranscriptJSON, client.TranscriptText,
}

// tellsNoTimes reports whether a response format contains text only.
func tellsNoTimes(f client.TranscriptFormat) bool {
	return f == client.TranscriptJSON || f == client.TranscriptText
}

// errUntimed reports a part that is too long for a response without times.
var errUntimed = errors.New("the part is too long for a response without times")

// trySubtitles is stored in place of a format after a verbose_json response without times: the next
// part or file requests subtitles, once, since they may have times.
const trySubtitles client.TranscriptFormat = "try_subtitles"

// formatOrder returns the formats to request in order of preference, and the learned format, which
// may also be trySubtitles or "".
func (w *jobRun) formatOrder() (order []client.TranscriptFormat, learned client.TranscriptFormat) {
	learned = cmp.Or(w.format, client.TranscriptFormat(w.s.o.Learned.TranscriptFormat(w.job.Connection, w.job.Model)))
	at := slices.Index(formats, learned)
	switch {
	case client.DiarizesByName(w.job.Model) && !w.s.o.Learned.RefusesTranscriptFormat(w.job.Connection, w.job.Model, string(client.TranscriptDiarized)):
		return slices.Concat([]client.TranscriptFormat{client.TranscriptDiarized}, formats), client.TranscriptDiarized
	case learned == trySubtitles:
		return subtitlesFirst, learned
	case learned == "" && client.TellsNoTimesByName(w.job.Model):
		return formats[slices.Index(formats, client.TranscriptJSON):], client.TranscriptJSON
	case at >= 0:
		return slices.Concat([]client.TranscriptFormat{learned}, formats[:at], formats[at+1:]), learned
	}
	return formats, ""
}

// subtitlesFirst is the order of formats after a verbose_json response without times.
var subtitlesFirst = []client.TranscriptFormat{
	client.TranscriptSRT, client.TranscriptVTT, client.TranscriptVerbose, client.TranscriptJSON, client.TranscriptText,
}

// ask transcribes a part, in the most informative format that the model supports. A refused format
// costs nothing. Any response is paid for and therefore used, even without times; a better format
// is tried with the next part. One exception: an empty response in a subtitle format that is tried
// for its times does not prove silence, so the part is requested again as verbose_json.
func (w *jobRun) ask(ctx context.Context, i int) (partTranscript, error) {
	order, learned := w.formatOrder()
	plainest := client.TranscriptJSON // tried next after an unclear error
	if learned == trySubtitles {
		plainest = client.TranscriptVerbose
	}
	var refused error // the error of the first refused format
	for n := 0; n < len(order); n++ {
		format := order[n]
		if tellsNoTimes(format) && w.mustCut(w.untimedLimits(), w.plan.Parts[i]) {
			w.format = format // the formats before it were refused: do not request them again
			return partTranscript{}, errUntimed
		}
		h, err := w.request(ctx, i, format)
		w.teller.answered(i)
		switch silent := len(h.Segments) == 0; {
		case err != nil:
		case silent && learned == trySubtitles && format != client.TranscriptVerbose && len(order) > 1:
			order, n = []client.TranscriptFormat{client.TranscriptVerbose}, -1
			continue
		case silent:
			return h, nil
		default:
			w.learnFrom(h, format, learned)
			return h, nil
		}
		how := refuses(err)
		switch {
		case how == no:
			return partTranscript{}, err
		case learned == format && how == perhaps, n+1 == len(order):
			return partTranscript{}, cmp.Or(refused, err)
		case refused != nil && how == perhaps:
			return partTranscript{}, refused
		}
		refused = cmp.Or(refused, err)
		if order = allowedAfter(order, n, err); how == perhaps {
			n = max(n, slices.Index(order, plainest)-1)
		}
	}
	return partTranscript{}, refused
}

// learnFrom learns from an answer what to ask for next, and whether parts must be short.
func (w *jobRun) learnFrom(h partTranscript, format, learned client.TranscriptFormat) {
	next := format
	switch {
	case h.Timed, tellsNoTimes(format), format == learned:
	case learned == "" && format == client.TranscriptVerbose:
		next = trySubtitles
	default:
		if learned == trySubtitles {
			next = client.TranscriptVerbose // verbose responses at least tell the language
		}
		// The response is paid for, so keep it: shorter parts begin with the next one.
		if l := w.s.limits(w.job); l != l.untimed(w.job.ExactTimes) {
			w.s.o.Learned.LearnAudioLimit(w.job.Connection, w.job.Model, untimedLength)
		}
	}
	w.untimed = !h.Timed
	w.s.o.Learned.LearnTranscriptFormat(w.job.Connection, w.job.Model, string(next))
}

// refusal classifies whether an error is about the requested format.
type refusal int

const (
	no refusal = iota
	perhaps
	yes
)

func refuses(err error) refusal {
	var e *failure.Error
	if !errors.As(err, &e) {
		return no
	}
	if _, tooLong := failure.AudioLimit(err); tooLong {
		return no
	}
	if r := e.Refusal; r != nil {
		if r.Field == fieldname.ResponseFormat {
			return yes
		}
		return no
	}
	switch e.Kind {
	case failure.UnsupportedParam:
		if e.Param == fieldname.ResponseFormat {
			return yes
		}
	case failure.BadRequest:
		said := strings.ToLower(e.Detail)
		for _, word := range []string{fieldname.ResponseFormat, "verbose_json", "response format"} {
			if strings.Contains(said, word) {
				return yes
			}
		}
		return perhaps
	}
	return no
}

// allowedAfter drops the formats after index n that the service did not list as allowed in its
// refusal. If that would drop all of them, or the refusal has no list, it returns order unchanged.
func allowedAfter(order []client.TranscriptFormat, n int, err error) []client.TranscriptFormat {
	var e *failure.Error
	if !errors.As(err, &e) || e.Refusal == nil {
		return order
	}
	left := slices.DeleteFunc(slices.Clone(order[n+1:]), func(f client.TranscriptFormat) bool {
		return !slices.Contains(e.Refusal.Allowed, string(f))
	})
	if len(left) == 0 {
		return order
	}
	return slices.Concat(order[:n+1], left)
}

// request sends one part and reads the response. Silence is a valid response.
func (w *jobRun) request(ctx context.Context, i int, format client.TranscriptFormat) (partTranscript, error) {
	if w.job.Hold != nil && w.job.Hold() {
		return partTranscript{}, ErrPaused
	}
	// Get the service for each part: the key may have changed, or the connection may have been
	// removed.
	service, err := w.s.o.Services.Service(ctx, w.job.Connection)
	if err != nil {
		return partTranscript{}, err
	}
	p := w.plan.Parts[i]
	sound, err := w.open(ctx, p)
	if err != nil {
		return partTranscript{}, err
	}
	defer sound.Close()
	done, total := w.bytes(i)
	upload, parts := w.teller.begin(i), len(w.plan.Parts)
	t, err := service.Transcribe(ctx, client.TranscriptionRequest{
		Model: w.job.Model, Audio: sound, Size: p.Bytes, Language: w.job.Language, Names: w.job.Names, Context: w.context(i), Temperature: w.job.Temperature,
		Diarize: w.s.o.Learned.Diarizes(w.job.Connection, w.job.Model),
		Format:  format, ExactFormat: true, AudioSeconds: (p.End - p.Start).Seconds(),
		Busy: w.slowDown,
		Progress: func(sent, size int64) {
			w.teller.sent(upload, parts, sent, done, total, sent >= size)
		},
	})
	var e *failure.Error
	switch {
	case err == nil:
	case ctx.Err() != nil:
		return partTranscript{}, ctx.Err()
	case errors.As(err, &e):
		silent := e.Kind == failure.EmptyReply && (t.Format != "" || t.Duration > 0 || format != client.TranscriptVerbose && format != client.TranscriptJSON)
		if silent {
			err = nil
		}
	case errors.Is(err, os.ErrNotExist):
		err = fmt.Errorf("%w: %w", ErrMissing, err)
	default:
		err = fmt.Errorf("%w: %w", ErrChanged, err)
	}
	if err != nil {
		return partTranscript{}, err
	}
	return read(t, max(0, p.End-p.Start)), nil
}

// languageRefused returns the omission of a language that the model refuses.
func languageRefused(code string) string {
	return failure.Refusal{Field: fieldname.Languages, Value: code}.Omission()
}
