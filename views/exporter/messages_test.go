package exporter

import (
	"testing"

	"parlando/app/chat"
	"parlando/app/chatexport"
)

func TestACallOfAToolIsExportedAsItsLine(t *testing.T) {
	result := func(r chat.ToolResult) chat.Part { return chat.Part{Kind: chat.PartToolResult, Text: r.Line()} }
	m := chat.Message{Role: chat.Assistant, State: chat.Done, Parts: []chat.Part{
		{Kind: chat.PartText, Text: "Let me "},
		{Kind: chat.PartContinued},
		{Kind: chat.PartText, Text: "see."},
		chat.ToolCall{ID: "1", Name: "calculator", Arguments: `{"expression":"17 % of 240"}`}.Part(),
		chat.ToolCall{ID: "2", Name: "search_my_chats", Arguments: `{"query":"rent"}`}.Part(),
		result(chat.ToolResult{Call: "1", State: chat.ToolDone, Text: "40.80"}),
		result(chat.ToolResult{Call: "2", State: chat.ToolDenied}),
		{Kind: chat.PartText, Text: "It is 40.80."},
	}}
	got := chatexport.PlainText(chatexport.Chat{Messages: Messages([]chat.Message{m}, nil)})
	want := "Let me see.\n\n[Calculated 17 % of 240 = 40.80]\n\n[Search my chats and transcripts: you didn't allow it]\n\nIt is 40.80."
	if got != want {
		t.Errorf("got %q\nwant %q", got, want)
	}
}
