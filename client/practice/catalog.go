package practice

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"time"

	"parlando/media/audio"
)

// IDs of the practice models. The speech models have the names listed in docs/gateway.md 2.7.
const (
	WriterModel  = "practice-writer"  // writes Markdown about the message
	VisionModel  = "practice-eyes"    // describes pictures
	ToolModel    = "practice-hands"   // calls tools
	SlowModel    = "practice-slow"    // replies slowly
	FailingModel = "practice-trouble" // injects the fault that the message names
	StrictModel  = "practice-strict"  // accepts few parameters

	VoiceModel         = "tts-1"             // speaks
	VoiceHDModel       = "tts-1-hd"          // speaks at a higher sample rate
	VoiceMiniModel     = "practice-tts-mini" // speaks at a lower sample rate
	TranscriptionModel = "practice-ears"     // transcribes recordings

	// Models of other scenes than the everyday one.
	GPTTranscriptionModel     = "practice-gpt-transcribe" // reads languages, ignores language
	UntimedTranscriptionModel = "practice-ears-untimed"   // transcribes without times
	DiarizingModel            = "practice-ears-diarize"   // names the speakers
	EndingTranscriptionModel  = "practice-ears-ending"    // ends in ten days
	// speaks WAV or PCM, with its own voices
	WAVVoiceModel   = "practice-tts-wav"
	EndedVoiceModel = "practice-tts-ended" // ended yesterday, and still speaks
	// transcribes with times, which only its name reveals
	WhisperModel      = "practice-whisper"
	OrpheusModel      = "practice-orpheus"      // speaks, which only its name reveals
	SpeechwriterModel = "practice-speechwriter" // chats, though its name suggests speech
)

// ignoresN is the ID of the model that returns one choice regardless of n.
const ignoresN = faultPrefix + "n-ignored"

// contextTokens is the context length of the practice models; prompt and reply share it.
const contextTokens = 32768

// entry is a model of the catalog.
type entry struct {
	id, name, about string
	in, out         []string // the kinds of input and output: text, image, file (a PDF), audio
	parameters      []string // optional request fields that the model supports
	slowdown        int      // multiplies Options.TokenInterval
	price           price
	// formats are the values of response_format that the model accepts, nil for all. The catalog
	// does not list them, but the fault for another value does.
	formats []string
	// voices are the model's own voices, each with one of voice.Names that it sounds like; nil
	// means that the model uses voice.Names.
	voices [][2]string
	// uninstructed means that the model refuses the field instructions, which others ignore.
	uninstructed bool
	// days is the number of days until its shutdown_date, 0 for none.
	days int
}

// takes reports whether the model accepts an input modality.
func (e entry) takes(kind string) bool { return slices.Contains(e.in, kind) }

// heeds reports whether the model supports an optional request field.
func (e entry) heeds(field string) bool { return slices.Contains(e.parameters, field) }

// chats reports whether the model answers chat requests.
func (e entry) chats() bool { return e.takes("text") && slices.Contains(e.out, "text") }

// speaks reports whether the model makes speech.
func (e entry) speaks() bool { return slices.Contains(e.out, "audio") }

// listens reports whether the model transcribes speech.
func (e entry) listens() bool { return e.takes("audio") }

// Modalities and optional fields of the models.
var (
	inText, inAudio = []string{"text"}, []string{"audio"}

	chatFields = []string{
		"temperature", "top_p", "frequency_penalty", "presence_penalty", "max_tokens", "stop", "seed", "n", "stream", "stream_options", "user",
	}
	// strictFields lists the fields that the strict model accepts besides model and messages.
	strictFields = []string{"temperature", "max_tokens", "stop", "stream"}
	formFields   = append([]string{"response_format"}, chatFields...)
	writerFields = append([]string{"reasoning_effort"}, formFields...)
	toolFields   = append([]string{"tools", "tool_choice", "web_search_options"}, formFields...)
	speechFields = []string{"voice", "response_format", "speed"}
	hearFields   = []string{"language", "response_format", "temperature"}
	// gptHearFields are the fields of OpenAI's gpt-transcribe.
	gptHearFields = []string{languages, keywords, "response_format", "temperature"}
)

