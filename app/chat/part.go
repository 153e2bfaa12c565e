package chat

// PartKind says what a Part holds. The stored word is the value itself.
type PartKind string

// The kinds of part. Reading code must pass over kinds it does not know.
const (
	PartText      PartKind = "text"
	PartReasoning PartKind = "reasoning" // thinking aloud, shown folded, never sent back
	PartRefusal   PartKind = "refusal"
	PartImage     PartKind = "image"
	// PartPasted is a long text that was pasted into the composer and is sent as text of its own,
	// shown as a chip.
	PartPasted PartKind = "pasted"
	// PartTranscript is the text of a transcript, each line after its time in brackets if times are known, shown as a chip and sent as
	// text of its own (package excerpt makes it).
	PartTranscript PartKind = "transcript"
	// PartSeam marks where a continued reply goes on; it holds nothing and is never sent.
	PartSeam PartKind = "seam"
	// PartRemoteImage is a picture a reply points to; Text is its address, which is never fetched unasked.
	PartRemoteImage PartKind = "remote_image"
)

// Part is one piece of a message, in order.
type Part struct {
	Kind PartKind
	// Text holds the words of text, reasoning, refusal, pasted and transcript parts.
	Text string
	// Blob is the picture of an image part; nil otherwise.
	Blob *Blob
	// Name is what the person calls it: a file's own name, without its folder, or the title of a transcript.
	Name string
	// Transcript is the one that a transcript part is of, and by which its sound is found; it may be deleted by now.
	Transcript ID
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
