package export

import (
	"context"
	"fmt"
	"strings"
	"time"

	"parlando/app/chat"
	"parlando/app/transcripts"
	"parlando/client/tokens"
)

// Excerpt is a transcript, or the section of it that fits a model, for use in a message. Omitted
// sections are reported to the user and to the model.
type Excerpt struct {
	Part chat.Part
	// First is the index of the first line, Next the index of the line after the last; All is the
	// number of lines in the transcript. Empty lines count.
	First, Next, All int
	// From and To are the start of the excerpt's first line and the end of its last one, both 0
	// without times; Length is the end of the transcript's last line.
	From, To, Length time.Duration
}

// IsComplete reports whether nothing is omitted.
func (e Excerpt) IsComplete() bool { return e.First == 0 && e.Next == e.All }

// MaxExcerptTokens returns the number of tokens available for a transcript in a model with the
// given context size, besides the question, earlier messages and the answer. It is 0, meaning no
// limit, if the context size is unknown.
func MaxExcerptTokens(context int) int {
	if context <= 0 {
		return 0
	}
	return max(context*7/10, 1)
}

// ExcerptOf returns an excerpt that begins at line first and has at most room tokens; 0 means no
// limit. It contains at least one line, if there is any.
func ExcerptOf(t transcripts.Transcript, lines []transcripts.Line, first, room int) Excerpt {
	first = min(max(first, 0), len(lines))
	e := Excerpt{First: first, Next: first, All: len(lines)}
	for _, l := range lines {
		e.Length = max(e.Length, l.End)
	}
	used := noteTokens
	for _, l := range lines[first:] {
		line := l.Text + "\n"
		if l.Speaker != "" {
			line = l.Speaker + ": " + line
		}
		if t.Timed {
			line = "[" + FormatClock(l.Start) + "] " + line
		}
		cost := tokens.EstimateText(line).Max
		if room > 0 && e.Next > first && used+cost > room {
			break
		}
		used += cost
		e.Next++
	}
	part := lines[first:e.Next]
	if t.Timed && len(part) > 0 {
		e.From, e.To = part[0].Start, part[len(part)-1].End
	}
	var b strings.Builder
	d := NewDocument(t, part)
	if first > 0 {
		b.WriteString("(What was said before is left out here.)\n")
	}
	// writing to a strings.Builder never fails
	_ = Write(context.Background(), &b, Text, d, Options{Times: true, Speakers: true})
	if e.Next < len(lines) {
		b.WriteString("(The recording goes on")
		if t.Timed {
			b.WriteString(" to " + FormatClock(e.Length))
		}
		b.WriteString(", but what is said then is left out here.)\n")
	}
	e.Part = chat.Part{Kind: chat.PartTranscript, Text: strings.TrimSpace(b.String()), Name: name(t, e), Transcript: t.ID}
	return e
}

// name returns the title, followed by the times of the excerpt unless it is complete.
func name(t transcripts.Transcript, e Excerpt) string {
	switch {
	case e.IsComplete():
		return t.Title
	case t.Timed:
		return fmt.Sprintf("%s, %s–%s", t.Title, FormatClock(e.From), FormatClock(e.To))
	}
	return fmt.Sprintf("%s, %d–%d/%d", t.Title, e.First+1, e.Next, e.All)
}

// noteTokens is the number of tokens reserved for the notes about omitted sections.
const noteTokens = 50
