package formats

import (
	"encoding/json"

	"parlando/app/imports/claude"
	"parlando/app/imports/exportjson"
	"parlando/app/imports/gemini"
)

// Format is the kind of an object in an export.
type Format string

// The formats that are read.
const (
	ChatGPT        Format = "chatgpt"
	Claude         Format = "claude"
	ClaudeProject  Format = "claude-project"
	ClaudeMemories Format = "claude-memories"
	OpenWebUI      Format = "openwebui"
	Gemini         Format = "gemini"
	// Messages is a chat with an array of messages, MessageList an array that is one chat.
	Messages    Format = "messages"
	MessageList Format = "message-list"
)

// The formats that belong to an export and have nothing to read.
const (
	// ClaudeManifest only names the files to download.
	ClaudeManifest Format = "claude-manifest"
	// ClaudeDesign is a chat of Claude Design, which is not taken over.
	ClaudeDesign Format = "claude-design"
	// Account is the user's account, or one of the lists beside the chats.
	Account Format = "account"
)

// The formats of other programs, which are not read yet.
const (
	DeepSeek   Format = "DeepSeek"
	Grok       Format = "Grok"
	Chatbox    Format = "Chatbox"
	Cherry     Format = "Cherry Studio"
	LibreChat  Format = "LibreChat"
	TypingMind Format = "TypingMind"
	Jan        Format = "Jan"
	AIStudio   Format = "Google AI Studio"
	LlamaCPP   Format = "llama.cpp"
	LMStudio   Format = "LM Studio"
)

// Unknown is the format of any other object. The next object of the same file may be known.
const Unknown Format = ""

// Program returns the name of the program whose format is not read yet, "" for other formats.
func (f Format) Program() string {
	switch f {
	case DeepSeek, Grok, Chatbox, Cherry, LibreChat, TypingMind, Jan, AIStudio, LlamaCPP, LMStudio:
		return string(f)
	}
	return ""
}

// recognizer recognizes objects by their keys.
type recognizer struct {
	format Format
	// all are the keys that must exist, either is nil or has a key that must exist.
	all, either []string
}

// recognizers are in the order in which they are tried.
var recognizers = []recognizer{
	{format: DeepSeek, all: []string{"mapping", "inserted_at"}},
	{format: ChatGPT, all: []string{"mapping"}},
	{format: Claude, all: []string{"chat_messages"}},
	{format: ClaudeProject, all: []string{"uuid", "prompt_template"}},
	{format: ClaudeProject, all: []string{"uuid", "docs", "name"}},
	{format: ClaudeMemories, either: []string{"conversations_memory", "project_memories"}},
	{format: AIStudio, all: []string{"chunkedPrompt"}},
	{format: Chatbox, either: []string{"chat-sessions-list", "__exported_items"}},
	{format: Chatbox, all: []string{"threads", "messages", "copilotId"}},
	{format: Cherry, either: []string{"localStorage", "indexedDB"}},
	{format: LibreChat, all: []string{"conversationId", "endpoint"}, either: []string{"messages", "messagesTree"}},
	{format: Grok, all: []string{"conversation", "responses"}},
	{format: TypingMind, all: []string{"chatTitle", "messages"}},
	{format: TypingMind, all: []string{"messages"}, either: []string{"chatID", "chatTitle"}},
	{format: Jan, all: []string{"exported_at", "messages"}},
	{format: Jan, all: []string{"thread_id", "role", "content"}},
	{format: LlamaCPP, all: []string{"currNode", "lastModified"}},
	{format: LlamaCPP, all: []string{"conv", "messages"}},
	{format: LlamaCPP, all: []string{"convId", "role"}},
	{format: LMStudio, all: []string{"messages"}, either: []string{"assistantLastMessagedAt", "lastUsedModel", "perChatPredictionConfig"}},
	{format: OpenWebUI, all: []string{"history"}, either: []string{"messages", "models", "title"}},
	{format: Gemini, all: []string{"header", "title", "time"}},
	{format: Messages, all: []string{"messages"}},
	{format: MessageList, all: []string{"role", "content"}},
	{format: Account, either: []string{"verified_phone_number", "phone_number", "email_address", "email"}},
	{format: Account, all: []string{"conversation_id", "is_anonymous"}},
}

// Detect returns the format of an object. It reads keys alone, with two exceptions: Google writes
// the activity in all its services with the same keys, and those of Claude's list of downloads are
// not documented.
func Detect(object []byte) Format {
	names := exportjson.Keys(object)
	keys := make(map[string]bool, len(names))
	for _, name := range names {
		keys[name] = true
	}
	for _, r := range recognizers {
		if !r.recognizes(keys) {
			continue
		}
		switch {
		case r.format == Messages && isDesign(object):
			return ClaudeDesign
		case r.format == Gemini && !gemini.Recognizes(object):
			return Unknown // the activity in another of Google's services
		}
		return r.format
	}
	if f := detectInside(keys, object); f != Unknown {
		return f
	}
	if _, ok := claude.Manifest(object); ok {
		return ClaudeManifest
	}
	return Unknown
}

// isDesign reports whether the content of the first message is an object with blocks.
func isDesign(object []byte) bool {
	var o struct {
		Messages []struct {
			Content struct {
				Blocks json.RawMessage `json:"contentBlocks"`
			} `json:"content"`
		} `json:"messages"`
	}
	return exportjson.Decode(object, &o) == nil && len(o.Messages) > 0 && o.Messages[0].Content.Blocks != nil
}

// detectInside recognizes objects by the keys of one of their members.
func detectInside(keys map[string]bool, object []byte) Format {
	var o struct {
		Chat, Data    map[string]json.RawMessage
		Conversations []map[string]json.RawMessage
	}
	if !keys["chat"] && !keys["data"] && !keys["conversations"] || exportjson.Decode(object, &o) != nil {
		return Unknown
	}
	switch {
	case o.Chat["history"] != nil || o.Chat["messages"] != nil:
		return OpenWebUI
	case o.Data["chats"] != nil:
		return TypingMind
	case len(o.Conversations) > 0 && o.Conversations[0]["responses"] != nil:
		return Grok
	}
	return Unknown
}

func (r recognizer) recognizes(keys map[string]bool) bool {
	for _, key := range r.all {
		if !keys[key] {
			return false
		}
	}
	for _, key := range r.either {
		if keys[key] {
			return true
		}
	}
	return r.either == nil
}
