package practice

import (
	"bytes"
	"compress/zlib"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"parlando/media/audio"
)

// recordingKinds lists the supported file types (docs/gateway.md 2.8).
const recordingKinds = "mp3, mp4, mpeg, mpga, m4a, wav, webm"

// dictation is a validated transcription request (docs/gateway.md 2.8).
type dictation struct {
	model       entry
	language    string // "" for none
	languages   []string
	chunked     bool // a long recording may be split
	format      string
	temperature float64
	// segments and words request timestamps in verbose_json.
	segments, words bool
}

// transcriptions answers POST /v1/audio/transcriptions (docs/gateway.md 4.3).
func (g *Gateway) transcriptions(w http.ResponseWriter, r *http.Request) {
	limit := g.options.MaxRecording
	if limit <= 0 {
		limit = DefaultMaxRecording
	}
	u, bad := receive(r, limit)
	// When the body times out, net/http cancels the context, but the client may still read.
	if gone := r.Context().Err() != nil; gone && (bad == nil || bad.status != http.StatusRequestTimeout) {
		u.close()
		return
	}
	if bad != nil {
		refuse(w, *bad)
		return
	}
	defer u.close()
	scene := sceneOf(r)
	asked, _ := scene.find(u.fields["model"])
	w, id, end, answered := g.failAs(w, r, u.fields["model"], TranscriptionModel)
	if answered {
		return
	}
	defer end()
	hearing := hearingFault(id)
	if id == TranscriptionModel || hearing != "" {
		u.fields["model"] = TranscriptionModel
	}
	d, bad := u.dictation(scene, r.URL.Path)
	if bad == nil && scene.literal {
		bad = u.literalFields()
	}
	if bad == nil {
		bad = refusesFormat(asked, d.format)
	}
	if bad != nil {
		refuse(w, *bad)
		return
	}
	t, bad := g.transcribe(r.Context(), u.recording)
	if r.Context().Err() != nil {
		return
	}
	if bad == nil {
		t, bad = spoilHeard(hearing, t)
	}
	if bad == nil {
		bad = d.refusesLength(t.duration)
	}
	if bad != nil {
		refuse(w, *bad)
		return
	}
	d.model.price = asked.price
	d.answer(w, t)
}

// dictation validates the fields of the form.
func (u *upload) dictation(scene Scene, path string) (dictation, *fault) {
	d := dictation{format: "json", segments: true, words: true}
	id, ok := u.fields["model"]
	if !ok {
		return d, wrong("model", "Missing required parameter: 'model'.")
	}
	if d.model, ok = scene.find(id); !ok {
		f := scene.unknownModel(id)
		return d, &f
	}
	if !d.model.listens() {
		f := wrongModel(d.model, path)
		return d, &f
	}
	if u.recording == nil {
		return d, wrong("file", "Missing required parameter: 'file'. Send the recording as a part with that name.")
	}
	if language, ok := u.fields["language"]; ok && d.model.heeds("language") {
		if d.language = strings.ToLower(language); languageName(d.language) == "" {
			return d, wrong("language", fmt.Sprintf("Invalid 'language': %.40q is no language code of ISO 639-1, such as 'en' or 'de'.", language))
		}
	}
	for _, read := range []func(*upload) *fault{d.readHints, d.readChunking, d.readFormat, d.readTemperature, d.readGranularities} {
		if bad := read(u); bad != nil {
			return d, bad
		}
	}
	return d, nil
}

// readFormat reads response_format.
func (d *dictation) readFormat(u *upload) *fault {
	format, ok := u.fields["response_format"]
	if !ok {
		return nil
	}
	d.format = format
	if d.model.formats != nil {
		return refusesFormat(d.model, format)
	}
	if problem := oneOfThese("response_format", format, []string{"json", "text", "srt", "vtt", "verbose_json"}); problem != "" {
		return wrong("response_format", problem)
	}
	return nil
}

// readTemperature reads temperature.
func (d *dictation) readTemperature(u *upload) *fault {
	text, ok := u.fields["temperature"]
	if !ok {
		return nil
	}
	t, err := strconv.ParseFloat(text, 64)
	// ParseFloat also accepts Go's own notation, such as 1_000 and 0x1p-2.
	if err != nil || math.IsNaN(t) || strings.ContainsAny(text, "_xX") {
		return wrong("temperature", fmt.Sprintf("Invalid type for 'temperature': expected a number, but got %.40q.", text))
	}
	if t < 0 || t > 1 {
		return wrong("temperature", fmt.Sprintf("Invalid 'temperature': %v is not in the range 0 to 1.", t))
	}
	d.temperature = t
	return nil
}