// chatModels are in every scene.
var chatModels = []entry{
	{
		id: WriterModel, name: "Practice writer", about: "Shows what replies look like. It doesn't understand your questions.",
		in: inText, out: inText, parameters: writerFields, slowdown: 1, price: price{input: 2_000_000, output: 8_000_000},
	},
	{
		id: VisionModel, name: "Practice eyes", about: "Measures your pictures. It accepts PDFs, too, and draws.",
		in: []string{"text", "image", "file"}, out: []string{"text", "image"}, parameters: append([]string{"modalities"}, chatFields...), slowdown: 1, price: price{input: 3_000_000, output: 12_000_000},
	},
	{
		id: ToolModel, name: "Practice hands", about: "Uses the tools you turn on, fills in tables, and shows what a search of the web looks like.",
		in: inText, out: inText, parameters: toolFields, slowdown: 1, price: price{input: 2_000_000, output: 8_000_000},
	},
	{
		id: SlowModel, name: "Practice slow", about: "Writes four words a second, so you can try waiting and stopping.",
		in: inText, out: inText, parameters: chatFields, slowdown: 10, price: price{input: 1_000_000, output: 4_000_000},
	},
	{
		id: FailingModel, name: "Practice problems", about: "Fails on purpose, in the way you ask for.",
		in: inText, out: inText, parameters: chatFields, slowdown: 1,
	},
	{
		id: StrictModel, name: "Practice strict", about: "Accepts only Creativity up to 1 and replies of up to 500 tokens, shown all at once.",
		in: inText, out: inText, parameters: strictFields[:3], slowdown: 1, price: price{input: 1_000_000, output: 4_000_000},
	},
}

// speechModels are the everyday scene's models for speech and transcription.
var speechModels = []entry{
	{
		id: VoiceModel, name: "Practice voice", about: "Reads your text aloud.",
		in: inText, out: inAudio, parameters: speechFields, price: price{character: 15_000_000},
	},
	{
		id: VoiceHDModel, name: "Practice voice HD", about: "Reads your text aloud in high quality.",
		in: inText, out: inAudio, parameters: speechFields, price: price{character: 30_000_000},
	},
	{
		id: VoiceMiniModel, name: "Practice voice mini", about: "Reads your text aloud in low quality.",
		in: inText, out: inAudio, parameters: speechFields, price: price{character: 10_000_000},
	},
	{
		id: TranscriptionModel, name: "Practice ears", about: "Transcribes speech that practice made. Other recordings need a real service.",
		in: inAudio, out: inText, parameters: hearFields, price: price{second: 100_000_000},
	},
}

// specialModels are the models that only the scene for special speech models has.
var specialModels = []entry{
	{
		id: GPTTranscriptionModel, name: "Practice ears like gpt-transcribe",
		about: "Transcribes without times, as OpenAI's gpt-transcribe does. It ignores the setting for one language and takes a list of languages, but not all of them: it refuses Norwegian Nynorsk (nn).",
		in:    inAudio, out: inText, parameters: gptHearFields, price: price{second: 75_000_000}, formats: plainFormats,
	},
	{
		id: UntimedTranscriptionModel, name: "Practice ears without times", about: "Transcribes without saying when each sentence was spoken.",
		in: inAudio, out: inText, parameters: hearFields, price: price{second: 100_000_000}, formats: plainFormats,
	},
	{
		id: DiarizingModel, name: "Practice ears with speakers",
		about: "Transcribes and says who speaks. It gives every other sentence to the other of two speakers.",
		in:    inAudio, out: inText, parameters: append([]string{chunking}, hearFields...), price: price{second: 100_000_000}, formats: append(plainFormats, diarized),
	},
	{
		id: EndingTranscriptionModel, name: "Practice ears, ends in ten days", about: "Transcribes like Practice ears. The list says that it ends in ten days.",
		in: inAudio, out: inText, parameters: hearFields, price: price{second: 100_000_000}, days: 10,
	},
	{
		id: WAVVoiceModel, name: "Practice voice, WAV only", about: "Reads your text aloud only as WAV or PCM, and only with its own voices: tara, leah, leo and dan. It refuses instructions on how to read.",
		in: inText, out: inAudio, parameters: speechFields, price: price{character: 15_000_000}, formats: rawFormats, voices: orpheusVoices, uninstructed: true,
	},
	{
		id: EndedVoiceModel, name: "Practice voice, ended yesterday", about: "Reads your text aloud. The list says that it ended yesterday, but it still works.",
		in: inText, out: inAudio, parameters: speechFields, price: price{character: 15_000_000}, days: -1,
	},
}

