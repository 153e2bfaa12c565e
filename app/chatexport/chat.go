// Package chatexport exports chats and single replies for other programs: as a web page with its
// pictures, for Word, as Markdown, as plain text, and in two forms for the clipboard.
//
// The text of a model is untrusted: it is shown and can do nothing. In a web page all of it is
// escaped, nothing is fetched, and links are limited to http, https and mailto.
package chatexport

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"

	"parlando/app/chat"
	"parlando/app/filename"
	"parlando/app/internal/wholefile"
	"parlando/app/markdown"
	"parlando/app/markup"
)

// Format is a file format for chats. Its value is the file extension without the dot.
type Format string

// The formats.
const (
	Word     Format = "docx"
	HTML     Format = "html"
	Markdown Format = "md"
	Text     Format = "txt"
)

// Formats returns all formats, in the order in which they are offered.
func Formats() []Format { return []Format{Word, HTML, Markdown, Text} }

// Ext returns the file extension with the dot, such as ".docx".
func (f Format) Ext() string { return "." + string(f) }

// Chat is a whole chat, or one reply of it, to export.
type Chat struct {
	// Title is the heading, "" for none.
	Title    string
	Messages []Message
}

// Message is one message of a chat.
type Message struct {
	// Who is the heading above the message: its author as shown in the window, "" for none.
	Who   string
	Parts []Part
}

// Part is a part of a message. Exactly one of Markdown, Plain and Name is set.
type Part struct {
	// Markdown is a model's text. Unless To is 0, only the bytes [From, To) are exported.
	Markdown string
	From, To int
	// Plain is a user's text without Markdown.
	Plain string
	// Name is an attachment's name. Picture is set if it is a picture.
	Name    string
	Picture *chat.Blob
}

// Pictures returns the content of a picture's file by its SHA-256.
type Pictures func(ctx context.Context, sha256 string) ([]byte, error)

// Save writes a chat to a folder, in a file named after the title, and returns its path. If the
// name is taken, a number is added. The error is a disk error or that of ctx.
func Save(ctx context.Context, folder, title string, f Format, c Chat, pictures Pictures) (string, error) {
	path, err := wholefile.Create(folder, filename.New(f.Ext(), title), func(w io.Writer) error { return Write(ctx, w, f, c, pictures) })
	if err != nil {
		return "", fmt.Errorf("save the chat: %w", err)
	}
	return path, nil
}

