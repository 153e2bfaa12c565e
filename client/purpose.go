package client

import (
	"encoding/json"
	"slices"
	"strings"

	"parlando/client/wire"
)

// Purpose is the use of a model; "" is unknown.
type Purpose string

// The purposes of a model.
const (
	PurposeChat          Purpose = "chat"
	PurposeSpeech        Purpose = "speech"        // text to speech (GATEWAY.md 4.2)
	PurposeTranscription Purpose = "transcription" // speech to text (GATEWAY.md 4.3)
	// pictures, embeddings and others that Parlando does not use
	PurposeOther Purpose = "other"
)

// purposeOf returns the purpose of a catalog entry. GATEWAY.md 4.4 does not specify one; purposeOf
// checks the members in which services report it, the most explicit first.
func purposeOf(o map[string]json.RawMessage) Purpose {
	var words, paths []string
	collect := func(list *[]string, o map[string]json.RawMessage, names ...string) {
		for _, name := range names {
			if s, ok := wire.ParseString(o[name]); ok {
				*list = append(*list, s)
			}
			all, _ := wire.ParseArray(o[name])
			for _, raw := range all {
				if s, ok := wire.ParseString(raw); ok {
					*list = append(*list, s)
				}
			}
		}
	}
	collect(&words, o, "task", "tasks", "mode", "pipeline_tag", "model_type", "type")
	collect(&paths, o, "endpoints", "supported_endpoints", "supported_endpoint_types")
	if info, ok := wire.ParseObject(o["model_info"]); ok {
		collect(&words, info, "mode")
		collect(&paths, info, "supported_endpoints")
	}
	flags := o
	if abilities, ok := wire.ParseObject(o["capabilities"]); ok {
		collect(&words, abilities, "type")
		flags = abilities
	} else {
		collect(&paths, o, "capabilities")
	}
	for _, find := range []func() Purpose{
		func() Purpose { return purposeOfWords(words) },
		func() Purpose { return purposeOfWords(paths) },
		func() Purpose { return purposeOfModalities(o) },
		func() Purpose { return purposeOfFlags(flags) },
	} {
		if p := find(); p != "" {
			return p
		}
	}
	return ""
}

// purposeOfWords returns the purpose that a list of words describes. A model with several purposes
// is a chat model if chat is among them.
func purposeOfWords(words []string) Purpose {
	found := Purpose("")
	for _, word := range words {
		if p := purposeOfWord(word); p == PurposeChat || found == "" {
			found = p
		}
	}
	return found
}

// purposeOfWord returns the purpose for a word: a task, a mode, or the end of an endpoint path.
func purposeOfWord(word string) Purpose {
	word = strings.ToLower(strings.TrimRight(strings.TrimSpace(word), "/"))
	switch strings.ReplaceAll(word[strings.LastIndexByte(word, '/')+1:], "_", "-") {
	case "chat", "llm", "vlm", "language", "completion", "completions", "text-generation", "chat-completion", "chat-completions",
		"conversational", "image-text-to-text", "text2text-generation", "responses", "messages", "anthropic":
		return PurposeChat
	case "speech", "audio-speech", "text-to-speech", "tts", "text-to-audio", "speech-synthesis":
		return PurposeSpeech
	case "transcription", "transcriptions", "audio-transcription", "audio-transcriptions", "transcribe",
		"automatic-speech-recognition", "speech-to-text", "speech-recognition", "stt", "asr":
		return PurposeTranscription
	case "embedding", "embeddings", "feature-extraction", "sentence-similarity", "image", "image-generation", "image-generations",
		"generations", "text-to-image", "image-to-image", "rerank", "reranking", "reranker", "moderation", "moderations",
		"video", "text-to-video", "video-generation", "ocr":
		return PurposeOther
	}
	return ""
}

// purposeOfModalities derives the purpose from input and output modalities: text output means chat,
// unless the only input is audio; audio as the only output means speech.
func purposeOfModalities(o map[string]json.RawMessage) Purpose {
	in, out := modalities(o)
	has := func(list []string, words ...string) bool {
		return slices.ContainsFunc(list, func(s string) bool { return slices.Contains(words, s) })
	}
	switch {
	case len(out) == 0:
		return ""
	case has(out, "transcription"), has(out, "text") && has(in, "audio", "speech") && len(in) == 1:
		return PurposeTranscription
	case has(out, "text"):
		return PurposeChat
	case has(out, "audio", "speech"):
		return PurposeSpeech
	}
	return PurposeOther
}

// pictureModalities returns Model.Modalities.
func pictureModalities(o map[string]json.RawMessage) []string {
	_, out := modalities(o)
	if !slices.Contains(out, "image") {
		return nil
	}
	if slices.Contains(out, "text") {
		return []string{"image", "text"}
	}
	return []string{"image"}
}

// modalities returns the kinds of input and output that an entry of the catalog lists.
func modalities(o map[string]json.RawMessage) (in, out []string) {
	read := func(o map[string]json.RawMessage, name string) []string {
		list, _ := wire.ParseArray(o[name])
		var all []string
		for _, raw := range list {
			if s, ok := wire.ParseString(raw); ok {
				all = append(all, strings.ToLower(s))
			}
		}
		return all
	}
	architecture, _ := wire.ParseObject(o["architecture"])
	for _, from := range []map[string]json.RawMessage{architecture, o} {
		for _, before := range []string{"", "supported_"} {
			if len(in) == 0 {
				in = read(from, before+"input_modalities")
			}
			if len(out) == 0 {
				out = read(from, before+"output_modalities")
			}
		}
		if arrow, ok := wire.ParseString(from["modality"]); ok && len(out) == 0 {
			if left, right, ok := strings.Cut(strings.ToLower(arrow), "->"); ok {
				in, out = strings.Split(left, "+"), strings.Split(right, "+")
			}
		}
	}
	return in, out
}

// purposeOfFlags derives the purpose from boolean members.
func purposeOfFlags(o map[string]json.RawMessage) Purpose {
	is := func(value bool, names ...string) bool {
		return slices.ContainsFunc(names, func(name string) bool {
			b, ok := wire.ParseBool(o[name])
			return ok && b == value
		})
	}
	switch {
	case is(true, "completion_chat", "supports_chat", "chat_completion"):
		return PurposeChat
	case is(true, "audio_transcription", "transcription", "speech_to_text"):
		return PurposeTranscription
	case is(true, "audio_speech", "text_to_speech", "speech"):
		return PurposeSpeech
	case is(false, "completion_chat", "supports_chat", "chat_completion"):
		return PurposeOther
	}
	return ""
}
