package attachments

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"parlando/app/chat"
	"parlando/app/documents"
	"parlando/app/documents/textencoding"
)

// MaxText is the maximum length of an attached text, in bytes: about half a million tokens, more
// than most models accept.
const MaxText = 2 << 20

// ErrTextTooLong reports that a text is longer than MaxText.
var ErrTextTooLong = errors.New("attachments: the text is too long to be sent")

// addText is Add for files other than pictures: txt, md, csv, code, any other text, and documents
// supported by package documents. The part is a chat.PartPasted with the file's name. err is the
// reason why the file is not a picture; addText returns it for a file without text.
func (a *Attachments) addText(ctx context.Context, name string, data []byte, encoding textencoding.Encoding, err error) (chat.Part, Info, error) {
	var t *FileError
	if !errors.As(err, &t) || t.Reason != NotAPicture {
		return chat.Part{}, Info{}, err
	}
	if ctx.Err() != nil {
		return chat.Part{}, Info{}, ctx.Err()
	}
	doc, readErr := documents.ReadBytes(ctx, name, data, documents.Options{Encoding: encoding, MaxText: MaxText, Source: true})
	if readErr != nil {
		if slices.Contains(pictureExtensions, strings.ToLower(filepath.Ext(name))) {
			err = &FileError{Reason: Damaged} // by its extension, the file is a picture
		}
		return chat.Part{}, Info{}, noText(readErr, err)
	}
	if name = cleanName(name); name == "" {
		name = "text.txt"
	}
	return chat.Part{Kind: chat.PartPasted, Text: doc.Text, Name: name}, Info{Cuts: doc.Cuts}, nil
}

// noText returns the error to show for an error of package documents: notPicture if the file cannot
// contain text.
func noText(err, notPicture error) error {
	var t *documents.Error
	if !errors.As(err, &t) {
		return err // an *documents.AmbiguousEncodingError, or of ctx
	}
	switch {
	case t.Reason == documents.NotText:
		return notPicture
	case t.Reason == documents.Empty, t.Reason == documents.NoText && t.Format == documents.Text:
		return &FileError{Reason: Empty}
	case t.Reason == documents.TooLarge:
		return ErrTextTooLong
	}
	return err
}

// TextExtensions returns the usual extensions of text files and documents, for a file dialog. Add
// checks the content, not the extension.
func TextExtensions() []string {
	return append(documents.OfficeExtensions(), []string{
		".txt", ".text", ".md", ".markdown", ".rst", ".tex", ".log", ".csv", ".tsv", ".json", ".jsonl", ".yaml", ".yml", ".toml", ".ini", ".conf", ".xml",
		".css", ".srt", ".vtt", ".diff", ".patch", ".sql", ".sh", ".bat", ".ps1", ".c", ".h", ".cc", ".cpp", ".hpp", ".cs", ".go", ".java",
		".js", ".jsx", ".ts", ".tsx", ".kt", ".lua", ".php", ".pl", ".py", ".r", ".rb", ".rs", ".scala", ".swift", ".vue", ".ipynb",
	}...)
}