// namedModels are the models for speech and transcription in the scene that lists only names. The
// last model's name does not reveal its purpose; the first one's is misleading.
var namedModels = []entry{
	{
		id: SpeechwriterModel, name: "Practice speechwriter", about: "Chats like Practice writer, though its name sounds like speech.",
		in: inText, out: inText, parameters: formFields, slowdown: 1, price: price{input: 2_000_000, output: 8_000_000},
	},
	{
		id: VoiceMiniModel, name: "Practice voice mini", about: "Reads your text aloud in low quality.",
		in: inText, out: inAudio, parameters: speechFields, price: price{character: 10_000_000},
	},
	{
		id: OrpheusModel, name: "Practice Orpheus", about: "Reads your text aloud only as WAV or PCM, and only with its own voices.",
		in: inText, out: inAudio, parameters: speechFields, price: price{character: 15_000_000}, formats: rawFormats, voices: orpheusVoices, uninstructed: true,
	},
	{
		id: GPTTranscriptionModel, name: "Practice GPT transcribe", about: "Transcribes without times, as OpenAI's gpt-transcribe does.",
		in: inAudio, out: inText, parameters: gptHearFields, price: price{second: 75_000_000}, formats: plainFormats,
	},
	{
		id: WhisperModel, name: "Practice Whisper", about: "Transcribes like Practice ears.",
		in: inAudio, out: inText, parameters: hearFields, price: price{second: 100_000_000},
	},
	{
		id: TranscriptionModel, name: "Practice ears", about: "Transcribes speech that practice made. Other recordings need a real service.",
		in: inAudio, out: inText, parameters: hearFields, price: price{second: 100_000_000},
	},
}

// The formats and voices of models that do not accept the default ones.
var (
	plainFormats  = []string{"json", "text"}
	rawFormats    = []string{string(audio.WAV), string(audio.PCM)}
	orpheusVoices = [][2]string{{"tara", "nova"}, {"leah", "shimmer"}, {"leo", "onyx"}, {"dan", "echo"}}
)

// findFault looks up the model that injects the named fault.
func findFault(name string) (entry, bool) {
	id := faultPrefix + name
	_, _, known := failureOf(name)
	e, _ := scenes[0].find(FailingModel)
	e.id = id
	_, scripted := toolScripts()[name]
	_, formatted := formatScripts()[name]
	if scripted || formatted {
		e.parameters = toolFields
	}
	if id == ignoresN {
		e.parameters = formFields
	}
	if hearingFault(id) == audioEnds {
		e.formats = plainFormats
	}
	return e, known || scripted || formatted || id == ignoresN || hearingFault(id) != ""
}

// wire returns the catalog entry as JSON fields, including aliases that other services use.
func (e entry) wire(t translator) map[string]any {
	w := map[string]any{
		"id": e.id, "object": "model", "owned_by": "practice", "name": t.text(e.name, nil), "description": t.text(e.about, nil),
		"created":              time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC).Unix(),
		"architecture":         map[string]any{"input_modalities": e.in, "output_modalities": e.out},
		"supported_parameters": e.parameters,
	}
	if e.speaks() && e.formats == nil {
		w["response_formats"] = soundFormats()
	}
	if told := e.price.told(); told != nil {
		w["pricing"] = told
	}
	if e.chats() {
		w["context_length"] = contextTokens
	}
	return w
}

// models answers GET /v1/models.
func (g *Gateway) models(w http.ResponseWriter, r *http.Request) {
	s := sceneOf(r)
	data := make([]any, len(s.models))
	for i, e := range s.models {
		data[i] = s.wire(e, g.options.Now(), g.options.translator())
	}
	answer(w, map[string]any{"object": "list", "data": data})
}

// model answers GET /v1/models/{id}.
func (g *Gateway) model(w http.ResponseWriter, r *http.Request) {
	s := sceneOf(r)
	e, ok := s.find(r.PathValue("id"))
	if !ok {
		refuse(w, s.unknownModel(r.PathValue("id")))
		return
	}
	answer(w, s.wire(e, g.options.Now(), g.options.translator()))
}

func unknownModel(id string) fault {
	return fault{
		status: http.StatusNotFound, param: "model", code: "model_not_found",
		message: fmt.Sprintf("The model `%.100s` does not exist or you do not have access to it.", id),
	}
}

// wrongModel returns the fault for a model that exists but does not support the path.
func wrongModel(e entry, path string) fault {
	does := "chat: send it to /v1/chat/completions"
	switch {
	case e.speaks():
		does = "speech: send it to /v1/audio/speech"
	case e.listens():
		does = "transcription: send it to /v1/audio/transcriptions"
	}
	return fault{
		status: http.StatusBadRequest, param: "model", code: "model_not_supported",
		message: fmt.Sprintf("The model `%s` does not work with %s. It is for %s.", e.id, path, does),
	}
}

// answer writes a 200 with a JSON body.
func answer(w http.ResponseWriter, body any) {
	w.Header().Set("Content-Type", "application/json")
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(body)
}
