package attachments

import (
	"context"
	"fmt"

	"parlando/app/chat"
	"parlando/app/documents"
	"parlando/media/picture"
)

// addPDF is Add for a PDF document, which is sent unchanged to models that accept documents
// (GATEWAY.md 4.1.3).
func (a *Attachments) addPDF(ctx context.Context, name string, data []byte) (chat.Part, Info, error) {
	if err := ctx.Err(); err != nil {
		return chat.Part{}, Info{}, err
	}
	if len(data) > MaxSent {
		return chat.Part{}, Info{}, &FileError{Reason: TooLarge, Format: picture.PDF}
	}
	facts, whole := documents.ReadPDFFacts(data)
	if !whole {
		return chat.Part{}, Info{}, &FileError{Reason: Damaged, Format: picture.PDF}
	}
	blob, err := a.blobs.PutBlob(ctx, a.conversation, data, "application/pdf", 0, 0)
	if err != nil {
		return chat.Part{}, Info{}, fmt.Errorf("store the document: %w", err)
	}
	var info Info
	if facts.Protected {
		info.Note = ProtectedDocument
	}
	if name = cleanName(name); name == "" {
		name = "document.pdf"
	}
	return chat.Part{Kind: chat.PartFile, Blob: &blob, Name: name, Pages: facts.Pages}, info, nil
}

// TextOf returns a part with the text of an attached document, for a model that accepts none. The
// error is a *documents.Error, ErrTextTooLong, or of the store or of ctx.
func (a *Attachments) TextOf(ctx context.Context, part chat.Part) (_ chat.Part, err error) {
	if part.Blob == nil {
		return chat.Part{}, &documents.Error{Reason: documents.Empty}
	}
	data, err := a.blobs.ReadBlob(ctx, part.Blob.SHA256)
	if err != nil {
		return chat.Part{}, fmt.Errorf("read the document: %w", err)
	}
	read, err := documents.ReadBytes(ctx, part.Name, data, documents.Options{})
	if err != nil {
		return chat.Part{}, err
	}
	if len(read.Text) > MaxText {
		return chat.Part{}, ErrTextTooLong
	}
	return chat.Part{Kind: chat.PartPasted, Name: part.Name, Text: read.Text}, nil
}
