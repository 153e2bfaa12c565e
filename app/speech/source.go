package speech

import "parlando/app/chat"

// SourceKind is the kind of a Source.
type SourceKind string

// The kinds of source.
const (
	Message  SourceKind = "message"  // a message of a conversation; the ID is its own
	Document SourceKind = "document" // the text of Speak; the ID is ""
	Trial    SourceKind = "trial"    // a voice that is tried; the ID is the voice
	// a sound file that was made before; the ID is that of its speech export
	File SourceKind = "file"
	// the lines of a transcript, as a text; the ID is that of the transcript
	Lines SourceKind = "lines"
	// the sound of a transcript or a recording that was kept; the ID is its own
	Recording SourceKind = "recording"
)

// Source names what is read aloud. The zero value is nothing.
type Source struct {
	Kind SourceKind
	ID   string
}

// OfMessage returns the source of a message.
func OfMessage(id chat.ID) Source { return Source{Kind: Message, ID: string(id)} }

// Sounds reports whether it is a sound that is played as it is: it has no sentences and no voice.
func (s Source) Sounds() bool { return s.Kind == File || s.Kind == Recording }
