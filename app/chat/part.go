package chat

import "strings"

// Part is one piece of a message, in order.
type Part struct {
	Kind PartKind
	// Text holds the words of text, reasoning, refusal, pasted and transcript parts, and the
	// address of a remote image.
	Text string
	// Blob is the picture of an image part or the document of a file part; nil otherwise.
	Blob *Blob
	// Original is the file an image part was made from, byte for byte, if a service could take it
	// as it is: PNG, JPEG, WebP or GIF of at most 20 MB (GATEWAY.md 4.1.3). It may tell more than
	// the picture, such as where a photo was taken. nil otherwise.
	Original *Blob
	// AsIs: Original is sent instead of Blob. A message that was sent without it has no Original.
	AsIs bool
	// Pages is the number of pages of a file part; 0 if that is not known.
	Pages int
	// Name is a file's own name, without its folder, or the title of a transcript.
	Name string
	// Transcript is the one that a transcript part is of, and by which its sound is found; it may
	// be deleted by now.
	Transcript ID
}

// IsAttachedText reports whether it is a text that is attached, not one that was typed.
func (p Part) IsAttachedText() bool { return p.Kind == PartPasted || p.Kind == PartTranscript }

// Words returns those of its words that serve a purpose.
func (p Part) Words(use Use) string {
	switch use {
	case Words:
		return p.Text
	case Name:
		return p.Name
	case NameAndWords:
		return strings.TrimSpace(p.Name + "\n" + p.Text)
	}
	return ""
}

// Sent is the blob that is sent of an image or a file part: Original for a picture that goes as it
// is. nil when there is none.
func (p Part) Sent() *Blob {
	if p.Kind == PartImage && p.AsIs && p.Original != nil {
		return p.Original
	}
	return p.Blob
}

// Blob points to bytes kept beside the database under their SHA-256 in hex.
type Blob struct {
	SHA256 string
	// MIME is decided by the bytes, never by a file name.
	MIME string
	// Size is in bytes.
	Size int64
	// Width and Height are in pixels, as shown (after turning); 0 if it is no picture.
	Width, Height int
}
