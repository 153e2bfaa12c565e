// Package attachments converts what a user adds to a message into parts that can be stored and
// sent: pictures, PDF documents, texts, and addresses of pictures; and provides thumbnails for the
// window. The content of a file, never its name, determines its type. Functions with a context must
// not be called on the window's thread: a photo takes some tenths of a second.
package attachments

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"parlando/app/chat"
	"parlando/app/documents"
	"parlando/app/documents/textencoding"
	"parlando/media/picture"
)

// The limits of a message.
const (
	// MaxParts is the maximum number of pictures and documents in one message.
	MaxParts = 10
	// MaxFile is the maximum size of a file that is read, in bytes. A picture is sent as a much
	// smaller copy.
	MaxFile = picture.MaxInput
	// MaxSent is the maximum size of a file that is sent unchanged, in bytes: a document, or the
	// original of a picture (GATEWAY.md 4.1.3 and 8).
	MaxSent = 20_000_000
)

// ErrTooMany reports that the message already has MaxParts pictures and documents.
var ErrTooMany = errors.New("attachments: the message has the maximum number of pictures")

// Blobs stores the bytes of pictures (package history).
type Blobs interface {
	PutBlob(ctx context.Context, conversation chat.ID, data []byte, mime string, width, height int) (chat.Blob, error)
	ReadBlob(ctx context.Context, sha256 string) ([]byte, error)
}

// Info describes an added file in addition to its part.
type Info struct {
	Note Note
	// Cuts are the omitted parts of a document.
	Cuts []documents.Omission
	// Thumbnail is at most 256 pixels wide and high; nil if the file is not a picture.
	Thumbnail image.Image
	// Pages is the number of pages of a picture file, whose first page is sent; 0 for other files.
	Pages int
}

// Attachments prepares, stores and shows pictures. It is safe for concurrent use.
type Attachments struct {
	blobs Blobs
	// conversation is the one for which files are stored, "" for the new chat.
	conversation chat.ID
	// one is a semaphore: decoding ten dropped photos at the same time would need ten times the
	// memory.
	one   chan struct{}
	cache *previews
}

// New returns Attachments that store pictures in blobs.
func New(blobs Blobs) *Attachments {
	return &Attachments{blobs: blobs, one: make(chan struct{}, 1), cache: newPreviews(previewBytes)}
}

// In returns Attachments that store files for a conversation, and that share everything else.
func (a *Attachments) In(conversation chat.ID) *Attachments {
	in := *a
	in.conversation = conversation
	return &in
}

// Add prepares data for sending and stores it, depending on its content as a picture, a PDF
// document or a text. name is the file name; folders are removed. The error is a *FileError if the
// file cannot be used, ErrTextTooLong, or an error of the store or of ctx.
//
// A picture file that a service could accept unchanged is stored as well, as Original of the part,
// and sent only if the user asks for it (chat.Part.AsIs). The original contains everything the
// camera wrote into it, including the location of a photo.
func (a *Attachments) Add(ctx context.Context, name string, data []byte) (chat.Part, Info, error) {
	return a.add(ctx, name, data, "")
}

func (a *Attachments) add(ctx context.Context, name string, data []byte, encoding textencoding.Encoding) (chat.Part, Info, error) {
	if documents.IsPDF(data) {
		return a.addPDF(ctx, name, data)
	}
	if err := a.enter(ctx); err != nil {
		return chat.Part{}, Info{}, err
	}
	prepared, err := picture.Prepare(ctx, data)
	a.leave()
	if err != nil {
		return a.addText(ctx, name, data, encoding, err)
	}
	blob, err := a.blobs.PutBlob(ctx, a.conversation, prepared.Data, prepared.MIME, prepared.Width, prepared.Height)
	if err != nil {
		return chat.Part{}, Info{}, fmt.Errorf("store the picture: %w", err)
	}
	part := chat.Part{Kind: chat.PartImage, Blob: &blob, Name: cleanName(name)}
	if mime := prepared.OriginalFormat.MIME(); mime != "" && len(data) <= MaxSent && prepared.Note == "" {
		original, err := a.blobs.PutBlob(ctx, a.conversation, data, mime, prepared.OriginalWidth, prepared.OriginalHeight)
		if err != nil {
			return chat.Part{}, Info{}, fmt.Errorf("store the original: %w", err)
		}
		part.Original = &original
	}
	return part, Info{Note: prepared.Note, Thumbnail: prepared.Thumbnail, Pages: prepared.Pages}, nil
}

