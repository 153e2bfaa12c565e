package client

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"unicode/utf8"

	"parlando/client/failure"
	"parlando/client/fieldname"
	"parlando/client/wire"
)

// MaxSpeechCharacters is the longest text in characters that can be synthesized (GATEWAY.md 2.7).
const MaxSpeechCharacters = 4096

// The errors of Speech for texts that are not sent.
var (
	ErrNoInput      = errors.New("there is no text to speak")
	ErrInputTooLong = errors.New("the text is too long to be spoken at once")
)

// SpeechRequest is the body of a request for speech (GATEWAY.md 2.7).
type SpeechRequest struct {
	Model string
	Input string // 1 to MaxSpeechCharacters characters
	// Voice is alloy, echo, fable, onyx, nova or shimmer; services also have others. It is sent as
	// voice_id if Omit names voice. If the service refuses the voice and names others, the first of
	// these is used instead.
	Voice string
	// ExactVoice reports a refused Voice as an error instead of using another voice.
	ExactVoice bool
	// Format is the requested format, one of the first six; "" is the service's default (mp3).
	Format AudioFormat
	// ExactFormat sends Format even if Omit names it, and reports its refusal as an error, for
	// callers that would rather choose another format than receive an unrequested one.
	ExactFormat bool
	// Fallbacks are the formats to request instead, best first, if the service refuses Format and
	// names the formats that it supports.
	Fallbacks []AudioFormat
	// Speed is 0.25 to 4; 0 is omitted and means 1.
	Speed float64
	// Instructions tell the model the manner of speaking, such as "Calmly, like a bedtime story";
	// "" is omitted. The field is OpenAI's and not in GATEWAY.md.
	Instructions string
	// Omit names fields that the model is known to refuse, from an earlier Speech.Dropped.
	Omit []string
}

// body returns the JSON of the request and the optional fields in it.
func (r SpeechRequest) body() (body []byte, fields []failure.Field, err error) {
	switch n := utf8.RuneCountInString(r.Input); {
	case n == 0:
		return nil, nil, ErrNoInput
	case n > MaxSpeechCharacters:
		return nil, nil, fmt.Errorf("%w: it has %d characters, at most %d can be", ErrInputTooLong, n, MaxSpeechCharacters)
	case r.Speed != 0 && !(r.Speed >= 0.25 && r.Speed <= 4):
		return nil, nil, fmt.Errorf("the speed %v is not between 0.25 and 4", r.Speed)
	}
	b := map[string]any{fieldname.Model: r.Model, fieldname.Input: r.Input}
	for _, name := range []string{fieldname.Voice, fieldname.VoiceID} {
		if !slices.Contains(r.Omit, name) {
			b[name] = r.Voice
			fields = append(fields, failure.Field{Name: name, Value: wire.Quote(r.Voice)})
			break
		}
	}
	if r.Format != "" && (r.ExactFormat || !slices.Contains(r.Omit, fieldname.ResponseFormat)) {
		b[fieldname.ResponseFormat] = r.Format
		fields = append(fields, failure.Field{Name: fieldname.ResponseFormat, Value: wire.Quote(string(r.Format))})
	}
	if r.Speed != 0 && !slices.Contains(r.Omit, fieldname.Speed) {
		b[fieldname.Speed] = r.Speed
		fields = append(fields, failure.Field{Name: fieldname.Speed, Value: strconv.AppendFloat(nil, r.Speed, 'f', -1, 64)})
	}
	if r.Instructions != "" && !slices.Contains(r.Omit, fieldname.Instructions) {
		b[fieldname.Instructions] = r.Instructions
		fields = append(fields, failure.Field{Name: fieldname.Instructions, Value: wire.Quote(r.Instructions)})
	}
	body, err = encode(b)
	return body, fields, err
}

// instead returns a function that sets the voice or format that a refusal names, each once.
func (r *SpeechRequest) instead() func(failure.Refusal) bool {
	changed := map[string]bool{}
	return func(refused failure.Refusal) bool {
		if changed[refused.Field] || len(refused.Allowed) == 0 {
			return false
		}
		switch refused.Field {
		case fieldname.Voice, fieldname.VoiceID:
			if r.ExactVoice {
				return false
			}
			r.Voice = refused.Allowed[0]
		case fieldname.ResponseFormat:
			i := slices.IndexFunc(r.Fallbacks, func(f AudioFormat) bool { return slices.Contains(refused.Allowed, string(f)) })
			if i < 0 {
				return false
			}
			r.Format = r.Fallbacks[i]
		default:
			return false
		}
		changed[refused.Field] = true
		return true
	}
}

