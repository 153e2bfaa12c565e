package chat

import (
	"maps"
	"slices"
)

// PartKind is the kind of a Part. Its value is stored.
type PartKind string

// The kinds of parts, each with a row in kinds. Readers skip unknown kinds, which a newer version
// may have stored.
const (
	PartText PartKind = "text"
	// PartReasoning is the model's reasoning before its answer, shown folded.
	PartReasoning PartKind = "reasoning"
	PartRefusal   PartKind = "refusal"
	PartImage     PartKind = "image"
	// PartFile is a PDF document in Blob, with the MIME type application/pdf. It is sent as a data
	// address to models that accept documents (GATEWAY.md 4.1.3).
	PartFile PartKind = "file"
	// PartPasted is a text that is sent as a separate text and shown as a chip: a long text pasted
	// into the composer or, with a Name, an attached text file, which is sent with its name before
	// it.
	PartPasted PartKind = "pasted"
	// PartTranscript is the text of a transcript, each line after its time in brackets if known,
	// shown as a chip and sent as a separate text (made by transcripts/export).
	PartTranscript PartKind = "transcript"
	// PartContinued marks the place where a reply was continued. It has no content.
	PartContinued PartKind = "seam"
	// PartRemoteImage is a picture at the address Text. In a reply it is never fetched unasked. In
	// a user message it is an http or https address that is sent for the service to fetch; Parlando
	// never does.
	PartRemoteImage PartKind = "remote_image"
	// PartToolCall is a tool call of the model, decoded by Part.ToolCall. The PartToolResult after
	// it is the progress of the call, decoded by Part.ToolResult.
	PartToolCall   PartKind = "tool_call"
	PartToolResult PartKind = "tool_result"
	// PartThinking is the reasoning of one request in a reply with tool calls, as the service sent
	// it, decoded by Part.Thinking. It goes back to the model that wrote it and is never shown.
	PartThinking PartKind = "thinking"
)

// TextUse selects words of a part.
type TextUse int

// The uses of a part's words.
const (
	UseNothing TextUse = iota
	UseText            // Text
	UseName
	UseNameAndText // both
)

// traits are the properties of a kind.
type traits struct {
	// sent reports that it is sent with later messages of a conversation. Package replies converts
	// it for the wire.
	sent bool
	// attached reports that the user attached it; it is shown as a chip.
	attached bool
	// counted reports that it counts towards the maximum number of pictures and documents in a
	// message.
	counted bool
	// picture reports that only models that accept pictures can receive it.
	picture bool
	// spoken reports that it is read aloud and part of Message.Text.
	spoken bool
	// searched are the words indexed for search, exported those written to files or copied.
	searched, exported TextUse
}

var kinds = map[PartKind]traits{
	PartText:      {sent: true, spoken: true, searched: UseText, exported: UseText},
	PartReasoning: {},
	PartRefusal:   {sent: true, searched: UseText, exported: UseText},
	PartImage:     {sent: true, attached: true, counted: true, picture: true, searched: UseName, exported: UseName},
	PartFile:      {sent: true, attached: true, counted: true, searched: UseName, exported: UseName},
	PartPasted:    {sent: true, attached: true, searched: UseNameAndText, exported: UseNameAndText},
	// its words are found in the transcript itself
	PartTranscript:  {sent: true, attached: true, searched: UseName, exported: UseName},
	PartContinued:   {},
	PartRemoteImage: {sent: true, attached: true, counted: true, picture: true, exported: UseName},
	PartToolCall:    {sent: true}, // a line that names it is exported in its place
	PartToolResult:  {sent: true},
	PartThinking:    {}, // it is sent beside the text or the calls of its request
}

// IsSent reports whether it is sent with later messages of a conversation. From a reply only text
// is sent.
func (k PartKind) IsSent() bool { return kinds[k].sent }

// IsAttached reports whether it is shown as a chip in a user message.
func (k PartKind) IsAttached() bool { return kinds[k].attached }

// IsCounted reports whether it counts towards the maximum number of pictures and documents in a
// message.
func (k PartKind) IsCounted() bool { return kinds[k].counted }

// IsPicture reports whether only models that accept pictures can receive it.
func (k PartKind) IsPicture() bool { return kinds[k].picture }

// IsSpoken reports whether it is read aloud.
func (k PartKind) IsSpoken() bool { return kinds[k].spoken }

// IsTool reports whether it is a tool call or a tool result.
func (k PartKind) IsTool() bool { return k == PartToolCall || k == PartToolResult }

// Searched returns the words indexed for search.
func (k PartKind) Searched() TextUse { return kinds[k].searched }

// Exported returns the words that are copied and written to files.
func (k PartKind) Exported() TextUse { return kinds[k].exported }

// PartKinds returns all kinds, sorted.
func PartKinds() []PartKind { return slices.Sorted(maps.Keys(kinds)) }