// Write writes a chat in UTF-8. A picture that cannot be read is replaced by its name. The error is
// that of w or of ctx.
func Write(ctx context.Context, w io.Writer, f Format, c Chat, pictures Pictures) error {
	if pictures == nil {
		pictures = func(context.Context, string) ([]byte, error) { return nil, io.EOF }
	}
	var err error
	switch f {
	case Word:
		err = writeWord(ctx, w, c, pictures)
	case HTML:
		err = writePage(ctx, w, c, pictures)
	case Markdown:
		err = writeMarkdown(w, c)
	case Text:
		err = writeText(w, c)
	default:
		err = fmt.Errorf("unknown format %q", f)
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}

// MarkdownOf returns a chat as Markdown.
func MarkdownOf(c Chat) string {
	var b strings.Builder
	_ = writeMarkdown(&b, c) // a Builder never fails
	return b.String()
}

// blocks parses the Markdown of a part.
func (p Part) blocks() []markdown.Block {
	var d markdown.Document
	d.Set(p.Markdown)
	blocks := d.Blocks()
	if p.To > 0 {
		blocks = markdown.Slice(blocks, p.From, p.To)
	}
	return markdown.JoinParagraphs(blocks)
}

// picture returns the file of a PNG or JPEG picture, nil if there is none or reading fails.
func (p Part) picture(ctx context.Context, pictures Pictures) []byte {
	if p.Picture == nil || p.Picture.MIME != "image/png" && p.Picture.MIME != "image/jpeg" {
		return nil
	}
	data, err := pictures(ctx, p.Picture.SHA256)
	if err != nil {
		return nil
	}
	return data
}

// typed returns a user's text without invisible characters and surrounding blank lines.
func typed(text string) string {
	clean, _ := markdown.Clean(text)
	return strings.Trim(clean, "\n")
}

// paragraphs splits a user's text at blank lines.
func paragraphs(text string) (all []string) {
	for p := range strings.SplitSeq(typed(text), "\n\n") {
		if p = strings.Trim(p, "\n"); p != "" {
			all = append(all, p)
		}
	}
	return all
}

func writeText(w io.Writer, c Chat) error {
	b := bufio.NewWriter(w)
	if c.Title != "" {
		_, _ = b.WriteString(c.Title + "\n\n") // errors are returned by Flush
	}
	writePlain(b, c)
	_ = b.WriteByte('\n')
	return b.Flush()
}

// PlainText returns a chat for pasting as plain text: without Markdown markup, with table cells
// separated by tabs.
func PlainText(c Chat) string {
	var b strings.Builder
	writePlain(&b, c)
	return b.String()
}

// writePlain writes a chat part by part, since a chat may be hundreds of megabytes long.
func writePlain(w io.StringWriter, c Chat) {
	write := func(text string) { _, _ = w.WriteString(text) }
	for i, m := range c.Messages {
		if i > 0 {
			write("\n\n")
		}
		if m.Who != "" {
			write(m.Who + ":\n")
		}
		for j, p := range m.Parts {
			if j > 0 {
				write("\n\n")
			}
			switch {
			case p.Markdown != "":
				markdown.WritePlainText(w, p.blocks())
			case p.Plain != "":
				write(typed(p.Plain))
			default:
				write("[" + p.Name + "]")
			}
		}
	}
}

func writeMarkdown(w io.Writer, c Chat) error {
	b := bufio.NewWriter(w)
	gap := ""
	write := func(text string) { _, _ = b.WriteString(text) } // errors are returned by Flush
	add := func(text string) {
		if text != "" {
			write(gap)
			write(text)
			write("\n")
			gap = "\n"
		}
	}
	if c.Title != "" {
		add("# " + markup.Escape(c.Title))
	}
	for i, m := range c.Messages {
		if m.Who != "" {
			if i > 0 {
				add("---")
			}
			add("**" + markup.Escape(m.Who) + "**")
		}
		for _, p := range m.Parts {
			switch {
			case p.Markdown != "":
				text, fence := closed(p.Markdown)
				add(text)
				write(fence)
			case p.Plain != "":
				add(asMarkdown(typed(p.Plain)))
			default:
				add(markup.Escape("[" + p.Name + "]"))
			}
		}
	}
	return b.Flush()
}

// asMarkdown returns Markdown that displays a text as it was typed: a text indented like code as a
// code block, other text line by line.
func asMarkdown(text string) string {
	lines := strings.Split(text, "\n")
	for _, l := range lines {
		if strings.HasPrefix(l, "  ") || strings.HasPrefix(l, "\t") {
			fence := "```"
			for strings.Contains(text, fence) {
				fence += "`"
			}
			return fence + "\n" + text + "\n" + fence
		}
	}
	for i, l := range lines {
		lines[i] = markup.Escape(strings.TrimSpace(l))
		if i+1 < len(lines) && lines[i] != "" && strings.TrimSpace(lines[i+1]) != "" {
			lines[i] += `\`
		}
	}
	return strings.Join(lines, "\n")
}

// closed returns a model's text without invisible characters. If the text ends in an unclosed code
// block, fence is the line that closes it, so that following text is not code.
func closed(source string) (text, fence string) {
	source, _ = markdown.Clean(source)
	source = strings.Trim(source, "\n")
	var d markdown.Document
	d.Set(source)
	blocks := d.Blocks()
	if len(blocks) == 0 {
		return source, ""
	}
	last := blocks[len(blocks)-1]
	if last.Kind != markdown.CodeBlock || !last.Open || last.Depth > 0 || last.Quote > 0 {
		return source, ""
	}
	fence = strings.TrimLeft(source[last.Start:], " ")
	if fence == "" {
		return source, ""
	}
	return source, fence[:len(fence)-len(strings.TrimLeft(fence, fence[:1]))] + "\n"
}
