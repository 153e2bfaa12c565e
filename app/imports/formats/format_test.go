package formats_test

import (
	"testing"

	"parlando/app/imports/formats"
)

func TestFormatsDifferByTheirKeys(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]formats.Format{
		`{"title": "x", "create_time": 1, "mapping": {}, "current_node": "a"}`:                                      formats.ChatGPT,
		`{"id": "x", "title": "x", "inserted_at": "2025", "updated_at": "2025", "mapping": {"root": {}}}`:           formats.DeepSeek,
		`{"uuid": "x", "name": "", "chat_messages": []}`:                                                            formats.Claude,
		`{"uuid": "x", "name": "", "model": "m", "current_leaf_message_uuid": "a", "chat_messages": [{"text": ""}]`: formats.Claude,
		`{"uuid": "x", "name": "P", "description": "", "prompt_template": "", "docs": []}`:                          formats.ClaudeProject,
		`{"conversations_memory": "x", "project_memories": {}, "account_uuid": "u"}`:                                formats.ClaudeMemories,
		`{"uuid": "x", "full_name": "A", "email_address": "a@b.example", "verified_phone_number": null}`:            formats.Account,
		`{"id": "x", "conversation_id": "y", "title": "z", "is_anonymous": true}`:                                   formats.Account,
		`{"files": [{"url": "https://x.example/conversations-000.zip"}]}`:                                           formats.ClaudeManifest,
		`{"uuid": "x", "title": "", "messages": [{"content": {"role": "user", "contentBlocks": []}}]}`:              formats.ClaudeDesign,
		`{"id": "x", "user_id": "u", "title": "", "chat": {"history": {}}, "meta": {}}`:                             formats.OpenWebUI,
		`{"title": "", "models": [], "history": {"messages": {}}, "messages": []}`:                                  formats.OpenWebUI,
		`{"header": "Gemini-Apps", "title": "Eingegebener Prompt: x", "time": "2025", "products": []}`:              formats.Gemini,
		`{"header": "YouTube", "title": "Watched x", "time": "2025", "products": ["YouTube"]}`:                      formats.Unknown,
		`{"role": "user", "content": "x"}`:                                                                          formats.MessageList,
		`{"title": "x", "messages": [{"role": "user", "content": "x"}]}`:                                            formats.Messages,
		`{"messages": [{"role": "user", "content": [{"type": "text", "text": "x"}]}]}`:                              formats.Messages,
		`{"conversation": {"title": "x"}, "responses": []}`:                                                         formats.Grok,
		`{"conversations": [{"conversation": {}, "responses": []}]}`:                                                formats.Grok,
		`{"__exported_items": ["setting"], "settings": {"apiKey": "sk-1"}, "chat-sessions-list": []}`:               formats.Chatbox,
		`{"time": 1, "version": 5, "localStorage": {}, "indexedDB": {}}`:                                            formats.Cherry,
		`{"conversationId": "x", "endpoint": "openAI", "title": "", "messages": []}`:                                formats.LibreChat,
		`{"data": {"chats": [], "folders": []}}`:                                                                    formats.TypingMind,
		`{"chatID": "x", "chatTitle": "", "messages": []}`:                                                          formats.TypingMind,
		`{"title": "x", "exported_at": 1, "messages": []}`:                                                          formats.Jan,
		`{"id": "x", "object": "thread.message", "thread_id": "y", "role": "user", "content": []}`:                  formats.Jan,
		`{"runSettings": {}, "chunkedPrompt": {"chunks": []}}`:                                                      formats.AIStudio,
		`{"conv": {"id": "x"}, "messages": []}`:                                                                     formats.LlamaCPP,
		`{"name": "x", "createdAt": 1, "messages": [], "lastUsedModel": {}}`:                                        formats.LMStudio,
		`{"uuid": "chat_messages", "text": "mapping"}`:                                                              formats.Unknown,
		`{}`: formats.Unknown, `[]`: formats.Unknown, ``: formats.Unknown, `null`: formats.Unknown, `{"chat": 5}`: formats.Unknown,
	} {
		if got := formats.Detect([]byte(in)); got != want {
			t.Errorf("%s is %q, want %q", in, got, want)
		}
	}
}

func TestOnlyOtherProgramsHaveAName(t *testing.T) {
	t.Parallel()
	for f, want := range map[formats.Format]string{formats.Chatbox: "Chatbox", formats.Claude: "", formats.Account: "", formats.Unknown: ""} {
		if got := f.Program(); got != want {
			t.Errorf("%q has the name %q", f, got)
		}
	}
}

func FuzzDetect(f *testing.F) {
	f.Add([]byte(`{"data": {"chats": [{"title": "a\"{"}]}, "messages": [{"content": {"contentBlocks": 1}}], "header": 1`))
	f.Fuzz(func(t *testing.T, data []byte) {
		if got := formats.Detect(data); got != formats.Detect(append([]byte(" \n"), data...)) {
			t.Errorf("%q changes with white space before it", got)
		}
	})
}
