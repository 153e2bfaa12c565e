package practice

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"

	"parlando/media/audio"
	"parlando/media/voice"
)

const (
	// maxSpeechInput is the maximum text length in characters (docs/gateway.md 2.7).
	maxSpeechInput = 4096
	// maxSpeechRequest is the maximum body size in bytes. It leaves room to write every character
	// of the text as two escapes, \ud83d\ude00.
	maxSpeechRequest = 1 << 20
	// voiceHeader names the speech synthesizer: a program of this computer, or
	// voice.EngineRecorded.
	voiceHeader = "X-Practice-Voice"
	// costHeader holds the cost of a speech; the header with the suffix "-Currency" holds its
	// currency.
	costHeader = "X-Response-Cost"
)

// speechRates maps models to sample rates in Hz. A higher rate does not improve the speech; it only
// increases the amount of data.
var speechRates = map[string]int{VoiceModel: voice.Rate, VoiceHDModel: 48_000, VoiceMiniModel: 16_000}

// speechFormats lists the formats of docs/gateway.md 2.7 with their content types. media/audio
// determines which of them are available.
var speechFormats = []struct {
	format audio.Format
	kind   string
}{
	{audio.MP3, "audio/mpeg"},
	{audio.Opus, "audio/ogg; codecs=opus"},
	{audio.AAC, "audio/aac"},
	{audio.FLAC, "audio/flac"},
	{audio.WAV, "audio/wav"},
	{audio.PCM, fmt.Sprintf("audio/pcm; rate=%d; channels=1", voice.Rate)},
}

// soundFormats returns the formats of docs/gateway.md 2.7 that can be encoded here.
func soundFormats() []string {
	var working []string
	for _, f := range speechFormats {
		if slices.Contains(audio.EncodableFormats(), f.format) {
			working = append(working, string(f.format))
		}
	}
	return working
}

// recital is a validated request for speech (docs/gateway.md 2.7).
type recital struct {
	model    entry
	input    string
	settings voice.Settings
	format   audio.Format
	kind     string // content type
}

// speech answers POST /v1/audio/speech (docs/gateway.md 4.2).
func (g *Gateway) speech(w http.ResponseWriter, r *http.Request) {
	fields, bad := readFields(r, maxSpeechRequest)
	if bad != nil {
		refuse(w, *bad)
		return
	}
	if bad := keepToInterface(r, literalSpeech, fields); bad != nil {
		refuse(w, *bad)
		return
	}
	c := checker{fields: fields}
	q := c.recital(r)
	if c.fault != nil {
		refuse(w, *c.fault)
		return
	}
	w, _, end, answered := g.failAs(w, r, q.model.id, VoiceModel)
	if answered {
		return
	}
	defer end()
	s, err := g.speaker.Speak(r.Context(), q.input, q.settings)
	if err != nil {
		g.cannotSpeak(w, r, err)
		return
	}
	g.recite(w, r, q, s)
}

// recital reads the fields one by one and ignores unknown fields.
func (c *checker) recital(r *http.Request) recital {
	q := recital{settings: voice.Settings{Speed: 1}}
	fits := func(e entry) bool { return e.speaks() || strings.HasPrefix(e.id, faultPrefix) }
	if q.model = c.model(r, fits); c.fault != nil {
		return q
	}
	if c.need("input") && c.str("input", &q.input) {
		switch n := utf8.RuneCountInString(q.input); {
		case n == 0:
			c.refuse("input", fmt.Sprintf("Invalid 'input': it is empty. Send 1 to %d characters.", maxSpeechInput))
		case n > maxSpeechInput:
			c.refuse("input", fmt.Sprintf("Invalid 'input': it has %d characters, and at most %d are taken.", n, maxSpeechInput))
		}
	}
	q.settings.Voice = c.voice(q.model)
	c.number("speed", voice.MinSpeed, voice.MaxSpeed, &q.settings.Speed)
	q.format, q.kind = c.soundFormat(q.model)
	if q.model.uninstructed && c.given("instructions") {
		c.refuse("instructions", "Unsupported parameter: 'instructions' is not supported with this model.")
	}
	return q
}

// voice reads the voice, one of the model's own or of voice.Names, and returns the one of
// voice.Names that it sounds like.
func (c *checker) voice(model entry) string {
	var asked string
	if !c.need("voice") || !c.str("voice", &asked) {
		return ""
	}
	names, sounds := voice.Names(), asked
	if model.voices != nil {
		names = nil
	}
	for _, own := range model.voices {
		names = append(names, own[0])
		if own[0] == asked {
			sounds = own[1]
		}
	}
	if problem := oneOfThese("voice", asked, names); problem != "" {
		c.refuse("voice", problem)
	}
	return sounds
}

