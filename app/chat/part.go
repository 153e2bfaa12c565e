package chat

import (
	"strings"
	"time"
)

// Part is a part of a message.
type Part struct {
	Kind PartKind
	// Text is the content of text, reasoning, refusal, pasted and transcript parts, and the address
	// of a remote image.
	Text string
	// StoredBytes is the size of the stored text if Text is only its beginning; 0 otherwise.
	StoredBytes int64 `json:"-"`
	// Blob is the picture of an image part or the document of a file part; nil otherwise.
	Blob *Blob
	// Original is the unchanged file of an image part if a service could accept the file: PNG,
	// JPEG, WebP or GIF of at most 20 MB (GATEWAY.md 4.1.3); nil otherwise. Unlike Blob, it may
	// contain data such as the location of a photo.
	Original *Blob
	// AsIs reports that Original is sent instead of Blob. Sending a message without AsIs drops
	// Original.
	AsIs bool
	// Pages is the number of pages of a file part; 0 if unknown.
	Pages int
	// Name is a file's name without folder, or the title of a transcript.
	Name string
	// Transcript is the ID of the transcript of a transcript part, for playing its recording. The
	// transcript may have been deleted.
	Transcript ID
	// Took is the time that the model took for a reasoning part; 0 if unknown. It is stored in
	// milliseconds.
	Took time.Duration
}

// IsCut reports whether Text is only the beginning of the stored text.
func (p Part) IsCut() bool { return p.StoredBytes > 0 }

// IsAttachedText reports whether the part is an attached text rather than a typed one.
func (p Part) IsAttachedText() bool { return p.Kind == PartPasted || p.Kind == PartTranscript }

// TextFor returns the text, the name, both or "", as use selects.
func (p Part) TextFor(use TextUse) string {
	switch use {
	case UseText:
		return p.Text
	case UseName:
		return p.Name
	case UseNameAndText:
		return strings.TrimSpace(p.Name + "\n" + p.Text)
	case UseSources:
		return p.sourceWords()
	}
	return ""
}

// SentBlob returns the blob to send for an image or file part: Original if AsIs is set, otherwise
// Blob, which may be nil.
func (p Part) SentBlob() *Blob {
	if p.Kind == PartImage && p.AsIs && p.Original != nil {
		return p.Original
	}
	return p.Blob
}

// Blob identifies bytes stored outside the database by their SHA-256 in hex.
type Blob struct {
	SHA256 string
	// MIME is determined by the content, never by a file name.
	MIME string
	// Size is in bytes.
	Size int64
	// Width and Height are in pixels, as displayed after rotation; 0 for other files.
	Width, Height int
}
