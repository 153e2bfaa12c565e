package words_test

import (
	"testing"

	"parlando/app/chat"
	"parlando/app/tools"
	"parlando/views/words"
)

func TestAfterReadingNamesTextsCleanly(t *testing.T) {
	t.Parallel()
	file := func(name string) chat.OutsideText { return chat.OutsideText{Kind: chat.PartPasted, Name: name} }
	for want, texts := range map[string][]chat.OutsideText{
		"":                                      nil,
		"After reading “Lease.pdf”":             {{Kind: chat.PartFile, Name: "../../etc/Lease.pdf"}},
		"After reading “Plan.md”":               {file("C:\\Users\\me\\Plan.md")},
		"After reading “gpj.exe”":               {file("\u202egpj.exe\u2066")},
		"After reading “click me.txt”":          {file("<a href=\"//evil\">**click me**</a>.txt")},
		"After reading “a and b”":               {file("a” and “b")},
		"After reading a pasted text":           {file(" \u200b/")},
		"After reading a picture, a transcript": {{Kind: chat.PartImage}, {Kind: chat.PartTranscript}},
		"After reading an imported chat, passages of other chats and 2 more": {
			{Kind: chat.PartText}, {Kind: chat.PartToolResult, Name: tools.SearchMyChats}, {Kind: chat.PartSources, Name: "example.org"}, file("x"),
		},
		"After reading “example.org”": {{Kind: chat.PartSources, Name: "example.org"}},
	} {
		if got := words.AfterReading(texts); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
