package claude

import (
	"cmp"
	"encoding/json"
	"path"
	"regexp"
	"strings"

	"parlando/app/chat"
	"parlando/app/imports/exportjson"
	"parlando/app/imports/foreign"
)

// block is a block of a message's content. Which fields it has depends on Type.
type block struct {
	Type      string     `json:"type"`
	Text      string     `json:"text"`
	Citations []citation `json:"citations"`

	Thinking  string `json:"thinking"`
	Summaries []struct {
		Summary string `json:"summary"`
	} `json:"summaries"`
	Start exportjson.Time `json:"start_timestamp"`
	Stop  exportjson.Time `json:"stop_timestamp"`

	ID    string          `json:"id"`
	Name  string          `json:"name"`
	Input json.RawMessage `json:"input"`

	ToolUseID  string          `json:"tool_use_id"`
	Content    json.RawMessage `json:"content"`
	Structured json.RawMessage `json:"structured_content"`
	IsError    bool            `json:"is_error"`

	Language string      `json:"language"`
	Code     string      `json:"code"`
	FileName string      `json:"file_name"`
	Source   *fileSource `json:"source"`
}

type citation struct {
	Start   int    `json:"start_index"`
	End     int    `json:"end_index"`
	URL     string `json:"url"`
	Title   string `json:"title"`
	Details struct {
		URL   string `json:"url"`
		Title string `json:"title"`
	} `json:"details"`
}

// fileSource holds the bytes of a file in a block, in base64.
type fileSource struct {
	MIME string `json:"media_type"`
	Data string `json:"data"`
}

// blockReader converts the blocks of one message.
type blockReader struct {
	foreign.PartsBuilder
	*reader
	id string
	// isReply reports that the model wrote the message.
	isReply bool
	// titles are those of pages that a search found, by their addresses.
	titles map[string]string
	// hasText reports that a block with words was shown.
	hasText bool
	// artifacts maps the index of a block to the artifact it changes, hidden contains the IDs of
	// calls that the text of an artifact replaces.
	artifacts map[int]artifact
	hidden    map[string]bool
}

// files adds the files before the message, as they were attached.
func (b *blockReader) files(m *message) {
	read := map[string]bool{}
	for _, a := range m.Attachments {
		if a.Text == "" {
			b.File(foreign.File{Name: a.Name})
		} else {
			b.Pasted(a.Name, a.Text)
		}
		read[a.Name] = true
	}
	for _, f := range m.Files {
		if !read[f.Name] {
			mime := f.MIME
			if !strings.Contains(mime, "/") {
				mime = "" // an extension in some exports
			}
			b.File(foreign.File{Name: f.Name, MIME: mime})
		}
	}
}

func (b *blockReader) blocks(all []block) {
	b.findArtifacts(all)
	for i := range all {
		if a, ok := b.artifacts[i]; ok {
			b.showArtifact(a)
			continue
		}
		b.block(&all[i])
	}
}

func (b *blockReader) block(raw *block) {
	switch raw.Type {
	case "text":
		b.text(raw)
	case "thinking":
		b.Reasoning(raw.thinking(), raw.Stop.Sub(raw.Start.Time))
	case "tool_use":
		b.Call(raw.ID, raw.Name, raw.Input)
	case "tool_result":
		if !b.hidden[raw.ToolUseID] {
			b.result(raw)
		}
	case "code":
		b.say(foreign.CodeBlock(raw.Language, cmp.Or(raw.Code, raw.Text)))
	case "voice_note":
		b.say(raw.Text)
	case "image", "document":
		b.File(raw.file())
	case "injected_prompt_block", "token_budget", "flag":
		// not written by the user or the model
	default:
		b.conversation.AddGap(raw.Type)
	}
}

// say adds words without sources.
func (b *blockReader) say(text string) {
	b.hasText = b.hasText || strings.TrimSpace(text) != ""
	b.Text(text)
}

func (b *blockReader) text(raw *block) {
	text := withoutComputerLinks(raw.Text)
	if b.isReply && tag.MatchString(text) {
		b.sayTagged(text)
		return
	}
	var sources []chat.CitedSource
	for _, c := range raw.Citations {
		s := chat.CitedSource{Address: cmp.Or(c.Details.URL, c.URL), Title: cmp.Or(c.Details.Title, c.Title), Start: c.Start, End: c.End}
		s.Title = cmp.Or(s.Title, b.titles[s.Address])
		if text != raw.Text {
			s.Start, s.End = 0, 0
		}
		if s.Address+s.Title != "" {
			sources = append(sources, s)
		}
	}
	b.hasText = b.hasText || strings.TrimSpace(text) != ""
	b.Text(text, sources...)
}

func (b *block) thinking() string {
	if b.Thinking != "" {
		return b.Thinking
	}
	var summaries []string
	for _, s := range b.Summaries {
		summaries = append(summaries, s.Summary)
	}
	return strings.Join(summaries, "\n\n")
}

// file returns the file of a block, in most exports without its bytes.
func (b *block) file() foreign.File {
	f := foreign.File{Name: cmp.Or(b.FileName, b.Name)}
	if b.Source != nil {
		f.MIME, f.Data = b.Source.MIME, exportjson.Bytes(b.Source.Data)
	}
	return f
}

// computerLink matches a link to a file on the service's computer, which exists no longer.
var computerLink = regexp.MustCompile(`\[([^\]\n]*)\]\(<?computer://([^)>\n]*)>?\)`)

// withoutComputerLinks replaces each such link by its words and the name of the file.
func withoutComputerLinks(text string) string {
	if !strings.Contains(text, "computer://") {
		return text
	}
	text = computerLink.ReplaceAllStringFunc(text, func(link string) string {
		parts := computerLink.FindStringSubmatch(link)
		words, name := parts[1], path.Base(parts[2])
		if strings.Contains(words, name) {
			return words
		}
		return strings.TrimSpace(words + " (" + name + ")")
	})
	return strings.ReplaceAll(text, "computer://", "")
}

// placeholder matches the sentence that older exports have in the place of a block, in a fence.
var placeholder = regexp.MustCompile("```\\s*This block is not supported on your current device yet\\.\\s*```\\s*")

func withoutPlaceholders(text string) string {
	return strings.TrimSpace(placeholder.ReplaceAllString(text, ""))
}
