package speech

import "parlando/app/chat"

// SourceKind is the kind of a Source.
type SourceKind string

// The kinds of sources.
const (
	Message     SourceKind = "message"  // a message of a conversation; the ID is the message's
	Document    SourceKind = "document" // the text of the Read aloud page; the ID is ""
	VoiceSample SourceKind = "trial"    // a sample of a voice; the ID is the voice
	// File is a finished speech export; the ID is the export's.
	File SourceKind = "file"
	// TranscriptText is the text of a transcript; the ID is the transcript's.
	TranscriptText SourceKind = "lines"
	// Recording is the sound of a transcript or of a recording, whose ID is the source's.
	Recording SourceKind = "recording"
)

// Source identifies the text or sound being read. The zero value is none.
type Source struct {
	Kind SourceKind
	ID   string
}

// MessageSource returns the source of a message.
func MessageSource(id chat.ID) Source { return Source{Kind: Message, ID: string(id)} }

// IsSound reports whether the source is a sound file, which has no sentences and no voice.
func (s Source) IsSound() bool { return s.Kind == File || s.Kind == Recording }
