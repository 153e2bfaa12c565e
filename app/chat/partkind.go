package chat

import (
	"maps"
	"slices"
)

// PartKind is the kind of a Part. Its value is stored.
type PartKind string

// The kinds of parts; kinds has the traits of each. Readers skip unknown kinds, which a newer
// version may have stored.
const (
	PartText PartKind = "text"
	// PartReasoning is the model's reasoning before its answer, shown collapsed.
	PartReasoning PartKind = "reasoning"
	PartRefusal   PartKind = "refusal"
	PartImage     PartKind = "image"
	// PartFile is a PDF document in Blob, with the MIME type application/pdf. It is sent as a data
	// address to models that accept documents (GATEWAY.md 4.1.3).
	PartFile PartKind = "file"
	// PartPasted is a text that is sent separately from the typed text and shown as a chip: a long
	// pasted text or, with a Name, an attached text file, whose name is sent before the text.
	PartPasted PartKind = "pasted"
	// PartTranscript is the text of a transcript (made by transcripts/export), with the time of
	// each line in brackets if known. It is shown as a chip and sent separately from typed text.
	PartTranscript PartKind = "transcript"
	// PartContinued marks the place where a reply was continued. It has no content.
	PartContinued PartKind = "seam"
	// PartRemoteImage is a picture at the address in Text. In a reply, Parlando fetches it only if
	// the user asks. In a user message, the http or https address is sent, and only the service
	// fetches it.
	PartRemoteImage PartKind = "remote_image"
	// PartToolCall is a tool call of the model, decoded by Part.ToolCall. The PartToolResult after
	// it is the progress of the call, decoded by Part.ToolResult.
	PartToolCall   PartKind = "tool_call"
	PartToolResult PartKind = "tool_result"
	// PartThinking is the reasoning of one request in a reply with tool calls, as the service sent
	// it, decoded by Part.Thinking. It is sent back to the model that wrote it and never shown.
	PartThinking PartKind = "thinking"
	// PartSources are the sources that a request of a reply cites, decoded by Part.CitedSources.
	PartSources PartKind = "sources"
)

// TextUse selects the name, the text or both of a part.
type TextUse int

// The selections of TextFor.
const (
	UseNothing TextUse = iota
	UseText            // Part.Text
	UseName
	UseNameAndText // Name, a line break and Text
	UseSources     // the titles and addresses of Part.CitedSources
)

// traits are the properties of a kind of part.
type traits struct {
	// sent reports that the part is sent with later messages of a conversation. Package replies
	// converts it for the wire.
	sent bool
	// attached reports that the user attached the part, which is shown as a chip.
	attached bool
	// counted reports that the part counts towards the maximum number of pictures and documents in
	// a message.
	counted bool
	// picture reports that only models that accept pictures can receive the part.
	picture bool
	// spoken reports that the part is read aloud and included in Message.Text.
	spoken bool
	// searched selects what is indexed for search, exported what is copied or written to files.
	searched, exported TextUse
}

var kinds = map[PartKind]traits{
	PartText:      {sent: true, spoken: true, searched: UseText, exported: UseText},
	PartReasoning: {},
	PartRefusal:   {sent: true, searched: UseText, exported: UseText},
	PartImage:     {sent: true, attached: true, counted: true, picture: true, searched: UseName, exported: UseName},
	PartFile:      {sent: true, attached: true, counted: true, searched: UseName, exported: UseName},
	PartPasted:    {sent: true, attached: true, searched: UseNameAndText, exported: UseNameAndText},
	// Search finds the text in the transcript itself.
	PartTranscript:  {sent: true, attached: true, searched: UseName, exported: UseName},
	PartContinued:   {},
	PartRemoteImage: {sent: true, attached: true, counted: true, picture: true, exported: UseName},
	PartToolCall:    {sent: true}, // exported as a line that names the tool
	PartToolResult:  {sent: true},
	PartThinking:    {},                     // sent with the text or the calls of its request
	PartSources:     {searched: UseSources}, // exported after the whole message
}

// IsSent reports whether the part is sent with later messages of a conversation. Of a reply, only
// text is sent.
func (k PartKind) IsSent() bool { return kinds[k].sent }

// IsAttached reports whether the part is shown as a chip in a user message.
func (k PartKind) IsAttached() bool { return kinds[k].attached }

// IsCounted reports whether the part counts towards the maximum number of pictures and documents in
// a message.
func (k PartKind) IsCounted() bool { return kinds[k].counted }

// IsPicture reports whether only models that accept pictures can receive the part.
func (k PartKind) IsPicture() bool { return kinds[k].picture }

// IsSpoken reports whether the part is read aloud.
func (k PartKind) IsSpoken() bool { return kinds[k].spoken }

// IsTool reports whether the part is a tool call or a tool result.
func (k PartKind) IsTool() bool { return k == PartToolCall || k == PartToolResult }

// Searched selects what is indexed for search.
func (k PartKind) Searched() TextUse { return kinds[k].searched }

// Exported selects what is copied and written to files.
func (k PartKind) Exported() TextUse { return kinds[k].exported }

// PartKinds returns all kinds, sorted.
func PartKinds() []PartKind { return slices.Sorted(maps.Keys(kinds)) }
