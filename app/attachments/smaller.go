package attachments

import (
	"context"

	"parlando/app/chat"
)

// HalfSize returns a stored picture at half its width and height, for a service that refused it as
// too large. Other parts, and pictures that would become unreadable, are returned unchanged. Errors
// are those of Thumbnail and Add.
func (a *Attachments) HalfSize(ctx context.Context, part chat.Part) (chat.Part, error) {
	const smallest = 512 // pixels; models cannot read text in smaller pictures
	blob := part.SentBlob()
	if part.Kind != chat.PartImage || blob == nil {
		return part, nil
	}
	edge := max(blob.Width, blob.Height) / 2
	if edge < smallest {
		return part, nil
	}
	half, err := a.Thumbnail(ctx, blob.SHA256, edge)
	if err != nil {
		return chat.Part{}, err
	}
	smaller, _, err := a.AddImage(ctx, part.Name, half)
	smaller.Original = nil
	return smaller, err
}
