package chat

import (
	"maps"
	"slices"
)

// PartKind is the kind of a Part. The stored word is the value itself.
type PartKind string

// The kinds of part. Each has its row in kinds. Reading code passes over kinds that it does not
// know: a newer version may have stored them.
const (
	PartText      PartKind = "text"
	PartReasoning PartKind = "reasoning" // what the model thought before it answered; shown folded
	PartRefusal   PartKind = "refusal"
	PartImage     PartKind = "image"
	// PartFile is a PDF document: Blob holds it, with the MIME type application/pdf. It is sent as
	// a data address, to models that take documents (GATEWAY.md 4.1.3).
	PartFile PartKind = "file"
	// PartPasted is a text that is sent as text of its own and shown as a chip: a long one that was
	// pasted into the composer, or, with a Name, a text file that was attached, which is sent with
	// its name before it.
	PartPasted PartKind = "pasted"
	// PartTranscript is the text of a transcript, each line after its time in brackets if times are
	// known, shown as a chip and sent as text of its own (package excerpt makes it).
	PartTranscript PartKind = "transcript"
	// PartSeam marks the place where a continued reply goes on. It holds nothing.
	PartSeam PartKind = "seam"
	// PartRemoteImage is a picture at an address, which is Text. In a reply it is one that the
	// reply points to, never fetched unasked. In a message of the user it is an http or https
	// address that is sent as it is, for the service to fetch; Parlando never does.
	PartRemoteImage PartKind = "remote_image"
	// PartToolCall is the model's call of a tool; Part.ToolCall reads it. PartToolResult, after it,
	// holds the progress of the call; Part.ToolResult reads it.
	PartToolCall   PartKind = "tool_call"
	PartToolResult PartKind = "tool_result"
)

// Use says which words of a part serve a purpose.
type Use int

// The uses of a part's words.
const (
	Nothing Use = iota
	Words       // Text
	Name
	NameAndWords // both
)

// traits answer what is asked of every part.
type traits struct {
	// sent: the service receives it with the later messages of a conversation. Package replies
	// writes it for the wire.
	sent bool
	// attached: the user attached it; shown as a chip.
	attached bool
	// counted: it takes one of the places that a message has for pictures and documents.
	counted bool
	// picture: models that see no pictures cannot take it.
	picture bool
	// spoken: it is read aloud, and part of Message.Text.
	spoken bool
	// searched and exported are the words that a search finds, and those that are written into a
	// file or copied.
	searched, exported Use
}

var kinds = map[PartKind]traits{
	PartText:      {sent: true, spoken: true, searched: Words, exported: Words},
	PartReasoning: {},
	PartRefusal:   {sent: true, searched: Words, exported: Words},
	PartImage:     {sent: true, attached: true, counted: true, picture: true, searched: Name, exported: Name},
	PartFile:      {sent: true, attached: true, counted: true, searched: Name, exported: Name},
	PartPasted:    {sent: true, attached: true, searched: NameAndWords, exported: NameAndWords},
	// its words are found in the transcript itself
	PartTranscript:  {sent: true, attached: true, searched: Name, exported: Name},
	PartSeam:        {},
	PartRemoteImage: {sent: true, attached: true, counted: true, picture: true, exported: Name},
	PartToolCall:    {sent: true}, // a line that names it is exported in its place
	PartToolResult:  {sent: true},
}

// IsSent reports whether the service receives it with the later messages of a conversation. In a
// reply only words are sent.
func (k PartKind) IsSent() bool { return kinds[k].sent }

// IsAttached reports whether it is shown as a chip in the message of a user, who attached it.
func (k PartKind) IsAttached() bool { return kinds[k].attached }

// IsCounted reports whether it takes one of the places that a message has for pictures and
// documents.
func (k PartKind) IsCounted() bool { return kinds[k].counted }

// IsPicture reports whether only a model that sees pictures can take it.
func (k PartKind) IsPicture() bool { return kinds[k].picture }

// IsSpoken reports whether it is read aloud.
func (k PartKind) IsSpoken() bool { return kinds[k].spoken }

// IsTool reports whether it is a call of a tool, or the result of one.
func (k PartKind) IsTool() bool { return k == PartToolCall || k == PartToolResult }

// Searched returns the words that a search finds.
func (k PartKind) Searched() Use { return kinds[k].searched }

// Exported returns the words that are copied and written into files.
func (k PartKind) Exported() Use { return kinds[k].exported }

// PartKinds returns all kinds, sorted.
func PartKinds() []PartKind { return slices.Sorted(maps.Keys(kinds)) }