// readGranularities reads timestamp_granularities.
func (d *dictation) readGranularities(u *upload) *fault {
	asked := u.lists[granularities]
	if len(asked) == 0 {
		return nil
	}
	for _, a := range asked {
		if problem := oneOfThese(granularities, a, []string{"word", "segment"}); problem != "" {
			return wrong(granularities, problem)
		}
	}
	if d.format != "verbose_json" {
		return wrong(granularities, "'timestamp_granularities' is only taken together with the response_format 'verbose_json'.")
	}
	d.segments, d.words = slices.Contains(asked, "segment"), slices.Contains(asked, "word")
	return nil
}

// transcribe recognizes a recording. It returns no fault if ctx is canceled.
func (g *Gateway) transcribe(ctx context.Context, file io.ReadSeeker) (transcript, *fault) {
	head := make([]byte, 64)
	n, _ := io.ReadFull(file, head)
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return transcript{}, noRoom(err)
	}
	switch format := audio.DetectFormat(head[:n]); format {
	case audio.MP3, audio.WAV, audio.MP4, audio.WebM, "":
	default:
		return transcript{}, wrongKind(format)
	}
	decoder, err := audio.NewDecoder(file)
	var unreadable *fs.PathError
	switch {
	case errors.Is(err, audio.ErrUnknownFormat):
		return transcript{}, wrongKind("")
	case errors.As(err, &unreadable):
		return transcript{}, noRoom(err)
	case err != nil:
		return transcript{}, damagedRecording()
	}
	sound := &soundSource{Decoder: audio.Mono(decoder)}
	t, err := g.known.transcribe(ctx, sound)
	switch {
	case err == nil:
		return t, nil
	case ctx.Err() != nil:
		return t, nil
	case errors.Is(err, errTooShort) && sound.damaged:
		return t, damagedRecording()
	case errors.Is(err, errTooShort):
		return t, wrong("file", "Invalid 'file': the recording is too short. It must last at least 0.1 seconds.")
	case errors.Is(err, errTooLong):
		return t, wrong("file", "Invalid 'file': the recording is too long. It may last at most 10 hours.")
	}
	return t, noRoom(err)
}

// soundSource is a decoder that treats damage as the end of the sound, so that the part before it
// is transcribed.
type soundSource struct {
	audio.Decoder
	damaged bool
}

func (s *soundSource) Read(samples []float32) (int, error) {
	n, err := s.Decoder.Read(samples)
	var damage *audio.DecodeError
	if errors.As(err, &damage) {
		s.damaged, err = true, io.EOF
	}
	return n, err
}

func wrongKind(is audio.Format) *fault {
	what := "its bytes are those of no sound that is known here"
	if is != "" {
		what = "its bytes are those of " + string(is)
	}
	return &fault{
		status: http.StatusBadRequest, param: "file", code: "unsupported_file",
		message: fmt.Sprintf("Invalid file format: %s. Supported formats: %s.", what, recordingKinds),
	}
}

func damagedRecording() *fault {
	return &fault{
		status: http.StatusBadRequest, param: "file", code: "damaged_file",
		message: "Invalid 'file': the recording is damaged, or coded in a way that is not known here.",
	}
}

// answer writes a transcript in the requested format.
func (d dictation) answer(w http.ResponseWriter, t transcript) {
	plain := func(kind, text string) {
		w.Header().Set("Content-Type", kind)
		_, _ = io.WriteString(w, text)
	}
	switch d.format {
	case "text":
		plain("text/plain; charset=utf-8", d.text(t)+"\n")
	case "srt":
		plain("application/x-subrip; charset=utf-8", subRip(t))
	case "vtt":
		plain("text/vtt; charset=utf-8", webVTT(t))
	case "verbose_json":
		answer(w, d.verbose(t))
	case diarized:
		answer(w, d.bySpeaker(t))
	default:
		all := map[string]any{"text": d.text(t), "usage": d.heardSeconds(t)}
		if d.model.heeds(languages) {
			all[languages] = d.heardLanguages(t)
		}
		answer(w, all)
	}
}

