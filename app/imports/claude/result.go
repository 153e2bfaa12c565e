package claude

import (
	"bytes"
	"cmp"
	"encoding/json"
	"strings"

	"parlando/app/imports/exportjson"
)

// resultItem is an element of the content of a tool result.
type resultItem struct {
	Type   string      `json:"type"`
	Text   string      `json:"text"`
	Title  string      `json:"title"`
	URL    string      `json:"url"`
	Name   string      `json:"name"`
	Source *fileSource `json:"source"`
}

func (b *blockReader) result(raw *block) {
	var text string
	switch content := bytes.TrimSpace(raw.Content); {
	case len(content) == 0 || bytes.Equal(content, []byte("null")):
	case content[0] == '"':
		_ = exportjson.Decode(content, &text) // part of an object that was decoded
	case content[0] == '[':
		text = b.resultItems(content)
	default:
		text = string(content)
	}
	if text == "" && len(raw.Structured) > 0 && !bytes.Equal(raw.Structured, []byte("null")) {
		text = string(raw.Structured)
	}
	b.Result(raw.ToolUseID, raw.Name, text, raw.IsError)
}

// resultItems returns the words of a result. It adds the pictures to the message.
func (b *blockReader) resultItems(content json.RawMessage) string {
	var items []resultItem
	_ = exportjson.Decode(content, &items) // part of an object that was decoded
	var texts []string
	for _, item := range items {
		switch item.Type {
		case "image", "document":
			picture := block{Name: cmp.Or(item.Name, item.Title), Source: item.Source}
			b.File(picture.file())
		case "text", "knowledge", "local_resource":
			if item.URL != "" {
				b.titles[item.URL] = item.Title
			}
		default:
			if item.Title+item.URL+item.Text == "" {
				b.conversation.AddGap("tool_result " + item.Type)
			}
		}
		texts = append(texts, item.lines()...)
	}
	return strings.Join(texts, "\n")
}

// lines returns the words of an item that are not empty.
func (i resultItem) lines() (all []string) {
	for _, text := range []string{i.Title, i.URL, i.Text} {
		if text != "" {
			all = append(all, text)
		}
	}
	return all
}
