package speech

// SourceKind says what is read aloud.
type SourceKind string

// The kinds of source.
const (
	Message  SourceKind = "message"  // a message of a conversation; the ID is its own
	Document SourceKind = "document" // the text of Speak; the ID is ""
	Trial    SourceKind = "trial"    // a voice that is tried; the ID is the voice
	File     SourceKind = "file"     // a sound file that was made before; the ID is that of its narration
)

// Source names what is read aloud. The zero value is nothing.
type Source struct {
	Kind SourceKind
	ID   string
}
