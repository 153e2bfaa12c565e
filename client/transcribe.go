package client

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"

	"parlando/client/failure"
	"parlando/client/wire"
)

// TranscriptFormat is a format of a transcript (GATEWAY.md 2.8).
type TranscriptFormat string

// The formats of a transcript.
const (
	TranscriptJSON    TranscriptFormat = "json"
	TranscriptText    TranscriptFormat = "text"
	TranscriptSRT     TranscriptFormat = "srt"
	TranscriptVTT     TranscriptFormat = "vtt"
	TranscriptVerbose TranscriptFormat = "verbose_json"
)

// TranscriptionRequest is a request for a transcript (GATEWAY.md 2.8).
type TranscriptionRequest struct {
	Model string
	// Audio is the recording, read from where it stands to its end: mp3, mp4, mpeg, mpga, m4a, wav
	// or webm, which its bytes tell. One that also is an io.Seeker and io.ReaderAt, as a file is,
	// can be sent again when the service is busy; any other is sent once. It is not closed, and may
	// be read by another goroutine until Transcribe returns.
	Audio io.Reader
	// Size is the length of Audio in bytes; 0 means that it is to be asked itself. Without one the
	// upload is sent in chunks, which not every service takes.
	Size int64
	// Language is the language of the recording by its two letters in ISO 639-1; "" lets the
	// service find out.
	Language string
	// Prompt holds names and words that may be heard. OpenAI has this field, GATEWAY.md does not.
	Prompt string
	// Format is the format to ask for; "" leaves it to the service (json).
	Format TranscriptFormat
	// ExactFormat makes a refusal of Format an error (failure.UnsupportedParam, Param
	// "response_format") in place of leaving it out: for those who would rather ask for another one
	// than pay for an answer without times.
	ExactFormat bool
	// Temperature is 0 to 1; nil is not sent and means 0.
	Temperature *float64
	// Progress, if not nil, is told how many bytes of the recording have left, and how many there
	// are (-1 if that is not known). Another goroutine calls it, every few kilobytes; it must
	// return soon. When the recording is sent again it begins again.
	Progress func(sent, total int64)
	// Length is the length of the recording in seconds for Options.Meter, 0 if it is not known. It
	// is not sent.
	Length float64
	// Without names fields that the model is known to refuse, as Transcript.Dropped told.
	Without []string
}

// fields are the plain fields of the form, those without a value left out: strict servers refuse
// empty ones.
func (r TranscriptionRequest) fields(without []string) (all []field, optional []failure.Field) {
	all = []field{{"model", r.Model}}
	add := func(name, value string) {
		if value != "" && !slices.Contains(without, name) {
			all = append(all, field{name, value})
			optional = append(optional, failure.Field{Name: name, Value: wire.Quote(value)})
		}
	}
	add("language", r.Language)
	add("prompt", r.Prompt)
	if r.ExactFormat && r.Format != "" {
		all = append(all, field{"response_format", string(r.Format)})
	} else {
		add("response_format", string(r.Format))
	}
	if r.Temperature != nil {
		add("temperature", strconv.FormatFloat(*r.Temperature, 'f', -1, 64))
	}
	return all, optional
}

// Transcribe asks what is said in a recording (GATEWAY.md 4.3). The recording is sent as it is
// read, so that its length costs no memory. The error is an *Error, the context's own, or that of
// reading the recording. A recording that is empty or of another format is refused before anything
// is sent. When the answer was cut off there is an error and a Transcript of what came.
//
// Like Chat, it leaves out a field the model refuses and asks again when the service is busy, if
// the recording can be read again.
func (c *Client) Transcribe(ctx context.Context, r TranscriptionRequest) (Transcript, error) {
	if t := r.Temperature; t != nil && !(*t >= 0 && *t <= 1) {
		return Transcript{}, c.refuse(fmt.Errorf("the temperature %v is not between 0 and 1", *t))
	}
	recording, err := newSource(r.Audio, r.Size)
	switch {
	case errors.Is(err, ErrNoAudio), errors.Is(err, ErrAudioFormat):
		return Transcript{}, c.refuse(err)
	case err != nil:
		return Transcript{}, err
	}
	m := c.meter(ctx, Charge{Purpose: PurposeTranscription, Model: r.Model, Sound: r.Length})
	a, dropped, err := c.ask(ctx, r.Without, func(without []string) (request, error) {
		fields, optional := r.fields(without)
		form, err := newUpload(recording, fields, r.Progress)
		if err != nil {
			return request{}, c.refuse(err)
		}
		o := request{
			method: http.MethodPost, path: "/audio/transcriptions", upload: form, fields: optional, accept: "*/*", packed: true,
			silence:  5 * c.options.Silence, // it is silent while it listens
			metering: m,
		}
		if r.Format == "" || r.Format == TranscriptJSON || r.Format == TranscriptVerbose {
			o.accept = "application/json"
		}
		return o, nil
	})
	if err != nil {
		m.end(err)
		return Transcript{}, err
	}
	m.answered()
	defer a.release()
	t, err := a.readTranscript()
	t.RequestID, t.Dropped = a.requestID(), dropped
	t.Usage = costAlone(headerCost(a.response.Header)).and(t.Usage)
	m.note(func(charge *Charge) {
		charge.Usage = t.Usage
		if charge.Sound == 0 {
			charge.Sound = t.Duration.Seconds()
		}
	})
	m.end(err)
	return t, err
}
