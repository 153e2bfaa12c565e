package openwebui

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"parlando/app/chat"
	"parlando/app/imports/exportjson"
	"parlando/app/imports/foreign"
)

// exportedChat is an element of an export: a chat with its facts, or in older exports only the
// chat.
type exportedChat struct {
	session
	Chat      session         `json:"chat"`
	CreatedAt exportjson.Time `json:"created_at"`
	UpdatedAt exportjson.Time `json:"updated_at"`
	Archived  bool            `json:"archived"`
	Pinned    bool            `json:"pinned"`
	Folder    string          `json:"folder_id"`
}

type session struct {
	ID      string `json:"id"`
	Title   string `json:"title"`
	History struct {
		Messages map[string]message `json:"messages"`
		Current  string             `json:"currentId"`
	} `json:"history"`
	Messages  []message       `json:"messages"`
	Timestamp exportjson.Time `json:"timestamp"`
}

type message struct {
	ID        string             `json:"id"`
	Parent    string             `json:"parentId"`
	Role      string             `json:"role"`
	Content   exportjson.Content `json:"content"`
	Reasoning string             `json:"reasoning_content"`
	Timestamp exportjson.Time    `json:"timestamp"`
	Model     string             `json:"model"`
	Files     []file             `json:"files"`
	Sources   []source           `json:"sources"`
	Citations []source           `json:"citations"`
}

// Decode decodes a chat.
func Decode(object []byte) (foreign.Conversation, error) {
	var raw exportedChat
	if err := exportjson.Decode(object, &raw); err != nil {
		return foreign.Conversation{}, err
	}
	s := raw.Chat
	if s.isEmpty() {
		s = raw.session
	}
	if s.isEmpty() && raw.ID == "" {
		return foreign.Conversation{}, foreign.ErrNoConversation
	}
	messages := s.list()
	c := foreign.Conversation{
		ID: cmp.Or(raw.ID, s.ID), Title: cmp.Or(raw.Title, s.Title), Project: raw.Folder,
		Pinned: raw.Pinned, Archived: raw.Archived, Current: s.History.Current,
		Created: raw.CreatedAt.Time, Updated: raw.UpdatedAt.Time,
	}
	if c.Created.IsZero() {
		c.Created = s.Timestamp.Time
	}
	if c.ID == "" {
		c.ID = foreign.DeriveID(c.Title, messages[0].Role, messages[0].Content.Words())
	}
	nodes := make([]foreign.Node, len(messages))
	for i, m := range messages {
		nodes[i] = foreign.Node{ID: m.ID, Parent: m.Parent}
	}
	for _, n := range foreign.Sort(nodes) {
		c.Messages = append(c.Messages, decodeMessage(&c, n, &messages[n.Index]))
	}
	c.RemoveEmpty()
	return c, nil
}

func (s session) isEmpty() bool { return len(s.History.Messages)+len(s.Messages) == 0 }

// list returns the messages in the order of their times. Without a tree they follow each other.
func (s session) list() []message {
	if len(s.History.Messages) == 0 {
		for i := range s.Messages {
			if m := &s.Messages[i]; i > 0 && m.Parent == "" {
				m.Parent = s.Messages[i-1].ID
			}
		}
		return s.Messages
	}
	all := make([]message, 0, len(s.History.Messages))
	for _, id := range slices.Sorted(maps.Keys(s.History.Messages)) {
		m := s.History.Messages[id]
		m.ID = id
		all = append(all, m)
	}
	slices.SortStableFunc(all, func(a, b message) int { return a.Timestamp.Compare(b.Timestamp.Time) })
	return all
}

func decodeMessage(c *foreign.Conversation, n foreign.Node, raw *message) foreign.Message {
	m := foreign.Message{ID: n.ID, Parent: n.Parent, Created: raw.Timestamp.Time}
	var b foreign.PartsBuilder
	switch raw.Role {
	case "user":
		m.Role = chat.User
	case "assistant":
		m.Role, m.Model = chat.Assistant, raw.Model
	default:
		c.AddGap("role " + raw.Role)
		return m
	}
	files, unknown := raw.Content.Files()
	for _, kind := range unknown {
		c.AddGap(kind)
	}
	for _, f := range raw.Files {
		if text := f.words(); text != "" {
			b.Pasted(f.name(), text)
		} else {
			files = append(files, f.file())
		}
	}
	if m.Role == chat.User {
		addFiles(&b, files)
		b.Text(raw.Content.Words())
	} else {
		b.Reasoning(raw.Reasoning, 0)
		addFolded(&b, raw.Content.Words())
		addFiles(&b, files)
		addSources(&b, append(raw.Sources, raw.Citations...))
	}
	m.Parts = b.Parts()
	return m
}

func addFiles(b *foreign.PartsBuilder, files []foreign.File) {
	for _, f := range files {
		b.File(f)
	}
}

// file is a file of a message. Its bytes are in the address, its text in Content, or they are only
// on the server.
type file struct {
	Name    string `json:"name"`
	URL     string `json:"url"`
	Content string `json:"content"`
	File    struct {
		Name string `json:"filename"`
		Data struct {
			Content string `json:"content"`
		} `json:"data"`
		Meta struct {
			MIME string `json:"content_type"`
		} `json:"meta"`
	} `json:"file"`
}

func (f file) name() string  { return cmp.Or(f.Name, f.File.Name) }
func (f file) words() string { return cmp.Or(f.File.Data.Content, f.Content) }

func (f file) file() foreign.File {
	got := foreign.File{Name: f.name()}
	if strings.HasPrefix(f.URL, "data:") || got.Name == "" {
		got = exportjson.FileAt(f.URL, got.Name)
	}
	got.MIME = cmp.Or(got.MIME, f.File.Meta.MIME)
	return got
}

// source is a document or page of a search, with the places that were found in it.
type source struct {
	Source struct {
		ID   string `json:"id"`
		Name string `json:"name"`
		URL  string `json:"url"`
	} `json:"source"`
	Metadata []struct {
		Source string `json:"source"`
		Name   string `json:"name"`
		Title  string `json:"title"`
	} `json:"metadata"`
}

// addSources numbers the sources as the marks in the text do: each document once.
func addSources(b *foreign.PartsBuilder, all []source) {
	numbers := map[string]bool{}
	add := func(key, title string) {
		if key == "" || numbers[key] {
			return
		}
		numbers[key] = true
		s := chat.CitedSource{Title: cmp.Or(title, key), Number: len(numbers)}
		if strings.HasPrefix(key, "http://") || strings.HasPrefix(key, "https://") {
			s.Address = key
		}
		b.Cite(s)
	}
	for _, s := range all {
		for _, m := range s.Metadata {
			add(cmp.Or(m.Source, s.Source.ID, s.Source.Name), cmp.Or(m.Title, m.Name, s.Source.Name))
		}
		if len(s.Metadata) == 0 {
			add(cmp.Or(s.Source.URL, s.Source.ID, s.Source.Name), s.Source.Name)
		}
	}
}