// heardSeconds returns the usage object with the billed duration.
func (d dictation) heardSeconds(t transcript) any {
	seconds := int64(math.Ceil(t.duration.Seconds()))
	return struct {
		Type    string `json:"type"`
		Seconds int64  `json:"seconds"`
		cost
	}{"duration", seconds, d.model.price.costs(price{second: seconds})}
}

// verbose returns the transcript in the verbose_json format.
func (d dictation) verbose(t transcript) map[string]any {
	language := d.language
	if language == "" {
		language = t.language
	}
	if language = languageName(language); language == "" {
		language = "english"
	}
	all := map[string]any{
		"task": "transcribe", "language": language, "duration": inSeconds(t.duration), "text": t.text(), "usage": d.heardSeconds(t),
	}
	if d.segments {
		segments := make([]verboseSegment, len(t.segments))
		for i, s := range t.segments {
			segments[i] = d.segment(i, s)
		}
		all["segments"] = segments
	}
	if d.words {
		words := []verboseWord{}
		for _, s := range t.segments {
			for _, w := range s.words {
				if word := bare(w.Text); word != "" {
					words = append(words, verboseWord{word, inSeconds(w.Start), inSeconds(w.End)})
				}
			}
		}
		all["words"] = words
	}
	return all
}

// bare trims spaces and punctuation from a word; the result may be empty.
func bare(word string) string {
	return strings.TrimFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) })
}

type verboseWord struct {
	Word  string  `json:"word"`
	Start float64 `json:"start"`
	End   float64 `json:"end"`
}

// verboseSegment has the segment fields common to all services. Practice has neither tokens nor a
// language model: AvgLogprob is derived from the match with known sound.
type verboseSegment struct {
	ID               int     `json:"id"`
	Seek             int     `json:"seek"`
	Start            float64 `json:"start"`
	End              float64 `json:"end"`
	Text             string  `json:"text"`
	Tokens           []int   `json:"tokens"`
	Temperature      float64 `json:"temperature"`
	AvgLogprob       float64 `json:"avg_logprob"`
	CompressionRatio float64 `json:"compression_ratio"`
	NoSpeechProb     float64 `json:"no_speech_prob"`
}

// segment returns segment i in its JSON form.
func (d dictation) segment(i int, s segment) verboseSegment {
	v := verboseSegment{
		ID: i, Seek: int(s.start.Seconds()/30) * 3000, Start: inSeconds(s.start), End: inSeconds(s.end), Text: s.text, Tokens: []int{},
		Temperature: d.temperature, AvgLogprob: -1, CompressionRatio: compression(s.text), NoSpeechProb: 0.99,
	}
	if len(s.words) > 0 {
		v.AvgLogprob = math.Round(math.Log(max(s.sure, 0.01))*1000) / 1000
		v.NoSpeechProb = math.Round((1-s.sure)*1000) / 1000
	}
	return v
}

// compression returns the compression ratio of a text; repetitions raise it.
func compression(text string) float64 {
	var b bytes.Buffer
	z := zlib.NewWriter(&b)
	_, _ = io.WriteString(z, text)
	_ = z.Close()
	return math.Round(float64(len(text))/float64(b.Len())*1000) / 1000
}

// inSeconds converts a duration to seconds, rounded to milliseconds.
func inSeconds(d time.Duration) float64 { return math.Round(d.Seconds()*1000) / 1000 }

// subRip formats a transcript as SubRip subtitles.
func subRip(t transcript) string {
	var b strings.Builder
	for i, s := range t.segments {
		fmt.Fprintf(&b, "%d\n%s --> %s\n%s\n\n", i+1, stamp(s.start, ','), stamp(s.end, ','), arrowless(s.text))
	}
	return b.String()
}

// webVTT formats a transcript as WebVTT subtitles.
func webVTT(t transcript) string {
	b := "WEBVTT\n\n"
	escape := strings.NewReplacer("&", "&amp;", "<", "&lt;")
	for _, s := range t.segments {
		b += fmt.Sprintf("%s --> %s\n%s\n\n", stamp(s.start, '.'), stamp(s.end, '.'), escape.Replace(arrowless(s.text)))
	}
	return b
}

// arrowless replaces "-->", which separates times in subtitles.
func arrowless(text string) string { return strings.ReplaceAll(text, "-->", "->") }

// stamp formats a time for subtitles.
func stamp(d time.Duration, point rune) string {
	ms := d.Milliseconds()
	return fmt.Sprintf("%02d:%02d:%02d%c%03d", ms/3_600_000, ms/60_000%60, ms/1000%60, point, ms%1000)
}
