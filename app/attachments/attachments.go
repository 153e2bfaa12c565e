// Package attachments turns the files a person adds to a message into parts that can be stored and sent, and gives
// the small pictures the window shows of them. Nothing here may be called on the window's thread: a
// photo takes some tenths of a second.
package attachments

import (
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"os"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"

	"parley/app/chat"
	"parley/media/picture"
)

// The limits of a message.
const (
	// MaxParts is how many pictures one message may carry.
	MaxParts = 10
	// MaxFile is the largest file that is read, in bytes. What is sent is much smaller.
	MaxFile = picture.MaxInput
)

// ErrTooMany means that the message already has MaxParts pictures.
var ErrTooMany = errors.New("attachments: the message has as many pictures as it may")

// Blobs is where the bytes of pictures are kept (package history).
type Blobs interface {
	PutBlob(ctx context.Context, data []byte, mime string, width, height int) (chat.Blob, error)
	ReadBlob(ctx context.Context, sha256 string) ([]byte, error)
}

// Info is what the chip of an attachment shows.
type Info struct {
	// Bytes is the size that will be sent.
	Bytes int64
	// Tokens is about how many tokens it costs; see Tokens.
	Tokens int
	// Width and Height are in pixels, as they will be sent.
	Width, Height int
	Note          Note
	// Thumbnail is at most 256 pixels wide and high; nil from Describe.
	Thumbnail image.Image
}

// Attachments prepares, stores and shows pictures. It is safe from any goroutine.
type Attachments struct {
	blobs Blobs
	// one lets a single picture be unfolded at a time: ten photos dropped together would else need ten times the memory.
	one   chan struct{}
	cache *previews
}

// New keeps the pictures in blobs.
func New(blobs Blobs) *Attachments {
	return &Attachments{blobs: blobs, one: make(chan struct{}, 1), cache: newPreviews(previewBytes)}
}

// Add makes a picture of data fit to be sent and stores it; what is no picture but text becomes a text of that name (see Text). name is what the person calls it; folders are taken off.
// The error is a *Trouble when the file cannot be used, else of the store or of ctx.
func (a *Attachments) Add(ctx context.Context, name string, data []byte) (chat.Part, Info, error) {
	if err := a.enter(ctx); err != nil {
		return chat.Part{}, Info{}, err
	}
	prepared, err := picture.Prepare(ctx, data)
	a.leave()
	if err != nil {
		return a.addText(ctx, name, data, err)
	}
	blob, err := a.blobs.PutBlob(ctx, prepared.Data, prepared.MIME, prepared.Width, prepared.Height)
	if err != nil {
		return chat.Part{}, Info{}, fmt.Errorf("keep the picture: %w", err)
	}
	info := Describe(blob)
	info.Note, info.Thumbnail = prepared.Note, prepared.Thumbnail
	return chat.Part{Kind: chat.PartImage, Blob: &blob, Name: cleanName(name)}, info, nil
}

// FromFile is Add for a file on disk, of which it reads no more than a picture may have.
func (a *Attachments) FromFile(ctx context.Context, path string) (chat.Part, Info, error) {
	file, err := os.Open(path)
	if err != nil {
		return chat.Part{}, Info{}, fmt.Errorf("open the picture: %w", err)
	}
	defer file.Close()
	if info, err := file.Stat(); err != nil {
		return chat.Part{}, Info{}, fmt.Errorf("open the picture: %w", err)
	} else if !info.Mode().IsRegular() {
		// A folder, or a pipe that might never end.
		return chat.Part{}, Info{}, &Trouble{Reason: picture.NotAPicture}
	}
	return a.FromReader(ctx, filepath.Base(path), file)
}

// FromReader is Add for what r gives, of which it reads no more than a picture may have.
func (a *Attachments) FromReader(ctx context.Context, name string, r io.Reader) (chat.Part, Info, error) {
	data, err := io.ReadAll(io.LimitReader(r, MaxFile+1))
	if err != nil {
		return chat.Part{}, Info{}, fmt.Errorf("read the picture: %w", err)
	}
	return a.Add(ctx, name, data)
}

// Describe is what can be said of a picture that is stored already, as in a draft after a restart.
func Describe(blob chat.Blob) Info {
	return Info{Bytes: blob.Size, Tokens: Tokens(blob.Width, blob.Height), Width: blob.Width, Height: blob.Height}
}

// Room returns how many more pictures fit into a message with these parts, and ErrTooMany when none does.
func Room(parts []chat.Part) (int, error) {
	left := MaxParts
	for _, p := range parts {
		if p.Kind == chat.PartImage {
			left--
		}
	}
	if left <= 0 {
		return 0, ErrTooMany
	}
	return left, nil
}

// Works names the formats that can be attached, for the sentence about those that cannot.
func Works() []string {
	return []string{string(picture.PNG), string(picture.JPEG), string(picture.WebP), string(picture.GIF)}
}

// Extensions are the usual endings of files that can be attached, for a file dialog. What counts is the content.
func Extensions() []string {
	return append([]string{".png", ".jpg", ".jpeg", ".webp", ".gif"}, TextExtensions()...)
}

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

// cleanName takes folders, control and direction characters off a name and keeps it short enough to show.
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