// soundFormat reads response_format; kind is the content type of the format.
func (c *checker) soundFormat(model entry) (format audio.Format, kind string) {
	asked, working := string(audio.MP3), soundFormats()
	if model.formats != nil {
		asked, working = model.formats[0], model.formats
	}
	if c.given("response_format") && !c.str("response_format", &asked) {
		return "", ""
	}
	if !slices.Contains(working, asked) {
		c.refuse("response_format", fmt.Sprintf(
			"Invalid 'response_format': practice cannot write '%.100s'. These formats work: %s.",
			asked, strings.Join(working, ", ")))
		return "", ""
	}
	for _, f := range speechFormats {
		if string(f.format) == asked {
			format, kind = f.format, f.kind
		}
	}
	return format, kind
}

// recite streams a speech while it is generated, and adds it to the recognizer. If generation fails
// midway, recite aborts the connection, so that the client notices the truncation.
func (g *Gateway) recite(w http.ResponseWriter, r *http.Request, q recital, s *voice.Speech) {
	// Synthesize the first chunk before the response begins, so that a failure can still be an
	// error response.
	next, stop := iter.Pull2(s.Chunks(r.Context()))
	defer stop()
	chunk, err, more := next()
	if err != nil {
		g.cannotSpeak(w, r, err)
		return
	}
	w.Header().Set("Content-Type", q.kind)
	w.Header().Set(voiceHeader, s.Engine())
	if c := q.model.price.costs(price{character: int64(utf8.RuneCountInString(q.input))}); c.Cost != "" {
		w.Header().Set(costHeader, c.Cost.String())
		w.Header().Set(costHeader+"-Currency", c.Currency)
	}
	rate := speechRates[VoiceModel]
	if own, ok := speechRates[q.model.id]; ok {
		rate = own
	}
	e, err := audio.NewEncoder(w, q.format, rate, 1)
	if err != nil {
		w.Header().Del(voiceHeader)
		w.Header().Del(costHeader)
		w.Header().Del(costHeader + "-Currency")
		refuse(w, fault{status: http.StatusInternalServerError, message: "The sound could not be written: " + err.Error() + "."})
		return
	}
	heard := newListener(voice.Rate)
	var words []voice.Word
	// If the speech is interrupted, add the part that was spoken.
	defer func() { g.known.add(s.Language(), words, heard) }()
	control := http.NewResponseController(w)
	for ; more; chunk, err, more = next() {
		if err != nil {
			panic(http.ErrAbortHandler)
		}
		words = append(words, chunk.Words...)
		heard.write(chunk.Samples)
		if err := e.Write(atRate(chunk.Samples, rate)); err != nil {
			panic(http.ErrAbortHandler)
		}
		if err := control.Flush(); err != nil && !errors.Is(err, http.ErrNotSupported) {
			panic(http.ErrAbortHandler)
		}
	}
	if err := e.Close(); err != nil {
		panic(http.ErrAbortHandler)
	}
}

// cannotSpeak responds with a fault if generation failed before the response began. It writes
// nothing if the client has disconnected.
func (g *Gateway) cannotSpeak(w http.ResponseWriter, r *http.Request, err error) {
	if r.Context().Err() != nil {
		return
	}
	refuse(w, fault{status: http.StatusInternalServerError, code: "voice_failed", message: fmt.Sprintf("The voice of this computer failed: %v.", err)})
}

// atRate resamples sound from voice.Rate to another rate.
func atRate(samples []float32, rate int) []float32 {
	if rate == voice.Rate {
		return samples
	}
	d := audio.Resample(&memorySound{samples: samples}, rate)
	out := make([]float32, 0, len(samples)*rate/voice.Rate+1)
	part := make([]float32, 8192)
	for {
		n, err := d.Read(part)
		out = append(out, part[:n]...)
		if err != nil {
			return out
		}
	}
}

// memorySound is an audio.Decoder of samples in memory.
type memorySound struct{ samples []float32 }

func (h *memorySound) Rate() int     { return voice.Rate }
func (h *memorySound) Channels() int { return 1 }

func (h *memorySound) Read(to []float32) (int, error) {
	if len(h.samples) == 0 {
		return 0, io.EOF
	}
	n := copy(to, h.samples)
	h.samples = h.samples[n:]
	return n, nil
}
