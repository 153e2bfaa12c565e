package picture

import (
	"context"
	"image"
)

// The limits on prepared pictures.
const (
	// MaxEdge is the longest side of a prepared picture in pixels.
	MaxEdge = 2048
	// MaxOutput is the largest size of a prepared picture in bytes, so that even as base64 it stays
	// below the common limit of 20 MB (GATEWAY.md 8).
	MaxOutput = 15_000_000
	// ThumbnailEdge is the longest side of PreparedPicture.Thumbnail in pixels.
	ThumbnailEdge = 256
)

// Note is a hint for the user about how the picture was changed; "" is none.
type Note string

// The notes.
const (
	// FirstFrame means that only the first picture of an animation or sequence was used.
	FirstFrame Note = "first_frame"
	// FirstPage means that only the first of several pages, as from a scanner, was used.
	FirstPage Note = "first_page"
	// Incomplete means that the file is damaged and part of the picture may be missing.
	Incomplete Note = "incomplete"
	// Reduced means that the picture was so large that it was reduced while it was decoded.
	Reduced Note = "smaller"
)

// PreparedPicture is a picture ready to be sent.
type PreparedPicture struct {
	// Data is a file without metadata, of at most MaxOutput bytes; MIME is its type, PNG or JPEG.
	Data []byte
	MIME string
	// Width and Height are the displayed size in pixels, at most MaxEdge.
	Width, Height int
	// Thumbnail is at most ThumbnailEdge pixels wide and high.
	Thumbnail image.Image
	Note      Note
	// Pages is the number of pages of the file, of which the first was used; at least 1.
	Pages int
	// OriginalFormat is the format of the file, OriginalWidth and OriginalHeight its displayed
	// size.
	OriginalFormat                Format
	OriginalWidth, OriginalHeight int
}

// Prepare makes a picture ready to be sent. It returns an *Error for an unusable picture, and the
// error of ctx once ctx is done. It takes some tenths of a second for a photo, and about 4 bytes of
// memory per pixel of the file (twice that for a PNG or TIFF with 16 bits per channel or a
// progressive JPEG). A HEIC or AVIF takes a second or two, and more memory, in a separate process
// (package heif); a very large picture is also decoded in a separate process.
func Prepare(ctx context.Context, data []byte) (PreparedPicture, error) {
	h, decoded, err := unfold(ctx, data, MaxEdge)
	if err != nil {
		return PreparedPicture{}, err
	}
	turned := orientation(data, h)
	// Replace the size from the header, because the decoder of a HEIC rotates and crops.
	if h.format == HEIC && !h.reduced {
		h.width, h.height = decoded.Bounds().Dx(), decoded.Bounds().Dy()
	}
	picture, err := within(ctx, decoded, MaxEdge)
	if err != nil {
		return PreparedPicture{}, err
	}
	if picture, err = colors(data, h).toSRGB(ctx, picture); err != nil {
		return PreparedPicture{}, err
	}
	picture = turn(picture, turned)
	file, mime, picture, err := encode(ctx, picture, lossless(data, h.format), MaxOutput)
	if err != nil {
		return PreparedPicture{}, err
	}
	thumbnail, err := within(ctx, picture, ThumbnailEdge)
	if err != nil {
		return PreparedPicture{}, err
	}
	out := PreparedPicture{
		Data: file, MIME: mime, Width: picture.Rect.Dx(), Height: picture.Rect.Dy(), Thumbnail: thumbnail,
		OriginalFormat: h.format, OriginalWidth: h.width, OriginalHeight: h.height,
	}
	if turned >= 5 {
		out.OriginalWidth, out.OriginalHeight = h.height, h.width
	}
	out.Note, out.Pages = h.note, max(h.pages, 1)
	return out, nil
}

// Preview decodes a picture for display, rotated and at most edge pixels wide and high. It rejects
// what Prepare rejects.
func Preview(ctx context.Context, data []byte, edge int) (image.Image, error) {
	h, decoded, err := unfold(ctx, data, edge)
	if err != nil {
		return nil, err
	}
	small, err := within(ctx, decoded, max(edge, 1))
	if err != nil {
		return nil, err
	}
	if small, err = colors(data, h).toSRGB(ctx, small); err != nil {
		return nil, err
	}
	return turn(small, orientation(data, h)), nil
}
