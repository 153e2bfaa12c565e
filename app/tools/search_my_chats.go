package tools

import (
	"context"
	"fmt"
	"strings"
	"time"

	"parlando/app/chat"
)

// Limits of the result of search_my_chats.
const (
	// MaxExcerpts is the maximum number of excerpts, MaxExcerptRunes the maximum number of
	// characters in each.
	MaxExcerpts        = 10
	MaxExcerptRunes    = 500
	maxExcerptTitle    = 200 // runes
	maxSearchQueryRune = 500
)

// Excerpt is a place in a chat or a transcript.
type Excerpt struct {
	Title string
	At    time.Time
	// Text is sent unchanged, including invisible characters, which the window makes visible.
	Text string
	// Transcript reports that the excerpt is from a transcript.
	Transcript bool
}

// searchMyChats sends its results to the service of the chat. Therefore it needs permission, and
// only finds what was sent to the same connection, unless the user chose otherwise.
var searchMyChats = builtIn{
	definition: chat.ToolDefinition{
		Name:        SearchMyChats,
		Description: "Search the user's other chats and the transcripts, without this chat. Returns up to 10 excerpts.",
		Parameters:  []byte(`{"type":"object","properties":{"query":{"type":"string","description":"Words that all occur"}},"required":["query"]}`),
	},
	asks:     true,
	searches: true,
	run: func(ctx context.Context, t *Tools, r chat.ToolRequest, a arguments) (string, error) {
		query := a.text("query")
		if query == "" || len([]rune(query)) > maxSearchQueryRune {
			return "", plain("search_length", "query must have 1 to %d characters.", maxSearchQueryRune)
		}
		if t.o.Search == nil {
			return "", plain("no_search", "There is nothing to search here.")
		}
		found, err := t.o.Search(ctx, r, t.SearchesEverywhere(), query)
		if err != nil {
			t.o.Log.Error("search_my_chats failed", "error", err)
			return "", plain("search_failed", "The search failed. Nothing was found or sent.")
		}
		return excerptText(found, t.o.Zone), nil
	},
}

func excerptText(found []Excerpt, zone *time.Location) string {
	if len(found) == 0 {
		return "Nothing was found in the other chats and the transcripts. Try fewer words."
	}
	var b strings.Builder
	for i, e := range found[:min(len(found), MaxExcerpts)] {
		kind := "chat"
		if e.Transcript {
			kind = "transcript"
		}
		if i > 0 {
			b.WriteString("\n\n")
		}
		fmt.Fprintf(&b, "%d. %s \"%s\", %s:\n%s", i+1, kind, firstRunes(e.Title, maxExcerptTitle), e.At.In(zone).Format(time.DateOnly), firstRunes(e.Text, MaxExcerptRunes))
	}
	return b.String()
}

// firstRunes truncates a text to at most most characters, ending in "…".
func firstRunes(text string, most int) string {
	n := 0
	end := 0
	for i := range text {
		if n++; n == most {
			end = i
		}
		if n > most {
			return text[:end] + "…"
		}
	}
	return text
}