// Speech requests speech for a text (GATEWAY.md 4.2) and returns once the first bytes of the sound
// have arrived. The caller must read the Speech to its end and close it. The error is an *Error, or
// the context's own. An empty or too long text is rejected without sending anything.
//
// Like Chat, Speech drops fields that the model refuses and retries if the service is busy, but
// never once the service has begun to respond.
func (c *Client) Speech(ctx context.Context, r SpeechRequest) (*Speech, error) {
	instead := r.instead()
	m := c.meter(ctx, Charge{Purpose: PurposeSpeech, Model: r.Model, Characters: utf8.RuneCountInString(r.Input)})
	a, dropped, err := c.ask(ctx, r.Omit, func(without []string) (request, error) {
		asked := r
		asked.Omit = without
		body, fields, err := asked.body()
		if err != nil {
			return request{}, c.refuse(err)
		}
		return request{
			method: http.MethodPost, path: "/audio/speech", json: body, fields: fields, accept: "*/*", silence: c.options.SilenceTimeout,
			exactFormat: r.ExactFormat, instead: instead, metering: m,
		}, nil
	})
	if err != nil {
		m.end(err)
		return nil, err
	}
	m.answered()
	s := &Speech{answer: a, dropped: dropped, metering: m}
	if err := s.begin(r.Format); err != nil {
		m.end(err)
		a.release()
		return nil, err
	}
	s.noteUsage()
	return s, nil
}

// Speech is a streamed sound. Read must be called from one goroutine; Close may be called from any.
// The caller may read slowly: the service counts as silent only while Read waits for data.
type Speech struct {
	*answer
	dropped  []failure.Refusal
	sound    *bufio.Reader
	events   *speechEvents // nil if the body itself is the sound
	format   AudioFormat
	err      error
	close    sync.Once
	metering *requestMeter
}

// Format returns the format of the sound, detected from its first bytes regardless of the service's
// label. If no format is detected it is AudioPCM if that was requested or declared, else "".
// Samples with another rate or more channels than AudioPCM get a WAV header.
func (s *Speech) Format() AudioFormat { return s.format }

// RequestID returns the service's request id from the headers, or "".
func (s *Speech) RequestID() string { return s.answer.requestID() }

// Dropped returns the fields that were left out or changed because the service refused them. Pass
// the Omission of each refusal with AnyValue to SpeechRequest.Omit in later requests; without
// AnyValue only the sent value was refused.
func (s *Speech) Dropped() []failure.Refusal { return slices.Clone(s.dropped) }

// Usage returns the counts reported so far, nil without any. It must be called from the goroutine
// that reads.
func (s *Speech) Usage() *Usage {
	u := costAlone(headerCost(s.response.Header))
	if s.events != nil {
		u = u.and(s.events.usage)
	}
	u.hideKey(s.client.mask)
	return u
}

// noteUsage passes the reported usage to the meter.
func (s *Speech) noteUsage() {
	s.metering.note(func(c *Charge) { c.Usage = s.Usage() })
}

// Read implements io.Reader. io.EOF marks the true end; a truncated sound ends with an *Error of
// failure.Network or failure.Truncated instead, and the part before is usable. After Close it
// returns context.Canceled.
func (s *Speech) Read(p []byte) (int, error) {
	if s.err != nil {
		return 0, s.err
	}
	n, err := s.sound.Read(p)
	if err != nil {
		s.err = s.end(err)
		s.noteUsage()
		if errors.Is(s.err, io.EOF) {
			s.metering.end(nil)
		} else {
			s.metering.end(s.err)
		}
		if n > 0 {
			return n, nil
		}
	}
	return n, s.err
}

// Close cancels the request if it is still running and frees its resources. It may be called more
// than once.
func (s *Speech) Close() error {
	s.close.Do(s.release)
	s.metering.end(context.Canceled)
	return nil
}

// end converts an error of the body to the error that Read returns.
func (s *Speech) end(err error) error {
	if errors.Is(err, io.EOF) {
		return io.EOF
	}
	return s.broken(err)
}

