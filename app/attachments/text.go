package attachments

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"parley/app/chat"
	"parley/app/documents"
)

// MaxText is the longest text file that can be attached, in bytes: about half a million tokens, more than most models take.
const MaxText = 2 << 20

// ErrTextTooLong means that a text file is longer than MaxText.
var ErrTextTooLong = errors.New("attachments: the text is too long to be sent")

// Text makes a part of a text file: txt, md, csv, code, whatever is text by its bytes, in any usual encoding. The part is a
// chat.PartPasted with the file's name. The error is ErrTextTooLong, or a *Trouble when data is no text or empty.
func Text(name string, data []byte) (chat.Part, error) {
	if len(data) > MaxText {
		return chat.Part{}, ErrTextTooLong
	}
	text, err := documents.Decode(data)
	if err != nil {
		return chat.Part{}, &Trouble{Reason: NotAPicture, Err: fmt.Errorf("and no text: %w", err)}
	}
	if strings.TrimSpace(text) == "" {
		return chat.Part{}, &Trouble{Reason: Empty}
	}
	if name = cleanName(name); name == "" {
		name = "text.txt"
	}
	return chat.Part{Kind: chat.PartPasted, Text: text, Name: name}, nil
}

// addText is Add for what is no picture; err says why it is none.
func (a *Attachments) addText(ctx context.Context, name string, data []byte, err error) (chat.Part, Info, error) {
	var t *Trouble
	if !errors.As(err, &t) || t.Reason != NotAPicture {
		return chat.Part{}, Info{}, err
	}
	if ctx.Err() != nil {
		return chat.Part{}, Info{}, ctx.Err()
	}
	if !documents.LooksLikeText(data) {
		return chat.Part{}, Info{}, err
	}
	part, err := Text(name, data)
	return part, Info{Bytes: int64(len(part.Text))}, err
}

// TextExtensions are the usual endings of text files, for a file dialog. What counts is the content.
func TextExtensions() []string {
	return []string{
		".txt", ".text", ".md", ".markdown", ".rst", ".tex", ".log", ".csv", ".tsv", ".json", ".jsonl", ".yaml", ".yml", ".toml", ".ini", ".conf", ".xml",
		".html", ".htm", ".css", ".srt", ".vtt", ".diff", ".patch", ".sql", ".sh", ".bat", ".ps1", ".c", ".h", ".cc", ".cpp", ".hpp", ".cs", ".go", ".java",
		".js", ".jsx", ".ts", ".tsx", ".kt", ".lua", ".php", ".pl", ".py", ".r", ".rb", ".rs", ".scala", ".swift", ".vue", ".ipynb",
	}
}
