package picture

import (
	"context"
	"image"
)

// The measures of what is sent.
const (
	// LongEdge is the longest side of a prepared picture in pixels.
	LongEdge = 2048
	// MaxOutput is the most bytes a prepared picture has, so that it stays below the usual 20 MB of
	// the services (GATEWAY.md 8) even as base64.
	MaxOutput = 15_000_000
	// ThumbnailEdge is the longest side of Prepared.Thumbnail in pixels.
	ThumbnailEdge = 256
)

// Note is something the user should know about what became of the picture; "" is nothing.
type Note string

// The notes.
const (
	// FirstFrame: the picture moves, or is several, and only its first frame was taken.
	FirstFrame Note = "first_frame"
	// FirstPage: the file has pages, as from a scanner, and only the first was taken.
	FirstPage Note = "first_page"
	// Incomplete: the file is damaged, and a part of the picture may be missing.
	Incomplete Note = "incomplete"
	// Smaller: the picture is so large that it was made smaller while it was decoded.
	Smaller Note = "smaller"
)

// PreparedPicture is a picture as it will be sent.
type PreparedPicture struct {
	// Data is a PNG or a JPEG file without any metadata, MIME says which; at most MaxOutput bytes.
	Data []byte
	MIME string
	// Width and Height are in pixels, as shown; at most LongEdge.
	Width, Height int
	// Thumbnail is at most ThumbnailEdge pixels wide and high.
	Thumbnail image.Image
	Note      Note
	// From is the format of the file, FromWidth and FromHeight its size as shown.
	From                  Format
	FromWidth, FromHeight int
}

// Prepare makes data fit to be sent. What cannot be used gives an *Error; when ctx ends, its error.
// It takes some tenths of a second for a photo and, while it runs, about 4 bytes for each pixel of
// the file (twice that for a PNG or a TIFF of 16 bits a channel or a progressive JPEG). A HEIC or
// an AVIF takes a second or two, and more memory, in a process of its own (package heif), and so
// does a very large picture.
func Prepare(ctx context.Context, data []byte) (PreparedPicture, error) {
	h, decoded, err := unfold(ctx, data, LongEdge)
	if err != nil {
		return PreparedPicture{}, err
	}
	turned := orientation(data, h)
	// it may have been turned, and cut out of what the header says
	if h.format == HEIC && !h.reduced {
		h.width, h.height = decoded.Bounds().Dx(), decoded.Bounds().Dy()
	}
	picture, err := within(ctx, decoded, LongEdge)
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
		From: h.format, FromWidth: h.width, FromHeight: h.height,
	}
	if turned >= 5 {
		out.FromWidth, out.FromHeight = h.height, h.width
	}
	out.Note = h.note
	return out, nil
}

// Preview decodes a picture for the screen, turned and at most edge pixels wide and high. It
// refuses what Prepare refuses.
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
