package client

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"

	"parlando/client/failure"
	"parlando/client/fieldname"
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
	// TranscriptDiarized is OpenAI's format with speakers, for models that pass DiarizesByName.
	TranscriptDiarized TranscriptFormat = "diarized_json"
)

// Models that use other fields than GATEWAY.md 2.8 describes have one of these words in the last
// part of their ID.
const (
	// hintLists models take languages and keywords, one form field per value, instead of language
	// and prompt. They ignore language without an error, so no refusal could teach this.
	hintLists = "gpt-transcribe"
	// diarizes takes diarized_json, requires chunking_strategy above 30 seconds and refuses prompt.
	diarizes = "diariz"
)

// isNamed reports whether the last part of a model's ID contains a word.
func isNamed(model, word string) bool {
	return strings.Contains(strings.ToLower(path.Base(model)), word)
}

// DiarizesByName reports whether a model distinguishes speakers, judging by its ID. It needs
// TranscriptDiarized; other models that diarize need TranscriptionRequest.Diarize.
func DiarizesByName(model string) bool { return isNamed(model, diarizes) }

// TellsNoTimesByName reports whether a model answers TranscriptJSON and TranscriptText only, to
// judge by its ID.
func TellsNoTimesByName(model string) bool { return isNamed(model, hintLists) }

// refusedInKeyword lists the characters in a keyword for which a service refuses the request.
const refusedInKeyword = "<>\r\n"

// TranscriptionRequest is a request for a transcript (GATEWAY.md 2.8).
type TranscriptionRequest struct {
	Model string
	// Audio is the recording, from its current position to its end. It may be mp3, mp4, mpeg, mpga,
	// m4a, wav or webm, detected from its bytes. If Audio is also an io.Seeker and io.ReaderAt,
	// like a file, it can be sent again if the service is busy. Transcribe does not close Audio;
	// until it returns, another goroutine may read from it.
	Audio io.Reader
	// Size is the length of Audio in bytes; 0 means that it is determined from Audio. If it is
	// unknown the upload is chunked, which not every service accepts.
	Size int64
	// Language is the ISO 639-1 code of the recording's language; "" lets the service detect it.
	Language string
	// Names are names and words that may occur, sent as prompt or keywords. OpenAI supports these
	// fields, GATEWAY.md does not mention them.
	Names []string
	// Context has the words spoken just before the recording, sent as prompt; "" if unknown. The
	// model then spells names in the same way.
	Context string
	// Diarize requests the speaker of each segment, for models with Model.Diarizes.
	Diarize bool
	// Format is the requested format; "" is the service's default (json).
	Format TranscriptFormat
	// ExactFormat reports a refusal of Format as an error (failure.UnsupportedParam, Param
	// "response_format") instead of dropping the field, for callers that would rather request
	// another format than pay for a transcript without times.
	ExactFormat bool
	// Temperature is 0 to 1; nil is omitted and means 0.
	Temperature *float64
	// Progress, if not nil, is called with the number of bytes of the recording sent so far and in
	// total (-1 if unknown). It is called from another goroutine, every few kilobytes, and must
	// return soon. It starts over when the recording is sent again.
	Progress func(sent, total int64)
	// Busy, if not nil, is called when the service asks to slow down (failure.RateLimit), before
	// Transcribe waits and sends the recording again.
	Busy func()
	// AudioSeconds is the duration of the recording in seconds for Options.Meter, 0 if unknown. It
	// is not sent.
	AudioSeconds float64
	// Omit names what the model is known to refuse, the Omission of each refusal of an earlier
	// Transcript.Dropped.
	Omit []string
}

// fields returns the form fields that have a value, as strict servers refuse empty ones.
func (r TranscriptionRequest) fields(without []string) (all []field, optional []failure.Field) {
	all = []field{{fieldname.Model, r.Model}}
	list := func(name string, values ...string) {
		for _, value := range values {
			if value != "" {
				all = append(all, field{name + "[]", value})
			}
		}
		if text := strings.Join(values, ", "); text != "" {
			optional = append(optional, failure.Field{Name: name, Value: wire.Quote(text)})
		}
	}
	add := func(name, value string) {
		if value != "" && !slices.Contains(without, name) {
			all = append(all, field{name, value})
			optional = append(optional, failure.Field{Name: name, Value: wire.Quote(value)})
		}
	}
	lists := isNamed(r.Model, hintLists)
	code := failure.Refusal{Field: fieldname.Languages, Value: r.Language}.Omission()
	switch {
	case !lists || slices.Contains(without, fieldname.Languages):
		add(fieldname.Language, r.Language)
	case !slices.Contains(without, code):
		list(fieldname.Languages, r.Language)
	}
	switch {
	case DiarizesByName(r.Model):
		add(fieldname.ChunkingStrategy, "auto")
	case lists && !slices.Contains(without, fieldname.Keywords):
		list(fieldname.Keywords, slices.DeleteFunc(slices.Clone(r.Names), func(name string) bool {
			return strings.ContainsAny(name, refusedInKeyword)
		})...)
		add(fieldname.Prompt, r.Context)
	default:
		add(fieldname.Prompt, strings.TrimSpace(strings.Join(r.Names, ", ")+"\n"+r.Context))
	}
	if r.Diarize && !DiarizesByName(r.Model) && !slices.Contains(without, fieldname.Diarize) && (r.Format == TranscriptVerbose || r.Format == TranscriptJSON) {
		add(fieldname.Diarize, "true")
		add(fieldname.TimestampGranularities, "segment")
	}
	if r.ExactFormat {
		without = slices.DeleteFunc(slices.Clone(without), func(name string) bool { return name == fieldname.ResponseFormat })
	}
	add(fieldname.ResponseFormat, string(r.Format))
	if r.Temperature != nil {
		add(fieldname.Temperature, strconv.FormatFloat(*r.Temperature, 'f', -1, 64))
	}
	return all, optional
}

// Transcribe requests the transcript of a recording (GATEWAY.md 4.3). The recording is streamed
// from Audio without being held in memory. The error is an *Error, the context's own, or that of
// reading the recording. A recording that is empty or of an unsupported format is rejected without
// sending anything. If the response was truncated, Transcribe returns an error together with a
// Transcript of what arrived.
//
// Like Chat, it drops fields that the model refuses, and retries if the service is busy and the
// recording can be read again.
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
	m := c.meter(ctx, Charge{Purpose: PurposeTranscription, Model: r.Model, AudioSeconds: r.AudioSeconds})
	a, dropped, err := c.ask(ctx, r.Omit, func(without []string) (request, error) {
		fields, optional := r.fields(without)
		form, err := newUpload(recording, fields, r.Progress)
		if err != nil {
			return request{}, c.refuse(err)
		}
		o := request{
			method: http.MethodPost, path: "/audio/transcriptions", upload: form, fields: optional, accept: "*/*", packed: true,
			exactFormat: r.ExactFormat, onBusy: r.Busy,
			silence:  5 * c.options.SilenceTimeout, // the transcript arrives all at once
			metering: m,
		}
		if slices.Contains([]TranscriptFormat{"", TranscriptJSON, TranscriptVerbose, TranscriptDiarized}, r.Format) {
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
	t.hideKey(c.mask)
	t.RequestID, t.Dropped = a.requestID(), dropped
	t.Usage = costAlone(headerCost(a.response.Header)).and(t.Usage)
	m.note(func(charge *Charge) {
		charge.Usage = t.Usage
		if charge.AudioSeconds == 0 {
			charge.AudioSeconds = t.Duration.Seconds()
		}
	})
	m.end(err)
	return t, err
}