// FromFile is Add for a file on disk, of which it reads at most MaxFile bytes. encoding is the
// encoding of a text file chosen by the user, or "" to detect it; the error is a
// *documents.AmbiguousEncodingError if the user must choose.
func (a *Attachments) FromFile(ctx context.Context, path string, encoding textencoding.Encoding) (chat.Part, Info, error) {
	file, err := os.Open(path)
	if err != nil {
		return chat.Part{}, Info{}, fmt.Errorf("open the file: %w", err)
	}
	defer file.Close()
	info, err := file.Stat()
	switch {
	case err != nil:
		return chat.Part{}, Info{}, fmt.Errorf("open the file: %w", err)
	case !info.Mode().IsRegular():
		// A folder, or a pipe that might never end.
		return chat.Part{}, Info{}, &FileError{Reason: picture.NotAPicture}
	case info.Size() > MaxFile:
		return chat.Part{}, Info{}, &FileError{Reason: picture.TooLarge}
	}
	var data bytes.Buffer
	// Growing the buffer step by step would need three times the memory for a large photo.
	data.Grow(int(info.Size()) + bytes.MinRead)
	if _, err := data.ReadFrom(io.LimitReader(file, MaxFile+1)); err != nil {
		return chat.Part{}, Info{}, fmt.Errorf("read the file: %w", err)
	}
	return a.add(ctx, filepath.Base(path), data.Bytes(), encoding)
}

// FromStored is Add for the stored file with that SHA-256, for example a picture of a reply.
func (a *Attachments) FromStored(ctx context.Context, name, sha256 string) (chat.Part, Info, error) {
	data, err := a.blobs.ReadBlob(ctx, sha256)
	if err != nil {
		return chat.Part{}, Info{}, fmt.Errorf("read the file: %w", err)
	}
	return a.Add(ctx, name, data)
}

// RemainingParts returns how many more pictures and documents fit into a message with these parts,
// and ErrTooMany if none.
func RemainingParts(parts []chat.Part) (int, error) {
	left := MaxParts
	for _, p := range parts {
		if p.Kind.IsCounted() {
			left--
		}
	}
	if left <= 0 {
		return 0, ErrTooMany
	}
	return left, nil
}

// PictureFormats returns the names of the accepted picture formats, for an error message.
func PictureFormats() []string {
	var names []string
	for _, f := range picture.Formats() {
		names = append(names, string(f))
	}
	return names
}

// Extensions returns the usual extensions of accepted files, for a file dialog. Add checks the
// content, not the extension.
func Extensions() []string {
	return slices.Concat(pictureExtensions, []string{".pdf"}, TextExtensions())
}

var pictureExtensions = []string{".png", ".jpg", ".jpeg", ".webp", ".gif", ".heic", ".heif", ".hif", ".avif", ".bmp", ".tif", ".tiff"}

func (a *Attachments) enter(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	select {
	case a.one <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (a *Attachments) leave() { <-a.one }

// cleanName removes folders, control and direction characters from a name and shortens it for
// display.
func cleanName(name string) string {
	if i := strings.LastIndexAny(name, `/\`); i >= 0 {
		name = name[i+1:]
	}
	name = strings.Map(func(r rune) rune {
		if r == utf8.RuneError || unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) {
			return -1
		}
		return r
	}, name)
	if runes := []rune(name); len(runes) > 120 {
		name = string(runes[:80]) + "…" + string(runes[len(runes)-39:])
	}
	return strings.TrimSpace(name)
}
