package exportjson

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"encoding/json"
	"net/url"
	"path"
	"strings"

	"parlando/app/imports/foreign"
)

// Content is the content of a message in the form of the OpenAI API: a text, or parts.
type Content struct {
	Text  string
	Parts []ContentPart
}

// ContentPart is a text, a picture, a sound or a file. Which fields it has depends on Type.
type ContentPart struct {
	Type     string   `json:"type"`
	Text     wordsOf  `json:"text"`
	Refusal  string   `json:"refusal"`
	ImageURL wordsOf  `json:"image_url"`
	Audio    fileData `json:"input_audio"`
	File     fileData `json:"file"`
}

type fileData struct {
	Name   string `json:"filename"`
	Data   string `json:"data"`
	URL    string `json:"file_data"`
	Format string `json:"format"`
}

// wordsOf is a string, or the string in an object.
type wordsOf string

// UnmarshalJSON never fails.
func (w *wordsOf) UnmarshalJSON(data []byte) error {
	if bytes.HasPrefix(data, []byte("{")) {
		var o struct{ Value, URL string }
		_ = Decode(data, &o) // part of an object that was decoded
		*w = wordsOf(cmp.Or(o.Value, o.URL))
		return nil
	}
	var text string
	_ = Decode(data, &text)
	*w = wordsOf(text)
	return nil
}

// UnmarshalJSON never fails.
func (c *Content) UnmarshalJSON(data []byte) error {
	*c = Content{}
	switch {
	case bytes.HasPrefix(data, []byte(`"`)):
		return json.Unmarshal(data, &c.Text)
	case bytes.HasPrefix(data, []byte("{")):
		data = append(append([]byte("["), data...), ']')
	}
	var elements []json.RawMessage
	_ = Decode(data, &elements) // part of an object that was decoded
	for _, element := range elements {
		part := ContentPart{Type: "text"}
		if bytes.HasPrefix(element, []byte(`"`)) {
			_ = json.Unmarshal(element, &part.Text)
		} else {
			_ = Decode(element, &part)
		}
		c.Parts = append(c.Parts, part)
	}
	return nil
}

// Words returns the text, or that of all parts.
func (c Content) Words() string {
	texts := []string{}
	if c.Text != "" {
		texts = append(texts, c.Text)
	}
	for _, p := range c.Parts {
		if text := p.words(); text != "" {
			texts = append(texts, text)
		}
	}
	return strings.Join(texts, "\n\n")
}

func (p ContentPart) words() string { return cmp.Or(string(p.Text), p.Refusal) }

// Files returns the pictures, sounds and files. unknown are the types of parts with neither a file
// nor words.
func (c Content) Files() (files []foreign.File, unknown []string) {
	for _, p := range c.Parts {
		switch {
		case p.ImageURL != "":
			files = append(files, FileAt(string(p.ImageURL), ""))
		case p.Audio.Data != "":
			files = append(files, foreign.File{Data: Bytes(p.Audio.Data), MIME: "audio/" + p.Audio.Format, Name: p.Audio.Name})
		case p.File != (fileData{}):
			files = append(files, FileAt(p.File.URL, p.File.Name))
		case p.words() == "" && p.Type != "text":
			unknown = append(unknown, p.Type)
		}
	}
	return files, unknown
}

// FileAt returns the file at an address. It has its bytes if this is a data URL, otherwise they are
// missing: nothing is fetched.
func FileAt(address, name string) foreign.File {
	head, data, ok := strings.Cut(address, ",")
	mime, isData := strings.CutPrefix(head, "data:")
	if !ok || !isData {
		if u, err := url.Parse(address); err == nil && name == "" && u.Path != "" {
			name = path.Base(u.Path)
		}
		return foreign.File{Name: name}
	}
	f := foreign.File{Name: name}
	mime, isBase64 := strings.CutSuffix(mime, ";base64")
	f.MIME, _, _ = strings.Cut(mime, ";")
	if isBase64 {
		f.Data = Bytes(data)
	} else if text, err := url.PathUnescape(data); err == nil {
		f.Data = []byte(text)
	}
	return f
}

// CutThinking separates the reasoning that some models write before their answer, in an element of
// its own.
func CutThinking(text string) (reasoning, rest string) {
	after, found := strings.CutPrefix(strings.TrimSpace(text), "<think>")
	reasoning, rest, closed := strings.Cut(after, "</think>")
	if !found || !closed {
		return "", text
	}
	return strings.TrimSpace(reasoning), strings.TrimSpace(rest)
}

// Bytes decodes base64, with or without padding. Damaged data is nil, as that of a missing file.
func Bytes(text string) []byte {
	data, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(text, "="))
	if err != nil || len(data) == 0 {
		return nil
	}
	return data
}