// begin waits for the first bytes and detects their format.
func (s *Speech) begin(asked AudioFormat) error {
	body, err := wire.DecompressBody(s.response, patientReader{s.response.Body, s.watch})
	if err != nil {
		return s.broken(err)
	}
	s.sound = bufio.NewReaderSize(&boundedReader{r: body, left: wire.MaxBody}, 32<<10)
	head, err := s.firstBytes()
	if len(head) == 0 {
		if errors.Is(err, io.EOF) {
			return s.failure(failure.EmptyReply, "", nil)
		}
		return s.broken(err)
	}
	label := s.response.Header.Get("Content-Type")
	if sound, inner, ok := dataAddress(s.sound, head); ok {
		s.sound, label = sound, inner
		if head, err = s.firstBytes(); len(head) == 0 {
			return s.broken(err)
		}
	} else if sniffAudio(head) == "" && isText(head[:min(len(head), sniffLength)]) {
		// Text instead of sound: an error, a web page, or sound inside JSON.
		s.events = newSpeechEvents(s.answer, s.sound)
		s.sound = bufio.NewReaderSize(s.events, 32<<10)
		if head, err = s.sound.Peek(sniffLength); len(head) == 0 {
			return s.broken(err)
		}
		label = s.events.label
	}
	raw, isRaw := rawSoundOf(label)
	if isRaw {
		asked = AudioPCM
	}
	if s.format = s.sniff(head, asked); s.format == AudioPCM {
		s.sound, s.format = raw.wrap(s.sound)
	}
	return nil
}

// firstBytes peeks at enough bytes to distinguish sound from text.
func (s *Speech) firstBytes() (head []byte, err error) {
	for n := 1; ; n = len(head) + 1 {
		if head, err = s.sound.Peek(n); err != nil {
			return head, err
		}
		head, _ = s.sound.Peek(min(s.sound.Buffered(), s.sound.Size()))
		if len(head) >= sniffLength || wholeText(head) {
			return head, nil
		}
	}
}

// wholeText reports whether the bytes are a complete JSON value or web page, so that no more may
// arrive on an open connection. A single byte, such as "{", may be the start of a sample.
func wholeText(head []byte) bool {
	text := bytes.TrimSpace(head)
	if len(text) < 2 {
		return false
	}
	switch text[0] {
	case '{', '[':
		return json.Valid(text)
	case '<':
		return text[len(text)-1] == '>'
	}
	return false
}

// sniff detects the format. PCM samples may look like a frame header by chance, so if PCM was
// requested, a frame counts only if another one follows.
func (s *Speech) sniff(head []byte, asked AudioFormat) AudioFormat {
	format := sniffAudio(head)
	if asked != AudioPCM {
		return format
	}
	frame, length := audioFrame(head)
	switch {
	case format == "":
		return AudioPCM
	case frame == "":
		return format
	case length > 0:
		if two, _ := s.sound.Peek(length + 4); len(two) == length+4 {
			if next, _ := audioFrame(two[length:]); next == frame {
				return frame
			}
		}
	}
	return AudioPCM
}

// isText reports whether bytes, however few, are text and not sound.
func isText(head []byte) bool {
	head = bytes.TrimPrefix(head, wire.BOM)
	for len(head) > 0 {
		r, size := utf8.DecodeRune(head)
		if r == utf8.RuneError && size == 1 {
			return !utf8.FullRune(head) // cut in the middle of a character
		}
		if r < ' ' && r != '\t' && r != '\r' && r != '\n' || r == 0x7f {
			return false
		}
		head = head[size:]
	}
	return true
}

// patientReader runs the watchdog only while it reads, because playback may be paused for hours.
type patientReader struct {
	r     io.Reader
	watch *watchdog
}

func (p patientReader) Read(b []byte) (int, error) {
	p.watch.alive()
	defer p.watch.stop()
	return p.r.Read(b)
}

// boundedReader fails with wire.ErrTooMuch beyond its limit.
type boundedReader struct {
	r    io.Reader
	left int64
}

func (b *boundedReader) Read(p []byte) (int, error) {
	n, err := b.r.Read(p)
	if b.left -= int64(n); b.left < 0 {
		return 0, wire.ErrTooMuch
	}
	return n, err
}
